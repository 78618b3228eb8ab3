#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: it reads nothing while it searches, and searches to a depth."""
import time

from book import Engine


class Deaf(Engine):
    def go(self, words):
        time.sleep(60 if len(self.moves) == 6 else 0)
        super().go(words)


Deaf().run()
