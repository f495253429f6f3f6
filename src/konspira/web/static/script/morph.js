// Makes an element like another, keeping every node that stays: so transitions run, focus, scroll,
// caret and half-typed text survive. The same id among siblings is the same thing.

import { parsed } from "./page.js";

const GROWN = new Set(["INPUT", "TEXTAREA", "SELECT"]);

export function morph(old, wanted) {
  const chosen = old.type === "checkbox" || old.type === "radio" || old.tagName === "SELECT";
  // Somebody wrote here, and the page has nothing newer to say.
  const own_words = GROWN.has(old.tagName) && !chosen && old.value !== old.defaultValue && old.defaultValue === wanted.defaultValue;
  for (const { name } of [...old.attributes]) {
    const keeps = name === "open" || (name === "data-open" && wanted.hasAttribute(name));
    if (!wanted.hasAttribute(name) && !keeps) old.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (name === "data-open" && old.hasAttribute(name)) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (GROWN.has(old.tagName)) {
    const kept_words = "text" in old.dataset || "keep" in old.dataset || own_words;
    // Nobody writes over what is being written; what was chosen is as the page says.
    if (kept_words || (old === document.activeElement && !chosen)) return;
    if (old.tagName === "SELECT") morph_children(old, wanted);
    if (old.type === "checkbox" || old.type === "radio") old.checked = wanted.hasAttribute("checked");
    else if (old.tagName === "SELECT") old.value = wanted.value;
    else old.value = old.tagName === "TEXTAREA" ? wanted.textContent : wanted.getAttribute("value") ?? "";
    return;
  }
  morph_children(old, wanted);
}

function morph_children(old, wanted) {
  const known = new Map();
  const stays = new Set([...wanted.children].map((child) => child.id));
  for (const child of [...old.children]) {
    if (!child.id) continue;
    if (stays.has(child.id)) known.set(child.id, child);
    else child.remove();
  }
  let at = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const twin = child.id ? known.get(child.id) : unnamed(at, child);
    if (twin && alike(twin, child)) {
      if (twin === at) at = at.nextSibling;
      else if (old.moveBefore) old.moveBefore(twin, at);
      else old.insertBefore(twin, at);
      if (twin.nodeType === Node.ELEMENT_NODE) morph_unless_same(twin, child);
      else if (twin.nodeValue !== child.nodeValue) twin.nodeValue = child.nodeValue;
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// Most of a table stays as it is, and the browser sees that far sooner than we do. What a person
// has put into a field is no part of that comparison.
function morph_unless_same(old, wanted) {
  if (GROWN.has(old.tagName) || !old.isEqualNode(wanted) || old.querySelector("input, textarea, select")) morph(old, wanted);
}

function unnamed(from, like) {
  for (let node = from; node; node = node.nextSibling) {
    if (!node.id && alike(node, like)) return node;
  }
  return null;
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");
}

export function draw(element, html) {
  const wanted = element.cloneNode(false);
  wanted.append(parsed(html));
  morph(element, wanted);
}
