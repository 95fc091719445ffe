// worker.js - Laguna in a thread of its own, so that the page never waits for a step. In: {what, ...}, see `on`;
// out: ready, loaded, frame, stepped, say, error, answer.
'use strict';
let M, L; // the module, and its functions page_...
let loaded = false, running = true, waiting = false, stale = false; // waiting: the page has not shown the last picture yet;
// stale: and that is of what was before
let awaited = false; // the text of another scene than the one that runs: it did not load, and begins anew once it does
let width = 960, height = 540, banner = '';

// What a scene says goes with the next thing that is told, the last lines of it: a script may print thousands in a step.
const SAID = 300; // lines, as many as the page shows
let said = [], unsaid = 0;
function flush() {
  if (unsaid) said.unshift({ level: 0, text: `... ${unsaid} lines more` });
  if (said.length) postMessage({ what: 'say', lines: said });
  said = [];
  unsaid = 0;
}
function hear(level, text) {
  said.push({ level, text });
  if (said.length <= SAID) return;
  const drop = said.findIndex(line => line.level === 0); // warnings and errors stay
  said.splice(Math.max(drop, 0), 1);
  unsaid++;
}
function post(what, more = {}, move = []) {
  flush();
  postMessage({ what, ...more }, move);
}
const signatures = { // result, then arguments: s a text, n a number, - nothing
  load: 'ssn', step: 's', save: 's', title: 's', told: 's', hash: 's', draw: 'nnns', mouse: 'snnnnns', place: 'snn', look: 'snnn',
  probe: 's', key: 'ssn', camera: '-nnnn', fit: '-', set: 'snnsnnnns', press: 'ss', eval: 'ss',
  controls: 's', lesson: 's', info: 's',
  stage: 'sn', ribbon: 's', ledger: 's', substeps: 'n',
};
function bind(module) {
  const types = { s: 'string', n: 'number', '-': null }, functions = {};
  for (const name in signatures) {
    const [result, ...args] = [...signatures[name]].map(c => types[c]);
    functions[name] = module.cwrap('page_' + name, result, args);
  }
  return functions;
}

// As a page says it: it has no command line, but a scene's header has the same words.
const plain = text => text.replace('(--budget ', '(a comment -- budget: ').replace(/^\/(?=scene\.lua)/, '');
function fail(text) {
  banner = plain(text);
  running = false;
  post('error', { text: banner });
}

let spare = new ArrayBuffer(0); // of the last picture, which the page gives back: fresh memory takes as long as drawing
function show() {
  if (!loaded) return;
  const begun = performance.now(), at = L.draw(width, height, banner);
  if (!at) return fail('out of memory for the picture');
  const size = 4 * width * height, bytes = spare.byteLength === size ? new Uint8Array(spare) : new Uint8Array(size);
  bytes.set(M.HEAPU8.subarray(at, at + size)); // out of the heap, which may grow
  waiting = true;
  tellRibbon();
  tellProbe();
  post('frame', { bytes: bytes.buffer, width, height, ms: performance.now() - begun }, [bytes.buffer]);
}

// One picture is on its way at most: the next one waits for the page, no step does.
function showSoon() {
  stale = waiting;
  if (!waiting) show();
}
// What stands still is drawn anew.
function showAgain() { if (!running) showSoon(); }

function step(make = frameOn) {
  const begun = performance.now(), why = make();
  if (why) return fail(why);
  post('stepped', { ms: performance.now() - begun, info: JSON.parse(L.info()), now, end });
  tellLesson();
}

