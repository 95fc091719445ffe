// bytes.js - bytes and text. The files of this folder share their names, and run in the order of web.mk.
'use strict';
const $ = id => document.getElementById(id);
const PAGE = document.documentElement.cloneNode(true); // as it came: what "Save page" writes
const seen = window.laguna = { frames: 0, errors: [], answers: [] }; // what happened, for tests

const base64 = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
// Of one_file.lua: five digits to the base of 85 are four bytes.
function bytesOf(text) {
  const n = text.length, room = 4 * Math.ceil(n / 5), out = new DataView(new ArrayBuffer(room));
  for (let at = 0, to = 0; at < n; at += 5, to += 4) {
    let x = 0;
    for (let k = at; k < at + 5; k++) {
      const c = k < n ? text.charCodeAt(k) : 126;
      x = 85 * x + c - 40 - (c > 60) - (c > 92);
    }
    out.setUint32(to, x);
  }
  return new Uint8Array(out.buffer, 0, room - (5 * Math.ceil(n / 5) - n));
}
async function through(bytes, stream, most = Infinity) { // most: of bytes that come out, where a stranger has packed them
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), pieces = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > most) throw new RangeError(`more than ${most} bytes`);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
function base64Of(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
const packed = async (text, how) => // as base64
  base64Of(await through(new TextEncoder().encode(text), new CompressionStream(how)));
async function toLink(text) {
  return (await packed(text, 'deflate-raw')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
const TEXT = 1e6; // bytes
async function fromLink(word) {
  const bytes = base64(word.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'), TEXT));
}
