// The guide of a first game.

import { $, read } from "./page.js";
import { state } from "./state.js";

export function guide() {
  const words = read("k-guide-words");
  const place = $("k-guide");
  if (!words || !place) return;
  const told = new Set(JSON.parse(sessionStorage.getItem(`guide.${document.body.dataset.room}`) ?? "[]"));
  // What was said of another question is stale.
  for (const line of [...$("k-guide-text").children]) {
    if (line.dataset.kind !== "start" && line.dataset.kind !== state.ask?.kind) line.remove();
  }
  if (!$("k-guide-text").children.length) place.hidden = true;
  const kinds = [told.size ? "" : "start", state.ask?.kind ?? ""].filter((kind) => kind in words && !told.has(kind));
  const lines = [...$("k-guide-text").children];
  for (const line of lines) if (![state.ask?.kind, "start"].includes(line.dataset.kind)) line.remove();
  if (lines.length && !$("k-guide-text").children.length) place.hidden = true;
  if (!kinds.length) return;
  for (const kind of kinds) told.add(kind);
  sessionStorage.setItem(`guide.${document.body.dataset.room}`, JSON.stringify([...told]));
  // The welcome stays until it is closed, beside the first question.
  const before = place.hidden ? [] : [...$("k-guide-text").children].filter((line) => line.dataset.kind === "start");
  $("k-guide-text").replaceChildren(
    ...before,
    ...kinds.map((kind) => {
      const line = document.createElement("p");
      line.dataset.kind = kind;
      line.textContent = words[kind];
      return line;
    }),
  );
  place.hidden = false;
}
