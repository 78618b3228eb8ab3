/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* history.c - the history of a branch: which messages of which branches led to where it is now, and which of
 * them the file lacks, because it could not be written in time.
 *
 * Only the newest branch is ever written, so the messages of a branch are one range of numbers, and a history
 * is a short list of such ranges. A binary search finds where a branch begins: that number is not in the
 * file, and an index would cost time for each message. A gap belongs to the history in which its first
 * message would be. */
#include "file.h"

#include "ringside/diff.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int newest_branch(struct match_file *file)
{
	return file->writing ? file->branch
			     : (int)file_first(file, file_statement(file, STATEMENT_NEWEST_BRANCH), "branch",
					       0, 0, FILE_BRANCHES, 0);
}

/* The last message between these that was recorded, or that a gap which begins between them may have lost; 0:
 * there is none.  */
static int64_t last_between(struct match_file *file, int64_t first, int64_t last)
{
	static const struct {
		enum statement statement;
		const char *table;
	} places[] = {{STATEMENT_LAST, "message_row"}, {STATEMENT_LAST_GAP, "gap"}};
	int64_t most = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		int64_t found = file_first(file, file_select(file, places[i].statement, first, last),
					   places[i].table, last, 0, FILE_LARGEST, 0);

		found = found < last ? found : last;
		most = found > most ? found : most;
	}
	return most;
}

/* The first message from that number on that was recorded; the number itself if there is none.  */
static int64_t first_from(struct match_file *file, int64_t n)
{
	return file_first(file, file_select(file, STATEMENT_FIRST, n), "message_row", n, n, FILE_LARGEST, n);
}

/* The first message of the branch or of a later one; `high` if there is none before it.  */
static int64_t start_of(struct match_file *file, int branch, int64_t high)
{
	int64_t low = 1;

	while (low < high && file->good) {
		int64_t middle = low + (high - low) / 2;
		RESET sqlite3_stmt *row = file_select(file, STATEMENT_BRANCH_AT, middle);

		if (!file_next(file, row) || sqlite3_column_int(row, 1) >= branch)
			high = middle;
		else if (sqlite3_column_int64(row, 0) < high)
			low = sqlite3_column_int64(row, 0) + 1;
		else /* a damaged file has a message after the newest */
			low = high;
	}
	return low;
}

/* Adds a stage in front of the others, unless it is empty.  */
static void add_stage(struct history *history, struct stage stage)
{
	if (stage.first > stage.last)
		return;
	history->stages =
		bytes_resized(history->stages, ((size_t)history->count + 1) * sizeof(*history->stages));
	history->stages[history->count++] = stage;
}

/* A branch begins after `turns` turns of its parent, which has `most`, and goes on after message `cut` (0:
 * not said), when there was none after `before`. A message or a turn beyond these becomes the last one, and
 * the problem is kept.  */
static void check_start(struct match_file *file, int branch, int *turns, int most, int64_t *cut,
			int64_t before)
{
	FREED char *what = NULL;

	if (*cut > before) {
		what = bytes_text("message is %" PRId64 ", expected at most %" PRId64
				  ", the last one before it",
				  *cut, before);
		*cut = before;
	} else if (*turns > most && !file_has_gap(file)) {
		what = bytes_text("turn is %d, expected at most %d, which its parent has", *turns, most);
		*turns = most;
	} else {
		return;
	}
	file_damaged(file, "branch", branch, what);
}

/* A parent must be older than its child, so this ends even in a damaged file.  */
static bool find_stages(struct match_file *file, struct history *history)
{
	int64_t last = INT64_MAX, cut = 0, first = match_file_newest(file) + 1;
	int branch = history->branch, child = history->newest + 1, parent = -1, turns = INT_MAX, turn = 0;
	int64_t said = 0; /* the message that the child names */

	for (; branch >= 0; branch = parent) {
		RESET sqlite3_stmt *row = file_select(file, STATEMENT_BRANCH, branch);
		int shared = turn, own;
		int64_t end;

		if (!file_next(file, row)) {
			if (file->good)
				file_damaged(file, "branch", branch,
					     "expected a row, because others need it");
			break;
		}
		file_at(file, "branch", branch);
		if (!file_small(file, row, 0, branch ? 0 : -1, branch - 1, -1, &parent))
			parent = -1;
		file_small(file, row, 1, 0, INT_MAX - 1, 0, &turn);
		file_number(file, row, 2, 0, FILE_LARGEST, 0, &cut);
		file_small(file, row, 3, 0, INT_MAX - 1, 0, &own);
		end = branch == history->newest ? INT64_MAX
		      : branch + 1 == child     ? first - 1
						: start_of(file, branch + 1, first) - 1;
		if (branch != history->branch)
			check_start(file, child, &shared, own ? own : turn, &said, first - 1);
		first = start_of(file, branch, first);
		child = branch;
		said = cut;
		if (branch == history->branch && end < INT64_MAX)
			end = first_from(file, end + 1) - 1; /* with a gap at its end */
		/* A gap before it is at the end of another branch, unless this one goes on from there.  */
		add_stage(history, (struct stage){branch, cut ? first_from(file, first) : first,
						  end < last ? end : last, turns});
		if (cut == 0 && turn < turns)
			turns = turn; /* later ones were played and taken back */
		if (cut == 0)
			cut = first - 1;
		if (cut < last)
			last = cut;
	}
	for (int i = 0, k = history->count - 1; i < k; i++, k--) {
		struct stage swapped = history->stages[i];

		history->stages[i] = history->stages[k];
		history->stages[k] = swapped;
	}
	return file->good;
}

