// The line to the server.

import { $ } from "./page.js";
import { state } from "./state.js";

const SOON = 150; // ms
const LONG = 5000; // a house that says nothing for so long has not heard what it was asked
const ANSWERED = new Set(["move", "aside", "undo", "draft", "why", "say", "pin", "ping"]);
let hear = () => {}; // what is done with a frame
let greeting = () => ({}); // what a page says of itself, in its first frame

export function hearing(deed, says) {
  [hear, greeting] = [deed, says];
}

export function connect() {
  if (!state.live || state.closed || !location.protocol.startsWith("http")) return;
  const socket = new WebSocket(new URL(state.live, location.href.replace(/^http/, "ws")));
  state.socket = socket;
  socket.onopen = () => {
    state.tries = 0;
    state.heard = Date.now();
    const hello = { t: "hello", lang: document.documentElement.lang, from: state.seq, ...greeting() };
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

export function reconnect() {
  const old = state.socket;
  state.socket = null;
  old?.close();
  connect();
}

export function send(frame) {
  const { socket } = state;
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify(frame));
  if (ANSWERED.has(frame.t)) setTimeout(renew_if_silent, LONG, socket, Date.now());
}

// A line that was cut looks whole until somebody writes on it.
function renew_if_silent(socket, asked) {
  if (state.socket !== socket || state.heard >= asked) return;
  show_lost(true);
  reconnect();
}

export function fresh_id() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(36)).join("");
}

let next_id = fresh_id(); // it is made while nobody waits for it

// A move stays in the drawer until the server says that it is on disk.
export function send_surely(frame) {
  frame.id ??= next_id;
  state.waiting.set(frame.id, frame);
  send(frame);
  next_id = fresh_id();
  // Mostly it is there before anybody could see that it is on its way.
  setTimeout(() => state.waiting.has(frame.id) && document.body.classList.add("is-sending"), SOON);
}

export function settled(id) {
  state.waiting.delete(id);
  if (!state.waiting.size) document.body.classList.remove("is-sending");
}

export function show_lost(lost) {
  if ($("k-lost")) $("k-lost").hidden = !lost;
}

setInterval(() => {
  if (!state.socket || state.socket.readyState !== WebSocket.OPEN) return;
  if (Date.now() - state.heard > 45000) state.socket.close();
  else if (Date.now() - state.heard > 20000) send({ t: "ping" });
}, 5000);

addEventListener("offline", () => state.socket && show_lost(true));
addEventListener("online", () => !state.closed && reconnect());

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state.live && !state.socket) connect();
});
