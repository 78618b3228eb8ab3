/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* script.c - scripts: a queue of command lines, the state of the match in their words, and the commands that
 * only they need: `source`, `echo`, `expect`.
 *
 * `expect move` lets the next move be played. What it expects of that is a line of its own, which the script
 * runs when the match stands again: `expect moved`.  */
#include "ringside/script.h"

#include "commands.h"
#include "ringside/bytes.h"
#include "ringside/match_file.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include "ringside/value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How deep files may source one another.  */
enum { DEPTH_MAX = 16 };

struct script_line {
	struct script_line *next;
	char *name;            /* the file's, or "-x 2" */
	struct location place; /* of the text in the file; of -x none is known */
	char *text;
	bool may_fail;
	int depth; /* of nested source commands */
};

struct script {
	struct script_line *first, **end; /* not yet run */
	struct script_line *last;         /* the one that runs or ran last; NULL: none */
	int given;                        /* by -x */
	int depth;                        /* of the running line; 0: none runs */
	bool failed, steered;
	bool begun; /* the last line began something that has not ended yet */
};

/* Commands that let the match run, or hold it.  */
static const char *const steering[] = {"continue", "freeze", "next", "pause", "step"};

static void line_free(struct script_line *line)
{
	if (!line)
		return;
	free(line->name);
	free(line->text);
	free(line);
}

/* One line of a script, which begins at `place`; NULL: it is blank or a comment.  Takes over `name`.  */
static struct script_line *line_new(char *name, struct location place, const char *text, size_t size,
				    int depth)
{
	const char *begin = text;
	struct script_line *line;
	bool may_fail;

	while (size && strchr(" \t\r", text[size - 1]))
		size--;
	for (; size && strchr(" \t", *text); size--)
		text++;
	may_fail = size && *text == '-';
	if (may_fail) {
		text++;
		size--;
	}
	if (!size || *text == '#') {
		free(name);
		return NULL;
	}
	line = bytes_new(sizeof(*line));
	*line = (struct script_line){.name = name,
				     .place = place.line ? location_behind(place, begin, text) : place,
				     .text = bytes_copy(text, size),
				     .may_fail = may_fail,
				     .depth = depth};
	return line;
}

/* Appends a line; *end is where the next one goes.  */
static void append(struct script_line ***end, struct script_line *line)
{
	if (!line)
		return;
	**end = line;
	*end = &line->next;
}

/* Reads a file into a list of lines.  NULL, or why not.  */
static char *read_lines(const char *path, int depth, struct script_line **first, struct script_line ***end)
{
	static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark, which some editors write */
	FREED_BY(bytes_free) struct bytes text = {0};
	char *problem = text_file_read_plain(path, TEXT_FILE_MAX, &text);
	const char *at = text.at ? text.at : "", *stop = at + text.size;
	struct location place = {1, 1};

	*first = NULL;
	*end = first;
	if (!problem && text.size >= strlen(mark) && memcmp(at, mark, strlen(mark)) == 0)
		at += strlen(mark);
	for (; !problem && at < stop; place.line++) {
		const char *line_end = memchr(at, '\n', (size_t)(stop - at));
		size_t size = (size_t)((line_end ? line_end : stop) - at);

		append(end, line_new(bytes_text("%s", path), place, at, size, depth));
		at += size + (line_end != NULL);
	}
	return problem;
}

/* Puts a list of lines before those that are left.  */
static void prepend(struct script *script, struct script_line *first, struct script_line **end)
{
	*end = script->first;
	if (!script->first)
		script->end = end;
	script->first = first;
}

/* Adds a line before all lines that are left, in the name of the line that runs: it runs when the match
 * stands again, and may fail if that one may.  */
static void script_then(struct script *script, const char *text)
{
	bool is_mine = script_is_running(script);
	char *name = bytes_text("%s", is_mine ? script->last->name : "expect");
	struct location place = {0};
	struct script_line *line;

	if (is_mine)
		place.line = script->last->place.line;
	place.column = place.line ? 1 : 0;
	line = line_new(name, place, text, strlen(text), script->depth);
	line->may_fail = is_mine && script->last->may_fail;
	prepend(script, line, &line->next);
}

