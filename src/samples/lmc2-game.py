#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game program for LMC 2 (reconstructed): how many words did you hear?
    ringside play lmc2 --game-program ./lmc2-game.py sample:learner"""
import random
import sys

NUMBERS, TURNS = ["one", "two", "three"], 20
right, points, turn = "", 0, 0


def say(line):
    print(line, flush=True)  # or the judge waits for what stays in the buffer


def ask():
    count = random.randint(1, len(NUMBERS))
    say("@player 1 @input " + " ".join(random.choices(NUMBERS, k=count)))
    say("@player 1 @command play")
    return NUMBERS[count - 1]


say("@info name counting")  # before anything else
for line in sys.stdin:
    words = line.split()
    if words[:2] == ["@judge", "seed"]:
        random.seed(words[2])  # the same seed, the same game
    elif words == ["@command", "new"]:
        for command in ["new"] + ["symbol " + number for number in NUMBERS]:
            say("@player 1 @command " + command)
        right, points, turn = ask(), 0, 0
    elif words == ["@judge", "fault", "1", "exit"]:
        say(f"@judge over player 1 has left with {points:g} points")
    elif words[:3] == ["@player", "1", "@output"] or words[:2] == ["@judge", "fault"]:
        said = words[3] if words[0] == "@player" and len(words) == 4 else ""
        score = 1 - 0.75 * abs(NUMBERS.index(said) - NUMBERS.index(right)) if said in NUMBERS else -1  # near is better than far
        points, turn = points + score, turn + 1
        say(f"@player 1 @score {score:g}\n@player 1 @hint {right}")
        right = ask() if turn < TURNS else say(f"@judge over {points:g} points")
    elif words == ["@command", "exit"]:
        break
say("@info exit")
