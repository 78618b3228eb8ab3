#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks by the symbols of the objects that each system links without another one, that src/base links without any other
# room, and that src/check, src/runner and src/tally need nothing of src/cli.  A folder of src/systems that is no row of
# systems.h, such as formats or lmc_shared, is for systems to share: it needs none of them.
command -v nm >/dev/null && nm ringside >/dev/null 2>&1 || exit 77
systems=$(sed -n 's/^\tX(\([a-z0-9_]*\),.*/\1/p' "${srcdir-.}/src/systems/systems.h")
cd "${srcdir-.}" || exit 1
sources=$(ls src/base/*.c src/check/*.c src/cli/*.c src/runner/*.c src/tally/*.c src/explain/*.c src/judge/*.c src/replay/*.c src/systems/*/*.c) # objects of files that are gone may still be there
cd - >/dev/null || exit 1
for source in $sources; do
	object=${source%.c}.o
	[ -f "$object" ] || object=${object%/*}/ringside-${object##*/} # automake puts the name of the program before some
	nm -A "$object"
done | awk -v systems="$systems" '
	BEGIN { split(systems, names, " "); for (i in names) is_system[names[i]] = 1 }
	{ split($1, path, "/"); folder = path[2] == "systems" ? path[3] : path[2] }
	$(NF - 1) == "U" { needs[folder, $NF] = 1 }
	$(NF - 1) ~ /^[BCDRT]$/ { home[$NF] = folder }
	END {
		if (!("lmc" in is_system) || home["protocol_lmc"] != "lmc") {
			print "nm or systems.h tells nothing of lmc"
			failed = 1
		}
		if (home["judge_new"] != "judge" || home["bytes_add"] != "base" || home["cli_main"] != "cli") {
			print "nm tells nothing of the judge, of base or of cli"
			failed = 1
		}
		for (need in needs) {
			split(need, part, SUBSEP)
			if (part[1] ~ /^(check|runner|tally)$/ && home[part[2]] == "cli") {
				print "src/" part[1] " needs " part[2] " of src/cli"
				failed = 1
			}
			if (part[1] == "base" && home[part[2]] != "base" && home[part[2]] != "") {
				print "src/base needs " part[2] " of " home[part[2]]
				failed = 1
			}
			if (home[part[2]] in is_system && home[part[2]] != part[1]) {
				print "src/systems/" part[1] " needs " part[2] " of src/systems/" home[part[2]]
				failed = 1
			}
		}
		exit failed
	}'
