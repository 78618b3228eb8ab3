/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* result_line.c - reads a game from a line of results.  */
#include "ringside/result_line.h"

#include "ringside/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No honest value is greater.  */
enum { COUNT_MOST = 1000000000 };

/* A line without a winner; one that nobody has won has WINNER_NONE.  */
enum { NOT_SAID = WINNER_NONE - 1 };

/* Bytes of a key in a message.  */
enum { KEY_SHOWN = 100 };

static const double time_most = 1e9, score_most = 1e15, memory_most = 1e18;

/* Calls read() with each of the two items of a list.  */
static void read_two(struct scan *scan, struct result_line *line,
		     void (*read)(struct scan *scan, struct result_line *line, int seat))
{
	int seat = 0;

	scan_open(scan, '[');
	while (scan_item(scan))
		if (seat < 2)
			read(scan, line, seat++);
		else
			scan_fail(scan, "a list of two");
}

static struct piece text_or_null(struct scan *scan)
{
	static const struct piece none;

	return scan_null(scan) ? none : scan_text(scan);
}

static double measured(struct scan *scan, double most)
{
	return scan_null(scan) ? NAN : scan_number(scan, 0, most);
}

static void read_player(struct scan *scan, struct result_line *line, int seat)
{
	line->players[seat] = scan_null(scan) ? 0 : (int)scan_whole(scan, 1, RESULT_PLAYERS_MOST);
}

static void read_score(struct scan *scan, struct result_line *line, int seat)
{
	line->score[seat] = scan_null(scan) ? NAN : scan_number(scan, -score_most, score_most);
}

static void read_faults(struct scan *scan, struct result_line *line, int seat)
{
	line->faults[seat] = scan_null(scan) ? 0 : scan_whole(scan, 0, COUNT_MOST);
}

static void read_curve(struct scan *scan, struct result_line *line, int seat)
{
	int k = 0;

	if (scan_null(scan))
		return;
	scan_open(scan, '[');
	while (scan_item(scan))
		if (k == RESULT_TENTHS)
			scan_fail(scan, "a list of ten");
		else
			line->curve[seat][k++] =
				scan_null(scan) ? NAN : scan_number(scan, -score_most, score_most);
}

#define READS_SEAT(name, most)                                                                               \
	static void read_##name(struct scan *scan, struct result_line *line, int seat)                       \
	{                                                                                                    \
		line->seats[seat].name = measured(scan, most);                                               \
	}
READS_SEAT(think_total, time_most)
READS_SEAT(think_mean, time_most)
READS_SEAT(think_longest, time_most)
READS_SEAT(cpu, time_most)
READS_SEAT(peak_memory, memory_most)
READS_SEAT(held_turns, COUNT_MOST)
READS_SEAT(held_longest, time_most)
READS_SEAT(waited, time_most)
READS_SEAT(waited_turns, COUNT_MOST)

static void read_name(struct scan *scan, struct result_line *line, int seat)
{
	line->names[seat] = text_or_null(scan);
}

static void read_forgiven(struct scan *scan, struct result_line *line, int seat)
{
	line->seats[seat].forgiven = scan_null(scan) ? 0 : (int)scan_whole(scan, 0, COUNT_MOST);
}

static void read_unfinished(struct scan *scan, struct result_line *line, int seat)
{
	line->seats[seat].unfinished = scan_is(scan, '{');
	scan_skip(scan);
}

/* Members with a value for each seat.  */
struct row {
	const char *name;
	void (*read)(struct scan *scan, struct result_line *line, int seat);
};
static const struct row of_game[] = {
	{"players", read_player}, {"score", read_score}, {"faults", read_faults}, {0}};
static const struct row of_timing[] = {{"think_total", read_think_total},
				       {"think_mean", read_think_mean},
				       {"think_longest", read_think_longest},
				       {"cpu", read_cpu},
				       {"peak_memory", read_peak_memory},
				       {"held_turns", read_held_turns},
				       {"waited", read_waited},
				       {"waited_turns", read_waited_turns},
				       {0}};

