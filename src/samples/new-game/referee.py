#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The referee of sticks: the players take 1 to 3 sticks by turns, and who takes the last one wins.

A player reads how many sticks are left, "17", and answers how many it takes, "3"."""
import sys


def say(line):
    print(line, flush=True)  # or ringside waits for what stays in the buffer


def hear():
    line = sys.stdin.readline()
    if not line:
        raise SystemExit  # the game has been ended
    return line.rstrip("\n")


start = dict(word.split("=") for word in hear().split()[1:])  # "start players=2 seed=42 sticks=17"
sticks = int(start.get("sticks", 15 + int(start["seed"]) % 11))
player = 1
say("game sticks")
while sticks:
    say("| " + "I " * sticks)
    say(f"legal {player} " + " ".join(take for take in "123" if int(take) <= sticks))
    say(f"> {player} {sticks}")
    say(f"ask {player}")
    answer = hear().removeprefix(f"< {player} ")
    hear()  # "done 1"
    if answer not in ("1", "2", "3") or int(answer) > sticks:
        say(f"illegal {player} this is not 1 to 3, or more than there are")
        raise SystemExit
    say(f"move {player} {answer}")
    sticks -= int(answer)
    player = 3 - player
say("| no stick is left")
say(f"win {3 - player} it took the last stick")
