// The plain client of boardgame.io: 25 buttons, drawn from the state whenever it changes.
import { Client } from "boardgame.io/client";
import { SocketIO } from "boardgame.io/multiplayer";
import game from "./game.js";

const asked = new URLSearchParams(location.search);
const client = Client({
  game,
  numPlayers: 2,
  multiplayer: SocketIO({ server: `127.0.0.1:${Number(location.port) - 1}` }),
  matchID: asked.get("match"),
  playerID: asked.get("player"),
  debug: false,
});
const board = document.getElementById("board");
for (let cell = 0; cell < 25; cell++) {
  const button = document.createElement("button");
  button.id = `cell-${cell}`;
  button.onclick = () => client.moves.touch(cell);
  board.append(button);
}
client.subscribe((state) => {
  document.body.classList.toggle("is-open", Boolean(state) && client.transport.isConnected);
  if (!state) return;
  state.G.words.forEach((word, cell) => {
    const button = document.getElementById(`cell-${cell}`);
    const shown = state.G.shown[cell];
    if (button.textContent !== word) button.textContent = word;
    if (button.className !== shown) button.className = shown;
  });
});
client.start();
