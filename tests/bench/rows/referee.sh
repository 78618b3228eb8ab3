# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A turn through a referee beside a turn of gomocup, both with programs that answer at once; and what it costs in allocations.

referee_turns=20000
referee_match=("$ringside" run referee --turn-time 0 --max-turns 0 --seed 1 --json "$bench/instant_referee player"
	"$bench/instant_referee player" --referee)

gomocup_match=("$ringside" run gomocup --size 64 --turn-time 0 --seed 1 --games 6 --json "$instant" "$instant")

# us_a_turn_of CORES LEAST COMMAND...: microseconds of a turn in the games behind that number.
us_a_turn_of() {
	taskset -c "$1" "${@:3}" | sed -n 's/^{"game":\([0-9]*\),.*"moves":\([0-9]*\),.*"seconds":\([0-9.e-]*\)[,}].*$/\1 \2 \3/p' |
		awk -v least="$2" '$1 > least { moves += $2; seconds += $3 } END { print seconds / moves * 1e6 }'
}

# Of each game that nobody records a file is begun, for the case that it is lost by a fault: --no-keep leaves that out.
referee_rows() {
	local cores=$1 title=$2 i
	need_program instant_referee
	[ "$title" = "one core" ] || need_other_core
	for ((i = 0; i < rounds; i++)); do
		us_a_turn_of "$cores" 1 "${gomocup_match[@]}" --no-keep >>gomocup
		us_a_turn_of "$cores" 0 "${referee_match[@]}" "$bench/instant_referee $referee_turns" --no-keep >>referee
		rm -f match*
		us_a_turn_of "$cores" 1 "${gomocup_match[@]}" --record match.ringside >>gomocup-file
		us_a_turn_of "$cores" 0 "${referee_match[@]}" "$bench/instant_referee $referee_turns" --record match-0.ringside >>referee-file
	done
	row "us a turn through a referee beside gomocup, $title" %.2f "$(median <gomocup)" "$(median <referee)" "<= 2.5"
	row "the same, both with a file" %.2f "$(median <gomocup-file)" "$(median <referee-file)" ""
}

referee_counts() {
	local few many few_asked many_asked
	need valgrind
	need_program instant_referee
	read -r few _ few_asked < <(counted "${referee_match[@]}" "$bench/instant_referee 20" --no-keep)
	read -r many _ many_asked < <(counted "${referee_match[@]}" "$bench/instant_referee 1020" --no-keep)
	row "instructions a turn through a referee" %.0f "" "$(calculate "($many - $few) / 1000")" ""
	row "allocations a turn through a referee" %.2f "" "$(calculate "($many_asked - $few_asked) / 1000")" "0"
}

measure "us a turn through a referee, one core" referee_rows "$judge" "one core"
measure "us a turn through a referee, two cores, free" referee_rows "$judge,$other" "two cores, free"
measure "instructions and allocations a turn through a referee" referee_counts
