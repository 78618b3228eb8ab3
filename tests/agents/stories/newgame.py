#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: it clears a table that it has not made yet."""
from book import Engine


class NewGame(Engine):
    table = None

    def ucinewgame(self, words):
        self.table.clear()

    def go(self, words):
        self.table = {}
        super().go(words)


NewGame().run()
