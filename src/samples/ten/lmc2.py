# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player: it remembers the right answer to each question, and repeats a new one.
known, question = {}, ""
print("@info name ten", flush=True)
while (line := input()) != "@command exit":
    if line.startswith("@input "):
        question = line[7:]
    elif line.startswith("@hint "):
        known[question] = line[6:]
    elif line == "@command play":
        print("@output", known.get(question, question), flush=True)
print("@info exit", flush=True)
