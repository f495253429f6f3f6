// Pages of ours that are drawn over this one: forms, languages, steps of a replay.

import { mute_all } from "./chat.js";
import { reconnect, send } from "./line.js";
import { mark } from "./marks.js";
import { morph } from "./morph.js";
import { note, sure } from "./notes.js";
import { $, all, cookie, read } from "./page.js";
import { pick_tab, tick } from "./panel.js";
import { kept, state } from "./state.js";

// Fetches a page of ours and draws it over this one. What is live is left to the socket.
export async function fetch_page(address, options = {}) {
  const turn = ++state.fetching;
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== state.fetching) return; // an answer that was overtaken
  if (!answer.ok && options.method && $("k-note")) {
    await fetch_page(location.href);
    return note(page.querySelector("main p")?.textContent ?? "");
  }
  if (page.body.className.split(" ")[0] !== document.body.classList[0] || page.body.dataset.room !== document.body.dataset.room) {
    location.assign(answer.url);
    return;
  }
  document.documentElement.lang = page.documentElement.lang;
  if (state.live && !document.body.hasAttribute("data-lobby")) {
    for (const region of all("[data-region], #k-log, #k-chat, #k-ask, #k-pass", page)) {
      const mine = $(region.id);
      if (mine) region.replaceWith(mine.cloneNode(true));
    }
  }
  const pane = document.querySelector("[role=tab][aria-selected=true]")?.id;
  const was = document.body.className;
  const guide_text = $("k-guide")?.hidden === false ? $("k-guide").cloneNode(true) : null;
  if (guide_text) page.getElementById("k-guide")?.replaceWith(guide_text);
  for (const name of ["data-empty", "data-title"]) {
    if (document.body.hasAttribute(name)) page.body.setAttribute(name, document.body.getAttribute(name));
    else page.body.removeAttribute(name);
  }
  morph(document.body, page.body);
  document.body.className = was;
  document.title = page.title;
  if (pane && $(pane)) pick_tab($(pane));
  settle();
}

export async function submit(form, button) {
  if (form.getAttribute("aria-busy")) return; // a second click wants nothing new
  if (!form.reportValidity()) return;
  if (form.dataset.sure && !(await sure(form.dataset.sure))) return;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  form.setAttribute("aria-busy", "true");
  $("k-menu")?.hidePopover?.(); // what comes of it is told at the table
  try {
    state.acting = true;
    await fetch_page(form.action, { method: "POST", body });
    reconnect(); // the socket was opened by whoever we were before
  } finally {
    state.acting = false;
    form.removeAttribute("aria-busy");
  }
}

// In the lobby: somebody else freed the seat of this device. One goes on looking.
export async function stood_up(text) {
  if (state.acting) return; // it was oneself
  await fetch_page(location.href);
  reconnect();
  note(text);
}

export async function speak(language) {
  cookie("lang", language);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
  await fetch_page(here.href);
  send({ t: "lang", lang: language });
}

export function settle() {
  state.words = read("k-words") ?? {};
  for (const [name, fallback] of [["sound", false], ["notify", false]]) {
    const button = document.querySelector(`[data-do=${name}]`);
    button?.setAttribute("aria-pressed", String(kept(name, fallback)));
  }
  document.querySelector("[data-do=pace]")?.setAttribute("aria-pressed", String(kept("pace", "calm") === "calm"));
  document.querySelector("[data-do=play]")?.setAttribute("aria-pressed", String(Boolean(state.playing)));
  for (const wide of all("[data-wide]")) centre(wide);
  mute_all();
  tick();
  mark();
}

// Of what is wider than the screen that part is seen which the page is about.
function centre(wide) {
  const here = wide.querySelector("[aria-current]")?.getBoundingClientRect();
  const frame = wide.getBoundingClientRect();
  if (here) wide.scrollLeft += here.left + here.width / 2 - frame.left - frame.width / 2;
}
