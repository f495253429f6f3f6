// `node server.cjs PORT PAGE.js`: boardgame.io's own server with its matches in memory. The page is handed
// out at the next port, because boardgame.io 0.50 answers no address with today's koa-compose.
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { Server, Origins } = require("boardgame.io/server");
const game = require("./game.js");

const FILES = {
  "/": [path.join(__dirname, "page.html"), "text/html; charset=utf-8"],
  "/page.js": [process.argv[3], "text/javascript"],
};

const port = Number(process.argv[2]);
const server = Server({ games: [game], origins: [Origins.LOCALHOST, /127\.0\.0\.1:\d+/] });
const pages = http.createServer((request, answer) => {
  const [file, type] = FILES[request.url.split("?")[0]] ?? [];
  answer.writeHead(file ? 200 : 404, { "content-type": type ?? "text/plain" });
  answer.end(file ? fs.readFileSync(file) : "");
});
server.run({ port }, () => pages.listen(port + 1, "127.0.0.1", () => console.log("open")));
