#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The referee of tron: both players steer at the same time, leave a wall behind them, and lose where they hit one.
    ringside play referee --referee sample:tron --told size=12 human sample:tron-player

A player first reads the size and where it and the other one are, "12 1,6 10,6" (column, row), and then each time where the other one has
gone.  It answers with up, down, left or right."""
COLOURS = {"1": "97;44", "a": "34;44", "2": "97;45", "b": "35;45", ".": "90"}  # as SGR has them; a wall is solid
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def say(line):
    print(line, flush=True)  # or ringside waits for what stays in the buffer


def words_of(place):
    return f"{place[0]},{place[1]}"


def step(place, way):
    return place[0] + WAYS[way][0], place[1] + WAYS[way][1]


def inside(x, y):
    return 0 <= x < size and 0 <= y < size


def coloured(tile):
    return f"\33[{COLOURS[tile]}m{tile} \33[m"


def draw():
    for y in range(size):
        say("| " + "".join(coloured(tiles.get((x, y), ".")) for x in range(size)))


def ask():
    """The ways of both.  A line "done 1" stands behind each answer: one whose answer is missing has lost already."""
    for player in 1, 2:
        for way in WAYS:
            x, y = step(heads[player], way)
            if inside(x, y):
                say(f"legal {player} cell={y + 1},{x + 1} {way}")
    say("ask 1 2")
    ways = {}
    while len(ways) < 2:
        words = input().split(" ", 2)
        if words[0] == "<":
            ways[int(words[1])] = words[2]
    input()
    return ways


def end(crashed):
    if len(crashed) == 2:
        say("draw both hit a wall at the same time")
    else:
        say(f"win {3 - crashed[0]} player {crashed[0]} hit a wall")
    raise SystemExit


start = dict(word.split("=") for word in input().split()[1:])  # "start players=2 seed=42 size=12"
size = int(start.get("size", 12))
heads = {1: (1, size // 2), 2: (size - 2, size // 2)}
tiles = {heads[1]: "1", heads[2]: "2"}
say("game tron")
draw()
for player in 1, 2:
    say(f"> {player} {size} {words_of(heads[player])} {words_of(heads[3 - player])}")
while True:
    ways = ask()
    wrong = [player for player in (1, 2) if ways[player] not in WAYS]
    for player in wrong:
        say(f"illegal {player} that is neither up, down, left nor right")
    for player in 1, 2:
        if player not in wrong:
            say(f"move {player} {ways[player]}")
    if wrong:
        break
    for player, (x, y) in heads.items():
        tiles[x, y] = "ab"[player - 1]
    heads = {player: step(place, ways[player]) for player, place in heads.items()}
    met = heads[1] == heads[2]
    crashed = [player for player, place in heads.items() if met or place in tiles or not inside(*place)]
    for player in 1, 2:
        if player not in crashed:
            tiles[heads[player]] = str(player)
    draw()
    if crashed:
        end(crashed)
    for player in 1, 2:
        say(f"> {player} {ways[3 - player]}")
