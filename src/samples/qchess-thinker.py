#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent of quantum chess that weighs what the states of the pieces may be.
    ringside play qchess human sample:thinker"""
import argparse
import random
import re
import sys

VALUE = {"pawn": 1, "rook": 5, "knight": 3, "bishop": 3, "queen": 9, "king": 1000}
HIDDEN = {"pawn": 8, "rook": 2, "knight": 2, "bishop": 2, "queen": 1}  # second types of each side
BACK = "rook knight bishop king queen bishop knight rook".split()
STRAIGHT, DIAGONAL = [(0, -1), (1, 0), (0, 1), (-1, 0)], [(1, -1), (1, 1), (-1, 1), (-1, -1)]
JUMPS = [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)]
STEPS = {"rook": STRAIGHT, "bishop": DIAGONAL, "queen": STRAIGHT + DIAGONAL, "king": STRAIGHT + DIAGONAL, "knight": JUMPS}
OTHER = {"white": "black", "black": "white"}
SQUARES = {(x, y) for x in range(8) for y in range(8)}
NAME = "(pawn|rook|knight|bishop|queen|king)"


class Piece:
    """Its types in state 0 and 1, None if nobody has seen it; the state is None in superposition."""
    def __init__(self, colour, first, second=None):
        self.colour, self.types = colour, [first, "king" if first == "king" else second]
        self.collapse_again()

    def collapse_again(self):
        self.state = 0 if self.types[0] == self.types[1] else None

    def odds(self):
        """The probability of each type, if the piece is selected."""
        odds, left = dict.fromkeys(VALUE, 0), hidden[self.colour]
        for state, kind in enumerate(self.types):
            share = 0.5 if self.state is None else self.state == state
            for name in [kind] if kind else left:
                odds[name] += share if kind else share * left[name] / max(1, sum(left.values()))
        return {name: likely for name, likely in odds.items() if likely}

    def worth(self):
        return sum(VALUE[name] * likely for name, likely in self.odds().items())


def reach(at, square, kind, colour, covers=False):
    """Where such a piece can go; or what it attacks or protects, whoever stands there."""
    (x, y), ahead, squares = square, -1 if colour == "white" else 1, []
    if kind == "pawn":
        sides = [(x + side, y + ahead) for side in (-1, 1)]
        if covers:
            return sides
        squares = [to for to in sides if to in at and at[to].colour != colour]
        steps = [(x, y + ahead), (x, y + 2 * ahead)][:2 if y in (1, 6) and 0 <= y + 2 * ahead < 8 else 1]
        squares += steps[:next((i for i, to in enumerate(steps) if to in at), 2)]
    for dx, dy in STEPS.get(kind, ()):
        for n in range(1, 2 if kind in ("king", "knight") else 8):
            to = x + n * dx, y + n * dy
            squares += [to] if covers or to not in at or at[to].colour != colour else []
            if to in at or to not in SQUARES:
                break
    return [to for to in squares if to in SQUARES]


def danger_of(at):
    """The probability that the other side's best piece can take on each square."""
    danger = dict.fromkeys(SQUARES, 0)
    for square, piece in at.items():
        if piece.colour != own:
            chances = {}
            for kind, likely in piece.odds().items():
                for to in reach(at, square, kind, piece.colour, covers=True):
                    chances[to] = chances.get(to, 0) + likely
            danger.update({to: likely for to, likely in chances.items() if likely > danger.get(to, 0)})
    return danger


def king_danger(at):
    king = [square for square, piece in at.items() if piece.colour == own and piece.types[0] == "king"]
    return danger_of(at)[king[0]] if king else 0


def moves(square, kind, danger, checked):
    """What each move of the piece as this type is worth, in pawns: what it takes, what it risks, and the king's safety."""
    lifted = {other: piece for other, piece in at.items() if other != square}
    then = danger_of(lifted)  # a line goes on behind the piece that leaves it
    for to in reach(at, square, kind, own):
        value = at[to].worth() if to in at else 0
        if kind != "king":
            value += (danger[square] - then[to]) * at[square].worth()
        if kind == "pawn":
            value += 5 if to[1] in (0, 7) else 0.05 * abs(to[1] - square[1])
        if value < VALUE["king"] / 2 and (checked or kind == "king" or square in lines_to_king):
            value += VALUE["king"] * (checked - king_danger({**lifted, to: at[square]}))
        yield value, to


def best(choices):
    """The choice of the highest value; by chance among equals."""
    most = max(value for value, _ in choices)
    return most, chance.choice([choice for value, choice in choices if value > most - 1e-9])


def answer(square, words):
    print(*square, flush=True)
    if options.talk:
        print(words, file=sys.stderr)


def stop(words):
    remark(words)
    sys.exit(1)


def remark(words):
    print(f'qchess-thinker: {words}: "{line[:80]}"', file=sys.stderr)


