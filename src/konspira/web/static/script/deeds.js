// What the buttons of the frame do (`data-do`).

import { cover } from "./device.js";
import { close, guide } from "./guide.js";
import { fresh_id, send, send_surely } from "./line.js";
import { mark } from "./marks.js";
import { go_on } from "./moments.js";
import { note } from "./notes.js";
import { $, cookie, say } from "./page.js";
import { back, confirm } from "./question.js";
import { step_replay, stop_replay } from "./replay.js";
import { keep, kept, state } from "./state.js";
import { skip } from "./story.js";
import { chime } from "./turn.js";

export const DEEDS = {
  theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    cookie("theme", root.dataset.theme);
  },
  async notify(button) {
    let on = !kept("notify", false);
    if (on && window.Notification && Notification.permission !== "granted") {
      on = (await Notification.requestPermission()) === "granted";
      if (!on) note(say("no-notices"));
    }
    keep("notify", on);
    button.setAttribute("aria-pressed", String(on));
  },
  sound(button) {
    const on = !kept("sound", false);
    keep("sound", on);
    button.setAttribute("aria-pressed", String(on));
    if (on) chime();
  },
  pace(button) {
    const calm = kept("pace", "calm") !== "calm";
    keep("pace", calm ? "calm" : "none");
    button.setAttribute("aria-pressed", String(calm));
  },
  play(button) {
    if (state.playing) return stop_replay();
    state.playing = setInterval(() => state.telling || step_replay("next"), 1600);
    button.setAttribute("aria-pressed", "true");
    return step_replay("next");
  },
  confirm,
  back,
  skip,
  "go-on": go_on,
  cover,
  undo() {
    if (state.ask?.undo === undefined) return;
    if (state.sent.length > 1) state.again = state.sent;
    send_surely({ t: "undo", seq: state.ask.undo });
  },
  // One is asked for once; the table is told.
  hint() {
    if (!state.ask?.kind || state.hint) return;
    state.hint = { id: fresh_id(), decision: state.ask.decision };
    send({ t: "hint", ...state.hint });
    mark();
  },
  "guide-close"() {
    close();
    guide();
  },
};

export async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    const field = button.parentElement.querySelector("input");
    field?.select();
    document.execCommand("copy");
  }
  const label = button.lastChild;
  const was = label.textContent;
  label.textContent = button.dataset.done;
  setTimeout(() => (label.textContent = was), 1800);
}
