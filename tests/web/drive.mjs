// drive.mjs PAGE OUT: drives the page in headless Chromium as a class would. Pictures go to OUT, where scenes' native hashes are, in
// hashes.json: [{title, frames, hash}].
import fs from 'node:fs';
import { apply, ask, browser, check, open, out, pixels, processor, requests, scene, state, troubles, url, wait } from './browser.mjs';

// ---- the first picture ----
let begun = Date.now();
let p = await open(url);
console.log(`# first picture after ${Date.now() - begun} ms, ${(await state(p, 'laguna.first')).toFixed(0)} ms in the page`);
await wait(1500);
check('the picture has water in it', await pixels(p) > 100, `${await pixels(p)} colours`);
await p.screenshot({ path: `${out}/1400x850.png` });

// ---- the list of scenes has their pictures, is searched, and opens one by keys ----
await p.click('#gallery');
const tiles = await p.$$eval('#tiles canvas', all => all.map(c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size));
check('every scene in the list has a picture', tiles.length === await state(p, 'scenes.length') && tiles.every(colors => colors > 2), tiles.join(' '));
await p.screenshot({ path: `${out}/list.png` });
await p.keyboard.type('dam obstacle');
const found = await p.$$eval('#tiles button:not([hidden])', all => all.map(one => one.innerText));
check('the list is searched', found.length === 2 && found.every(name => /^Dam break with an obstacle/.test(name)), found.join(', '));
await p.keyboard.press('Escape');
check('Esc closes it', await state(p, '!$("list").open'), 'it is open');
await p.click('#gallery');
await p.keyboard.type('fountain');
await p.keyboard.press('ArrowDown');
await p.keyboard.press('Enter');
await p.waitForFunction('laguna.loaded.title === "Fountain"', { timeout: 20000 }).catch(() => {});
check('and opened by keys', await state(p, '!$("list").open && laguna.loaded.title === "Fountain" && $("gallery").innerText === "Fountain"'), await state(p, 'laguna.loaded.title'));

// ---- every scene and lesson has the native hash ----
const texts = await state(p, 'scenes');
for (const { title, frames, hash } of JSON.parse(fs.readFileSync(`${out}/hashes.json`))) {
  const s = texts.find(one => one.title === title);
  const got = s ? await ask(p, { text: s.text, files: s.files, frames }) : { why: 'it is not in the page' };
  check(`${title}: ${frames} frames have the native hash`, got.hash === hash, `${got.why || got.hash} is not ${hash}`);
  if (got.hash) console.log(`# ${title}: ${(1e3 * got.seconds / frames).toFixed(1)} ms a frame, ${(got.substeps / got.seconds).toFixed(0)} steps/s`);
}

// ---- an edit keeps the water; an error stands at its line, and the scene before goes on ----
await scene(p, 'Flash bottle');
await p.waitForFunction('laguna.info && laguna.info.frame > 60', { timeout: 60000 });
const before = await state(p, 'laguna.info.frame');
await apply(p, "text.value = text.value.replace('\\n  gravity = {0, -1}', '\\n  gravity = {0, 1}')");
await p.waitForFunction(`laguna.loaded.told && laguna.info.frame > ${before}`, { timeout: 60000 }).catch(() => {}); // by work, not time
const after = await state(p, '({ frame: laguna.info.frame, particles: laguna.info.particles, told: laguna.loaded.told })');
check('an edit keeps the water', after.frame > before && after.particles > 0, JSON.stringify(after));
check('and says what it changed', /gravity/.test(after.told), after.told);
await apply(p, "text.value = text.value.replace('lg.world', 'lg.wrld')");
await wait(800);
const errors = await state(p, 'laguna.errors');
check('an error has its line', /scene\.lua:\d+: .*/.test(errors.at(-1) || ''), errors.at(-1));
check('which the editor marks', (await p.$$('#numbers .bad')).length === 1, 'no number is marked');
const still = await state(p, 'laguna.frames');
await wait(500);
check('and the scene before goes on', await state(p, 'laguna.frames') > still, 'no more pictures');

