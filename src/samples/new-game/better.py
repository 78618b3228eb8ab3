#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of sticks: it leaves a multiple of four if it can, because then it wins."""
import sys

for line in sys.stdin:
    sticks = int(line)
    print(sticks % 4 or 1, flush=True)
