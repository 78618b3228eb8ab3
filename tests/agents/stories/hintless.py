#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of LMC 2 with a bug: it learns from hints, but waits for another word than the judge sends."""
import sys

symbols, right, heard = [], {}, ""

print("@info name hintless", flush=True)
for line in sys.stdin:
    channel, _, text = line.strip().partition(" ")
    if channel == "@input":
        heard = text
    elif channel == "@hints":
        right[heard] = text
    elif line.startswith("@command new"):
        symbols, right = [], {}
    elif line.startswith("@command symbol"):
        symbols.append(text.split()[1])
    elif line.startswith("@command play"):
        print("@output", right.get(heard, symbols[-1]), flush=True)
    elif line.startswith("@command exit"):
        break
print("@info exit")
