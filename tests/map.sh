#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that each room, file and function that src/README.md names exists, and that each function is in its file.
# In a picture a function belongs to the last file named above it, or to any file of the last folder.
cd "${srcdir-.}/src" || exit 1
awk '
	function fails(what) { print "src/README.md:" NR ": " what; failed = 1 }
	function defined_in(at, name) {
		return system("grep -rqE \"^[a-z].*[ *]" name "\\(\" --include=*.c " at) == 0
	}
	/^    / {
		for (line = $0; match(line, /[a-z0-9_]+(\/[a-z0-9_.]+)*\/?[a-z0-9_.]*/); line = substr(line, RSTART + RLENGTH)) {
			word = substr(line, RSTART, RLENGTH)
			after = substr(line, RSTART + RLENGTH, 2)
			if (word ~ /^[a-z]+\/.*(\.c|\/)$/) {
				at = word
				if (system("test -e " at) != 0)
					fails("there is no " at)
			} else if (after == "()" && !defined_in(at, word)) {
				fails(at " has no function " word "()")
			}
		}
		next
	}
	{
		for (line = $0; match(line, /`[^`]*`/); line = substr(line, RSTART + RLENGTH)) {
			word = substr(line, RSTART + 1, RLENGTH - 2)
			name = word
			sub(/^src\//, "", name)
			if (name ~ /NAME|^\./ || name ~ / /)
				continue
			if (word ~ /\.h$/ && word !~ /\//) {
				if (system("test -n \"$(find . ../include -name " word ")\"") != 0)
					fails("there is no " word)
			} else if (name ~ /\(\)$/) {
				sub(/\(\)$/, "", name)
				if (!defined_in(".", name))
					fails("there is no function " word)
			} else if (name ~ /^[a-z_]+\/.*[a-z*]$/ && name !~ /^(include|tests|scripts|ui\/boards$)/) {
				if (system("ls -d " name " >/dev/null 2>&1") != 0)
					fails("there is no " word)
			}
		}
	}
	/^\| `/ && !/NAME/ { # a row of the table of rooms
		room = $2
		gsub(/`/, "", room)
		if ($0 ~ /\|.*\|.*\|.*\|/ && system("test -d " room) != 0)
			fails("there is no room " room)
	}
	END { exit failed }
' README.md
