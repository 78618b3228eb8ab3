#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bridge to referees that speak the older protocol of cg-brutaltester (its option -o):
    ringside play referee --referee 'sample:brutaltester-old java -cp out Referee' ./mine ./yours

It starts the referee and tells it "###Start 2".  "###Input K" and its lines are for player K, from 0; "###Output K N" asks that player for N
lines; "###End 0 1" names the players from the best to the worst, and "###End 01" is a draw."""
import argparse
import subprocess
import sys


def say(line):
    print(line, flush=True)


def fail(problem):
    """A referee that fails has no result: ringside then blames no player."""
    sys.exit(f"sample:brutaltester-old: {problem}")


def hear(referee):
    """The next line of the real referee."""
    line = referee.stdout.readline()
    if not line:
        if referee.wait() > 0:  # it has said why on stderr
            sys.exit(referee.returncode)
        fail("the referee has ended before ###End")
    return line.rstrip("\r\n")


def tell(referee, line):
    try:
        referee.stdin.write(line + "\n")
        referee.stdin.flush()
    except BrokenPipeError:
        fail("the referee has ended while it was answered")


def answer(count):
    """The lines that a player has answered, from between "< 1 " and "done 1"."""
    lines = [sys.stdin.readline().rstrip("\n")[len("< 1 "):] for _ in range(count)]
    if not sys.stdin.readline():
        sys.exit()  # the game has been ended
    return lines


def end(groups, players):
    """The result: each group has players of the same rank, the best first."""
    if sorted("".join(groups)) != [str(player) for player in range(players)]:
        fail(f"###End {' '.join(groups)} does not name each of {players} players once")
    if len(groups) < players:
        say("draw the referee says so")
    elif players == 1:
        say("win 1 the referee says so")
    else:
        say(f"rank {' '.join(str(int(player) + 1) for player in groups)} the referee says so")


def play(referee, players):
    # What a player is told waits until it is asked: it may answer at once, and nobody would take that for an answer.
    told = [[] for _ in range(players)]
    line = hear(referee)
    while True:
        word, *rest = line.split()
        if word == "###Input":
            while not (line := hear(referee)).startswith("###"):
                told[int(rest[0])].append(line)
            continue
        if word == "###Output":
            player, count = int(rest[0]), int(rest[1])
            for text in told[player]:
                say(f"> {player + 1} {text}")
            told[player].clear()
            say(f"ask {player + 1} lines={count}")
            for text in answer(count):
                tell(referee, text)
        elif word == "###End":
            end(rest, players)
            return
        else:
            say(f"# {line}")  # "###Error K TEXT": the referee goes on
        line = hear(referee)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
    parser.add_argument("--seed", action="store_true", help='also tell "###Seed N", which not all referees understand')
    parser.add_argument("referee", nargs=argparse.REMAINDER, help="the command of the real referee")
    options = parser.parse_args()
    if not options.referee:
        parser.error("which referee? Its command is missing")
    start = dict(word.split("=", 1) for word in sys.stdin.readline().split()[1:] if "=" in word)  # "start players=2 seed=42"
    with subprocess.Popen(options.referee, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="surrogateescape") as referee:
        try:
            if options.seed:
                tell(referee, f"###Seed {start['seed']}")
            tell(referee, f"###Start {start['players']}")
            play(referee, int(start["players"]))
        finally:
            referee.kill()


if __name__ == "__main__":
    main()
