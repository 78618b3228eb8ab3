#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: it divides its opponent's time, whatever it plays."""
import time

from book import Engine


class Clock(Engine):
    def go(self, words):
        time.sleep(int(words[words.index("btime") + 1]) / 4000)
        super().go(words)


Clock().run()
