# shellcheck shell=bash disable=SC2154 # scripts/bench sources this file and sets the variables
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# A turn of chess beside fastchess, with engines that answer at once; and the same games of real engines.

uci_plies=207 # of each game of instant_uci

need_fastchess() {
	fastchess=${FASTCHESS-$(command -v fastchess || true)}
	[ -x "$fastchess" ] || give_up "fastchess is not in PATH, and FASTCHESS does not name it"
}

# uci_cost GAMES COMMAND...: us of wall and of CPU (with the engines) a turn, as the difference of 100 games and so many more. Both
# have a fixed cost: fastchess waits for a second.
uci_cost() {
	local games=$1 few many
	shift
	few=$("$bench/cost" 1 "${@//GAMES/100}")
	rm -rf record config.json
	many=$("$bench/cost" 1 "${@//GAMES/$((100 + games))}")
	rm -rf record config.json
	echo "$few $many" | awk -v turns=$((games * uci_plies)) '{ print ($5 - $1) / turns, ($7 - $3) / turns }'
}

# uci_rows TITLE CORES AT_ONCE INFOS GAMES WALL CPU [OPTION]...
uci_rows() {
	local title=$1 cores=$2 at_once=$3 infos=$4 games=$5 wall=$6 cpu=$7 i
	need_fastchess
	need_program instant_uci
	shift 7
	local theirs=(taskset -c "$cores" "$fastchess" -engine "cmd=$bench/instant_uci" "args=$infos" name=a -engine
		"cmd=$bench/instant_uci" "args=$infos" name=b -each nodes=1 -rounds GAMES -games 1 -concurrency "$at_once"
		-force-concurrency)
	local ours=(taskset -c "$cores" "$ringside" run uci "$bench/instant_uci $infos" "$bench/instant_uci $infos" --games GAMES
		--turn-time 0 --concurrency "$at_once" "$@")
	for ((i = 0; i < rounds; i++)); do
		uci_cost "$games" "${theirs[@]}" >>theirs
		uci_cost "$games" "${ours[@]}" >>ours
	done
	row "us a turn beside fastchess, $title" %.1f "$(cut -d ' ' -f 1 theirs | median)" "$(cut -d ' ' -f 1 ours | median)" "$wall"
	row "us of CPU a turn, $title" %.1f "$(cut -d ' ' -f 2 theirs | median)" "$(cut -d ' ' -f 2 ours | median)" "$cpu"
}

# The moves and values of games in PGN, without times, and the tags that say who won.
uci_games() {
	sed -E '/^\[(White|Black|Result|FEN|PlyCount|Termination|TimeControl) /!{/^\[/d}; s/ [0-9.]+s([,}])/\1/g' "$1" | tr -s ' \n' ' ' |
		sed 's/\[White /\n&/g'
}

uci_same() {
	local i fen games=$1
	need_fastchess
	for i in stockfish fairy-stockfish; do
		[ -x "/usr/games/$i" ] || give_up "$i is not installed (scripts/setup --ci)"
	done
	for ((i = 0; i < games / 2; i++)); do # the openings: positions of Chess960 without castling
		fen=$("$ringside" rules uci --chess960 --position $((i * 9 % 960)) | sed -n 's/^fen: \([^ ]*\) .*/\1/p')
		echo "$fen w - - 0 1"
	done >book.epd
	"$fastchess" -engine cmd=/usr/games/stockfish name=a nodes=500 -engine cmd=/usr/games/fairy-stockfish name=b nodes=2000 \
		-each option.Hash=16 -openings file=book.epd format=epd -rounds $((games / 2)) -repeat -pgnout file=theirs.pgn >log 2>&1
	"$ringside" run uci /usr/games/stockfish /usr/games/fairy-stockfish --name1 a --name2 b --turn-time 0 --seat-option 1:nodes=500 \
		--seat-option 2:nodes=2000 --seat-option 1:option=Hash=16 --seat-option 2:option=Hash=16 --openings book.epd \
		--pgn ours.pgn >log 2>&1
	row "games as fastchess plays them, with values and ends" %.0f "$games" \
		"$(comm -12 <(uci_games theirs.pgn | sort) <(uci_games ours.pgn | sort) | grep -c White)" "all"
}

measure "us a turn beside fastchess, one core" uci_rows "one core" "$judge" 1 0 400 "<= 0.8" "<= 0.6"
measure "us a turn beside fastchess, two at once" uci_rows "two at once" "$judge${other:+,$other}" 2 0 800 "<= 0.8" "<= 0.6"
measure "us a turn beside fastchess, 200 lines a move" uci_rows "200 lines a move" "$judge" 1 200 20 "<= 1.0" "<= 1.0"
measure "us a turn beside fastchess, recorded" uci_rows "recorded" "$judge" 1 0 400 "<= 1.5" "<= 1.5" --record record/
measure "us a turn beside fastchess, 200 lines, recorded" uci_rows "200 lines a move, recorded" "$judge" 1 200 20 "<= 1.5" "<= 1.5" \
	--record record/
measure "games as fastchess plays them" uci_same 20
