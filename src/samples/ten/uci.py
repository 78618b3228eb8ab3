# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# An engine: it moves a knight to and fro, whatever happens.
while (line := input()) != "quit":
    word = line.split()[0]
    if word == "uci":
        print("id name ten\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        made = line.partition("moves")[2].count(" ")
    elif word == "go":
        print("bestmove", ("g1f3", "g8f6", "f3g1", "f6g8")[made % 4], flush=True)
