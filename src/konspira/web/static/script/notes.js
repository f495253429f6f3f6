// What the table says back.

import { draw } from "./morph.js";
import { $ } from "./page.js";

export function note(text) {
  const place = $("k-note");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

export function remark(html) {
  const place = document.querySelector("[data-remark]");
  if (place) draw(place, html);
}
