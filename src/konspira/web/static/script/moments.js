// A moment (`data-moment`) stands over the table while the story waits; in it, `data-steps` are told
// one by one.

import { all } from "./page.js";
import { state } from "./state.js";

export function new_moment() {
  const found = all("[data-moment][id]").filter((moment) => !state.moments.has(moment.id));
  for (const moment of found) state.moments.add(moment.id);
  return found.at(-1);
}

export function tell(moment, then) {
  state.telling = moment;
  moment.classList.add("is-now");
  const steps = all("[data-steps] > *", moment);
  const pace = Number(moment.querySelector("[data-steps]")?.dataset.steps ?? 0) * 1000;
  for (const step of steps) step.classList.add("is-waiting");
  const go_on = () => {
    const step = steps.shift();
    if (step) {
      step.classList.remove("is-waiting");
      step.scrollIntoView?.({ block: "nearest" });
      state.busy = setTimeout(go_on, Number(step.dataset.pause ?? 0) * 1000 || pace);
    } else {
      state.busy = setTimeout(() => {
        stop_moment();
        then();
      }, Number(moment.dataset.moment || 3) * 1000);
    }
  };
  go_on();
  skippable();
}

export function stop_moment() {
  clearTimeout(state.busy);
  state.busy = 0;
  state.telling?.classList.remove("is-now");
  for (const step of all(".is-waiting")) step.classList.remove("is-waiting");
  state.telling = null;
}

export function skippable() {
  const button = document.querySelector("[data-do=skip]");
  if (button) button.hidden = !state.telling && state.line.length < 2;
}
