/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_time.c - commands that look at what happened: positions and their marks, reasons, branches, games,
 * the shown position as a case of a suite; `info`.  */
#include "commands.h"
#include "ringside/bytes.h"
#include "ringside/case_text.h"
#include "ringside/command.h"
#include "ringside/diff.h"
#include "ringside/games.h"
#include "ringside/ini.h"
#include "ringside/installed.h"
#include "ringside/message.h"
#include "ringside/mistake.h"
#include "ringside/other_build.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/session.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "ringside/value.h"
#include "ringside/why.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Some 1000 games; the oldest are forgotten then.  */
enum { FILE_MOST = 64 << 10, ID_MOST = 64 };

/* NULL: the match has no id, or one that no ringside gives.  The caller frees.  */
static char *section_of(const struct view *view)
{
	struct match_file *file = session_file(view->session);
	const char *id = file ? match_file_id(file) : NULL;
	size_t size = 0;

	while (id && isalnum((unsigned char)id[size]))
		size++;
	if (!size || id[size] || size > ID_MOST)
		return NULL;
	return bytes_text("%s %d", id, session_match(view->session)->setup.game);
}

static void read_marks(struct bytes *text)
{
	FREED char *path = state_path("marks");

	if (path && access(path, R_OK) == 0)
		free(text_file_read(path, text));
}

/* Forgets the first half, in whole sections.  */
static void shorten(struct bytes *text)
{
	char *half, *next;

	bytes_add(text, "", 1);
	text->size--;
	half = text->at + text->size / 2;
	next = strstr(half, "\n[");
	if (!next) {
		text->size = 0;
		return;
	}
	text->size -= (size_t)(next + 1 - text->at);
	memmove(text->at, next + 1, text->size);
}

/* Keeps the mark of a letter, from 0.  NULL, or why not; the caller frees.  */
static char *marks_keep(const struct view *view, int letter)
{
	const struct bookmark *mark = &view->marks[letter];
	FREED char *section = section_of(view);
	FREED char *path = section ? state_path("marks") : NULL;
	FREED char *value = bytes_text("%d %d", mark->turns, mark->branch);
	char *problem = NULL;
	const char name[] = {(char)('a' + letter), '\0'};
	FREED_BY(bytes_free) struct bytes text = {0};

	if (path) {
		read_marks(&text);
		if (text.size > FILE_MOST)
			shorten(&text);
		ini_put(&text, section, name, value);
		problem = config_file_write(path, &text);
	}
	return problem;
}

static char *go_back(struct console *console, const char *number)
{
	int count, turns = view_turns(console->view);
	char *problem = command_count(number, 0, &count);

	if (!problem && turns == 0)
		problem = bytes_text("this is the beginning of the match");
	if (!problem)
		view_goto(console->view, count < turns ? turns - count : 0);
	return problem;
}

static char *go_forward(struct console *console, const char *number)
{
	int count, turns = view_turns(console->view), all = session_match(console->view->session)->turn_count;
	char *problem = command_count(number, 0, &count);

	if (!problem && console->view->turns == VIEW_LIVE)
		problem =
			session_shown(console->view->session) < 0
				? bytes_text("this is the newest position")
				: bytes_text(
					  "this is the end of the branch: `goto live` returns to the match");
	if (!problem)
		view_goto(console->view, count <= all - turns ? turns + count : INT_MAX);
	return problem;
}

static char *go_live(struct console *console)
{
	char *problem = session_show(console->view->session, -1);

	view_goto(console->view, INT_MAX);
	if (console->follow)
		console->follow(console->user);
	return problem;
}

