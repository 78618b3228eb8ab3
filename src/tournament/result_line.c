/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* result_line.c - reads a game from a line of results.  */
#include "ringside/result_line.h"

#include "ringside/match.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* No honest value is greater.  */
enum { COUNT_MOST = 1000000000 };

/* A line without a winner; one that nobody has won has WINNER_NONE.  */
enum { NOT_SAID = WINNER_NONE - 1 };

/* Bytes of a key in a message.  */
enum { KEY_SHOWN = 100 };

#define SECONDS_MOST 1e9
#define SCORE_MOST   1e15
#define MEMORY_MOST  1e18

/* A member of a line, and how it is read.  */
struct member {
	const char *name;
	size_t size; /* of the name */
	size_t at;   /* of its value in struct result_line */
	size_t each; /* the value is a list of two, whose items are so far apart; 0: it is none */
	void (*read)(struct scan *scan, const struct member *member, void *to);
	double least, most;
	int otherwise;           /* what null stands for, instead of a whole number */
	char bracket;            /* with which a value begins that is kept as it stands */
	const struct member *of; /* the value is an object with these members */
};

static void read_whole(struct scan *scan, const struct member *member, void *to)
{
	*(int *)to = scan_null(scan) ? member->otherwise
				     : (int)scan_whole(scan, (int64_t)member->least, (int64_t)member->most);
}

/* The number of a game, which must be there.  */
static void read_game(struct scan *scan, const struct member *member, void *to)
{
	*(int *)to = (int)scan_whole(scan, (int64_t)member->least, (int64_t)member->most);
}

static void read_count(struct scan *scan, const struct member *member, void *to)
{
	*(int64_t *)to = scan_null(scan) ? 0 : scan_whole(scan, 0, (int64_t)member->most);
}

static void read_number(struct scan *scan, const struct member *member, void *to)
{
	*(double *)to = scan_null(scan) ? NAN : scan_number(scan, member->least, member->most);
}

static void read_text(struct scan *scan, const struct member *member UNUSED, void *to)
{
	static const struct piece none;

	*(struct piece *)to = scan_null(scan) ? none : scan_text(scan);
}

static void read_true(struct scan *scan, const struct member *member UNUSED, void *to)
{
	*(bool *)to = piece_is(scan_skip(scan), "true");
}

/* Is it an object?  */
static void read_object(struct scan *scan, const struct member *member UNUSED, void *to)
{
	*(bool *)to = scan_is(scan, '{');
	scan_skip(scan);
}

static void read_as_it_stands(struct scan *scan, const struct member *member, void *to)
{
	bool is_kept = scan_is(scan, member->bracket);
	struct piece value = scan_skip(scan);

	if (is_kept)
		*(struct piece *)to = value;
}

/* All 64 bits of it: JSON writes them as a number with a sign.  */
static void read_seed(struct scan *scan, const struct member *member UNUSED, void *to)
{
	bool minus = scan_is(scan, '-');
	struct piece digits = scan_skip(scan);
	uint64_t seed = 0;

	for (size_t i = minus; i < digits.size; i++) {
		if (digits.at[i] < '0' || digits.at[i] > '9' || digits.size > 20) {
			scan_fail(scan, "a whole number");
			return;
		}
		seed = 10 * seed + (uint64_t)(digits.at[i] - '0');
	}
	*(uint64_t *)to = minus ? -seed : seed;
}

static void read_curve(struct scan *scan, const struct member *member, void *to)
{
	double *curve = to;
	int k = 0;

	if (scan_null(scan))
		return;
	scan_open(scan, '[');
	while (scan_item(scan))
		if (k == RESULT_TENTHS)
			scan_fail(scan, "a list of ten");
		else
			read_number(scan, member, &curve[k++]);
}

#define PLACE(word, place) .name = (word), .size = sizeof(word) - 1, .at = offsetof(struct result_line, place)
#define ONE(word, place, ...)                                                                                \
	{                                                                                                    \
		PLACE(word, place), __VA_ARGS__                                                              \
	}
#define TWO(word, place, ...)                                                                                \
	{                                                                                                    \
		PLACE(word, place[0]), .each = sizeof(((struct result_line *)NULL)->place[0]), __VA_ARGS__   \
	}
