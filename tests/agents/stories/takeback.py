#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gomoku brain with a bug: it changes x and y in TAKEBACK."""
import sys

size, taken = 20, set()


def pair(text):
    return tuple(int(number) for number in text.split(",")[:2])


def read_board():
    for line in sys.stdin:
        if line.strip() == "DONE":
            return
        taken.add(pair(line))


def play():
    # Every fourth square, so that it makes no five for long.
    squares = ((at % size, at // size) for at in range(0, size * size, 4))
    x, y = next(square for square in squares if square not in taken)
    taken.add((x, y))
    return f"{x},{y}"


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "END":
        break
    if word == "START":
        size = int(rest)
    if word in ("START", "RESTART", "BOARD"):
        taken.clear()
    if word == "TAKEBACK":
        y, x = pair(rest)
        taken.discard((x, y))
    if word == "TURN":
        taken.add(pair(rest))
    if word == "BOARD":
        read_board()
    if word in ("START", "RESTART", "TAKEBACK"):
        print("OK", flush=True)
    elif word == "ABOUT":
        print('name="takeback", version="1"', flush=True)
    elif word in ("BEGIN", "TURN", "BOARD"):
        print(play(), flush=True)
    elif word != "INFO":
        print("UNKNOWN", flush=True)
