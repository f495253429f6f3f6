// Shows what can be touched next, what was touched, and what is left to choose.

import { rove } from "./grid.js";
import { show_hint } from "./hints.js";
import { morph } from "./morph.js";
import { stepper } from "./numbers.js";
import { $, all, say } from "./page.js";
import { show_pins } from "./pins.js";
import { state } from "./state.js";
import { fitting, offers } from "./touching.js";

export function mark() {
  const pool = offers();
  const left = fitting(pool, state.touched);
  const now = new Set(left.flatMap((offer) => offer.t));
  const alone = new Set(pool.flatMap((offer) => offer.t));
  const here = new Set();
  for (const element of all("[data-touch]")) {
    const thing = element.dataset.touch;
    here.add(thing);
    const chosen = state.touched.includes(thing);
    const can = now.has(thing) && !chosen;
    element.classList.toggle("can-touch", can);
    element.classList.toggle("can-start", !can && !chosen && alone.has(thing));
    element.classList.toggle("is-chosen", chosen);
    attribute(element, "aria-pressed", chosen ? "true" : alone.has(thing) ? "false" : null);
    attribute(element, "aria-disabled", pool.length && !alone.has(thing) ? "true" : null);
  }
  document.body.classList.toggle("is-asked", Boolean(state.ask?.kind));
  attribute(document.body, "data-kind", state.ask?.kind ?? "");
  document.body.classList.toggle("is-touching", state.touched.length > 0);
  waiting();
  choices(left, here);
  then(left);
  asides(here);
  show_pins();
  const whole = left.some((offer) => offer.t.length === state.touched.length && !offer.m.includes("{text}"));
  const by_number = whole && state.touched.some((thing) => stepper(thing));
  act("confirm", Boolean(state.ask?.complete) || by_number);
  act("back", state.touched.some((thing) => !stepper(thing)) || Boolean(state.ask?.draft?.length));
  act("undo", state.ask?.undo !== undefined && !state.touched.length && !state.ask?.draft?.length);
  act("hint", Boolean(state.ask?.kind) && !state.ask.complete && !state.hint);
  show_hint();
  rove();
}

// To say the same again would make the browser look at everything once more.
function attribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

// What was dropped goes home when it is no longer meant to go there.
function waiting() {
  if (!state.waits || state.waits.things.every((thing) => state.touched.includes(thing))) return;
  state.waits.element.classList.remove("is-waiting");
  state.waits.ghost.style.translate = "";
  state.waits = null;
}

// What is still to be touched, in words, once something is.
function then(left) {
  const place = $("k-then");
  if (!place) return;
  const begun = state.touched.some((thing) => !stepper(thing));
  const ways = begun ? left.map((offer) => missing(offer).join(" · ")) : [];
  place.textContent = ways[0] && ways.every((way) => way === ways[0]) ? say("then", { steps: ways[0] }) : "";
  place.hidden = !place.textContent;
  document.body.classList.toggle("has-then", !place.hidden);
}

function missing(offer) {
  const steps = state.ask?.steps?.[offer.w] ?? [];
  const left = offer.t.map((thing, at) => (state.touched.includes(thing) ? "" : steps[at] ?? ""));
  return [...new Set(left)].filter(Boolean);
}

function act(name, shown) {
  const button = document.querySelector(`[data-do=${name}]`);
  if (button) button.hidden = !shown;
}

// Moves as plain buttons: when few are left, and always those that could not be touched otherwise.
function choices(left, here) {
  const list = $("k-choices");
  if (!list) return;
  const asked = left.filter((offer) => !offer.aside && !offer.m.includes("{text}"));
  const few = state.touched.some((thing) => !stepper(thing)) && asked.length <= 4;
  const listed = asked.filter((offer) => few || !offer.t.every((thing) => here.has(thing)));
  const wanted = list.cloneNode(false);
  for (const offer of listed.slice(0, 40)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "k-choice";
    button.dataset.move = offer.m;
    button.textContent = offer.l;
    const item = document.createElement("li");
    item.append(button);
    wanted.append(item);
  }
  morph(list, wanted);
  list.hidden = !listed.length;
}

// What may be done unasked stands in the menu, unless the table has a place for it.
function asides(here) {
  const place = $("k-asides");
  if (!place) return;
  const missing = (state.ask?.asides ?? []).filter((aside) => !aside.t.every((thing) => here.has(thing)));
  place.replaceChildren(
    ...missing.map((aside) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = aside.m;
      button.dataset.aside = "";
      button.textContent = aside.l;
      return button;
    }),
  );
  place.hidden = !missing.length;
}
