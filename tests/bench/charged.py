#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much more did ringside charge than the brains measured themselves?

    tests/bench/charged.py FILE...    match files of games of tests/bench/charge

Prints the number of turns, and p50, p99 and maximum of the difference in ms.
"""

import sqlite3
import sys

QUERY = """select turn.think_ns, cast(message.bytes as text) from turn join message on message.turn = turn.n and message.seat = turn.seat
           where message.dir = 'from' and cast(message.bytes as text) like 'MESSAGE own %'"""
more = []
for path in sys.argv[1:]:
    with sqlite3.connect(path) as database:
        more += [think - int(text.split()[2]) for think, text in database.execute(QUERY)]
more.sort()
last = len(more) - 1
print("%d turns: p50 %.3f, p99 %.3f, max %.3f ms" % (len(more), *(more[int(last * share)] / 1e6 for share in (0.5, 0.99, 1))))
