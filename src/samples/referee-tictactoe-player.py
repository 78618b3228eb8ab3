#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of tic-tac-toe, for the referee sample:tictactoe: it wins or blocks where it can, and else chooses at random.
    ringside play referee --referee sample:tictactoe human sample:tictactoe-player"""
import argparse
import random

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def choose(mark, board):
    for each in mark, "XO".replace(mark, ""):
        for line in LINES:
            marks = [board[i] for i in line]
            if marks.count(each) == 2 and "." in marks:
                return line[marks.index(".")]
    return chance.choice([cell for cell in range(9) if board[cell] == "."])


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the moves that are left to chance (%(default)s)")
chance = random.Random(parser.parse_args().seed)
while True:
    try:
        mark, board = input().split()  # "X .O..X...."
    except EOFError:
        break  # the game is over
    print(CELLS[choose(mark, board)], flush=True)
