/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read.c - reads turns, verdict and kinds of messages, and sees whether the file has changed.
 *
 * Any program may have changed the file, so numbers that are used as counts or indexes are checked here.  */
#include "file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Times are multiplied by small factors when they are drawn as bars.  */
#define LONGEST_THINK (INT64_MAX / 64)

bool file_number(struct match_file *file, sqlite3_stmt *row, int column, int64_t least, int64_t most,
		 int64_t absent, int64_t *value)
{
	*value = sqlite3_column_type(row, column) == SQLITE_NULL ? absent : sqlite3_column_int64(row, column);
	return (*value >= least && *value <= most) || file_damaged(file, sqlite3_column_name(row, column));
}

bool file_small(struct match_file *file, sqlite3_stmt *row, int column, int least, int most, int absent,
		int *value)
{
	int64_t wide;
	bool good = file_number(file, row, column, least, most, absent, &wide);

	*value = good ? (int)wide : absent;
	return good;
}

char *file_text(sqlite3_stmt *row, int column)
{
	const unsigned char *from = sqlite3_column_text(row, column);

	return from ? bytes_copy(from, strlen((const char *)from)) : NULL;
}

/* The same for a text that must be there: it is shown, or compared.  */
char *file_text_or_empty(sqlite3_stmt *row, int column)
{
	char *found = file_text(row, column);

	return found ? found : bytes_text("%s", "");
}

const char *file_word(struct match_file *file, const char *from)
{
	enum { WORDS = 1000 }; /* a match has some dozens */

	for (int i = 0; i < file->word_count; i++)
		if (strcmp(file->words[i], from) == 0)
			return file->words[i];
	if (file->word_count == WORDS)
		return "";
	file->words = bytes_resized(file->words, ((size_t)file->word_count + 1) * sizeof *file->words);
	return file->words[file->word_count++] = bytes_copy(from, strlen(from));
}

const char *file_word_at(struct match_file *file, sqlite3_stmt *row, int column)
{
	const unsigned char *from = sqlite3_column_text(row, column);

	return file_word(file, from ? (const char *)from : "");
}

bool file_next(struct match_file *file, sqlite3_stmt *statement)
{
	int status = statement ? sqlite3_step(statement) : SQLITE_ERROR;

	if (status == SQLITE_ROW)
		return true;
	if (statement && status != SQLITE_DONE) {
		sqlite3_reset(statement);
		file_failed(file);
	} else {
		sqlite3_reset(statement);
	}
	return false;
}

/* Reads a turn from a row. False: it is damaged, and there is nothing to free.  */
static bool read_turn(struct match_file *file, sqlite3_stmt *row, struct turn *turn)
{
	int flags;

	*turn = (struct turn){.answered = file_text(row, 1), .played = file_text_or_empty(row, 2)};
	if (file_small(file, row, 0, SEAT_1, SEAT_2, SEAT_NONE, &turn->seat) &&
	    file_number(file, row, 3, INT64_MIN, INT64_MAX, 0, &turn->began_ns) &&
	    file_number(file, row, 4, 0, LONGEST_THINK, 0, &turn->think_ns) &&
	    file_number(file, row, 5, INT64_MIN, INT64_MAX, INT64_MAX, &turn->left_ns) &&
	    file_number(file, row, 6, -1, INT64_MAX, -1, &turn->cpu_ns) &&
	    file_number(file, row, 7, -1, INT64_MAX, -1, &turn->rss) &&
	    file_number(file, row, 8, 0, INT64_MAX, 0, &turn->message) &&
	    file_small(file, row, 9, 0, INT_MAX, 0, &flags) &&
	    file_small(file, row, 10, 1, INT_MAX, 0, &turn->n) &&
	    file_number(file, row, 13, INT64_MIN, INT64_MAX, -1, &turn->asked_ns) &&
	    file_number(file, row, 14, INT64_MIN, INT64_MAX, -1, &turn->first_ns) &&
	    file_number(file, row, 15, INT64_MIN, INT64_MAX, -1, &turn->last_ns) &&
	    file_number(file, row, 16, 0, INT64_MAX, 0, &turn->tolerance_ns) &&
	    file_number(file, row, 17, -1, INT64_MAX, -1, &turn->peak) &&
	    file_small(file, row, 18, 0, INT_MAX, 0, &turn->faults) &&
	    file_number(file, row, 19, 0, INT64_MAX, 0, &turn->held_ns)) {
		turn->flags = (unsigned)flags & ~(unsigned)TURN_SCORED;
		if (sqlite3_column_type(row, 11) != SQLITE_NULL)
			turn->flags |= TURN_SCORED;
		for (int s = SEAT_1; s < SEATS; s++)
			turn->sum[s] = sqlite3_column_double(row, 10 + s);
		return true;
	}
	turn_clear(turn);
	return false;
}

