# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player: it plays what the other one played last.
symbols = []
print("@info name ten", flush=True)
while (line := input()) != "@command exit":
    if line == "@command new":
        symbols = []
    elif line.startswith(("@command symbol ", "@input ")):
        symbols.append(line.split()[-1])
    elif line == "@command play":
        print("@output", symbols[-1], flush=True)
print("@info exit", flush=True)
