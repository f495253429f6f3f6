// The house in a browser. It knows no game: a table is HTML that the server drew for this viewer,
// a question is a list of moves with the things to touch for each. docs/protocol.md has the frames,
// web/table.py the attributes it looks for.

// ---------------------------------------------------------------- everything the page knows

const state = {
  // Who and where.
  live: document.body.dataset.live ?? "", // the address of the socket; empty: the page stands still
  own: (document.body.dataset.own ?? "").split(" ").filter(Boolean).map(Number), // seats of this device
  nonce: [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join(""),
  seat: null, // which of several own seats sits here now
  words: {}, // the few sentences the script says itself

  // The line to the server.
  socket: null,
  tries: 0, // since it last worked
  heard: 0, // when a frame last came
  closed: false, // for good: the seat moved to another device
  seq: -1, // the last entry of the game log that is drawn
  side: {}, // the last line of each side log
  drawn: {}, // digests of the regions on the page, so that they need not come again
  waiting: new Map(), // moves sent and not yet acknowledged, by their id
  fetching: 0, // numbers pages that were asked for

  // The question.
  ask: null,
  touched: [], // what was touched, in order; as a set it narrows the offers
  typed: "", // the open text
  n: 0, // numbers drafts and whys; only the last answer counts

  // What is being shown.
  line: [], // frames that wait until the eye has followed the one before
  busy: 0, // the timer of the step that is being shown, 0: none
  telling: null, // the moment that stands over the table
  skipping: false,
  moments: new Set(), // ids of moments that were shown
  covering: null, // one device, several seats: who comes next
  dragged: 0, // when a thing was last dropped: the click after it is no touch
  keyboard: false, // was the last thing a key?
  unread: 0,
  muted: new Set(kept("muted", [])),
  pins: new Map(), // thing → who pinned it, and for whom
};

const PACE = 650; // how long an entry stays before the next one is drawn, in ms
const HURRY = 8; // so many entries at once are not played back one by one
const still = matchMedia("(prefers-reduced-motion: reduce)");
const narrow = matchMedia("(max-width: 860px)");

// ---------------------------------------------------------------- small things

function $(id) {
  return document.getElementById(id);
}
function all(selector, inside = document) {
  return [...inside.querySelectorAll(selector)];
}
function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`konspira.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
function keep(name, value) {
  try {
    localStorage.setItem(`konspira.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing works as well.
  }
}
function read(id) {
  const text = $(id)?.textContent.trim();
  return text ? JSON.parse(text) : null;
}
function say(key, facts = {}) {
  return (state.words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}
function fresh_id() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(36)).join("");
}
function crc32(text) {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) sum = (sum >>> 8) ^ CRC[(sum ^ byte) & 255];
  return ~sum >>> 0;
}
const CRC = Int32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
function cookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; SameSite=Lax`;
}
function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

// ---------------------------------------------------------------- morphing
// Makes an element like another, keeping every node that stays: so transitions run, focus, scroll,
// caret and half-typed text survive. The same id among siblings is the same thing.

const GROWN = new Set(["INPUT", "TEXTAREA", "SELECT"]);

export function morph(old, wanted) {
  // Somebody wrote here, and the page has nothing newer to say.
  const own_words = GROWN.has(old.tagName) && old.value !== old.defaultValue && old.defaultValue === wanted.defaultValue;
  for (const { name } of [...old.attributes]) {
    const keeps = name === "open" || (name === "data-open" && wanted.hasAttribute(name));
    if (!wanted.hasAttribute(name) && !keeps) old.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (name === "data-open" && old.hasAttribute(name)) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (GROWN.has(old.tagName)) {
    const kept_words = "text" in old.dataset || "keep" in old.dataset || (own_words && old.tagName !== "SELECT");
    if (old === document.activeElement || kept_words) return;
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
      if (twin.nodeType === Node.ELEMENT_NODE) morph(twin, child);
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

function unnamed(from, like) {
  for (let node = from; node; node = node.nextSibling) {
    if (!node.id && alike(node, like)) return node;
  }
  return null;
}

function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");
}

function draw(element, html) {
  const wanted = element.cloneNode(false);
  wanted.append(parsed(html));
  morph(element, wanted);
}

// Things with `data-slide` that stand somewhere else afterwards go there visibly.
function sliding(change) {
  const before = new Map(all("[data-slide][id]").map((e) => [e.id, e.getBoundingClientRect()]));
  change();
  if (still.matches || document.hidden) return;
  for (const element of all("[data-slide][id]")) {
    const was = before.get(element.id);
    const is = element.getBoundingClientRect();
    if (!was || !was.width || !is.width) continue;
    const [x, y] = [was.left - is.left, was.top - is.top];
    if (Math.abs(x) + Math.abs(y) < 3) continue;
    element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: 380,
      easing: "cubic-bezier(.2, .8, .2, 1)",
    });
  }
}

// ---------------------------------------------------------------- the line

function connect() {
  if (!state.live || state.closed || !location.protocol.startsWith("http")) return;
  const socket = new WebSocket(new URL(state.live, location.href.replace(/^http/, "ws")));
  state.socket = socket;
  socket.onopen = () => {
    state.tries = 0;
    state.heard = Date.now();
    const hello = { t: "hello", form: "html", lang: document.documentElement.lang, from: state.seq, side: state.side, drawn: state.drawn };
    // What this device adds to the chance, chosen after the house has committed itself.
    if (document.body.hasAttribute("data-lobby")) hello.nonce = state.nonce;
    if (state.own.length > 1 && state.seat !== null) hello.seat = state.seat;
    if (state.own.length === 1) hello.seat = state.own[0];
    socket.send(JSON.stringify(hello));
  };
  socket.onmessage = ({ data }) => {
    state.heard = Date.now();
    hear(JSON.parse(data));
  };
  socket.onclose = () => {
    if (state.socket !== socket) return;
    state.socket = null;
    if (state.closed) return;
    if (state.tries++) show_lost(true);
    setTimeout(connect, Math.min(8000, 250 * 2 ** Math.min(state.tries, 6)) * (0.7 + Math.random() * 0.6));
  };
}

function reconnect() {
  const old = state.socket;
  state.socket = null;
  old?.close();
  connect();
}

function send(frame) {
  if (state.socket?.readyState === WebSocket.OPEN) state.socket.send(JSON.stringify(frame));
}

// A move stays in the drawer until the server says that it is on disk.
function send_surely(frame) {
  frame.id = fresh_id();
  state.waiting.set(frame.id, frame);
  document.body.classList.add("is-sending");
  send(frame);
}

function settled(id) {
  state.waiting.delete(id);
  if (!state.waiting.size) document.body.classList.remove("is-sending");
}

function show_lost(lost) {
  if ($("k-lost")) $("k-lost").hidden = !lost;
}

setInterval(() => {
  if (!state.socket || state.socket.readyState !== WebSocket.OPEN) return;
  if (Date.now() - state.heard > 45000) state.socket.close();
  else if (Date.now() - state.heard > 20000) send({ t: "ping" });
}, 5000);

const FRAMES = {
  welcome(frame) {
    show_lost(false);
    if (document.body.hasAttribute("data-lobby") && frame.started) return location.reload();
    for (const to of Object.keys(frame.side ?? {})) state.side[to] ??= -1;
    for (const waiting of state.waiting.values()) send(waiting);
  },
  table(frame) {
    if (document.body.hasAttribute("data-lobby")) return location.reload();
    queue(frame);
  },
  "hand-over": (frame) => (document.body.hasAttribute("data-lobby") ? undefined : queue(frame)),
  drafted(frame) {
    if (frame.n !== state.n) return;
    sliding(() => redraw(frame.regions ?? {}));
    if ("remark" in frame) remark(frame.remark);
    if ("ask" in frame) question(frame.ask);
  },
  why(frame) {
    if (frame.n === state.n) note(frame.text);
  },
  done: (frame) => settled(frame.id),
  refused(frame) {
    settled(frame.id);
    if (frame.reason === "answered_already") return;
    untouch();
    note(frame.text);
    mark();
  },
  side(frame) {
    if (frame.n <= (state.side[frame.to] ?? -1)) return;
    state.side[frame.to] = frame.n;
    if (frame.kind === "pin") pinned(frame);
    else said(frame);
  },
  room(frame) {
    if (document.body.hasAttribute("data-lobby")) {
      if (frame.started) return location.reload();
      if (!frame.regions?.lobby) return fetch_page(location.href);
    }
    redraw(frame.regions ?? {});
    if (frame.next && $("k-next")) {
      $("k-next").href = frame.next;
      $("k-next").hidden = false;
      $("k-rematch").hidden = true;
    }
    tick();
    mute_all();
  },
  gone(frame) {
    state.closed = true;
    state.socket?.close();
    empty();
    note(frame.text);
  },
  error: (frame) => note(frame.text),
};

function hear(frame) {
  FRAMES[frame.t]?.(frame);
}

// ---------------------------------------------------------------- one thing after the other
// Entries that come together are drawn one by one, so that the eye can follow. A moment
// (`data-moment`) stands over the table meanwhile; in it, `data-steps` are told one by one.

function queue(frame) {
  if (frame.fresh) {
    state.line = [];
    stop_moment();
  }
  state.line.push(frame);
  if (!state.busy) next();
}

function next() {
  clearTimeout(state.busy);
  state.busy = 0;
  const frame = state.line.shift();
  if (!frame) {
    state.skipping = false;
    skippable();
    return;
  }
  if (frame.t === "hand-over") {
    state.covering = frame.asked?.length ? frame.asked : frame.to;
    if (state.seat === null) ask_who();
    else pass_on(frame.to);
    return next();
  }
  apply(frame);
  const moment = frame.fresh ? null : new_moment();
  const hurried = state.skipping || document.hidden || kept("pace", "calm") === "none" || frame.fresh;
  if (moment && !hurried) return tell(moment);
  const rest = state.line.filter((waiting) => waiting.t === "table").length;
  const pause = hurried || rest > HURRY || !rest ? 0 : PACE;
  if (pause) state.busy = setTimeout(next, pause);
  else next();
  skippable();
}

function apply(frame) {
  const focused = document.activeElement;
  sliding(() => redraw(frame.regions ?? {}));
  const lines = Object.keys(frame.log ?? {}).length;
  if (lines) delete state.drawn.log;
  if (frame.fresh && lines) rewrite(frame.log);
  else for (const [number, html] of Object.entries(frame.log ?? {})) write(Number(number), html);
  const news = frame.seq > state.seq;
  state.seq = Math.max(state.seq, frame.seq);
  document.body.classList.toggle("is-over", Boolean(frame.over));
  if (frame.fresh) for (const moment of all("[data-moment]")) state.moments.add(moment.id);
  for (const moment of all("[data-moment]")) {
    moment.classList.toggle("is-now", state.telling?.id === moment.id);
  }
  if (news) {
    remark("");
    note("");
  }
  // A compound that is being put together goes on over whatever else was redrawn.
  const going = frame.ask && frame.ask.decision === state.ask?.decision ? state.ask.draft ?? [] : [];
  question(frame.ask ?? null);
  if (going.length && !frame.ask.draft?.length) draft(going);
  called(frame);
  if (frame.yours) pass_on([]);
  if (state.keyboard && focused !== document.body && document.activeElement === document.body) {
    (all(".can-touch").find(visible) ?? $("region-prompt"))?.focus({ preventScroll: false });
  }
}

function redraw(regions) {
  for (const [name, html] of Object.entries(regions)) {
    let element = $(`region-${name}`);
    if (!element && $("k-table")) {
      element = document.createElement("div");
      element.id = `region-${name}`;
      element.className = "k-region";
      element.dataset.region = name;
      $("k-table").append(element);
    }
    if (element) draw(element, html);
    state.drawn[name] = crc32(html);
  }
}

// Only what is new is read out, so the list is morphed, not replaced.
function rewrite(lines) {
  const log = $("k-log");
  if (!log) return;
  const wanted = log.cloneNode(false);
  for (const number of Object.keys(lines).map(Number).sort((a, b) => b - a)) wanted.append(parsed(lines[number]));
  morph(log, wanted);
}

// Newest first; a line that was told already may be told otherwise now, or taken back.
function write(number, html) {
  const log = $("k-log");
  if (!log) return;
  if (!html) return $(`log-${number}`)?.remove();
  const line = parsed(html).firstElementChild;
  const old = $(line.id);
  if (old) return morph(old, line);
  const after = [...log.children].find((other) => Number(other.dataset.n) < number);
  log.insertBefore(line, after ?? null);
}

function new_moment() {
  const found = all("[data-moment][id]").filter((moment) => !state.moments.has(moment.id));
  for (const moment of found) state.moments.add(moment.id);
  return found.at(-1);
}

function tell(moment) {
  state.telling = moment;
  moment.classList.add("is-now");
  const steps = all("[data-steps] > *", moment);
  const pace = Number(moment.querySelector("[data-steps]")?.dataset.steps ?? 0) * 1000;
  for (const step of steps) step.classList.add("is-waiting");
  const go_on = () => {
    const step = steps.shift();
    if (step) {
      step.classList.remove("is-waiting");
      step.scrollIntoView?.({ block: "nearest" });
      state.busy = setTimeout(go_on, Number(step.dataset.pause ?? 0) * 1000 || pace);
    } else {
      state.busy = setTimeout(stop_moment_and_go, Number(moment.dataset.moment || 3) * 1000);
    }
  };
  go_on();
  skippable();
}

function stop_moment() {
  clearTimeout(state.busy);
  state.busy = 0;
  state.telling?.classList.remove("is-now");
  for (const step of all(".is-waiting")) step.classList.remove("is-waiting");
  state.telling = null;
}

function stop_moment_and_go() {
  stop_moment();
  next();
}

function skip() {
  state.skipping = state.line.length > 0;
  stop_moment_and_go();
}

function skippable() {
  const button = document.querySelector("[data-do=skip]");
  if (button) button.hidden = !state.telling && state.line.length < 2;
}

// ---------------------------------------------------------------- touching

// The offers that hold everything touched. `f` of an offer is the thing it has to begin with.
export function fitting(offers, touched) {
  return offers.filter(
    (offer) =>
      (!offer.f || !touched.length || touched[0] === offer.f) && touched.every((thing) => offer.t.includes(thing)),
  );
}

// What all offers hold is nobody's choice.
export function given(offers) {
  return offers.length > 1 ? offers[0].t.filter((thing) => offers.every((offer) => offer.t.includes(thing))) : [];
}

// What a touch does: the things touched after it, or null if it fits nothing at all.
export function touching(offers, touched, thing) {
  if (touched.includes(thing)) return touched.filter((other) => other !== thing);
  const together = [...touched, thing];
  if (fitting(offers, together).length) return together;
  // A thing that takes another's place: the rest still fits.
  for (let at = touched.length - 1; at >= 0; at--) {
    const without = touched.filter((_, number) => number !== at);
    if (without.length && fitting(offers, [...without, thing]).length) return [...without, thing];
  }
  return fitting(offers, [thing]).length ? [thing] : null;
}

function offers() {
  const asides = (state.ask?.asides ?? []).map((aside) => ({ ...aside, aside: true }));
  return [...(state.ask?.offers ?? []), ...asides];
}

function question(ask) {
  const same = ask && state.ask && ask.decision === state.ask.decision && `${ask.draft}` === `${state.ask.draft}`;
  state.ask = ask;
  if (!same) state.touched = [];
  state.touched = state.touched.filter((thing) => offers().some((offer) => offer.t.includes(thing)));
  if (!fitting(offers(), state.touched).length) state.touched = [];
  read_numbers();
  mark();
  guide();
}

function touch(thing) {
  if (!offers().length) return state.own.length ? note(say("wait")) : undefined;
  const touched = touching(offers(), state.touched, thing);
  if (!touched) {
    const things = state.touched.includes(thing) ? state.touched : [...state.touched, thing];
    send({ t: "why", n: ++state.n, decision: state.ask.decision, moves: state.ask.draft ?? [], touched: things });
    return;
  }
  state.touched = touched;
  note("");
  const left = fitting(offers(), touched);
  if (left.length === 1 && is_whole(left[0], touched)) play(left[0]);
  else mark();
}

// In a draft, which can be taken back, what is given need not be touched.
function is_whole(offer, touched) {
  if (offer.m.includes("{text}") && !state.typed.trim()) return false;
  const drafted = !offer.aside && (offer.more || state.ask.draft?.length);
  const done = new Set([...touched, ...(drafted ? given(state.ask.offers) : [])]);
  return offer.t.every((thing) => done.has(thing));
}

// Nothing is touched any more, but a stepper always stands for its number.
function untouch() {
  state.touched = [];
  read_numbers();
}

async function play(offer) {
  if (offer.s && !(await sure(offer.s))) {
    untouch();
    return mark();
  }
  const ask = state.ask;
  if (!ask) return;
  const move = offer.m.replace("{text}", state.typed.trim());
  state.touched = [];
  if (offer.aside) send_surely({ t: "aside", move });
  else if (offer.more || (ask.draft?.length && !offer.final)) draft([...(ask.draft ?? []), move]);
  else send_surely({ t: "move", decision: ask.decision, moves: [...(ask.draft ?? []), move] });
  mark();
}

function draft(moves, more = {}) {
  send({ t: "draft", n: ++state.n, decision: state.ask.decision, moves, ...more });
}

function confirm() {
  if (state.ask?.complete) {
    return send_surely({ t: "move", decision: state.ask.decision, moves: state.ask.draft });
  }
  const whole = fitting(offers(), state.touched).filter((offer) => offer.t.length === state.touched.length);
  if (whole.length) play(whole[0]);
}

function back() {
  if (state.touched.length) {
    state.touched = state.touched.slice(0, -1);
    return mark();
  }
  if (state.ask?.draft?.length) draft(state.ask.draft.slice(0, -1));
}

function sure(text) {
  const dialog = $("k-sure");
  $("k-sure-text").textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

// Shows what can be touched next, what was touched, and what is left to choose.
function mark() {
  const pool = offers();
  const left = fitting(pool, state.touched);
  const now = new Set(left.flatMap((offer) => offer.t));
  const alone = new Set(pool.flatMap((offer) => offer.t));
  const here = new Set();
  for (const element of all("[data-touch]")) {
    const thing = element.dataset.touch;
    here.add(thing);
    const chosen = state.touched.includes(thing);
    const can = now.has(thing) && !chosen;
    element.classList.toggle("can-touch", can);
    element.classList.toggle("can-start", !can && !chosen && alone.has(thing));
    element.classList.toggle("is-chosen", chosen);
    if (chosen) element.setAttribute("aria-pressed", "true");
    else if (alone.has(thing)) element.setAttribute("aria-pressed", "false");
    else element.removeAttribute("aria-pressed");
    if (pool.length && !alone.has(thing)) element.setAttribute("aria-disabled", "true");
    else element.removeAttribute("aria-disabled");
  }
  document.body.classList.toggle("is-asked", Boolean(state.ask?.kind));
  document.body.dataset.kind = state.ask?.kind ?? "";
  document.body.classList.toggle("is-touching", state.touched.length > 0);
  choices(left, here);
  asides(here);
  show_pins();
  const whole = left.some((offer) => offer.t.length === state.touched.length && !offer.m.includes("{text}"));
  const by_number = whole && state.touched.some((thing) => stepper(thing));
  act("confirm", Boolean(state.ask?.complete) || by_number);
  act("back", state.touched.some((thing) => !stepper(thing)) || Boolean(state.ask?.draft?.length));
  act("undo", state.ask?.undo !== undefined && !state.touched.length && !state.ask?.draft?.length);
  rove();
}

function act(name, shown) {
  const button = document.querySelector(`[data-do=${name}]`);
  if (button) button.hidden = !shown;
}

// Moves as plain buttons: when few are left, and always those that could not be touched otherwise.
function choices(left, here) {
  const list = $("k-choices");
  if (!list) return;
  const asked = left.filter((offer) => !offer.aside && !offer.m.includes("{text}"));
  const few = state.touched.some((thing) => !stepper(thing)) && asked.length <= 6;
  const listed = asked.filter((offer) => few || !offer.t.every((thing) => here.has(thing)));
  const wanted = list.cloneNode(false);
  for (const offer of listed.slice(0, 40)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "k-choice";
    button.dataset.move = offer.m;
    button.textContent = offer.l;
    const item = document.createElement("li");
    item.append(button);
    wanted.append(item);
  }
  morph(list, wanted);
  list.hidden = !listed.length;
}

// What may be done unasked stands in the menu, unless the table has a place for it.
function asides(here) {
  const place = $("k-asides");
  if (!place) return;
  const missing = (state.ask?.asides ?? []).filter((aside) => !aside.t.every((thing) => here.has(thing)));
  place.replaceChildren(
    ...missing.map((aside) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = aside.m;
      button.dataset.aside = "";
      button.textContent = aside.l;
      return button;
    }),
  );
  place.hidden = !missing.length;
}

function note(text) {
  const place = $("k-note");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

function remark(html) {
  const place = document.querySelector("[data-remark]");
  if (place) draw(place, html);
}

// ---------------------------------------------------------------- numbers and texts

function stepper(thing) {
  return all("[data-number]").some((one) => thing.startsWith(`${one.dataset.number}-`));
}

// A stepper always stands for a number: it is touched as soon as it can be.
function read_numbers() {
  for (const one of all("[data-number]")) {
    const prefix = `${one.dataset.number}-`;
    const value = one.dataset.value ?? one.querySelector("output")?.textContent.trim();
    const touched = [...state.touched.filter((thing) => !thing.startsWith(prefix)), prefix + value];
    if (fitting(offers(), touched).length) state.touched = touched;
  }
}

function count(button) {
  const one = button.closest("[data-number]");
  const output = one.querySelector("output");
  const least = Number(one.dataset.min ?? 0);
  const most = Number(one.dataset.max ?? 99);
  const value = Math.max(least, Math.min(most, Number(output.textContent) + Number(button.dataset.by)));
  output.textContent = value;
  one.dataset.value = value;
  read_numbers();
  mark();
  type_soon();
}

let typing = 0;
function type_soon() {
  if (!document.querySelector("[data-text]") || !state.ask) return;
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (!state.ask) return;
    draft(state.ask.draft ?? [], { text: state.typed, touched: state.touched });
  }, 160);
}

function give_text() {
  const left = fitting(offers(), state.touched).filter((offer) => offer.m.includes("{text}"));
  const whole = left.filter((offer) => offer.t.length === state.touched.length);
  if (state.typed.trim() && whole.length) play(whole[0]);
}

// ---------------------------------------------------------------- chat and pins

function said(frame) {
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

function mute_all() {
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

function toggle_mute(name) {
  if (!state.muted.delete(name)) state.muted.add(name);
  keep("muted", [...state.muted]);
  mute_all();
}

function pinned(frame) {
  const pins = state.pins.get(frame.text) ?? new Map();
  if (frame.on ?? true) pins.set(frame.by, frame.to);
  else pins.delete(frame.by);
  state.pins.set(frame.text, pins);
  show_pins();
}

function show_pins() {
  for (const element of all("[data-pin]")) {
    const names = [...(state.pins.get(element.dataset.pin)?.keys() ?? [])];
    element.dataset.pinned = names.join(", ");
    element.classList.toggle("is-pinned", names.length > 0);
    if (element.matches("button")) element.setAttribute("aria-pressed", String(names.length > 0));
  }
}

// ---------------------------------------------------------------- your turn: title, icon, sound, notice

let was_asked = false;
function called(frame) {
  if (frame.title) document.body.dataset.title = frame.title;
  const title = document.body.dataset.title ?? document.title;
  const yours = Boolean(frame.yours) && !frame.over;
  document.title = yours ? `● ${say("turn")} · ${title}` : title;
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.plain ??= icon.getAttribute("href");
  icon.setAttribute("href", yours ? icon.dataset.asked : icon.dataset.plain);
  if (yours && !was_asked && !frame.fresh) call();
  was_asked = yours;
}

function call() {
  if (kept("sound", false)) chime();
  const allowed = kept("notify", false) && window.Notification?.permission === "granted";
  // One device, several seats: a notice could be read by the wrong person.
  if (!allowed || !document.hidden || state.own.length > 1) return;
  const notice = new Notification(say("turn"), { body: document.body.dataset.title ?? "", tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

let audio = null;
function chime() {
  audio ??= new AudioContext();
  const start = audio.currentTime + 0.02;
  for (const [at, pitch] of [[0, 587.3], [0.13, 880]]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start + at);
    loudness.gain.linearRampToValueAtTime(0.16, start + at + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0008, start + at + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.55);
  }
}

// ---------------------------------------------------------------- one device, several seats

// Whoever just played may look at what came of it, then covers the table and hands it on.
function pass_on(seats) {
  if (seats.length) state.covering = seats;
  if ($("k-pass")) $("k-pass").hidden = !seats.length || Boolean(state.ask?.kind);
}

function cover() {
  empty();
  state.seat = null;
  send({ t: "seat", seat: null });
  ask_who();
}

function ask_who() {
  const dialog = $("k-hand-over");
  if (!dialog) return;
  for (const button of all("[data-sit]", dialog)) {
    const next_ones = state.covering ?? state.own;
    button.classList.toggle("k-btn--main", next_ones.includes(Number(button.dataset.sit)));
  }
  if (!dialog.open) dialog.showModal();
}

// Nothing of the seat stays: page, live region, title, notices, what waits, what was typed.
function empty() {
  stop_moment();
  state.line = [];
  state.ask = null;
  state.touched = [];
  state.typed = "";
  state.drawn = {};
  state.seq = -1;
  state.waiting.clear();
  for (const pins of state.pins.values()) for (const [name, to] of pins) if (to !== "all") pins.delete(name);
  for (const to of Object.keys(state.side)) if (to !== "all") delete state.side[to];
  document.body.setAttribute("data-empty", "");
  for (const region of all("[data-region]")) if (region.dataset.region !== "seats") region.replaceChildren();
  for (const id of ["k-log", "k-choices", "k-guide-text", "k-tip"]) $(id)?.replaceChildren();
  for (const line of all("#k-chat > li[id^=said-seat]")) line.remove();
  for (const id of ["k-choices", "k-guide", "k-tip", "k-pass"]) if ($(id)) $(id).hidden = true;
  for (const field of all("input:not([type=hidden]), textarea")) field.value = "";
  note("");
  mark();
  const title = document.body.dataset.room ?? "";
  document.body.dataset.title = title;
  document.title = title;
  called({ yours: false });
}

function sit(seat) {
  state.seat = seat;
  state.covering = null;
  document.body.removeAttribute("data-empty");
  $("k-hand-over").close();
  send({ t: "seat", seat });
}

addEventListener("pagehide", () => {
  // The page may come back by Back, drawn for whoever held the device before.
  if (state.own.length > 1) empty();
});
addEventListener("pageshow", (event) => {
  if (event.persisted && state.own.length > 1) location.reload();
});

// ---------------------------------------------------------------- the guide of a first game

function guide() {
  const words = read("k-guide-words");
  const place = $("k-guide");
  if (!words || !place) return;
  const told = new Set(JSON.parse(sessionStorage.getItem(`guide.${document.body.dataset.room}`) ?? "[]"));
  const kinds = [told.size ? "" : "start", state.ask?.kind ?? ""].filter((kind) => kind in words && !told.has(kind));
  if (!kinds.length) return;
  for (const kind of kinds) told.add(kind);
  sessionStorage.setItem(`guide.${document.body.dataset.room}`, JSON.stringify([...told]));
  // The welcome stays until it is closed, beside the first question.
  const before = place.hidden ? [] : [...$("k-guide-text").children].filter((line) => line.dataset.kind === "start");
  $("k-guide-text").replaceChildren(
    ...before,
    ...kinds.map((kind) => {
      const line = document.createElement("p");
      line.dataset.kind = kind;
      line.textContent = words[kind];
      return line;
    }),
  );
  place.hidden = false;
}

// ---------------------------------------------------------------- explanations

let tip_timer = 0;
let tipped = null;
function tip_soon(element, delay) {
  clearTimeout(tip_timer);
  tip_timer = setTimeout(() => tip(element), delay);
}

function tip(element) {
  const place = $("k-tip");
  const rule = $(element.dataset.tip);
  if (!place || !rule || !element.isConnected) return;
  hide_tip();
  tipped = element;
  const copy = rule.cloneNode(true);
  for (const named of [copy, ...all("[id]", copy)]) named.removeAttribute("id");
  place.replaceChildren(copy);
  place.hidden = false;
  element.setAttribute("aria-describedby", "k-tip");
  const box = element.getBoundingClientRect();
  const own = place.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  const above = box.top - own.height - 10;
  place.style.left = `${left}px`;
  place.style.top = `${above > 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 10)}px`;
}

function hide_tip() {
  clearTimeout(tip_timer);
  tipped?.removeAttribute("aria-describedby");
  tipped = null;
  if ($("k-tip")) $("k-tip").hidden = true;
}

function open_rule(id) {
  const rule = $(id);
  if (!rule || !$("tab-rules")) return;
  pick_tab($("tab-rules"));
  if (narrow.matches) $("k-panel").dataset.open = "true";
  rule.scrollIntoView({ block: "start" });
  rule.classList.add("is-asked");
  setTimeout(() => rule.classList.remove("is-asked"), 2500);
}

// ---------------------------------------------------------------- keyboard: walking over a grid

function visible(element) {
  return element.getClientRects().length > 0;
}

// One thing of each grid is in the order of the Tab key; arrows walk to the others.
function rove() {
  for (const grid of all("[data-grid]")) {
    const things = all("[data-touch]", grid);
    const stays = things.find((thing) => thing.tabIndex === 0 && thing.hasAttribute("tabindex") && visible(thing));
    const first = things.includes(document.activeElement)
      ? document.activeElement
      : stays ?? things.find((thing) => thing.classList.contains("can-touch")) ?? things[0];
    for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
  }
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(from, key) {
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

// ---------------------------------------------------------------- dragging

let held = null; // {element, thing, x, y, moving}

function grab(event) {
  const element = event.target.closest?.("[data-drag][data-touch]");
  if (!element || event.button || !offers().some((offer) => offer.t.includes(element.dataset.touch))) return;
  held = { element, thing: element.dataset.touch, x: event.clientX, y: event.clientY, moving: false, id: event.pointerId };
}

function drag(event) {
  if (!held || event.pointerId !== held.id) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moving && Math.hypot(x, y) > 8) {
    held.moving = true;
    held.element.setPointerCapture?.(held.id);
    held.element.classList.add("is-dragged");
    hide_tip();
    if (!state.touched.includes(held.thing)) {
      const touched = touching(offers(), state.touched, held.thing);
      if (touched) state.touched = touched;
      mark();
    }
  }
  if (!held.moving) return;
  held.element.style.translate = `${x}px ${y}px`;
  const under = target_under(event);
  for (const element of all(".is-over-target")) if (element !== under) element.classList.remove("is-over-target");
  under?.classList.add("is-over-target");
}

function target_under(event) {
  return document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest("[data-touch]"))
    .find((element) => element && element !== held.element && element.classList.contains("can-touch"));
}

function drop(event) {
  if (!held) return;
  const { element, moving } = held;
  const under = moving && event.type === "pointerup" ? target_under(event) : null;
  held = null;
  if (!moving) return;
  element.classList.remove("is-dragged");
  element.style.translate = "";
  for (const other of all(".is-over-target")) other.classList.remove("is-over-target");
  state.dragged = event.timeStamp;
  if (under) touch(under.dataset.touch);
}

// ---------------------------------------------------------------- the frame: panel, theme, language, forms

function pick_tab(tab, by_hand = false) {
  const panel = tab.closest(".k-panel");
  const again = tab.getAttribute("aria-selected") === "true";
  for (const other of all("[role=tab]", panel)) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !on;
  }
  const chat = tab.hasAttribute("data-chat");
  if ($("k-say")) $("k-say").hidden = !chat;
  if (by_hand && narrow.matches) panel.dataset.open = String(!(again && panel.dataset.open === "true"));
  if (chat) {
    state.unread = 0;
    $("k-unread").hidden = true;
    $("pane-chat").scrollTop = $("pane-chat").scrollHeight;
  }
}

function tick() {
  for (const clock of all("time[data-left]")) {
    clock.since ??= performance.now();
    const gone = clock.hasAttribute("data-running") ? (performance.now() - clock.since) / 1000 : 0;
    const left = Math.max(0, Math.ceil(Number(clock.dataset.left) - gone));
    const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = h ? `${h}:${String(m).padStart(2, "0")} h` : `${m}:${String(s).padStart(2, "0")}`;
    clock.classList.toggle("is-short", left < 20);
  }
}

// Fetches a page of ours and draws it over this one. What is live is left to the socket.
async function fetch_page(address, options = {}) {
  const turn = ++state.fetching;
  const answer = await fetch(address, { credentials: "same-origin", ...options });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== state.fetching) return; // an answer that was overtaken
  if (page.body.className.split(" ")[0] !== document.body.classList[0] || page.body.dataset.room !== document.body.dataset.room) {
    location.assign(answer.url);
    return;
  }
  document.documentElement.lang = page.documentElement.lang;
  if (state.live && !document.body.hasAttribute("data-lobby")) {
    for (const region of all("[data-region], #k-log, #k-chat, #k-ask, #k-pass", page)) {
      const mine = $(region.id);
      if (mine) region.replaceWith(mine.cloneNode(true));
    }
  }
  const pane = document.querySelector("[role=tab][aria-selected=true]")?.id;
  const was = document.body.className;
  const guide_text = $("k-guide")?.hidden === false ? $("k-guide").cloneNode(true) : null;
  if (guide_text) page.getElementById("k-guide")?.replaceWith(guide_text);
  for (const name of ["data-empty", "data-title"]) {
    if (document.body.hasAttribute(name)) page.body.setAttribute(name, document.body.getAttribute(name));
    else page.body.removeAttribute(name);
  }
  sliding(() => morph(document.body, page.body));
  document.body.className = was;
  document.title = page.title;
  if (pane && $(pane)) pick_tab($(pane));
  settle();
}

async function submit(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  form.setAttribute("aria-busy", "true");
  try {
    await fetch_page(form.action, { method: "POST", body });
    reconnect(); // the socket was opened by whoever we were before
  } finally {
    form.removeAttribute("aria-busy");
  }
}

async function speak(language) {
  cookie("lang", language);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
  await fetch_page(here.href);
  send({ t: "lang", lang: language });
}

function settle() {
  state.words = read("k-words") ?? {};
  for (const [name, fallback] of [["sound", false], ["notify", false]]) {
    const button = document.querySelector(`[data-do=${name}]`);
    button?.setAttribute("aria-pressed", String(kept(name, fallback)));
  }
  document.querySelector("[data-do=pace]")?.setAttribute("aria-pressed", String(kept("pace", "calm") === "calm"));
  document.querySelector("[data-do=play]")?.setAttribute("aria-pressed", String(Boolean(playing)));
  mute_all();
  tick();
  mark();
}

// ---------------------------------------------------------------- replay

let playing = 0;
function step_replay(way) {
  const link = document.querySelector(`[data-step=${way}][href]`);
  if (!link) return stop_replay();
  return go_replay(link.getAttribute("href"));
}

async function go_replay(address) {
  history.replaceState(null, "", address);
  await fetch_page(location.href);
  const moment = new_moment();
  if (moment && kept("pace", "calm") === "calm") tell(moment);
}

function stop_replay() {
  clearInterval(playing);
  playing = 0;
  document.querySelector("[data-do=play]")?.setAttribute("aria-pressed", "false");
}

// ---------------------------------------------------------------- what people do

const DEEDS = {
  theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    cookie("theme", root.dataset.theme);
  },
  async notify(button) {
    let on = !kept("notify", false);
    if (on && window.Notification && Notification.permission !== "granted") {
      on = (await Notification.requestPermission()) === "granted";
      if (!on) note(say("no-notices"));
    }
    keep("notify", on);
    button.setAttribute("aria-pressed", String(on));
  },
  sound(button) {
    const on = !kept("sound", false);
    keep("sound", on);
    button.setAttribute("aria-pressed", String(on));
    if (on) chime();
  },
  pace(button) {
    const calm = kept("pace", "calm") !== "calm";
    keep("pace", calm ? "calm" : "none");
    button.setAttribute("aria-pressed", String(calm));
  },
  play(button) {
    if (playing) return stop_replay();
    playing = setInterval(() => step_replay("next"), 1600);
    button.setAttribute("aria-pressed", "true");
    return step_replay("next");
  },
  confirm,
  back,
  skip,
  cover,
  undo() {
    if (state.ask?.undo !== undefined) send_surely({ t: "undo", seq: state.ask.undo });
  },
  "guide-close"() {
    $("k-guide").hidden = true;
  },
};

document.addEventListener("click", (event) => {
  const target = event.target.closest?.("button, a, [data-touch], .is-now");
  if (!target) return;
  if (target.dataset.do) return DEEDS[target.dataset.do]?.(target);
  if (target.dataset.lang) {
    event.preventDefault();
    // On a phone one language is shown; it opens the others.
    if (narrow.matches && !target.parentElement.classList.contains("is-open")) {
      return target.parentElement.classList.add("is-open");
    }
    target.parentElement.classList.remove("is-open");
    if (target.hasAttribute("aria-current")) return;
    return speak(target.dataset.lang);
  }
  if (target.getAttribute("role") === "tab") return pick_tab(target, true);
  if (target.matches(".k-grip")) return ($("k-panel").dataset.open = "false");
  if (target.dataset.sit) return sit(Number(target.dataset.sit));
  if (target.dataset.mute) return toggle_mute(target.dataset.mute);
  if (target.dataset.copy) return copy(target);
  if (target.dataset.by) return count(target);
  if (target.dataset.pin) {
    const to = target.dataset.pinTo ? { to: target.dataset.pinTo } : {};
    return send_surely({ t: "pin", text: target.dataset.pin, on: !target.classList.contains("is-pinned"), ...to });
  }
  if (target.dataset.step && target.hasAttribute("href")) {
    event.preventDefault();
    return go_replay(target.getAttribute("href"));
  }
  if (target.dataset.move) {
    const offer = offers().find((one) => one.m === target.dataset.move && Boolean(one.aside) === "aside" in target.dataset);
    $("k-menu")?.hidePopover?.();
    return offer && play(offer);
  }
  const rule = target.getAttribute("href");
  if (rule?.startsWith("#rule-")) {
    event.preventDefault();
    return open_rule(rule.slice(1));
  }
  if (target.dataset.touch && event.timeStamp - state.dragged > 80) return touch(target.dataset.touch);
  if (target.matches(".is-now")) return skip();
});

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    const field = button.parentElement.querySelector("input");
    field?.select();
    document.execCommand("copy");
  }
  const label = button.lastChild;
  const was = label.textContent;
  label.textContent = button.dataset.done;
  setTimeout(() => (label.textContent = was), 1800);
}

document.addEventListener("keydown", (event) => {
  state.keyboard = true;
  const target = event.target;
  if (event.key === "Escape") {
    if (!$("k-tip")?.hidden) return hide_tip();
    if (state.telling) return skip();
    if (!document.querySelector("dialog[open]")) back();
    return;
  }
  const tab = target.closest?.("[role=tab]");
  if (tab && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const tabs = all("[role=tab]", tab.parentElement);
    const next_tab = tabs.at((tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1)) % tabs.length);
    next_tab.focus();
    return pick_tab(next_tab);
  }
  if ((event.key in WAYS || event.key === "Home" || event.key === "End") && target.closest?.("[data-grid] [data-touch]")) {
    event.preventDefault();
    const there = walk(target.closest("[data-touch]"), event.key);
    if (!there) return;
    there.tabIndex = 0;
    there.focus();
    rove();
    return;
  }
  if (document.body.hasAttribute("data-replay") && !target.closest?.("input, textarea")) {
    if (event.key === "ArrowLeft") step_replay("prev");
    if (event.key === "ArrowRight") step_replay("next");
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "k-say") {
    event.preventDefault();
    const field = form.elements.text;
    if (field.value.trim()) send_surely({ t: "say", to: form.elements.to?.value ?? "all", text: field.value.trim() });
    field.value = "";
  } else if (form.querySelector("[data-text]")) {
    event.preventDefault();
    give_text();
  } else if ("send" in form.dataset) {
    event.preventDefault();
    if (event.submitter?.getAttribute("aria-disabled") !== "true") submit(form, event.submitter);
  } else if (form.matches(".k-slide")) {
    event.preventDefault();
  }
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.send === "change") submit(form);
  if (form?.matches(".k-slide")) go_replay(`?${new URLSearchParams(new FormData(form))}`);
});

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-text]")) {
    state.typed = event.target.value;
    type_soon();
  }
});

document.addEventListener("pointerdown", (event) => {
  state.keyboard = false;
  const element = event.target.closest?.("[data-tip]");
  hide_tip();
  if (element && event.pointerType !== "mouse") tip_soon(element, 480);
  grab(event);
});
document.addEventListener("pointermove", drag);
document.addEventListener("pointerup", (event) => {
  if (event.pointerType !== "mouse") clearTimeout(tip_timer);
  drop(event);
});
document.addEventListener("pointercancel", drop);
document.addEventListener("pointerover", (event) => {
  const element = event.target.closest?.("[data-tip]");
  if (event.pointerType === "mouse" && element !== tipped) {
    hide_tip();
    if (element) tip_soon(element, 550);
  }
});
document.addEventListener("focusin", (event) => {
  const element = event.target.closest?.("[data-tip]");
  if (element && state.keyboard) tip_soon(element, 700);
  else if (!element) hide_tip();
});
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest?.("[data-tip]") && !state.keyboard && event.pointerType !== "mouse") event.preventDefault();
});
document.addEventListener("scroll", hide_tip, { capture: true, passive: true });
addEventListener("online", () => !state.socket && connect());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state.live && !state.socket) connect();
});
setInterval(tick, 500);

// ---------------------------------------------------------------- come in

document.documentElement.classList.add("has-script");
settle();
state.drawn = read("k-drawn") ?? {};
question(read("k-ask"));
if (state.own.length > 1 && document.body.hasAttribute("data-empty")) ask_who();
connect();