// ---- the bottle is dragged ----
await scene(p, 'Flash bottle');
await wait(1500);
const box = await (await p.$('#canvas')).boundingBox();
const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
const f0 = await state(p, '[laguna.frames, performance.now()]');
await p.mouse.move(...at(0.5, 0.6));
await p.mouse.down();
for (let i = 0; i < 30; i++) {
  await p.mouse.move(...at(0.5 + 0.008 * i, 0.6 - 0.008 * i));
  await wait(30);
}
await p.screenshot({ path: `${out}/bottle.png` });
await p.mouse.up();
await wait(2000);
const f1 = await state(p, '[laguna.frames, performance.now()]');
const speed = await state(p, 'laguna.info.stats.max_speed');
check('the bottle is shaken', speed > 0.01, `${speed} m/s`);
console.log(`# flash bottle: ${(1e3 * (f1[0] - f0[0]) / (f1[1] - f0[1])).toFixed(0)} pictures a second`);

// ---- sliders come from the rows, and the console answers ----
await scene(p, 'Slosh');
await wait(1000);
check('the panel has a slider for each parameter', (await p.$$('#panel input[type=range]')).length > 10, 'few sliders');
await p.evaluate(() => {
  for (const label of document.querySelectorAll('#panel label')) {
    const input = label.querySelector('input[type=checkbox]') || label.querySelector('input[type=number]');
    if (input && label.textContent.startsWith('viscosity')) input.value = 0.25;
    if (input && /viscosity|one_shot/.test(label.textContent)) {
      if (input.type === 'checkbox') input.checked = !input.checked;
      input.onchange();
    }
  }
});
await p.type('#line', '=world.solver.viscosity');
await p.keyboard.press('Enter');
await wait(500);
check('a number is set by hand', /\n0\.25/.test(await p.evaluate('out.innerText')), await p.evaluate('out.innerText'));
check('and what is no number is taken', !/must be/.test((await state(p, 'laguna.errors')).at(-1) || ''), (await state(p, 'laguna.errors')).at(-1));
await p.type('#line', '=1 + world.particles.mass[1] * 0');
await p.keyboard.press('Enter');
await wait(500);
check('a line of Lua is answered', /\b1\.0\b/.test(await p.evaluate('out.innerText')), await p.evaluate('out.innerText'));

// ---- a lesson: the starter gets a hint, the solution passes ----
await scene(p, '3 Density by hand');
await p.waitForFunction('laguna.lesson && laguna.lesson.checks[0] && laguna.lesson.checks[0].done', { timeout: 20000 });
let lesson = await state(p, 'laguna.lesson');
check('a lesson has notes', lesson.notes.length === 2 && /Around every particle/.test(await p.evaluate("$('lesson').innerText")));
check('and a hint for the starter', /nothing was added up/.test(lesson.checks[0].said), lesson.checks[0].said);
const answer = fs.readFileSync(`${out}/solution.lua`, 'utf8');
await p.evaluate(t => { text.value = t; }, answer);
await p.click('#restart');
await p.waitForFunction('laguna.lesson.checks.length === 3 && laguna.lesson.checks.every(c => c.met)', { timeout: 20000 }).catch(() => {});
lesson = await state(p, 'laguna.lesson');
check('which the solution passes', lesson.checks.every(c => c.met), JSON.stringify(lesson.checks));
await p.screenshot({ path: `${out}/lesson.png` });
await scene(p, '2 A kernel is a blurred point');
const asked = 'laguna.lesson && laguna.lesson.checks.find(c => c.name === "middle")';
await p.waitForSelector('#lesson .ask input[name=middle]', { timeout: 20000 });
await p.type('#lesson .ask input[name=middle]', '71.05\n');
await p.waitForFunction(`(${asked}).done`, { timeout: 20000 }).catch(() => {});
check('a question is answered in its field', (await state(p, asked)).met, JSON.stringify(await state(p, asked)));

