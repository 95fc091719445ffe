// page.mjs PAGE FOLDER SECONDS SCENE...: runs FOLDER/SCENE.lua in the page for about that long. A line each: name, frames behind the
// first, their steps and the processor's seconds, hash; before them "# " and the times to the first picture.
import fs from 'node:fs';
import { browser, open, processor, url } from './browser.mjs'; // of tests/web

const [, folder, seconds, ...scenes] = process.argv.slice(2);

const first = [];
for (let i = 0; i < 5; i++) {
  const p = await open(url);
  first.push(await p.evaluate('laguna.first'));
  await p.close();
}
first.sort((a, b) => a - b);
console.log(`# first picture after ${first.map(ms => ms.toFixed(0)).join(', ')} ms`);

const p = await open(url);
async function run(text, n) {
  const answers = await p.evaluate('laguna.answers.length'), begun = await processor();
  await p.evaluate(m => send('hash', m), { text, files: {}, frames: n });
  // Puppeteer's own waiting looks at every picture of the screen, which the page's processes would pay for.
  await p.evaluate(n => new Promise(done => {
    const look = () => laguna.answers.length > n ? done() : setTimeout(look, 50);
    look();
  }), answers);
  return { ...await p.evaluate(`laguna.answers[${answers}]`), seconds: await processor() - begun };
}
// The least of three: what another program takes from the caches only adds.
const least = async (text, n) => {
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push(await run(text, n));
  return runs.sort((a, b) => a.seconds - b.seconds)[0];
};
for (const name of scenes) {
  const text = fs.readFileSync(`${folder}/${name}.lua`, 'utf8');
  const few = 4, cold = await run(text, few), second = Math.ceil(few / Math.max(cold.seconds, 0.01));
  const warm = await run(text, second); // long enough for the second compiler to have been at it
  const frames = Math.min(Math.max(few, Math.ceil(seconds * second / Math.max(warm.seconds, 0.01))), 400);
  const one = await least(text, 1), all = await least(text, frames + 1);
  console.log(name, frames, all.substeps - one.substeps, Math.max(all.seconds - one.seconds, 1e-3).toFixed(3), all.hash || all.why);
}
await browser.close();