/* "#41" or "41".  */
static bool read_number(const char *text, int64_t *n)
{
	char *end;

	text += *text == '#';
	*n = strtoll(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && *n > 0;
}

/* The n of the message that people call so.  False: it is held, or there is none, with a problem.  */
static bool find_message(const struct console *console, int64_t number, int64_t *n, char **problem)
{
	struct session *session = console->view->session;
	struct message message;

	if (session_held_at(session, number) >= 0)
		return false;
	*n = session_numbered(session, number);
	if (!*n)
		*problem = bytes_text("there is no message #%" PRId64, number);
	else if (session_hides_from(session) != SEAT_NONE && !command_message(console, number, &message))
		*problem = bytes_text("there is no message #%" PRId64 " that you may see before the end",
				      number);
	return !*problem;
}

static char *go_to_message(struct console *console, const char *number)
{
	int64_t named, n;
	char *problem = NULL;

	if (!read_number(number, &named))
		return bytes_text("expected a message number after #, not \"%s\"", number);
	if (!find_message(console, named, &n, &problem))
		return problem ? problem
			       : bytes_text("message #%" PRId64 " is held: it has not passed yet", named);
	return console->show ? console->show(console->user, n) : view_goto_message(console->view, n);
}

/* The mark of a letter; NULL: it is no letter from a to z.  */
static struct bookmark *mark_of(struct console *console, const char *letter)
{
	bool good = letter[0] >= 'a' && letter[0] < 'a' + VIEW_MARKS && !letter[1];

	return good ? &console->view->marks[letter[0] - 'a'] : NULL;
}

static char *set_mark(struct console *console, const char *letter)
{
	struct bookmark *mark = mark_of(console, letter);
	FREED char *problem = NULL;

	if (!mark)
		return bytes_text("expected a letter from a to z, not \"%s\"", letter);
	*mark = (struct bookmark){.is_set = true,
				  .branch = session_shown(console->view->session),
				  .turns = view_turns(console->view)};
	problem = console->view->keeps_marks ? marks_keep(console->view, letter[0] - 'a') : NULL;
	return problem ? bytes_text("mark %s: move %d; it is not kept: %s", letter, mark->turns, problem)
		       : command_answer(console, bytes_text("mark %s: move %d", letter, mark->turns));
}

static char *go_to_mark(struct console *console, const char *letter)
{
	const struct bookmark *mark = mark_of(console, letter);
	char *problem;

	if (!mark)
		return bytes_text("expected a letter from a to z after ', not \"%s\"", letter);
	if (!mark->is_set)
		return bytes_text("there is no mark %s: `mark %s` sets it", letter, letter);
	problem = session_show(console->view->session, mark->branch);
	if (!problem)
		view_goto(console->view, mark->turns);
	return problem;
}

/* The next move at which another build answers differently, or the one before.  */
static char *go_to_difference(struct console *console, bool back)
{
	const struct other_build *other = console->view->other;
	int n = other ? other_build_next(other, view_turns(console->view), back) : 0;

	if (!other)
		return bytes_text(
			"no other build is shown beside this match: `ringside rerun FILE COMMAND --open` "
			"does that");
	if (!n)
		return bytes_text("no %s move differs%s", back ? "earlier" : "later",
				  !other_build_next(other, view_turns(console->view), !back) ? ""
				  : back ? ": ] goes to the next one that does"
					 : ": [ goes to the one before that does");
	view_goto(console->view, n);
	return NULL;
}

/* With a pace it begins, or goes on with that one.  */
static char *replay(struct console *console, const char *arguments)
{
	char *output = NULL, *problem = NULL;

	if (!console->replay)
		return command_no_screen();
	if (*arguments)
		problem = console->replay_pace(console->user, arguments, &output);
	if (!problem && (!*arguments || !console->view->replaying))
		problem = console->replay(console->user);
	if (problem || !output) {
		free(output);
		return problem;
	}
	return command_answer(console, output);
}

static const char *const replay_words[] = {"faster", "slower", NULL};

static bool find(void *user, const struct why_search *search, struct message *message)
{
	struct session *session = user;
	struct match_file *file = session_file(session);
	struct message_query query = {.seats = search->seats,
				      .channels = search->channels,
				      .directions = search->directions,
				      .last = INT64_MAX};

	if (!file)
		return false;
	if (search->step < 0)
		return match_file_before(file, &query,
					 search->from < INT64_MAX ? search->from + 1 : INT64_MAX, 1,
					 message) == 1;
	return match_file_after(file, &query, search->from - 1, 1, message) == 1;
}

static const struct seat_setup *sitting(void *user, int64_t n, int seat)
{
	return session_sitting(user, n ? n : INT64_MAX, seat, NULL);
}

static const struct message *held(void *user, int i)
{
	return session_held(user, i);
}

static bool pending(void *user, int seat, struct pending_bytes *found)
{
	return session_pending(user, seat, STREAM_STDOUT, found, NULL);
}

/* Only a full name counts: an abbreviation could be any word.  */
static bool knows(void *user UNUSED, const char *name)
{
	const struct command *command = command_named(name);

	return command && strcmp(command->name, name) == 0;
}

static int64_t number_of(void *user, int64_t n)
{
	return session_number(user, n);
}

/* number: of the message that is asked about; 0: none is.  */
static char *ask(struct console *console, enum why_what what, int64_t number)
{
	struct session *session = console->view->session;
	struct match match = *session_match(session); /* a shallow copy: only its setup is freed */
	struct why_source source = {.match = &match,
				    .stopped = session_state(session) == JUDGE_PAUSED,
				    .find = find,
				    .number = number_of,
				    .held = held,
				    .pending = pending,
				    .sitting = sitting,
				    .knows = knows,
				    .user = session};
	int64_t n = 0;
	char *text = NULL;

	if (session_hides_from(session) != SEAT_NONE)
		source.hidden = seat_opponent(session_hides_from(session));
	if (number && !find_message(console, number, &n, &text)) {
		if (text)
			return text;
		source.waits = session_held(session, session_held_at(session, number));
	}
	session_whole_file(session);
	session_setup_at(session, INT64_MAX, &match.setup);
	text = why(&source, what, n, &console->answers);
	setup_free(&match.setup);
	return text;
}

/* The message that is selected on the screen; 0: none.  */
static int64_t selected(struct console *console, bool *chosen)
{
	*chosen = false;
	return console->selected ? console->selected(console->user, chosen) : 0;
}

static char *tell_why(struct console *console, const char *arguments)
{
	static const struct {
		const char *word;
		enum why_what what;
	} words[] = {{"", WHY_NEWEST}, {"verdict", WHY_VERDICT}, {"fault", WHY_FAULT}, {"stop", WHY_STOP}};
	int64_t n;
	bool chosen;

	if (strcmp(arguments, "here") == 0) {
		n = selected(console, &chosen);
		return ask(console, chosen ? WHY_MESSAGE : WHY_NEWEST, n);
	}
	if (read_number(arguments, &n))
		return ask(console, WHY_MESSAGE, n);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i].word, arguments) == 0)
			return ask(console, words[i].what, 0);
	return bytes_text("expected verdict, fault, stop, here or a message such as #41, not \"%s\"",
			  arguments);
}

