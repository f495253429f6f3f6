// The second half of a double click, on something that has come there meanwhile: nobody meant to
// take back what was just confirmed, or to leave the table after the last move.

const DOUBLE = 400; // ms between the two halves, at most
let pressed = { at: -DOUBLE, x: 0, y: 0, target: null, text: "" };

export function doubled(event, target) {
  const { at, x, y, target: first, text } = pressed;
  pressed = { at: event.timeStamp, x: event.clientX, y: event.clientY, target, text: target.textContent };
  const near = Math.hypot(event.clientX - x, event.clientY - y) < 4;
  const other = first !== target || text !== target.textContent;
  return event.detail > 0 && near && other && event.timeStamp - at < DOUBLE;
}
