#!/usr/bin/env node
// A program that plays any game by the protocol (docs/protocol.md), in JavaScript: it takes the last move of the list.
//
//   mulligan match nim "ext:node ./examples/engine.js" random --pairs 10

"use strict";
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const heard = JSON.parse(line);
  if (heard.type === "hello") {
    say({ type: "hello", protocol: 1, name: "last move in JavaScript", version: "1", options: {} });
  } else if (heard.type === "game") {
    say({ type: "ready" });
  } else if (heard.type === "view") {
    const move = heard.moves.length - 1;
    say({ type: "bestmove", id: heard.id, move, thoughts: { text: heard.moves[move] } });
  } else if (heard.type === "quit") {
    lines.close();
  }
});
lines.on("close", () => process.exit(0));
