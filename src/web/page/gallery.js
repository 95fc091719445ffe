// gallery.js - the list of scenes, with their pictures.
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
const tiles = new Map(); // of scenes
function tileOf(scene) {
  if (!tiles.has(scene)) tiles.set(scene, tile(scene));
  const part = tiles.get(scene);
  part.lastChild.textContent = scene.title + (isEdited(scene) ? ' \u2022 edited' : '');
  return part;
}
function tile(scene) {
  const part = document.createElement('button'), picture = document.createElement('canvas');
  part.title = ideaOf(scene.text);
  if (scene.picture) drawPicture(picture, scene.picture);
  part.append(picture, document.createElement('span'));
  part.onclick = () => {
    $('list').close();
    openScene(scenes.indexOf(scene));
    canvas.focus();
  };
  return part;
}
$('gallery').onclick = () => {
  keepEdit();
  $('tiles').replaceChildren(...scenes.map(tileOf));
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
