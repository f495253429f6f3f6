// A moment (`data-moment`) stands over the table while the story waits; in it, `data-steps` are told
// one by one, and what a step `data-does` to things of the table is seen as it is told.

import { $, all } from "./page.js";
import { state } from "./state.js";
import { hide_tip } from "./tips.js";

export function new_moment() {
  const found = all("[data-moment][id]").filter((moment) => !state.moments.has(moment.id));
  for (const moment of found) state.moments.add(moment.id);
  return found.at(-1);
}

export function tell(moment, then) {
  if (state.telling) stop_moment();
  hide_tip();
  state.telling = moment;
  state.after = then;
  state.untold = all("[data-steps] > *", moment);
  moment.classList.add("is-now");
  for (const step of state.untold) step.classList.add("is-waiting");
  if (state.keyboard) {
    state.before = document.activeElement;
    moment.querySelector("[data-do=go-on]")?.focus();
  }
  const thing = moment.querySelector("[data-does]")?.dataset.does.split(" ")[0];
  if (thing) $(thing)?.closest(".k-region")?.scrollIntoView({ block: "nearest" });
  step_on();
  skippable();
}

function step_on() {
  const moment = state.telling;
  const step = state.untold.shift();
  if (step) {
    show(step);
    const pace = Number(step.dataset.pause ?? step.parentElement.dataset.steps);
    state.busy = setTimeout(step_on, pace * 1000);
    return;
  }
  moment.classList.add("is-told");
  state.busy = 0;
  // Without a number it stays until somebody goes on.
  if (moment.dataset.moment) state.busy = setTimeout(over, Number(moment.dataset.moment) * 1000);
}

function show(step) {
  step.classList.remove("is-waiting");
  step.scrollIntoView?.({ block: "nearest" });
  for (const deed of (step.dataset.does ?? "").split(";")) {
    const [id, ...looks] = deed.trim().split(" ");
    const thing = id && $(id);
    if (thing) for (const look of looks) put_on(thing, look);
  }
}

// A class takes the place of the one with the same beginning: `at-M4` that of `at-M3`.
function put_on(thing, look) {
  const family = look.includes("-") ? look.slice(0, look.indexOf("-") + 1) : "";
  const old = family ? [...thing.classList].filter((name) => name.startsWith(family)) : [];
  if (thing.classList.contains(look)) return;
  thing.classList.remove(...old);
  thing.classList.add(look);
  state.put_on.unshift([thing, look, old]);
}

// Tells the rest at once; what was told is over.
export function go_on() {
  if (!state.telling) return;
  clearTimeout(state.busy);
  if (!state.untold.length) return over();
  for (const step of state.untold.splice(0)) show(step);
  step_on();
}

function over() {
  const then = state.after;
  stop_moment();
  then?.();
}

export function stop_moment() {
  clearTimeout(state.busy);
  state.busy = 0;
  if (state.telling?.contains(document.activeElement)) {
    (state.before?.isConnected ? state.before : $("region-prompt"))?.focus({ preventScroll: true });
  }
  state.telling?.classList.remove("is-now", "is-told");
  for (const step of all(".is-waiting")) step.classList.remove("is-waiting");
  for (const [thing, look, old] of state.put_on.splice(0)) {
    thing.classList.remove(look);
    thing.classList.add(...old);
  }
  state.telling = null;
  state.after = null;
  state.untold = [];
}

export function skippable() {
  for (const button of all("[data-do=skip]")) {
    const in_moment = Boolean(button.closest("[data-moment]"));
    // A moment that can be skipped by its own button needs no other one.
    const elsewhere = state.telling ? Boolean(state.telling.querySelector("[data-do=skip]")) : state.line.length < 2;
    button.hidden = in_moment ? !state.line.length : elsewhere;
  }
}
