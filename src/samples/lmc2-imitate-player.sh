#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: lmc2-imitate-player.sh
# A player for LMC 2, layers 1 and 2: repeats the last input, which may have several words.

case $#$1 in
0) ;;
1--help) sed -n '/^# Usage/,/^$/s/^# //p' "$0" && exit ;;
*) echo "lmc2-imitate-player.sh: expected no option, not \"$*\" (try --help)" >&2 && exit 2 ;;
esac

cr=$(printf '\r')
heard=''
echo '@info name imitate-player'
while read -r line; do
	line=${line%"$cr"} # a judge may end its lines with CR LF
	case $line in
	'@command new') heard='' ;;
	'@command symbol '*) heard=${heard:-${line#@command symbol }} ;; # before the first input
	'@command play') printf '@output %s\n' "$heard" ;;               # echo would read backslashes
	'@command exit') break ;;
	'@input '*) heard=${line#@input } ;;
	'' | '#'* | '@'*) ;;  # comments, scores, hints, and what a later judge may say
	*) heard=$line ;;     # an input may come without its channel
	esac
done
echo '@info exit'
