#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: a new search forgets that it was told to stop."""
from book import Engine


class Lost(Engine):
    def ponderhit(self, words):
        self.stopped = True
        super().ponderhit(words)

    def stop(self, words):
        self.stopped = False  # meant for go


Lost().run()