/* Does the history have all messages from first to last?  */
static bool covers(const struct history *history, int64_t first, int64_t last)
{
	for (int i = 0; i < history->count && first <= last; i++)
		if (history->stages[i].first <= first && history->stages[i].last >= first) {
			if (history->stages[i].last >= last)
				return true;
			first = history->stages[i].last + 1;
		}
	return first > last;
}

/* May messages of the first history be missing in the second?  */
static bool loses(struct match_file *file, const struct history *before, const struct history *after)
{
	for (int i = 0; i < before->count; i++) {
		int64_t last = before->stages[i].last;

		if (last == INT64_MAX && before->newest < after->newest)
			last = start_of(file, before->newest + 1, match_file_newest(file) + 1) - 1;
		if (!covers(after, before->stages[i].first, last))
			return true;
	}
	return false;
}

/* Is the history that was found still valid?  */
static bool is_known(const struct match_file *file, int newest)
{
	return file->history.known && file->history.newest == newest &&
	       file->history.branch == (file->wanted < 0 ? newest : file->wanted);
}

/* The history, read in one transaction. Usually it is known already, which takes a third of the time.  */
static const struct history *history_now(struct match_file *file)
{
	bool began;
	const struct history *history;

	file->good = true;
	if (is_known(file, newest_branch(file)))
		return &file->history;
	began = file_begin_read(file);
	history = file_history(file);
	if (began)
		file_end_read(file);
	return history;
}

/* Reads a row; `before` are the branches with smaller ids, in order. False: it is not the next branch, so it
 * and what follows are left out: people and `parent` name a branch by its place.  */
static bool read_row(struct match_file *file, sqlite3_stmt *row, struct branch_row *branch,
		     const struct branch_row *before, int count)
{
	int over, own;

	file_at(file, "branch", sqlite3_column_int64(row, 0));
	*branch = (struct branch_row){0};
	if (!file_small(file, row, 0, count, count, -1, &branch->id))
		return false;
	branch->why = file_line(file, row, 4);
	file_small(file, row, 1, count ? 0 : -1, count ? count - 1 : -1, -1, &branch->parent);
	file_small(file, row, 2, 0, INT_MAX - 1, 0, &branch->turn);
	file_number(file, row, 3, 0, FILE_LARGEST, 0, &branch->message);
	file_small(file, row, 5, 0, INT_MAX - 1, 0, &own);
	file_small(file, row, 6, 0, 1, 0, &over);
	file_small(file, row, 7, WINNER_NONE, SEAT_2, WINNER_NONE, &branch->winner);
	branch->over = over;
	branch->reason = file_line(file, row, 8);
	branch->detail = file_line(file, row, 9);
	branch->turns = own;
	if (!own && branch->parent >= 0)
		branch->turns = before[branch->parent].turns < branch->turn ? before[branch->parent].turns
									    : branch->turn;
	if (branch->parent >= 0)
		check_start(file, branch->id, &branch->turn, before[branch->parent].turns, &branch->message,
			    match_file_newest(file));
	if (!branch->why)
		branch->why = bytes_text("%s", "");
	return true;
}

