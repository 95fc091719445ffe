// files.js - what leaves the page and comes to it: links, pages, checkpoints, scenes, and files that scenes read.

// ---- a link that holds the text, the frame, and what was done up to there: the same bits ----

const LINK = 3e4; // characters of what was done: longer links are cut by too many programs
$('share').onclick = () => seen.loaded ? send('share') : share({ text: null });
async function share({ text, frame, deeds, hash }) {
  const mine = $('text').value, beside = Object.keys(current.beside || {});
  const lacks = beside.map(name => `it does not hold ${name}: "Save page" does`);
  const byHand = deeds && deeds.before.length + deeds.events.length ? await toLink(JSON.stringify(deeds)) : '';
  let word = `#s=${await toLink(mine)}`, what = 'the beginning of this text';
  if (text === null) lacks.push('no scene runs');
  else if (text !== mine) lacks.push('the text was edited since it was applied: what runs is not in the link');
  else if (!deeds) lacks.push('what runs began with a checkpoint, which no link holds: "Save state" does');
  else if (byHand.length > LINK) lacks.push('too much was done by hand for a link: "Save state" holds this moment');
  else {
    word += `&f=${frame}&h=${hash}${byHand && '&d=' + byHand}`;
    what = `frame ${frame} of this text${byHand && ', with what was done by hand'}`;
  }

  remember(word, true);
  seen.link = location.href;
  if (navigator.clipboard) navigator.clipboard.writeText(location.href).catch(() => {});
  say(`the link of ${location.href.length} characters is in the address bar: ${what}`, 'note');
  for (const lack of lacks) say(lack, 'error');
}

const isEvent = e => e && Number.isInteger(e.frame) && e.frame >= 0 && {
  mouse: () => Array.isArray(e.p) && e.p.length === 4 && e.p.every(Number.isFinite) && Number.isFinite(e.button) && isText(e.act),
  key: () => isText(e.name),
  set: () => isText(e.name) && Number.isFinite(e.world) && Number.isFinite(e.id) && [e.x, 0].every(Number.isFinite)
    && (e.text === undefined || isText(e.text)),
  press: () => isText(e.name),
  eval: () => isText(e.line),
}[e.what]?.();
const LINES = 2e4; // of a text: browsers take minutes to lay out an editor of a million
const isText = x => typeof x === 'string';
const isPart = part => part && isText(part.text) && Number.isInteger(part.frames) && areEvents(part.events);
const areEvents = all => Array.isArray(all) && all.every(isEvent);
// {text, link: {frame, hash, deeds}} of the address; null: there is none; throws what a damaged one throws.
async function readLink() {
  const word = key => (new RegExp(`[#&]${key}=([\\w-]+)`).exec(location.hash) || [])[1];
  if (!word('s')) return null;
  const text = await fromLink(word('s')), deeds = word('d') ? JSON.parse(await fromLink(word('d'))) : { before: [], events: [] };
  if (text.split('\n').length > LINES) throw new RangeError('lines');
  if (!Array.isArray(deeds.before) || !deeds.before.every(isPart) || !areEvents(deeds.events)) throw new TypeError('deeds');
  return { text, link: word('f') && { frame: parseInt(word('f'), 10) || 0, hash: word('h'), deeds } };
}

// ---- files ----

function download(blob, name) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1e4);
}

// The page as it came, with the text of the editor as its first scene, and with all edits.
$('save').onclick = async () => {
  const page = PAGE.cloneNode(true), text = $('text').value;
  keepEdit();
  const { edit, beside, ...plain } = current;
  const first = isEdited(current) ? { title: titleOf(text), text, files, mine: true } : current;
  const list = [first, ...scenes.map(one => one === current ? plain : one).filter(one => first !== current || one.text !== text)];
  page.querySelector('#scenes').textContent = await packed(JSON.stringify(list), 'gzip');
  download(new Blob(['<!doctype html>\n', page.outerHTML], { type: 'text/html' }), 'laguna.html');
};

// A file of the user's: a checkpoint, a picture or mesh that the scene reads by its name, or a scene.
async function take(file) {
  if (/\.lgs$/.test(file.name)) return load(false, { state: await file.arrayBuffer(), run: false });
  if (/\.(png|obj)$/i.test(file.name)) {
    const added = { [file.name]: { base64: base64Of(new Uint8Array(await file.arrayBuffer())) } };
    current.beside = { ...current.beside, ...added };
    files = { ...files, ...added };
    say(`${file.name} lies beside the scene: it can read it`, 'note');
    remember();
    return load(true);
  }
  openScene(scenes.indexOf(adopt(file.name, await file.text())));
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
