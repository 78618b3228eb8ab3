#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
/* The referee of Connect Four.  A player reads its mark and the board from the top,
   "X ......./......./......./......./...O.../..XXO..", and answers with a column, 1 to 7.
       ringside play referee --referee sample:connect4 human sample:connect4-player */
"use strict";
const HEIGHT = 6, WIDTH = 7;
const WAYS = [[0, 1], [1, 0], [1, 1], [1, -1]];
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const board = Array.from({ length: HEIGHT }, () => Array(WIDTH).fill("."));

const say = console.log; // node does not keep what it writes to a pipe

async function hear() {
  const { value, done } = await lines.next();
  if (done) process.exit(); // the game has been ended
  return value;
}

function draw() {
  const coloured = { X: "\x1b[31mX\x1b[0m", O: "\x1b[33mO\x1b[0m", ".": "." };
  for (const row of board) say("| " + row.map((mark) => coloured[mark]).join(" "));
  say("| 1 2 3 4 5 6 7");
}

/* The row in which a mark comes to lie; -1: the column is full. */
const landing = (column) => board.findLastIndex((row) => row[column] === ".");

/* How many of the same mark lie in a row from there. */
function run(row, column, [down, right]) {
  let length = 1;
  while (board[row + down * length]?.[column + right * length] === board[row][column]) length++;
  return length;
}

const wins = (row, column) => WAYS.some(([down, right]) =>
  run(row, column, [down, right]) + run(row, column, [-down, -right]) > 4); // the mark itself counts twice

async function play(player, mark) {
  for (let column = 0; column < WIDTH; column++)
    if (landing(column) >= 0) say(`legal ${player} cell=${landing(column) + 1},${column + 1} ${column + 1}`);
  say(`> ${player} ${mark} ${board.map((row) => row.join("")).join("/")}`);
  say(`ask ${player}`);
  const answer = (await hear()).slice("< 1 ".length);
  await hear(); // "done 1"
  const column = /^[1-7]$/.test(answer) ? answer - 1 : -1, row = landing(column);
  if (row < 0) {
    say(`illegal ${player} this is no column with a free cell`);
    return true;
  }
  board[row][column] = mark;
  say(`move ${player} cell=${row + 1},${column + 1} ${answer}`);
  draw();
  if (wins(row, column)) say(`win ${player} ${mark} has four in a row`);
  return wins(row, column);
}

async function main() {
  await hear(); // "start players=2 seed=42"
  say("game connect-four");
  draw();
  for (let turn = 0; turn < HEIGHT * WIDTH; turn++)
    if (await play((turn % 2) + 1, "XO"[turn % 2])) process.exit();
  say("draw the board is full");
  process.exit();
}

main();
