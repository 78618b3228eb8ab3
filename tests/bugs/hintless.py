#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of LMC 2 with a bug: it learns the right answers from hints, but looks for them under the wrong word."""
import sys

channel_of_hints = "@hint" if "mended" in sys.argv else "@hints"
symbols, right, heard = [], {}, ""
print("@info name hintless", flush=True)
for line in sys.stdin:
    line = line.strip()
    channel, _, text = line.partition(" ") if line.startswith(("@", "#")) else ("@input", " ", line)
    if channel == "@input":
        heard = text
    elif channel == channel_of_hints:
        right[heard] = text
    elif line == "@command new":
        symbols, right = [], {}
    elif line.startswith("@command symbol "):
        symbols.append(line.split()[2])
    elif line == "@command play":
        print("@output", right.get(heard, symbols[-1]), flush=True)
    elif line == "@command exit":
        break
print("@info exit", flush=True)
