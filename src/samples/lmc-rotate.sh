#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: lmc-rotate.sh
# A player for the Learning Machine Challenge: plays one symbol after the other, in the order in which they were told.

case $#$1 in
0) ;;
1--help) sed -n '/^# Usage/,/^$/s/^# //p' "$0" && exit ;;
*) echo "lmc-rotate.sh: expected no option, not \"$*\" (try --help)" >&2 && exit 2 ;;
esac

cr=$(printf '\r')
echo '@info name rotate'
while read -r line; do # "$@" is the symbols from now on, the next one first
	line=${line%"$cr"}
	case $line in
	'@command new') set -- ;;
	'@command symbol '*) set -- "$@" "${line#@command symbol }" ;;
	'@command play')
		printf '@output %s\n' "$1"
		set -- "$@" "$1"
		shift
		;;
	'@command exit') break ;;
	esac
done
echo '@info exit'