// ---- the doctor looks at each frame: lesson 16 waits for what it says ----
const inLog = () => p.evaluate('out.innerText');
const judged = () => p.waitForFunction('laguna.lesson && laguna.lesson.checks.length === 4 && laguna.lesson.checks.every(c => c.done)', { timeout: 60000 }).catch(() => {});
await scene(p, '16 Fool the doctor');
await judged();
lesson = await state(p, 'laguna.lesson');
check('healthy boxes: nothing is said, and each gets its hint', lesson.checks.length === 4 && lesson.checks.every(c => c.done && !c.met && /^nothing: /.test(c.said)), JSON.stringify(lesson.checks));
await p.evaluate(t => { text.value = t; out.replaceChildren(); }, fs.readFileSync(`${out}/ill.lua`, 'utf8'));
await p.click('#restart');
await p.waitForFunction('laguna.lesson.checks.every(c => !c.done)', { timeout: 20000 }).catch(() => {});
await judged();
lesson = await state(p, 'laguna.lesson');
check('four illnesses are recognised', lesson.checks.length === 4 && lesson.checks.every(c => c.met), JSON.stringify(lesson.checks));
const squeezed = async () => (await inLog()).match(/scene\.lua:\d+: world\d, t = [0-9.]+ s: .*\[squeezed\]/g) || [];
check('and said with their line, once', (await squeezed()).length === 1, await inLog());
check('the file has the page\'s name', !/\/scene\.lua/.test(await inLog()), await inLog());
await p.click('#pause');
await p.evaluate('seek(40)');
await p.waitForFunction('!seeking && past.now === 40', { timeout: 60000 });
await p.evaluate('seek(60)');
await p.waitForFunction('!seeking && past.now === 60', { timeout: 60000 });
check('not again on the way back', (await squeezed()).length === 1, await inLog());
const rows = await p.evaluate(() => [...document.querySelectorAll('#ills button')].map(b => b.textContent));
check('rows beside the picture say so', rows.length >= 4 && rows.every(r => /^line \d+: /.test(r)), JSON.stringify(rows));
await p.evaluate(() => document.querySelector('#ills button').click());
check('and lead to their line', await p.evaluate('bad > 0'), 'no line is marked');
await p.screenshot({ path: `${out}/doctor.png` });

// ---- what is too slow is told what would keep up; the energy's ledger is a plot ----
await scene(p, 'Slosh');
check('another scene is not ill', await p.evaluate(() => document.querySelectorAll('#ills button').length === 0), 'rows are left');
await p.waitForFunction('Math.abs(laguna.info.spacing - 0.033) < 1e-6', { timeout: 20000 }).catch(() => {});
await p.evaluate(() => {
  workMs = 100, pictureMs = 2; // ms, as if a step had taken ten seconds
  advise(performance.now() + 1e4);
});
const hint = await p.waitForFunction('!$("advice").hidden && $("advice").firstChild.textContent', { timeout: 20000 });
const advice = await hint.jsonValue();
check('a slow scene gets advice', /x real time: spacing = [0-9.]+(, or solver flip,)? would keep up/.test(advice), advice);
await p.click('#advice button');
const coarser = +/spacing = ([0-9.]+)/.exec(advice)?.[1];
await p.waitForFunction(`Math.abs(laguna.info.spacing - ${coarser}) < 1e-6`, { timeout: 20000 }).catch(() => {});
check('which it may try', Math.abs((await state(p, 'laguna.info.spacing')) - coarser) < 1e-6, 'the spacing is as it was');
await scene(p, 'Slosh');
await wait(1000);
const picture = (of = p) => of.evaluate(() => document.getElementById('canvas').toDataURL());
await p.click('#pause');
await wait(500);
const bare = await picture();
await p.click('#ledger');
await wait(1000);
const curves = await picture();
await p.screenshot({ path: `${out}/ledger.png` });
await p.click('#ledger');
await wait(1000);
check('the energy is a plot, and goes again', curves !== bare && await picture() !== curves, 'the picture is as it was');
await p.click('#pause');

// ---- keys of the picture ----
await p.focus('#canvas');
const key = async (name, what) => {
  await p.focus('#canvas');
  await p.keyboard.press(name);
  return p.waitForFunction(what, { timeout: 20000 }).then(() => true, () => false);
};
check('Space stops', await key(' ', '$("pause").textContent === "Go on"'), 'it runs');
await ask(p); // the last step has been told of
const stood = await state(p, 'laguna.info.frame');
check('. makes a frame', await key('.', `laguna.info.frame === ${stood + 1}`), await state(p, 'laguna.info.frame'));
check('Left goes back', await key('ArrowLeft', `laguna.info.frame === ${stood} && past.now === past.end - 1`), JSON.stringify(await state(p, 'past')));
check('Right goes on again', await key('ArrowRight', `laguna.info.frame === ${stood + 1} && past.now === past.end`), JSON.stringify(await state(p, 'past')));
await p.keyboard.down('Control');
check('Ctrl+. shows a stage', await key('Period', 'laguna.ribbon && laguna.ribbon.at === 0'), JSON.stringify(await state(p, 'laguna.ribbon')));
await p.keyboard.up('Control');
// Shift paints: hand.lua knows the keys by the program's names.
const water = await state(p, 'laguna.info.particles'), glass = await (await p.$('#canvas')).boundingBox();
await p.keyboard.down('Shift');
await p.mouse.move(glass.x + 0.5 * glass.width, glass.y + 0.4 * glass.height);
await p.mouse.down();
await p.mouse.move(glass.x + 0.6 * glass.width, glass.y + 0.4 * glass.height, { steps: 5 });
await p.mouse.up();
await p.keyboard.up('Shift');
check('Shift paints water', await key('.', `laguna.info.particles > ${water} + 20`), `${water}, then ${await state(p, 'laguna.info.particles')}`);
check('r begins anew, and runs', await key('r', '$("pause").textContent === "Pause" && laguna.info.frame < 30'), await state(p, 'laguna.info.frame'));

