// A hint: what a strong player would do here, ringed on the table and said in words.

import { morph } from "./morph.js";
import { $, all, say } from "./page.js";
import { state } from "./state.js";

// The step of the hint that comes next, if the compound so far is as it advised.
function next_step(hint) {
  const draft = state.ask.draft ?? [];
  return draft.every((move, at) => hint.steps[at]?.m === move) ? hint.steps[draft.length] : null;
}

export function show_hint() {
  const place = $("k-hint");
  if (!place) return;
  if (state.hint && state.hint.decision !== state.ask?.decision) state.hint = null;
  const steps = state.hint?.steps;
  const next = steps ? next_step(state.hint) : null;
  for (const element of all("[data-touch]")) {
    const wanted = next?.t.includes(element.dataset.touch) && !element.classList.contains("is-chosen");
    element.classList.toggle("is-hinted", Boolean(wanted));
  }
  for (const choice of all(".k-choice")) choice.classList.toggle("is-hinted", choice.dataset.move === next?.m);
  place.hidden = !state.hint;
  const text = $("k-hint-text");
  const wanted = text.cloneNode(false);
  const done = next ? steps.indexOf(next) : 0;
  for (const [at, step] of (steps ?? []).entries()) {
    const line = document.createElement("li");
    line.textContent = step.l;
    if (at < done) line.className = "is-done";
    wanted.append(line);
  }
  if (state.hint && !steps) wanted.append(say("hint-wait"));
  morph(text, wanted);
}
