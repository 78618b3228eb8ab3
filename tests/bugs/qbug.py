#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of quantum chess with a bug: it moves a piece as the kind that it showed first, and not as the one that it is now."""
import sys

STEPS = {"rook": [(0, 1), (1, 0), (0, -1), (-1, 0)], "bishop": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
         "knight": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]}
STEPS["queen"] = STEPS["king"] = STEPS["rook"] + STEPS["bishop"]
at = {(x, y): "black" if y < 2 else "white" for x in range(8) for y in (0, 1, 6, 7)}


def reach(x, y, kind):
    if kind == "pawn":
        ahead = 1 if own == "black" else -1
        for n in range(1, 3 if y in (1, 6) and 0 <= y + 2 * ahead < 8 else 2):
            if (x, y + n * ahead) in at:
                break
            yield x, y + n * ahead
        yield from (to for to in ((x - 1, y + ahead), (x + 1, y + ahead)) if to in at and at[to] != own)
    for dx, dy in STEPS.get(kind, ()):
        for n in range(1, 2 if kind in ("king", "knight") else 8):
            to = x + n * dx, y + n * dy
            if max(to) > 7 or min(to) < 0 or at.get(to) == own:
                break
            yield to
            if to in at:
                break


own, turn, kinds = input().strip(), 0, {}
for line in sys.stdin:
    words = line.split()
    if words[0] == "QUIT":
        break
    if words[0] == "SELECTION?":
        turn += 1
        mine = sorted(square for square in at if at[square] == own)
        print(*mine[turn * 5 % len(mine)], flush=True)
    elif words[0] == "MOVE?":
        print(*(list(reach(*piece, kinds[piece])) or list(reach(*piece, kind)))[-1], flush=True)
    elif "->" in words:
        piece, to = (int(words[0]), int(words[1])), (int(words[3]), int(words[4]))
        at[to] = at.pop(piece)
        kinds[to] = kinds.pop(piece)
    else:
        piece, kind = (int(words[0]), int(words[1])), words[3]
        kinds[piece] = kind if "mended" in sys.argv else kinds.get(piece, kind)