void script_take_due(struct script *script, struct breakpoints *breakpoints)
{
	struct script_line *first = NULL, **end = &first;
	int number;
	char *line;

	while (breakpoints_due(breakpoints, &number, &line)) {
		append(&end, line_new(bytes_text("breakpoint %d", number), (struct location){0}, line,
				      strlen(line), 1));
		free(line);
	}
	if (first)
		prepend(script, first, end);
}

static bool is_steering(const char *text)
{
	FREED char *name = bytes_copy(text, strcspn(text, " \t"));
	const struct command *command = command_named(name);
	bool is = false;

	for (size_t i = 0; command && i < sizeof(steering) / sizeof(steering[0]); i++)
		is = is || strcmp(command->name, steering[i]) == 0;
	return is;
}

/* Adds the place of a byte of the line to its problem, and ends the script unless the line may fail.  The
 * caller frees.  */
static char *fail_line(struct script *script, size_t at, const char *problem)
{
	const struct script_line *line = script->last;
	struct location place = line->place;

	script->failed = !line->may_fail;
	if (script->failed)
		script_drop(script);
	if (place.line)
		place = location_behind(place, line->text, line->text + at);
	/* A caret in the second line points into the first, which must not be shifted.  */
	return location_problem(line->name, place,
				bytes_text("%s%s", strchr(problem, '\n') ? "\n" : "", problem));
}

static void add_held(struct bytes *text, struct session *session)
{
	static const char *const ways[] = {[TO_AGENT] = "to ", [FROM_AGENT] = "from ", [EVENT] = ""};
	const struct setup *setup = &session_match(session)->setup;
	const struct message *message = session_held(session, 0);
	const char *name;
	char *words;

	if (!message)
		return;
	words = script_message_words(setup, message);
	bytes_addf(text, ": %s", ways[message->direction]);
	if (message->seat == SEAT_NONE)
		bytes_add_text(text, "the game program: ");
	else
		bytes_addf(text, "seat %d (%s): ", message->seat,
			   (name = setup->seat[message->seat].name) ? name : "");
	bytes_add_text(text, words);
	free(words);
}

static void add_moves(struct bytes *text, int count)
{
	if (count)
		bytes_addf(text, "after %d move%s", count, count == 1 ? "" : "s");
	else
		bytes_add_text(text, "before the first move");
}

/* The file runs before the next line.  */
static char *source(struct console *console, const char *path)
{
	struct script *script = console->script;
	struct script_line *first, **end;
	char *problem;

	if (!script)
		return bytes_text("no script can be run here");
	if (script->depth >= DEPTH_MAX)
		return bytes_text("%s: scripts are nested %d deep: does one of them source itself?", path,
				  DEPTH_MAX);
	problem = read_lines(path, script->depth + 1, &first, &end);
	if (first)
		prepend(script, first, end);
	return problem;
}

static char *echo(struct console *console, const char *arguments)
{
	return command_answer(console, bytes_text("%s", arguments));
}

static const char blanks[] = " \t";
static const struct option_row within_row =
	OPTION_ROW("within", OPTION_TIME, "TIME", 0, .least = 1, .most = INT64_MAX);

/* What is left of the arguments.  */
struct tokens {
	const char *all, *at;
};

/* ---- words ---- */

static void skip_blanks(struct tokens *words)
{
	words->at += strspn(words->at, blanks);
}

/* Takes the next word if it is this one.  */
static bool take(struct tokens *words, const char *word)
{
	size_t size = strcspn(words->at, blanks);

	if (strlen(word) != size || strncmp(words->at, word, size) != 0)
		return false;
	words->at += size;
	skip_blanks(words);
	return true;
}

/* Takes the next word, whatever it is; "" at the end.  The caller frees.  */
static char *take_word(struct tokens *words)
{
	size_t size = strcspn(words->at, blanks);
	char *word = bytes_copy(words->at, size);

	words->at += size;
	skip_blanks(words);
	return word;
}

/* `move == 41` is a condition, `move in h8` is not.  */
static bool is_compared(const char *arguments, const char *word)
{
	const char *rest = arguments + strlen(word);

	return strncmp(arguments, word, strlen(word)) == 0 && strchr("=!<>~&|", rest[strspn(rest, blanks)]) &&
	       rest[strspn(rest, blanks)];
}

/* ---- conditions on a turn ---- */

/* A turn that was played, as conditions see it.  */
struct played {
	struct session *session;
	const struct turn *turn;
};

