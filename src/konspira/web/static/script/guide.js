// The guide of a first game.

import { $, read } from "./page.js";
import { state } from "./state.js";

export function guide() {
  const words = read("k-guide-words");
  const place = $("k-guide");
  if (!words || !place) return;
  const told = new Set(JSON.parse(sessionStorage.getItem(`guide.${document.body.dataset.room}`) ?? "[]"));
  const kind = state.ask?.kind ?? "";
  const shown = $("k-guide-text").firstElementChild;
  // What was said of another question is stale. A welcome waits for the first one.
  if (shown && !shown.dataset.at && shown.dataset.kind === "start") shown.dataset.at = kind;
  if (shown && shown.dataset.at !== kind) close();
  if (!place.hidden) return;
  // One thing at a time: the welcome, and when it was read, what is asked.
  const next = ["start", kind].find((one) => one in words && !told.has(one));
  if (!next) return;
  sessionStorage.setItem(`guide.${document.body.dataset.room}`, JSON.stringify([...told, next]));
  const line = document.createElement("p");
  [line.dataset.kind, line.dataset.at, line.textContent] = [next, kind, words[next]];
  $("k-guide-text").replaceChildren(line);
  place.hidden = false;
}

export function close() {
  $("k-guide").hidden = true;
  $("k-guide-text").replaceChildren();
}
