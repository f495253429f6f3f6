// The question: touching, drafting and playing an answer.

import { guide } from "./guide.js";
import { send, send_surely } from "./line.js";
import { mark } from "./marks.js";
import { note, sure } from "./notes.js";
import { read_numbers } from "./numbers.js";
import { $, say } from "./page.js";
import { press } from "./press.js";
import { state } from "./state.js";
import { fitting, given, offers, touching } from "./touching.js";

export function question(ask) {
  const same = ask && state.ask && ask.decision === state.ask.decision && `${ask.draft}` === `${state.ask.draft}`;
  state.ask = ask;
  if (!same) [state.touched, state.meant] = [[], null];
  state.touched = state.touched.filter((thing) => offers().some((offer) => offer.t.includes(thing)));
  if (!fitting(offers(), state.touched).length) state.touched = [];
  read_numbers();
  // What was taken back lies there once more, to be changed.
  const again = state.again;
  state.again = null;
  if (again && ask?.kind && !ask.draft?.length) draft(again);
  mark();
  guide();
}

export function touch(thing) {
  // What can be touched next depends on the draft that is on its way.
  if (state.meant) return state.later.push(thing);
  if (!offers().length) return state.own.length ? note(say("wait")) : undefined;
  const touched = touching(offers(), state.touched, thing);
  if (!touched) {
    const things = state.touched.includes(thing) ? state.touched : [...state.touched, thing];
    send({ t: "why", n: ++state.n, decision: state.ask.decision, moves: state.ask.draft ?? [], touched: things });
    return;
  }
  state.touched = touched;
  note("");
  const left = fitting(offers(), touched);
  if (left.length === 1 && is_whole(left[0], touched)) play(left[0]);
  else mark();
}

export function touch_later() {
  for (const thing of state.later.splice(0)) touch(thing);
}

// In a draft, which can be taken back, what is given need not be touched.
function is_whole(offer, touched) {
  if (offer.e && touched.includes(offer.e)) return true;
  if (offer.m.includes("{text}") && !state.typed.trim()) return false;
  const drafted = !offer.aside && (offer.more || state.ask.draft?.length);
  const done = new Set([...touched, ...(drafted ? given(state.ask.offers) : [])]);
  return offer.t.every((thing) => done.has(thing));
}

// Nothing is touched any more, but a stepper always stands for its number.
export function untouch() {
  state.touched = [];
  read_numbers();
}

export async function play(offer) {
  if (offer.s) {
    if (state.ask && ends(offer)) press(state.ask.decision, with_draft(offer));
    if (!(await sure(offer.s))) {
      untouch();
      return mark();
    }
  }
  if (!state.ask) return;
  const moves = with_draft(offer);
  state.touched = [];
  // After a whole answer the table comes anew, and is marked then.
  if (offer.aside) return send_surely({ t: "aside", move: moves.at(-1) });
  if (ends(offer)) return send_moves(moves);
  draft(moves);
  mark();
}

// Is it a whole answer, with the draft in front?
function ends(offer) {
  return !offer.aside && !offer.more && (!state.ask.draft?.length || offer.final);
}

function with_draft(offer) {
  return [...(state.ask.draft ?? []), offer.m.replace("{text}", state.typed.trim())];
}

let soon = 0; // the timer of a draft that waits for the next key; an answer overtakes it

function send_moves(moves) {
  clearTimeout(soon);
  state.sent = moves;
  send_surely({ t: "move", decision: state.ask.decision, moves });
}

export function draft(moves, more = {}) {
  clearTimeout(soon);
  document.body.classList.add("is-drafting");
  state.meant = moves;
  send({ t: "draft", n: ++state.n, decision: state.ask.decision, moves, ...more });
}

export function draft_soon() {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (state.ask) draft(state.ask.draft ?? [], { text: state.typed, touched: state.touched });
  }, 160);
}

export function confirm() {
  if (state.ask?.complete) {
    return send_moves(state.ask.draft);
  }
  const whole = fitting(offers(), state.touched).filter((offer) => offer.t.length === state.touched.length);
  if (whole.length) play(whole[0]);
}

// One move of the open compound is taken back, the others stay.
export function take_back(number) {
  if (state.ask?.draft?.length) draft(state.ask.draft.filter((_, at) => at !== number));
}

export function back() {
  if (state.touched.length) {
    state.touched = state.touched.slice(0, -1);
    return mark();
  }
  if (state.ask?.draft?.length) draft(state.ask.draft.slice(0, -1));
}
