# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A turn of gomocup beside the floor, with everybody on one core, and on two; and beside c-gomoku-cli.

# Microseconds of a turn on the floor. The place is: one (core), apart (the judge and the agents on a core each), free (the
# scheduler chooses among two cores).
turn_floor() {
	case $1 in
	one) "$bench/floor" gomocup "$instant" 20000 "$judge,$judge,$judge" ;;
	apart) "$bench/floor" gomocup "$instant" 20000 "$judge,$other,$other" ;;
	free) taskset -c "$judge,$other" "$bench/floor" gomocup "$instant" 20000 ;;
	esac | awk '{ print $1 / 1000 }'
}

# placed PLACE COMMAND...: runs the command there.
placed() {
	local place=$1
	shift
	case $place in
	one | apart) taskset -c "$judge" "$@" ;;
	free) taskset -c "$judge,$other" "$@" ;;
	esac
}

# The command of an agent in that place.
agent_in() {
	if [ "$1" = apart ]; then echo "taskset -c $other $instant"; else echo "$instant"; fi
}

# The same of ringside, in all games except the first, which starts the processes.
turn_ringside() {
	local place=$1 agent
	shift
	agent=$(agent_in "$place")
	placed "$place" "$ringside" run gomocup --size 64 --turn-time 0 --games 6 --json "$@" "$agent" "$agent" |
		sed -n 's/^{"game":\([0-9]*\),.*"moves":\([0-9]*\),.*"seconds":\([0-9.e-]*\)[,}].*$/\1 \2 \3/p' |
		awk '$1 > 1 { moves += $2; seconds += $3 } END { print seconds / moves * 1e6 }'
}

turn_rows() {
	local place=$1 title=$2 i
	[ "$place" = one ] || need_other_core
	for ((i = 0; i < rounds; i++)); do
		turn_floor "$place" >>floor
		turn_ringside "$place" >>off
		rm -f match*
		turn_ringside "$place" --record match.ringside >>on
	done
	row "us a turn, $title, no file" %.2f "$(median <floor)" "$(median <off)" "<= 1.05"
	row "us a turn, $title, file" %.2f "$(median <floor)" "$(median <on)" "<= 1.2"
	note "runs: floor $(paste -sd ' ' floor); no file $(paste -sd ' ' off); file $(paste -sd ' ' on)"
}

# us_a_turn COMMAND...: the command is given the number of games, 5 and then 55, on a board of 400 squares.
us_a_turn() {
	local few many
	read -r few _ < <("$bench/cost" 1 "${@//GAMES/5}")
	rm -f match*
	read -r many _ < <("$bench/cost" 1 "${@//GAMES/55}")
	rm -f match*
	calculate "($many - $few) / (50 * 400)"
	echo
}

turn_peer() {
	local place=$1 title=$2 i cores=$judge
	if [ -z "${C_GOMOKU_CLI-}" ] || [ ! -x "$C_GOMOKU_CLI" ]; then
		give_up "C_GOMOKU_CLI does not name an executable"
	fi
	if [ "$place" = free ]; then
		need_other_core
		cores=$judge,$other
	fi
	local peer=(timeout 60 taskset -c "$cores" "$C_GOMOKU_CLI" -each tc=0/1000 -engine name=a "cmd=$instant" -engine name=b "cmd=$instant"
		-rule 0 -boardsize 20 -games GAMES)
	local ours=(taskset -c "$cores" "$ringside" run gomocup --size 20 --turn-time 1000 --games GAMES "$instant" "$instant")
	for ((i = 0; i < rounds; i++)); do
		us_a_turn "${peer[@]}" >>peer
		us_a_turn "${ours[@]}" >>off
		us_a_turn "${peer[@]}" -log >>peer-log
		us_a_turn "${ours[@]}" --record match.ringside >>on
	done
	row "us a turn beside c-gomoku-cli, $title, no file" %.2f "$(median <peer)" "$(median <off)" "<= 0.6"
	row "us a turn beside c-gomoku-cli -log, $title, file" %.2f "$(median <peer-log)" "$(median <on)" "<= 0.7"
}

measure "us a turn, one core" turn_rows one "one core"
measure "us a turn, two cores" turn_rows apart "two cores, judge apart"
measure "us a turn, two cores, free" turn_rows free "two cores, free"
measure "us a turn beside c-gomoku-cli, one core" turn_peer one "one core"
measure "us a turn beside c-gomoku-cli, two cores, free" turn_peer free "two cores, free"