// ---- a film of the picture; light and dark ----
const film = await p.evaluate(() => new Promise(done => {
  const plain = download;
  download = async (blob, name) => {
    download = plain;
    done({ name, type: blob.type, size: blob.size, head: [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())] });
  };
  $('record').click();
  setTimeout(() => $('record').click(), 2000);
}));
check('a film is webm', film.name === 'laguna.webm' && film.head.join() === '26,69,223,163' && film.size > 5000, JSON.stringify(film));
const grounds = [];
for (const value of ['light', 'dark']) {
  await p.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
  grounds.push(await p.evaluate('getComputedStyle(document.body).backgroundColor'));
  await p.screenshot({ path: `${out}/${value}.png` });
}
check('the page is light or dark as is wished', /244/.test(grounds[0]) && /20, 24/.test(grounds[1]), grounds.join(' '));
await p.emulateMediaFeatures([]);

// ---- a scene says how it is shown ----
await scene(p, 'Slosh');
await wait(1000);
await apply(p, "text.value = text.value.replace('return world', 'world.view = { background = {1, 0, 0}, title = \"red\" }\\nreturn world')");
await wait(1500);
const corner = await p.evaluate(() => [...document.getElementById('canvas').getContext('2d').getImageData(2, 2, 1, 1).data]);
check('world.view is obeyed', corner[0] > 200 && corner[1] < 60, corner.join(' '));
await scene(p, 'Slosh');
await wait(1000);

// ---- the page is busy for half a second: the simulation waits for no picture ----
await scene(p, 'Vortex');
await p.waitForFunction('laguna.loaded.title === "Vortex" && laguna.info.frame > 30', { timeout: 20000 }).catch(() => {});
const went = await p.evaluate(async () => {
  const from = laguna.info.frame, begun = performance.now();
  while (performance.now() - begun < 500);
  await new Promise(done => setTimeout(done, 50)); // what was told in the meantime is heard
  return laguna.info.frame - from;
});
check('steps go on while the page is busy', went > 5, `${went} frames in half a second`);
await scene(p, 'Slosh');
await p.waitForFunction('laguna.loaded.title === "Slosh" && laguna.info.frame > 60', { timeout: 60000 }).catch(() => {});

// ---- a link holds text and moment ----
await p.click('#pause');
await wait(300);
const mine = (await ask(p, {})).hash;
await p.click('#share');
await p.waitForFunction('laguna.link');
const link = await state(p, 'laguna.link');
const q = await open(link);
await q.waitForFunction('laguna.loaded && !laguna.loaded.onItsWay', { timeout: 60000 });
const theirs = (await ask(q, {})).hash;
check('a shared link gives the same bits', mine === theirs, `${theirs} is not ${mine}`);
console.log(`# the link has ${link.length} characters`);

// ---- an edit outlives a reload, and another link in the same tab is opened ----
const r = await open(url);
await scene(r, 'Wind');
await r.focus('#text');
await r.keyboard.type(' -- kept');
await r.waitForFunction('history.state && / -- kept/.test(history.state.text)', { timeout: 20000 }).catch(() => {});
await r.reload();
await r.waitForFunction('window.laguna && laguna.frames > 0', { timeout: 60000 });
check('a page that is loaded again has its edit', await state(r, '/ -- kept/.test(text.value) && $("gallery").innerText === "Wind"'), await state(r, 'text.value'));
await r.evaluate(address => { location.href = address; }, link);
await r.waitForFunction('laguna.loaded.title === "Slosh" && !laguna.loaded.onItsWay', { timeout: 60000 }).catch(() => {});
check('a link in the same tab is opened', (await ask(r, {})).hash === mine, await state(r, 'laguna.loaded.title'));
await scene(r, 'A logo of water');
await r.click('#pause');
await r.click('#share');
await r.waitForFunction('laguna.link');
const pictured = await open(await state(r, 'laguna.link'));
await pictured.waitForFunction('laguna.loaded || laguna.errors.length', { timeout: 60000 });
check('a link to a scene with a picture has it', !(await state(pictured, 'laguna.errors')).length, (await state(pictured, 'laguna.errors')).join());
await pictured.close();
await r.close();

