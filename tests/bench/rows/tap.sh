# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What `ringside tap` adds to a message, and to the memory, beside the bare agent and beside two more pipes.

# Microseconds a message: a judge that only writes and reads, and two agents of this command. A turn has two messages.
tap_message() {
	printf '#!/bin/sh\nexec %s\n' "$*" >agent
	chmod +x agent
	taskset -c "$judge,$other" "$bench/floor" gomocup "$PWD/agent" 5000 | awk '{ print $1 / 2000 }'
}

# KB of private memory of the relay and the recorder, while the agent waits.
tap_memory() {
	local line process
	while pgrep -f -- 'tap gomocup --record kept --' >/dev/null; do sleep 0.05; done # recorders of the rows before
	coproc agent { exec "$ringside" tap gomocup --record kept sample:random; }
	printf 'START 15\nBEGIN\n' >&"${agent[1]}"
	while read -r line <&"${agent[0]}" && [[ $line != *,* ]]; do :; done
	until compgen -G 'kept/*.ringside' >/dev/null; do sleep 0.05; done
	for process in /proc/[0-9]*; do
		[ "${process#/proc/}" != "$agent_PID" ] && tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -qF "tap gomocup --record kept sample" &&
			sed -n 's/^Private.*: *\([0-9]*\) kB/\1/p' "$process/smaps_rollup"
	done 2>/dev/null | awk '{ sum += $1 } END { print sum }'
}

tap_rows() {
	need_other_core
	local i
	for ((i = 0; i < rounds; i++)); do
		tap_message "$instant" >>bare
		tap_message "sh -c 'cat | $instant | cat'" >>hops
		tap_message "$ringside tap gomocup --record kept -- $instant" >>tapped
		rm -rf kept
	done
	row "us that a tap adds to a message; floor: two more pipes" %.2f "$(calculate "$(median <hops) - $(median <bare)")" \
		"$(calculate "$(median <tapped) - $(median <bare)")" "<= 15 us"
	row "KB of private memory of a tap" %.0f '' "$(tap_memory)" "<= 3000"
	note "runs: bare $(paste -sd ' ' bare); pipes $(paste -sd ' ' hops); tap $(paste -sd ' ' tapped)"
}

measure "us that a tap adds to a message" tap_rows
