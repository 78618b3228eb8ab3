#!/usr/bin/env python3
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads films, for test_film.c.

film.py cast FILE   checks the lines, and prints what a terminal would get
film.py svg FILE    checks the XML, and prints the ASCII text of its last frame, 24 rows
"""

import json
import re
import sys
import xml.etree.ElementTree as xml

SVG = "{http://www.w3.org/2000/svg}"


def cast(path):
    first, *lines = open(path, encoding="utf-8").read().splitlines()
    head = json.loads(first)
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24), head
    events = [json.loads(line) for line in lines]
    times = [event[0] for event in events]
    assert times[0] == 0 and times == sorted(set(times)), times
    assert all(event[1] == "o" for event in events)
    # The last event frees the player's terminal.
    sys.stdout.write("".join(event[2] for event in events[:-1]))


def put(rows, defs, use, left, top):
    piece = defs[use.get("href")[1:]]
    x, y = left + float(use.get("x", 0)), top + float(use.get("y", 0))
    column, row = round(x / 9), round(y / 18)
    for part in piece:
        paper = re.fullmatch(r"M0 0h(\d+)v18H0z", part.get("d", ""))
        if paper:
            width = int(paper[1]) // 9
            rows[row][column : column + width] = [" "] * width
        elif part.tag == SVG + "use":
            put(rows, defs, part, x, y)
        elif part.tag == SVG + "text" and part.get("text-anchor") is None:
            begin = column + round(float(part.get("x")) / 9)
            rows[row][begin : begin + len(part.text)] = part.text


def svg(path):
    text = open(path, encoding="utf-8").read()
    root = xml.fromstring(text)
    defs = {piece.get("id"): piece for piece in root.find(SVG + "defs")}
    rows = [[" "] * 80 for _ in range(24)]
    frames = root.find(SVG + "g")
    for frame in frames:
        for use in frame:
            put(rows, defs, use, 0, 0)
    assert len(text.encode()) < 500_000 * max(60, len(frames)) / 60, (len(text.encode()), len(frames))
    style = "".join(style.text for style in root.iter(SVG + "style"))
    times = [float(at) for at in re.findall(r"hidden\}([0-9.]+)%", style)]
    assert len(times) == len(frames) - 1 and times == sorted(set(times)), times
    print("\n".join("".join(row).rstrip() for row in rows))


{"cast": cast, "svg": svg}[sys.argv[1]](sys.argv[2])
