#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game program for LMC 2 (reconstructed): rock, paper, scissors between two players, who choose at the same time.
    ringside play lmc2 --game-program sample:roshambo sample:learner sample:random"""
import argparse
import sys

CHOICES = ["rock", "paper", "scissors"]  # each beats the one before it
players, names, gone = 1, ["?", "?"], set()  # player 1 has index 0
turn, sums, chosen = 0, [], {}  # turn: 0 while no game is being played; chosen: in this turn, None for a fault


def say(line):
    print(line, flush=True)


def ask():
    """Both, before either can know what the other one chooses."""
    global turn
    turn += 1
    chosen.clear()
    for player in range(2):
        say(f"@player {player + 1} @command play")


def begin():
    global turn, sums
    if players < 2 or gone:
        return say("@judge over this game needs 2 players, and there is 1")
    turn, sums = 0, [0, 0]
    for player in range(2):
        say(f"@player {player + 1} @command new")
    for player in range(2):
        for choice in CHOICES:
            say(f"@player {player + 1} @command symbol {choice}")
    ask()


def over():
    global turn
    scores = [f"player {player + 1} ({names[player]}) scored {sums[player]}, " for player in range(2)]
    say(f"@judge over {''.join(scores)}in {turn} turn{'s' * (turn != 1)}")
    turn = 0


def choose(player, choice):
    if not turn or player in chosen:
        return  # nobody asked
    chosen[player] = CHOICES.index(choice) if choice in CHOICES else None
    if len(chosen) < 2:
        return
    for player in range(2):
        own, other = chosen[player], chosen[1 - player]
        if other is not None:
            say(f"@player {player + 1} @input {CHOICES[other]}")
        if own is None or other is None:  # who did not choose has lost, whatever the other one did
            score = -1 if own is None else 1
        else:
            score = [0, 1, -1][own - other]
        sums[player] += score
        say(f"@player {player + 1} @score {score}")
    ask() if turn < turns else over()


def leave(player):
    gone.add(player)
    if turn:
        sums[player] -= 1
        over()


parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
parser.add_argument("--turns", type=int, default=1000, metavar="N", help="how often both play (%(default)s)")
turns = parser.parse_args().turns
turns > 0 or parser.error("--turns wants a number from 1")
say("@info name roshambo")  # before anything else
for line in sys.stdin:
    words = line.split()
    player = int(words[2]) - 1 if words[:2] in (["@judge", "name"], ["@judge", "fault"]) else None
    if words[:2] == ["@judge", "players"]:
        players = int(words[2])
    elif words[:2] == ["@judge", "name"]:
        names[player] = words[3]
        gone.discard(player)  # another one may sit down in the place of one who left
    elif words[:2] == ["@judge", "fault"]:
        leave(player) if words[3] == "exit" else choose(player, None)
    elif words[:1] == ["@player"]:
        choose(int(words[1]) - 1, " ".join(words[2:]).removeprefix("@output "))
    elif words == ["@command", "new"]:
        begin()
    elif words == ["@command", "exit"]:
        break
say("@info exit")