static void add_count(struct bytes *out, int64_t count, const char *what)
{
	bytes_addf(out, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
}

/* "at least 12 messages and 1 turn"  */
static void add_counts(struct bytes *out, const struct gap *gap)
{
	if (!gap->last)
		bytes_add_text(out, "at least ");
	if (gap->messages)
		add_count(out, gap->messages, "message");
	bytes_add_text(out, gap->messages && gap->turns ? " and " : "");
	if (gap->turns)
		add_count(out, gap->turns, "turn");
}

static void add_missing(struct bytes *out, const struct gap *gap)
{
	add_counts(out, gap);
	bytes_add_text(out, gap->messages + gap->turns == 1 ? " is missing" : " are missing");
}

static void add_place(struct bytes *out, const struct gap *gap)
{
	if (gap->last > gap->first)
		bytes_addf(out, ", from #%" PRId64 " to #%" PRId64, gap->first, gap->last);
	else
		bytes_addf(out, gap->last ? ", #%" PRId64 : ", from #%" PRId64 " on", gap->first);
}

/* False: a problem is kept. A sum of no gaps begins at 0.  */
static bool read_gap(struct match_file *file, sqlite3_stmt *row, struct gap *gap)
{
	return file_number(file, row, 0, 1, FILE_LARGEST, 0, &gap->first) &&
	       file_number(file, row, 1, gap->first, FILE_LARGEST, 0, &gap->last) &&
	       file_number(file, row, 2, 0, FILE_LARGEST, 0, &gap->messages) &&
	       file_number(file, row, 3, 0, FILE_LARGEST, 0, &gap->turns);
}

/* Adds the gaps that begin between these messages. Returns how many.  */
static int gaps_between(struct match_file *file, int64_t first, int64_t last, int limit, struct gap *gaps)
{
	RESET sqlite3_stmt *row = file_select(file, STATEMENT_GAPS, first, last);
	int count = 0;

	while (count < limit && file_next(file, row)) {
		file_at(file, "gap", sqlite3_column_int64(row, 0));
		count += read_gap(file, row, &gaps[count]);
	}
	return count;
}

/* How many turns ended before the message, which the file lacks.  */
static int turns_before(struct match_file *file, const struct match *match, int64_t first)
{
	struct message_query all = {
		.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX, .everything = true};
	struct message message;
	int n = 0, known = 0;

	if (match_file_before(file, &all, first, 1, &message) == 1)
		known = message.turn;
	/* A turn of each seat may have begun.  */
	n = known < match->turn_count - SEATS ? known + SEATS : match->turn_count;
	for (; n > 0; n--) {
		const struct turn *turn = match_turn(match, n);

		/* A person's turn has no message.  */
		if (turn && (turn->message > 0 ? turn->message < first : n < known))
			break;
	}
	return n;
}

const struct history *file_history(struct match_file *file)
{
	struct history history = {.known = true, .newest = newest_branch(file)};

	if (is_known(file, history.newest))
		return &file->history;
	history.branch = file->wanted < 0 ? history.newest : file->wanted;
	if (!find_stages(file, &history)) {
		free(history.stages);
		return NULL;
	}
	if (file->history.known && loses(file, &file->history, &history))
		file->shows++;
	free(file->history.stages);
	file->history = history;
	return &file->history;
}

/* Is there a row?  Resets the statement.  */
static bool file_any(struct match_file *file, sqlite3_stmt *statement)
{
	bool any = file_next(file, statement);

	sqlite3_reset(statement);
	return any;
}

/* Then anything may have been lost.  */
bool file_has_gap(struct match_file *file)
{
	return file_any(file, file_select(file, STATEMENT_LAST_GAP, INT64_MIN, INT64_MAX));
}

bool file_has_branch(struct match_file *file, int branch)
{
	return file_any(file, file_select(file, STATEMENT_BRANCH, branch));
}

void file_look_aside(struct match_file *file, int branch, struct aside *aside)
{
	*aside = (struct aside){file->wanted, file->shows, file->history};
	file->history = file->aside;
	file->aside = (struct history){0}; /* one may look aside while looking aside */
	file->wanted = branch;
}

void file_look_back(struct match_file *file, struct aside *aside)
{
	free(file->aside.stages);
	file->aside = file->history;
	file->history = aside->history;
	file->wanted = aside->wanted;
	file->shows = aside->shows;
}

bool match_file_show(struct match_file *file, int branch)
{
	file->good = true;
	if (branch >= 0 && !file_has_branch(file, branch))
		return false;
	file->wanted = branch < 0 ? -1 : branch;
	return true;
}

int match_file_shown(struct match_file *file)
{
	const struct history *history = history_now(file);

	return history ? history->branch : 0;
}

void match_file_hide(struct match_file *file, bool (*hides)(const void *user, const struct message *message),
		     const void *user)
{
	file->hides = hides;
	file->hides_user = user;
	file->shows++;
}

unsigned match_file_shows(struct match_file *file)
{
	history_now(file);
	return file->shows;
}

int64_t match_file_last(struct match_file *file)
{
	const struct history *history = history_now(file);
	int64_t last = 0;

	for (int i = history ? history->count - 1 : -1; i >= 0 && last == 0; i--)
		last = last_between(file, history->stages[i].first, history->stages[i].last);
	return last;
}

int64_t match_file_newest(struct match_file *file)
{
	return last_between(file, INT64_MIN, INT64_MAX);
}

int match_file_history(struct match_file *file, int branch, int64_t after, int limit,
		       struct message *messages)
{
	struct message_query all = {
		.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX, .everything = true};
	struct aside aside;
	int count;

	file_look_aside(file, branch, &aside);
	count = match_file_after(file, &all, after, limit, messages);
	file_look_back(file, &aside);
	return count;
}

int match_file_branches(struct match_file *file, struct branch_row **rows)
{
	sqlite3_stmt *row;
	int count = 0;

	*rows = NULL;
	file->good = true;
	row = file_statement(file, STATEMENT_BRANCHES);
	while (file_next(file, row)) {
		*rows = bytes_resized(*rows, ((size_t)count + 1) * sizeof(**rows));
		if (!read_row(file, row, &(*rows)[count], *rows, count))
			break;
		count++;
	}
	sqlite3_reset(row);
	if (file->good && count)
		return count;
	branch_rows_free(*rows, count);
	*rows = NULL;
	return 0;
}

void branch_rows_free(struct branch_row *rows, int count)
{
	for (int i = 0; i < count; i++) {
		free(rows[i].why);
		free(rows[i].reason);
		free(rows[i].detail);
	}
	free(rows);
}

char *gap_words(const struct gap *gap)
{
	struct bytes out = {0};

	add_missing(&out, gap);
	add_place(&out, gap);
	return out.at;
}

char *gap_line(const struct gap *gap)
{
	struct bytes out = {0};

	bytes_add_text(&out, "missing: ");
	add_counts(&out, gap);
	add_place(&out, gap);
	return out.at;
}

void file_notice_gaps(struct match_file *file)
{
	RESET sqlite3_stmt *row = file_statement(file, STATEMENT_GAP_SUM);
	struct gap all = {0};
	struct bytes out = {0};
	bool good;

	file->good = true;
	file_at(file, "gap", 0);
	good = file_next(file, row) && read_gap(file, row, &all);
	if (!good || !all.first)
		return;
	bytes_addf(&out, "%s: ", file->path);
	add_missing(&out, &all);
	bytes_addf(&out,
		   ", from message #%" PRId64 " on: they could not be written in time. What needs all "
		   "messages stops there",
		   all.first);
	file->notice = out.at;
}

int match_file_gaps(struct match_file *file, int64_t after, int64_t last, int limit, struct gap *gaps)
{
	const struct history *history;
	bool began;
	int count = 0;

	file->good = true;
	began = file_begin_read(file);
	history = file_history(file);
	for (int i = 0; history && i < history->count && count < limit && file->good; i++) {
		const struct stage *stage = &history->stages[i];
		int64_t from = stage->first > after ? stage->first : after + 1;
		int64_t to = stage->last < last ? stage->last : last;

		if (from <= to)
			count += gaps_between(file, from, to, limit - count, gaps + count);
	}
	if (began)
		file_end_read(file);
	return count;
}

bool match_file_gap(struct match_file *file, int64_t last, struct gap *gap)
{
	return match_file_gaps(file, 0, last, 1, gap) == 1;
}

bool match_file_lacks(struct match_file *file, int64_t n, struct gap *gap)
{
	enum { PAGE = 32 };
	struct gap gaps[PAGE];
	int64_t after = 0;
	int count;

	*gap = (struct gap){0};
	do {
		count = match_file_gaps(file, after, n, PAGE, gaps);
		if (count)
			*gap = gaps[count - 1];
		after = gap->first;
	} while (count == PAGE);
	return gap->first && (!gap->last || gap->last >= n);
}

int match_file_whole_turns(struct match_file *file, const struct match *match, struct gap *gap)
{
	struct aside aside;
	int turns = INT_MAX;

	file_look_aside(file, match->branch, &aside);
	if (match_file_gap(file, INT64_MAX, gap))
		turns = turns_before(file, match, gap->first);
	file_look_back(file, &aside);
	return turns;
}

bool match_file_first_gap(struct match_file *const files[], const struct match *const matches[],
			  struct diff_gap *found, struct gap *gap)
{
	struct gap gaps[DIFF_SIDES];

	*found = (struct diff_gap){.turns = INT_MAX};
	for (int side = 0; side < DIFF_SIDES; side++) {
		int turns = files[side] ? match_file_whole_turns(files[side], matches[side], &gaps[side])
					: INT_MAX;

		found->in[side] = turns < INT_MAX;
		if (turns < found->turns) {
			found->side = side;
			found->turns = turns;
		}
	}
	if (found->turns == INT_MAX)
		return false;
	*gap = gaps[found->side];
	return true;
}
