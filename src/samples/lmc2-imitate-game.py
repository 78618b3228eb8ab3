#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game program for LMC 2 (reconstructed): it says some words, and the same words are the right answer; or, with
--backwards, the same from the last to the first. Two players get the same questions, each at its own pace.
    ringside play lmc2 --game-program sample:imitate-game sample:learner"""
import argparse
import random
import sys

names, gone, pupils, seed = {"1": "?"}, set(), {}, 0  # pupils: of the game that is being played


class Pupil:
    def __init__(self, number):
        self.number, self.chance, self.turn, self.sum, self.awaited = number, random.Random(seed), 0, 0, False

    def say(self, line):
        print(f"@player {self.number} {line}", flush=True)  # or the judge waits for what stays in the buffer

    def begin(self):
        for line in ["new"] + [f"symbol {symbol}" for symbol in symbols]:
            self.say(f"@command {line}")
        self.ask()

    def ask(self):
        count = self.chance.randint(2, options.length) if options.backwards else options.length
        question = self.chance.choices(symbols, k=count)
        self.right = question[::-1] if options.backwards else question
        self.turn, self.awaited = self.turn + 1, True
        self.say("@input " + " ".join(question))
        self.say("@command play")

    def answer(self, words):
        score = 1 if words == self.right else -1
        self.sum, self.awaited = self.sum + score, False
        self.say(f"@score {score}")
        if options.hints:
            self.say(f"@hint {' '.join(self.right)}")
        if self.turn < options.turns:
            self.ask()


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--turns", type=int, default=100, metavar="N", help="questions for each player (%(default)s)")
parser.add_argument("--hints", action=argparse.BooleanOptionalAction, default=True, help="tell the right answers (yes)")
parser.add_argument("--symbols", type=int, default=5, metavar="N", help="use N symbols: letters (%(default)s)")
parser.add_argument("--length", type=int, default=1, metavar="N", help="ask for N words, or for 2 to N (%(default)s)")
parser.add_argument("--backwards", action="store_true", help="the right answer is the words backwards")
options = parser.parse_args()
options.turns > 0 or parser.error("--turns wants a number from 1")
2 <= options.symbols <= 80 or parser.error("--symbols wants a number from 2 to 80")
options.length > options.backwards or parser.error(f"--length wants a number from {1 + options.backwards}")
symbols = [chr(ord("a") + i % 26) * (i // 26 + 1) for i in range(options.symbols)]  # a to z, aa to zz, and so on
print("@info name", "echo-reverse" if options.backwards else "imitate-game", flush=True)
for line in sys.stdin:
    words = line.split()
    of = words[2:3] if words[:1] == ["@judge"] else words[1:2] if words[:1] == ["@player"] else ["1"]
    pupil = pupils.get(of[0] if of else None)
    if words[:2] == ["@judge", "seed"]:
        seed = int(words[2])
    elif words[:2] == ["@judge", "players"]:
        names.update({str(number): "?" for number in range(1, int(words[2]) + 1)})
    elif words[:2] == ["@judge", "name"]:
        names[words[2]] = words[3]
        gone.discard(words[2])
    elif words == ["@command", "new"]:
        pupils = {number: Pupil(number) for number in names}
        for number in pupils:
            number in gone or pupils[number].begin()
        seed += 1  # the next game of this match is another one
    elif words == ["@command", "exit"]:
        break
    elif words[:2] == ["@judge", "fault"] and words[3] == "exit":
        gone.add(words[2])
        if pupil:
            pupil.sum, pupil.awaited = pupil.sum - 1, False
    elif pupil and pupil.awaited and words[:1] != ["#"]:
        said = words[2:] if words[0] == "@player" else words
        pupil.answer(None if words[0] == "@judge" else said[1:] if said[:1] == ["@output"] else said)
    if pupils and not any(pupil.awaited for pupil in pupils.values()):
        scores = [f"player {number} ({names[number]}) scored {pupil.sum}, " for number, pupil in pupils.items()]
        print(f"@judge over {''.join(scores)}in {options.turns} turn{'s' * (options.turns != 1)}", flush=True)
        pupils = {}
print("@info exit")
