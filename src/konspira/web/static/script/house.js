// The house in a browser. It knows no game: a table is HTML that the server drew for this viewer,
// a question is a list of moves with the things to touch for each. docs/protocol.md has the frames,
// web/table.py the attributes it looks for.

import { count_unread, toggle_mute } from "./chat.js";
import "./drag.js";
import { DEEDS, copy } from "./deeds.js";
import { ask_who, sit } from "./device.js";
import { doubled } from "./double.js";
import { hear } from "./frames.js";
import { WAYS, rove, walk } from "./grid.js";
import { connect, hearing, send_surely } from "./line.js";
import { go_on } from "./moments.js";
import { $, all, read } from "./page.js";
import { lower, pick_tab } from "./panel.js";
import { back, play, question, take_back, touch } from "./question.js";
import { digests } from "./regions.js";
import { go_replay, step_replay } from "./replay.js";
import { report } from "./report.js";
import { narrow, state } from "./state.js";
import { hide_tip, open_rule } from "./tips.js";
import { offers } from "./touching.js";
import { settle, speak, submit } from "./visits.js";
import { count, give_text, type_soon } from "./writing.js";

document.addEventListener("click", (event) => {
  const target = event.target.closest?.("button, a, [data-touch], .is-now");
  if (!target) return;
  if (doubled(event, target) && target.closest("#k-acts")) return;
  if (target.dataset.do) return DEEDS[target.dataset.do]?.(target);
  if (target.dataset.lang) {
    event.preventDefault();
    // On a phone one language is shown; it opens the others.
    if (narrow.matches && !target.parentElement.classList.contains("is-open")) {
      return target.parentElement.classList.add("is-open");
    }
    target.parentElement.classList.remove("is-open");
    if (target.hasAttribute("aria-current")) return;
    return speak(target.dataset.lang);
  }
  if (target.getAttribute("role") === "tab") return pick_tab(target, true);
  if (target.matches(".k-grip")) return ($("k-panel").dataset.open = "false");
  if (target.dataset.sit) return sit(Number(target.dataset.sit));
  if (target.dataset.mute) return toggle_mute(target.dataset.mute);
  if (target.dataset.copy) return copy(target);
  if (target.dataset.by) return count(target);
  if (target.dataset.pin) {
    const to = target.dataset.pinTo ? { to: target.dataset.pinTo } : {};
    return send_surely({ t: "pin", text: target.dataset.pin, on: !target.classList.contains("is-pinned"), ...to });
  }
  if ((target.dataset.step || "eyes" in target.dataset) && target.hasAttribute("href")) {
    event.preventDefault();
    return go_replay(target.getAttribute("href"));
  }
  if (target.dataset.move) {
    const offer = offers().find((one) => one.m === target.dataset.move && Boolean(one.aside) === "aside" in target.dataset);
    $("k-menu")?.hidePopover?.();
    return offer && play(offer);
  }
  const rule = target.getAttribute("href");
  if (rule?.startsWith("#rule-")) {
    event.preventDefault();
    return open_rule(rule.slice(1));
  }
  if (target.dataset.back) return take_back(Number(target.dataset.back));
  if (target.dataset.touch && event.timeStamp - state.dragged > 20) return touch(target.dataset.touch);
  if (target.matches(".is-now")) return go_on();
});

document.addEventListener("keydown", (event) => {
  state.keyboard = true;
  const target = event.target;
  if (event.key === "Escape") {
    const tipped = !$("k-tip")?.hidden;
    hide_tip();
    if (tipped && !state.touched.length) return;
    if (lower()) return;
    if (state.telling) return go_on();
    if (!document.querySelector("dialog[open]")) back();
    return;
  }
  const tab = target.closest?.("[role=tab]");
  if (tab && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const tabs = all("[role=tab]", tab.parentElement);
    const next_tab = tabs.at((tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1)) % tabs.length);
    next_tab.focus();
    return pick_tab(next_tab);
  }
  if ((event.key in WAYS || event.key === "Home" || event.key === "End") && target.closest?.("[data-grid] [data-touch]")) {
    event.preventDefault();
    const there = walk(target.closest("[data-touch]"), event.key);
    if (!there) return;
    there.tabIndex = 0;
    there.focus();
    rove();
    return;
  }
  if (document.body.hasAttribute("data-replay") && !target.closest?.("input, textarea")) {
    if (event.key === "ArrowLeft") step_replay("prev");
    if (event.key === "ArrowRight") step_replay("next");
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "k-say") {
    event.preventDefault();
    const field = form.elements.text;
    if (field.value.trim()) send_surely({ t: "say", to: form.elements.to?.value ?? "all", text: field.value.trim() });
    field.value = "";
  } else if (form.matches(".k-report")) {
    event.preventDefault();
    report(form);
  } else if (form.querySelector("[data-text]")) {
    event.preventDefault();
    give_text();
  } else if ("send" in form.dataset) {
    event.preventDefault();
    if (event.submitter?.getAttribute("aria-disabled") !== "true") submit(form, event.submitter);
  } else if (form.matches(".k-slide")) {
    event.preventDefault();
  }
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.send === "change") submit(form);
  if (form?.matches(".k-slide")) go_replay(`?${new URLSearchParams(new FormData(form))}`);
});

document.addEventListener("pointerdown", () => {
  state.keyboard = false;
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-text]")) {
    state.typed = event.target.value;
    type_soon();
  }
});

document.documentElement.classList.add("has-script");
settle();
state.drawn = read("k-drawn") ?? {};
question(read("k-ask"));
if (state.own.length > 1 && document.body.hasAttribute("data-empty")) ask_who();
count_unread();
hearing(hear, () => ({ form: "html", side: state.side, drawn: digests() }));
connect();
