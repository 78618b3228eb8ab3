#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the agent world with a bug: it takes bit 1 of the info byte for the byte order, so it sends an unused bit, and its
numbers are the other way round."""
import os
import struct
import sys

HOME, ITEM, HOSTILITY, BUMP, FEAR, END = 1, 2, 4, 8, 16, 128
ORDER = "<"


def read(form):
    form = ORDER + form
    data = sys.stdin.buffer.read(struct.calcsize(form))
    if len(data) < struct.calcsize(form):
        sys.exit()  # the connection has ended
    return struct.unpack(form, data)


os.write(1, b"\x80" if "mended" in sys.argv else b"\x01")
while True:
    one, two = read("BB")
    bounds, numbers = bin(one & 15).count("1"), bin(one >> 4).count("1")
    read(f"B8HIi{bounds}b{numbers}H{two >> 1 & 2}H{two >> 3 & 1}I{two >> 4 & 1}i")
    percept, = read("B")
    while read("B")[0]:
        read("bb")  # a tile that is known
    turns = 0
    while not percept & END:
        turns += 1
        if turns == 1:
            text = b"I go where nothing is in the way, and turn."
            os.write(1, struct.pack(ORDER + "BH", 255, len(text)) + text)
        action = 0 if turns > 200 else 4 if percept & ITEM else 2 if percept & BUMP or percept & FEAR and turns % 2 else 1
        os.write(1, bytes([action]))
        percept, = read("B")
    read("i")  # the score
