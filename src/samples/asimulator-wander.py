#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of the agent world that moves and turns at random, and brings home what it happens to find.
    ringside play asimulator sample:reasoner sample:wander"""
import argparse
import random
import socket
import struct
import sys

SHUT_OFF, MOVE, LEFT, RIGHT, GRAB, NUMBER, TEXT = 0, 1, 2, 3, 4, 100, 255
HOME, ITEM, BUMP, END = 1, 2, 8, 128
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


def text(words):
    return struct.pack(order + "BH", TEXT, len(words)) + words.encode()


def choose(percept, items, actions):
    if percept & ITEM:
        return GRAB
    if percept & HOME and items or actions >= options.actions:
        return SHUT_OFF
    turn = percept & BUMP or chance.random() < 0.5
    return chance.choice([LEFT, RIGHT]) if turn else MOVE


def simulation():
    facing = read_rules()
    percept, = read("B")
    while read("B")[0]:
        read("bb")  # a tile that is known from the start
    shown, x, y, steps, items, actions = text("I go where chance leads me."), 0, 0, 0, 0, 0
    while not percept & END:
        actions += 1
        action = choose(percept, items, actions)
        tell.write(shown + bytes([action]))
        tell.flush()
        shown = b""
        percept, = read("B")
        if action == MOVE and not percept & BUMP:
            x, y, steps = x + STEP[facing][0], y + STEP[facing][1], steps + 1
            shown = struct.pack("Bbb", NUMBER + steps % 100, x, y)  # its steps are numbered on the map
        elif action == GRAB:
            items, shown = items + 1, text("An item.")
        elif action in (LEFT, RIGHT):
            facing = (facing + (1 if action == LEFT else 3)) % 4
    read("i")  # the score


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--stdio", action="store_true", help="speak on standard input and output, without HOST and PORT")
parser.add_argument("--little", action="store_true", help="numbers with the low byte first")
parser.add_argument("--seed", type=int, metavar="N", help="seed of its random numbers: the same N gives the same play")
parser.add_argument("--actions", type=int, default=200, metavar="N", help="shut off after N actions (%(default)s)")
parser.add_argument("address", nargs="*", metavar="HOST PORT", help="of the simulator")
options = parser.parse_args()
if options.stdio == bool(options.address) or len(options.address) not in (0, 2):
    parser.error("expected a host and a port as the last two words, or --stdio")
chance, order = random.Random(options.seed), "<" if options.little else ">"
hear, tell = sys.stdin.buffer, sys.stdout.buffer
if options.address:
    hear = tell = socket.create_connection(options.address).makefile("rwb")
tell.write(b"\x80" if options.little else b"\x00")
tell.flush()
while True:
    simulation()
