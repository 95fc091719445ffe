// lesson.js - a lesson: its notes, and what its checks have found.
// A field is kept while its question is asked: the next message must not take it from whoever types.
const fields = new Map();
function field({ name, unit }) {
  const label = document.createElement('label'), box = document.createElement('input');
  Object.assign(box, { type: 'number', step: 'any', name });
  box.onchange = () => box.value !== '' && send('set', { world: 0, id: 0, name, x: +box.value });
  label.append(box, unit && unit !== '1' ? ' ' + unit : '');
  return label;
}

// `what` stands between backticks is code.
const withCode = text => text.split(/`([^`\n]+)`/).map((part, i) => i % 2
  ? Object.assign(document.createElement('code'), { textContent: part }) : part);

let hadLesson = false;
function showLesson({ notes, checks }) {
  const line = (text, kind = '') => {
    const part = document.createElement('div');
    part.className = kind;
    part.append(...kind === 'code' ? [text] : withCode(text));
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
