// stages.js - looking closely: stages of a frame as a ribbon by their time, frames that were, and one particle.
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
