#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A player for the Learning Machine Challenge in POSIX shell: plays what the other played last.
# Run it and type what a judge would say:  @command symbol rock, @command play, @input paper, @command exit

cr=$(printf '\r')
first='' last=''
echo '@info name copycat.sh' # before anything else
while read -r line; do
	case ${line%"$cr"} in # a judge may end its lines with CR LF
	'@command new') first='' last='' ;;
	'@command symbol '*) : "${first:=${line#@command symbol }}" ;;
	'@command play') echo "@output ${last:-${first%"$cr"}}" ;;
	'@command exit') break ;;
	'@input '*) last=${line#@input } last=${last%"$cr"} ;;
	'' | '#'* | '@'*) ;;       # comments, scores, hints, and what a later judge may say
	*) last=${line%"$cr"} ;;   # an input may come without its channel
	esac
done
echo '@info exit' # and last of all
