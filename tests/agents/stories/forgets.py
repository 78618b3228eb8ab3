#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of quantum chess with a bug: it forgets that a piece can be in its second state."""
import sys

BACK = "rook knight bishop king queen bishop knight rook".split()
STEPS = {"rook": [(1, 0), (0, 1), (-1, 0), (0, -1)], "bishop": [(1, 1), (-1, 1), (1, -1), (-1, -1)],
         "knight": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]}
STEPS["king"] = STEPS["queen"] = STEPS["rook"] + STEPS["bishop"]
colour = sys.stdin.readline().strip()
board = {(x, y): (side, kind) for side, home, front in (("black", 0, 1), ("white", 7, 6)) for x in range(8)
         for y, kind in ((home, BACK[x]), (front, "pawn"))}
selected = None


def targets(square):
    side, kind = board[square]
    if kind == "pawn":
        x, y = square[0], square[1] + (1 if side == "black" else -1)
        if (x, y) not in board and 0 <= y < 8:
            yield x, y
        return
    for dx, dy in STEPS[kind]:
        x, y = square[0] + dx, square[1] + dy
        while 0 <= x < 8 and 0 <= y < 8 and board.get((x, y), " ")[0] != side:
            yield x, y
            if (x, y) in board or kind in ("king", "knight"):
                break
            x, y = x + dx, y + dy


def select():
    own = [square for square in board if board[square][0] == colour and any(targets(square))]
    return max(own, key=lambda square: board[square][1] == "knight")  # knights first


for line in sys.stdin:
    words = line.split()
    if words == ["SELECTION?"]:
        print(*select(), flush=True)
    elif words == ["MOVE?"]:
        print(*next(targets(selected)), flush=True)
    elif words == ["QUIT"]:
        break
    elif words[2] == "->":
        board[int(words[3]), int(words[4])] = board.pop((int(words[0]), int(words[1])))
    else:
        selected = int(words[0]), int(words[1])
        if words[2] == "0":
            board[selected] = board[selected][0], words[3]
