// editor.js - the scene's text: line numbers, the line of an error, and edits, each of which is kept with its scene.
let scenes = []; // [{title, text, files, picture; edit: its text as it was edited; beside: files that were dropped on it; mine}]
let current = null; // that in the editor

// ---- line numbers, and the line of an error ----

let bad = 0;
const numbers = (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => from + i + '\n').join('');
function mark(line) {
  const n = $('text').value.split('\n').length;
  bad = line > n ? 0 : line;
  $('numbers').replaceChildren(numbers(1, bad - 1));
  if (bad) $('numbers').append(Object.assign(document.createElement('div'), { className: 'bad', textContent: bad }));
  $('numbers').append(numbers(bad + 1, n));
  $('numbers').scrollTop = $('text').scrollTop;
}
function scrollToLine(line) { // and three before it
  $('text').scrollTop = (line - 4) * $('text').scrollHeight / $('text').value.split('\n').length;
}
let typed = 0; // the timer of an edit; browsers allow few changes of a history a second
$('text').oninput = () => {
  mark(bad);
  keepEdit();
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

// ---- edits ----

const isEdited = one => one.edit !== undefined || one.beside !== undefined;
function keepEdit() {
  if (!current) return;
  const text = $('text').value;
  if (text === current.text) delete current.edit;
  else current.edit = text;
  $('edited').hidden = !isEdited(current);
}
// The text as it came, in one edit, which Ctrl+Z takes back.
$('restore').onclick = () => {
  delete current.beside;
  files = { ...current.files };
  $('text').focus();
  $('text').select();
  if (!document.execCommand('insertText', false, current.text)) $('text').value = current.text;
  keepEdit();
  remember();
  load(false);
};

const titleOf = text => text.split('\n')[0].replace(/^[- ]+/, '') || 'scene';
const nameScene = name => { $('gallery').firstChild.textContent = name; };
function choose(one) {
  keepEdit();
  current = one;
  files = { ...one.files, ...one.beside };
  const text = one.edit === undefined ? one.text : one.edit;
  $('text').value = text;
  scrollToLine(text.split('\n').findIndex(line => /-- your part --/.test(line)) + 1); // of a lesson
  nameScene(one.title);
  keepEdit();
}
function openScene(i) {
  choose(scenes[i]);
  remember(location.pathname + location.search);
  load(false);
}
// A text from elsewhere is one of the list from now on.
function adopt(title, text, read = {}) {
  let one = scenes.find(other => other.text === text && !isEdited(other));
  if (!one) scenes.unshift(one = { title, text, files: read, mine: true });
  return one;
}

// A page that is loaded again has its texts again: the tab's history keeps them, which asks no storage of a file's page. linked:
// but for the one in the editor, which the address has.
const packedScenes = () => scenes.filter(one => !one.mine);
function remember(address = '', linked = false) {
  clearTimeout(typed);
  keepEdit();
  const edits = packedScenes().map(({ edit, beside }, at) => ({ at, edit, beside })).filter(isEdited);
  const mine = scenes.filter(one => one.mine);
  history.replaceState({ at: scenes.indexOf(current), text: $('text').value, mine, edits, linked }, '', address);
}
function recall(kept) {
  const packed = packedScenes();
  for (const { at, ...edit } of kept.edits || []) Object.assign(packed[at] || {}, edit);
  scenes = [...kept.mine || [], ...packed];
}
