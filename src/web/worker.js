// worker.js - Laguna in a thread of its own, so that the page never waits for a step. In: {what, ...}, see `on`; out: ready,
// loaded, running, frame, stepped, journey, say, error, died, answer and others. past.js: what was, and how it is made again.
'use strict';
let M, L; // the module, and its functions page_...
let loaded = false, running = false, waiting = false, stale = false; // waiting: the page has not shown the last picture yet;
// stale: and that is of what was before
let awaited = false; // the text of another scene than the one that runs: it did not load, and begins anew once it does
let width = 960, height = 540;
let banner = '', stopped = ''; // what stands over the picture; why nothing runs

// What a scene says goes with the next thing that is told, the last lines of it: a script may print thousands in a step.
const SAID = 300, LINE = 4000; // lines, as many as the page shows; characters of one
let said = [], unsaid = 0;
const atScene = text => text.replace(/^\/(?=scene\.lua)/, ''); // a file's name as the page says it
function flush() {
  if (unsaid) said.unshift({ level: 0, text: `... ${unsaid} lines more` });
  if (said.length) postMessage({ what: 'say', lines: said });
  said = [];
  unsaid = 0;
}
function hear(level, sentence) {
  const text = atScene(sentence);
  const cut = text.length - LINE;
  said.push({ level, text: cut > 0 ? `${text.slice(0, LINE)}... ${cut} characters more` : text });
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
  load: 'ssn', step: 's', save: 's', title: 's', told: 's', hash: 's', draw: 'nnns', undrawn: 's', mouse: 'snnnnns',
  place: 'snn', look: 'snnn', probe: 's', key: 'ssn', camera: '-nnnn', fit: '-', set: 'snnsnnnns', press: 'ss', eval: 'ss',
  controls: 's', lesson: 's', info: 's', stage: 'sn', ribbon: 's', ledger: 's', substeps: 'n', advice: 'snn',
};
function bind(module) {
  const types = { s: 'string', n: 'number', '-': null }, functions = {};
  for (const name in signatures) {
    const [result, ...args] = [...signatures[name]].map(c => types[c]);
    functions[name] = module.cwrap('page_' + name, result, args);
  }
  return functions;
}

// Whether it runs is the worker's word: the page's button says what it is told.
function setRunning(on) {
  running = on;
  if (on) goesOn();
  post('running', { on });
  wake();
}
function goesOn() {
  if (banner === stopped) banner = '';
  stopped = '';
}

// As a page says it: it has no command line, but a scene's header has the same words.
const plain = text => atScene(text).replace('(--budget ', '(a comment -- budget: ')
  .replace(/out of memory.*/, '$&; a page has 2 GB: a larger spacing needs less');
function tell(why) {
  const text = plain(why);
  post('error', { text });
  return text;
}
function fail(why) {
  banner = stopped = tell(why);
  setRunning(false);
}

