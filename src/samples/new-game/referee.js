#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
/* The referee of sticks: the players take 1 to 3 sticks by turns, and who takes the last one wins.

   A player reads how many sticks are left, "17", and answers how many it takes, "3". */
"use strict";
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const say = console.log; // node does not keep what it writes to a pipe

async function hear() {
  const { value, done } = await lines.next();
  if (done) process.exit(); // the game has been ended
  return value;
}

async function main() {
  const start = new Map((await hear()).split(" ").map((word) => word.split("="))); // "start players=2 seed=42 sticks=17"
  let sticks = Number(start.get("sticks") ?? 15 + (start.get("seed") % 11)), player = 1;
  say("game sticks");
  while (sticks > 0) {
    const legal = [1, 2, 3].filter((take) => take <= sticks);
    say("| " + "I ".repeat(sticks));
    say(`legal ${player} ${legal.join(" ")}`);
    say(`> ${player} ${sticks}`);
    say(`ask ${player}`);
    const answer = (await hear()).slice("< 1 ".length);
    await hear(); // "done 1"
    if (!legal.map(String).includes(answer)) {
      say(`illegal ${player} this is not 1 to 3, or more than there are`);
      process.exit();
    }
    say(`move ${player} ${answer}`);
    sticks -= answer;
    player = 3 - player;
  }
  say("| no stick is left");
  say(`win ${3 - player} it took the last stick`);
  process.exit();
}

main();
