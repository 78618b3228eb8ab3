#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: lmc-constant.sh [--symbol S]
# A player for the Learning Machine Challenge: plays the same symbol always, the first or S.

choice=''
case $#$1 in
0) ;;
1--help) sed -n '/^# Usage/,/^$/s/^# //p' "$0" && exit ;;
1--symbol=?*) choice=${1#--symbol=} ;;
2--symbol) choice=$2 ;;
*) echo "lmc-constant.sh: expected --symbol S, not \"$*\" (try --help)" >&2 && exit 2 ;;
esac

cr=$(printf '\r')
first='' chosen=''
echo '@info name constant'
while read -r line; do
	line=${line%"$cr"} # a judge may end its lines with CR LF
	case $line in
	'@command new') first='' chosen='' ;;
	"@command symbol $choice") chosen=$choice first=${first:-$choice} ;;
	'@command symbol '*) first=${first:-${line#@command symbol }} ;;
	'@command play')
		if [ "$choice" ] && [ ! "$chosen" ]; then
			printf '# "%s" is no symbol of this game: the first is played\n' "$choice"
			chosen=$first
		fi
		printf '@output %s\n' "${chosen:-$first}" # echo would read backslashes
		;;
	'@command exit') break ;;
	esac
done
echo '@info exit'
