// Entries that come together are drawn one by one, so that the eye can follow.

import { ask_who, pass_on } from "./device.js";
import { new_moment, skippable, stop_moment, tell } from "./moments.js";
import { note, remark } from "./notes.js";
import { $, all, visible } from "./page.js";
import { draft, question } from "./question.js";
import { redraw, refit, rewrite, write } from "./regions.js";
import { kept, state } from "./state.js";
import { called } from "./turn.js";

const PACE = 650; // how long an entry stays before the next one is drawn, in ms
const HURRY = 8; // so many entries at once are not played back one by one

export function queue(frame) {
  if (frame.fresh) {
    state.line = [];
    stop_moment();
  }
  state.line.push(frame);
  if (!state.busy && !state.telling) next();
  else skippable();
}

export function next() {
  clearTimeout(state.busy);
  state.busy = 0;
  const frame = state.line.shift();
  if (!frame) {
    state.skipping = false;
    redraw(state.held);
    state.held = {};
    skippable();
    return;
  }
  if (frame.t === "hand-over") {
    state.covering = frame.asked?.length ? frame.asked : frame.to;
    if (state.seat === null) ask_who();
    else pass_on(frame.to);
    return next();
  }
  const hurried = state.skipping || document.hidden || kept("pace", "calm") === "none" || frame.fresh;
  const first = hurried ? null : told_first(frame);
  if (first) {
    const asked = state.ask;
    question(null);
    return tell(first, () => {
      state.ask = asked;
      apply(frame);
      next();
    });
  }
  apply(frame);
  const moment = frame.fresh ? null : new_moment();
  if (moment && !hurried) return tell(moment, next);
  const rest = state.line.filter((waiting) => waiting.t === "table").length;
  const pause = hurried || rest > HURRY || !rest ? 0 : PACE;
  if (pause) state.busy = setTimeout(next, pause);
  else next();
  skippable();
}

// Who is asked is not told before the eye has seen why.
export function room_regions({ seats, ...others }) {
  redraw(others);
  if (seats === undefined) return;
  if (state.telling || state.busy || state.line.length) state.held = { seats };
  else redraw({ seats });
}

// A moment with `data-first` is drawn and told before the rest of the table, which would give away
// how it ends.
function told_first(frame) {
  const regions = Object.entries(frame.regions ?? {}).filter(([, html]) => html.includes("data-first"));
  if (!regions.length) return null;
  redraw(Object.fromEntries(regions));
  return new_moment();
}

export function skip() {
  state.skipping = state.line.length > 0;
  const then = state.after ?? next;
  stop_moment();
  then();
}

function apply(frame) {
  const focused = document.activeElement;
  redraw(frame.regions ?? {});
  refit(frame.parts ?? {});
  const lines = Object.keys(frame.log ?? {}).length;
  if (lines) delete state.drawn.log;
  if (frame.fresh && lines) rewrite(frame.log);
  else for (const [number, html] of Object.entries(frame.log ?? {})) write(Number(number), html);
  const news = frame.seq > state.seq;
  state.seq = Math.max(state.seq, frame.seq);
  document.body.classList.toggle("is-over", Boolean(frame.over));
  if (frame.fresh) for (const moment of all("[data-moment]")) state.moments.add(moment.id);
  for (const moment of all("[data-moment]")) {
    moment.classList.toggle("is-now", state.telling?.id === moment.id);
  }
  if (news) {
    remark("");
    note("");
  }
  // A compound that is being put together goes on over whatever else was redrawn.
  const going = frame.ask && frame.ask.decision === state.ask?.decision ? state.meant ?? state.ask.draft ?? [] : [];
  question(frame.ask ?? null);
  if (going.length && !frame.ask.draft?.length) draft(going);
  else [state.meant, state.later] = [null, []];
  called(frame);
  if (frame.yours) pass_on([]);
  if (state.keyboard && focused !== document.body && document.activeElement === document.body) {
    // What may be done unasked is no answer: nobody is led to it.
    const asked = new Set((state.ask?.offers ?? []).flatMap((offer) => offer.t));
    const first = all(".can-touch").find((thing) => visible(thing) && asked.has(thing.dataset.touch));
    (first ?? $("region-prompt"))?.focus({ preventScroll: false });
  }
}
