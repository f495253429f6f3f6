// What is about to be answered is told to the house, which makes it ready: it has the while in which
// a pointer rests on a button, a finger lies there, or a question waits for a yes. Until the answer
// comes it is nothing.

import { send } from "./line.js";

const SWEEP = 100; // ms: a pointer that goes over many buttons tells of one in each such while

let pressed = ""; // what was told last
let hovered = -SWEEP;

export function press(decision, moves) {
  const now = [decision, ...moves].join("\n");
  if (now === pressed) return;
  pressed = now;
  send({ t: "press", decision, moves });
}

// `meant(target)`: the decision and the moves that a click there would answer it by, if it would.
export function press_what_is_pointed_at(meant) {
  const point = (event) => {
    const found = meant(event.target);
    if (found) press(...found);
  };
  addEventListener("pointerdown", point);
  addEventListener("pointerover", (event) => {
    if (event.timeStamp - hovered < SWEEP) return;
    hovered = event.timeStamp;
    point(event);
  });
}
