# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A brain: it takes the first free square.
while (line := input().strip()) != "END":
    word, _, rest = line.partition(" ")
    if word == "START":
        size = int(rest)
        free = [f"{x},{y}" for y in range(size) for x in range(size)]
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN"):
        free = [square for square in free if square != rest]
        print(free.pop(0), flush=True)