static void value_of_turn(void *user, enum condition_field field, struct condition_value *value)
{
	const struct played *played = user;
	const struct turn *turn = played->turn;
	bool unfinished;

	condition_of_turn(session_match(played->session), turn, field, value);
	value->known = value->known &&
		       (field != CONDITION_TEXT_FIELD || !session_hides(played->session, turn->seat));
	if (field != CONDITION_FAULT_FIELD)
		return;
	value->known = true;
	value->number = session_faults_at(played->session, turn->seat, turn->message, &unfinished);
}

static void value_before(void *user, enum condition_field field, struct condition_value *value)
{
	const struct played *played = user;
	const struct match *match = session_match(played->session);

	condition_of_turn(match, condition_turn_before(match, played->turn->seat, played->turn->n - 1), field,
			  value);
	value->known = value->known &&
		       (field != CONDITION_TEXT_FIELD || !session_hides(played->session, played->turn->seat));
}

/* NULL, or which field no turn has.  */
static char *check_fields(const struct condition *condition)
{
	static const enum condition_field of_messages[] = {CONDITION_CHANNEL_FIELD, CONDITION_DIR_FIELD,
							   CONDITION_BYTES_FIELD};

	for (size_t i = 0; i < sizeof(of_messages) / sizeof(of_messages[0]); i++)
		if (condition_uses(condition, of_messages[i]))
			return bytes_text(
				"expect looks at a turn, and only messages have %s: `text` is the move",
				condition_rows[of_messages[i]].name);
	return NULL;
}

/* Parses the rest of the line.  NULL: it is no condition on a turn; then `problem`, pointed at.  */
static struct condition *read_condition(struct console *console, const struct tokens *words, char **problem)
{
	struct condition_mistake mistake = {0};
	struct condition *condition = condition_parse(words->at, &match_file_patterns,
						      breakpoints_variables(console->breakpoints), &mistake);
	char *line;

	if (!condition) {
		line = bytes_text("expect %s", words->all);
		*problem = condition_pointed(
			line, strlen("expect ") + (size_t)(words->at - words->all) + mistake.at,
			mistake.text);
		free(mistake.text);
		free(line);
	} else if (condition_remembers(condition)) {
		*problem = bytes_text(
			"expect looks at one turn: last, count and since belong to break, watch and log");
	} else {
		*problem = check_fields(condition);
	}
	if (condition && *problem) {
		condition_free(condition);
		condition = NULL;
	}
	return condition;
}

/* NULL, or what is instead; or a mistake in the condition, pointed at.  */
static char *check_condition(struct console *console, const struct tokens *words, const struct turn *turn)
{
	struct played played = {console->view->session, turn};
	struct condition_source source = {value_of_turn, &played, value_before};
	char *problem = NULL, *values;
	struct condition *condition = read_condition(console, words, &problem);

	if (!condition)
		return problem;
	if (!turn)
		problem = bytes_text("%s is not so: no move was played yet", condition_text(condition));
	else if (!condition_holds(condition, &source)) {
		values = condition_fields_words(condition, &source, ~0u);
		problem = bytes_text("%s is not so: %s", condition_text(condition),
				     values ? values : "it is false");
		free(values);
	}
	condition_free(condition);
	return problem;
}

/* ---- moves ---- */

static char *turn_words(const struct console *console, const struct turn *turn)
{
	struct session *session = console->view->session;
	char words[32], *time = value_time_text(turn->think_ns), *text;

	board_turn_words(session, console->board(session_match(session)->setup.system), turn, words);
	text = bytes_text("seat %d played %s in %s", turn->seat, *words ? words : "something else", time);
	free(time);
	return text;
}

/* Is the move one of the list, which has | between?  NULL and `found`, or which is no move.  */
static char *find_move(const struct console *console, const char *list, const struct turn *turn, bool *found)
{
	const struct match *match = session_match(console->view->session);
	const struct protocol *protocol = protocol_named(match->setup.system);
	int before = turn ? turn->n - 1 : match->turn_count;
	bool known = turn && turn->played && !session_hides(console->view->session, turn->seat);
	FREED char *played = known ? bytes_text("%s", turn->played) : NULL;
	char *why = NULL, *problem = NULL;
	FREED char *form = played ? protocol->move_form(match, before, played, &why) : NULL;

	*found = false;
	free(why);
	for (size_t size; *list && !problem; list += size + (list[size] == '|')) {
		char *word, *wanted;

		size = strcspn(list, "|");
		word = bytes_copy(list, size);
		wanted = protocol->move_form(match, before, word, &why);
		if (!wanted) {
			problem = bytes_text("\"%s\" is %s", word, why);
			free(why);
		}
		*found = *found || (wanted && strcmp(wanted, form ? form : played ? played : "") == 0);
		free(wanted);
		free(word);
	}
	return problem;
}

