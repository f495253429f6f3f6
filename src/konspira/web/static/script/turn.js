// Your turn: title, icon, sound, notice.

import { say } from "./page.js";
import { kept, state } from "./state.js";

let was_asked = false;

export function called(frame) {
  if (frame.title) document.body.dataset.title = frame.title;
  const title = document.body.dataset.title ?? document.title;
  const yours = Boolean(frame.yours) && !frame.over;
  const shown = yours ? `● ${say("turn")} · ${title}` : title;
  if (document.title !== shown) document.title = shown;
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.plain ??= icon.getAttribute("href");
  const href = yours ? icon.dataset.asked : icon.dataset.plain;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
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

export function chime() {
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
