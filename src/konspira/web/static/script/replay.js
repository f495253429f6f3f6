// Walking through a game that is over, or as far as it went.

import { new_moment, tell } from "./moments.js";
import { kept, state } from "./state.js";
import { next } from "./story.js";
import { fetch_page } from "./visits.js";

export function step_replay(way) {
  const link = document.querySelector(`[data-step=${way}][href]`);
  if (!link) return stop_replay();
  return go_replay(link.getAttribute("href"));
}

export async function go_replay(address) {
  history.replaceState(null, "", address);
  await fetch_page(location.href);
  const moment = new_moment();
  if (moment && kept("pace", "calm") === "calm") tell(moment, next);
}

export function stop_replay() {
  clearInterval(state.playing);
  state.playing = 0;
  document.querySelector("[data-do=play]")?.setAttribute("aria-pressed", "false");
}
