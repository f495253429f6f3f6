// Dragging a thing onto another is touching both.

import { mark } from "./marks.js";
import { all } from "./page.js";
import { touch } from "./question.js";
import { state } from "./state.js";
import { hide_tip } from "./tips.js";
import { offers, touching } from "./touching.js";

let held = null; // {element, thing, x, y, moving}

function grab(event) {
  const element = event.target.closest?.("[data-drag][data-touch]");
  if (!element || event.button || !offers().some((offer) => offer.t.includes(element.dataset.touch))) return;
  held = { element, thing: element.dataset.touch, x: event.clientX, y: event.clientY, moving: false, id: event.pointerId };
}

function drag(event) {
  if (!held || event.pointerId !== held.id) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moving && Math.hypot(x, y) > 8) {
    held.moving = true;
    held.element.setPointerCapture?.(held.id);
    held.element.classList.add("is-dragged");
    hide_tip();
    if (!state.touched.includes(held.thing)) {
      const touched = touching(offers(), state.touched, held.thing);
      if (touched) state.touched = touched;
      mark();
    }
  }
  if (!held.moving) return;
  held.element.style.translate = `${x}px ${y}px`;
  const under = target_under(event);
  for (const element of all(".is-over-target")) if (element !== under) element.classList.remove("is-over-target");
  under?.classList.add("is-over-target");
}

function target_under(event) {
  return document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest("[data-touch]"))
    .find((element) => element && element !== held.element && element.classList.contains("can-touch"));
}

function drop(event) {
  if (!held) return;
  const { element, moving } = held;
  const under = moving && event.type === "pointerup" ? target_under(event) : null;
  held = null;
  if (!moving) return;
  element.classList.remove("is-dragged");
  element.style.translate = "";
  for (const other of all(".is-over-target")) other.classList.remove("is-over-target");
  state.dragged = event.timeStamp;
  if (!under) return;
  touch(under.dataset.touch);
  wait(element, under);
}

// Dropped before the answer is whole, it waits where it was dropped.
function wait(element, under) {
  const ghost = element.querySelector(".ghost");
  if (!ghost || ![element, under].every((one) => state.touched.includes(one.dataset.touch))) return;
  element.classList.add("is-waiting");
  const [from, to, own] = [element, under, ghost].map((one) => one.getBoundingClientRect());
  const [across, down] = [(to.left - from.left) / own.width, (to.top - from.top) / own.height];
  ghost.style.translate = `${across * 100}% ${down * 100}%`;
  state.waits = { element, ghost, things: [element.dataset.touch, under.dataset.touch] };
}

document.addEventListener("pointerdown", grab);
document.addEventListener("pointerup", drop);

document.addEventListener("pointermove", drag);
document.addEventListener("pointercancel", drop);
