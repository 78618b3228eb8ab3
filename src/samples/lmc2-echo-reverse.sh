#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A game program for LMC 2 (reconstructed): it says two or three words, and the right answer is the same words backwards.
#     ringside play lmc2 --game-program sample:echo-reverse sample:learner
exec "${0%echo-reverse.sh}imitate-game.py" --backwards --symbols 4 --length 3 "$@"
