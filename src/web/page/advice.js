// advice.js - over the picture's foot: what would keep up with real time, and what the doctor has found.
const FPS = 60, LATE = 3e3, FRESH = 12e3, ILL = 100; // FPS and ILL as page.c has them, LATE as viewer/advice.h
let pictureMs = 0, workMs = 0, rate = 0, steppedAt = 0, lateSince = 0, advised = false;
function foot(text, ill, deeds = {}) { // deeds: what its buttons do, by what they say
  const line = $('advice').firstChild, no = $('advice').lastChild;
  $('advice').hidden = false;
  $('advice').classList.toggle('ill', ill);
  $('advice').replaceChildren(line, no);
  line.textContent = text;
  no.onclick = () => { $('advice').hidden = true; };
  for (const name in deeds) {
    const yes = document.createElement('button');
    yes.textContent = name;
    yes.onclick = () => { no.onclick(); deeds[name](); };
    no.before(yes);
  }
}

// What is late for three seconds is told once a scene; what would keep up, the worker knows.
function advise(now) {
  const since = now - steppedAt;
  steppedAt = now;
  rate = rate && since < 1e3 ? 0.95 * rate + 50 / Math.max(since, 1) : 1e3 / Math.max(since, 1);
  if (!running || rate > 0.9 * FPS) lateSince = now;
  if (advised || now - lateSince < LATE) return;
  advised = true;
  if (pictureMs <= workMs) return send('advise', { step: workMs, picture: pictureMs });
  const share = (rate / FPS).toPrecision(1), drawn = pictureMs.toFixed(0);
  foot(`${share} x real time: a picture takes ${drawn} ms; a smaller window is faster`, false);
}

const SPACING = /(\bspacing\s*=\s*)(\d*\.?\d+(?:e-?\d+)?)(?=\s*[,;}\s])/;
function showAdvice({ text, spacing, solver, line }) {
  const scene = $('text').value, literal = SPACING.exec(scene), now = seen.info.spacing, deeds = {};
  if (literal && Math.abs(+literal[2] - now) < 1e-6 * now) {
    deeds[`spacing = ${spacing}`] = () => {
      $('text').value = scene.replace(SPACING, `$1${spacing}`);
      load(false);
    };
  }
  if (line) deeds[`solver = ${solver}`] = () => send('eval', { line });
  const drawn = pictureMs > 500 / FPS ? ` in a smaller window: a picture takes ${pictureMs.toFixed(0)} ms` : '';
  foot(text + drawn, false, deeds);
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
