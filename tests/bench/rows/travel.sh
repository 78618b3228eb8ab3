# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Jumps to random turns of recorded matches, from the typed Enter to the frame that shows the whole turn.

travel() {
	local title=$1 middle worst
	shift
	"$ringside" run "$@" --turn-time 0 --seed 4 --record match.ringside >log
	"$bench/travel" "$ringside" match.ringside 100 160 50 >jumps
	read -r middle worst <jumps
	row "ms a jump through $title, median" %.1f "" "$middle" "<= 50"
	row "ms a jump through $title, longest" %.1f "" "$worst" ""
}

measure "jumps through gomocup" travel "gomocup, 400 turns" gomocup --size 20 "$instant" "$instant"
measure "jumps through lmc" travel "lmc, 10000 turns" lmc --turns 5000 sample:predictor sample:random
measure "jumps through qchess" travel "qchess" qchess sample:random sample:random
