// The panel beside the table and the clocks.

import { all_read } from "./chat.js";
import { $, all } from "./page.js";
import { narrow } from "./state.js";

export function pick_tab(tab, by_hand = false) {
  const panel = tab.closest(".k-panel");
  const again = tab.getAttribute("aria-selected") === "true";
  for (const other of all("[role=tab]", panel)) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !on;
  }
  const chat = tab.hasAttribute("data-chat");
  if ($("k-say")) $("k-say").hidden = !chat;
  if (by_hand && narrow.matches) panel.dataset.open = String(!(again && panel.dataset.open === "true"));
  if (chat) {
    all_read();
    $("pane-chat").scrollTop = $("pane-chat").scrollHeight;
  }
}

export function tick() {
  for (const clock of all("time[data-left]")) {
    clock.since ??= performance.now();
    const gone = clock.hasAttribute("data-running") ? (performance.now() - clock.since) / 1000 : 0;
    const left = Math.max(0, Math.ceil(Number(clock.dataset.left) - gone));
    const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = h ? `${h}:${String(m).padStart(2, "0")} h` : `${m}:${String(s).padStart(2, "0")}`;
    clock.classList.toggle("is-short", left < 20);
  }
}

setInterval(tick, 500);

// On a phone the sheet goes down again when one touches what is above it, which is not touched by that.
let lowered = false;

export const lower = () => {
  const panel = $("k-panel");
  if (!narrow.matches || panel?.dataset.open !== "true") return false;
  panel.dataset.open = "false";
  return true;
};

document.addEventListener("pointerdown", (event) => {
  lowered = !$("k-panel")?.contains(event.target) && lower() && Boolean(event.target.closest?.("[data-touch]"));
});

addEventListener(
  "click",
  (event) => {
    if (lowered) event.stopImmediatePropagation();
    lowered = false;
  },
  true,
);
