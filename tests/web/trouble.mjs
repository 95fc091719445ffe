// trouble.mjs PAGE OUT: what goes wrong in a class - errors, endless scenes, too little memory, edits and links that must not be
// lost - and that the page lives through it and says so.
import fs from 'node:fs';
import { apply, ask, browser, check, open, out, pixels, processor, requests, scene, state, troubles, until, url, wait } from './browser.mjs';

const small = more => `local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.8, 0.8} } })
${more}
return world`;
const restart = (p, text) => p.evaluate(t => { $('text').value = t; $('restart').click(); }, text);
const log = p => p.evaluate('$("out").innerText');
const error = async p => (await state(p, 'laguna.errors')).at(-1) || '';
const button = p => p.evaluate('$("pause").textContent');
const began = (p, frames = 3) => until(p, `laguna.info && laguna.info.frame >= ${frames}`, 60);
const shown = (p, id) => p.evaluate(i => { const e = document.getElementById(i); return !!e && !e.hidden && e.offsetHeight > 0; }, id);
const b64url = bytes => Buffer.from(bytes).toString('base64url');
const deflated = async text => b64url(new Uint8Array(await new Response(new Blob([text]).stream()
  .pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()));

let p = await open(url);

// ---- what is drawn over the picture, and colours, fail like anything else ----
await restart(p, small('function world:draw(g)\n  g:circle({1, 1}, 2)\nend'));
await until(p, 'laguna.errors.length > 0');
check('an error in world:draw is told with its line', /^scene\.lua:5: .*circle/.test(await error(p)), await error(p));
await until(p, '$("pause").textContent === "Go on"');
check('and the scene stops', await button(p) === 'Go on', await button(p));
const errorsOf = await state(p, 'laguna.errors.length');
await p.click('#fit');
await wait(500);
check('it is told once', await state(p, 'laguna.errors.length') === errorsOf, await state(p, 'laguna.errors'));
const banner = one => one.evaluate('$("canvas").getAttribute("aria-label")');
await restart(p, 'error "and this text"');
await until(p, '/and this text/.test($("canvas").getAttribute("aria-label"))');
check('the last error is what stands over the picture', /and this text/.test(await banner(p)), await banner(p));
await restart(p, small('world.color_by = function(p) return p.nonsense.x end'));
await until(p, '/nonsense/.test(laguna.errors.at(-1))');
check('and so is one in color_by', /scene\.lua:4: .*nonsense/.test(await error(p)), await error(p));

// ---- the button says what the worker does ----
await restart(p, small('local n = 0\nfunction world:after_step() n = n + 1; if n == 5 then error("enough") end end'));
await until(p, '/enough/.test(laguna.errors.at(-1))');
await wait(300);
check('an error in a step stops, and the button says so', await button(p) === 'Go on', await button(p));
await p.click('#pause');
await until(p, 'laguna.info.frame > 8');
check('one click goes on', await button(p) === 'Pause' && await state(p, 'laguna.info.frame > 8'), await button(p));
await p.click('#pause');
await wait(300);
await apply(p, '$("text").value = "return 1 +"');
await until(p, '/scene\\.lua:1/.test(laguna.errors.at(-1))');
await wait(300);
check('a refused text leaves a paused scene paused', await button(p) === 'Go on', await button(p));

// ---- nothing has ever run ----
const never = await open(`${url}#s=${await deflated('error "not today"')}`, undefined, false);
await until(never, 'laguna.errors.length > 0');
await wait(500);
const status = await never.evaluate('$("status").textContent');
check('a first text that fails is not loading for ever', !/loading/.test(status), status);
check('and its error stands where the picture would be', await never.evaluate('/not today/.test($("view").innerText)'), await never.evaluate('$("view").innerText'));
await never.screenshot({ path: `${out}/never.png` });
await never.type('#line', '=1 + 1');
await never.keyboard.press('Enter');
for (const id of ['one', 'stage', 'back', 'pause', 'ledger', 'fit', 'inspect', 'state', 'share']) await never.evaluate(i => $(i).click(), id);
await never.mouse.click(700, 400);
check('the Lua line says that no scene runs', await until(never, '/no scene/.test($("out").innerText)'), await log(never));
const asked = await never.evaluate(() => new Promise(done => { heard.answer = done; send('hash', {}); setTimeout(done, 5000, {}); }));
check('and the worker lives', asked.hash === '', JSON.stringify(asked));
await scene(never, 'Wind');
check('the next scene runs', await began(never), await log(never));
await never.close();

// ---- a link to a far frame goes there in the open, and may be left ----
const far = await open(`${url}#s=${await deflated(small(''))}&f=90000`, undefined, false);
check('the way to a far frame is shown', await until(far, '!$("way").hidden && /frame [0-9]+ of 90000/.test($("way").innerText)'), await log(far));
await far.screenshot({ path: `${out}/way.png` });
await far.evaluate('$("way").querySelector("button").click()').catch(() => {});
check('Stop ends it', await until(far, '$("way").hidden && laguna.info && laguna.info.frame > 0 && laguna.info.frame < 90000', 10), await log(far));
check('which is said', /was not waited for/.test(await log(far)), await log(far));
await far.evaluate(address => { location.href = address; }, `${url}#s=${await deflated(small('-- again'))}&f=90000`);
await until(far, '!$("way").hidden');
const other = Date.now();
await scene(far, 'Wind');
check('another scene does not wait for it', await until(far, 'laguna.loaded && laguna.loaded.title === "Wind"', 10), `${Date.now() - other} ms`);
await far.close();

// ---- a link after drags, sliders, the Lua line and kept edits ----
await scene(p, 'Flash bottle');
await until(p, 'laguna.loaded && laguna.loaded.title === "Flash bottle" && laguna.info.frame > 10');
const box = await (await p.$('#canvas')).boundingBox();
const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
await p.mouse.move(...at(0.5, 0.6));
await p.mouse.down();
for (let i = 0; i < 20; i++) {
  await p.mouse.move(...at(0.5 + 0.008 * i, 0.6 - 0.008 * i));
  await wait(20);
}
await p.mouse.up();
await p.type('#line', 'world.gravity = {0, -5}');
await p.keyboard.press('Enter');
await apply(p, "$('text').value = $('text').value.replace('\\n  gravity = {0, -1}', '\\n  gravity = {0, -2}')");
await until(p, '/gravity/.test(laguna.loaded.told)');
const turned = await state(p, 'laguna.info.frame');
await until(p, `laguna.info.frame > ${turned} + 10`);
await p.evaluate('send("set", { world: 0, id: 0, name: "none", x: 1 })'); // refused here and there
await p.click('#pause');
await until(p, '$("pause").textContent === "Go on"');
await wait(300);
const mine = (await ask(p)).hash;
const shareOf = async one => {
  await one.evaluate(() => { laguna.link = ''; out.replaceChildren(); $('share').click(); });
  await until(one, 'laguna.link');
  return state(one, 'laguna.link');
};
const link = await shareOf(p);
check('it says what it carries', /with what was done by hand/.test(await log(p)), await log(p));
console.log(`# a link with a drag of 20 moves and a kept edit: ${link.length} characters`);
const q = await open(link, undefined, false);
await until(q, 'laguna.loaded && !laguna.loaded.onItsWay', 60);
check('a link after a drag and a kept edit gives the same bits', (await ask(q)).hash === mine, `${(await ask(q)).hash} is not ${mine}`);
check('and nothing is complained of', !/came out otherwise/.test(await log(q)), await log(q));
const again = await shareOf(q);
await q.goto('about:blank');
await q.goto(again);
await until(q, 'window.laguna && laguna.loaded && !laguna.loaded.onItsWay', 60);
check('its own link does so, too', (await ask(q)).hash === mine, (await ask(q)).hash);
await q.evaluate(address => { location.href = address; }, again.replace(/&h=\w/, '&h=x'));
check('a moment that comes out otherwise is told', await until(q, '/came out otherwise than where the link/.test($("out").innerText)', 60), await log(q));
await q.evaluate(address => { location.href = address; }, again.replace(/&d=..../, '&d=AAAA'));
check('a damaged one is called damaged', await until(q, '/damaged/.test($("out").innerText)'), await log(q));
await q.close();
await p.evaluate('$("text").value += "\\n-- and more"');
await shareOf(p);
check('an edit that was not applied is told', /edited since it was applied/.test(await log(p)), await log(p));

// ---- edits are kept with their scenes ----
const visit = (one, name) => one.evaluate(t => openScene(scenes.findIndex(s => s.title === t)), name);
const title = () => p.evaluate('$("gallery").innerText');
await visit(p, 'Wind');
await p.focus('#text');
await p.keyboard.type('-- of wind ');
await visit(p, 'Slosh');
await p.focus('#text');
await p.keyboard.type('-- of slosh ');
await visit(p, 'Wind');
check('an edit is there when its scene comes back', await state(p, '/-- of wind/.test($("text").value)'), await title());
await p.click('#gallery');
const marked = await p.$$eval('#tiles button', all => all.map(b => b.innerText).filter(t => /edited/.test(t)));
check('the list marks it', marked.some(t => /^Wind/.test(t)) && marked.some(t => /^Slosh/.test(t)), marked.join());
await p.screenshot({ path: `${out}/edited.png` });
await p.keyboard.press('Escape');
await p.reload();
await until(p, 'window.laguna && laguna.frames > 0');
check('also after a reload', await state(p, '/-- of wind/.test($("text").value)'), await title());
await visit(p, 'Slosh');
check('that of each scene', await state(p, '/-- of slosh/.test($("text").value)'), await title());
const kept = await p.evaluate(() => new Promise(done => {
  download = async blob => done(await blob.text());
  $('save').click();
}));
fs.writeFileSync(`${out}/kept.html`, kept);
check('Restore is there', await shown(p, 'edited'), 'no button');
await p.evaluate('$("restore").click()').catch(() => {});
check('and brings back the text as it came', await state(p, '$("text").value === scenes.find(s => s.title === "Slosh").text'), 'it does not');
check('and is gone', !await shown(p, 'edited'), 'it is there');
const page2 = await open(`file://${out}/kept.html`);
check('a saved page has the other edits', await state(page2, 'scenes.some(s => s.title === "Wind" && /-- of wind/.test(s.edit))'), 'it has not');
check('and begins with its menu closed', await state(page2, '!$("menu").open'), 'it is open');
await page2.close();

// the menu is open when "Save page" is clicked
await p.click('#menu summary');
const opened = await p.evaluate(() => new Promise(done => {
  download = async blob => done(await blob.text());
  $('save').onclick();
}));
check('a page is saved as it came', !/<details[^>]*open/.test(opened), /<details[^>]*>/.exec(opened)[0]);
await p.evaluate('$("menu").open = false');

// ---- the adviser ----
await scene(p, 'Slosh');
await until(p, 'laguna.loaded && laguna.loaded.title === "Slosh" && laguna.info.frame > 5');
await p.evaluate(() => { workMs = 100, pictureMs = 15.5; advise(performance.now() + 1e4); });
await until(p, '!$("advice").hidden');
const advice = await p.evaluate('$("advice").innerText');
check('a slow step beside a slow picture is the step\'s fault', /spacing = /.test(advice), advice);
await p.evaluate('$("advice").querySelector("button").click()');
check('what is tried is an edit', await until(p, '!$("edited").hidden && scenes.some(s => s.title === "Slosh" && s.edit)'), 'it is not');

await scene(p, 'Dam break, weakly compressible');
await until(p, 'laguna.loaded && laguna.loaded.title === "Dam break, weakly compressible" && laguna.info.frame > 5');
await p.evaluate(() => { workMs = 40, pictureMs = 2; advise(performance.now() + 1e4); });
const swap = '[...$("advice").querySelectorAll("button")].find(b => b.textContent === "solver = flip")';
check('a solver that would keep up is named', await until(p, swap), await p.evaluate('$("advice").innerText'));
await p.evaluate(`${swap}.click()`);
await until(p, '$("out").textContent.includes("> world.solver = lg.solver.flip {") && laguna.info.stats.limit === "cfl"');
check('and taken, by its line', await p.evaluate('laguna.info.stats.limit === "cfl" && $("advice").hidden'),
  await p.evaluate('laguna.info.stats.limit + $("out").textContent.slice(-300)'));

// ---- another size: the picture is not stretched in the meantime ----
await p.evaluate("send('hash', {})");
const fit = await p.evaluate('getComputedStyle($("canvas")).objectFit');
check('a picture of another size keeps its shape', fit === 'contain', fit);
const centre = await p.evaluate(() => {
  const c = $('canvas'), box = c.getBoundingClientRect(), was = [c.width, c.height];
  Object.assign(c, { width: 200, height: 200 });
  const half = Math.min(box.width, box.height) / 2;
  const got = at({ clientX: box.left + box.width / 2 + half, clientY: box.top + box.height / 2 + half });
  Object.assign(c, { width: was[0], height: was[1] });
  return [got.x, got.y].map(x => +x.toFixed(3)).join();
});
check('and the mouse is where it points', centre === '200,200', centre);

// ---- budgets: a pattern that never ends has the budget that other scripts have ----
const before = await processor();
await restart(p, 'local s = ("a"):rep(300)\nreturn s:find(("a*"):rep(12) .. "b")');
await until(p, '/budget/.test(laguna.errors.at(-1))', 60);
const took = await processor() - before;
check('a pattern is stopped at its line', /^scene\.lua:2: .*budget of 2/.test(await error(p)), await error(p));
check('after its 2 s', took > 1.5 && took < 6, `${took.toFixed(1)} s of the processor`);

// ---- much text: lines of a megabyte, and a link of as many lines as it may have ----
await restart(p, small('function world:after_step() for i = 1, 5 do print(("x"):rep(1e6)) end end'));
await until(p, 'laguna.info && laguna.info.frame > 30');
let asked0 = Date.now();
await state(p, 'laguna.frames');
check('long lines leave the page free', Date.now() - asked0 < 2000 && (await log(p)).length < 2e6, `${Date.now() - asked0} ms, ${(await log(p)).length} characters`);
for (const [name, text, what] of [['thousands of lines', '\n'.repeat(1.9e4), /./], ['a million lines', '\n'.repeat(9e5), /damaged/],
  ['fifty megabytes', ' '.repeat(5e7), /damaged/]]) {
  const long = await open(`${url}#s=${await deflated(text)}`, undefined, false);
  check(`a link of ${name} leaves it free`, await until(long, `${what}.test($("out").innerText)`, 30), await log(long));
  await long.close();
}

// ---- memory ----
for (const [name, text] of [
  ['particles', `local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.0011 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1, 1} } })
return world`],
  ['worlds', `local lg = require "laguna"
local all = {}
for i = 1, 60 do
  all[i] = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.0055 }
  all[i]:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1, 1} } })
  all[i]:step(1 / 60)
end
return all[1]`]]) {
  const errors = await state(p, 'laguna.errors.length');
  await restart(p, text);
  const ended = await until(p, `laguna.errors.length > ${errors}`, 120);
  check(`too many ${name}: one sentence`, ended && /^scene\.lua:\d: .*a page has 2 GB/.test(await error(p)), await error(p));
  console.log(`# too many ${name}: ${await error(p)}`);
  const from = await state(p, 'laguna.frames');
  await scene(p, 'Wind');
  check('and the next scene runs', await until(p, `laguna.frames > ${from} + 5 && laguna.loaded && laguna.loaded.title === "Wind"`, 30), await log(p));
}

// ---- a step that takes for ever: Stop, and the page is as new ----
await restart(p, `local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.01, solver = lg.solver.dfsph { } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.9, 0.9, 0.9} } })
return world`);
check('a long step is shown', await until(p, '!$("way").hidden && /at work for/.test($("way").innerText)', 60), await log(p));
await p.screenshot({ path: `${out}/busy.png` });
await p.evaluate('$("way").querySelector("button").click()').catch(() => {});
check('Stop ends it', await until(p, '/stopped/.test(laguna.errors.at(-1))', 10), await error(p));
await scene(p, 'Slosh');
check('and the next scene runs', await until(p, 'laguna.loaded && laguna.loaded.title === "Slosh" && laguna.info && laguna.info.frame > 5', 30), await log(p));
check('with a picture', await pixels(p) > 20, `${await pixels(p)} colours`);

// ---- a simulation that breaks down ----
await p.evaluate('send("load", { text: {} })'); // no text: the worker's own fault
check('is said to have', await until(p, '/broke down/.test(laguna.errors.at(-1))'), await error(p));
await scene(p, 'Wind');
check('and another one begins', await until(p, 'laguna.loaded && laguna.loaded.title === "Wind" && laguna.info && laguna.info.frame > 5', 30), await log(p));

// ---- a lesson's notes ----
await scene(p, '2 A kernel is a blurred point');
await until(p, 'laguna.lesson && laguna.lesson.notes.length > 0 && /kernel/i.test(laguna.lesson.notes[0])');
check('code in notes is set as code', await state(p, '$("lesson").querySelectorAll("code").length > 0 && !/`/.test($("lesson").innerText)'), await p.evaluate('$("lesson").innerText'));

check('no request leaves the page', requests.length === 0, requests.join(' '));
check('no script failed', troubles.length === 0, troubles.join('; '));
await browser.close();
