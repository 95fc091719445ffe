// page.js - editor, sliders, mouse and keys of the page. The simulation is the worker's; parameters come from its rows.
'use strict';
const $ = id => document.getElementById(id);
const begun = performance.now();
let scenes = []; // [{title, text, files}], once they are unpacked
const seen = window.laguna = { frames: 0, errors: [], answers: [] }; // what happened, for tests

// ---- bytes and text ----

const base64 = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
// Of one_file.lua: five digits to the base of 85 are four bytes.
function bytesOf(text) {
  const n = text.length, room = 4 * Math.ceil(n / 5), out = new DataView(new ArrayBuffer(room));
  for (let at = 0, to = 0; at < n; at += 5, to += 4) {
    let x = 0;
    for (let k = at; k < at + 5; k++) {
      const c = k < n ? text.charCodeAt(k) : 126;
      x = 85 * x + c - 40 - (c > 60) - (c > 92);
    }
    out.setUint32(to, x);
  }
  return new Uint8Array(out.buffer, 0, room - (5 * Math.ceil(n / 5) - n));
}
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
function base64Of(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
const packed = async (text, how) => // as base64
  base64Of(await through(new TextEncoder().encode(text), new CompressionStream(how)));
async function toLink(text) {
  return (await packed(text, 'deflate-raw')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
async function fromLink(word) {
  const bytes = base64(word.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

// ---- the worker ----

let worker = null; // until its text is unpacked
const send = (what, more = {}, move = []) => worker && worker.postMessage({ what, ...more }, move);

function put(text, kind) {
  const line = document.createElement('div');
  line.className = kind;
  line.textContent = text;
  $('out').append(line);
  while ($('out').childElementCount > 300) $('out').firstChild.remove();
}
function say(text, kind = '') {
  put(text, kind);
  $('out').scrollTop = 1e9; // lays the page out: once for all lines
}

let running = true, files = {}, frame = 0, apart = 0, shownAt = 0, stepMs = 0, toldAt = 0;
const TELL = 250; // ms: what changes faster cannot be read
function setRunning(on) {
  running = on;
  $('pause').textContent = on ? 'Pause' : 'Go on';
  showPast();
}
function load(keep, more = {}) {
  mark(0);
  clearIlls();
  $('status').textContent = 'loading'; // until the next picture: what never ends takes its whole budget
  send('load', { text: $('text').value, files, keep, ...more });
  setRunning(more.run !== false);
}

const pen = $('canvas').getContext('2d');
const heard = {
  ready(m) {
    seen.ready = m.ms;
    fitCanvas();
    start();
  },
  loaded(m) {
    seen.loaded = m;
    document.title = m.title + ' - Laguna';
    if (m.told) say(m.told, 'note');
    showPanel(m.controls);
  },
  frame(m) {
    if ($('canvas').width !== m.width || $('canvas').height !== m.height)
      Object.assign($('canvas'), { width: m.width, height: m.height });
    pen.putImageData(new ImageData(new Uint8ClampedArray(m.bytes), m.width, m.height), 0, 0);
    send('shown', { bytes: m.bytes }, [m.bytes]);
    const now = performance.now();
    if (shownAt) apart = apart ? 0.9 * apart + 0.1 * (now - shownAt) : Math.max(now - shownAt, 1e3 / FPS);
    shownAt = running ? now : 0;
    pictureMs = pictureMs ? 0.9 * pictureMs + 0.1 * m.ms : m.ms;
    if (++seen.frames === 1) seen.first = now - begun;
    if (running && now - toldAt < TELL) return;
    toldAt = now;
    const often = running ? `${(1e3 / Math.max(apart, 1)).toFixed(0)} pictures/s` : 'paused';
    $('status').textContent = `${often}, step ${stepMs.toFixed(1)} ms, picture ${m.ms.toFixed(1)} ms`;
    if (seen.info) showStages(seen.info.stats.stages);
  },
  stepped(m) {
    stepMs = m.ms;
    workMs = workMs ? 0.9 * workMs + 0.1 * m.ms : m.ms;
    frame = m.info.frame;
    seen.info = m.info;
    showPast(m.now, m.end);
    advise(m.info, performance.now());
  },
  probe(m) {
    seen.probe = m;
    showProbe(m);
  },
  sought() {
    seeking = false;
    if (wished !== null) seek(wished);
  },
  ribbon(m) {
    seen.ribbon = m;
    showRibbon(m);
  },
  lesson(m) {
    seen.lesson = m;
    showLesson(m);
  },
  say(m) {
    for (const { level, text } of m.lines)
      if (level === ILL) showIll(text);
      else put(text, level ? 'error' : '');
    $('out').scrollTop = 1e9;
  },
  error(m) {
    seen.errors.push(m.text);
    say(m.text, 'error');
    paceBegins();
    if (document.body.dataset.tab !== 'log') $('tabs').lastChild.classList.add('bad');
    const line = /scene\.lua:(\d+)/.exec(m.text);
    mark(line ? +line[1] : 0);
  },
  state(m) {
    seen.state = m.bytes;
    download(new Blob([m.bytes]), 'laguna.lgs');
  },
  answer(m) { seen.answers.push(m); },
};

// ---- over the picture's foot: what would keep up with real time, and what the doctor has found ----

const FPS = 60, LATE = 3e3, FRESH = 12e3, ILL = 100; // as page.c has it
let pictureMs = 0, workMs = 0, rate = 0, steppedAt = 0, lateSince = 0, advised = false;
function foot(text, ill, deed = null) {
  const [line, yes, no] = $('advice').children;
  $('advice').hidden = false;
  $('advice').classList.toggle('ill', ill);
  line.textContent = text;
  yes.hidden = !deed;
  yes.onclick = () => { no.onclick(); deed(); };
  no.onclick = () => { $('advice').hidden = true; };
}

// The work of a frame grows as spacing^-(dim + 1). What is late for three seconds is told once a scene.
const SPACING = /(\bspacing\s*=\s*)(\d*\.?\d+(?:e-?\d+)?)(?=\s*[,;}\s])/;
function advise({ dim, spacing }, now) {
  const since = now - steppedAt;
  steppedAt = now;
  rate = rate && since < 1e3 ? 0.95 * rate + 50 / Math.max(since, 1) : 1e3 / Math.max(since, 1);
  if (!running || rate > 0.9 * FPS) lateSince = now;
  if (advised || now - lateSince < LATE) return;
  advised = true;

  const room = 1e3 / FPS - pictureMs, share = (rate / FPS).toPrecision(1);
  if (pictureMs > workMs || room < 2) {
    return foot(`${share} x real time: a picture takes ${pictureMs.toFixed(0)} ms; a smaller window is faster`, false);
  }
  const wanted = +(spacing * Math.max(1, workMs / room) ** (1 / (dim + 1)) * 1.02).toPrecision(2), text = $('text').value;
  const literal = SPACING.exec(text), known = literal && Math.abs(+literal[2] - spacing) < 1e-6 * spacing;
  foot(`${share} x real time: spacing = ${wanted}, or another solver, would keep up`, false, known ? () => {
    $('text').value = text.replace(SPACING, `$1${wanted}`);
    load(false);
  } : null);
}

function showIll(text) { // "scene.lua:12: ... [rule]"
  const line = /scene\.lua:(\d+): */.exec(text), words = text.replace(/^[^ ]*scene\.lua(:\d+)?: */, '');
  const part = document.createElement('button');
  part.textContent = (line ? `line ${line[1]}: ` : '') + words;
  part.onclick = () => {
    if (!line) return;
    tab('text');
    mark(+line[1]);
    scrollToLine(+line[1]);
  };
  if (!$('ills').childElementCount) $('ills').append(Object.assign(document.createElement('h4'), { textContent: 'the doctor' }));
  $('ills').append(part);
  say(text, 'error');
  foot(part.textContent, true);
  const shown = part.textContent;
  setTimeout(() => { if ($('advice').firstChild.textContent === shown) $('advice').hidden = true; }, FRESH);
}
function clearIlls() {
  $('ills').replaceChildren();
  $('advice').hidden = true;
  advised = false;
  paceBegins();
}
function paceBegins() { // of a scene, or of one that goes on behind a text that was refused
  rate = pictureMs = workMs = 0;
  steppedAt = lateSince = performance.now();
}

// ---- the editor: line numbers, and the line of an error ----

let bad = 0;
function mark(line) {
  bad = line;
  const n = $('text').value.split('\n').length;
  $('numbers').replaceChildren(...Array.from({ length: n }, (_, i) => {
    const number = document.createElement('div');
    number.textContent = i + 1;
    if (i + 1 === bad) number.className = 'bad';
    return number;
  }));
  $('numbers').scrollTop = $('text').scrollTop;
}
function scrollToLine(line) { // and three before it
  $('text').scrollTop = (line - 4) * $('text').scrollHeight / $('text').value.split('\n').length;
}
let typed = 0; // the timer of an edit; browsers allow few changes of a history a second
$('text').oninput = () => {
  mark(bad);
  clearTimeout(typed);
  typed = setTimeout(remember, 500);
};
$('text').onscroll = () => { $('numbers').scrollTop = $('text').scrollTop; };
$('text').onkeydown = e => {
  if (e.key === 'Enter' && e.ctrlKey) load(true);
  if (e.key !== 'Tab' || e.shiftKey) return;
  e.preventDefault();
  document.execCommand('insertText', false, '  ');
};

// ---- a lesson: its notes, and what its checks have found ----

// A field is kept while its question is asked: the next message must not take it from whoever types.
const fields = new Map();
function field({ name, unit }) {
  const label = document.createElement('label'), box = document.createElement('input');
  Object.assign(box, { type: 'number', step: 'any', name });
  box.onchange = () => box.value !== '' && send('set', { world: 0, id: 0, name, x: +box.value });
  label.append(box, unit && unit !== '1' ? ' ' + unit : '');
  return label;
}

let hadLesson = false;
function showLesson({ notes, checks }) {
  const line = (text, kind = '') => {
    const part = document.createElement('div');
    part.className = kind;
    part.textContent = text;
    return part;
  };
  // Lines of one paragraph flow together, but for items, "- a" or "1 a", and for what is set in, which is code.
  const item = /^(- |\d{1,2} )/, lineEnds = /\n(?! )/g, itemEnds = /\n(?! |- |\d{1,2} )/g;
  const flowing = text => text.replace(item.test(text) ? itemEnds : lineEnds, ' ');
  const paragraph = text => /^ {4}/.test(text) ? line(text, 'code') : line(flowing(text));
  const note = text => {
    const part = line('', 'note');
    part.append(...text.replace(/\n+$/, '').split(/\n\n+/).map(paragraph));
    return part;
  };
  const mark = c => c.done ? c.met ? '\u2713' : '\u2717' : '\u2026';
  const verdict = c => line(`${mark(c)} ${c.name}${c.said && ': ' + c.said}`, c.done ? c.met ? 'yes' : 'no' : '');
  const question = c => {
    const key = `${c.name}|${c.ask}|${c.unit}`, part = line(c.ask, 'ask');
    if (!fields.has(key)) fields.set(key, field(c));
    part.append(fields.get(key));
    return part;
  };
  const held = document.activeElement, hasLesson = notes.length + checks.length > 0;
  $('tabs').firstChild.hidden = !hasLesson;
  $('tabs').firstChild.textContent = checks.length ? `Lesson ${checks.filter(c => c.met).length}/${checks.length}` : 'Lesson';
  if (hasLesson !== hadLesson && !(hasLesson && $('text').contains(held))) tab(hasLesson ? 'lesson' : 'text');
  hadLesson = hasLesson;
  $('lesson').replaceChildren(...checks.filter(c => !c.ask).map(verdict), ...notes.map(note),
    ...checks.filter(c => c.ask).flatMap(c => c.done ? [question(c), verdict(c)] : [question(c)]));
  if (held && $('lesson').contains(held)) held.focus();
}

// ---- stages: a ribbon by the time that each takes ----

function stagePart(kind, name, seconds, all) {
  const part = document.createElement(kind);
  let hue = 0;
  for (const c of name) hue = (hue * 31 + c.charCodeAt(0)) % 360;
  part.style.cssText = `width:${100 * seconds / all}%;background:hsl(${hue} 50% 65%)`;
  part.textContent = name.replace('solve/', '');
  part.title = `${name}: ${(1e3 * seconds).toFixed(2)} ms, ${(100 * seconds / all).toFixed(0)} %`;
  return part;
}

let within = false; // the picture stands behind a stage of the next frame
function showStages(stages) {
  const inner = Object.entries(stages).filter(([name]) => name !== 'solve'); // its stages stand for it
  const all = inner.reduce((sum, [, s]) => sum + s, 0) || 1;
  if (!within) $('stages').replaceChildren(...inner.filter(([, s]) => s > 0.01 * all)
    .map(([name, s]) => stagePart('span', name, s, all)));
}

// Those of one sub-step in their order; a click goes to where the picture is behind that one.
function showRibbon({ stages, at, caption }) {
  within = stages.length > 0;
  $('behind').textContent = caption;
  if (!within) return showStages(seen.info ? seen.info.stats.stages : {});
  const all = stages.reduce((sum, s) => sum + s.seconds, 0) || 1;
  $('stages').replaceChildren(...stages.map(({ name, seconds }, i) => {
    const part = stagePart('button', name, seconds, all);
    if (i === at) part.className = 'at';
    part.onclick = () => i !== at && send('stage', { by: i - at });
    return part;
  }));
}

// ---- the past of a paused picture, and the particle under the microscope ----

let past = { now: 0, end: 0 }, seeking = false, wished = null; // the frame that is asked for once the last one is there
function showPast(now = past.now, end = past.end) {
  past = { now, end };
  $('past').hidden = running || !end;
  $('bar').max = end;
  if (!seeking && wished === null) $('bar').value = now;
  $('past').firstElementChild.textContent = `frame ${now} of ${end}`;
}
function seek(to) {
  wished = seeking ? to : null;
  if (seeking) return;
  seeking = true;
  $('bar').value = to;
  send('seek', { to });
}
$('bar').oninput = () => seek(+$('bar').value);

function showProbe(p) {
  const part = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
  const table = (title, rows) => {
    const all = document.createElement('table');
    for (const row of rows) {
      const line = all.insertRow();
      for (const text of row) line.insertCell().textContent = text;
    }
    return [part('h4', title), all];
  };
  $('probe').replaceChildren(...p.id === undefined ? [] : [
    ...table(`particle ${p.id}`, p.columns),
    ...table('acceleration, m/s2', p.terms.length ? p.terms : [['from the next step on', '']]),
    ...table(`${p.count} neighbours: id, m, share`,
      p.neighbors.map(n => [n.id, n.distance.toPrecision(3), n.share.toPrecision(3)])),
  ]);
}
let looking = false; // the next click picks a particle
function look(on) {
  looking = on;
  $('inspect').classList.toggle('on', on);
}

// ---- the panel: a slider, a choice or a box for each row ----

const ENDLESS = 1e6; // above it a row has no upper end to speak of
function control(row) {
  const label = document.createElement('label');
  const set = (x, text) => send('set', { world: row.world, id: row.id, name: row.name, x, text, flag: row.flag });
  label.title = row.doc;
  label.append(row.name + (row.unit && row.unit !== '1' ? ` [${row.unit}]` : ''));
  if (row.choices) {
    const choice = document.createElement('select');
    for (const word of row.choices.split('|')) choice.add(new Option(word));
    choice.value = row.text;
    choice.onchange = () => set(0, choice.value);
    label.append(choice);
    return label;
  }

  if (row.flag) {
    const box = document.createElement('input');
    Object.assign(box, { type: 'checkbox', checked: row.x !== 0 });
    box.onchange = () => set(box.checked ? 1 : 0);
    label.append(box);
    return label;
  }

  const box = document.createElement('input'), slider = document.createElement('input');
  const endless = row.max === null || row.max > ENDLESS, low = row.min === null || row.min < -ENDLESS;
  const most = endless ? 4 * Math.abs(row.x) || 1 : row.max;
  Object.assign(box, { type: 'number', step: 'any', value: +row.x.toPrecision(4) });
  Object.assign(slider, { type: 'range', step: 'any', min: low ? -most : row.min, max: most });
  slider.value = row.x;
  slider.oninput = () => {
    box.value = +(+slider.value).toPrecision(4);
    set(+slider.value);
  };
  box.onchange = () => {
    slider.value = box.value;
    set(+box.value);
  };
  const help = document.createElement('span'), unit = row.unit && row.unit !== '1' ? ' ' + row.unit : '';
  help.className = 'help';
  help.textContent = `${row.doc}${low ? '' : `; from ${row.min}${unit}`}${endless ? '' : ` to ${row.max}${unit}`}`;
  label.append(box, slider, help);
  return label;
}

function showPanel({ rows, buttons }) {
  const parts = buttons.map(name => {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = () => send('press', { name });
    return button;
  });
  let head = null;
  const last = row => row.object === 'world'; // what is touched least
  for (const row of [...rows.filter(row => !last(row)), ...rows.filter(last)]) {
    if (!(row.number || row.flag || row.choices) || row.restart || row.name === 'threads' && last(row)) continue; // it has one
    if (row.object !== head) {
      head = row.object;
      const title = document.createElement('h4');
      title.textContent = head || 'scene';
      parts.push(title);
    }
    parts.push(control(row));
  }
  $('panel').replaceChildren(...parts);
}

// ---- mouse, touch and keys of the picture ----

const canvas = $('canvas');
function fitCanvas() {
  const box = $('view').getBoundingClientRect(), dense = Math.min(devicePixelRatio || 1, 2);
  send('size', { width: Math.max(64, Math.round(box.width * dense)), height: Math.max(64, Math.round(box.height * dense)) });
}
addEventListener('resize', fitCanvas);

const at = e => {
  const box = canvas.getBoundingClientRect();
  return { x: (e.clientX - box.left) * canvas.width / box.width, y: (e.clientY - box.top) * canvas.height / box.height };
};
const fingers = new Map();
let held = 0; // the scene's button, or 0
canvas.onpointerdown = e => {
  canvas.focus();
  canvas.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, at(e));
  if (e.button === 0 && (looking || e.altKey)) {
    send('look', { ...at(e), on: true });
    fingers.delete(e.pointerId);
    return look(false);
  }
  held = e.button === 0 && fingers.size === 1 ? 1 : 0;
  if (held) send('mouse', { ...at(e), button: 1, act: 'press' });
};
let mouse = { x: 0, y: 0 };
canvas.onpointermove = e => {
  mouse = at(e);
  if (!fingers.has(e.pointerId)) return;
  const before = fingers.get(e.pointerId), now = at(e);
  fingers.set(e.pointerId, now);
  if (fingers.size === 2) { // two fingers: zoom
    const [a, b] = [...fingers.values()], other = a === now ? b : a;
    const far = (p, q) => Math.hypot(p.x - q.x, p.y - q.y) || 1;
    send('camera', { how: 'zoom', x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, by: far(now, other) / far(before, other) });
  } else if (held) send('mouse', { ...now, button: 1, act: 'move' });
  else send('camera', { how: e.buttons & 2 ? 'orbit' : 'pan', x: now.x - before.x, y: now.y - before.y });
};
canvas.onpointerup = canvas.onpointercancel = e => {
  if (held) send('mouse', { ...at(e), button: 1, act: 'release' });
  held = 0;
  fingers.delete(e.pointerId);
};
canvas.oncontextmenu = e => e.preventDefault();
canvas.onwheel = e => {
  e.preventDefault();
  send('camera', { how: 'zoom', ...at(e), by: Math.pow(1.15, -e.deltaY / 100) });
};
canvas.onkeydown = e => {
  if (e.key === ' ') $('pause').click();
  else if (e.code === 'Period' && (e.ctrlKey || e.shiftKey)) stage(e.ctrlKey ? 1 : SUBSTEP);
  else if (e.code === 'Period') $('one').click();
  else if (e.code === 'Comma') stage(e.ctrlKey ? -1 : -SUBSTEP);
  else if (e.key === 'i') send('look', { ...mouse, on: seen.probe === undefined || seen.probe.id === undefined });
  else if (/^Arrow(Left|Right)$/.test(e.key) && !$('past').hidden)
    seek(Math.min(past.end, Math.max(0, +$('bar').value + (e.key === 'ArrowLeft' ? -1 : 1))));
  else if (e.key === 'f') $('fit').click();
  else if (e.key === 'r') $('restart').click();
  else if (e.key === 'e') $('ledger').click();
  else if (e.key === 'o') $('gallery').click();
  else send('key', { name: e.key.toLowerCase(), down: true });
  if (e.key === ' ') e.preventDefault();
};
canvas.onkeyup = e => { if (!' .efori'.includes(e.key)) send('key', { name: e.key.toLowerCase(), down: false }); };

// ---- buttons ----

$('apply').onclick = () => load(true);
$('restart').onclick = () => load(false);
$('pause').onclick = () => {
  setRunning(!running);
  send('run', { on: running });
};
$('one').onclick = () => {
  setRunning(false);
  send('one');
};
const SUBSTEP = 1000; // stages: to the end of a sub-step, or back to the frame's start
function stage(by) {
  setRunning(false);
  send('stage', { by });
}
$('stage').onclick = e => stage(e.shiftKey ? SUBSTEP : 1);
$('back').onclick = e => stage(e.shiftKey ? -SUBSTEP : -1);
$('inspect').onclick = () => {
  const on = !looking && (seen.probe === undefined || seen.probe.id === undefined);
  send('look', { x: 0, y: 0, on: false });
  look(on);
};
$('ledger').onclick = () => send('ledger');
$('fit').onclick = () => send('camera', { how: 'fit' });
$('line').onkeydown = e => {
  if (e.key !== 'Enter') return;
  send('eval', { line: $('line').value });
  $('line').value = '';
};

// A link that holds the text and the frame: the same text, the same frame, the same bits.
$('share').onclick = async () => {
  history.replaceState(null, '', `#s=${await toLink($('text').value)}&f=${frame}`);
  seen.link = location.href;
  if (navigator.clipboard) navigator.clipboard.writeText(location.href).catch(() => {});
  say(`the link of ${location.href.length} characters is in the address bar: frame ${frame} of this text`, 'note');
};

function download(blob, name) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1e4);
}

const titleOf = text => text.split('\n')[0].replace(/^[- ]+/, '') || 'scene';
// The same page with the text as its first scene.
$('save').onclick = async () => {
  const page = document.documentElement.cloneNode(true);
  const mine = { title: titleOf($('text').value), text: $('text').value, files };
  page.querySelector('#scenes').textContent = await packed(JSON.stringify([mine, ...scenes]), 'gzip');
  for (const id of ['out', 'panel', 'lesson', 'tiles', 'numbers', 'stages', 'behind', 'probe', 'ills'])
    page.querySelector('#' + id).replaceChildren();
  download(new Blob(['<!doctype html>\n', page.outerHTML], { type: 'text/html' }), 'laguna.html');
};

// A file of the user's: a checkpoint, a picture or mesh that the scene reads by its name, or a scene.
async function take(file) {
  if (/\.lgs$/.test(file.name)) return load(false, { state: await file.arrayBuffer(), run: false });
  if (/\.(png|obj)$/i.test(file.name)) {
    files = { ...files, [file.name]: { base64: base64Of(new Uint8Array(await file.arrayBuffer())) } };
    say(`${file.name} lies beside the scene: it can read it`, 'note');
    remember();
    return load(true);
  }
  choose({ title: file.name, text: await file.text() });
  remember(location.pathname + location.search);
  load(false);
}
$('state').onclick = () => send('save');
$('open').onclick = () => {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: '.lua,.lgs,.png,.obj' });
  input.onchange = () => take(input.files[0]);
  input.click();
};
document.ondragover = e => e.preventDefault();
document.ondrop = e => {
  e.preventDefault();
  if (e.dataTransfer.files.length) take(e.dataTransfer.files[0]);
};

