# Copyright: The ringside authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the cases of a document (FILE.cases) as rows of struct spec_case (ringside/spec.h): awk -f cases.awk FILE...
#
# A file has these lines; blanks and tabs at their beginning mean nothing, and # begins a comment.
#
#   let NAME TEXT      from here on {NAME} stands for the text, in any line
#   let NAME           the same of the steps below it: a line that begins with NAME stands for all of them, and {} in them for the
#                      rest of that line
#   case NAME [needs CASE]
#                      a case, which the lines below are about; CASE, which is above, is one without which it cannot be tried
#   from DOCUMENT, HEADING
#   must SENTENCE        a sentence of the document that demands something
#   should SENTENCE      or one that recommends it
#   advice TEXT          what to do when the case fails
#   options NAME=TEXT... options of the system
#   rival COMMAND        a game: the command line of the other player, "itself" if it is the agent's, or nothing if nobody plays
#   both                 a game program sits on both seats
#   and its steps, as spec.h has them

function fail(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what >"/dev/stderr"
	failed = 1
	exit 1
}

function quoted(text) {
	gsub(/[\\"]/, "\\\\&", text)
	return "\"" text "\""
}

# The text with what each {NAME} stands for.
function filled(text, name) {
	while (match(text, /[{][A-Z][A-Z_0-9]*[}]/)) {
		name = substr(text, RSTART + 1, RLENGTH - 2)
		if (!(name in texts))
			fail("{" name "} was not defined")
		text = substr(text, 1, RSTART - 1) texts[name] substr(text, RSTART + RLENGTH)
	}
	return text
}

# The steps that a line stands for, as strings of C.
function steps_of(line, word, rest, one, count, lines, all, at, i) {
	word = line
	sub(/ .*/, "", word)
	if (word in steps) {
		rest = substr(line, length(word) + 2)
		count = split(steps[word], lines, "\n")
		for (i = 1; i < count; i++) {
			one = lines[i]
			if (at = index(one, "{}"))
				one = substr(one, 1, at - 1) rest substr(one, at + 2)
			all = all steps_of(one)
		}
		return all
	}
	if (line !~ /^(>>?|<[?]?) / && line !~ /^(silent|quiet|bytewise|memory|clean|leaves|leaves well|closes|again|within (turn|[0-9]+))$/)
		fail("\"" line "\" is no step, and no line of a case")
	return "\n\t\t" quoted(line) " \"\\n\""
}

function end_case() {
	if (!name)
		return
	if (!source || !sentence || !advice || !done == !game)
		fail("the case " name " lacks a line: it has from, must or should, advice, and either steps or rival")
	printf "\t{%s, %s, %s, %s,\n\t %s,\n\t %s%s%s},\n", quoted(name), should, needs, quoted(source), quoted(sentence),
		quoted(advice), done ? ",\n\t .steps =" done : "", fields
	name = ""
}

{
	sub(/^[ \t]+/, "")
	rest = $0
	sub(/^[^ ]* ?/, "", rest)
}

/^$/ || /^#/ { next }

$1 == "let" || $1 == "case" {
	end_case()
	defined = ""
}

$1 == "let" {
	if ($2 !~ /^[A-Z][A-Z_0-9]*$/ || $2 in texts || $2 in steps)
		fail("expected a new name in capitals behind let")
	if (NF > 2)
		texts[$2] = filled(substr(rest, length($2) + 2))
	else
		steps[defined = $2] = ""
	next
}

$1 == "case" {
	if ($2 in names || (NF != 2 && (NF != 4 || $3 != "needs" || !($4 in names))))
		fail("expected a new name, and perhaps needs and the name of a case above")
	names[name = $2]
	needs = NF == 2 ? "NULL" : quoted($4)
	should = "false"
	source = sentence = advice = done = fields = game = ""
	next
}

defined {
	steps[defined] = steps[defined] filled($0) "\n"
	next
}

!name { fail("expected let or case") }

{ rest = filled(rest) }

$1 == "from" { source = rest; next }
$1 == "must" { sentence = rest; next }
$1 == "should" { sentence = rest; should = "true"; next }
$1 == "advice" { advice = rest; next }
$1 == "options" { fields = fields ", .options = " quoted(rest); next }
$1 == "rival" { fields = fields ", .rival = " quoted(rest); game = 1; next }
$1 == "both" { fields = fields ", .both = true"; next }
{ done = done steps_of(filled($0)) }

END {
	if (failed)
		exit 1
	end_case()
}
