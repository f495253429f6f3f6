// A board of 25 words with two secret keys, as plainly as boardgame.io has it: a player touches a
// word, and what the other player's key says of it is shown to both.
const WORDS = (
  "anchor badger candle dossier elevator falcon garden harbour island jacket kettle lantern " +
  "magpie needle orchard parcel quill ribbon sparrow ticket umbrella violin walnut xylophone yacht"
).split(" ");

const game = {
  name: "words",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    words: WORDS,
    keys: [0, 1].map((side) => WORDS.map((_, cell) => "GKB"[(cell * 7 + side * 3) % 3])),
    shown: WORDS.map(() => ""),
  }),
  turn: { activePlayers: { all: "touching" } },
  moves: {
    // Secrets stay on the server, so the move is made there alone.
    touch: {
      move: ({ G, playerID }, cell) => {
        G.shown[cell] = G.shown[cell] ? "" : G.keys[1 - Number(playerID)][cell];
      },
      client: false,
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    keys: G.keys.map((key, side) => (side === Number(playerID) ? key : null)),
  }),
};

module.exports = game;
