#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gomoku brain with a bug: its book has no line for the sixth turn. It dies where it handles that, of a list that is empty."""
import sys

STEP = 97
size, taken = 20, set()


def pair(text):
    x, y = text.split(",")[:2]
    return int(x), int(y)


def say(text):
    print(text, flush=True)


def from_book(turn):
    book = {n: (n * STEP % size**2) for n in range(3 if "mended" in sys.argv else 9)}
    try:
        return book[turn]
    except KeyError:
        return None if "mended" in sys.argv else min(free for free in book if free > turn)  # BUG


def play():
    start = from_book(len(taken)) or 0
    squares = (((start + i * STEP) % size**2 % size, (start + i * STEP) % size**2 // size) for i in range(size**2))
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