let film = null;
$('record').onclick = () => {
  if (film) return film.stop();
  const pieces = [];
  film = new MediaRecorder(canvas.captureStream(60), { mimeType: 'video/webm' });
  film.ondataavailable = e => pieces.push(e.data);
  film.onstop = () => {
    download(new Blob(pieces, { type: 'video/webm' }), 'laguna.webm');
    film = null;
    $('record').textContent = 'Record';
  };
  film.start();
  $('record').textContent = 'Stop';
};

// ---- the list of scenes, with their pictures ----

// Of thumb.c: a letter is a pixel of that colour.
function drawPicture(to, { width, colors, pixels }) {
  const height = pixels.length / width, image = new ImageData(width, height);
  const color = colors.match(/../g).map(digits => parseInt(digits, 16));
  for (let i = 0; i < pixels.length; i++) {
    const c = 3 * (pixels.charCodeAt(i) - 97);
    image.data.set([color[c], color[c + 1], color[c + 2], 255], 4 * i);
  }
  Object.assign(to, { width, height });
  to.getContext('2d').putImageData(image, 0, 0);
}
const ideaOf = text => (/^-- idea: *(.*)/m.exec(text) || ['', ''])[1];
function tile(scene, i) {
  const part = document.createElement('button'), picture = document.createElement('canvas'),
    name = document.createElement('span');
  name.textContent = scene.title;
  part.title = ideaOf(scene.text);
  if (scene.picture) drawPicture(picture, scene.picture);
  part.append(picture, name);
  part.onclick = () => {
    $('list').close();
    openScene(i);
    canvas.focus();
  };
  return part;
}
$('gallery').onclick = () => {
  if (!$('tiles').childElementCount) $('tiles').append(...scenes.map(tile));
  $('find').value = '';
  $('find').oninput();
  $('list').showModal();
};
const tilesShown = () => [...$('tiles').children].filter(part => !part.hidden);
$('find').oninput = () => {
  const words = $('find').value.toLowerCase().split(/\s+/);
  [...$('tiles').children].forEach((part, i) => {
    const all = `${scenes[i].title} ${part.title}`.toLowerCase();
    part.hidden = !words.every(word => all.includes(word));
  });
};
$('list').onkeydown = e => {
  if (e.key === 'Escape') { // which would first empty the search
    e.preventDefault();
    return $('list').close();
  }
  const shown = tilesShown(), at = shown.indexOf(document.activeElement);
  const row = Math.max(1, shown.filter(part => part.offsetTop === shown[0].offsetTop).length);
  const by = { ArrowDown: at < 0 ? 1 : row, ArrowUp: -row, ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (e.key === 'Enter' && at < 0 && shown.length) shown[0].click();
  if (!by || at < 0 && e.key !== 'ArrowDown') return;
  e.preventDefault();
  (at + by < 0 ? $('find') : shown[Math.min(at + by, shown.length - 1)]).focus();
};
$('list').onclick = e => { if (e.target === $('list')) $('list').close(); }; // beside it

// ---- what lies below the picture of a narrow window ----

function tab(name) {
  document.body.dataset.tab = name;
  $('tabs').querySelector(`[data-tab=${name}]`).classList.remove('bad');
}
for (const one of $('tabs').children) one.onclick = () => tab(one.dataset.tab);
$('menu').onclick = e => { if (e.target.tagName === 'BUTTON') $('menu').open = false; };
$('menu').onkeydown = e => { if (e.key === 'Escape') $('menu').open = false; };
addEventListener('pointerdown', e => { if (!$('menu').contains(e.target)) $('menu').open = false; });

// ---- the beginning ----

const nameScene = name => { $('gallery').firstChild.textContent = name; };
function choose({ title, text, files: read }) {
  files = read || {};
  $('text').value = text;
  scrollToLine(text.split('\n').findIndex(line => /-- your part --/.test(line)) + 1); // of a lesson
  nameScene(title);
}
function openScene(i) {
  choose(scenes[i]);
  remember(location.pathname + location.search);
  load(false);
}

// A page that is loaded again has its text again: the tab's history keeps it, which asks no storage of a file's page.
function remember(address = '') {
  clearTimeout(typed);
  history.replaceState({ title: $('gallery').firstChild.textContent, text: $('text').value, files }, '', address);
}

async function start() {
  const shared = /[#&]s=([\w-]+)/.exec(location.hash), until = /[#&]f=(\d+)/.exec(location.hash), kept = history.state;
  if (kept || scenes.length) choose(kept || scenes[0]);
  if (shared && !kept) {
    try {
      const text = await fromLink(shared[1]);
      choose({ title: titleOf(text), text, files: Object.assign({}, ...scenes.map(one => one.files)) }); // beside it
    } catch (e) {
      say('the link is damaged: its text cannot be unpacked', 'error');
    }
  }
  if (shared && until && !kept) load(false, { frame: Math.min(+until[1], 100000), run: false });
  else load(false);
}
addEventListener('hashchange', start); // another link in the same tab

const unpack = (id, bytes) => through(bytes($(id).textContent), new DecompressionStream('gzip'));
Promise.all([unpack('worker', bytesOf), unpack('wasm', bytesOf), unpack('scenes', base64)]).then(([text, wasm, list]) => {
  scenes = JSON.parse(new TextDecoder().decode(list));
  worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  worker.onmessage = e => heard[e.data.what](e.data);
  worker.onerror = e => heard.error({ text: e.message });
  send('start', { wasm }, [wasm.buffer]);
});
