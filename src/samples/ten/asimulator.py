# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A client, for --stdio: it goes on until it bumps, and turns left then.
import os, struct, sys
read = lambda form: struct.unpack(">" + form, sys.stdin.buffer.read(struct.calcsize(">" + form)))
os.write(1, b"\0")
while True:
    one, two = read("BB")
    *_, percept = read(f"B8HIi{bin(one & 15).count('1')}b{bin(one >> 4).count('1')}H{two >> 1 & 2}H{two >> 3 & 1}I{two >> 4 & 1}iB")
    while read("B")[0]: read("bb")
    while not percept & 128 and os.write(1, b"\2" if percept & 8 else b"\1"):
        percept, = read("B")
    read("i")