/* Reads the number of a message; without one it is that of the selected message.  */
static char *read_message(struct console *console, const char *arguments, int64_t *n)
{
	bool chosen;

	if (*arguments)
		return read_number(arguments, n)
			       ? NULL
			       : bytes_text("expected a message such as #41, not \"%s\"", arguments);
	*n = selected(console, &chosen);
	return *n ? NULL : bytes_text("no message is selected: Tab goes to a pane of messages");
}

/* The details of a message that the file lacks.  */
static char *tell_gap(struct console *console, int64_t number)
{
	struct match_file *file = session_file(console->view->session);
	int64_t n = session_numbered(console->view->session, number);
	struct gap gap;
	FREED char *words = file && n && match_file_lacks(file, n, &gap) ? gap_words(&gap) : NULL;

	return words ? bytes_text("Here the match file has a gap\n  %s\n", words) : NULL;
}

/* The held message that the keys would change, if nobody has gone to another one; 0: none.  */
static int64_t held_unchosen(struct console *console)
{
	bool chosen;
	int64_t held;

	selected(console, &chosen);
	held = console->held && !chosen ? console->held(console->user) : 0;
	return session_held_at(console->view->session, held) < 0 ? 0 : held;
}

static char *message(struct console *console, const char *arguments)
{
	bool turn = strcmp(arguments, "turn") == 0, turned;
	int step = strcmp(arguments, "next") == 0 ? 1 : strcmp(arguments, "previous") == 0 ? -1 : 0;
	char *text, *problem = NULL;
	int64_t n;

	if (step)
		problem = console->select ? console->select(console->user, step) : command_no_screen();
	if (!problem && (*arguments || !(n = held_unchosen(console))))
		problem = read_message(console, step || turn ? "" : arguments, &n);
	if (problem)
		return problem;
	turned = (step || turn) && console->is_turned && console->is_turned(console->user) != turn;
	text = ask(console, turned ? WHY_DETAILS_TURNED : WHY_DETAILS, n);
	if (!console->answers && (problem = tell_gap(console, n))) {
		free(text);
		text = problem;
		console->answers = true;
	}
	if (!console->answers || !console->details)
		return text;
	console->details(console->user, n, turned, text);
	free(text);
	return NULL;
}

bool command_message(const struct console *console, int64_t number, struct message *message)
{
	struct session *session = console->view->session;
	struct match_file *file = session_whole_file(session);
	struct message_query query = {.seats = ~0u, .channels = CHANNEL_ALL};
	int held = session_held_at(session, number);

	if (held >= 0) {
		*message = *session_held(session, held);
		return true;
	}
	query.last = session_numbered(session, number);
	return file && query.last > 0 && match_file_after(file, &query, query.last - 1, 1, message) == 1;
}

static char *yank(struct console *console, const char *arguments)
{
	struct session *session = console->view->session;
	struct message found;
	int64_t number;
	char *problem = read_message(console, arguments, &number);

	if (problem)
		return problem;
	if (!console->copy)
		return command_no_screen();
	if (!console->settings || !console->settings->clipboard)
		return bytes_text("ringside sends nothing to the terminal's clipboard: `set clipboard on` "
				  "allows it");
	if (!command_message(console, number, &found))
		return bytes_text("there is no message #%" PRId64, number);
	if (found.direction == EVENT) {
		FREED char *words = event_words(&found);

		console->copy(console->user, words, strlen(words));
	} else {
		console->copy(console->user, found.bytes, shown_size(&session_match(session)->setup, &found));
	}
	return command_answer(
		console, bytes_text("message #%" PRId64 " was sent to the terminal's clipboard", number));
}

