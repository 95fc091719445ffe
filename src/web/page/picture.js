// picture.js - mouse, touch and keys of the picture, and a film of it.
const canvas = $('canvas');
function fitCanvas() {
  const box = $('view').getBoundingClientRect(), dense = Math.min(devicePixelRatio || 1, 2);
  send('size', { width: Math.max(64, Math.round(box.width * dense)), height: Math.max(64, Math.round(box.height * dense)) });
}
addEventListener('resize', fitCanvas);

// A pixel of the picture, which stands in the middle of its box until there is one of the box's size.
const at = e => {
  const box = canvas.getBoundingClientRect(), scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  return { x: (e.clientX - box.left - box.width / 2) / scale + canvas.width / 2,
    y: (e.clientY - box.top - box.height / 2) / scale + canvas.height / 2 };
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
  if (!held) return;
  keys.forEach(tellKey);
  send('mouse', { ...at(e), button: 1, act: 'press' });
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
// Keys that are not the page's are the scene's, by the names that they have in the program: "a", "left", "left shift".
const SIDES = /^(Shift|Control|Alt|Meta)(Left|Right)$/, OTHER = { Control: 'ctrl', Meta: 'gui', Enter: 'return' };
function nameOf({ key, code }) {
  const [, kind, side] = SIDES.exec(code) || [], word = OTHER[kind || key] || kind || key.replace(/^Arrow/, '');
  return (side ? `${side} ${word}` : word).toLowerCase();
}
const keys = new Map(); // those that are down: code to {name, told}
function tellKey(key) {
  if (key.told) return;
  key.told = true;
  send('key', { name: key.name, down: true });
}
function letGo(code) {
  const key = keys.get(code);
  keys.delete(code);
  if (key && key.told) send('key', { name: key.name, down: false });
}
// Shift and the like are the page's as well: while the picture stands in the past they begin no other future, but a press does.
function pressKey(e) {
  if (e.repeat) return;
  keys.set(e.code, { name: nameOf(e), told: false });
  if (!SIDES.test(e.code) || past.now === past.end) tellKey(keys.get(e.code));
}
canvas.onkeydown = e => {
  if (e.key === ' ') $('pause').click();
  else if (e.key === 'Escape') $('way').hidden || $('way').lastChild.click();
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
  else pressKey(e);
  if (e.key === ' ') e.preventDefault();
};
canvas.onkeyup = e => letGo(e.code);
canvas.onblur = () => [...keys.keys()].forEach(letGo);

// ---- a film ----

let film = null;
$('record').onclick = () => {
  if (film) return film.stop();
  if (!window.MediaRecorder || !MediaRecorder.isTypeSupported('video/webm'))
    return say('this browser writes no films in the format webm', 'error');
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