/* Reads "in h8|j7 within 2s CONDITION", and compares it with the turn; NULL: it only reads.  */
static char *check_turn(struct console *console, struct tokens *words, const struct turn *turn)
{
	FREED char *list = NULL;
	FREED char *word = NULL;
	char *what, *problem = NULL;
	int64_t within = 0;
	bool found = true;

	if (take(words, "in")) {
		list = take_word(words);
		problem = *list ? find_move(console, list, turn, &found)
				: bytes_text("expected moves after in, such as h8|j7");
	}
	if (!problem && take(words, "within")) {
		word = take_word(words);
		if (!option_value(&within_row, word, &within))
			problem = bytes_text("expected a time after within, such as 500ms, not \"%s\"", word);
	}
	if (!problem && turn && !found) {
		what = turn_words(console, turn);
		problem = bytes_text("move %d is not %s: %s", turn->n, list, what);
		free(what);
	} else if (!problem && turn && within && turn->think_ns > within) {
		what = turn_words(console, turn);
		problem = bytes_text("move %d did not come within %s: %s", turn->n, word, what);
		free(what);
	}
	if (!problem && *words->at && turn)
		problem = check_condition(console, words, turn);
	else if (!problem && *words->at)
		condition_free(read_condition(console, words, &problem));
	return problem;
}

static char *move_was(struct console *console, struct tokens *words)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	FREED char *number = take_word(words);
	char *problem, *stands, *what;
	const struct turn *turn;
	int n;

	problem = command_count(number, match->turn_count ? match->turn_count : 1, &n);
	if (problem)
		return problem;
	turn = match_turn(match, n);
	problem = check_turn(console, words, turn);
	if (!problem && !turn) {
		stands = script_stand_words(session);
		problem = bytes_text("move %d was not played: the match is %s", n, stands);
		free(stands);
	}
	if (problem)
		return problem;
	console->answers = true;
	what = turn_words(console, turn);
	stands = bytes_text("as expected: move %d: %s", n, what);
	free(what);
	return stands;
}

/* Lets the next move be played.  What is wrong with the line itself is told before that.  */
static char *move_comes(struct console *console, struct tokens *words)
{
	struct tokens rest = *words;
	size_t digits = strspn(rest.at, "0123456789");
	char *problem = NULL, *line;
	int next = session_match(console->view->session)->turn_count + 1;

	if (!console->script)
		problem = bytes_text("no script can be run here");
	else if (digits && (!rest.at[digits] || strchr(blanks, rest.at[digits])))
		problem = bytes_text("the next move has no number: `expect moved %.*s` is about a move that "
				     "was played",
				     (int)digits, rest.at);
	else
		problem = check_turn(console, words, NULL);
	if (!problem && !view_is_live(console->view))
		problem = bytes_text("an earlier position is shown: `goto live` returns to the match");
	if (!problem)
		problem = command_request(console, (struct request){.kind = REQUEST_NEXT, .count = 1});
	if (problem)
		return problem;
	line = bytes_text("expect moved %d %s", next, rest.at);
	script_then(console->script, line);
	free(line);
	return NULL;
}

/* ---- the verdict ---- */

/* NULL, or that no match of this system ends so.  */
static char *check_reason(const struct protocol *protocol, const char *word)
{
	struct nearest nearest = nearest_to(word, strlen(word));
	const struct reason_row *row;
	char *meant, *problem;

	for (row = protocol->texts->reasons; row && row->reason; row++) {
		if (strcmp(row->reason, word) == 0)
			return NULL;
		if (!strchr(row->reason, ' '))
			nearest_try(&nearest, row->reason);
	}
	for (const struct reason *shared = shared_reasons; shared->word; shared++) {
		if (strcmp(shared->word, word) == 0)
			return NULL;
		nearest_try(&nearest, shared->word);
	}
	meant = nearest_question(&nearest);
	problem = bytes_text("no match of %s ends with \"%s\"%s", protocol->name, word, meant);
	free(meant);
	return problem;
}