enum {
	DEEPEST = 6,  /* levels of indentation: taking back often nests branches deep */
	SHOWN = 1000, /* differing turns to list at most */
	ANY = -2,     /* not the number of a branch; -1 is the newest branch */
};

/* ---- the tree ---- */

/* The result of the branch; the caller frees.  */
static char *ending(const struct branch_row *row, bool goes_on)
{
	struct verdict verdict = {.winner = row->winner, .reason = row->reason};

	if (!row->over && goes_on)
		return bytes_text("in progress");
	return verdict_line(row->over ? &verdict : NULL);
}

enum { CELLS = 5 };

struct tree {
	struct session *session;
	const struct branch_row *rows;
	int count;
	int shown;        /* the id of the branch that is shown */
	bool goes_on;     /* the newest branch is still played */
	int width[CELLS]; /* of each column's widest cell; of the last 0 */
	struct bytes text;
};

/* The cells of a branch's line.  */
static void fill_cells(const struct tree *tree, const struct branch_row *row, int depth, char *cells[CELLS])
{
	int indent = 2 * (depth < DEEPEST ? depth : DEEPEST);
	bool shown = row->id == tree->shown; /* else the quotes mark a command that shows it */

	assert(depth >= 0);
	cells[0] = bytes_text(shown ? "%*s     branch %d" : "%*s`goto branch %d`", indent, "", row->id);
	cells[1] = row->parent < 0 ? bytes_text("%s", "")
				   : bytes_text("after turn %d of branch %d", row->turn, row->parent);
	cells[2] = bytes_text("%d turn%s", row->turns, row->turns == 1 ? "" : "s");
	cells[3] = ending(row, tree->goes_on && row == &tree->rows[tree->count - 1]);
	cells[4] = row->message > 0 ? bytes_text("%s (after #%" PRId64 ")", row->why,
						 session_number(tree->session, row->message))
				    : bytes_text("%s", row->why);
}

/* Measures or adds a branch and, recursively, the branches that begin in it.  In the rows a parent comes
 * before its children.  */
static void walk(struct tree *tree, const struct branch_row *row, int depth, bool adds)
{
	char *cells[CELLS];

	assert(row && depth >= 0);
	fill_cells(tree, row, depth, cells);
	if (adds)
		bytes_add_text(&tree->text, row->id == tree->shown ? " *" : "  ");
	for (int i = 0; i < CELLS; i++) {
		int width = (int)strlen(cells[i]);

		if (adds)
			bytes_addf(&tree->text, i < CELLS - 1 ? " %-*s " : " %*s\n", tree->width[i],
				   cells[i]);
		else if (i < CELLS - 1 && width > tree->width[i])
			tree->width[i] = width;
		free(cells[i]);
	}
	for (const struct branch_row *child = row + 1; child < tree->rows + tree->count; child++)
		if (child->parent == row->id)
			walk(tree, child, depth + 1, adds);
}

static void walk_all(struct tree *tree, bool adds)
{
	for (int i = 0; i < tree->count; i++)
		if (tree->rows[i].parent < 0)
			walk(tree, &tree->rows[i], 0, adds);
}

static struct match_file *file_of(struct console *console, char **problem)
{
	struct match_file *file = session_whole_file(console->view->session);

	*problem = file ? NULL : bytes_text("this match is not recorded: begin it with --record FILE");
	return file;
}

static const char *const rematch_words[] = {"same", NULL};

/* ---- showing one ---- */

/* The number of a branch, as typed; ANY: the text is no number.  */
static int branch_number(const char *text)
{
	char *end;
	long number;

	if (*text < '0' || *text > '9')
		return ANY;
	number = strtol(text, &end, 10);
	return *end ? ANY : number < INT_MAX ? (int)number : INT_MAX;
}

static char *info_branches(struct console *console, const char *arguments)
{
	const struct session *session = console->view->session;
	char *problem;
	struct match_file *file;
	struct branch_row *rows;
	struct tree tree = {.session = console->view->session};

	if (*arguments)
		return bytes_text("expected nothing after it, not \"%s\"", arguments);
	file = file_of(console, &problem);
	if (!file)
		return problem;
	tree.count = match_file_branches(file, &rows);
	if (!tree.count)
		return bytes_text("%s", match_file_problem(file));
	tree.rows = rows;
	tree.shown = match_file_shown(file);
	tree.goes_on = session_is_followed(session) ||
		       (session_is_live(session) && session_state(session) != JUDGE_OVER);
	bytes_addf(&tree.text, "%d branch%s, * marks the one shown; diff A B compares two\n", tree.count,
		   tree.count == 1 ? "" : "es");
	walk_all(&tree, false);
	walk_all(&tree, true);
	branch_rows_free(rows, tree.count);
	return command_answer(console, tree.text.at);
}