// What is told of the particle that is looked at closely, when it is another thing than before.
let probe = '{}';
function tellProbe() {
  const now = L.probe();
  if (now !== probe) post('probe', JSON.parse(now));
  probe = now;
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

// ---- the past: states that it was in, and what was done in between; each frame is made again from them ----

const ROOM = 96e6; // bytes of states: beyond it every second one goes
let source = null; // text and files of the scene that runs
let states, events, hashes, now = 0, end = 0, every, down; // frames; down: presses that were not let go of

function pastBegins() {
  states = [];
  events = [];
  hashes = []; // behind each frame
  now = end = 0;
  every = 8;
  down = new Map();
  keepState();
}

// A press is in what a script remembers, and in no state: none is kept until all are let go of.
function follow({ what, button, name, act, down: on }) {
  const key = what + (what === 'key' ? name : button);
  if (what === 'key' ? on : act === 'press') down.set(key, events.at(-1));
  else if (what === 'key' || act === 'release') down.delete(key);
}
const mouseBefore = () => events.findLast(e => e.what === 'mouse');

function keepState() {
  if (down.size || L.save()) return;
  states.push({ frame: now, bytes: M.FS.readFile(STATE), mouse: mouseBefore() });
  while (states.length > 2 && states.reduce((n, s) => n + s.bytes.length, 0) > ROOM) {
    every *= 2;
    states = states.filter((s, i) => i === 0 || s.frame % every === 0);
  }
}

// Another future begins where the scene stands: presses that were down there end.
function branch() {
  if (now === end) return;
  end = now;
  states = states.filter(s => s.frame <= now);
  events = events.filter(e => e.frame < now);
  down = new Map();
  const before = events;
  events = [];
  for (const e of before) { events.push(e); follow(e); }
  for (const e of [...down.values()]) note(e.what === 'key' ? { ...e, down: false } : { ...e, ...mouseBefore(), act: 'release' });
}
function note(event) { // and does it; "": it went well
  branch();
  events.push({ ...event, frame: now });
  follow(event);
  return done[event.what](event);
}
const done = {
  mouse: e => L.mouse(...e.p, e.button, e.act),
  key: e => L.key(e.name, e.down ? 1 : 0),
  set: e => L.set(e.world, e.id, e.name, e.text !== undefined ? 0 : e.flag ? -1 : 1, e.x || 0, 0, 0, e.text || ''),
  press: e => L.press(e.name),
  eval: e => L.eval(e.line),
};

const frames = () => JSON.parse(L.info()).frame;
function frameMade() {
  end = ++now;
  hashes[now] = L.hash();
  if (now - (states.length ? states.at(-1).frame : 0) >= every) keepState();
}
function frameOn() {
  branch();
  const why = L.step();
  if (!why) frameMade();
  return why;
}

// Back, or on again, to a frame that was.
function seek(to) {
  const state = states.findLast(s => s.frame <= to);
  if (!state) return 'no state of this scene could be kept to go back to';
  write(source.text, source.files, state.bytes);
  let why = L.load('/scene.lua', RETURN), next = events.findIndex(e => e.frame >= state.frame);
  if (why) return why;
  if (state.mouse) L.mouse(...state.mouse.p, 0, '');
  const doThose = () => {
    for (; next >= 0 && next < events.length && events[next].frame === now; next++) done[events[next].what](events[next]);
  };
  for (now = state.frame; now < Math.min(to, end) && !why; now++) {
    doThose();
    why = L.step();
  }
  if (now === end) doThose();
  if (!why && hashes[now] && hashes[now] !== L.hash()) {
    hear(0, 'this frame came out otherwise than before: the script keeps something '
      + 'in locals of its own; keep it in lg.keep');
  }
  return why;
}

// A step, then the picture of it: both as fast as they go, but never ahead of the clock. Each turn begins as a message, for
// browsers let a timer that a timer has set wait 4 ms and more.
const FRAME = 1000 / 60, turns = new MessageChannel(); // ms
const again = () => turns.port2.postMessage(0);
let due = 0, asleep = true;
turns.port1.onmessage = () => {
  const now = performance.now();
  if (now >= due && loaded && running) {
    due = Math.max(due + FRAME, now - 3 * FRAME);
    step();
    showSoon();
  }
  asleep = !loaded || !running;
  if (asleep) return;
  const rest = due - performance.now();
  if (rest > 0) setTimeout(again, rest);
  else again();
};
function wake() {
  if (asleep) again();
  asleep = false;
}

// The scene's file, and what it reads; and, where there is one, the checkpoint that it goes on from.
const STATE = '/state.lgs', ANEW = 0, KEEP = 1, RESUME = 2, RETURN = 3; // as page.c has them
const contents = file => typeof file === 'string' ? file : Uint8Array.from(atob(file.base64), c => c.charCodeAt(0));
function write(text, files, state) {
  if (state) M.FS.writeFile(STATE, new Uint8Array(state));
  for (const name in files || {}) {
    const folder = name.replace(/[^/]*$/, '');
    if (folder) M.FS.mkdirTree('/' + folder);
    M.FS.writeFile('/' + name, contents(files[name]));
  }
  M.FS.writeFile('/scene.lua', text);
}

const on = {
  async start({ wasm }) {
    const begun = performance.now();
    M = await Laguna({ wasmBinary: wasm, onsay: hear });
    L = bind(M);
    post('ready', { ms: performance.now() - begun });
  },
  load({ text, files, keep, state, run = true, frame = 0 }) {
    const begun = performance.now();
    write(text, files, state);
    const how = state ? RESUME : keep && loaded && !awaited ? KEEP : ANEW, why = L.load('/scene.lua', how);
    awaited = why !== '' && how === ANEW;
    if (why) {
      banner = plain(why) + (loaded ? '\n\nthe scene before goes on' : '');
      post('error', { text: plain(why) });
      return show();
    }
    banner = '';
    loaded = true;
    running = run;
    source = { text, files };
    pastBegins();
    tellLesson();
    for (let i = 0; i < frame && !banner; i++) step();
    post('loaded', { ms: performance.now() - begun, title: L.title(), controls: JSON.parse(L.controls()),
      told: keep ? L.told() : '' });
    showSoon();
    wake();
  },
  shown({ bytes }) {
    spare = bytes;
    waiting = false;
    if (stale) showSoon();
  },
  run({ on }) {
    running = on;
    wake();
  },
  one() {
    running = false;
    if (loaded) { step(); show(); }
  },
  stage({ by }) { // so many stages of the next frame on
    running = false;
    if (!loaded) return;
    branch();
    step(() => {
      const before = frames(), why = L.stage(by);
      if (frames() !== before) frameMade();
      return why;
    });
    show();
  },
  seek({ to }) {
    running = false;
    banner = '';
    step(() => seek(to));
    show();
    post('sought');
  },
  look({ x, y, on }) {
    if (loaded) L.look(x, y, on ? 1 : 0);
    showAgain();
  },
  size(m) {
    ({ width, height } = m);
    showAgain();
  },
  mouse({ x, y, button, act }) {
    if (!loaded) return;
    const why = note({ what: 'mouse', p: JSON.parse(L.place(x, y)), button, act });
    if (why) fail(why);
  },
  key({ name, down }) {
    const why = loaded && note({ what: 'key', name, down });
    if (why) fail(why);
  },
  camera(m) {
    if (!loaded) return;
    if (m.how === 'fit') L.fit();
    else L.camera({ zoom: 0, orbit: 1, pan: 2 }[m.how], m.x, m.y, m.by || 0);
    showAgain();
  },
  set(m) {
    const why = note({ ...m, what: 'set' });
    if (why) post('error', { text: why });
    tellLesson(); // it may have been an answer
    showAgain();
  },
  ledger() {
    const why = loaded && L.ledger();
    if (why) fail(why);
    showAgain();
  },
  press({ name }) {
    const why = note({ what: 'press', name });
    if (why) post('error', { text: why });
  },
  save() {
    const why = loaded && L.save();
    if (why) return post('error', { text: why });
    if (loaded) post('state', { bytes: M.FS.readFile(STATE) });
  },
  eval({ line }) {
    const answer = note({ what: 'eval', line }); // what it prints comes first
    hear(0, '> ' + line + '\n' + answer);
    flush();
  },
  // Which state it is; and, with a text, after so many steps from its beginning or a checkpoint, without pictures: for tests.
  hash({ text, files, frames, state }) {
    if (text === undefined) return post('answer', { hash: L.hash() });
    running = false;
    write(text, files, state);
    let why = L.load('/scene.lua', state ? RESUME : ANEW), substeps = 0;
    const begun = performance.now();
    for (let i = 0; i < frames && !why; i++) {
      why = L.step();
      if (!why) substeps += L.substeps();
    }
    if (!why) { loaded = true; source = { text, files }; pastBegins(); }
    post('answer', { why, substeps, seconds: (performance.now() - begun) / 1e3, hash: why ? '' : L.hash() });
  },
};
onmessage = e => on[e.data.what](e.data);
