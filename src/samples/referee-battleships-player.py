#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of battleships, for the referee sample:battleships: it fires at every second cell, and around a hit until the ship is sunk.
    ringside play referee --referee sample:battleships human sample:battleships-player"""
import argparse
import random

SIZE = 8
CELLS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


def name(x, y):
    return "abcdefgh"[x] + str(y + 1)


def place(length):
    """A free place for a ship, at random."""
    while True:
        x, y = chance.choice(CELLS)
        down = chance.random() < 0.5
        cells = {(x, y + i) if down else (x + i, y) for i in range(length)}
        if cells <= set(CELLS) - own:
            own.update(cells)
            return name(x, y) + (" down" if down else "")


def around(x, y):
    return [cell for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if cell in unknown]


def fire(news):
    if news == "miss":
        hits.pop()
    elif news == "sunk":
        hits.clear()
    near = [cell for hit in hits for cell in around(*hit)]
    if len(hits) > 1:  # the ship lies in one line
        same = 0 if hits[0][0] == hits[1][0] else 1
        near = [cell for cell in near if cell[same] == hits[0][same]] or near
    shot = chance.choice(near or [cell for cell in unknown if sum(cell) % 2 == 0] or unknown)
    unknown.remove(shot)
    hits.append(shot)  # until the news say that it was a miss
    return name(*shot)


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses places and shots that are left to chance (%(default)s)")
chance = random.Random(parser.parse_args().seed)
own, unknown, hits = set(), list(CELLS), []
while True:
    try:
        word, _, rest = input().partition(" ")  # "place 5", "fire", "fire hit"
    except EOFError:
        break  # the game is over
    print(place(int(rest)) if word == "place" else fire(rest), flush=True)
