// The keyboard on a board: one thing of each grid is in the order of the Tab key, arrows walk to the
// others.

import { all, visible } from "./page.js";

let roving = 0;

// What can be seen is known anyway once the page is laid out; to ask before would lay it out twice.
export function rove() {
  roving ||= requestAnimationFrame(settle);
}

function settle() {
  roving = 0;
  for (const grid of all("[data-grid]")) {
    const things = all("[data-touch]", grid);
    const stays = things.find((thing) => thing.tabIndex === 0 && thing.hasAttribute("tabindex") && visible(thing));
    const first = things.includes(document.activeElement)
      ? document.activeElement
      : stays ?? things.find((thing) => thing.classList.contains("can-touch")) ?? things[0];
    for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
  }
}

export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function walk(from, key) {
  const grid = from.closest("[data-grid]");
  const things = all("[data-touch]", grid).filter(visible);
  if (key === "Home" || key === "End") return things.at(key === "Home" ? 0 : -1);
  const [dx, dy] = WAYS[key];
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let nearest = Infinity;
  for (const thing of things) {
    const [tx, ty] = middle(thing);
    const along = (tx - x) * dx + (ty - y) * dy;
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along < 4 || aside > along * 1.2) continue;
    const far = along + aside * 2;
    if (far < nearest) [best, nearest] = [thing, far];
  }
  return best;
}
