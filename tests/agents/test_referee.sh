#!/usr/bin/env bash
# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# test_referee.sh - referees and players that behave well or not, as TAP: each must get the right verdict.
#
# RINGSIDE is the path of the program, AGENTS the folder of the agents, `srcdir` the source.  Referees and players are shell scripts in the rows.
set -uo pipefail

number=0 failed=0
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

result() {
	number=$((number + 1))
	if "${@:2}"; then
		echo "ok $number - $1"
	else
		printf 'not ok %d - %s\n# %s\n' "$number" "$1" "$line"
		failed=1
	fi
}

# has WORDS...: has the line all of them?
has() {
	local words
	for words; do
		[[ $line == *"$words"* ]] || return 1
	done
}

# verdict TITLE WINNER REASON BLAME REFEREE PLAYER1 PLAYER2 [OPTION]...
verdict() {
	line=$("$RINGSIDE" run referee --json --no-keep --seed 1 --turn-time 60s "${@:8}" --referee "sh -c '$5'" "sh -c '$6'" "sh -c '$7'" 2>&1)
	result "$1" has "\"winner\":$2," "\"reason\":\"$3\"" "\"blame\":$4"
}

# A referee that asks player 1 once, or both, and then says what follows.
one='read s; echo "> 1 go"; echo "ask 1"; read a; read d;'
both='read s; echo "> 1 go"; echo "> 2 go"; echo "ask 1 2"; read a; read b; read c; read d;'
echoes='while read l; do echo $l; done' leaves='read l; exit 0' hangs='exec sleep 1000'

echo 1..35
verdict 'a referee names the winner' 2 win null "$one echo \"win 2\"" "$echoes" "$echoes"
verdict 'a referee is told what was answered' 1 win null "$one [ \"\$a\" = \"< 1 go\" ] && [ \"\$d\" = \"done 1\" ] && echo \"win 1\"" "$echoes" "$echoes"
verdict 'an illegal answer loses' 2 illegal 1 "$one echo \"illegal 1 no\"" "$echoes" "$echoes"
verdict 'silence loses' 2 timeout 1 "$one" "$hangs" "$echoes" --turn-time 100ms
verdict 'a player that leaves loses' 2 exit 1 "$one" "$leaves" "$echoes"
verdict 'a player that crashes loses' 2 crash 1 "$one" 'read l; kill -SEGV $$' "$echoes"
verdict 'two that leave draw' 0 exit null "$both" "$leaves" "$leaves"
verdict 'of two the one that leaves loses' 1 exit 2 "$both" "$echoes" "$leaves"
verdict 'a line that nobody asked for loses with --strict' 2 protocol 1 "$one" 'echo a; exec cat' "$echoes" --strict
verdict 'a referee that leaves blames nobody' null game null 'read s' "$echoes" "$echoes"
verdict 'a referee that crashes blames nobody' null game null 'read s; kill -SEGV $$' "$echoes" "$echoes"
verdict 'a referee that hangs blames nobody' null game null 'exec sleep 1000' "$echoes" "$echoes" --hang-time 100ms
verdict 'a referee with a strange word blames nobody' null game null 'read s; echo hello; exec cat' "$echoes" "$echoes"
verdict 'a referee that accuses without an answer blames nobody' null game null 'read s; echo "illegal 1 no"; exec cat' "$echoes" "$echoes"
verdict 'a referee that floods blames nobody' null game null 'read s; exec yes "# remark"' "$echoes" "$echoes" --hang-time 300ms --max-chatter 10k

line=$("$RINGSIDE" run referee --json --seed 1 --turn-time 60s sample:tictactoe-player sample:tictactoe-player 2>&1)
result 'the sample of tic-tac-toe plays to its end' grep -qE '"reason":"(win|draw)"' <<<"$line"
line=$("$RINGSIDE" run referee --seed 1 --no-keep --turn-time 60s "cat" "cat" 2>&1)
result 'it says which game that is without --referee' has 'the game is sample:tictactoe; --referee COMMAND plays another'
line=$("$RINGSIDE" run referee --json --seed 1 --turn-time 60s --told size=6 --referee sample:tron sample:tron-player sample:tron-player 2>&1)
result 'the sample of tron plays to its end' grep -qE '"reason":"(win|draw)"' <<<"$line"