def look():
    """The danger of each square, that of the king, and the squares from which a piece may uncover it."""
    king = next((square for square, piece in at.items() if piece.colour == own and piece.types[0] == "king"), None)
    lines_to_king[:] = reach(at, king, "queen", own, covers=True) if king else []
    return danger_of(at), king_danger(at)


def select():
    (danger, checked), choices = look(), []
    for square, piece in at.items():
        if piece.colour == own:
            value = 0
            for kind, likely in piece.odds().items():
                stays = -1 - VALUE["king"] * checked  # it cannot move, and the turn is lost
                value += likely * max([value for value, _ in moves(square, kind, danger, checked)], default=stays)
            choices.append((value, square))
    if not choices:
        stop("no piece is left that could be selected")
    value, square = best(choices)
    answer(square, f"I select {square[0]} {square[1]}, which is worth {value:+.2f}")


def move():
    piece = at.get(selected)
    kind = piece.types[piece.state] if piece and piece.colour == own else None
    choices = list(moves(selected, kind, *look())) if kind else []
    if not choices:
        stop("none of my pieces is selected that could move")
    value, to = best(choices)
    answer(to, f"the {kind} goes to {to[0]} {to[1]}: {value:+.2f}")


def see(colour, kind):
    """A hidden type was seen for the first time."""
    hidden[colour][kind] = max(0, hidden[colour].get(kind, 0) - 1)


def release(square):
    """A black square brings superposition back."""
    if square in at and sum(square) % 2:
        at[square].collapse_again()


def update():
    """`4 6 1 pawn`: the piece was selected, and is a pawn in state 1; `4 6 -> 4 4`: it moved.  The square that is selected now."""
    shown = re.fullmatch(rf"([0-7]) ([0-7]) ([01]) {NAME}", line)
    moved = re.fullmatch(r"([0-7]) ([0-7]) -> ([0-7]) ([0-7])", line)
    if not shown and not moved:
        return remark("expected a request, an update, BOARD or QUIT")
    release(selected)
    square = tuple(map(int, line.split()[:2]))
    if square not in at:
        return remark("nothing stands there")
    piece = at[square]
    if shown:
        piece.state = int(shown[3])
        if not piece.types[piece.state]:
            see(piece.colour, shown[4])
        piece.types[piece.state] = shown[4]
        return square
    to = int(moved[3]), int(moved[4])
    if piece.state is not None and piece.types[piece.state] == "pawn" and to[1] in (0, 7):
        piece.types[piece.state] = "queen"
    at[to] = at.pop(square)
    return release(to)


def board():
    """Lines such as `black unknown ['rook', '?queen'] at 0,0` up to END BOARD; ? marks a type that nobody has seen."""
    global line
    at.clear()
    for line in map(str.strip, sys.stdin):
        if line.startswith("END"):
            return
        told = re.fullmatch(rf"(white|black) (\w+) \['{NAME}', '(\??)(\w*)'\] ?at ([0-7]),([0-7])", line)
        if told and (told[2] in ("unknown", told[3], told[5]) or told[4]) and (told[4] or told[5] in (*VALUE, "unknown")):
            second = told[5] if not told[4] and told[5] in VALUE else told[2] if told[2] not in ("unknown", told[3]) else None
            piece = at[int(told[6]), int(told[7])] = Piece(told[1], told[3], second)
            if second and second != "king":
                see(told[1], second)
            if told[2] != "unknown":
                piece.state = 0 if told[3] == told[2] else 1
        elif line:
            remark("expected a piece as black unknown ['rook', '?queen'] at 0,0, or END BOARD")
    sys.exit(0)


def begin():
    hidden.update({colour: dict(HIDDEN) for colour in OTHER})
    at.clear()
    for x, kind in enumerate(BACK):
        at[x, 0], at[x, 1] = Piece("black", kind), Piece("black", "pawn")
        at[x, 6], at[x, 7] = Piece("white", "pawn"), Piece("white", kind)


parser = argparse.ArgumentParser(prog="qchess-thinker", description=__doc__.partition("\n    ")[0])
parser.add_argument("--talk", action="store_true", help="explain its moves on standard error")
parser.add_argument("--seed", type=int, metavar="N", help="seed of its random numbers: the same N gives the same play")
options = parser.parse_args()
chance, own, selected, at, hidden, lines_to_king = random.Random(options.seed), None, None, {}, {}, []
begin()
for line in map(str.strip, sys.stdin):
    word = line.partition(" ")[0]
    if word == "QUIT":
        break
    if word in OTHER:
        begin()
        own, selected = word, None
    elif word == "SELECTION?":
        release(selected)
        selected = None
        select() if own else stop("expected white or black first")
    elif word == "MOVE?":
        move()
    elif word == "BOARD":
        begin()
        board()
    elif line:
        selected = update()
