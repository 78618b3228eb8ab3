#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The referee of tic-tac-toe.  A player reads its mark and the board, "X .O..X....", and answers with a cell, "b2".
    ringside play referee --referee sample:tictactoe human sample:tictactoe-player"""
CELLS = [column + row for row in "123" for column in "abc"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def say(line):
    print(line, flush=True)  # or ringside waits for what stays in the buffer


def at(cell):
    return f"cell={cell // 3 + 1},{cell % 3 + 1}"


def draw():
    for row in 0, 3, 6:
        say("| " + " ".join(board[row:row + 3]))


def play(player, mark):
    for cell in range(9):
        if board[cell] == ".":
            say(f"legal {player} {at(cell)} {CELLS[cell]}")
    say(f"> {player} {mark} {''.join(board)}")
    say(f"ask {player}")
    answer = input().removeprefix(f"< {player} ")
    input()  # "done 1"
    if answer not in CELLS or board[CELLS.index(answer)] != ".":
        say(f"illegal {player} this is no free cell")
        raise SystemExit
    cell = CELLS.index(answer)
    board[cell] = mark
    say(f"move {player} {at(cell)} {answer}")
    draw()
    return any(all(board[i] == mark for i in line) for line in LINES)


input()  # "start players=2 seed=42"
board = ["."] * 9
say("game tic-tac-toe")
draw()
for turn in range(9):
    player, mark = turn % 2 + 1, "XO"[turn % 2]
    if play(player, mark):
        say(f"win {player} {mark} has three in a row")
        raise SystemExit
say("draw the board is full")
