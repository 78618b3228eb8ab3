# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A round of roshambo, both seats, beside the floor.

lmc_ringside() {
	taskset -c "$1" "$ringside" run lmc --turns 50000 --turn-time 0 --json "${@:2}" sample:random sample:random |
		sed -n 's/.*"moves":\([0-9]*\),.*"seconds":\([0-9.e-]*\)[,}].*$/\1 \2/p' | awk '{ print $2 / ($1 / 2) * 1e6 }'
}

lmc_rounds() {
	local cores=$1 title=$2 i
	[ "$title" = "one core" ] || need_other_core
	for ((i = 0; i < rounds; i++)); do
		taskset -c "$cores" "$bench/floor" lmc "$build/src/samples/lmc-random" 50000 | awk '{ print $1 / 1000 }' >>floor
		lmc_ringside "$cores" >>off
		rm -f match*
		lmc_ringside "$cores" --record match.ringside >>on
	done
	row "us a round of roshambo, $title, no file" %.2f "$(median <floor)" "$(median <off)" "<= 1.1"
	row "us a round of roshambo, $title, file" %.2f "$(median <floor)" "$(median <on)" "<= 1.3"
}

measure "us a round of roshambo, one core" lmc_rounds "$judge" "one core"
measure "us a round of roshambo, two cores, free" lmc_rounds "$judge,$other" "two cores, free"
