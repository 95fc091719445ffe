// page.js - the buttons, what lies below the picture of a narrow window, and the beginning.

// ---- buttons ----

$('apply').onclick = () => load(true);
$('restart').onclick = () => load(false);
$('pause').onclick = () => {
  setRunning(!running); // which the worker confirms, or not
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

// ---- tabs, and the menu ----

function tab(name) {
  document.body.dataset.tab = name;
  $('tabs').querySelector(`[data-tab=${name}]`).classList.remove('bad');
}
for (const one of $('tabs').children) one.onclick = () => tab(one.dataset.tab);
$('menu').onclick = e => { if (e.target.tagName === 'BUTTON') $('menu').open = false; };
$('menu').onkeydown = e => { if (e.key === 'Escape') $('menu').open = false; };
addEventListener('pointerdown', e => { if (!$('menu').contains(e.target)) $('menu').open = false; });

// ---- the beginning ----

async function start() {
  const kept = history.state;
  if (kept && !current) recall(kept);
  let link = null;
  try {
    link = (!kept || kept.linked) && await readLink();
  } catch (e) {
    say('the link is damaged: it cannot be unpacked', 'error');
  }

  // Beside a text from elsewhere lie the files of all scenes of the page.
  if (link) choose(adopt(titleOf(link.text), link.text, Object.assign({}, ...scenes.map(one => one.files))));
  else if (scenes.length) choose(scenes[kept ? kept.at : 0] || scenes[0]);
  load(false, link || {});
}
addEventListener('hashchange', start); // another link in the same tab

const unpack = (id, bytes) => through(bytes($(id).textContent), new DecompressionStream('gzip'));
Promise.all([unpack('worker', bytesOf), unpack('wasm', bytesOf), unpack('scenes', base64)]).then(([text, wasm, list]) => {
  scenes = JSON.parse(new TextDecoder().decode(list));
  parts = { text, wasm };
  beginWorker();
});
