#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bridge to referees of cg-brutaltester, which start the players themselves:
    ringside play referee --referee 'sample:brutaltester java -jar referee.jar' ./mine ./yours

It starts the referee with -p1 RELAY -p2 RELAY.  What the referee writes to a relay is for that player of ringside, whose answer the relay
passes back.  The protocol does not say where a question ends: when the referee has written nothing for a moment (--settle), it waits for the
player that it wrote to last, and at the beginning for the first one.  At its end it prints a score for each player.  Its own limits for time
hold, too."""
import argparse
import contextlib
import os
import selectors
import subprocess
import sys
import tempfile

RELAY = """#!/bin/sh
exec 3<&0
cat <&3 >'{told}' &
exec cat '{answers}'
"""


def say(line):
    print(line, flush=True)


def relays(folder, players):
    """Makes a program for the place of each player, and pipes that lead there.  The programs need no arguments: a referee may split their
    command at each blank."""
    for player in range(1, players + 1):
        path, told, answers = (os.path.join(folder, f"{name}{player}") for name in ("relay", "told", "answers"))
        os.mkfifo(told)
        os.mkfifo(answers)
        with open(path, "w", encoding="utf-8") as file:
            file.write(RELAY.format(told=told, answers=answers))
        os.chmod(path, 0o700)
        # Open for both, a pipe waits for no other end.
        yield path, os.open(told, os.O_RDONLY | os.O_NONBLOCK), os.open(answers, os.O_RDWR)


def ask(player, told, lines, answers):
    for line in told.decode(errors="surrogateescape").splitlines():
        say(f"> {player} {line}")
    say(f"ask {player} lines={lines}")
    answer = [sys.stdin.readline()[len("< 1 "):] for _ in range(lines)]
    if not sys.stdin.readline():  # "done 1"
        sys.exit()  # the game has been ended
    os.write(answers, "".join(answer).encode(errors="surrogateescape"))


def play(referee, pipes, options):
    """Relays until the referee has ended.  Returns what it printed."""
    printed, asked, told = b"", False, {}  # told: what players were told and not asked; the player that was told last is the last one
    selector = selectors.DefaultSelector()
    selector.register(referee.stdout, selectors.EVENT_READ, 0)
    for player, (_, pipe, _) in enumerate(pipes, 1):
        selector.register(pipe, selectors.EVENT_READ, player)
    while True:
        ready = selector.select(options.settle / 1000 if any(text.endswith(b"\n") for text in told.values()) else None)
        for key, _ in ready:
            player, data = key.data, os.read(key.fd, 65536)
            if not player and not data:
                return printed.decode(errors="replace")
            if not player:
                printed += data
            elif data:
                told[player] = told.pop(player, b"") + data
            else:  # the referee has ended this player
                selector.unregister(key.fd)
                told.pop(player, None)
        if not ready:
            # Relays that have just started pass things on in any order.
            player, asked = list(told)[-1] if asked else min(told), True
            ask(player, told.pop(player), options.lines, pipes[player - 1][2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
    parser.add_argument("--lines", type=int, default=1, metavar="N", help="of each answer (%(default)s)")
    parser.add_argument("--settle", type=int, default=20, metavar="MS", help="how long a referee that waits has been silent (%(default)s)")
    parser.add_argument("--seed", action="store_true", help="also tell -d seed=N, which not all referees understand")
    parser.add_argument("referee", nargs=argparse.REMAINDER, help="the command of the real referee")
    options = parser.parse_args()
    if not options.referee:
        parser.error("which referee? Its command is missing")
    start = dict(word.split("=", 1) for word in sys.stdin.readline().split()[1:] if "=" in word)  # "start players=2 seed=42"
    players = int(start["players"])
    with tempfile.TemporaryDirectory() as folder:
        pipes = list(relays(folder, players))
        command = options.referee + [word for player in range(players) for word in (f"-p{player + 1}", pipes[player][0])]
        if options.seed:
            command += ["-d", f"seed={start['seed']}"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as referee:
            try:
                printed = play(referee, pipes, options)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    referee.wait(1)
            finally:
                referee.kill()
    scores = [line for line in printed.split() if line.lstrip("-").isdigit()][:players]
    if len(scores) < players:  # there is no result: ringside then blames no player
        if referee.returncode > 0:  # it has said why on stderr
            sys.exit(referee.returncode)
        sys.exit(f"sample:brutaltester: the referee has ended without {players} scores; it printed {printed!r}")
    say(f"scores {' '.join(scores)} the referee says so")


if __name__ == "__main__":
    main()
