#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_uci_check.sh - suites of EPD for UCI engines, and Stockfish under `ringside check` if it is installed, as TAP.
#
# RINGSIDE is the path of the program, AGENTS the folder of the agents.
set -uo pipefail

top=$(mktemp -d "${TMPDIR:-/tmp}/ringside-uci-check-XXXXXX")
trap 'rm -rf "$top"' EXIT
cd "$top" || exit 1
number=0 failed=0
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
engine="'$AGENTS/uci_engine' good"

# says TITLE STATUS WORDS COMMAND...: it ends so, and prints all of the words, a line each, in this order.
says() {
	local title=$1 status=$2 words=$3 out got
	out=$("${@:4}" 2>&1)
	got=$?
	number=$((number + 1))
	if [ "$got" -eq "$status" ] && awk -v words="$words" '
		BEGIN { count = split(words, wanted, "\n"); at = 1 }
		at <= count && index($0, wanted[at]) { at++ }
		END { exit at <= count }' <<<"$out"; then
		echo "ok $number - $title"
	else
		echo "not ok $number - $title"
		printf 'status %d\n%s\n' "$got" "$out" | sed 's/^/# /'
		failed=1
	fi
}

cat >good.epd <<END
# a2a3 is what the engine plays here

$start bm Nf3 a3; id "one of two"; c0 "Nf3=10, a3=4";
$start am e4 d4; c0 "no points; only words"; hmvc 0;
k7/8/1K6/8/8/8/8/7R w - - bm Rh8#; c9 "bm";
END
cat >bad.epd <<END
$start bm a2a3; id "b";
$start am a3; id "a";
$start dm 2; id "d";
$start c0 "e4=5"; id "c";
END
says 'an EPD is a suite' 1 'one of two: 4 of 10 points
line 4
line 5
expected Rh8#
2 passed, 1 failed; 4 of 10 points' "$RINGSIDE" check uci --suite good.epd "$engine"
says 'its points are in JSON' 0 '"name":"one of two","result":"passed"
"points":4,"points_most":10' sh -c 'RINGSIDE=$1; head -3 good.epd >one.epd; "$RINGSIDE" check uci --json --suite one.epd "$2" | sed "s/,\"time/\n&/"' sh "$RINGSIDE" "$engine"
says 'each operation can fail a case' 1 ' a
expected a legal move, not a3
it played a3
 d
expected a legal move, and a mate in 2 told
it played a3 and said +0.00
c: 0 of 5 points
it played a3
0 of 5 points' "$RINGSIDE" check uci --suite bad.epd "$engine"
printf '%s bm a3;\n8/8 w - - bm a3;\n' "$start" >fen.epd
says 'a wrong FEN is told with its line' 2 'fen.epd:2:1: ' "$RINGSIDE" check uci --suite fen.epd "$engine"
printf '%s bm a3;\n%s bm a5;\n' "$start" "$start" >move.epd
says 'a move that is not legal there, too' 2 'move.epd:2:1: "a5" is not legal there' "$RINGSIDE" check uci --suite move.epd "$engine"
printf '[case x]\nposition = %s\npoints = a3=4 a4\n' "$start" >points.suite
says 'points are moves with numbers' 2 'points.suite:3:10: "a4" is not a move with points, such as h8=10' "$RINGSIDE" check uci --suite points.suite "$engine"

stockfish=$(PATH=$PATH:/usr/games command -v stockfish)
if [ "$stockfish" ]; then
	printf '%s dm 1; id "mate";\n' '7K/8/8/8/8/1Q6/R7/6k1 w - -' >mate.epd
	says 'Stockfish tells a mate' 0 '1 passed' "$RINGSIDE" check uci --suite mate.epd --seat-option 1:depth=6 --turn-time 60s "$stockfish"
	says 'Stockfish keeps what every engine must keep' 0 ' passed' "$RINGSIDE" check uci --turn-time 60s --only 'option-[st]*,fen-*,en-passant*,checks,chess960*,go-searchmoves,go-infinite,go-ponder-stop,isready*,stop-twice,setoption-[dl]*,multipv,info-[pm]*,white*' "$stockfish"
else
	for title in 'Stockfish tells a mate' 'Stockfish keeps what every engine must keep'; do
		number=$((number + 1))
		echo "ok $number - $title # SKIP stockfish is not installed"
	done
fi
echo "1..$number"
exit "$failed"
