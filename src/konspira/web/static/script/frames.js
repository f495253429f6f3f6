// What each frame of the server does (docs/protocol.md).

import { mute_all, said } from "./chat.js";
import { empty } from "./device.js";
import { send, settled, show_lost } from "./line.js";
import { mark } from "./marks.js";
import { note, remark } from "./notes.js";
import { $ } from "./page.js";
import { tick } from "./panel.js";
import { pinned } from "./pins.js";
import { press } from "./press.js";
import { question, touch_later, untouch } from "./question.js";
import { redraw, refit } from "./regions.js";
import { state } from "./state.js";
import { queue, room_regions } from "./story.js";
import { fetch_page, stood_up } from "./visits.js";

const FRAMES = {
  welcome(frame) {
    show_lost(false);
    if (document.body.hasAttribute("data-lobby") && frame.started) return location.reload();
    for (const to of Object.keys(frame.side ?? {})) state.side[to] ??= -1;
    for (const waiting of state.waiting.values()) send(waiting);
  },
  table(frame) {
    if (document.body.hasAttribute("data-lobby")) return location.reload();
    queue(frame);
  },
  "hand-over": (frame) => (document.body.hasAttribute("data-lobby") ? undefined : queue(frame)),
  drafted(frame) {
    // What was sent counts as drawn, also when a newer draft is on its way.
    redraw(frame.regions ?? {});
    refit(frame.parts ?? {});
    if (frame.n !== state.n) return;
    document.body.classList.remove("is-drafting");
    state.meant = null;
    if ("remark" in frame) remark(frame.remark);
    if ("ask" in frame) question(frame.ask);
    if (state.ask?.complete) press(state.ask.decision, state.ask.draft);
    touch_later();
  },
  why(frame) {
    if (frame.n !== state.n) return;
    document.body.classList.remove("is-drafting");
    note(frame.text);
  },
  hint(frame) {
    if (frame.decision !== state.ask?.decision) return;
    state.hint = frame;
    mark();
  },
  done: (frame) => settled(frame.id),
  refused(frame) {
    settled(frame.id);
    if (state.hint?.id === frame.id) state.hint = null;
    document.body.classList.remove("is-drafting");
    if (frame.reason === "answered_already") return;
    untouch();
    [state.meant, state.later] = [null, []];
    note(frame.text);
    mark();
  },
  side(frame) {
    if (frame.n <= (state.side[frame.to] ?? -1)) return;
    state.side[frame.to] = frame.n;
    if (frame.kind === "pin") pinned(frame);
    else said(frame);
  },
  room(frame) {
    if (document.body.hasAttribute("data-lobby")) {
      if (frame.started) return location.reload();
      if (!frame.regions?.lobby) return fetch_page(location.href);
    }
    room_regions(frame.regions ?? {});
    if (frame.next && $("k-next")) {
      $("k-next").href = frame.next;
      $("k-next").hidden = false;
      $("k-again").querySelector("a").href = frame.next;
      $("k-again").hidden = false;
    }
    tick();
    mute_all();
  },
  gone(frame) {
    if (document.body.hasAttribute("data-lobby")) return stood_up(frame.text);
    state.closed = true;
    state.socket?.close();
    empty();
    note(frame.text);
    $("k-moved").hidden = false;
  },
  error: (frame) => note(frame.text),
};

export function hear(frame) {
  FRAMES[frame.t]?.(frame);
}
