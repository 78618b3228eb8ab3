#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player of the Learning Machine Challenge with a bug: each game begins a helper that ignores SIGTERM, and makes a file for it.
# Both stay.

symbols=() turn=0 helper='' file=''

stop_helper() {
	if [ "$helper" ]; then
		if [ "${mended-}" ]; then
			kill -KILL "$helper"
			wait "$helper" 2>/dev/null
			rm -f "$file"
		else
			kill -TERM "$helper"
		fi
	fi
	helper=''
}

[ "${1-}" != mended ] || mended=1
echo '@info name orphan'
while IFS=$' \r' read -r channel word rest; do
	case "$channel $word" in
	'@command new')
		stop_helper
		symbols=() turn=0
		file=$(mktemp)
		(trap '' TERM && exec tail -f "$file") >/dev/null 2>&1 </dev/null &
		helper=$!
		;;
	'@command symbol') symbols+=("$rest") ;;
	'@command play') echo "@output ${symbols[turn++ % ${#symbols[@]}]}" ;;
	'@command exit') break ;;
	esac
done
stop_helper
echo '@info exit'
