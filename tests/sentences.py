#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that no sentence of README.md and the manual is longer than 30 words.

    tests/sentences.py             looks through the pages
    tests/sentences.py --self      tests itself with short and long sentences

Code between backticks is a word, and so is a list of it. A cell of a table is a text of its own; code in blocks is none.
"""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("srcdir", "."))
MOST = 30
BLOCK = re.compile(r"^```.*?^```|^    [^\n]*$", re.M | re.S)
CODE = re.compile(r"`[^`]*`(?:[ ,]+`[^`]*`)*")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
TEXT = re.compile(r"\n\s*\n|(?:^|\n)(?:#+|-|\d+\.) |(?<!\\)\|")  # what stands between two of these
SENTENCE = re.compile(r"(?<=[.?!])\s+")


def too_long(page):
    """Each sentence that has more words, without its code."""
    page = BLOCK.sub(lambda block: re.sub(r"\S", "", block[0]) + "\n", page)
    for text in TEXT.split(LINK.sub(r"\1", CODE.sub("code", page))):
        for sentence in SENTENCE.split(text.strip()):
            if len(sentence.split()) > MOST:
                yield " ".join(sentence.split())


def look_through():
    failed = 0
    for path in [SOURCE / "README.md", *sorted((SOURCE / "src/manual").glob("*.md"))]:
        for sentence in too_long(path.read_text()):
            failed = 1
            print(f"{path.relative_to(SOURCE)}: {len(sentence.split())} words, at most {MOST}: {sentence}")
    return failed


def try_itself():
    words = " ".join(["word"] * MOST)
    short = [f"{words}.", f"One. {words}", f"{words}\n\nword", f"| {words} | word |", f"    word {words}", f"- {words}\n- word", f"{words[5:]} `a b`, `c`",
             f"```\nword {words}\n```\n"]
    long = [f"{words} word", f"{words}\nword", f"    word\n\n{words} word", f"| word | {words} word |", f"{words} `a b`", f"- {words} [a](b.md)"]
    failed = ["is short: " + text for text in short if list(too_long(text))] + ["is long: " + text for text in long if not list(too_long(text))]
    print("\n".join(failed), end="\n" if failed else "")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(try_itself() if sys.argv[1:] == ["--self"] else try_itself() or look_through())
