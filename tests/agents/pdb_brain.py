# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A gomoku brain with a breakpoint: before its second move it opens pdb on its own terminal.

`pdb_brain.py [ROW]` plays the squares of one row, left to right.  stdin and stdout carry the protocol, so
ringside lets breakpoint() use the terminal.
"""
import sys


class Brain:
    def __init__(self, row):
        self.row = row
        self.moves = 0
        self.taken = set()

    def answer(self):
        self.moves += 1
        column = next(x for x in range(15) if (x, self.row) not in self.taken)
        if self.moves == 2:
            breakpoint()
        self.taken.add((column, self.row))
        return f"{column},{self.row}"

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word in ("START", "RESTART"):
            return "OK"
        if word == "ABOUT":
            return 'name="pdb", version="1"'
        if word == "TURN":
            self.taken.add(tuple(int(number) for number in rest.split(",")))
        if word in ("BEGIN", "TURN"):
            return self.answer()
        return None if word == "INFO" else "UNKNOWN"


def main():
    brain = Brain(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    for line in sys.stdin:
        if line.strip() == "END":
            break
        answer = brain.obey(line.strip())
        if answer:
            print(answer, flush=True)


main()
