// What is about to be answered is told to the house, which makes it ready: it has the while in which
// a pointer rests on a button, a finger lies there, or a question waits for a yes. Until the answer
// comes it is nothing.

import { fresh_id, send, send_surely } from "./line.js";

const SWEEP = 100; // ms: a pointer that goes over many buttons tells of one in each such while

let pressed = null;
let hovered = -SWEEP;

const same = (decision, moves) => pressed?.decision === decision && pressed.moves.join("\n") === moves.join("\n");

export function press(decision, moves) {
  if (same(decision, moves)) return;
  pressed = { t: "press", id: fresh_id(), decision, moves };
  send(pressed);
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

export function send_answer(decision, moves) {
  send_surely({ t: "move", decision, moves, ...(same(decision, moves) && { id: pressed.id }) });
  pressed = null;
}
