// Everything the page knows, in one place.

export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`konspira.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`konspira.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing works as well.
  }
}

export const state = {
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
  drawn: {}, // the regions on the page, as HTML or digests, so that they need not come again
  waiting: new Map(), // moves sent and not yet acknowledged, by their id
  fetching: 0, // numbers pages that were asked for
  acting: false, // a form is under way

  // The question.
  ask: null,
  touched: [], // what was touched, in order; as a set it narrows the offers
  typed: "", // the open text
  hint: null, // what was advised for this decision; without steps while somebody thinks
  sent: [], // the last answer of this page
  again: null, // an answer that was taken back and is to lie there as a draft
  meant: null, // a draft that was sent and is not answered yet
  later: [], // what was touched meanwhile
  n: 0, // numbers drafts and whys; only the last answer counts

  // What is being shown.
  line: [], // frames that wait until the eye has followed the one before
  held: {}, // regions of the room that wait for the end of the line
  busy: 0, // the timer of the step that is being shown, 0: none
  telling: null, // the moment that stands over the table
  untold: [], // its steps that are still to come
  after: null, // what is done when it is over
  before: null, // what had the focus before it
  put_on: [], // classes that its steps gave to things of the table, last first
  skipping: false,
  moments: new Set(), // ids of moments that were shown
  covering: null, // one device, several seats: who comes next
  waits: null, // a thing that was dropped where it is to go: {element, ghost, things}
  dragged: 0, // when a thing was last dropped: the click after it is no touch
  keyboard: false, // was the last thing a key?
  unread: 0,
  muted: new Set(kept("muted", [])),
  pins: new Map(), // thing → who pinned it, and for whom
  playing: 0, // the timer of a replay that plays by itself
};

export const narrow = matchMedia("(max-width: 860px), (max-width: 960px) and (max-height: 480px)");