// ---- the past: frames that were come out as they were, and another future begins where the picture stands ----
await p.bringToFront();
const seek = async to => {
  await p.evaluate(t => seek(t), to);
  await p.waitForFunction(`!seeking && past.now === ${to}`, { timeout: 60000 });
  return (await ask(p, {})).hash;
};
await p.evaluate('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].forEach(() => send("one"))');
await ask(p, {});
const whole = await state(p, 'past'), last = (await ask(p, {})).hash;
check('a paused picture has a bar of its past', whole.end >= 11 && await p.evaluate('!$("past").hidden && $("bar").max === String(past.end)'), JSON.stringify(whole));
check('a frame that was has the bits it had', await seek(whole.end - 11) === mine, 'another hash');
check('and so has the last one', await seek(whole.end) === last, 'another hash');
await seek(whole.end - 5);
await p.evaluate('$("bar").value = past.end - 11; $("bar").oninput()');
await p.waitForFunction(`!seeking && past.now === ${whole.end - 11}`, { timeout: 60000 });
check('the bar is dragged', (await ask(p, {})).hash === mine, 'another hash');
await p.evaluate("$('one').click()");
await p.waitForFunction(`past.end === ${whole.end - 10}`, { timeout: 20000 }).catch(() => {});
check('another future begins there', (await state(p, 'past.end')) === whole.end - 10, JSON.stringify(await state(p, 'past')));
await seek(whole.end - 11);

// ---- a particle is looked at closely, and no bit changes ----
await p.click('#inspect');
const place = await (await p.$('#canvas')).boundingBox();
await p.mouse.click(place.x + 0.4 * place.width, place.y + 0.75 * place.height);
await p.waitForFunction('laguna.probe && laguna.probe.id >= 0', { timeout: 20000 }).catch(() => {});
const probe = await state(p, 'laguna.probe');
check('a click looks at a particle', probe && probe.id >= 0 && probe.columns.some(([name]) => name === 'density'), JSON.stringify(probe));
const far = probe ? probe.neighbors.map(n => n.share) : [];
check('its neighbours come by their share', far.length > 3 && far.every((x, i) => i === 0 || x <= far[i - 1]), far.join(' '));
check('and are in the panel', new RegExp(`particle ${probe && probe.id}`).test(await p.evaluate("$('probe').innerText")), 'no table');
check('and the state is as before', (await ask(p, {})).hash === mine, 'another hash');
await p.evaluate("$('one').click()");
await p.waitForFunction('laguna.probe.terms.length > 2', { timeout: 20000 }).catch(() => {});
const told = await state(p, 'laguna.probe.terms');
const sum = [0, 1].map(k => told.slice(0, -1).reduce((s, [, text]) => s + parseFloat(text.split(',')[k]), 0));
const rate = (told.at(-1) || ['', ''])[1].split(',').map(parseFloat);
check('terms add up to its acceleration', Math.hypot(sum[0] - rate[0], sum[1] - rate[1]) < 0.01 * (1 + Math.hypot(...rate)), JSON.stringify(told));
await p.screenshot({ path: `${out}/inspect.png` });
await p.click('#inspect');
await p.waitForFunction('laguna.probe.id === undefined', { timeout: 20000 }).catch(() => {});
check('and is let go of', (await state(p, 'laguna.probe')).id === undefined, 'it is still there');
check('back once more', await seek(whole.end - 11) === mine, 'another hash');