/* What was measured of both seats.  */
#define SEATS_NUMBER(word, largest)                                                                          \
	{                                                                                                    \
		PLACE(#word, seats[0].word), .each = sizeof(struct result_seat), .read = read_number,        \
					     .most = (largest)                                               \
	}

static const struct member of_timing[] = {ONE("seconds", seconds, .read = read_number, .most = SECONDS_MOST),
					  SEATS_NUMBER(think_total, SECONDS_MOST),
					  SEATS_NUMBER(think_mean, SECONDS_MOST),
					  SEATS_NUMBER(think_longest, SECONDS_MOST),
					  SEATS_NUMBER(cpu, SECONDS_MOST),
					  SEATS_NUMBER(peak_memory, MEMORY_MOST),
					  SEATS_NUMBER(held_turns, COUNT_MOST),
					  SEATS_NUMBER(waited, SECONDS_MOST),
					  SEATS_NUMBER(waited_turns, COUNT_MOST),
					  ONE("record", record, .read = read_text),
					  {0}};
static const struct member of_game[] = {
	ONE("game", game, .read = read_game, .least = 1, .most = RESULT_GAMES_MOST),
	ONE("winner", winner, .read = read_whole, .most = 2, .otherwise = WINNER_NONE),
	ONE("first", first, .read = read_whole, .most = 2),
	ONE("blame", blame, .read = read_whole, .most = 2),
	ONE("pair", pair, .read = read_whole, .least = 1, .most = RESULT_GAMES_MOST),
	ONE("round", round, .read = read_whole, .least = 1, .most = RESULT_GAMES_MOST),
	ONE("moves", moves, .read = read_whole, .most = COUNT_MOST),
	ONE("silent", silent, .read = read_true),
	ONE("reason", reason, .read = read_text),
	ONE("detail", detail, .read = read_text),
	ONE("opening", opening, .read = read_text),
	ONE("board", board, .read = read_text),
	ONE("seed", seed, .read = read_seed),
	{.name = "timing", .size = sizeof("timing") - 1, .of = of_timing},
	ONE("played", played, .read = read_as_it_stands, .bracket = '['),
	ONE("course", course, .read = read_as_it_stands, .bracket = '{'),
	TWO("curve", curve, .read = read_curve, .least = -SCORE_MOST, .most = SCORE_MOST),
	TWO("players", players, .read = read_whole, .least = 1, .most = RESULT_PLAYERS_MOST),
	TWO("score", score, .read = read_number, .least = -SCORE_MOST, .most = SCORE_MOST),
	TWO("faults", faults, .read = read_count, .most = COUNT_MOST),
	{0}};

/* In a series these are, too, and those of the timing without an object around them.  */
static const struct member of_until[] = {ONE("turn", until.turn, .read = read_whole, .most = COUNT_MOST),
					 ONE("seat", until.seat, .read = read_whole, .most = 2),
					 ONE("what", until.what, .read = read_text),
					 {0}};
static const struct member of_series[] = {
	TWO("names", names, .read = read_text),
	{PLACE("forgiven", seats[0].forgiven), .each = sizeof(struct result_seat), .read = read_whole,
	 .most = COUNT_MOST},
	{PLACE("unfinished", seats[0].unfinished), .each = sizeof(struct result_seat), .read = read_object},
	SEATS_NUMBER(held_longest, SECONDS_MOST),
	{.name = "until", .size = sizeof("until") - 1, .of = of_until},
	{0}};

/* The row of that name; the row behind the last has none.  */
static const struct member *member_of(const struct member *rows, struct piece key)
{
	while (rows->name && (rows->size != key.size || memcmp(rows->name, key.at, key.size) != 0))
		rows++;
	return rows;
}

static void read_member(struct scan *scan, struct result_line *line, const struct member *member)
{
	char *to = (char *)line + member->at;
	struct piece key;
	int seat = 0;

	if (member->each && scan_null(scan))
		return;
	if (!member->name) {
		scan_skip(scan);
	} else if (member->of) {
		scan_open(scan, '{');
		while (scan_member(scan, &key))
			read_member(scan, line, member_of(member->of, key));
	} else if (!member->each) {
		member->read(scan, member, to);
	} else {
		scan_open(scan, '[');
		while (scan_item(scan))
			if (seat < 2)
				member->read(scan, member, to + member->each * (size_t)seat++);
			else
				scan_fail(scan, "a list of two");
	}
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

double result_line_points(const struct result_line *line, int seat)
{
	return line->winner == seat ? 1 : line->winner == 0 ? 0.5 : 0;
}

bool result_line_is_scored(const struct result_line *line)
{
	for (int i = 0; i < 2; i++)
		if (line->players[i] && !isnan(line->score[i]) &&
		    line->score[i] != result_line_points(line, i + 1))
			return true;
	return false;
}

bool result_line_not_started(const struct result_line *line)
{
	return line->silent || (!line->moves && piece_is(line->reason, REASON_START));
}

bool result_line_is_void(const struct result_line *line)
{
	return line->winner < 0 && piece_is(line->reason, REASON_GAME);
}

bool result_line_no_program(const struct result_line *line)
{
	return !line->moves && result_line_is_void(line);
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
	const struct member *member;
	struct piece key = {0};
	char *problem;

	*line = nothing();
	scan_open(&scan, '{');
	while (scan_member(&scan, &key)) {
		const char *value = scan.at;

		member = member_of(of_game, key);
		if (!member->name && !players)
			member = member_of(of_series, key);
		if (!member->name && !players)
			member = member_of(of_timing, key);
		read_member(&scan, line, member);
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
