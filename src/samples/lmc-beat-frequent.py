#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for the Learning Machine Challenge: plays the best answer to the other's most frequent move, or with --last
to its last one. It knows what beats what in roshambo; in other games it learns that from the scores.
    ringside play lmc sample:predictor sample:beat-frequent"""
import argparse
import sys
from collections import Counter

BEATS = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
symbols, heard, pays = [], Counter(), {}  # pays: the last score for our move and the other's
own = other = score = last = None  # of the round; the other's last move


def answer(other):
    """The best one known, or one that was not tried against this move."""
    if set(symbols) == set(BEATS):
        return BEATS[other]
    return max(symbols, key=lambda symbol: pays.get((symbol, other), 0.5))  # 0.5: what was not tried may be better


options = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
options.add_argument("--last", action="store_true", help="answer the other's last move")
by_last = options.parse_args().last
print("@info name", "beat-last" if by_last else "beat-frequent", flush=True)
for line in sys.stdin:
    words = line.split() if line.startswith(("@", "#")) else ["@input", *line.split()]
    if words == ["@command", "new"]:
        symbols, heard, pays = [], Counter(), {}
        own = other = score = last = None
    elif words[:2] == ["@command", "symbol"]:
        symbols += words[2:]
    elif words[0] == "@input" and words[1:]:
        last = " ".join(words[1:])
        heard[last] += 1
        other = other or last
    elif words[0] == "@score":
        score = float(words[1])
    elif words == ["@command", "play"]:
        if own and other and score is not None:
            pays[own, other] = score
        guess = last if by_last or not heard else heard.most_common(1)[0][0]
        own, other, score = answer(guess) if guess in symbols else symbols[0], None, None
        print("@output", own, flush=True)
    elif words == ["@command", "exit"]:
        break
print("@info exit")
