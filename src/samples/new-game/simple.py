#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player of sticks: it takes one stick each time."""
import sys

for line in sys.stdin:
    print(1, flush=True)