static const struct row of_series[] = {{"names", read_name},
				       {"forgiven", read_forgiven},
				       {"held_turns", read_held_turns},
				       {"held_longest", read_held_longest},
				       {"waited_turns", read_waited_turns},
				       {"unfinished", read_unfinished},
				       {0}};

/* Reads the member if the table has it.  */
static bool read_row(const struct row *row, struct scan *scan, struct result_line *line, struct piece key)
{
	for (; row->name; row++)
		if (piece_is(key, row->name)) {
			read_two(scan, line, row->read);
			return true;
		}
	return false;
}

static void read_timing(struct scan *scan, struct result_line *line)
{
	struct piece key;

	scan_open(scan, '{');
	while (scan_member(scan, &key))
		if (piece_is(key, "seconds"))
			line->seconds = measured(scan, time_most);
		else if (!read_row(of_timing, scan, line, key))
			scan_skip(scan);
}

static int whole_or(struct scan *scan, int otherwise, int least, int most)
{
	return scan_null(scan) ? otherwise : (int)scan_whole(scan, least, most);
}

/* All 64 bits of it: JSON writes them as a number with a sign.  */
static uint64_t read_seed(struct scan *scan)
{
	bool minus = scan_is(scan, '-');
	struct piece digits = scan_skip(scan);
	uint64_t seed = 0;

	for (size_t i = minus; i < digits.size; i++) {
		if (digits.at[i] < '0' || digits.at[i] > '9' || digits.size > 20) {
			scan_fail(scan, "a whole number");
			return 0;
		}
		seed = 10 * seed + (uint64_t)(digits.at[i] - '0');
	}
	return minus ? -seed : seed;
}

static void read_member(struct scan *scan, struct result_line *line, struct piece key, bool series)
{
	if (piece_is(key, "game"))
		line->game = (int)scan_whole(scan, 1, RESULT_GAMES_MOST);
	else if (piece_is(key, "winner"))
		line->winner = whole_or(scan, WINNER_NONE, 0, 2);
	else if (piece_is(key, "first"))
		line->first = whole_or(scan, 0, 0, 2);
	else if (piece_is(key, "blame"))
		line->blame = whole_or(scan, 0, 0, 2);
	else if (piece_is(key, "pair"))
		line->pair = whole_or(scan, 0, 1, RESULT_GAMES_MOST);
	else if (piece_is(key, "round"))
		line->round = whole_or(scan, 0, 1, RESULT_GAMES_MOST);
	else if (piece_is(key, "moves"))
		line->moves = whole_or(scan, 0, 0, COUNT_MOST);
	else if (piece_is(key, "silent"))
		line->silent = piece_is(scan_skip(scan), "true");
	else if (piece_is(key, "reason"))
		line->reason = text_or_null(scan);
	else if (piece_is(key, "detail"))
		line->detail = text_or_null(scan);
	else if (piece_is(key, "opening"))
		line->opening = text_or_null(scan);
	else if (piece_is(key, "seed"))
		line->seed = read_seed(scan);
	else if (piece_is(key, "timing"))
		read_timing(scan, line);
	else if (piece_is(key, "played") && scan_is(scan, '['))
		line->played = scan_skip(scan);
	else if (piece_is(key, "course") && scan_is(scan, '{'))
		line->course = scan_skip(scan);
	else if (piece_is(key, "curve") && !scan_null(scan))
		read_two(scan, line, read_curve);
	else if (!read_row(of_game, scan, line, key) && !(series && read_row(of_series, scan, line, key)))
		scan_skip(scan);
}