static char *go_to_branch(struct console *console, const char *number)
{
	int branch = branch_number(number);
	char *problem;

	if (branch == ANY)
		return bytes_text("expected a branch number, not \"%s\": `info branches` lists them", number);
	problem = session_show(console->view->session, branch);
	if (!problem)
		view_goto(console->view, INT_MAX);
	return problem;
}

/* ---- comparing ---- */

/* A match to compare: a branch of the open file, or another file.  */
struct side {
	char *name; /* owned */
	struct match match;
	bool read;               /* `match` was read and must be freed */
	struct match_file *file; /* that `match` is of */
	bool owned;              /* `file` must be closed */
};

static char *read_branch(struct side *side, struct match_file *file, int branch)
{
	const char *problem;

	side->file = file;
	side->read = match_file_match_of(file, branch, &side->match);
	if (side->read) {
		side->name = bytes_text("branch %d", side->match.branch);
		return NULL;
	}
	problem = match_file_problem(file);
	return problem ? bytes_text("%s", problem)
		       : bytes_text("there is no branch %d: `info branches` lists them", branch);
}

static char *read_file(struct side *side, const char *path)
{
	struct match_place place;
	char *problem;

	side->file = match_file_at(path, &place, &problem);
	side->owned = side->file != NULL;
	if (!side->file)
		return problem;
	problem = match_file_match_at(side->file, &place, &side->match);
	side->read = !problem;
	if (problem)
		return problem;
	side->name = bytes_text("%s", path);
	return NULL;
}

/* A number means a branch, anything else a file.  NULL: the branch that is shown.  */
static char *read_side(struct console *console, struct side *side, const char *word)
{
	int branch = word ? branch_number(word) : 0;
	struct match_file *file;
	char *problem;

	if (branch == ANY)
		return read_file(side, word);
	file = file_of(console, &problem);
	return file ? read_branch(side, file, word ? branch : match_file_shown(file)) : problem;
}

static void close_side(struct side *side)
{
	if (side->read)
		match_free(&side->match);
	if (side->owned)
		match_file_close(side->file);
	free(side->name);
}

static char *compare(struct console *console, const struct side sides[DIFF_SIDES])
{
	const char *const names[DIFF_SIDES] = {sides[0].name, sides[1].name};
	const struct match *const matches[DIFF_SIDES] = {&sides[0].match, &sides[1].match};
	struct match_file *const files[DIFF_SIDES] = {sides[0].file, sides[1].file};
	char *problem = diff_misfit(matches[0], matches[1]), *missing = NULL, *text;
	struct diff_gap found;
	struct gap gap;
	struct diff diff;

	if (problem)
		return problem;
	console->answers = true;
	if (match_file_first_gap(files, matches, &found, &gap))
		found.words = missing = gap_words(&gap);
	diff = diff_matches(matches[0], matches[1], missing ? &found : NULL);
	text = diff_text(matches[0], matches[1], &diff, names, SHOWN);
	free(missing);
	return text;
}

static char *diff(struct console *console, const char *arguments)
{
	struct side sides[DIFF_SIDES] = {{0}};
	char *problem = NULL, **words = sh_words_split(arguments, &problem), *output;
	int count = 0;

	assert(words || problem);
	while (words && words[count])
		count++;
	if (!problem && count != 1 && count != 2)
		problem = bytes_text("expected one or two branches or files, not %d", count);
	else if (!problem)
		problem = read_side(console, &sides[0], count == 1 ? NULL : words[0]);
	if (!problem)
		problem = read_side(console, &sides[1], words[count - 1]);
	output = problem ? problem : compare(console, sides);
	for (int i = 0; i < DIFF_SIDES; i++)
		close_side(&sides[i]);
	free(words);
	return output;
}

static char *list_games(struct console *console, const char *arguments UNUSED)
{
	const struct games *games = console->view->games;

	if (!games || !games->count)
		return bytes_text("no game is over yet");
	return command_answer(console, games_words(games));
}

static char *info_games(struct console *console, const char *arguments)
{
	const struct match *match = session_played(console->view->session);
	const struct games *games = console->view->games;
	int last = session_last_game(console->view->session);
	struct bytes text = {0};
	FREED char *rows = NULL;

	bytes_addf(&text, "game %d", match->setup.game);
	if (last)
		bytes_addf(&text, " of %d", last);
	bytes_addf(&text, " is %s", match->over ? "over" : "played");
	rows = list_games(console, arguments);
	if (games && games->count)
		bytes_addf(&text, "\n%s", rows);
	return command_answer(console, text.at);
}

