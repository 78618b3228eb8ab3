#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for the Learning Machine Challenge: finds moments of the past that look like now, and learns which kind of
likeness predicts the other's moves. Plays at random if none does. Learns the answers to questions, if a game asks.
    ringside play lmc sample:predictor sample:beat-frequent"""
import argparse
import random
import sys
from collections import defaultdict

BEATS = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
LOOKS = [lambda pair: pair, lambda pair: pair[0], lambda pair: pair[1]]  # at both moves of a round, ours, the other's
LENGTHS = [0, 1, 2, 3, 5]  # rounds that have to be alike
KEEPS, LEAST = 0.93, 0.3  # the weight of a round relative to the next one; what is more than luck


def new_game():
    global symbols, history, seen, pays, earned, ideas, own, other, score, question
    symbols, history, pays = [], [], {}  # rounds as pairs: our move and the other's; the last score of such a pair
    seen = {}  # what the other one played after rounds like these
    earned, ideas = defaultdict(float), {}  # what each kind of idea would have earned of late; those of this round
    own = other = score = question = None


def answer(move):
    """The best one known, or one that was not tried against this move."""
    return max(symbols, key=lambda symbol: pays.get((symbol, move), 0.5))


def threat(move):
    """What the other one would play if it knew our move."""
    return min(symbols, key=lambda symbol: pays.get((move, symbol), 0))


def contexts():
    for look in range(len(LOOKS)):
        for length in LENGTHS[:len(history) + 1]:
            yield look, length, tuple(map(LOOKS[look], history[len(history) - length:]))


def close_round():
    if score is not None:
        pays[own, other] = score
    for kind, move in ideas.items():
        earned[kind] += (1 - KEEPS) * (pays.get((move, other), 0) - earned[kind])
    seen.update(dict.fromkeys(contexts(), other))
    history.append((own, other))


def choose():
    ideas.clear()
    for look, length, rounds in contexts():
        guess = seen.get((look, length, rounds))
        for level in range(3 if guess in symbols else 0):  # each expects that the one before is seen through
            ideas[look, length, level] = answer(guess)
            guess = threat(ideas[look, length, level])
    best = max(ideas, key=lambda kind: earned[kind], default=None)
    return ideas[best] if best and earned[best] > LEAST else chance.choice(symbols)


options = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
options.add_argument("--seed", type=int, metavar="N", help="seed of its random numbers: the same N gives the same play")
chance = random.Random(options.parse_args().seed)
new_game()
print("@info name predictor", flush=True)
for line in sys.stdin:
    words = line.split() if line.startswith(("@", "#")) else ["@input", *line.split()]
    if words == ["@command", "new"]:
        new_game()
    elif words[:2] == ["@command", "symbol"]:
        symbols += words[2:]
        if set(symbols) == set(BEATS):
            pays = {(a, b): (BEATS[b] == a) - (BEATS[a] == b) for a in BEATS for b in BEATS}
    elif words[0] == "@input" and words[1:]:
        other = other or " ".join(words[1:])
    elif words[0] == "@score":
        score = float(words[1])
        if question:
            pays[own, question] = score
    elif words == ["@command", "play"]:
        question = other if question or own is None else None  # what comes before the first move is a question
        if not question and own and other:
            close_round()
        own = answer(question) if question else choose()
        other = score = None
        print("@output", own, flush=True)
    elif words == ["@command", "exit"]:
        break
print("@info exit")
