#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes a page of the manual as a man page, from stdin to stdout: man-page.sh LOWDOWN NAME
# Without the program lowdown it is the Markdown as it is.
set -eu
lowdown=$1 name=$2

printf '%s\n' "'\\\" t" # man, run tbl first
if command -v "$lowdown" >/dev/null; then
	# Headings go up a level, below a NAME.  A link names its page behind its words, and pictures are not there.
	awk -v name="$name" '
		NR == 1 { sub(/^# /, ""); print "# NAME\n\n" name " - " $0 "\n\n# DESCRIPTION"; next }
		/^!\[/ { next }
		{ sub(/^##/, "#"); print }' |
		sed -e 's/\[\([^]]*\)\](\1\.md[^)]*)/**ringside-\1**(7)/g' \
			-e 's/\[\([^]]*\)\](\([a-z0-9-]*\)\.md[^)]*)/\1 (**ringside-\2**(7))/g' \
			-e 's/\[\([^]]*\)\](#[^)]*)/\1/g' |
		"$lowdown" -s -tman -m title="$name" -m section=7 -m source=ringside |
		sed -e '/^\.TH /a\
.ad l\
.nh' \
			-e 's/\\fC/\\fB/g' # no terminal has the font C
else
	printf '.TH "%s" 7 "" ringside\n.nf\n' "$name"
	sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\\&&/" # a dot or a quote would begin a request
fi
