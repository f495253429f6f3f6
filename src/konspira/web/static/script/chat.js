// Chat, and whom one does not want to hear.

import { $, all, parsed, say } from "./page.js";
import { keep, kept, narrow, state } from "./state.js";

export function said(frame) {
  const chat = $("k-chat");
  const line = parsed(frame.html ?? "").firstElementChild;
  if (!chat || !line || $(line.id)) return;
  chat.append(line);
  mute(line);
  chat.parentElement.scrollTop = chat.parentElement.scrollHeight;
  const seen = !$("pane-chat").hidden && (!narrow.matches || $("k-panel").dataset.open === "true");
  if (seen) return all_read();
  if (line.classList.contains("me") || line.hidden) return;
  show_unread(state.unread + 1);
}

function show_unread(number) {
  state.unread = number;
  $("k-unread").textContent = number;
  $("k-unread").hidden = !number;
}

function newest() {
  return all("#k-chat > li[id^=said-all-]").reduce((last, line) => Math.max(last, Number(line.id.slice(9))), -1);
}

// Everything that is in the chat now has been read on this device.
export function all_read() {
  show_unread(0);
  keep("read", { ...kept("read", {}), [document.body.dataset.room]: newest() });
}

// After a reload: what was said since the chat was last looked at.
export function count_unread() {
  if (!$("k-unread") || !$("pane-chat").hidden) return;
  const seen = kept("read", {})[document.body.dataset.room] ?? -1;
  const fresh = (line) => !line.classList.contains("me") && !line.hidden && Number(line.id.slice(9)) > seen;
  show_unread(all("#k-chat > li[id^=said-all-]").filter(fresh).length);
}

function mute(line) {
  line.hidden = state.muted.has(line.dataset.by);
}

export function mute_all() {
  for (const line of all("#k-chat > li")) mute(line);
  const place = $("k-muted");
  if (!place) return;
  place.replaceChildren(
    ...[...state.muted].map((name) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "k-btn k-btn--quiet";
      button.dataset.mute = name;
      button.textContent = say("unmute", { name });
      return button;
    }),
  );
  place.hidden = !state.muted.size;
}

export function toggle_mute(name) {
  if (!state.muted.delete(name)) state.muted.add(name);
  keep("muted", [...state.muted]);
  mute_all();
}
