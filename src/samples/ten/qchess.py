# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# An agent: it picks its king, which can seldom move, and takes what comes near.
import math
king, came = [3, 0 if input() == "black" else 7], []
while not (line := input()).startswith("QUIT"):
    if "->" in line:
        came.insert(0, [int(word) for word in line.split()[3:]])
    elif line == "SELECTION?":
        print(*king, flush=True)
    elif line == "MOVE?":
        king = next(to for to in came if 0 < math.dist(to, king) < 2)
        print(*king, flush=True)
