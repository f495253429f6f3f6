// Explanations on hover, focus and long press, and the rule they are taken from.

import { $, all } from "./page.js";
import { pick_tab } from "./panel.js";
import { narrow, state } from "./state.js";

let tip_timer = 0;
let tipped = null;
let [x, y] = [-1, -1]; // where the mouse was last seen
let came = null; // what slid under a mouse that stood still

function tip_soon(element, delay) {
  clearTimeout(tip_timer);
  tip_timer = setTimeout(() => tip(element), delay);
}

function tip(element) {
  const place = $("k-tip");
  const rule = $(element.dataset.tip);
  if (!place || !rule || !element.isConnected) return;
  // Nothing lies over what is being told.
  if (state.telling && !state.telling.contains(element)) return;
  hide_tip();
  tipped = element;
  const copy = rule.cloneNode(true);
  for (const named of [copy, ...all("[id]", copy)]) named.removeAttribute("id");
  place.replaceChildren(copy);
  place.hidden = false;
  element.setAttribute("aria-describedby", "k-tip");
  const box = element.getBoundingClientRect();
  const own = place.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  // What explains an answer does not cover the question: it stands above the whole dock.
  const top = element.closest("#k-dock") ? Math.min(box.top, $("k-dock").getBoundingClientRect().top) : box.top;
  const above = top - own.height - 10;
  place.style.left = `${left}px`;
  place.style.top = `${above > 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 10)}px`;
}

export function hide_tip() {
  clearTimeout(tip_timer);
  tipped?.removeAttribute("aria-describedby");
  tipped = null;
  if ($("k-tip")) $("k-tip").hidden = true;
}

export function open_rule(id) {
  const rule = $(id);
  if (!rule || !$("tab-rules")) return;
  pick_tab($("tab-rules"));
  if (narrow.matches) $("k-panel").dataset.open = "true";
  rule.scrollIntoView({ block: "start" });
  rule.classList.add("is-asked");
  setTimeout(() => rule.classList.remove("is-asked"), 2500);
}

document.addEventListener("pointerdown", (event) => {
  const element = event.target.closest?.("[data-tip]");
  hide_tip();
  if (element && event.pointerType !== "mouse") tip_soon(element, 480);
});
document.addEventListener("pointerup", (event) => {
  if (event.pointerType === "mouse") return;
  clearTimeout(tip_timer);
  if (tipped) state.dragged = event.timeStamp; // a long press asks, it touches nothing
});

document.addEventListener("pointerover", (event) => {
  const element = event.target.closest?.("[data-tip]");
  if (event.pointerType === "mouse" && element !== tipped) {
    hide_tip();
    // What came to the pointer is not asked about; what the pointer came to is.
    came = event.clientX === x && event.clientY === y ? element : null;
    if (element && !came) tip_soon(element, 550);
  }
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || (event.clientX === x && event.clientY === y)) return;
  [x, y] = [event.clientX, event.clientY];
  if (came) tip_soon(came, 550);
  came = null;
});

document.addEventListener("focusin", (event) => {
  const element = event.target.closest?.("[data-tip]");
  if (element && state.keyboard) tip_soon(element, 700);
  else if (!element) hide_tip();
});

document.addEventListener("contextmenu", (event) => {
  if (event.target.closest?.("[data-tip]") && !state.keyboard && event.pointerType !== "mouse") event.preventDefault();
});

document.addEventListener("scroll", hide_tip, { capture: true, passive: true });
