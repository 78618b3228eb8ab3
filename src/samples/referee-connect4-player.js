#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
/* A player of Connect Four, for the referee sample:connect4: it looks --depth moves ahead, and likes the middle.
       ringside play referee --referee sample:connect4 human 'sample:connect4-player --depth 4' */
"use strict";
const { depth, seed } = require("util").parseArgs({
  options: { depth: { type: "string", default: "4" }, seed: { type: "string", default: "1" } },
}).values;
const HEIGHT = 6, COLUMNS = [3, 2, 4, 1, 5, 0, 6], WON = 1000;
const WAYS = [[0, 1], [1, 0], [1, 1], [1, -1]];
let board, chance = Number(seed);

const other = (mark) => (mark === "X" ? "O" : "X");
const landing = (column) => board.findLastIndex((row) => row[column] === ".");

/* 0 to 6, at random. */
function shifts() {
  chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0;
  return (chance >>> 16) % 7;
}

function wins(row, column) {
  return WAYS.some(([down, right]) => {
    let length = 1;
    for (const way of [1, -1])
      for (let n = way; board[row + n * down]?.[column + n * right] === board[row][column]; n += way) length++;
    return length >= 4;
  });
}

/* How good it is for `mark` to play there, if both look `left` moves ahead. */
function value(mark, column, left) {
  const row = landing(column);
  if (row < 0) return -Infinity;
  board[row][column] = mark;
  let worth = 3 - Math.abs(3 - column);
  if (wins(row, column)) worth = WON + left;
  else if (left > 1) {
    const best = Math.max(...COLUMNS.map((reply) => value(other(mark), reply, left - 1)));
    worth = best === -Infinity ? 0 : worth - best;
  }
  board[row][column] = ".";
  return worth;
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [mark, rows] = line.split(" "); // "X ......./......./......./......./...O.../..XXO.."
  board = rows.split("/").map((row) => [...row]);
  const shift = shifts(), columns = COLUMNS.map((_, i) => COLUMNS[(i + shift) % 7]);
  const values = columns.map((column) => value(mark, column, Number(depth)));
  console.log(columns[values.indexOf(Math.max(...values))] + 1);
});