/* NULL, or why nothing may replace the match that is played.  */
static char *still_played(const struct console *console)
{
	const struct session *session = console->view->session;

	if (!session_is_live(session))
		return NULL;
	if (session_state(session) != JUDGE_OVER)
		return bytes_text("the match is still running: `next end` or `end` ends it first");
	return session_waits(session) ? bytes_text("the next game waits: `continue` begins it") : NULL;
}

static char *go_to_game(struct console *console, const char *arguments)
{
	const struct game *game;
	int number;
	char *problem = command_count(arguments, 0, &number);

	if (problem)
		return problem;
	game = games_at(console->view->games, number);
	if (!game)
		return bytes_text("game %d is not over, or was not played here: `info games` lists them",
				  number);
	if (!game->path)
		return bytes_text("game %d was not recorded (--record)", number);
	if ((problem = still_played(console)))
		return problem;
	return console->open ? console->open(console->opener, game->path) : command_no_screen();
}

static char *go_to(struct console *console, const char *arguments)
{
	int all = session_match(console->view->session)->turn_count, turns = 0;
	const char *number;
	char *problem;

	if (!strcmp(arguments, "end")) {
		view_goto(console->view, INT_MAX);
		return NULL;
	}
	if (!strcmp(arguments, "live"))
		return go_live(console);
	if (!strcmp(arguments, "differs") || !strcmp(arguments, "differs back"))
		return go_to_difference(console, arguments[strlen("differs")]);
	if ((number = command_behind(arguments, "branch")))
		return go_to_branch(console, number);
	if ((number = command_behind(arguments, "game")))
		return go_to_game(console, number);
	switch (*arguments) {
	case '-': return go_back(console, arguments + 1);
	case '+': return go_forward(console, arguments + 1);
	case '#': return go_to_message(console, arguments + 1);
	case '\'': return go_to_mark(console, arguments + 1);
	default: break;
	}
	problem = strcmp(arguments, "0") ? command_count(arguments, 0, &turns) : NULL;
	if (problem) {
		free(problem);
		return bytes_text("expected a number of moves, -N, +N, live, end, branch N, game N, #MESSAGE "
				  "or 'MARK, not \"%s\"",
				  arguments);
	}
	if (turns > all)
		return view_too_far(console->view->session);
	view_goto(console->view, turns);
	return NULL;
}

static const char *const goto_words[] = {"live", "end", "branch", "game", "differs", "-1", "+1", NULL};

/* Before the first move it changes who begins; after the end it is the next game.  */
static char *rematch(struct console *console, const char *arguments)
{
	const struct session *session = console->view->session;
	bool same = strcmp(arguments, "same") == 0;
	char *problem;

	if (*arguments && !same)
		return bytes_text("expected same, or nothing, not \"%s\"", arguments);
	if (!session_is_live(session))
		return bytes_text("this match is read from a file: `resume` plays on in it");
	problem = session_match(session)->turn_count || session_state(session) == JUDGE_OVER
			  ? still_played(console)
			  : NULL;
	if (problem)
		return problem;
	return console->rematch ? console->rematch(console->opener, same) : command_no_screen();
}

static const char *const why_words[] = {"verdict", "fault", "stop", "here", NULL};
static const char *const message_words[] = {"next", "previous", "turn", NULL};

void marks_read(struct view *view)
{
	FREED char *section = section_of(view);
	char name[2] = "", *value;
	FREED_BY(bytes_free) struct bytes text = {0};

	memset(view->marks, 0, sizeof(view->marks));
	if (section)
		read_marks(&text);
	for (int i = 0; text.size && i < VIEW_MARKS; i++) {
		struct bookmark *mark = &view->marks[i];

		name[0] = (char)('a' + i);
		value = ini_get(&text, section, name);
		mark->is_set = value && sscanf(value, "%9d %9d", &mark->turns, &mark->branch) == 2 &&
			       mark->turns >= 0 && mark->branch >= -1;
		free(value);
	}
}

/* ---- the words ---- */

/* The file of the first word, or of the setting if that word is a move: it has neither dot nor slash. NULL:
 * none is known. Sets `moves` to what follows.  The caller frees.  */
static char *suite_of(const struct console *console, const char *arguments, const char **moves)
{
	size_t size = strcspn(arguments, " \t");
	char *word = bytes_copy(arguments, size);
	FREED char *problem = NULL;
	const char *set = console->settings ? console->settings->suite : NULL;
	bool is_move = size && !strpbrk(word, "./") && command_reads_move(console, word, &problem);

	*moves = arguments;
	if (size && !is_move) {
		*moves += size + strspn(arguments + size, " \t");
		return word;
	}
	free(word);
	return set && *set ? bytes_text("%s", set) : NULL;
}

