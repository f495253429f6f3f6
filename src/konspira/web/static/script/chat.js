// Chat, and whom one does not want to hear.

import { $, all, parsed, say } from "./page.js";
import { keep, narrow, state } from "./state.js";

export function said(frame) {
  const chat = $("k-chat");
  const line = parsed(frame.html ?? "").firstElementChild;
  if (!chat || !line || $(line.id)) return;
  chat.append(line);
  mute(line);
  chat.parentElement.scrollTop = chat.parentElement.scrollHeight;
  const seen = !$("pane-chat").hidden && (!narrow.matches || $("k-panel").dataset.open === "true");
  if (seen || line.classList.contains("me") || line.hidden) return;
  const unread = $("k-unread");
  unread.textContent = ++state.unread;
  unread.hidden = false;
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
