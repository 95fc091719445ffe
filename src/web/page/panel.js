// panel.js - a slider, a choice or a box for each row; parameters come from the rows of the kinds.
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
