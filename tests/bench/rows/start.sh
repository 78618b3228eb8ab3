# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What it costs to begin: --version beside an empty program with the same libraries, and a match of one move.

# An empty program that is linked with the libraries of ringside.
build_empty() {
	local libraries
	need readelf
	mapfile -t libraries < <(readelf -d "$ringside" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/-l:\1/p')
	echo 'int main(void) { return 0; }' | "${CC:-cc}" -x c -O2 -o empty - -Wl,--no-as-needed "${libraries[@]}"
}

start_version() {
	local i
	build_empty
	for ((i = 0; i < rounds; i++)); do
		taskset -c "$judge" "$bench/cost" 50 ./empty | awk '{ print $2 / 1000 }' >>floor
		taskset -c "$judge" "$bench/cost" 50 "$ringside" --version | awk '{ print $2 / 1000 }' >>ours
	done
	row "--version, ms of CPU" %.2f "$(median <floor)" "$(median <ours)" "<= 1.2 x"
}

start_version_counted() {
	local floor ours
	need valgrind
	build_empty
	read -r floor _ < <(counted ./empty)
	read -r ours _ < <(counted "$ringside" --version)
	row "--version, thousands of instructions" %.0f "$(calculate "$floor / 1000")" "$(calculate "$ours / 1000")" ""
}

start_match() {
	local i what where=$1 title=$2
	local match=(taskset -c "$where" "$bench/cost" 10 "$ringside" run gomocup --size 20 --seed 1 --draw-at 1 "$instant" "$instant")
	for ((i = 0; i < rounds; i++)); do
		taskset -c "$where" "$bench/cost" 10 "$bench/floor" gomocup "$instant" 1 >>floor
		"${match[@]}" >>off
		"${match[@]}" --record match-ROUND.ringside >>on
		rm -f match*
	done
	for what in floor off on; do
		awk '{ print $1 / 1000 }' "$what" | median >"$what-wall"
		awk '{ print $3 / 1000 }' "$what" | median >"$what-cpu"
	done
	row "ms from start to exit, one move, $title, no file" %.1f "$(<floor-wall)" "$(<off-wall)" "<= 8"
	row "ms from start to exit, one move, $title, file" %.1f "$(<floor-wall)" "$(<on-wall)" ""
	row "ms of CPU of all processes, one move, $title, no file" %.1f "$(<floor-cpu)" "$(<off-cpu)" ""
	row "ms of CPU of all processes, one move, $title, file" %.1f "$(<floor-cpu)" "$(<on-cpu)" ""
}

start_match_two() {
	need_other_core
	start_match "$judge,$other" "two cores"
}

# Two agents in sandboxes: what bubblewrap alone takes for two is the floor.
start_sandboxes() {
	local i match=("$bench/cost" 10 "$ringside" run gomocup --size 20 --seed 1 --draw-at 1 --cgroups none "$instant" "$instant")
	need bwrap
	bwrap --unshare-user --ro-bind / / true || give_up "bubblewrap cannot make a user namespace here"
	cat >two <<'END'
#!/bin/sh
for i in 1 2; do
	bwrap --unshare-all --cap-drop ALL --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp true
done
END
	chmod +x two
	for ((i = 0; i < rounds; i++)); do
		"$bench/cost" 10 ./two | awk '{ print $1 / 1000 }' >>floor
		"${match[@]}" | awk '{ print $1 / 1000 }' >>off
		"${match[@]}" --sandbox | awk '{ print $1 / 1000 }' >>on
	done
	row "ms from start to exit, one move, all cores, no sandbox" %.1f "" "$(median <off)" ""
	row "the same, --sandbox; floor: two starts of bwrap" %.1f "$(median <floor)" "$(median <on)" ""
}

measure "--version, ms of CPU" start_version
measure "--version, instructions" start_version_counted
measure "a match of one move, one core" start_match "$judge" "one core"
measure "a match of one move, two cores" start_match_two
measure "a match of one move in sandboxes" start_sandboxes
