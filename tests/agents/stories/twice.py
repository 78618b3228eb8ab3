#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: its search says its move when it is told to stop, and so does the code that reads stop."""
from book import Engine


class Twice(Engine):
    def stop(self, words):
        if self.ponders:
            self.say_best()  # the search
        super().stop(words)


Twice().run()
