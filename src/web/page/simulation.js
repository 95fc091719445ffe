// simulation.js - the worker that simulates: what it is asked, what it tells, and what happens when it hangs or breaks down.
const begun = performance.now();
let worker = null, parts; // parts: its text, and the module's bytes
const send = (what, more = {}, move = []) => worker && worker.postMessage({ what, ...more }, move);
function beginWorker() {
  pinged = 0;
  worker = new Worker(URL.createObjectURL(new Blob([parts.text], { type: 'text/javascript' })));
  worker.onmessage = e => {
    pinged = 0;
    if (busy) showWay();
    heard[e.data.what](e.data);
  };
  worker.onerror = e => heard.error({ text: e.message });
  send('start', { wasm: parts.wasm });
}

// ---- the log ----

function put(text, kind) {
  const line = document.createElement('div');
  line.className = kind;
  line.textContent = text;
  $('out').append(line);
  while ($('out').childElementCount > 300) $('out').firstChild.remove();
}
function say(text, kind = '') {
  put(text, kind);
  $('out').scrollTop = 1e9; // lays the page out: once for all lines
}

// ---- whether it runs, is on its way to a frame, or hangs ----

let running = false, files = {}, apart = 0, shownAt = 0, stepMs = 0, toldAt = 0;
const TELL = 250; // ms: what changes faster cannot be read
function setRunning(on) {
  running = on;
  $('pause').textContent = on ? 'Pause' : 'Go on';
  showPast();
}
function load(keep, more = {}) {
  mark(0);
  keepEdit();
  clearIlls();
  $('status').textContent = 'loading'; // until the next picture: what never ends takes its whole budget
  send('load', { text: $('text').value, files, keep, ...more });
}

// Text: what the simulation is at, part: how much of it is done, deed: of the button; none: it is free.
let busy = false;
function showWay(text = '', part = null, deed = null) {
  const [line, bar, stop] = $('way').children;
  busy = false;
  $('way').hidden = !text;
  line.textContent = text;
  bar.hidden = part === null;
  bar.value = part || 0;
  stop.onclick = deed;
}

// A step's time has no limit: whoever does not want to wait for it ends the worker, and another one begins.
const LOOK = 1e3, LONG = 3e3; // ms
let pinged = 0;
setInterval(() => {
  if (!seen.ready) return;
  if (!pinged) {
    pinged = performance.now();
    return send('ping');
  }
  const since = performance.now() - pinged;
  if (since < LONG) return;
  showWay(`at work for ${(since / 1e3).toFixed(0)} s`, null, () => renew('stopped: Restart begins the scene in the editor'));
  busy = true;
}, LOOK);

function renew(why) {
  worker.terminate();
  seen.loaded = seen.info = undefined;
  seeking = false;
  wished = null;
  past = { now: 0, end: 0 };
  showWay();
  setRunning(false);
  showRibbon({ stages: [], caption: '' });
  showProbe(seen.probe = {});
  heard.error({ text: why });
  beginWorker();
}

// Over the picture, where there is no scene to show.
function blank(text) {
  $('status').textContent = 'no scene runs';
  $('blank').textContent = text;
  $('blank').hidden = false;
}

// ---- what the worker tells ----

const pen = $('canvas').getContext('2d');
const FULL = 1.5e9; // bytes: a module that has grown so far traps for want of more
const heard = {
  ready(m) {
    const first = !seen.ready;
    seen.ready = m.ms;
    fitCanvas();
    if (first) start();
  },
  pong() {},
  running(m) { setRunning(m.on); },
  journey({ at, of }) {
    if (!of) return showWay();
    showWay(`frame ${at} of ${of}`, at / of, () => {
      wished = null;
      send('stop');
    });
  },
  loaded(m) {
    seen.loaded = m;
    document.title = m.title + ' - Laguna';
    if (m.told) say(m.told, 'note');
    showPanel(m.controls);
  },
  frame(m) {
    if ($('canvas').width !== m.width || $('canvas').height !== m.height)
      Object.assign($('canvas'), { width: m.width, height: m.height });
    pen.putImageData(new ImageData(new Uint8ClampedArray(m.bytes), m.width, m.height), 0, 0);
    $('blank').hidden = true;
    $('canvas').setAttribute('aria-label', m.banner || 'the picture');
    send('shown', { bytes: m.bytes }, [m.bytes]);
    const now = performance.now();
    if (shownAt) apart = apart ? 0.9 * apart + 0.1 * (now - shownAt) : Math.max(now - shownAt, 1e3 / FPS);
    shownAt = running ? now : 0;
    pictureMs = pictureMs ? 0.9 * pictureMs + 0.1 * m.ms : m.ms;
    if (++seen.frames === 1) seen.first = now - begun;
    if (running && now - toldAt < TELL) return;
    toldAt = now;
    const often = !running ? 'paused' : apart ? `${(1e3 / apart).toFixed(0)} pictures/s` : 'running';
    $('status').textContent = `${often}, step ${stepMs.toFixed(1)} ms, picture ${m.ms.toFixed(1)} ms`;
    if (seen.info) showStages(seen.info.stats.stages);
  },
  stepped(m) {
    if (m.ms) {
      stepMs = m.ms;
      workMs = workMs ? 0.9 * workMs + 0.1 * m.ms : m.ms;
    }
    seen.info = m.info;
    showPast(m.now, m.end);
    advise(performance.now());
  },
  advice: showAdvice,
  probe(m) {
    seen.probe = m;
    showProbe(m);
  },
  sought() {
    seeking = false;
    if (wished !== null) seek(wished);
  },
  ribbon(m) {
    seen.ribbon = m;
    showRibbon(m);
  },
  lesson(m) {
    seen.lesson = m;
    showLesson(m);
  },
  say(m) {
    for (const { level, text } of m.lines)
      if (level === ILL) showIll(text);
      else put(text, level ? 'error' : '');
    $('out').scrollTop = 1e9;
  },
  error(m) {
    seen.errors.push(m.text);
    say(m.text, 'error');
    paceBegins();
    if (document.body.dataset.tab !== 'log') $('tabs').lastChild.classList.add('bad');
    const line = /scene\.lua:(\d+)/.exec(m.text);
    mark(line ? +line[1] : 0);
    if (!seen.loaded) blank(m.text);
  },
  died({ text, bytes }) {
    if (!seen.ready) return heard.error({ text: 'this browser cannot run the simulation: ' + text });
    renew(bytes > FULL || /memory|allocation/i.test(text)
      ? 'the scene needed more memory than a page can have (2 GB), and was stopped: a larger spacing needs less'
      : `the simulation broke down, and was stopped: ${text}`);
  },
  state(m) {
    seen.state = m.bytes;
    download(new Blob([m.bytes]), 'laguna.lgs');
  },
  shared(m) { share(m); },
  answer(m) { seen.answers.push(m); },
};
