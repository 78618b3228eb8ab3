#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of LMC 2 with a bug: it goes on at @command exit, and leaves at the end of its input only."""
import sys

symbols, heard = [], []
print("@info name eof", flush=True)
for line in sys.stdin:
    words = line.split() if line.startswith(("@", "#")) else ["@input", *line.split()]
    if words[0] == "@input":
        heard = words[1:]
    elif words == ["@command", "new"]:
        symbols, heard = [], []
    elif words[:2] == ["@command", "symbol"]:
        symbols.append(words[2])
    elif words == ["@command", "play"]:
        print("@output", *([word for word in heard if word in symbols] or symbols[:1]), flush=True)
    elif words == ["@command", "exit"]:
        print("@info exit", flush=True)
        if "mended" in sys.argv:
            break
