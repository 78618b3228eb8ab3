# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A round robin of 50 players beside as many games of one pairing, and the tables of many games.

tournament_players=50 copies=41 # 2,450 games, and about 100,000
tournament_games=$((tournament_players * (tournament_players - 1)))

games_of=(--size 20 --turn-time 0 --seed 1 --draw-at 9) # nobody wins
tournament=("$ringside" tournament gomocup "${games_of[@]}" --no-sandbox)
tournament_options=${#tournament[@]}
for ((i = 1; i <= tournament_players; i++)); do
	tournament+=("env RINGSIDE_PLAYER=p$i $instant")
done

# Seconds of a command.
seconds_of() {
	local begun
	begun=$(date +%s%N)
	"$@" >log 2>&1 || give_up "$(tail -n 1 log)"
	calculate "($(date +%s%N) - $begun) / 1e9"
}

# Each game has fresh processes; so have those of the one pairing.
tournament_pace() {
	local one ours at_once
	for at_once in 1 $(nproc); do
		one=$(seconds_of "${tournament[@]:0:tournament_options}" --concurrency "$at_once" --games $tournament_games \
			"${tournament[@]:tournament_options:2}")
		ours=$(seconds_of "${tournament[@]}" --concurrency "$at_once" --results "results-$at_once.jsonl")
		row "games a second, 1 pairing beside 1,225, $at_once at once" %.0f "$(calculate "$tournament_games / $one")" \
			"$(calculate "$tournament_games / $ours")" ">= 0.8 x"
	done
	row "bytes of a game's results" %.0f "" "$(calculate "$(wc -c <results-1.jsonl) / $tournament_games")" ""
}

# The memory of the judge when a tenth of the games are over, and when nearly all are.
tournament_memory() {
	local now early=0 late=0 process
	"${tournament[@]}" --results results.jsonl >log 2>&1 &
	process=$!
	while now=$(awk '/^VmRSS/ { print $2 / 1024 }' "/proc/$process/status" 2>/dev/null) && [ -n "$now" ]; do
		late=$now
		if [ "$early" = 0 ] && [ "$(wc -l <results.jsonl)" -ge $((tournament_games / 10)) ]; then
			early=$now
		fi
		sleep 0.01
	done
	wait "$process"
	row "MB of the judge, a tenth of $tournament_games games beside all" %.1f "$early" "$late" "+ 1"
}

tournament_tally() {
	local i
	"${tournament[@]}" --results results.jsonl >log 2>&1
	awk -v copies=$copies -v games=$tournament_games '
		/^{"tournament"/ { sub(/"games":2,/, "\"games\":" 2 * copies ","); print; next }
		/^{"game":/ { line[++n] = $0 }
		END { for (c = 0; c < copies; c++) for (i = 1; i <= n; i++) {
			at = line[i]
			match(at, /"game":[0-9]+/); game = substr(at, RSTART + 7, RLENGTH - 7) + c * games
			match(at, /"pair":[0-9]+/); pair = substr(at, RSTART + 7, RLENGTH - 7) + c * games / 2
			sub(/"game":[0-9]+/, "\"game\":" game, at); sub(/"pair":[0-9]+/, "\"pair\":" pair, at); print at } }' results.jsonl >many.jsonl
	for ((i = 0; i < rounds; i++)); do
		taskset -c "$judge" "$bench/cost" 1 "$ringside" tally many.jsonl | awk '{ print $2 / 1e6 }' >>ours
		cp many.jsonl again.jsonl
		taskset -c "$judge" "$bench/cost" 1 "${tournament[@]}" --games $((2 * copies)) --results again.jsonl | awk '{ print $2 / 1e6 }' >>again
	done
	row "s of CPU, the tables of $((tournament_games * copies)) games" %.2f "" "$(median <ours)" "<= 1"
	row "s of CPU, going on with them" %.2f "" "$(median <again)" "<= 1"
}

measure "games a second of a tournament" tournament_pace
measure "memory of a tournament" tournament_memory
measure "the tables of 100,000 games" tournament_tally
