#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The referee of battleships: each player hides five ships, and then both fire by turns.
    ringside play referee --referee sample:battleships human sample:battleships-player

A player first reads "place 5", the length of a ship, and answers with its first cell: "b3", and the ship lies to the right, or "b3 down".
After the last ship it reads "fire", and later also what its last shot did: "fire miss", "fire hit", "fire sunk".  It answers with a cell.

Players see what they have fired at on the left or the right side of the board; the spectators also see the ships."""
SIZE = 8
SHIPS = 5, 4, 3, 3, 2
CELLS = {letter + str(y + 1): (x, y) for y in range(SIZE) for x, letter in enumerate("abcdefgh")}
SHIP, HIT, MISS, WATER = "\33[36m#\33[0m", "\33[31mX\33[0m", "o", "."


def say(line):
    print(line, flush=True)  # or ringside waits for what stays in the buffer


def answers(*players):
    """What both players, or one, have answered.  A line "done 1" stands behind each answer."""
    say(" ".join(["ask", *map(str, players)]))
    lines = [input() for _ in range(2 * len(players))]
    return {player: lines[2 * i].removeprefix(f"< {player} ") for i, player in enumerate(players)}


def row(owner, y, ships):
    """A row of the waters of one player."""
    marks = [shots[owner].get((x, y), SHIP if ships and (x, y) in fleets[owner] else WATER) for x in range(SIZE)]
    return " ".join(marks)


def draw(tasks=("", "")):
    """Player 1 fires at the left half, player 2 at the right one.  A player sees below what it has to do."""
    for prefix, left, right, task in ("|", True, True, ""), ("1|", False, True, tasks[0]), ("2|", True, False, tasks[1]):
        for y in range(SIZE):
            say(f"{prefix} {row(2, y, left)}  {y + 1}  {row(1, y, right)}")
        say(f"{prefix} a b c d e f g h     a b c d e f g h")
        if task:
            say(f"{prefix} {task}")


def cell_of(player, x, y):
    """Where it is on the board: its own half is for the ships of the other one."""
    return f"cell={y + 1},{x + 1 + (player == 1) * (SIZE + 1)}"


def ship_at(place, length):
    """The cells of a ship, or None if `place` has no sense."""
    name, _, way = place.partition(" ")
    if name not in CELLS or way not in ("", "down"):
        return None
    x, y = CELLS[name]
    return [(x, y + i) if way else (x + i, y) for i in range(length)]


def fits(player, cells):
    return cells and all(cell in CELLS.values() and cell not in fleets[player] for cell in cells)


def place(number, length):
    """Lets both place a ship."""
    draw([f"place a ship of {length} cells"] * 2)
    for player in 1, 2:
        for name, (x, y) in CELLS.items():
            for answer, cell in (name, cell_of(player, x, y)), (name + " down", ""):
                if fits(player, ship_at(answer, length)):
                    say(f"legal {player} {cell or 'move='}{' ' if cell else ''}{answer}")
        say(f"> {player} place {length}")
    placed = answers(1, 2)
    wrong = [player for player in (1, 2) if not fits(player, ship_at(placed[player], length))]
    for player in wrong:
        say(f"illegal {player} there is no room for a ship of {length} cells")
    if wrong:
        raise SystemExit
    for player in 1, 2:
        say(f"move {player} {placed[player]}")
        fleets[player].update(dict.fromkeys(ship_at(placed[player], length), number))


def fire(player, news):
    """Lets one player fire.  Returns its next news."""
    other = 3 - player
    tasks = ["the other player fires"] * 2
    tasks[player - 1] = f"fire; your last shot:{news}" if news else "fire"
    draw(tasks)
    for name, (x, y) in CELLS.items():
        if (x, y) not in shots[other]:
            say(f"legal {player} {cell_of(other, x, y)} {name}")
    say(f"> {player} fire{news}")
    answer = answers(player)[player]
    cell = CELLS.get(answer)
    if not cell or cell in shots[other]:
        say(f"illegal {player} this is no cell that it has not fired at yet")
        raise SystemExit
    ship = fleets[other].pop(cell, None)
    shots[other][cell] = MISS if ship is None else HIT
    say(f"move {player} {cell_of(other, *cell)} {answer}")
    if not fleets[other]:
        draw()
        say(f"win {player} all ships of player {other} are sunk")
        raise SystemExit
    return " miss" if ship is None else " hit" if ship in fleets[other].values() else " sunk"


input()  # "start players=2 seed=42"
fleets = {1: {}, 2: {}}  # which ship is where
shots = {1: {}, 2: {}}  # at the waters of that player, and what came of them
say("game battleships hidden=yes")
for number, length in enumerate(SHIPS):
    place(number, length)
news = {1: "", 2: ""}
while True:
    for player in 1, 2:
        news[player] = fire(player, news[player])
