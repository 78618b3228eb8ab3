#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: it takes from a position only the moves that are new by their number."""
from book import Engine


class Miss(Engine):
    def position(self, words):
        self.moves += words[2 + len(self.moves):]


Miss().run()
