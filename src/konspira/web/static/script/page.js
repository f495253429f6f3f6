// Small things to do with the page.

import { state } from "./state.js";

export function $(id) {
  return document.getElementById(id);
}

export function all(selector, inside = document) {
  return [...inside.querySelectorAll(selector)];
}

export function read(id) {
  const text = $(id)?.textContent.trim();
  return text ? JSON.parse(text) : null;
}

export function say(key, facts = {}) {
  return (state.words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

export function cookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; SameSite=Lax`;
}

export function visible(element) {
  return element.getClientRects().length > 0;
}
