#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player for the Learning Machine Challenge: plays the best answer to the other's last move.
#     ringside play lmc sample:beat-last sample:rotate
exec "${0%last.sh}frequent.py" --last "$@"
