#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gomoku brain of a novice, with a mistake in it, for whoever wants to find it (src/manual/debugging.md).
    ringside play gomocup sample:faulty.py 'sample:threat --nodes 1'"""
import sys

MINE, THEIRS = 1, 2
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]
WORTH = {(0, 0): 1, (1, 0): 12, (2, 0): 60, (3, 0): 400, (4, 0): 100000,  # mine and theirs in a line of five
         (0, 1): 10, (0, 2): 50, (0, 3): 300, (0, 4): 10000}
board = {}


def clear():
    board.update(dict.fromkeys(board, 0))


def i_play(x, y):
    board[x, y] = MINE


def they_play(x, y):
    board[y, x] = THEIRS


def worth(x, y):
    """The sum over all lines of five that lead through the square."""
    points = 0
    for dx, dy in WAYS:
        for first in range(-4, 1):
            line = [board.get((x + dx * n, y + dy * n)) for n in range(first, first + 5)]
            if None not in line:
                points += WORTH.get((line.count(MINE), line.count(THEIRS)), 0)
    return points


def choose():
    free = [square for square in board if not board[square]]
    middle = max(board)[0] // 2
    best = max(free, key=lambda at: (worth(*at), -abs(at[0] - middle) - abs(at[1] - middle)))  # of equals the nearest
    print(f"DEBUG {best} is worth {worth(*best)}")
    if "--pdb" in sys.argv:  # stdin and stdout are the judge's; the terminal is the author's
        import pdb
        pdb.Pdb(stdin=open("/dev/tty"), stdout=open("/dev/tty", "w")).set_trace()
    i_play(*best)
    return "{},{}".format(*best)


def obey(word, numbers):
    if word == "START":
        board.clear()
        board.update({(x, y): 0 for x in range(numbers[0]) for y in range(numbers[0])})
        return "OK"
    if word == "RESTART":
        clear()
        return "OK"
    if word == "TURN":
        they_play(*numbers)
    if word == "BOARD":
        clear()
        while (line := sys.stdin.readline().strip()) != "DONE":
            x, y, who = map(int, line.split(","))
            if who == MINE:
                i_play(x, y)
            else:
                they_play(x, y)
    if word in ("BEGIN", "TURN", "BOARD"):
        return choose()
    if word == "ABOUT":
        return 'name="novice", version="1.0"'
    return None if word == "INFO" else "UNKNOWN"


for heard in sys.stdin:
    word, _, rest = heard.strip().partition(" ")
    if word == "END":
        break
    answer = obey(word, [int(n) for n in rest.split(",")] if rest[:1].isdigit() else [])
    if answer:
        print(answer, flush=True)