// ---- stages of a frame are looked at, and the frame is what it would have been ----
await p.bringToFront();
for (const times of [1, 2, 3]) await p.click('#stage');
await p.waitForFunction('laguna.ribbon && laguna.ribbon.at === 2', { timeout: 20000 }).catch(() => {});
const ribbon = await state(p, 'laguna.ribbon');
check('three stages on', ribbon.at === 2 && ribbon.stages.length > 4 && /behind/.test(ribbon.caption), JSON.stringify(ribbon));
check('the ribbon marks where it is', (await p.$$('#stages .at')).length === 1, 'nothing is marked');
await p.screenshot({ path: `${out}/stages.png` });
check('and the state is as before', (await ask(p, {})).hash === mine, 'another hash');
await p.click('#back');
await p.waitForFunction('laguna.ribbon.at === 1', { timeout: 20000 }).catch(() => {});
check('one stage back', (await state(p, 'laguna.ribbon.at')) === 1, JSON.stringify(await state(p, 'laguna.ribbon')));
for (const one of [p, q]) await one.evaluate("$('one').click()");
const plain = (await ask(q, {})).hash, looked = (await ask(p, {})).hash;
check('a frame that was looked into has the same bits', looked === plain && looked !== mine, `${looked} is not ${plain}`);
await p.waitForFunction('laguna.ribbon.stages.length === 0', { timeout: 20000 }).catch(() => {});
check('and it stands between two frames again', await p.evaluate("$('behind').innerText") === '', 'there is a caption');

// ---- a page of two lessons, and one that the page saved with a text of one's own ----
const own = '-- Mine </script> <!-- \nreturn require "laguna".world { bounds = {{0, 0}, {1, 1}} }';
const saved = await q.evaluate(text => new Promise(done => {
  download = async blob => done(await blob.text());
  $('text').value = text;
  $('save').click();
}), own);
fs.writeFileSync(`${out}/saved.html`, saved);
for (const [name, count, title] of [['class', 2, /^1 /], ['saved', texts.length + 1, /^Mine/]]) {
  const other = await open(`file://${out}/${name}.html`);
  const list = await state(other, 'scenes');
  check(`${name}.html has its scenes`, list.length === count && title.test(list[0].title), list.map(s => s.title).join(', '));
  check(`and runs the first`, await state(other, 'laguna.errors.length === 0 && $("text").value === scenes[0].text'), JSON.stringify(await state(other, 'laguna.errors')));
  if (name === 'class') check('with its notes', (await other.waitForFunction('laguna.lesson && laguna.lesson.notes.length > 0', { timeout: 20000 }).catch(() => 0)) !== 0);
  else check('as it was typed', list[0].text === own, list[0].text);
  await other.screenshot({ path: `${out}/${name}.png` });
  await other.close();
}

// ---- a checkpoint of the program's goes on here, and one of the page's there (long_page.sh) ----
const slosh = texts.find(one => one.title === 'Slosh'), travel = JSON.parse(fs.readFileSync(`${out}/travel.json`));
const resumed = await ask(q, { text: slosh.text, files: slosh.files, frames: 8, state: [...fs.readFileSync(`${out}/native.lgs`)] });
check('a checkpoint of the program goes on in the page', resumed.hash === travel.hash, `${resumed.why || resumed.hash} is not ${travel.hash}`);
await ask(q, { text: slosh.text, files: slosh.files, frames: 12 });
await q.evaluate("send('save')");
await q.waitForFunction('laguna.state', { timeout: 20000 });
fs.writeFileSync(`${out}/page.lgs`, Buffer.from(await q.evaluate('Array.from(laguna.state)')));
await q.close();
await p.bringToFront();

// ---- a hostile scene is stopped, and the page lives ----
const before2s = await processor();
await apply(p, "text.value = 'while true do end'");
await p.waitForFunction("laguna.errors.at(-1).includes('budget')", { timeout: 20000 }).catch(() => {});
check('a scene that never ends is stopped', /budget/.test((await state(p, 'laguna.errors')).at(-1)), 'no sentence');
const took = await processor() - before2s;
check('after the 2 s that it has, not five times as many', took > 1.5 && took < 6, `${took.toFixed(1)} s of the processor`);
await apply(p, "text.value = '-- </script><script>document.title = \"out\"</script>'");
await wait(300);
await apply(p, `text.value = 'local lg = require "laguna"; local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 } '
  + 'function w:after_step() for i = 1, 3000 do print(i) end end return w'`);
await wait(2000);
const flooded = Date.now();
await state(p, 'laguna.frames');
check('a scene that prints thousands of lines a step leaves the page free', Date.now() - flooded < 2000, `${Date.now() - flooded} ms`);
check('which shows the last of them', /2999.*3000/s.test(await p.evaluate('$("out").innerText')), 'not there');
await scene(p, 'Wind');
await wait(1000);
check('and the next one runs', await state(p, 'laguna.info.frame') > 0, 'no frame');
check('text of a scene stays text', await p.title() !== 'out', await p.title());

