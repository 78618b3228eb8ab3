#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game program for LMC 2 (reconstructed): it tells of a few things, their colours and places, and asks about them:
"the ball is red", "what colour is the ball". Sometimes a thing is painted or moved, and the players are told.
    ringside play lmc2 --game-program sample:questions sample:learner"""
import argparse
import random
import sys

THINGS = ["ball", "cup", "hat", "key"]
FACTS = {"colour": ["red", "blue", "green", "yellow"], "place": ["table", "floor", "shelf", "bed"]}
OTHERS = ["the", "is", "on", "what", "colour", "where", "yes", "no"]
NEWS = 12  # something changes about once in so many turns
names, gone, seed, pupils = {"1": "?"}, set(), 0, {}  # pupils: of the game that is being played


class Pupil:
    """A player with a world of its own: all worlds are alike, but each player goes at its own pace."""
    def __init__(self, number):
        self.number, self.chance, self.turn, self.sum, self.awaited = number, random.Random(seed), 0, 0, False
        self.world = {(thing, kind): self.chance.choice(FACTS[kind]) for thing in THINGS for kind in FACTS}
        self.untold, self.told = list(self.world), []

    def say(self, line):
        print(f"@player {self.number} {line}", flush=True)  # or the judge waits for what stays in the buffer

    def begin(self):
        for command in ["new"] + [f"symbol {word}" for word in OTHERS + THINGS + sum(FACTS.values(), [])]:
            self.say(f"@command {command}")
        self.ask()

    def tell(self, thing, kind):
        self.say(f"@input the {thing} is {'on the ' if kind == 'place' else ''}{self.world[thing, kind]}")

    def ask(self):
        if self.untold:  # a fact a turn
            self.told.append(self.untold.pop(0))
            self.tell(*self.told[-1])
        elif self.chance.randrange(NEWS) == 0:
            thing, kind = self.chance.choice(self.told)
            self.world[thing, kind] = self.chance.choice(FACTS[kind])
            self.tell(thing, kind)
        thing, kind = self.chance.choice(self.told)
        fact, any_colour = self.world[thing, kind], self.chance.choice(FACTS["colour"])
        if kind == "place":
            question, self.right = f"where is the {thing}", f"on the {fact}"
        elif self.chance.randrange(3):
            question, self.right = f"what colour is the {thing}", fact
        else:
            question, self.right = f"is the {thing} {any_colour}", "yes" if fact == any_colour else "no"
        self.turn, self.awaited = self.turn + 1, True
        self.say(f"@input {question}")
        self.say("@command play")

    def answer(self, words):
        score = 1 if words == self.right else -1
        self.sum, self.awaited = self.sum + score, False
        self.say(f"@score {score}")
        if options.hints:
            self.say(f"@hint {self.right}")
        if self.turn < options.turns:
            self.ask()


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--turns", type=int, default=200, metavar="N", help="questions for each player (%(default)s)")
parser.add_argument("--hints", action=argparse.BooleanOptionalAction, default=True, help="tell the right answers (yes)")
options = parser.parse_args()
options.turns > 0 or parser.error("--turns wants a number from 1")
print("@info name questions", flush=True)
for line in sys.stdin:
    words = line.split()
    of = words[2:3] if words[:1] == ["@judge"] else words[1:2]  # the number of a player, in most lines
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
    elif words[:2] == ["@judge", "fault"] and words[3] == "exit":
        gone.add(words[2])
        if pupil:
            pupil.sum, pupil.awaited = pupil.sum - 1, False
    elif pupil and pupil.awaited:
        pupil.answer(None if words[0] == "@judge" else " ".join(words[2:]).removeprefix("@output "))
    elif words == ["@command", "exit"]:
        break
    if pupils and not any(pupil.awaited for pupil in pupils.values()):
        scores = [f"player {number} ({names[number]}) scored {pupil.sum}, " for number, pupil in pupils.items()]
        print(f"@judge over {''.join(scores)}in {options.turns} turn{'s' * (options.turns != 1)}", flush=True)
        pupils = {}
print("@info exit")
