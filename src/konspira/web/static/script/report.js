// A problem is reported from the menu, without leaving the table.

import { $, say } from "./page.js";
import { state } from "./state.js";

export async function report(form) {
  if (form.getAttribute("aria-busy")) return; // a second click wants nothing new
  form.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    // One device, several seats: what is saved is known to whoever sits here now.
    if (state.seat !== null) body.set("seat", state.seat);
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const said = await answer.json();
    if (!answer.ok) return thank(said.text);
    form.reset();
    thank(say("reported", { file: said.file }), ...(said.scenario ? [copy_of(said)] : []));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function thank(...words) {
  const place = $("k-thanks");
  place.replaceChildren(...words);
  place.hidden = false;
}

function copy_of({ file, scenario }) {
  const link = document.createElement("a");
  link.href = `data:application/yaml;charset=utf-8,${encodeURIComponent(scenario)}`;
  link.download = file;
  link.textContent = say("reported-copy");
  return link;
}
