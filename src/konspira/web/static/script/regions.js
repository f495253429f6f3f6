// The parts of the table that the server draws, and the log beside them.

import { draw, morph } from "./morph.js";
import { $, parsed } from "./page.js";
import { state } from "./state.js";

const CRC = Int32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

function crc32(text) {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) sum = (sum >>> 8) ^ CRC[(sum ^ byte) & 255];
  return ~sum >>> 0;
}

// What the page holds, in few bytes.
export function digests() {
  return Object.fromEntries(
    Object.entries(state.drawn).map(([name, held]) => [name, typeof held === "string" ? crc32(held) : held]),
  );
}

export function redraw(regions) {
  for (const [name, html] of Object.entries(regions)) {
    let element = $(`region-${name}`);
    if (!element && $("k-table")) {
      element = document.createElement("div");
      element.id = `region-${name}`;
      element.className = "k-region";
      element.dataset.region = name;
      $("k-table").append(element);
    }
    if (element) draw(element, html);
    state.drawn[name] = html;
  }
}

// Of some regions only single elements come, by their ids.
export function refit(parts) {
  for (const [id, html] of Object.entries(parts)) {
    const element = $(id);
    if (!element) continue;
    morph(element, parsed(html).firstElementChild);
    delete state.drawn[element.closest("[data-region]").dataset.region];
  }
}

// Only what is new is read out, so the list is morphed, not replaced.
export function rewrite(lines) {
  const log = $("k-log");
  if (!log) return;
  const wanted = log.cloneNode(false);
  for (const number of Object.keys(lines).map(Number).sort((a, b) => b - a)) wanted.append(parsed(lines[number]));
  morph(log, wanted);
}

// Newest first; a line that was told already may be told otherwise now, or taken back.
export function write(number, html) {
  const log = $("k-log");
  if (!log) return;
  if (!html) return $(`log-${number}`)?.remove();
  const line = parsed(html).firstElementChild;
  const old = $(line.id);
  if (old) return morph(old, line);
  const after = [...log.children].find((other) => Number(other.dataset.n) < number);
  log.insertBefore(line, after ?? null);
}
