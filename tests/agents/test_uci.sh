#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_uci.sh - engines of uci that behave well or not, as TAP: each must get the right verdict.
#
# RINGSIDE is the path of the program.  The engine is a shell script: what it does at go is in the row.
set -uo pipefail

number=0 failed=0

result() {
	number=$((number + 1))
	if "${@:2}"; then
		echo "ok $number - $1"
	else
		printf 'not ok %d - %s\n# %s\n' "$number" "$1" "$line"
		failed=1
	fi
}

# verdict TITLE WINNER REASON GO [OPTION]...: an engine that does GO when it is asked plays white.
verdict() {
	local engine='while read -r l; do case $l in uci) echo "id name test"; echo uciok;; isready) echo readyok;; quit) exit;; go*) '"$4"';; esac; done'
	line=$("$RINGSIDE" run uci --json --seed 1 --turn-time 60s "${@:5}" "sh -c '$engine'" sample:random)
	result "$1" grep -qE "\"winner\":$2,.*\"reason\":\"$3\"|\"reason\":\"$3\".*\"winner\":$2," <<<"$line"
}

# told TITLE REASON DETAIL [STAGE=DOING]... [OPTION]...: an engine that does DOING at a stage (uci, ready, new, go, stop, quit) gets this reason,
# with these words in its detail, as white and as black.  M is a legal move of its side, X is none, P is a pawn's last step.
told() {
	local -A at=([uci]='echo uciok' [ready]='echo readyok' [new]=: [go]='echo bestmove M' [stop]=: [quit]=exit)
	local options=() seat engine winner lines=() files=()
	for word in "${@:4}"; do
		case $word in
		uci=* | ready=* | new=* | go=* | stop=* | quit=*) at[${word%%=*}]=${word#*=} ;;
		*) options+=("$word") ;;
		esac
	done
	for seat in 1 2; do
		local words=(e2e4 e2e5 a7a8 w)
		[ $seat = 1 ] || words=(e7e5 e7e4 h2h1 b)
		engine='while read -r l; do case $l in uci) '${at[uci]}';; isready) '${at[ready]}';; ucinewgame) '${at[new]}';; go*) '${at[go]}';; stop) '${at[stop]}';; quit) '${at[quit]}';; esac; done'
		engine=${engine//bestmove M/bestmove ${words[0]}}
		engine=${engine//bestmove X/bestmove ${words[1]}}
		engine=${engine//bestmove P/bestmove ${words[2]}}
		local players=("sh -c '$engine'" sample:random)
		[ $seat = 1 ] || players=(sample:random "sh -c '$engine'")
		"$RINGSIDE" run uci --json --seed 1 --turn-time 60s --turn-time$seat 400ms "${options[@]//SIDE/${words[3]}}" "${players[@]}" >"$folder/$seat" 2>&1 &
	done
	wait
	line=
	for seat in 1 2; do
		for word in "\"winner\":$((3 - seat))," "\"reason\":\"$2\"" "\"blame\":$seat," "$3"; do
			grep -qF -e "$word" "$folder/$seat" || line="$line no $word: $(cat "$folder/$seat")"
		done
	done
	result "$1" [ -z "$line" ]
}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# legal N: two bundled engines play games without a fault; their board is their own, and the judge has another one.
legal() {
	line=$("$RINGSIDE" run uci --json --seed 7 --games "$1" "${@:2}")
	[ "$(wc -l <<<"$line")" -eq "$1" ] && ! grep -qE '"blame":[12]' <<<"$line"
}

echo 1..36
verdict 'an illegal move loses' 2 illegal 'echo bestmove e2e5'
verdict 'a word that is no move loses' 2 protocol 'echo bestmove 0000'
verdict 'silence loses' 2 timeout ':' --turn-time 100ms --tolerance 0
verdict 'an engine that leaves loses' 2 exit 'exit 0'
verdict 'a crash loses' 2 crash 'kill -SEGV $$'
verdict 'a second bestmove loses with --strict' 2 protocol 'echo bestmove e2e4; echo bestmove e2e4; read -r l; read -r l; echo bestmove d2d4' --strict
verdict 'an engine mates' 1 mate 'echo bestmove d1h5' --opening 'e4 g5 d4 f6'
legal 6 sample:random sample:random && line=
result 'games of random moves need no referee' [ -z "$line" ]
legal 2 sample:searcher sample:random --turn-time 30ms --tolerance 10s && line=
result 'nor do games of the searcher' [ -z "$line" ]
told 'says nothing to uci' start 'did not say uciok within 0.200 s of uci' uci=: --start-time 200ms
told 'says nothing to isready' start 'did not say readyok within 0.200 s of isready' ready=: --start-time 200ms
told 'crashes at uci' start 'was ended by SIGSEGV before it was ready' 'uci=kill -SEGV $$'
told 'crashes at isready' start 'was ended by SIGSEGV before it was ready' 'ready=kill -SEGV $$'
told 'crashes at ucinewgame' start 'exited with status 3 before it was ready' 'new=exit 3'
told 'crashes at go' crash 'was ended by SIGSEGV in the middle of the match' 'go=kill -SEGV $$'
told 'is silent at go' timeout '; it then answered isready, and not stop, within 0.500 s' go=:
told 'is deaf at go' timeout '; it then answered neither stop nor isready within 0.500 s' 'go=sleep 60'
told 'is late' timeout 's later' go=: 'stop=echo bestmove M'
told 'is late with an illegal move' timeout 's later' go=: 'stop=echo bestmove X'
told 'is late, and crashes' timeout '; then it exited with status 3' go=: 'stop=exit 3'
told 'floods' timeout 'made no bestmove within the limit of 0.400 s for a turn' 'go=while :; do echo info string x; done'
told 'says two moves' protocol 'broke the protocol: a bestmove that no go asked for' 'go=echo bestmove M; echo bestmove M; sleep 1' --strict
told 'says a move before go' protocol 'broke the protocol: a bestmove that no go asked for' 'ready=echo bestmove M; echo readyok; echo bestmove M' --strict
told 'says no move' protocol 'bestmove \"(none)\", which is no move' 'go=echo "bestmove (none)"'
told 'says the null move' protocol 'bestmove \"0000\", which is no move' 'go=echo bestmove 0000'
told 'forgets what a pawn becomes' illegal 'which is not legal in' 'go=echo bestmove P' --opening '8/P6k/8/8/8/8/K6p/8 SIDE - - 0 1'
told 'makes a king of a pawn' illegal 'which is not legal in' 'go=echo bestmove Pk' --opening '8/P6k/8/8/8/8/K6p/8 SIDE - - 0 1'
told 'says an illegal move' illegal 'which is not legal in' 'go=echo bestmove X'
told 'says garbage' timeout 'made no bestmove' 'go=printf "\\001\\377 %%s garbage\n"'
told 'ends its lines with CR' illegal 'which is not legal in' 'uci=printf "uciok\r"' 'ready=printf "readyok\r"' 'go=printf "bestmove X\r"'
told 'does not end its line' timeout 'made no bestmove' 'go=printf "bestmove M"' ready='[ "$n" ] || echo readyok; n=1'
told 'closes its output' exit 'closed its output' 'go=exec >&-; sleep 60'
told 'does not leave at quit' illegal 'which is not legal in' 'go=echo bestmove X' 'quit=trap "" TERM; sleep 60'
told 'fails its copy protection' start 'its copy protection has failed' 'uci=echo uciok; echo copyprotection error'
told 'is not registered, and plays' illegal 'which is not legal in' 'uci=echo uciok; echo registration error' 'go=echo bestmove X'
told 'ends an infinite search by itself' protocol 'broke the protocol: a bestmove of an infinite search before stop' --strict --seat-option 1:infinite=300ms --seat-option 2:infinite=300ms
exit "$failed"
