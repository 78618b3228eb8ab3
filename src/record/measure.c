/* measure.c - what can be counted of messages without looking at what they say: their sizes, their faults,
 * where turns end.  */
#include "file.h"

#include <limits.h>
#include <string.h>

/* A branch that the match goes through, and the last of its turns that counts.  */
struct stage {
	int branch, turns;
};

enum { STAGES = 64 };

/* The branches from the one that is read back to the beginning; how many.  Of a match of more branches than
   that the oldest are left out.  */
static int read_path(struct match_file *file, struct stage stages[STAGES])
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_PATH);
	int count = 0, status = SQLITE_DONE;

	if (!row)
		return 0;
	while (count < STAGES && (status = sqlite3_step(row)) == SQLITE_ROW) {
		int64_t turns = sqlite3_column_int64(row, 1);

		stages[count++] =
			(struct stage){sqlite3_column_int(row, 0), turns < INT_MAX ? (int)turns : INT_MAX};
	}
	sqlite3_reset(row);
	if (status != SQLITE_ROW && status != SQLITE_DONE)
		file_failed(file);
	return count;
}

/* Was the message sent in a turn that still counts?  */
static bool is_on_path(const struct stage *stages, int count, int branch, int turn)
{
	for (int i = 0; i < count; i++)
		if (stages[i].branch == branch)
			return turn <= stages[i].turns;
	return false;
}

int match_file_sizes(struct match_file *file, unsigned seats, int64_t after, int64_t last, int limit,
		     struct message_size *sizes)
{
	struct stage stages[STAGES];
	int stage_count, count = 0, status = SQLITE_DONE;
	int64_t wanted = 0;
	sqlite3_stmt *row;

	file->good = true;
	if (!file_write_stretch(file) || (!file->created && !file_read_kinds(file)))
		return 0;
	for (int i = 0; i < file->kind_count; i++)
		if (seats & 1u << file->kinds[i].seat && file->kinds[i].direction != EVENT)
			wanted |= KIND_BIT(i);
	stage_count = read_path(file, stages);
	if (!wanted || !(row = file_statement(file, STATEMENT_SIZES)))
		return 0;
	sqlite3_bind_int64(row, 1, after + 1);
	sqlite3_bind_int64(row, 2, last);
	sqlite3_bind_int64(row, 3, wanted);
	while (count < limit && (status = sqlite3_step(row)) == SQLITE_ROW) {
		int kind = sqlite3_column_int(row, 1);

		if (kind < 0 || kind >= file->kind_count || !(seats & 1u << file->kinds[kind].seat) ||
		    file->kinds[kind].direction == EVENT ||
		    !is_on_path(stages, stage_count, sqlite3_column_int(row, 2), sqlite3_column_int(row, 3)))
			continue;
		sizes[count++] = (struct message_size){.n = sqlite3_column_int64(row, 0),
						       .seat = file->kinds[kind].seat,
						       .direction = file->kinds[kind].direction,
						       .size = sqlite3_column_int64(row, 4)};
	}
	sqlite3_reset(row);
	if (status != SQLITE_ROW && status != SQLITE_DONE)
		file_failed(file);
	return count;
}

int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_LATER_TURN);
	int64_t found = 0;

	if (!row)
		return 0;
	sqlite3_bind_int64(row, 1, after);
	sqlite3_bind_int(row, 2, turn);
	if (sqlite3_step(row) == SQLITE_ROW)
		found = sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return found;
}

/* ---- faults ---- */

/* The messages that broke the protocol.  */
static void count_flagged(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_FLAGGED);
	int status;

	if (!row)
		return;
	sqlite3_bind_int64(row, 1, after + 1);
	sqlite3_bind_int64(row, 2, last);
	sqlite3_bind_int(row, 3, MESSAGE_FAULT);
	while ((status = sqlite3_step(row)) == SQLITE_ROW) {
		int kind = sqlite3_column_int(row, 0);

		if (kind >= 0 && kind < file->kind_count)
			faults[file->kinds[kind].seat] += sqlite3_column_int(row, 1);
	}
	sqlite3_reset(row);
	if (status != SQLITE_DONE)
		file_failed(file);
}

/* Is this the note of a fault that no message made?  Else it quotes one, or tells how many there were (see
   referee_fault()).  */
static bool is_of_no_message(const struct message *message)
{
	return !strstr(message->bytes, ": \"") && !strstr(message->bytes, " times in all");
}

static void count_notes(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	enum { PAGE = 64 };
	struct message_query query = {.seats = ~0u,
				      .channels = CHANNEL_BIT(CHANNEL_FAULT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct message messages[PAGE];
	int got;

	do {
		got = match_file_after(file, &query, after, PAGE, messages);
		for (int i = 0; i < got; i++)
			faults[messages[i].seat] += is_of_no_message(&messages[i]);
		if (got)
			after = messages[got - 1].n;
	} while (got == PAGE);
}

void match_file_faults(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	for (int s = 0; s < SEATS; s++)
		faults[s] = 0;
	count_notes(file, after, last, faults); /* and learns the kinds */
	count_flagged(file, after, last, faults);
}
