// What the table says back, and what it asks once more.

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

export function sure(text) {
  const dialog = $("k-sure");
  $("k-sure-text").textContent = text;
  dialog.showModal();
  return new Promise((answer) => {
    // By the click itself: `close` comes only when the page has been drawn without the dialog.
    dialog.onsubmit = ({ submitter }) => answer(submitter?.value === "yes");
    dialog.onclose = () => answer(false);
  });
}