/* A number that another member hardly has.  It need not be safe: who writes the file can write any result. */
static uint64_t marks_of(struct piece key, const char *value, size_t size)
{
	uint64_t marks = 0x9e3779b97f4a7c15u ^ size, part;

	for (size_t i = 0; i < key.size; i++)
		marks = (marks ^ (unsigned char)key.at[i]) * 0x100000001b3u;
	for (; size >= sizeof(part); value += sizeof(part), size -= sizeof(part)) {
		memcpy(&part, value, sizeof(part));
		marks = (marks ^ part) * 0xbf58476d1ce4e5b9u;
		marks ^= marks >> 31;
	}
	for (; size; value++, size--)
		marks = (marks ^ (unsigned char)*value) * 0x100000001b3u;
	marks = (marks ^ marks >> 29) * 0x94d049bb133111ebu;
	return marks ^ marks >> 32;
}

static struct result_line nothing(void)
{
	struct result_line line = {.winner = NOT_SAID, .score = {NAN, NAN}, .seconds = NAN};

	for (int i = 0; i < 2; i++) {
		line.seats[i] = (struct result_seat){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, false};
		for (int k = 0; k < RESULT_TENTHS; k++)
			line.curve[i][k] = NAN;
	}
	return line;
}

bool result_line_is_scored(const struct result_line *line)
{
	for (int i = 0; i < 2; i++) {
		double usual = line->winner == i + 1 ? 1 : line->winner == 0 ? 0.5 : 0;

		if (line->players[i] && !isnan(line->score[i]) && line->score[i] != usual)
			return true;
	}
	return false;
}

bool result_line_not_started(const struct result_line *line)
{
	return line->silent || (!line->moves && piece_is(line->reason, REASON_START));
}

bool result_line_no_program(const struct result_line *line)
{
	return !line->moves && piece_is(line->reason, REASON_GAME);
}

/* What the members say together.  NULL: nothing is wrong.  */
static char *contradiction(const struct result_line *line, int players)
{
	if (!line->game)
		return bytes_text("expected a game as a tournament writes it, with a number \"game\"");
	if (!players)
		return line->winner == NOT_SAID ? bytes_text("game %d: expected a \"winner\"", line->game)
						: NULL;
	if (!line->players[0] && !line->players[1])
		return bytes_text("game %d: expected \"players\", a list of two numbers", line->game);
	for (int i = 0; i < 2; i++)
		if (line->players[i] > players)
			return bytes_text("game %d: \"players\" names player %d, and the first line has %d",
					  line->game, line->players[i], players);
	if (line->players[0] == line->players[1])
		return bytes_text("game %d: player %d plays both seats", line->game, line->players[0]);
	if (line->winner > 0 && !line->players[line->winner - 1])
		return bytes_text("game %d: nobody sits on the seat that has won", line->game);
	return NULL;
}

char *result_line_read(struct result_line *line, const char *text, size_t size, int players, size_t *column)
{
	struct scan scan = scan_of(text, size);
	struct piece key = {0};
	char *problem;

	*line = nothing();
	scan_open(&scan, '{');
	while (scan_member(&scan, &key)) {
		const char *value = scan.at;

		read_member(&scan, line, key, !players);
		if (!scan.wrong && !piece_is(key, "timing"))
			line->marks += marks_of(key, value, (size_t)(scan.at - value));
	}
	scan_end(&scan);
	/* Then 1, 1/2 and 0 are no sums of scores, but say how a game ended that had none.  */
	if ((line->played.at || !line->moves) && !result_line_is_scored(line))
		line->score[0] = line->score[1] = NAN;
	*column = scan.wrong ? (size_t)(scan.where - text) : 0;
	if (scan.wrong)
		return bytes_text("%s%.*s%sexpected %s", key.at ? "\"" : "",
				  key.size > KEY_SHOWN ? KEY_SHOWN : (int)key.size, key.at ? key.at : "",
				  key.at ? "\": " : "", scan.wrong);
	problem = contradiction(line, players);
	if (line->winner == NOT_SAID)
		line->winner = WINNER_NONE;
	return problem;
}
