#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A player for LMC 2 that gets better by hints. It remembers right answers, and it notices which words of a question
come back in its answer. Of these two it follows the one that was right more often of late.
    ringside play lmc2 --game-program sample:questions sample:learner"""
import argparse
import random
import sys
from collections import defaultdict

LEARNS = 0.1  # how much the last answer counts in a rate
TRUSTS = 0.3  # at this rate copying is good enough for a new question
LONGEST = 16  # words of a sentence; it does not copy from longer ones


def new_game():
    global symbols, question, asked, answer, hinted, memory, rate
    symbols, question, asked, answer, hinted = [], (), None, [], False
    memory = {}  # the right answer to each question
    rate = defaultdict(float)  # how often something was so, 0 to 1 of late


def count(key, hit):
    rate[key] += LEARNS * (hit - rate[key])


def places(words):
    """Each word twice: its place from the beginning, and from the end."""
    for i, word in enumerate(words):
        yield i, word
        yield i - len(words), word


def copy(words):
    """The answer, if it is made of words of the question; None: it cannot tell."""
    if not 0 < len(words) <= LONGEST:
        return None
    length = max(range(LONGEST + 1), key=lambda n: rate["length", n]) or len(words)
    copied = [max((rate[to, place], word) for place, word in places(words)) for to in range(length)]
    return [word for _, word in copied] if all(often for often, _ in copied) else None


def learn(right):
    global asked
    if asked is None:
        return
    if asked in memory:
        count("remembered", memory[asked] == right)
    if copied := copy(asked):
        count("copied", copied == right)
    memory[asked] = right
    if 0 < len(asked) <= LONGEST and 0 < len(right) <= LONGEST:
        for length in range(LONGEST + 1):  # 0 stands for that of the question
            count(("length", length), len(right) == (length or len(asked)))
        for to, wanted in enumerate(right):
            for place, word in places(asked):
                count((to, place), word == wanted)
    asked = None


def choose():
    remembered, copied = memory.get(question), copy(question)
    if copied and rate["copied"] > (rate["remembered"] if remembered else TRUSTS):
        return copied
    if not remembered and hinted and memory:
        return chance.choice(list(memory.values()))
    return remembered or [chance.choice(symbols)]  # without hints only something new can turn out to be right


options = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
options.add_argument("--seed", type=int, metavar="N", help="seed of its random numbers: the same N gives the same play")
chance = random.Random(options.parse_args().seed)
new_game()
print("@info name learner", flush=True)
for line in sys.stdin:
    words = line.split() if line.startswith(("@", "#")) else ["@input", *line.split()]
    if words[0] == "@input" and words[1:]:
        question = tuple(words[1:])
    elif words[0] == "@hint":
        hinted = True
        learn(words[1:])
    elif words[0] == "@score" and float(words[1]) > 0:
        learn(answer)
    elif words == ["@command", "new"]:
        new_game()
    elif words[:2] == ["@command", "symbol"]:
        symbols += words[2:]
    elif words == ["@command", "play"]:
        asked, answer = question, choose()
        print("@output", *answer, flush=True)
    elif words == ["@command", "exit"]:
        break
print("@info exit")
