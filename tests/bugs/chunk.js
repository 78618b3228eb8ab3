#!/usr/bin/env node
// Copyright: The ringside authors
// SPDX-License-Identifier: GPL-3.0-or-later
// An agent of quantum chess with a bug: it takes each data event for whole lines, but a pipe may hand over a line in pieces.
'use strict'

const mended = process.argv.includes('mended')
const straight = [[0, 1], [1, 0], [0, -1], [-1, 0]]
const diagonal = [[1, 1], [1, -1], [-1, -1], [-1, 1]]
const jumps = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]
const steps = { rook: straight, bishop: diagonal, knight: jumps, queen: straight.concat(diagonal), king: straight.concat(diagonal), pawn: [] }
const at = new Map()
for (const square of Array(64).keys()) if (square < 16 || square >= 48) at.set(square, square < 16 ? 'black' : 'white')
let own, turn = 0, piece, kind, rest = ''

function reach(x, y) {
  const found = []
  const ahead = own === 'black' ? 1 : -1
  const on = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8
  const tries = steps[kind].map(([dx, dy]) => [dx, dy, kind === 'king' || kind === 'knight' ? 1 : 7])
  if (kind === 'pawn') tries.push([0, ahead, y === 1 || y === 6 ? 2 : 1], [-1, ahead, 1], [1, ahead, 1])
  for (const [dx, dy, most] of tries) {
    for (let n = 1; n <= most && on(x + n * dx, y + n * dy); n++) {
      const who = at.get((y + n * dy) * 8 + x + n * dx)
      if (who === own || (kind === 'pawn' && (dx === 0) === Boolean(who))) break
      found.push([x + n * dx, y + n * dy])
      if (who) break
    }
  }
  return found
}

function take(line) {
  const words = line.trim().split(' ')
  if (words[0] === 'white' || words[0] === 'black') {
    own = words[0]
  } else if (words[0] === 'QUIT') {
    process.exit(0)
  } else if (words[0] === 'SELECTION?') {
    const mine = [...at.keys()].filter(square => at.get(square) === own).sort((a, b) => a - b)
    const square = mine[++turn * 5 % mine.length]
    console.log(`${square % 8} ${Math.floor(square / 8)}`)
  } else if (words[0] === 'MOVE?') {
    console.log(reach(...piece).pop().join(' '))
  } else if (words[2] === '->') {
    const [x, y, , toX, toY] = words.map(Number)
    at.set(toY * 8 + toX, at.get(y * 8 + x))
    at.delete(y * 8 + x)
  } else if (words.length === 4) {
    piece = [Number(words[0]), Number(words[1])]
    kind = words[3]
  }
}

process.stdin.on('data', chunk => {
  const lines = (rest + chunk).split('\n')
  rest = mended ? lines.pop() : ''
  lines.forEach(line => line && take(line))
})
