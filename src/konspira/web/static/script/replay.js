// Walking through a game that is over, or as far as it went.

import { stop_moment, tell } from "./moments.js";
import { $, all } from "./page.js";
import { kept, state } from "./state.js";
import { next } from "./story.js";
import { fetch_page } from "./visits.js";

export function step_replay(way) {
  const link = document.querySelector(`[data-step=${way}][href]`);
  if (!link) return stop_replay();
  return go_replay(link.getAttribute("href"));
}

export async function go_replay(address) {
  stop_moment();
  const [was, known] = [place(), new Set(all("[data-moment]").map((moment) => moment.id))];
  history.replaceState(null, "", address);
  await fetch_page(location.href);
  // Only what one step forward brings is news: whoever goes back or leaps has not asked for a scene.
  if (place() !== was + 1 || kept("pace", "calm") !== "calm") return;
  const moment = all("[data-moment]").filter((one) => !known.has(one.id)).at(-1);
  if (moment) tell(moment, next);
}

// The entry that the page was drawn for; the slider itself may be on its way elsewhere.
function place() {
  return Number($("at").defaultValue);
}

export function stop_replay() {
  clearInterval(state.playing);
  state.playing = 0;
  document.querySelector("[data-do=play]")?.setAttribute("aria-pressed", "false");
}