let spare = new ArrayBuffer(0); // of the last picture, which the page gives back: fresh memory takes as long as drawing
function show() {
  if (!loaded) return;
  const begun = performance.now();
  let at = L.draw(width, height, banner);
  const why = at ? L.undrawn() : 'out of memory for the picture';
  if (why && plain(why) !== stopped) {
    fail(why);
    at = at && L.draw(width, height, banner); // which says so
  }
  if (!at) return;

  const size = 4 * width * height, bytes = spare.byteLength === size ? new Uint8Array(spare) : new Uint8Array(size);
  bytes.set(M.HEAPU8.subarray(at, at + size)); // out of the heap, which may grow
  waiting = true;
  tellRibbon();
  tellProbe();
  post('frame', { bytes: bytes.buffer, width, height, banner, ms: performance.now() - begun }, [bytes.buffer]);
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
  tellStep(performance.now() - begun);
}
function tellStep(ms) {
  post('stepped', { ms, info: JSON.parse(L.info()), now, end });
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

// A step, then the picture of it: both as fast as they go, but never ahead of the clock. Each turn begins as a message, for
// browsers let a timer that a timer has set wait 4 ms and more.
const FRAME = 1000 / 60, turns = new MessageChannel(); // ms
const again = () => turns.port2.postMessage(0);
let due = 0, asleep = true;
turns.port1.onmessage = () => guarded(() => {
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
});
function wake() {
  if (asleep) again();
  asleep = false;
}

// A journey makes many frames before the picture that was asked for: in slices, so that whoever asks for another thing in the
// meantime, or wants no more of it, is heard. It is a generator: yields {at, of} behind each frame, and returns why it failed.
const SLICE = 40, slices = new MessageChannel(); // ms
let journey = null, arrive = null;
function travel(way, arrived) {
  setRunning(false);
  goesOn();
  journey = way;
  arrive = arrived;
  goOn();
}
function goOn() {
  const begun = performance.now();
  let next;
  do next = journey.next();
  while (!next.done && performance.now() - begun < SLICE);
  if (next.done) return endJourney(next.value);
  post('journey', next.value);
  if (loaded && !waiting) show();
  slices.port2.postMessage(0);
}
slices.port1.onmessage = () => guarded(() => journey && goOn());
function endJourney(why) { // why: undefined: it was not let go to its end
  if (!journey) return;
  const arrived = arrive;
  journey.return();
  journey = arrive = null;
  post('journey', {});
  if (why) fail(why);
  arrived(why);
  if (!loaded) return;
  tellStep(0);
  showSoon();
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

function tellLoaded(begun, more = {}) {
  post('loaded', { ms: performance.now() - begun, title: L.title(), controls: JSON.parse(L.controls()), told: '', ...more });
}

const on = {
  async start({ wasm }) {
    const begun = performance.now();
    M = await Laguna({ wasmBinary: wasm, onsay: hear });
    L = bind(M);
    post('ready', { ms: performance.now() - begun });
    for (const message of early.splice(0)) take(message);
  },
  ping() { post('pong'); },
  load({ text, files, keep, state, run = true, link }) {
    const begun = performance.now();
    const how = state ? RESUME : keep && loaded && !awaited ? KEEP : ANEW, first = link && link.deeds.before[0];
    const why = begin(first ? first.text : text, files, how, state);
    awaited = why !== '' && how === ANEW;
    if (why) {
      banner = tell(why) + (running ? '\n\nthe scene before goes on' : '');
      post('running', { on: running });
      return showSoon();
    }
    banner = stopped = '';
    tellLesson();
    tellLoaded(begun, { told: how === KEEP ? L.told() : '', onItsWay: Boolean(link) });
    if (!link) {
      setRunning(run);
      return showSoon();
    }
    travel(follow(text, files, link), why => {
      if (why === undefined) hear(0, `the link's moment, frame ${link.frame}, was not waited for`);
      else if (!why && link.hash && link.hash !== L.hash()) {
        hear(1, 'this moment came out otherwise than where the link was made: the script depends on something besides its text, '
          + 'or the link is from another version');
      }
      tellLoaded(begun);
    });
  },
  stop() {}, // of a journey
  shown({ bytes }) {
    spare = bytes;
    waiting = false;
    if (stale) showSoon();
  },
  run({ on }) { setRunning(on); },
  one() {
    setRunning(false);
    goesOn();
    step();
    show();
  },
  stage({ by }) { // so many stages of the next frame on
    setRunning(false);
    goesOn();
    branch();
    step(() => {
      const before = frames(), why = L.stage(by);
      if (frames() !== before) frameMade();
      return why;
    });
    show();
  },
  seek({ to }) { travel(back(to), () => post('sought')); },
  look({ x, y, on }) {
    L.look(x, y, on ? 1 : 0);
    showAgain();
  },
  size(m) {
    ({ width, height } = m);
    showSoon();
  },
  mouse({ x, y, button, act }) {
    const why = note({ what: 'mouse', p: JSON.parse(L.place(x, y)), button, act });
    if (why) fail(why);
  },
  key({ name, down }) {
    const why = note({ what: 'key', name, down });
    if (why) fail(why);
  },
  camera(m) {
    if (m.how === 'fit') L.fit();
    else L.camera({ zoom: 0, orbit: 1, pan: 2 }[m.how], m.x, m.y, m.by || 0);
    showAgain();
  },
  set({ world, id, name, x, text, flag }) {
    const why = note({ what: 'set', world, id, name, x, text, flag });
    if (why) tell(why);
    tellLesson(); // it may have been an answer
    showAgain();
  },
  advise({ step, picture }) {
    if (loaded) post('advice', JSON.parse(L.advice(step, picture)));
  },
  ledger() {
    const why = L.ledger();
    if (why) fail(why);
    showAgain();
  },
  press({ name }) {
    const why = note({ what: 'press', name });
    if (why) tell(why);
    showAgain();
  },
  save() {
    const why = L.save();
    if (why) tell(why);
    else post('state', { bytes: M.FS.readFile(STATE) });
  },
  eval({ line }) {
    const answer = note({ what: 'eval', line }); // what it prints comes first
    hear(0, '> ' + line + '\n' + answer);
    flush();
    showAgain();
  },
  // What a link has to hold so that it leads to this moment; past.js.
  share() { post('shared', { text: source.text, frame: now, deeds: deeds(), hash: L.hash() }); },
  // Which state it is; and, with a text, after so many steps from its beginning or a checkpoint, without pictures: for tests.
  hash({ text, files, frames, state }) {
    if (text === undefined) return post('answer', { hash: loaded ? L.hash() : '' });
    setRunning(false);
    let why = begin(text, files, state ? RESUME : ANEW, state), substeps = 0;
    const begun = performance.now();
    for (let i = 0; i < frames && !why; i++) {
      why = L.step();
      if (!why) substeps += L.substeps();
    }
    const seconds = (performance.now() - begun) / 1e3;
    if (!why) pastBegins();
    post('answer', { why, substeps, seconds, hash: why ? '' : L.hash() });
  },
};

// What leaves a journey alone, and what needs no scene.
const ASIDE = new Set(['start', 'ping', 'shown', 'size', 'look', 'camera', 'share']);
const ALONE = new Set(['start', 'ping', 'load', 'shown', 'size', 'stop', 'hash']);
const early = []; // what came before the module was there
function take(message) {
  if (!L && message.what !== 'start') return early.push(message);
  if (journey && !ASIDE.has(message.what)) endJourney();
  if (loaded || ALONE.has(message.what)) return on[message.what](message);
  if (message.what === 'eval') hear(0, `> ${message.line}\nno scene runs: Restart begins the one in the editor`);
  post('running', { on: false });
}

// What a handler throws is no sentence of a scene's: the module has trapped, mostly for want of memory. The page begins another.
function guarded(deed) {
  const died = e => post('died', { text: String(e && e.message || e), bytes: M ? M.HEAPU8.length : 0 });
  try {
    const later = deed();
    if (later instanceof Promise) later.catch(died);
  } catch (e) {
    died(e);
  }
}
onmessage = e => guarded(() => take(e.data));
