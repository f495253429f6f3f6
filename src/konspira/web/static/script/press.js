// What is about to be answered is told to the house, which makes it ready: it has the while in which
// a finger lies on a button, or a question waits for a yes. Until the answer comes it is nothing.

import { fresh_id, send, send_surely } from "./line.js";

let pressed = null;

export function press(decision, moves) {
  pressed = { t: "press", id: fresh_id(), decision, moves };
  send(pressed);
}

export function send_answer(decision, moves) {
  const ready = pressed?.decision === decision && pressed.moves.join("\n") === moves.join("\n");
  send_surely({ t: "move", decision, moves, ...(ready && { id: pressed.id }) });
  pressed = null;
}
