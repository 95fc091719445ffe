// worker.js - Laguna in a thread of its own, so that the page never waits for a step. In: {what, ...}, see `on`;
// out: ready, loaded, frame, stepped, say, error, answer.
'use strict';
let M, L; // the module, and its functions page_...
let loaded = false, running = true, waiting = false; // waiting: the page has not shown the last picture yet
let width = 960, height = 540, banner = '';

const post = (what, more = {}, move = []) => postMessage({ what, ...more }, move);
const signatures = { // result, then arguments: s a text, n a number, - nothing
  load: 'ssn', step: 's', save: 's', title: 's', told: 's', hash: 's', draw: 'nnns', mouse: 'snnns', key: 'ssn', camera: '-nnnn',
  fit: '-', set: 'snnsnnnns', press: 'ss', eval: 'ss', controls: 's', lesson: 's', info: 's',
  stage: 'sn', ribbon: 's',
};
function bind(module) {
  const types = { s: 'string', n: 'number', '-': null }, functions = {};
  for (const name in signatures) {
    const [result, ...args] = [...signatures[name]].map(c => types[c]);
    functions[name] = module.cwrap('page_' + name, result, args);
  }
  return functions;
}

function fail(text) {
  banner = text;
  running = false;
  post('error', { text });
}

function show() {
  if (!loaded) return;
  const begun = performance.now(), at = L.draw(width, height, banner);
  if (!at) return fail('out of memory for the picture');
  const bytes = M.HEAPU8.slice(at, at + 4 * width * height); // out of the heap, which may grow
  waiting = true;
  tellRibbon();
  post('frame', { bytes: bytes.buffer, width, height, ms: performance.now() - begun }, [bytes.buffer]);
}

function step(make = L.step) {
  const begun = performance.now(), why = make();
  if (why) return fail(why);
  post('stepped', { ms: performance.now() - begun, info: JSON.parse(L.info()) });
  tellLesson();
}

// Where in the next frame the picture stands, when that is another place than before.
let ribbon = '';
function tellRibbon() {
  const now = L.ribbon();
  if (now !== ribbon) post('ribbon', JSON.parse(now));
  ribbon = now;
}

// What a lesson's checks have found, when it is another thing than before.
let told = '';
function tellLesson() {
  const lesson = L.lesson();
  if (lesson !== told) post('lesson', JSON.parse(lesson));
  told = lesson;
}

// A picture of the time that is, then the next step: both as fast as they go, but never ahead of the clock.
let due = 0;
function loop() {
  const now = performance.now();
  if (loaded && running && !waiting && now >= due) {
    due = Math.max(due + 1000 / 60, now - 50);
    step();
    show();
  }
  setTimeout(loop, running && loaded && !waiting ? Math.max(0, due - performance.now()) : 4);
}

// The scene's file, and what it reads; and, where there is one, the checkpoint that it goes on from.
const STATE = '/state.lgs', ANEW = 0, KEEP = 1, RESUME = 2; // as page.c has them
function write(text, files, state) {
  if (state) M.FS.writeFile(STATE, new Uint8Array(state));
  for (const name in files || {}) {
    const folder = name.replace(/[^/]*$/, '');
    if (folder) M.FS.mkdirTree('/' + folder);
    M.FS.writeFile('/' + name, files[name]);
  }
  M.FS.writeFile('/scene.lua', text);
}

const on = {
  async start({ wasm }) {
    const begun = performance.now();
    M = await Laguna({ wasmBinary: wasm, onsay: (level, text) => post('say', { level, text }) });
    L = bind(M);
    post('ready', { ms: performance.now() - begun });
    loop();
  },
  load({ text, files, keep, state, run = true, frame = 0 }) {
    const begun = performance.now();
    write(text, files, state);
    const why = L.load('/scene.lua', state ? RESUME : keep && loaded ? KEEP : ANEW);
    if (why) {
      banner = why + (loaded ? '\n\nthe scene before goes on' : '');
      post('error', { text: why });
      return show();
    }
    banner = '';
    loaded = true;
    running = run;
    tellLesson();
    for (let i = 0; i < frame && !banner; i++) step();
    post('loaded', { ms: performance.now() - begun, title: L.title(), controls: JSON.parse(L.controls()), told: keep ? L.told() : '' });
    show();
  },
  shown() { waiting = false; },
  run({ on }) { running = on; },
  one() {
    running = false;
    if (loaded) { step(); show(); }
  },
  stage({ by }) { // so many stages of the next frame on
    running = false;
    if (loaded) { step(() => L.stage(by)); show(); }
  },
  size(m) {
    ({ width, height } = m);
    if (!running) show();
  },
  mouse(m) {
    const why = loaded && L.mouse(m.x, m.y, m.button, m.act);
    if (why) fail(why);
  },
  key(m) {
    const why = loaded && L.key(m.name, m.down ? 1 : 0);
    if (why) fail(why);
  },
  camera(m) {
    if (!loaded) return;
    if (m.how === 'fit') L.fit();
    else L.camera({ zoom: 0, orbit: 1, pan: 2 }[m.how], m.x, m.y, m.by || 0);
    if (!running && !waiting) show();
  },
  set(m) {
    const why = L.set(m.world, m.id, m.name, m.text !== undefined ? 0 : m.flag ? -1 : 1, m.x || 0, 0, 0, m.text || '');
    if (why) post('error', { text: why });
    tellLesson(); // it may have been an answer
    if (!running && !waiting) show();
  },
  press({ name }) {
    const why = L.press(name);
    if (why) post('error', { text: why });
  },
  save() {
    const why = loaded && L.save();
    if (why) return post('error', { text: why });
    if (loaded) post('state', { bytes: M.FS.readFile(STATE) });
  },
  eval({ line }) { post('say', { level: 0, text: '> ' + line + '\n' + L.eval(line) }); },
  // Which state it is; and, with a text, after so many steps from its beginning or a checkpoint, without pictures: for tests.
  hash({ text, files, frames, state }) {
    if (text === undefined) return post('answer', { hash: L.hash() });
    running = false;
    write(text, files, state);
    let why = L.load('/scene.lua', state ? RESUME : ANEW), substeps = 0;
    const begun = performance.now();
    for (let i = 0; i < frames && !why; i++) {
      why = L.step();
      substeps += JSON.parse(L.info()).stats.substeps;
    }
    loaded = !why || loaded;
    post('answer', { why, substeps, seconds: (performance.now() - begun) / 1e3, hash: why ? '' : L.hash() });
  },
};
onmessage = e => on[e.data.what](e.data);
