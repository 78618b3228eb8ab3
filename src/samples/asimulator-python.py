#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of the agent world: it goes on where it perceives nothing bad, and back where it does.
    ringside play asimulator --world classic ./asimulator-python.py sample:reasoner"""
import socket
import struct
import sys

SHUT_OFF, MOVE, LEFT, RIGHT, GRAB, TEXT = 0, 1, 2, 3, 4, 255
HOME, ITEM, HOSTILITY, BUMP, FEAR, END = 1, 2, 4, 8, 16, 128
STEP = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # east, north, west, south

if "--stdio" in sys.argv:
    hear, tell = sys.stdin.buffer, sys.stdout.buffer
elif len(sys.argv) > 2 and sys.argv[-1].isdigit():
    connection = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile("rwb")
    hear = tell = connection
else:
    sys.stderr.write("usage: asimulator-python.py [--little] (HOST PORT | --stdio)\n")
    sys.exit(2)
ORDER = "<" if "--little" in sys.argv else ">"


def read(form):
    size = struct.calcsize(ORDER + form)
    data = hear.read(size)
    if len(data) < size:
        sys.exit(0)  # the connection has ended
    return struct.unpack(ORDER + form, data)


def read_rules():
    """Where it faces; the numbers do not matter to it."""
    first, second = read("BB")
    read("B8HIi")
    bounds, numbers = bin(first & 0x0F).count("1"), bin(first & 0xF0).count("1")
    ammunition, cost, score = (second >> bit & 1 for bit in (2, 3, 4))
    read(f"{bounds}b{numbers}H{2 * ammunition}H{cost}I{score}i")
    return second & 3


def act(action, text=""):
    said = struct.pack(ORDER + "BH", TEXT, len(text)) + text.encode() if text else b""
    tell.write(said + bytes([action]))
    tell.flush()
    percept, = read("B")
    if percept & END:
        read("i")  # the score
    return percept


def simulation():
    facing, place, percept = read_rules(), (0, 0), read("B")[0]
    while read("B")[0]:
        read("bb")  # a tile that is known from the start
    been, way = {place}, []  # the way back, a direction a step
    while not percept & END:
        if percept & ITEM:
            percept = act(GRAB, "An item!")
            continue
        ahead = [d for d in range(4) if (place[0] + STEP[d][0], place[1] + STEP[d][1]) not in been]
        back = bool(percept & (HOSTILITY | FEAR)) or not ahead  # else each neighbour is safe
        if back and not way:
            return act(SHUT_OFF, "I have been everywhere that I dare to go.")
        wanted = (way[-1] + 2) % 4 if back else facing if facing in ahead else ahead[0]
        while facing != wanted and not percept & END:
            left = (wanted - facing) % 4 != 3
            facing = (facing + (1 if left else 3)) % 4
            percept = act(LEFT if left else RIGHT)
        percept = percept & END or act(MOVE)
        there = place[0] + STEP[facing][0], place[1] + STEP[facing][1]
        been.add(there)
        if not percept & BUMP:
            place = there
            way.pop() if back else way.append(facing)


tell.write(b"\x80" if ORDER == "<" else b"\x00")
tell.flush()
while True:
    simulation()
