#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine without a bug, and what those with one share: it knows a game by heart, and expects a capture at move 3 that does not come."""
import sys
from pathlib import Path

GAME = """e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1
e7e6 b5d7 f6d7 b3b8 d7b8 d1d8""".split()
EXPECTED, REPLY = "e5d4", "f3d4"


class Engine:
    def __init__(self):
        self.moves, self.ponders = [], False

    def best(self):
        if self.moves[-1:] == [EXPECTED]:
            return REPLY
        return GAME[len(self.moves)]

    def say_best(self):
        move = self.best()
        after = EXPECTED if len(self.moves) == 4 else (GAME + [None] * 3)[len(self.moves) + 1]
        print("bestmove", move, *(["ponder", after] if after else []), flush=True)

    def uci(self, words):
        print(f"id name {Path(sys.argv[0]).stem}\noption name Ponder type check default false\nuciok", flush=True)

    def isready(self, words):
        print("readyok", flush=True)

    def position(self, words):
        self.moves = words[2:]

    def go(self, words):
        self.ponders = "ponder" in words
        if not self.ponders:
            self.say_best()

    def ponderhit(self, words):
        self.ponders = False
        self.say_best()

    def stop(self, words):
        if self.ponders:
            self.ponders = False
            self.say_best()

    def run(self):
        for line in sys.stdin:
            word, *words = line.split()
            if word == "quit":
                break
            getattr(self, word, lambda words: None)(words)


if __name__ == "__main__":
    Engine().run()
