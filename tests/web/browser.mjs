// browser.mjs - headless Chromium for the page's tests: NAME.mjs PAGE OUT prints "ok NAME" or "not ok NAME: WHY".
import puppeteer from 'puppeteer-core';

export const [page, out] = process.argv.slice(2);
export const url = 'file://' + page;
export const wait = ms => new Promise(r => setTimeout(r, ms));
export const check = (name, ok, why = '') => console.log(ok ? `ok ${name}` : `not ok ${name}: ${why}`);

export const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, protocolTimeout: 900000,
  args: ['--no-sandbox', '--disable-gpu'], defaultViewport: { width: 1400, height: 850 },
});
export const requests = [], troubles = []; // requests that left a page; scripts that failed
export async function open(address, viewport, pictured = true) {
  const p = await browser.newPage();
  if (viewport) await p.setViewport(viewport);
  p.on('request', r => { if (!/^(file|blob|data):/.test(r.url())) requests.push(r.url()); });
  p.on('pageerror', e => troubles.push(String(e)));
  await p.goto(address);
  await p.waitForFunction(pictured ? 'window.laguna && laguna.frames > 0' : 'window.laguna && laguna.ready', { timeout: 60000 });
  return p;
}
export const state = (p, what) => p.evaluate(`JSON.stringify(${what})`).then(text => text && JSON.parse(text));
export const until = (p, what, seconds = 20) => p.waitForFunction(what, { timeout: 1e3 * seconds }).then(() => true, () => false);
export async function ask(p, message = {}) { // the worker's answer
  await p.bringToFront(); // a page behind another is neither clicked nor waited for
  const n = await state(p, 'laguna.answers.length');
  await p.evaluate(m => send('hash', m), message);
  await p.waitForFunction(`laguna.answers.length > ${n}`, { timeout: 600000 });
  return (await state(p, `laguna.answers[${n}]`));
}
// Text in the editor, as if it had been typed, and Ctrl+Enter.
export async function apply(p, edit) {
  await p.evaluate(edit);
  await p.focus('#text');
  await p.keyboard.down('Control');
  await p.keyboard.press('Enter');
  await p.keyboard.up('Control');
}
// A scene of the list as it came: edits, which the page keeps, are taken back.
export const scene = (p, title) => p.evaluate(t => {
  const i = scenes.findIndex(s => s.title === t);
  $('text').value = current ? current.text : '';
  keepEdit();
  delete scenes[i].edit;
  delete scenes[i].beside;
  openScene(i);
  return i;
}, title);
export const pixels = p => p.evaluate(() => {
  const c = document.getElementById('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  const seen = new Set();
  for (let i = 0; i < d.length; i += 4 * 97) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
  return seen.size;
});

// Processor time of all pages, in s: what a busy machine does not change.
const system = await browser.target().createCDPSession();
export async function processor() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  return processInfo.filter(one => one.type === 'renderer').reduce((sum, one) => sum + one.cpuTime, 0);
}
