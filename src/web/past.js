// past.js - the worker's past: states that the scene was in, and what was done in between; each frame is made again from them.
// And what was done before, which a link takes along.
const ROOM = 96e6; // bytes of states: beyond it every second one goes
let source = null; // text and files of the scene that runs
let before = []; // texts that it has run with, each kept by the next: {text, frames, events}; null: it began with a checkpoint
let states, events, hashes, now = 0, end = 0, every, down; // frames; down: presses that were not let go of

// A scene comes; how: see page.c. "": it did.
function begin(text, files, how, state) {
  if (how === KEEP) branch();
  write(text, files, state);
  const why = L.load('/scene.lua', how);
  if (why) return why;
  if (how === KEEP && before) before.push({ text: source.text, frames: now, events });
  else if (how !== KEEP) before = how === ANEW ? [] : null;
  loaded = true;
  source = { text, files };
  pastBegins();
  return '';
}

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
function follows({ what, button, name, act, down: on }) {
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
  const all = events;
  events = [];
  for (const e of all) { events.push(e); follows(e); }
  for (const e of [...down.values()]) note(e.what === 'key' ? { ...e, down: false } : { ...e, ...mouseBefore(), act: 'release' });
}
function note(event) { // and does it; "": it went well
  branch();
  events.push({ ...event, frame: now });
  follows(event);
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

// A journey back, or on again, to a frame that was.
function* back(to) {
  const state = states.findLast(s => s.frame <= to);
  if (!state) return 'no state of this scene could be kept to go back to';
  write(source.text, source.files, state.bytes);
  let why = L.load('/scene.lua', RETURN), next = events.findIndex(e => e.frame >= state.frame);
  if (why) return why;
  if (state.mouse) L.mouse(...state.mouse.p, 0, '');
  const doThose = () => {
    for (; next >= 0 && next < events.length && events[next].frame === now; next++) done[events[next].what](events[next]);
  };
  for (now = state.frame; now < Math.min(to, end) && !why;) {
    doThose();
    why = L.step();
    if (!why) yield { at: ++now - state.frame, of: Math.min(to, end) - state.frame };
  }
  if (now === end) doThose();
  if (!why && hashes[now] && hashes[now] !== L.hash()) {
    hear(0, 'this frame came out otherwise than before: the script keeps something '
      + 'in locals of its own; keep it in lg.keep');
  }
  return why;
}

// ---- links ----

// What was done up to here: null: it cannot be done again, for it began with a checkpoint.
const deeds = () => before && { before, events: now === end ? events : events.filter(e => e.frame < now) };

// A journey to a link's moment; its first text has been loaded.
function* follow(text, files, { frame, deeds }) {
  const parts = [...deeds.before, { text, frames: frame, events: deeds.events }], first = parts[0];
  const of = parts.reduce((sum, part) => sum + part.frames, 0);
  let at = 0;
  for (const part of parts) {
    let why = part === first ? '' : begin(part.text, files, KEEP), next = 0;
    const doThose = () => {
      for (; next < part.events.length && part.events[next].frame <= now; next++) note(part.events[next]);
    };
    while (now < part.frames && !why) {
      doThose();
      why = frameOn();
      if (!why) yield { at: ++at, of };
    }
    if (why) return why;
    doThose();
  }
  return '';
}