static sqlite3_stmt *turns_from(struct match_file *file, int branch, int from, int to)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TURNS);

	sqlite3_bind_int(row, 1, from);
	sqlite3_bind_int(row, 2, to);
	sqlite3_bind_int(row, 3, branch);
	return row;
}

int file_turns(struct match_file *file, int branch, int from, int limit, struct turn *turns)
{
	int last = from <= INT_MAX - limit ? from + limit - 1 : INT_MAX, count = 0;
	struct aside aside;
	sqlite3_stmt *row;

	file_look_aside(file, branch, &aside);
	row = turns_from(file, match_file_shown(file), from, last);
	file_look_back(file, &aside);
	while (count < limit && file_next(file, row) && read_turn(file, row, &turns[count]))
		count++;
	sqlite3_reset(row);
	return count;
}

int match_file_turns(struct match_file *file, int from, int limit, struct turn *turns)
{
	return file_turns(file, file->wanted, from, limit, turns);
}

/* Counts the turns among the first `turns` that needed the tolerance.  */
static void read_forgiven(struct match_file *file, struct match *match, int turns)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_FORGIVEN);
	int seat, count;

	sqlite3_bind_int(row, 1, turns);
	sqlite3_bind_int(row, 2, TURN_FORGIVEN);
	sqlite3_bind_int(row, 3, match->branch);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->forgiven[seat] += count;
	sqlite3_reset(row);
}

static bool read_turns(struct match_file *file, struct match *match)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TURN_COUNT);
	struct turn turn;
	int count = 0;

	sqlite3_bind_int(row, 3, match->branch);
	if (file_next(file, row))
		file_small(file, row, 0, 0, INT_MAX, 0, &count);
	sqlite3_reset(row);
	match->turn_count = match->dropped = count > MATCH_KEPT ? count - MATCH_KEPT : 0;
	if (match->dropped && match->setup.tolerance)
		read_forgiven(file, match, match->dropped);
	row = turns_from(file, match->branch, match->dropped + 1, INT_MAX);
	while (file_next(file, row) && read_turn(file, row, &turn)) {
		if (turn.n != match->turn_count + 1) {
			turn_clear(&turn);
			file_damaged(file, "the numbers of turns");
			break;
		}
		match_add(match, turn);
		match->scored = turn.flags & TURN_SCORED;
		memcpy(match->sum, turn.sum, sizeof(match->sum));
	}
	sqlite3_reset(row);
	return file->good;
}

/* When the match ended, in ns: at the event of its verdict. A file without it gives the beginning of the last
 * turn. */
static int64_t read_end(struct match_file *file, const struct match *match)
{
	const struct message_query events = {.seats = ~0u,
					     .channels = CHANNEL_BIT(CHANNEL_EVENT),
					     .directions = 1u << EVENT,
					     .last = INT64_MAX};
	const struct turn *last = match_turn(match, match->turn_count);
	int64_t before = INT64_MAX;
	struct message note;

	for (; match_file_before(file, &events, before, 1, &note) == 1; before = note.n)
		if (note.event.kind == EVENT_VERDICT)
			return note.t_ns;
	return last ? last->began_ns : 0;
}

/* Reads what the judge knew of a seat since its clock last started: what it was doing, and the turn that the
 * verdict cut short.  */
static void read_last_turn(struct match_file *file, struct match *match, int seat)
{
	enum { LOOKED_THROUGH = 512 };
	struct unfinished *unfinished = &match->unfinished[seat];
	const struct message_query query = {.seats = 1u << seat,
					    .channels = CHANNEL_ALL,
					    .directions = 1u << TO_AGENT | 1u << EVENT,
					    .last = INT64_MAX};
	int64_t before = INT64_MAX;
	struct message message;

	*unfinished = (struct unfinished){.asked_ns = -1, .first_ns = -1, .last_ns = -1};
	for (int i = 0; i < LOOKED_THROUGH && match_file_before(file, &query, before, 1, &message) == 1;
	     i++) {
		const struct event *event = &message.event;

		if (event->kind == EVENT_DOING && match->doing[seat].kind == DOING_NOTHING)
			match->doing[seat] = doing_of(event);
		if (event->kind == EVENT_UNFINISHED) {
			unfinished->open = true;
			unfinished->think_ns = event->number[0];
			unfinished->cpu_ns = event->number[1];
			unfinished->peak = event->number[2];
		}
		if (event->kind == EVENT_PENDING && unfinished->first_ns < 0)
			match_pending(match, seat, event);
		if (message.flags & MESSAGE_ASKS && unfinished->asked_ns < 0)
			unfinished->asked_ns = message.t_ns;
		if (event->kind == EVENT_STARTED || message.flags & MESSAGE_STARTS)
			return;
		before = message.n;
	}
}

