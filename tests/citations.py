#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each heading that comments and the answers of `why` cite exists. systems/README.md tells the form of a citation.

    tests/citations.py             looks through src, include, tests, and the documents themselves
    tests/citations.py --self      tests itself with right and wrong citations
"""

import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("srcdir", "."))
SYSTEMS = SOURCE / "src/systems"
# Documents that are cited by another name than their folder's.
ORIGINALS = {"systems": ".", "gomocup-protocol": "gomocup", "lmc1": "lmc", "agent-text-api": "qchess", "engine-interface": "uci", "original": "asimulator"}
QUOTED = "original"  # it has no headings, so its words are cited

DOCUMENTS = dict(ORIGINALS, **{path.parent.name: path.parent.name for path in SYSTEMS.glob("*/README.md")})
NAMES = "|".join(sorted(DOCUMENTS, key=len, reverse=True))
CITED = re.compile(r"^(%s)(?:, |: )(.+)$" % NAMES, re.S)
CASE = re.compile(r"^\tfrom (.*)$", re.M)  # of a case of `ringside check`
COMMENT = re.compile(r"/\*.*?\*/", re.S)
LONE = re.compile(r"(?<![(\w./\"-])(?:%s), [A-Z][a-z]+" % NAMES)
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
STALE = re.compile("\u00a7|\\bDE[S]IGN\\b|\\bprotocols/")


def plain(text):
    return " ".join(text.replace("`", "").split()).lower()


def headings(document):
    text = (SYSTEMS / DOCUMENTS[document] / "README.md").read_text()
    return [plain(line.lstrip("#")) for line in text.splitlines() if line.startswith("#")], plain(text)


def begins(long, short):
    """Does it begin with these words, and not in the middle of one?"""
    return long.startswith(short) and not long[len(short):len(short) + 1].isalnum()


def wrong(document, cited):
    """A list of the parts of a citation that do not exist."""
    there, text = headings(document)
    found = []
    for n, words in enumerate(part.strip() for part in cited.split(";")):
        if n and words[:1].islower():  # "ringside: --strict", or a remark
            continue
        part = plain(words).strip('"')
        first = re.split(r"[,:](?: |$)", part)[0]
        known = part in text if document == QUOTED else \
            any(begins(part, heading) or begins(heading, first) for heading in there)
        if not known:
            found.append(part)
    return found


def citations(text):
    """(place, document, what is cited) of each: in parentheses in a comment, or a whole string."""
    for comment in COMMENT.finditer(text):
        words = re.sub(r"\s*\n\s*(?:\* )?\s*", " ", comment[0])
        for inside in re.finditer(r"\(([^()]*)\)", words):
            if cited := CITED.match(inside[1]):
                yield comment.start(), cited[1], cited[2]
        for lone in LONE.finditer(words):
            yield comment.start(), None, lone[0]
    for case in CASE.finditer(text):
        if cited := CITED.match(case[1]):
            yield case.start(), cited[1], cited[2]
    code = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for string in STRING.finditer(code):
        # A list of words, as in a test's dialogue, is not a citation: a heading begins with a capital, and a quote is from the original.
        cited = CITED.match(string[1])
        if cited and (cited[1] == QUOTED or cited[2][0].isupper()):
            yield string.start(), cited[1], cited[2]


def problems(text):
    for place, document, cited in citations(text):
        if document is None:
            yield place, "%s: a citation stands in parentheses" % cited
            continue
        for part in wrong(document, cited):
            yield place, "%s has no heading \"%s\"" % (document, part)
    for stale in STALE.finditer(text):
        yield stale.start(), "\"%s\": no such document is in the repository" % stale[0]


def look_through():
    failed = count = 0
    for folder, files in ("src", "*.[ch]"), ("include", "*.[ch]"), ("tests", "*.[ch]"), ("src/systems", "README.md"), ("src", "*.cases"):
        for path in sorted((SOURCE / folder).rglob(files)):
            text = path.read_text(errors="replace")
            if path.suffix == ".md":
                text = "/*%s*/" % text
            count += sum(1 for _ in citations(text))
            for place, problem in problems(text):
                failed = 1
                print("%s:%d: %s" % (path.relative_to(SOURCE), text.count("\n", 0, place) + 1, problem))
    if not count:
        failed = 1
        print("no citation was found: is srcdir the folder of the sources?")
    return failed


def try_itself():
    right = ["/* (gomocup, Clocks) */", "/* (qchess, Rules: Draw) */", "/* (asimulator, World; Decisions) */", "/* (lmc, Faults: the last\n * row) */", "\tfrom engine-interface, go depth",
             '"gomocup-protocol, TURN [X],[Y]"', '"agent-text-api, Request: $x $y; ringside: --strict"', '"original: 7 .. 99 (unused)"',
             "/* (systems, Verdicts) */", '"lmc, gomocup"', "/* a match of lmc, not of gomocup */"]
    bad = ["/* (gomocup, Clock) */", "/* (gomocup, Clocks; Clocking) */", "/* (lmc, Game:\n * FILE) */", '"gomocup-protocol, TURNS"',
           '"original: 8 .. 99 (unused)"', "/* (systems, Verdict words) */", "/* as in qchess, Wire */", "/* \u00a7 5 */", "/* protocols/lmc */",
           "\tfrom engine-interface, gone"]
    failed = ["is right: " + text for text in right if list(problems(text))] + ["is wrong: " + text for text in bad if not list(problems(text))]
    print("\n".join(failed), end="\n" if failed else "")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(try_itself() if sys.argv[1:] == ["--self"] else try_itself() or look_through())
