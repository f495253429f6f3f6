// Steppers: a number is touched as soon as it can be.

import { all } from "./page.js";
import { state } from "./state.js";
import { fitting, offers } from "./touching.js";

export function stepper(thing) {
  return all("[data-number]").some((one) => thing.startsWith(`${one.dataset.number}-`));
}

export function read_numbers() {
  for (const one of all("[data-number]")) {
    const prefix = `${one.dataset.number}-`;
    const value = one.dataset.value ?? one.querySelector("output")?.textContent.trim();
    const touched = [...state.touched.filter((thing) => !thing.startsWith(prefix)), prefix + value];
    if (fitting(offers(), touched).length) state.touched = touched;
  }
}
