// One device, several seats: one seat's view at a time.

import { send } from "./line.js";
import { mark } from "./marks.js";
import { stop_moment } from "./moments.js";
import { note } from "./notes.js";
import { $, all } from "./page.js";
import { state } from "./state.js";
import { called } from "./turn.js";

// Whoever just played may look at what came of it, then covers the table and hands it on.
export function pass_on(seats) {
  if (seats.length) state.covering = seats;
  const button = $("k-pass");
  if (!button) return;
  button.hidden = !seats.length;
  button.classList.toggle("k-btn--main", !state.ask?.kind); // both may be asked at once
}

export function cover() {
  empty();
  state.seat = null;
  send({ t: "seat", seat: null });
  ask_who();
}

export function ask_who() {
  const dialog = $("k-hand-over");
  if (!dialog) return;
  for (const button of all("[data-sit]", dialog)) {
    const next_ones = state.covering ?? state.own;
    button.classList.toggle("k-btn--main", next_ones.includes(Number(button.dataset.sit)));
  }
  if (!dialog.open) dialog.showModal();
}

// Nothing of the seat stays: page, live region, title, notices, what waits, what was typed.
export function empty() {
  stop_moment();
  state.line = [];
  state.ask = null;
  state.touched = [];
  state.typed = "";
  state.hint = null;
  state.drawn = {};
  state.seq = -1;
  state.waiting.clear();
  for (const pins of state.pins.values()) for (const [name, to] of pins) if (to !== "all") pins.delete(name);
  for (const to of Object.keys(state.side)) if (to !== "all") delete state.side[to];
  document.body.setAttribute("data-empty", "");
  for (const region of all("[data-region]")) if (region.dataset.region !== "seats") region.replaceChildren();
  for (const id of ["k-log", "k-choices", "k-guide-text", "k-tip", "k-thanks"]) $(id)?.replaceChildren();
  for (const line of all("#k-chat > li[id^=said-seat]")) line.remove();
  for (const id of ["k-choices", "k-guide", "k-tip", "k-pass", "k-thanks"]) if ($(id)) $(id).hidden = true;
  for (const field of all("input:not([type=hidden]), textarea")) field.value = "";
  note("");
  mark();
  const title = document.body.dataset.name ?? "";
  document.body.dataset.title = title;
  document.title = title;
  called({ yours: false });
}

export function sit(seat) {
  state.seat = seat;
  state.covering = null;
  document.body.removeAttribute("data-empty");
  $("k-hand-over").close();
  send({ t: "seat", seat });
}

// Escape, and Back on a phone, close any dialog; this one has nothing behind it until somebody sits.
document.addEventListener(
  "close",
  (event) => {
    if (event.target.id === "k-hand-over" && state.seat === null) ask_who();
  },
  true,
);

addEventListener("pagehide", () => {
  // The page may come back by Back, drawn for whoever held the device before.
  if (state.own.length > 1) empty();
});

addEventListener("pageshow", (event) => {
  if (event.persisted && state.own.length > 1) location.reload();
});
