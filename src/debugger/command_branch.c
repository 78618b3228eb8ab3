/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_branch.c - commands that list the branches of a match, show them, and compare matches.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/diff.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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
	const struct branch_row *rows;
	int count;
	int shown;        /* the id of the branch that is shown */
	bool goes_on;     /* the newest branch is still played */
	int width[CELLS]; /* of each column's widest cell */
	struct bytes text;
};

/* The cells of a branch's line.  */
static void fill_cells(const struct tree *tree, const struct branch_row *row, int depth, char *cells[CELLS])
{
	int indent = 2 * (depth < DEEPEST ? depth : DEEPEST);
	const char *quote = row->id == tree->shown ? "" : "`"; /* marks a command that shows it */

	assert(depth >= 0);
	cells[0] = bytes_text("%*s%sbranch %d%s", indent, "", quote, row->id, quote);
	cells[1] = row->parent < 0 ? bytes_text("%s", "")
				   : bytes_text("after turn %d of branch %d", row->turn, row->parent);
	cells[2] = bytes_text("%d turn%s", row->turns, row->turns == 1 ? "" : "s");
	cells[3] = ending(row, tree->goes_on && row == &tree->rows[tree->count - 1]);
	cells[4] = row->message > 0 ? bytes_text("%s (after #%lld)", row->why, (long long)row->message)
				    : bytes_text("%s", row->why);
}

static void measure(struct tree *tree, char *cells[CELLS])
{
	for (int i = 0; i < CELLS; i++)
		if ((int)strlen(cells[i]) > tree->width[i])
			tree->width[i] = (int)strlen(cells[i]);
}

static void add_cells(struct tree *tree, const struct branch_row *row, char *cells[CELLS])
{
	bytes_add_text(&tree->text, row->id == tree->shown ? " *" : "  ");
	for (int i = 0; i < CELLS - 1; i++)
		bytes_addf(&tree->text, " %-*s ", tree->width[i], cells[i]);
	bytes_addf(&tree->text, " %s\n", cells[CELLS - 1]);
}

/* Measures or adds a branch and, recursively, the branches that begin in it.  In the rows a parent comes
 * before its children.  */
static void walk(struct tree *tree, const struct branch_row *row, int depth, bool adds)
{
	char *cells[CELLS];

	assert(row && depth >= 0);
	fill_cells(tree, row, depth, cells);
	if (adds)
		add_cells(tree, row, cells);
	else
		measure(tree, cells);
	for (int i = 0; i < CELLS; i++)
		free(cells[i]);
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

static bool is_running(const struct session *session)
{
	return session_is_followed(session) ||
	       (session_is_live(session) && session_state(session) != JUDGE_OVER);
}

char *info_branches(struct console *console, const char *arguments, bool *answer)
{
	char *problem;
	struct match_file *file = file_of(console, &problem);
	struct branch_row *rows;
	struct tree tree = {0};

	if (*arguments)
		return bytes_text("expected nothing after it, not \"%s\"", arguments);
	if (!file)
		return problem;
	tree.count = match_file_branches(file, &rows);
	if (!tree.count)
		return bytes_text("%s", match_file_problem(file));
	tree.rows = rows;
	tree.shown = match_file_shown(file);
	tree.goes_on = is_running(console->view->session);
	bytes_addf(&tree.text, "%d branch%s, * marks the one shown; diff A B compares two\n", tree.count,
		   tree.count == 1 ? "" : "es");
	walk_all(&tree, false);
	walk_all(&tree, true);
	branch_rows_free(rows, tree.count);
	*answer = true;
	return tree.text.at;
}

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

static char *show_branch(struct console *console, const char *arguments, bool *answer)
{
	int branch = branch_number(arguments);
	char *problem;

	(void)answer;
	if (!*arguments)
		return info_branches(console, arguments, answer);
	if (branch == ANY)
		return bytes_text("expected a branch number, not \"%s\": `info branches` lists them",
				  arguments);
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

/* A number means a branch, anything else a file.  */
static char *read_side(struct console *console, struct side *side, const char *word)
{
	int branch = branch_number(word);
	struct match_file *file;
	char *problem;

	if (branch == ANY)
		return read_file(side, word);
	file = file_of(console, &problem);
	return file ? read_branch(side, file, branch) : problem;
}

static char *read_shown(struct console *console, struct side *side)
{
	char *problem;
	struct match_file *file = file_of(console, &problem);

	return file ? read_branch(side, file, match_file_shown(file)) : problem;
}

static void close_side(struct side *side)
{
	if (side->read)
		match_free(&side->match);
	if (side->owned)
		match_file_close(side->file);
	free(side->name);
}

static char *compare(const struct side sides[DIFF_SIDES], bool *answer)
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
	*answer = true;
	if (match_file_first_gap(files, matches, &found, &gap))
		found.words = missing = gap_words(&gap);
	diff = diff_matches(matches[0], matches[1], missing ? &found : NULL);
	text = diff_text(matches[0], matches[1], &diff, names, SHOWN);
	free(missing);
	return text;
}

static char *diff(struct console *console, const char *arguments, bool *answer)
{
	struct side sides[DIFF_SIDES] = {{0}};
	char *problem = NULL, **words = sh_words_split(arguments, &problem), *told;
	int count = 0;

	assert(words || problem);
	while (words && words[count])
		count++;
	if (!problem && count != 1 && count != 2)
		problem = bytes_text("expected one or two branches or files, not %d", count);
	else if (!problem)
		problem =
			count == 1 ? read_shown(console, &sides[0]) : read_side(console, &sides[0], words[0]);
	if (!problem)
		problem = read_side(console, &sides[1], words[count - 1]);
	told = problem ? problem : compare(sides, answer);
	for (int i = 0; i < DIFF_SIDES; i++)
		close_side(&sides[i]);
	free(words);
	return told;
}

const struct command commands_of_branches[] = {
	{"branch", "[N]", "show branch N of the match; `live` returns to the newest", show_branch, NULL},
	{"diff", "[A] B", "show where branch A, or the one shown, differs from B; A and B may be files", diff,
	 NULL},
	{0},
};
