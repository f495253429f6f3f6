// The plain page: what is seen as lists, every legal move as a button. It speaks the protocol in
// form `changes` (docs/protocol.md), as any program can, and touches only what has changed.

import { doubled } from "./double.js";
import { connect, hearing, send, send_surely, settled, show_lost } from "./line.js";
import { $, read } from "./page.js";
import { state } from "./state.js";

const words = read("plain-words");
const names = {}; // who sits where, by seat and by side

let latest = null; // the table as it came last, without a draft
let ask = null;
let draft = []; // the moves of the open compound so far
let meant = []; // the draft that was sent last

// What is heard ----------------------------------------------------------------------------------

const FRAMES = {
  welcome() {
    show_lost(false);
    for (const frame of state.waiting.values()) send(frame);
  },
  table(frame) {
    for (const entry of frame.missed ?? []) told(entry);
    told(frame.entry);
    if (frame.recall) forget(frame.recall);
    state.seq = frame.seq;
    note("");
    hide("who", true);
    if (frame.view) show(frame.view);
    else change(latest.view, frame.changed ?? []);
    latest = { view: frame.view ?? latest.view, ask: frame.ask };
    asked(frame.ask, [], false);
    if (frame.over) over(frame.outcome);
  },
  drafted(frame) {
    if (frame.n !== state.n) return;
    show(frame.view);
    asked(frame.ask, meant, frame.complete ?? false);
  },
  done: (frame) => settled(frame.id),
  refused(frame) {
    settled(frame.id);
    document.body.classList.remove("is-drafting");
    if (frame.reason !== "answered_already") note(frame.text);
  },
  room(frame) {
    for (const one of frame.seats) names[one.side] = one.name || one.bot || one.side;
    for (const one of frame.seats) names[one.seat] = names[one.side];
    for (const name of document.querySelectorAll("#log b")) set(name, names[name.dataset.side]);
    if (frame.next) $("next").href = frame.next;
    $("next").hidden = !frame.next;
  },
  "hand-over"({ to }) {
    if (state.seat !== null) return void ($("cover").hidden = false);
    const buttons = to.map((one) => button(words.i_am.replace("{name}", names[one] ?? one), "sit", one));
    $("people").replaceChildren(...buttons);
    $("who").hidden = false;
  },
  gone(frame) {
    state.closed = true;
    state.socket?.close();
    empty();
    note(frame.text);
  },
  error: (frame) => note(frame.text),
};

// What is shown ----------------------------------------------------------------------------------

let shown; // the view as it stands there

function show(view) {
  put($("view"), view, shown);
  shown = view;
}

// Where a draft is shown, that goes away as a whole.
function change(view, changes) {
  const drafted = shown !== view;
  for (const [path, value] of changes) {
    const last = path.pop();
    let [holder, parent] = [$("view"), view];
    for (const name of path) {
      if (!drafted) holder = place(holder, parent, name);
      parent = parent[name];
    }
    if (!drafted) put(place(holder, parent, last), value, parent[last]);
    parent[last] = value;
  }
  if (drafted) show(view);
}

function place(holder, value, name) {
  const list = holder.firstElementChild;
  if (Array.isArray(value)) return list.children[name];
  return list.children[Object.keys(value).indexOf(name)].lastChild;
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Names with what they stand for, lists of such, and words. `before` is what is shown there: what
// is the same is not touched.
function put(holder, value, before) {
  if (alike(value, before)) return;
  const kind = kind_of(value);
  if (!kind) return void (holder.textContent = spelled(value));
  if (kind_of(before) !== kind) {
    holder.replaceChildren(document.createElement(kind));
    before = {};
  }
  const list = holder.firstElementChild;
  let row = list.firstElementChild;
  for (const name of Object.keys(before)) {
    const next = row.nextElementSibling;
    if (!(name in value)) row.remove();
    row = next;
  }
  row = list.firstElementChild;
  for (const [name, one] of Object.entries(value)) {
    if (!(name in before)) row = list.insertBefore(kind === "dl" ? named(name) : document.createElement("li"), row);
    put(kind === "dl" ? row.lastChild : row, one, before[name]);
    row = row.nextElementSibling;
  }
}

function alike(one, two) {
  if (one === two) return true;
  if (one === null || two === null || typeof one !== "object" || typeof two !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(two).length && names.every((name) => alike(one[name], two[name]));
}

// What is shown as a list of names, as a list of such, or as words.
function kind_of(value) {
  if (value === null || typeof value !== "object") return "";
  if (!Array.isArray(value)) return "dl";
  return value.some((one) => one !== null && typeof one === "object") ? "ul" : "";
}

function named(name) {
  const one = document.createElement("div");
  one.append(document.createElement("dt"), document.createElement("dd"));
  one.firstChild.textContent = name;
  return one;
}

function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled).join(", ") || "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  return String(value ?? "–") || "–";
}

