// advice.js - over the picture's foot: what would keep up with real time, and what the doctor has found.
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

  const whole = 1e3 / FPS, share = (rate / FPS).toPrecision(1), drawn = pictureMs.toFixed(0);
  if (pictureMs > workMs) return foot(`${share} x real time: a picture takes ${drawn} ms; a smaller window is faster`, false);
  const left = Math.max(whole - pictureMs, whole / 4), too = pictureMs > whole / 2; // beside a picture; too: that is long, too
  const wanted = +(spacing * Math.max(1, workMs / left) ** (1 / (dim + 1)) * 1.02).toPrecision(2);
  const text = $('text').value;
  const literal = SPACING.exec(text), known = literal && Math.abs(+literal[2] - spacing) < 1e-6 * spacing;
  const smaller = too ? ` in a smaller window: a picture takes ${drawn} ms` : '';
  foot(`${share} x real time: spacing = ${wanted}, or another solver, would keep up${smaller}`, false, known ? () => {
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
