#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of the Learning Machine Challenge with a bug: it goes through a set, whose order is another one in each process."""
import sys

symbols, left = [], []
print("@info name hashset", flush=True)
for line in sys.stdin:
    words = line.split()
    if words == ["@command", "new"]:
        symbols, left = [], []
    elif words[:2] == ["@command", "symbol"]:
        symbols.append(words[2])
    elif words == ["@command", "play"]:
        if not left:  # each pair of symbols once
            pairs = {f"{first} {second}" for first in symbols for second in symbols}
            left = sorted(pairs) if "mended" in sys.argv else list(pairs)
        print("@output", left.pop().split()[0], flush=True)
    elif words == ["@command", "exit"]:
        break
print("@info exit", flush=True)
