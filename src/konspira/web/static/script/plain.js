// The plain page: what is seen as lists, every legal move as a button. It speaks the protocol in
// form `changes` (docs/protocol.md), as any program can, and touches only what has changed.

import { doubled } from "./double.js";
import { connect, hearing, send, send_surely, settled, show_lost } from "./line.js";
import { $, read } from "./page.js";
import { press_what_is_pointed_at } from "./press.js";
import { state } from "./state.js";

const words = read("plain-words");
const names = {}; // who sits where, by seat and by side

let latest = null; // the table as it came last, without a draft
let ask = null;
let draft = []; // the moves of the open compound so far
let meant = []; // the draft that was sent last

// What stands on the page, so that it need not be looked at.
const [log, question, so_far] = [$("log"), $("asked"), $("so-far")];
const buttons = []; // for each move, with its text
const hidden = {}; // by id, once it was hidden or shown here
let kind = ""; // of the question
let asides = [];
let noted = "";
let is_drafting = false;

// What is heard ----------------------------------------------------------------------------------

const FRAMES = {
  welcome() {
    show_lost(false);
    for (const frame of state.waiting.values()) send(frame);
  },
  table(frame) {
    for (const entry of frame.missed ?? []) told(entry);
    told(frame.entry);
    state.seq = frame.seq;
    note("");
    hide("who", true);
    latest = { view: frame.view ?? latest.view, ask: frame.ask };
    if (frame.view) show(frame.view);
    else change(latest.view, frame.changed ?? []);
    // First it is seen what was done, then what is asked after it.
    queueMicrotask(() => ask_after(frame));
  },
  drafted(frame) {
    if (frame.n !== state.n) return;
    show(frame.view);
    asked(frame.ask, meant, frame.complete ?? false);
  },
  done: (frame) => settled(frame.id),
  refused(frame) {
    settled(frame.id);
    drafting(false);
    if (frame.reason !== "answered_already") note(frame.text);
  },
  room(frame) {
    for (const one of frame.seats) names[one.side] = one.name || one.bot || one.side;
    for (const one of frame.seats) names[one.seat] = names[one.side];
    for (const { one, seat } of lines.values()) one.firstChild.firstChild.data = names[seat] ?? seat;
    if (frame.next) $("next").href = frame.next;
    $("next").hidden = !frame.next;
  },
  "hand-over"({ to }) {
    if (state.seat !== null) return hide("cover", false);
    const buttons = to.map((one) => button(words.i_am.replace("{name}", names[one] ?? one), "sit", one));
    $("people").replaceChildren(...buttons);
    hide("who", false);
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

// Every change of the page costs as much as all that is reckoned here, so what stands there is known
// without looking: as nodes, each with its element and its text or its parts.
let root = { at: $("view") };
let drafted = false; // it is a draft that is shown

function show(view) {
  put(root, view);
  drafted = view !== latest?.view;
}

// Where a draft is shown, that goes away as a whole.
function change(view, changes) {
  for (const [path, value] of changes) {
    const last = path.pop();
    let [node, parent] = [root, view];
    for (const name of path) {
      parent = parent[name];
      if (!drafted) node = node.parts[name];
    }
    parent[last] = value;
    if (!drafted) put(node.parts[last], value);
  }
  if (drafted) show(view);
}

// Names with what they stand for, lists of such, and words.
function put(node, value) {
  const kind = kind_of(value);
  if (!kind) {
    const text = spelled(value);
    if (node.kind !== "") node.at.replaceChildren((node.words = document.createTextNode(text)));
    else if (node.text !== text) node.words.data = text;
    [node.kind, node.text] = ["", text];
    return;
  }
  if (node.kind !== kind) {
    node.list = document.createElement(kind);
    node.at.replaceChildren(node.list);
    [node.kind, node.parts] = [kind, Object.create(null)];
  }
  const { list, parts } = node;
  for (const name of Object.keys(parts)) {
    if (name in value) continue;
    parts[name].row.remove();
    delete parts[name];
  }
  let row = list.firstElementChild;
  for (const [name, one] of Object.entries(value)) {
    if (name in parts) row = row.nextElementSibling;
    else list.insertBefore((parts[name] = made(kind, name)).row, row);
    put(parts[name], one);
  }
}

function made(kind, name) {
  const row = document.createElement(kind === "dl" ? "div" : "li");
  if (kind !== "dl") return { row, at: row };
  const at = document.createElement("dd");
  row.append(document.createElement("dt"), at);
  row.firstChild.textContent = name;
  return { row, at };
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

function spelled(value) {
  if (Array.isArray(value)) return value.map(spelled).join(", ") || "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  return String(value ?? "–") || "–";
}

const lines = new Map(); // what was told, by its number: the line, and whose it is
let spare = line(); // the next line: it is put there, out of sight, while nobody waits for it

function line() {
  const one = document.createElement("li");
  one.append(document.createElement("b"), " ");
  one.firstChild.append("");
  one.hidden = true;
  log.prepend(one);
  return one;
}

function told({ n, kind, seat = "", told: texts = [], undone }) {
  if (kind === "undo") return untold(undone);
  if (kind === "setup" || lines.has(n)) return;
  const one = spare ?? line();
  spare = null;
  one.firstChild.firstChild.data = names[seat] ?? seat;
  one.lastChild.data = ` ${texts.join(" · ")}`;
  one.id = `log-${n}`;
  one.hidden = false;
  lines.set(n, { one, seat });
}

function untold(n) {
  lines.get(n)?.one.remove();
  lines.delete(n);
}

function ask_after(frame) {
  asked(frame.ask ?? null, [], false);
  if (frame.over) over(frame.outcome);
  spare ??= line();
  // What came before this entry is not to be read back any more.
  for (const n of lines.keys()) if (n < frame.recall) untold(n);
}

function asked(found, moves, complete) {
  drafting(false);
  const same = alike([found, moves], [ask, draft]);
  [ask, draft] = [found, moves];
  if (same) return;
  if (kind !== (ask?.kind ?? "")) {
    const here = document.body;
    here.dataset.kind = kind = ask?.kind ?? "";
    here.classList.toggle("is-asked", kind !== "");
    question.textContent = kind ? words.choose : words.wait;
    hide("writing", !("writes" in here.dataset) || !kind);
  }
  const text = draft.join(" · ");
  if (so_far.textContent !== text) so_far.textContent = text;
  // What cannot be pressed any more is out of sight (is-asked), and is there for the next question.
  if (kind) offer(ask.moves ?? []);
  hide("confirm", !complete);
  hide("back", !draft.length);
  hide("undo", ask?.undo === undefined);
  const offered = ask?.asides ?? [];
  if (!alike(offered, asides)) $("asides").replaceChildren(...offered.map((one) => button(one, "aside", one)));
  asides = offered;
}

function offer(moves) {
  while (buttons.length > moves.length) buttons.pop().row.remove();
  moves.forEach((move, at) => {
    if (at === buttons.length) {
      const row = document.createElement("li");
      row.append(button(move, "move", at));
      buttons.push({ row, move });
      $("moves").append(row);
    } else if (buttons[at].move !== move) {
      buttons[at].row.firstChild.textContent = buttons[at].move = move;
    }
  });
}

function hide(id, whether) {
  if (hidden[id] === whether) return;
  $(id).hidden = hidden[id] = whether;
}

function drafting(now) {
  if (now !== is_drafting) document.body.classList.toggle("is-drafting", now);
  is_drafting = now;
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
  question.textContent = outcome;
  $("after").hidden = false;
}

function note(text) {
  if (text === noted) return;
  noted = text;
  $("note").textContent = text;
  hide("note", !text);
}

// One device, several seats: nobody sees what was another's.
function empty() {
  root = { at: $("view") };
  $("view").replaceChildren();
  log.replaceChildren();
  lines.clear();
  spare = line();
  hide("cover", true);
  asked(null, [], false);
  offer([]);
  [state.seq, latest, drafted] = [-1, null, false];
}

// What is done -----------------------------------------------------------------------------------

function try_out(moves) {
  meant = moves;
  drafting(true);
  send({ t: "draft", n: ++state.n, decision: ask.decision, moves });
}

const answer = (moves) => send_surely({ t: "move", decision: ask.decision, moves });

press_what_is_pointed_at((target) => {
  const { do: does, what } = target.closest?.("button")?.dataset ?? {};
  if (!kind || state.waiting.size) return null;
  if (does === "confirm") return [ask.decision, draft];
  const move = does === "move" && !draft.length && ask.moves[what];
  return move && !ask.more?.includes(move) ? [ask.decision, [move]] : null;
});

const DEEDS = {
  move(at) {
    const move = ask?.moves?.[at];
    if (!kind || buttons[at]?.move !== move) return; // the question was another one a moment ago
    if (draft.length || ask.more?.includes(move)) try_out([...draft, move]);
    else answer([move]);
  },
  confirm: () => answer(draft),
  back() {
    if (draft.length > 1) return try_out(draft.slice(0, -1));
    show(latest.view);
    asked(latest.ask ?? null, [], false);
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