static char *check_moves(const struct console *console, const char *moves)
{
	char *problem = NULL, *why = NULL;

	for (size_t size; *moves && !problem; moves += size + strspn(moves + size, " \t|")) {
		FREED char *word = bytes_copy(moves, size = strcspn(moves, " \t|"));

		if (size && !command_reads_move(console, word, &why))
			problem = bytes_text("\"%s\" is %s", word, why);
		free(why);
		why = NULL;
	}
	return problem;
}

/* ---- files ---- */

/* A name that the suite does not have yet.  The caller frees.  */
static char *free_name(const char *suite, int n)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	char *name = bytes_text("move %d", n), *line = NULL;

	free(text_file_read(suite, &text)); /* it need not exist */
	for (int i = 2; (line = bytes_text("[case %s]", name)) && text.at && strstr(text.at, line); i++) {
		free(line);
		free(name);
		name = bytes_text("move %d (%d)", n, i);
	}
	free(line);
	return name;
}

/* Copies the match beside the suite, which names it without a folder. NULL and a problem, or that name with
 * the shown branch.  */
static char *copy_match(struct session *session, const char *suite, char **problem)
{
	const char *slash = strrchr(suite, '/'), *dot = strrchr(suite, '.');
	int stem = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - suite) : strlen(suite));
	FREED char *path = bytes_text("%.*s.ringside", stem, suite);
	const char *name, *why = case_unsayable(slash ? slash + 1 : suite);

	if (why) {
		*problem = bytes_text("the name of the suite %s, and the match is copied to a file of that "
				      "name: give it another one",
				      why);
		return NULL;
	}
	for (int i = 2; access(path, F_OK) == 0; i++) {
		free(path);
		path = bytes_text("%.*s-%d.ringside", stem, suite, i);
	}
	name = slash ? path + (slash + 1 - suite) : path;
	*problem = session_save(session, path);
	if (*problem)
		return NULL;
	return session_shown(session) < 0 ? bytes_text("%s", name)
					  : bytes_text("%s:%d", name, session_shown(session));
}

static char *append(const char *path, const char *text)
{
	FILE *file = fopen(path, "ae");
	bool failed = !file || (ftell(file) > 0 && fputs("\n", file) < 0) || fputs(text, file) < 0;
	int error = errno;

	if (file && fclose(file) != 0 && !failed) {
		failed = true;
		error = errno;
	}
	return failed ? bytes_text("%s: %s", path, strerror(error)) : NULL;
}

/* ---- the command ---- */

/* The move that was played in the shown position; NULL: none.  The caller frees.  */
static char *played(const struct console *console, const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);
	char words[32] = "";

	if (!turn || !turn->played)
		return NULL;
	console->board(match->setup.system)->words(match, n - 1, turn->played, words);
	return case_move(match, n, words);
}

static char *add(struct console *console, const char *suite, const char *moves)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	int n = view_turns(console->view) + 1;
	char *problem = case_refusal(match, n);
	FREED char *file = NULL;
	FREED char *text = NULL;
	FREED char *was = NULL;
	FREED char *name = NULL;
	struct case_wish wish = {.wanted = *moves ? moves : NULL};

	if (!problem)
		problem = check_moves(console, moves);
	if (!problem && case_needs_file(match, n))
		file = copy_match(session, suite, &problem);
	if (problem)
		return problem;
	name = free_name(suite, n);
	was = *moves ? NULL : played(console, match, n);
	wish.name = name;
	wish.file = file;
	wish.unwanted = was;
	text = case_text(match, n, &wish);
	problem = append(suite, text);
	console->answers = !problem;
	if (!problem)
		problem = bytes_text("%s has the case \"%s\" now%s%s", suite, name,
				     *moves ? ": "
				     : was  ? ": not "
					    : ": any legal move",
				     *moves ? moves
				     : was  ? was
					    : "");
	return problem;
}

char *command_save_case(struct console *console, const char *arguments)
{
	const char *moves;
	FREED char *suite = suite_of(console, arguments, &moves);
	char *output;

	if (!suite && console->prompt)
		return console->prompt(console->user, "save case ");
	if (!suite)
		return bytes_text(
			"expected a suite, as in `save case mine.suite`: `set suite mine.suite` names it for "
			"all cases");
	output = add(console, suite, moves);
	if (console->answers &&
	    console->settings) /* the file that a person names once is the usual one now */
		settings_note(console->settings, "suite", suite, SETTING_TYPED);
	return output;
}

struct info_row {
	const char *name;
	const char *help; /* half a sentence */
	char *(*run)(struct console *console, const char *arguments);
};

static char *info_breakpoints(struct console *console, const char *arguments UNUSED)
{
	if (session_is_steered(console->view->session))
		return command_in_tap(console, "breakpoints");
	return command_answer(console, breakpoints_words(console->breakpoints, 0));
}

