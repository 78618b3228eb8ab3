# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player of tic-tac-toe: it takes the first free cell.
import sys
CELLS = [column + row for row in "123" for column in "abc"]
for line in sys.stdin:
    mark, board = line.split()
    print(CELLS[board.index(".")], flush=True)
