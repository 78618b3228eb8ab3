#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gomoku brain with a bug: it does not flush, so what it says stays in its buffer."""
import sys

STEP = 97
size, taken = 20, set()


def pair(text):
    x, y = text.split(",")[:2]
    return int(x), int(y)


def say(text):
    print(text, flush="mended" in sys.argv)


def play():
    squares = ((i * STEP % size**2 % size, i * STEP % size**2 // size) for i in range(size**2))
    square = next(square for square in squares if square not in taken)
    taken.add(square)
    say("%d,%d" % square)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "END":
        break
    if word == "START":
        size = int(rest)
    if word in ("START", "RESTART"):
        taken.clear()
    if word == "TURN":
        taken.add(pair(rest))
    if word == "BOARD":
        while (stone := input().strip()) != "DONE":
            taken.add(pair(stone))
    if word in ("START", "RESTART"):
        say("OK")
    elif word in ("BEGIN", "TURN", "BOARD"):
        play()
    elif word != "INFO":
        say("UNKNOWN")