static char *info_log(struct console *console, const char *arguments)
{
	const char *written = console->breakpoints ? breakpoints_written(console->breakpoints) : NULL;

	if (*arguments)
		return bytes_text("expected nothing after log, not \"%s\"", arguments);
	if (!written)
		return bytes_text("no tracepoint has written anything: `help log` explains them");
	return command_answer(console, bytes_text("written by tracepoints\n%s", written));
}

static char *info_briefing(struct console *console, const char *arguments UNUSED)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	char *output = protocol->texts->briefing ? protocol->texts->briefing(setup) : NULL;

	console->answers = output != NULL;
	return output ? output
		      : bytes_text("in %s an agent is told nothing that is not shown", setup->system);
}

static char *info_signs(struct console *console, const char *arguments UNUSED)
{
	return console->signs ? console->signs(console->user) : command_no_screen();
}

static const struct info_row rows[] = {
	{"board", "the position that is shown, as text (without a screen)", info_board},
	{"branches", "the branches of the match and their results", info_branches},
	{"breakpoints", "the breakpoints, and how often each was hit", info_breakpoints},
	{"briefing", "what an agent is told before the match, such as costs and limits", info_briefing},
	{"diff", "[A] B: where branch A, or the one shown, differs from B; A and B may be files", diff},
	{"games", "the games of the series that were played, and the score", info_games},
	{"held", "the held messages: number, seat, direction, age, text; and incomplete ones", info_held},
	{"log", "the lines that tracepoints have written", info_log},
	{"message",
	 "[next|previous|turn|#N]: everything about the selected message, the next one, or message N; turn: "
	 "in "
	 "hexadecimal, or as text again",
	 message},
	{"messages", "[PATTERN]: the messages up to the shown position, those that match", info_messages},
	{"seat", "N: who sits there, state and clock, and what the moves took", info_seat},
	{"signs", "what the signs of this board and these panes mean", info_signs},
	{"turns", "the moves up to the shown position", info_turns},
	{0},
};

static const char *const info_words[] = {"board", "branches", "breakpoints", "briefing", "diff",
					 "games", "held",     "log",         "message",  "messages",
					 "seat",  "signs",    "turns",       NULL};

static const char *const *words_of_info(const struct console *console UNUSED,
					const struct command *command UNUSED, const char *arguments)
{
	return strcmp(arguments, " message ") == 0 ? message_words : NULL;
}

static char *list(struct console *console)
{
	struct bytes text = {0};

	bytes_add_text(&text, "info shows\n");
	for (const struct info_row *row = rows; row->name; row++)
		bytes_addf(&text, "  `info %s`  %s\n", row->name, row->help);
	return command_answer(console, text.at);
}

static char *no_subject(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	FREED char *question = NULL;

	for (const struct info_row *row = rows; row->name; row++)
		nearest_try(&nearest, row->name);
	question = nearest_question(&nearest);
	return bytes_text("there is no info on \"%.*s\"%s", (int)size, word,
			  *question ? question : ": `info` lists the subjects");
}

static char *info(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *rest = arguments + size + strspn(arguments + size, " \t");
	const struct info_row *found = NULL;

	if (!size)
		return list(console);
	for (const struct info_row *row = rows; row->name; row++) {
		if (strncmp(row->name, arguments, size) != 0 || (found && !found->name[size]))
			continue;
		if (found)
			return bytes_text("\"%.*s\" is ambiguous: %s, %s", (int)size, arguments, found->name,
					  row->name);
		found = row;
	}
	if (!found)
		return no_subject(arguments, size);
	return found->run(console, rest);
}

const struct command commands_of_time[] = {
	{"goto", "N|-N|+N|live|end|branch N|game N|#MESSAGE|'MARK|differs [back]",
	 "show another position of this match, or another branch or game", go_to, 0, goto_words, NULL},
	{"mark", "LETTER", "mark the shown position with a letter from a to z; `goto 'a` shows it again",
	 set_mark, 0, NULL, NULL},
	{"replay", "[PACE|faster|slower]",
	 "show the moves again from the shown position, or stop that; PACE is x1/4 to x64 of their own "
	 "times, or "
	 "the time of a move such as 1s",
	 replay, 0, replay_words, NULL},
	{"why", "[verdict|fault|stop|here|#N]",
	 "explain the newest verdict, fault or stop, the one you name, the message selected here, or message "
	 "N: rule, bytes, times",
	 tell_why, 0, why_words, NULL},
	{"yank", "[#N]", "copy the selected message, or message N, to the terminal's clipboard", yank, 0,
	 NULL, NULL},
	{"rematch", "[same]",
	 "play again with the other seat beginning, or with the same; before the first move: begin anew so",
	 rematch, 0, rematch_words, NULL},
	{"info", "[WORD]", "show information on a subject; without WORD, list the subjects", info, 0,
	 info_words, words_of_info},
	{0},
};
