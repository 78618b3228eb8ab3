#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of the agent world that goes where it can prove that nothing is deadly, and brings home what it has found.
    ringside play asimulator sample:reasoner sample:wander"""
import argparse
import socket
import struct
import sys

SHUT_OFF, MOVE, LEFT, RIGHT, GRAB, QUESTION, NO_SYMBOL, TEXT = 0, 1, 2, 3, 4, 201, 254, 255
HOME, ITEM, HOSTILITY, BUMP, FEAR, END = 1, 2, 4, 8, 16, 128
STEP = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # east, north, west, south


def read(form):
    data = hear.read(struct.calcsize(order + form))
    if len(data) < struct.calcsize(order + form):
        sys.exit(0)  # the connection has ended
    return struct.unpack(order + form, data)


def read_rules():
    """Where it faces; the numbers do not matter to it."""
    first, second = read("BB")
    read("B8HIi")
    bounds, numbers = bin(first & 0x0F).count("1"), bin(first & 0xF0).count("1")
    ammunition, cost, score = (second >> bit & 1 for bit in (2, 3, 4))
    read(f"{bounds}b{numbers}H{2 * ammunition}H{cost}I{score}i")
    return second & 3


def beside(place):
    return [(place[0] + x, place[1] + y) for x, y in STEP]


def learn(place, percept):
    """What one perceives on a tile, or would perceive there, tells of the tiles beside it."""
    no_enemy.update([place] if percept & HOSTILITY else [place, *beside(place)])
    no_danger.update([place] if percept & FEAR else [place, *beside(place)])
    (homes.add if percept & HOME else homes.discard)(place)
    (items.add if percept & ITEM else items.discard)(place)


def way(goals):
    """The steps to the nearest goal over tiles that are proven safe; None: there is no such way."""
    ways, safe = {here: []}, no_enemy & no_danger - walls
    for place in (queue := [here]):
        if place in goals:
            return ways[place]
        for step in safe.intersection(beside(place)) - ways.keys():
            ways[step] = ways[place] + [step]
            queue.append(step)


def plan():
    """The next action, and what it says of it."""
    global ahead
    steps = way(items | (no_enemy & no_danger) - been - walls) if actions < options.actions else None
    words = "An item." if steps == [] else "{},{} is safe: I look there.".format(*steps[-1]) if steps else "I go home."
    if not steps:
        steps = steps if steps == [] else way(homes)
        if not steps:
            return (GRAB if here in items else SHUT_OFF), words
    ahead = steps[0]
    turns = (beside(here).index(ahead) - facing) % 4
    return [MOVE, LEFT, LEFT, RIGHT][turns], words


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--stdio", action="store_true", help="speak on standard input and output, without HOST and PORT")
parser.add_argument("--little", action="store_true", help="numbers with the low byte first")
parser.add_argument("--actions", type=int, default=1000, metavar="N", help="go home after N actions (%(default)s)")
parser.add_argument("address", nargs="*", metavar="HOST PORT", help="of the simulator")
options = parser.parse_args()
if options.stdio == bool(options.address) or len(options.address) not in (0, 2):
    parser.error("expected a host and a port as the last two words, or --stdio")
order, hear, tell = "<" if options.little else ">", sys.stdin.buffer, sys.stdout.buffer
if options.address:
    hear = tell = socket.create_connection(options.address).makefile("rwb")
tell.write(b"\x80" if options.little else b"\x00")
tell.flush()
while True:
    facing, here, actions, said, shown = read_rules(), (0, 0), 0, "", set()
    been, walls, homes, items, no_enemy, no_danger = set(), set(), set(), set(), set(), set()
    percept, = read("B")
    while tile := read("B")[0]:  # what is known from the start: bits 1 and 2 tell walls and clear tiles
        place = read("bb")
        if tile & 3 == 2:
            walls.add(place)
        elif tile & 3 == 3:
            learn(place, tile >> 2 & 7 | tile >> 1 & FEAR)
    while not percept & END:
        been.add(here)
        learn(here, percept)
        action, words = plan()
        safe = (no_enemy & no_danger) - been - walls
        news = struct.pack(order + "BH", TEXT, len(words)) + words.encode() if words != said else b""
        for symbol, places in ((QUESTION, safe - shown), (NO_SYMBOL, shown - safe)):
            news += b"".join(struct.pack("Bbb", symbol, *place) for place in sorted(places))
        tell.write(news + bytes([action]))
        tell.flush()
        percept, = read("B")
        said, shown, actions = words, safe, actions + 1
        if action in (LEFT, RIGHT):
            facing = (facing + (1 if action == LEFT else 3)) % 4
        elif action == MOVE and percept & BUMP:
            walls.add(ahead)
        elif action == MOVE:
            here = ahead
    read("i")  # the score