/* Reads "1", "2", "draw" or "none".  */
static bool read_winner(const char *word, int *winner)
{
	static const struct {
		const char *word;
		int winner;
	} winners[] = {{"1", SEAT_1}, {"2", SEAT_2}, {"draw", WINNER_DRAW}, {"none", WINNER_NONE}};

	for (size_t i = 0; i < sizeof(winners) / sizeof(winners[0]); i++)
		if (strcmp(winners[i].word, word) == 0) {
			*winner = winners[i].winner;
			return true;
		}
	return false;
}

static char *verdict_is(struct console *console, struct tokens *words)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	FREED char *wanted = bytes_text("%s", words->at);
	FREED char *reason = NULL;
	FREED char *who = NULL;
	char *problem = NULL, *is;
	bool has_winner = false;
	int winner = WINNER_NONE;

	if (!take(words, "winner") && *words->at) {
		reason = take_word(words);
		problem = check_reason(protocol_named(match->setup.system), reason);
		has_winner = !problem && take(words, "winner");
	} else {
		has_winner = *wanted;
	}
	if (!problem && has_winner) {
		who = take_word(words);
		if (!read_winner(who, &winner))
			problem = bytes_text("expected 1, 2, draw or none after winner, not \"%s\"", who);
	}
	if (!problem && *words->at)
		problem = bytes_text("expected nothing more, not \"%s\"", words->at);
	is = match->over ? verdict_line(&match->verdict) : script_stand_words(session);
	if (!problem && (!match->over || (reason && strcmp(match->verdict.reason, reason) != 0) ||
			 (has_winner && match->verdict.winner != winner)))
		problem = bytes_text("the verdict is not%s%s: the match is %s%s", *wanted ? " " : " there",
				     wanted, match->over ? "over: " : "", is);
	console->answers = !problem;
	if (!problem)
		problem = bytes_text("as expected: %s", is);
	free(is);
	return problem;
}

/* ---- the command ---- */

static char *expect(struct console *console, const char *arguments)
{
	struct tokens words = {arguments, arguments};
	char *problem;

	skip_blanks(&words);
	if (!*words.at)
		return bytes_text(
			"what is expected? Such as `expect move in h8|j7 within 2s`, `expect verdict "
			"five` or `expect rss < 50MB`");
	if (take(&words, "moved"))
		return move_was(console, &words);
	if (take(&words, "verdict"))
		return verdict_is(console, &words);
	if (!is_compared(words.at, "move") && take(&words, "move"))
		return move_comes(console, &words);
	problem =
		check_condition(console, &words,
				match_turn(session_match(console->view->session), view_turns(console->view)));
	return problem ? problem : command_answer(console, bytes_text("as expected: %s", arguments));
}

static const char *const expect_words[] = {"move", "moved", "verdict", NULL};

struct script *script_new(void)
{
	struct script *script = bytes_new(sizeof(*script));

	script->end = &script->first;
	return script;
}

void script_add_line(struct script *script, const char *line)
{
	append(&script->end,
	       line_new(bytes_text("-x %d", ++script->given), (struct location){0}, line, strlen(line), 1));
}

char *script_add_file(struct script *script, const char *path)
{
	struct script_line *first, **end;
	char *problem = read_lines(path, 1, &first, &end);

	if (!first)
		return problem;
	*script->end = first;
	script->end = end;
	return problem;
}

bool script_is_done(const struct script *script)
{
	return !script->first;
}

char *script_next(const struct script *script)
{
	const struct script_line *line = script->first;

	return line->place.line ? bytes_text("%s:%d", line->name, line->place.line)
				: bytes_text("%s", line->name);
}

void script_drop(struct script *script)
{
	struct script_line *next;

	for (struct script_line *line = script->first; line; line = next) {
		next = line->next;
		line_free(line);
	}
	script->first = NULL;
	script->end = &script->first;
}

bool script_waits(const struct session *session)
{
	enum judge_state state = session_state(session);

	if (session_is_branching(session) || session_awaits_gdb(session) || session_next_follows(session) ||
	    session_awaits_go_between(session))
		return true;
	if (!session_is_live(session))
		return state == JUDGE_STEPPING || state == JUDGE_ANSWERING; /* a tap steps */
	if (state == JUDGE_PAUSED || state == JUDGE_OVER)
		return false;
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_waits_for(session, s))
			return false;
	return true;
}