# A referee that fails in its first try, and one that always does.
cat >"$folder/flaky" <<'END'
read -r s
s=${s#*seed=}
[ "${s%% *}" -gt 1000 ] || exit 0
echo '> 1 go'
echo 'ask 1'
read a
read d
echo 'win 1'
END
echo "$one exit 0" >"$folder/failing"
echo "$echoes" >"$folder/a"
cp "$folder/a" "$folder/b"

# many COMMAND REFEREE [OPTION]...: plays games of `a` and `b`, whose results are in $folder/results
many() {
	rm -f "$folder/results"
	line=$("$RINGSIDE" "$1" referee --seed 1 --turn-time 60s --results "$folder/results" --referee "sh $folder/$2" "${@:3}" "sh $folder/a" "sh $folder/b" 2>&1)
}

# counts N PATTERN: so many lines of the results have it.
counts() {
	line=$(cat "$folder/results")
	[ "$(grep -cE "$2" "$folder/results")" -eq "$1" ]
}

many run flaky --games 3 --record "$folder/games/"
result 'a void game is played again' counts 3 '"reason":"win".*"again":true'
result 'both tries of a void game are kept' test -e "$folder/games/000/game-000002-void.ringside" -a -e "$folder/games/000/game-000002.ringside"
many run flaky --games 3 --no-keep --concurrency 2
result 'so it is at several tables' counts 3 '"reason":"win".*"again":true'
many tournament flaky --no-sandbox --games 2 --no-keep
result 'so it is in a tournament' counts 2 '"reason":"win".*"again":true'
many tournament failing --no-sandbox --games 2 --no-keep
result 'a second void stands' counts 2 '"winner":null.*"reason":"game".*"again":true'
many run failing --games 3 --until 'seat == 1 && channel == output'
result 'what was waited for counts in a void game, too' counts 1 '"reason":"game".*"until":'
many tournament failing --no-sandbox --games 2 --no-keep
line=$("$RINGSIDE" tally "$folder/results" --json --csv "$folder/csv" --html "$folder/html" && cat "$folder/csv" "$folder/html")
result 'tables count void games' has '"void":2,' '"void":2,"free"' ',2,2,0,0' '>void<'

line=$("$RINGSIDE" run lmc2 --game-program "'$AGENTS/game_program' leave" --games 2 --no-keep --seed 1 --json sample:random sample:random 2>/dev/null | grep -c '"reason":"game".*"again":true')
result 'so it is with a game program of lmc2' [ "$line" = 2 ]
line=$("$RINGSIDE" check referee --only question --told size=5 --referee "sh -c 'read s; [ \"\${s#*size=}\" = 5 ] && echo \"> 1 go\" && echo \"ask 1\"; exec cat >/dev/null'" 2>&1)
result 'check tells a referee the words for it' has 'passed'

# An auction: it calls the wrong one of two answers illegal, says nothing of the right one, and leaves.
cat >"$folder/auction" <<'END'
read -r s
echo 'game auction late=told'
for coins in 2 1; do
	for k in 1 2; do
		echo "legal $k $coins"
		echo "> $k $coins"
	done
	echo 'ask 1 2'
	wrong=
	for k in 1 2; do
		read -r answer
		case $answer in
		"< $k $coins") read -r d ;;
		"late $k") echo "move $k none" ;;
		*) read -r d; wrong="$wrong $k" ;;
		esac
	done
	for k in $wrong; do echo "illegal $k no coins"; done
	[ -z "$wrong" ] || exit 0
done
echo 'draw all is sold'
while read -r s; do :; done
END
line=$("$RINGSIDE" check referee --only cut-answer,repeated-answer,nonsense,late-told --referee "sh $folder/auction" 2>&1)
result 'check lets a referee leave after one of two illegal answers' has '6 passed'
line=$("$RINGSIDE" check referee --only late-told,gone-told --referee sample:tictactoe 2>&1)
result 'check says what a referee need not do' has 'need not do this: "ask 1" came, and no late=told in' 'came, and no gone=told in'
verdict 'a referee may move for a player that is late' 0 draw null "read s; echo \"game x late=told\"; echo \"> 1 go\"; echo \"ask 1\"; read l; echo \"move 1 none\"; echo \"draw\"; exec cat" "$hangs" "$echoes" --turn-time 100ms
verdict 'it may not call that illegal' null game null "read s; echo \"game x late=told\"; echo \"> 1 go\"; echo \"ask 1\"; read l; echo \"illegal 1 none\"; exec cat" "$hangs" "$echoes" --turn-time 100ms
# Two cells, the second one in colours; and a third one, which is not there.
cells() {
	line=$("$RINGSIDE" check referee --only cells --referee "sh -c 'read s; printf \"| . \\033[1;31mX\\033[0m\\n\"; echo \"legal 1 cell=1,$1 a\"; echo \"> 1 go\"; echo \"ask 1\"; exec cat >/dev/null'" 2>&1)
}
cells 2
result 'check finds the cells of legal moves' has '2 passed'
cells 3
result 'check warns of a cell that is not on the board' has '1 warned' 'cell= is not on the board'

line=$("$RINGSIDE" run referee sample:tron-player sample:tron-player --seed 1 2>&1)
result 'a bundled player brings its game' has 'hit a wall'

# The manual has the referee of tic-tac-toe, whole, as it is in the samples behind its description.
sed -n '/^    CELLS = /,/^    say("draw/p' "$srcdir/src/manual/referee.md" | sed 's/^    //' >"$folder/manual"
sed -n '/^CELLS = /,$p' "$srcdir/src/samples/referee-tictactoe.py" >"$folder/sample"
line=$(diff "$folder/manual" "$folder/sample")
result 'the manual has the sample as it is' [ -z "$line" ]
exit "$failed"