// ---- a picture that a scene reads is dropped beside it ----
const logo = texts.find(one => one.title === 'A logo of water'), lettered = logo.text.replaceAll('laguna.png', 'mine.png');
check('a scene with another picture', lettered !== logo.text, 'no name to change');
await p.evaluate(t => { text.value = t; $('restart').click(); }, lettered);
await p.waitForFunction("laguna.errors.at(-1).includes('mine.png')", { timeout: 20000 }).catch(() => {});
check('names the picture that is not there', /mine\.png/.test((await state(p, 'laguna.errors')).at(-1)), (await state(p, 'laguna.errors')).at(-1));
await p.evaluate(base64 => {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0)), drop = new DataTransfer();
  drop.items.add(new File([bytes], 'mine.png', { type: 'image/png' }));
  document.dispatchEvent(new DragEvent('drop', { dataTransfer: drop, bubbles: true, cancelable: true }));
}, logo.files['laguna.png'].base64);
await p.waitForFunction("laguna.loaded.title === 'A logo of water' && laguna.info.frame > 2", { timeout: 20000 }).catch(() => {});
check('and begins when it is dropped', await state(p, "laguna.loaded.title === 'A logo of water' && laguna.info.frame < 600"), await state(p, 'laguna.loaded.title'));

// ---- small windows ----
for (const [width, height] of [[1024, 600], [390, 844]]) {
  await p.setViewport({ width, height });
  await wait(700);
  await p.screenshot({ path: `${out}/${width}x${height}.png` });
  const wide = await p.evaluate('Math.max(document.documentElement.scrollWidth, $("tools").getBoundingClientRect().right)');
  const canvas = await (await p.$('#canvas')).boundingBox();
  check(`${width} x ${height}: nothing is wider than the window`, wide <= width, `${wide} pixels`);
  check(`${width} x ${height}: the picture is there`, canvas.width > 200 && canvas.height > 200, JSON.stringify(canvas));
}

// ---- a finger is the scene's mouse, two of them zoom, and the page stays where it is ----
const phone = await open(url, { width: 390, height: 844, isMobile: true, hasTouch: true });
const touched = `local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}} }
function world:mouse(x, y, button, what) print("finger " .. what) end
return world`;
await phone.evaluate(t => { out.replaceChildren(); text.value = t; $('restart').click(); }, touched);
await phone.waitForFunction('laguna.loaded.title.startsWith("scene") && laguna.info.frame > 2', { timeout: 20000 }).catch(() => {});
const session = await phone.createCDPSession(), pad = await (await phone.$('#canvas')).boundingBox();
const fingers = (type, ...places) => session.send('Input.dispatchTouchEvent', { type,
  touchPoints: places.map(([x, y], id) => ({ x: pad.x + x * pad.width, y: pad.y + y * pad.height, id })) });
await fingers('touchStart', [0.4, 0.5]);
for (let i = 1; i <= 5; i++) await fingers('touchMove', [0.4 + 0.03 * i, 0.5 + 0.05 * i]);
await fingers('touchEnd');
await phone.waitForFunction('/finger release/.test(out.textContent)', { timeout: 20000 }).catch(() => {});
const heardOf = await phone.evaluate('out.textContent');
check('a finger presses, moves and lets go', /finger press.*finger move.*finger release/s.test(heardOf), heardOf);
const plainView = await picture(phone);
await fingers('touchStart', [0.4, 0.5], [0.6, 0.5]);
for (let i = 1; i <= 5; i++) await fingers('touchMove', [0.4 - 0.04 * i, 0.5], [0.6 + 0.04 * i, 0.5]);
await fingers('touchEnd');
await wait(1000);
check('two fingers zoom', await picture(phone) !== plainView, 'the picture is as it was');
check('and nothing was scrolled', await state(phone, '[scrollX, scrollY, visualViewport.scale].join(" ") === "0 0 1"'), await state(phone, '[scrollX, scrollY, visualViewport.scale]'));
await phone.screenshot({ path: `${out}/touch.png` });

check('no request leaves the page', requests.length === 0, requests.join(' '));
check('no script failed', troubles.length === 0, troubles.join('; '));
await browser.close();
