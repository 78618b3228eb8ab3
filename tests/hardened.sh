#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the program has each protection that configure found. It reads the program itself: a flag in a variable that no
# command line uses would protect nothing.
command -v readelf >/dev/null && readelf -h ringside >/dev/null 2>&1 || exit 77
flags=$(sed -n "s/^HARDENING_[A-Z]*FLAGS='\(.*\)'$/\1/p" config.log)
[ -n "$flags" ] || { echo "config.log names no hardening flag"; exit 1; }
failed=0
# has FLAG PATTERN SHOWN [FILE]: whether what readelf shows of the program, or of an object of it, matches the pattern
has() {
	case " $flags " in *"$1"*) ;; *) return ;; esac
	readelf "$3" -W "${4:-ringside}" 2>/dev/null | grep -qE "$2" || { echo "the program lacks what $1 gives: $2"; failed=1; }
}
has -fstack-protector-strong '__stack_chk_fail' --symbols
has -D_FORTIFY_SOURCE '__[a-z]+_chk' --symbols
has -pie 'DYN' --file-header
has -z,relro 'GNU_RELRO' --segments
# The system's start files decide whether the whole program has it.
has -fcf-protection=return 'SHSTK' --notes src/ringside-main.o
has ,now 'NOW' --dynamic
exit $failed
