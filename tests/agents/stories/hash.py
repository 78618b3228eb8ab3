#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chess engine with a bug: its table has few places, and it trusts what it finds there."""
from book import Engine

table = {}


class Hash(Engine):
    def best(self):
        key = sum(map(ord, "".join(self.moves))) % 64
        move, ply = table.setdefault(key, (super().best(), len(self.moves)))
        if ply < len(self.moves):
            print(f"info string hash hit: key {key}, stored at ply {ply}", flush=True)
        return move


Hash().run()