function told(entry) {
  if (entry.kind === "undo") return void $(`log-${entry.undone}`)?.remove();
  if (entry.kind === "setup" || $(`log-${entry.n}`)) return;
  const line = LINE.cloneNode(true);
  line.id = `log-${entry.n}`;
  line.dataset.n = entry.n;
  line.firstChild.dataset.side = entry.seat ?? "";
  line.firstChild.textContent = names[entry.seat] ?? entry.seat ?? "";
  line.lastChild.data = ` ${(entry.told ?? []).join(" · ")}`;
  $("log").prepend(line);
}

const LINE = document.createElement("li");
LINE.append(document.createElement("b"), " ");

// What came before this entry is not to be read back any more.
function forget(first) {
  const log = $("log");
  while (log.lastElementChild?.dataset.n < first) log.lastElementChild.remove();
}

function asked(question, moves, complete) {
  document.body.classList.remove("is-drafting");
  const same = alike([question, moves], [ask, draft]);
  [ask, draft] = [question, moves];
  if (same) return;
  const kind = ask?.kind ?? "";
  const here = document.body;
  if (here.dataset.kind !== kind) {
    here.dataset.kind = kind;
    here.classList.toggle("is-asked", kind !== "");
    set($("asked"), kind ? words.choose : words.wait);
    hide("writing", !("writes" in here.dataset) || !kind);
  }
  set($("so-far"), draft.join(" · "));
  // What cannot be pressed any more is out of sight at once (is-asked), and cleared away in time.
  if (kind) offer(ask.moves ?? []);
  else if ($("moves").firstChild) setTimeout(() => ask?.kind || $("moves").replaceChildren());
  hide("confirm", !complete);
  hide("back", !draft.length);
  hide("undo", ask?.undo === undefined);
  const asides = ask?.asides ?? [];
  const before = [...$("asides").children].map((one) => one.textContent);
  if (before.join() !== asides.join()) $("asides").replaceChildren(...asides.map((one) => button(one, "aside", one)));
}

function offer(moves) {
  const list = $("moves");
  while (list.childElementCount > moves.length) list.lastElementChild.remove();
  let row = list.firstElementChild;
  moves.forEach((move, at) => {
    if (!row) {
      row = document.createElement("li");
      row.append(button("", "move", at));
      list.append(row);
    }
    set(row.firstChild, move);
    row = row.nextElementSibling;
  });
}

function hide(id, hidden) {
  if ($(id).hidden !== hidden) $(id).hidden = hidden;
}

function button(text, does, what) {
  const one = document.createElement("button");
  one.type = "button";
  one.dataset.do = does;
  one.dataset.what = what;
  if (does === "move") one.className = "k-choice";
  one.textContent = text;
  return one;
}

function over(outcome) {
  document.body.classList.add("is-over");
  document.body.classList.remove("is-asked");
  set($("asked"), outcome);
  $("after").hidden = false;
}

let noted = "";

function note(text) {
  if (text === noted) return;
  noted = text;
  $("note").textContent = text;
  $("note").hidden = !text;
}

// One device, several seats: nobody sees what was another's.
function empty() {
  $("view").replaceChildren();
  shown = undefined;
  $("log").replaceChildren();
  $("cover").hidden = true;
  asked(null, [], false);
  $("moves").replaceChildren();
  [state.seq, latest] = [-1, null];
}

// What is done -----------------------------------------------------------------------------------

function try_out(moves) {
  meant = moves;
  document.body.classList.add("is-drafting");
  send({ t: "draft", n: ++state.n, decision: ask.decision, moves });
}

function answer(moves) {
  send_surely({ t: "move", decision: ask.decision, moves });
}

const DEEDS = {
  move(at) {
    const move = ask.moves[at];
    if (draft.length || ask.more?.includes(move)) try_out([...draft, move]);
    else answer([move]);
  },
  confirm: () => answer(draft),
  back() {
    if (draft.length > 1) return try_out(draft.slice(0, -1));
    show(latest.view);
    asked(latest.ask, [], false);
  },
  undo: () => send_surely({ t: "undo", seq: ask.undo }),
  aside(move) {
    if (confirm(`${move}: ${words.sure}`)) send_surely({ t: "aside", move });
  },
  cover() {
    state.seat = null;
    empty();
    send({ t: "seat", seat: null });
  },
  sit(one) {
    state.seat = Number(one);
    send({ t: "seat", seat: state.seat });
  },
};

addEventListener("click", (event) => {
  const pressed = event.target.closest("button, a");
  if (!pressed) return;
  if (doubled(event, pressed)) return event.preventDefault();
  if (!pressed.dataset.do || state.waiting.size) return; // a second click on the heels of the first is none
  DEEDS[pressed.dataset.do](pressed.dataset.what);
  note("");
});

$("writing").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("plain-text").value.trim();
  if (text && ask?.kind && !state.waiting.size) answer([...draft, text]);
  $("plain-text").value = "";
});

hearing((frame) => FRAMES[frame.t]?.(frame), () => ({ form: "changes", from: Math.max(state.seq, 0) }));
connect();
