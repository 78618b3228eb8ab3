#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of tron, for the referee sample:tron: it goes where most tiles are in reach.
    ringside play referee --referee sample:tron human sample:tron-player"""
import argparse
import random

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def step(place, way):
    return place[0] + WAYS[way][0], place[1] + WAYS[way][1]


def room(place):
    """How many tiles can be reached from there; 0: it is a wall."""
    seen, todo = set(), [place]
    while todo:
        place = todo.pop()
        if place in seen or place in walls or not all(0 <= at < size for at in place):
            continue
        seen.add(place)
        todo += [step(place, way) for way in WAYS]
    return len(seen)


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses between ways that are as good (%(default)s)")
chance = random.Random(parser.parse_args().seed)
words = input().split()  # "12 1,6 10,6"
size = int(words[0])
own, other = (tuple(map(int, word.split(","))) for word in words[1:])
walls = {own, other}
while True:
    way = max(chance.sample(list(WAYS), 4), key=lambda each: room(step(own, each)))
    own = step(own, way)
    walls.add(own)
    print(way, flush=True)
    try:
        other = step(other, input())
    except EOFError:
        break  # the game is over
    walls.add(other)
