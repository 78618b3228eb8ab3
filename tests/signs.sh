#!/bin/sh
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the legend (key i) has each glyph that a board draws: those in its board.c stand in its table `signs` too,
# except for lines, corners and what stands for a piece of another colour.
cd "${srcdir-.}" || exit 1
lines='HORIZONTAL|VERTICAL|CROSS|TEE_[A-Z]*|TOP_[A-Z]*|BOTTOM_[A-Z]*|STAR|ELLIPSIS|COUNT|NONE'
failed=0 boards=0
for board in src/ui/boards/*/board.c; do
	grep -q '^static const struct sign signs' "$board" || continue
	boards=$((boards + 1))
	legend=$(sed -n '/^static const struct sign signs/,/^};/p' "$board" | sed -n 's/.*\(GLYPH_SIGN(\|\.glyph = GLYPH_\)\([A-Z0-9_]*\).*/\2/p')
	drawn=$(sed '/^static const struct sign signs/,/^};/d' "$board" | grep -o 'GLYPH_[A-Z0-9_]*' | sed 's/^GLYPH_//' | grep -vxE "$lines" | sort -u)
	for glyph in $drawn; do
		echo "$legend" | grep -qx "$glyph" || { echo "$board: the legend lacks $glyph"; failed=1; }
	done
done
[ $boards -ge 7 ] || { echo "only $boards boards have signs"; failed=1; }
exit $failed
