// Answers that are typed or counted.

import { mark } from "./marks.js";
import { read_numbers } from "./numbers.js";
import { draft_soon, play } from "./question.js";
import { state } from "./state.js";
import { fitting, offers } from "./touching.js";

export function count(button) {
  const one = button.closest("[data-number]");
  const output = one.querySelector("output");
  const least = Number(one.dataset.min ?? 0);
  const most = Number(one.dataset.max ?? 99);
  const value = Math.max(least, Math.min(most, Number(output.textContent) + Number(button.dataset.by)));
  output.textContent = value;
  one.dataset.value = value;
  read_numbers();
  mark();
  type_soon();
}

export function type_soon() {
  if (!document.querySelector("[data-text]") || !state.ask) return;
  draft_soon();
}

export function give_text() {
  const left = fitting(offers(), state.touched).filter((offer) => offer.m.includes("{text}"));
  const whole = left.filter((offer) => offer.t.length === state.touched.length);
  if (state.typed.trim() && whole.length) play(whole[0]);
}