static bool read_verdict(struct match_file *file, struct match *match)
{
	struct verdict verdict = {0};
	sqlite3_stmt *row = file_statement(file, STATEMENT_VERDICT);
	bool good;

	sqlite3_bind_int(row, 1, match->branch);
	if (!file_next(file, row))
		return file->good;
	verdict.reason = file_word_at(file, row, 1);
	good = file_small(file, row, 0, WINNER_NONE, SEAT_2, WINNER_NONE, &verdict.winner) &&
	       file_small(file, row, 3, SEAT_NONE, SEAT_2, SEAT_NONE, &verdict.blame);
	verdict.detail = file_text(row, 2);
	if (sqlite3_column_type(row, 4) != SQLITE_NULL)
		verdict.cause = file_word_at(file, row, 4);
	sqlite3_reset(row);
	row = file_statement(file, STATEMENT_PROOFS);
	sqlite3_bind_int(row, 1, match->branch);
	for (int i = 0; i < PROOFS && file_next(file, row); i++)
		good = file_number(file, row, 0, 0, INT64_MAX, 0, &verdict.proof[i]) && good;
	sqlite3_reset(row);
	match_end(match, verdict);
	if (!good || !file->good)
		return false;
	match->ended_ns = read_end(file, match);
	for (int s = SEAT_NONE; s < SEATS; s++) {
		read_last_turn(file, match, s);
		file_find_unfinished(file, match, s);
	}
	return file->good;
}

static enum direction direction_named(const char *name)
{
	for (enum direction i = TO_AGENT; i < EVENT; i++)
		if (strcmp(name, file_directions[i]) == 0)
			return i;
	return EVENT;
}

bool file_read_kinds(struct match_file *file)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_KINDS);
	int id, seat;

	sqlite3_bind_int(row, 1, file->kind_count);
	while (file_next(file, row)) {
		enum channel channel = channel_named(file_word_at(file, row, 3));

		if (!file_small(file, row, 0, file->kind_count, file->kind_count, -1, &id) ||
		    !file_small(file, row, 1, SEAT_NONE, SEAT_2, SEAT_NONE, &seat))
			break;
		file_keep_kind(file, (struct kind){
					     .seat = seat,
					     .direction = direction_named(file_word_at(file, row, 2)),
					     .channel = channel == CHANNEL_COUNT ? CHANNEL_UNKNOWN : channel,
				     });
	}
	sqlite3_reset(row);
	return file->good;
}

bool match_file_match(struct match_file *file, struct match *match)
{
	struct setup setup = {0};
	const struct history *history;
	int64_t started_us = 0;
	int branch;
	bool began, good;

	file->good = true;
	began = file_begin_read(file);
	history = file_history(file);
	branch = history ? history->branch : 0;
	good = history && file_read_setup(file, branch, &setup, &started_us);
	match_init(match, &setup);
	setup_free(&setup);
	match->branch = branch;
	match->started_us = started_us;
	match->older = file_older;
	match->older_user = file_older_user(file, branch);
	file_forget_older(file);
	good = good && read_turns(file, match) && read_verdict(file, match);
	if (began)
		file_end_read(file);
	if (!good)
		match_free(match);
	return good;
}

bool match_file_match_of(struct match_file *file, int branch, struct match *match)
{
	struct aside aside;
	bool good;

	file->good = true;
	if (branch >= 0 && !file_has_branch(file, branch))
		return false;
	file_look_aside(file, branch, &aside);
	good = match_file_match(file, match);
	file_look_back(file, &aside);
	return good;
}

bool match_file_timeouts(struct match_file *file, struct match *match)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_TIMEOUTS);
	const struct verdict *verdict = &match->verdict;
	int seat, count;

	file->good = true;
	sqlite3_bind_text(row, 1, event_name(EVENT_NO_MOVE), -1, SQLITE_STATIC);
	while (file_next(file, row) && file_small(file, row, 0, SEAT_NONE, SEAT_2, SEAT_NONE, &seat) &&
	       file_small(file, row, 1, 0, INT_MAX, 0, &count))
		match->timeouts[seat] = count;
	sqlite3_reset(row);
	/* The limit that led to the verdict has no event of its own.  */
	if (match->over && strcmp(verdict->reason, REASON_TIMEOUT) == 0 && !match->timeouts[verdict->blame])
		match->timeouts[verdict->blame] = 1;
	return file->good;
}

bool match_file_changed(struct match_file *file)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_VERSION);
	int64_t version = file->version;

	if (file_next(file, row))
		version = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	if (version == file->version)
		return false;
	file->version = version;
	file_look_again(file);
	return true;
}