char *script_run(struct script *script, struct console *console, bool *answer)
{
	struct session *session = console->view->session;
	struct script_line *line = script->first;
	char *output, *placed;
	bool attaches;

	script->first = line->next;
	if (!script->first)
		script->end = &script->first;
	line_free(script->last);
	script->last = line;
	script->failed = false;
	script->depth = line->depth;
	output = command_run(console, line->text, NULL, answer);
	script->depth = 0;
	attaches = session_awaits_gdb(session);
	script->begun = session_is_branching(session) || attaches;
	script->steered = is_steering(line->text) || (script_waits(session) && !attaches);
	if (!output || *answer)
		return output;
	placed = fail_line(script, console->mistake_at, output);
	free(output);
	return placed;
}

bool script_is_running(const struct script *script)
{
	return script && script->depth > 0;
}

char *script_add_place(struct script *script, const char *text, bool problem)
{
	bool is_mine = script->begun || script_is_running(script);

	script->begun = false;
	return problem && is_mine ? fail_line(script, 0, text) : bytes_text("%s", text);
}

bool script_failed(const struct script *script)
{
	return script->failed;
}

bool script_steered(const struct script *script)
{
	return script->steered;
}

char *script_message_words(const struct setup *setup, const struct message *message)
{
	const struct protocol *protocol = protocol_named(setup->system);
	char *meaning = NULL;

	if (message->direction == EVENT)
		return event_words(message);
	if (protocol && protocol->texts->meaning)
		meaning = protocol->texts->meaning(setup, message);
	return meaning ? meaning : bytes_escaped(message->bytes, message_text_size(message, protocol));
}

char *script_stand_words(struct session *session)
{
	const struct match *match = session_played(session);
	struct bytes text = {0};

	if (match->over) {
		bytes_add_text(&text, "over ");
		add_moves(&text, match->turn_count);
		bytes_addf(&text, ": %s", match->verdict.detail ? match->verdict.detail : "");
		return text.at;
	}
	if (session_state(session) == JUDGE_PAUSED) {
		bytes_add_text(&text, "stopped ");
		add_moves(&text, match->turn_count);
		if (session_stopped(session, NULL))
			bytes_addf(&text, ": %s", session_stopped(session, NULL));
		else
			add_held(&text, session);
		return text.at;
	}
	bytes_add_text(&text, "waiting ");
	add_moves(&text, match->turn_count);
	for (int s = SEAT_1; s < SEATS; s++)
		if (session_waits_for(session, s))
			bytes_addf(&text, ": seat %d (%s) is to move", s,
				   match->setup.seat[s].name ? match->setup.seat[s].name : "");
	return text.at;
}

char *script_view_words(const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
	const struct turn *turn = match_turn(match, turns);

	struct bytes text = {0};

	bytes_add_text(&text, "viewing ");
	if (session_shown(view->session) >= 0)
		bytes_addf(&text, "branch %d, ", match->branch);
	bytes_addf(&text, "%d of %d", turns, match->turn_count);
	if (turn && turn->played)
		bytes_addf(&text, ": seat %d played %s", turn->seat,
			   session_hides(view->session, turn->seat) ? "hidden" : turn->played);
	return text.at;
}

void script_free(struct script *script)
{
	if (!script)
		return;
	script_drop(script);
	line_free(script->last);
	free(script);
}

const struct command commands_of_scripts[] = {
	{"source", "FILE",
	 "run the commands in FILE, one per line; # begins a comment, - a line that may fail", source, 0,
	 NULL, NULL},
	{"echo", "[TEXT]", "print TEXT", echo, 0, NULL, NULL},
	{"expect", "WHAT",
	 "end the script with exit status 1 unless WHAT is so. move [in MOVE|MOVE] [within TIME] "
	 "[CONDITION]: "
	 "continues, and looks at the next move; moved N and the same: of move N, which was played; verdict "
	 "[REASON] [winner 1|2|draw|none]: of a match that is over; CONDITION: of the last move that is "
	 "shown, "
	 "whose words are `text`",
	 expect, 0, expect_words, NULL},
	{0},
};
