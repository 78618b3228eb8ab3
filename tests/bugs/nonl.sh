#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A gomoku brain with a bug: it ends its moves without a line end.

size=20
declare -A taken
end=''
[ "${1-}" != mended ] || end='\n'

play() {
	local at=0
	while [ "${taken[$((at % size)),$((at / size))]-}" ]; do
		at=$(((at + 97) % (size * size)))
	done
	taken[$((at % size)),$((at / size))]=1
	printf "%d,%d$end" $((at % size)) $((at / size))
}

while IFS=$' \r' read -r word rest; do
	case $word in
	START) size=$rest taken=() && echo OK ;;
	RESTART) taken=() && echo OK ;;
	BEGIN) play ;;
	TURN) taken[$rest]=1 && play ;;
	BOARD)
		while IFS=$',\r' read -r x y _ && [ "$x" != DONE ]; do
			taken[$x,$y]=1
		done
		play
		;;
	END) exit ;;
	INFO) ;;
	*) echo UNKNOWN ;;
	esac
done
