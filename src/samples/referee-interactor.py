#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bridge to interactors of programming contests, such as those of testlib: one player, and the exit status judges.
    ringside play referee --referee 'sample:interactor --input 01.in ./interactor' ./solution

It starts the interactor with the names of the input, of a file for its output, and of the answer if there is one.  Its exit status says: 0
right, 1 wrong, 2 wrongly formed, 7 points, as "points 12.5" on stderr; any other: the interactor has failed.  An interactor does not say where
a question ends: when it has written nothing for a moment (--settle), it waits for the player.  It has to speak first."""
import argparse
import os
import select
import subprocess
import sys
import tempfile

END = 1  # s of silence


def say(line):
    print(line, flush=True)


def tell(text):
    for line in text.decode(errors="surrogateescape").splitlines():
        say(f"> 1 {line}")


def ask(interactor, lines):
    say(f"ask 1 lines={lines}")
    answer = [sys.stdin.readline()[len("< 1 "):] for _ in range(lines)]
    if not sys.stdin.readline():  # "done 1"
        sys.exit()  # the game has been ended
    try:
        interactor.stdin.write("".join(answer).encode(errors="surrogateescape"))
        interactor.stdin.flush()
    except (BrokenPipeError, ValueError):
        pass  # it has judged already, or had waited for the end of its input


def sleeps(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


def play(interactor, options):
    """Passes all on until the interactor has ended.  Was the player asked?"""
    told, asked = b"", False
    while True:
        silence = options.settle / 1000 if told.endswith(b"\n") else END if asked else None
        if not select.select([interactor.stdout], [], [], silence)[0]:
            if not told:
                if sleeps(interactor):  # it has the answer, says nothing, and does not compute: it waits for the end
                    interactor.stdin.close()
                continue
            tell(told)
            ask(interactor, options.lines)
            told, asked = b"", True
        elif data := os.read(interactor.stdout.fileno(), 65536):
            told += data
        else:
            tell(told)
            return asked


def end(status, words, asked):
    """The result, from the exit status and the last line on stderr."""
    if status == 0:
        say(f"win 1 {words}")
    elif status in (1, 2) and asked:
        say(f"illegal 1 {words}")
    elif status == 7 and words.startswith("points "):
        say(f"scores {words.split()[1]} {words}")
    else:  # it has no result: ringside then blames no player
        sys.exit(f"sample:interactor: the interactor has ended with exit status {status}: {words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n    ")[0])
    parser.add_argument("--input", default=os.devnull, metavar="FILE", help="the test")
    parser.add_argument("--answer", metavar="FILE", help="the right answer, for interactors that want it")
    parser.add_argument("--lines", type=int, default=1, metavar="N", help="of an answer (%(default)s)")
    parser.add_argument("--settle", type=int, default=20, metavar="MS", help="how long an interactor that waits has been silent (%(default)s)")
    parser.add_argument("interactor", nargs=argparse.REMAINDER, help="its command")
    options = parser.parse_args()
    if not options.interactor:
        parser.error("which interactor? Its command is missing")
    sys.stdin.readline()  # "start players=1 seed=42"
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "said"), "w+", encoding="utf-8", errors="replace") as said:
        files = [options.input, os.path.join(folder, "output")] + ([options.answer] if options.answer else [])
        with subprocess.Popen(options.interactor + files, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said) as interactor:
            try:
                asked = play(interactor, options)
                status = interactor.wait()
            finally:
                interactor.kill()
        said.seek(0)
        end(status, (said.read().strip().splitlines() or ["it said nothing"])[-1], asked)


if __name__ == "__main__":
    main()
