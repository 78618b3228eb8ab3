# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What an agent is charged beside what it measures itself, while other games start, end and are recorded. The floor is as many judges
# that only write, poll, read and take the time.

# charge_of CORES CONCURRENCY GAMES sleep|spin MS GOAL_MS
charge_of() {
	local cores=$1 concurrency=$2 games=$3 mode=$4 ms=$5 goal=$6 share
	need python3
	need_program charge
	taskset -c "$cores" "$bench/charge" floor "$concurrency" $((games * 16 / concurrency)) "$mode" "$ms" >least
	taskset -c "$cores" "$ringside" run gomocup --size 15 --draw-at 16 --seed 1 --games "$games" --concurrency "$concurrency" \
		--record match.ringside "$bench/charge $mode $ms 2" "$bench/charge $mode $ms 6" >log
	python3 "$source/tests/bench/charged.py" match*.ringside >ours
	for share in p50 p99; do
		row "ms charged more, $mode $ms ms, $concurrency games on $(tr ',' '\n' <<<"$cores" | wc -l) cores, $share" %.3f \
			"$(sed "s/.*$share \([0-9.-]*\).*/\1/" least)" "$(sed "s/.*$share \([0-9.-]*\).*/\1/" ours)" \
			"$([ $share = p50 ] || echo "<= $goal")"
	done
	note "floor: $(<least); ringside: $(<ours)"
}

# With as many games at once as there are cores less one.
charge_on_all() {
	[ "${#cores[@]}" -gt 1 ] || need_other_core
	charge_of "$(IFS=,; echo "${cores[*]}")" $((${#cores[@]} - 1)) $((30 * (${#cores[@]} - 1))) "$@" 0.3
}

charge_crowded() {
	need_other_core
	charge_of "$judge,$other" 8 80 sleep 2 4
}

measure "the charge of a sleeper" charge_on_all sleep 2
measure "the charge of a spinner" charge_on_all spin 10
measure "the charge of a sleeper among eight games on two cores" charge_crowded
