// Pins: things somebody marked for others.

import { all } from "./page.js";
import { state } from "./state.js";

export function pinned(frame) {
  const pins = state.pins.get(frame.text) ?? new Map();
  if (frame.on ?? true) pins.set(frame.by, frame.to);
  else pins.delete(frame.by);
  state.pins.set(frame.text, pins);
  show_pins();
}

export function show_pins() {
  for (const element of all("[data-pin]")) {
    const names = [...(state.pins.get(element.dataset.pin)?.keys() ?? [])];
    element.dataset.pinned = names.join(", ");
    element.classList.toggle("is-pinned", names.length > 0);
    if (element.matches("button")) element.setAttribute("aria-pressed", String(names.length > 0));
  }
}
