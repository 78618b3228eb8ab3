#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the agent world with a bug: its numbers are little-endian, but the size of a text is not.

It goes nowhere: it says so, and shuts off."""
import struct
import sys

hear, tell = sys.stdin.buffer, sys.stdout.buffer


def read(form):
    data = hear.read(struct.calcsize("<" + form))
    if not data:
        sys.exit(0)  # the connection has ended
    return struct.unpack("<" + form, data)


def read_rules():
    first, second = read("BB")
    read("B8HIi")
    bounds, numbers = bin(first & 0x0F).count("1"), bin(first & 0xF0).count("1")
    ammunition, cost, score = (second >> bit & 1 for bit in (2, 3, 4))
    read(f"{bounds}b{numbers}H{2 * ammunition}H{cost}I{score}i")


def say(text):
    tell.write(struct.pack(">BH", 255, len(text)) + text.encode())


tell.write(b"\x80")
tell.flush()
while True:
    read_rules()
    read("B")  # what it perceives
    while read("B")[0]:
        read("bb")  # a tile that is known from the start
    say("I am lost, and I shut off.")
    tell.write(b"\0")  # shut off
    tell.flush()
    read("Bi")  # the end and the score
