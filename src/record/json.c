/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* json.c - a match as JSON objects.
 *
 * How a game with scores went, in few bytes, for a line of results: its turns, and the mean score of a move
 * in each tenth of it.
 *
 * * Such games are long and repeat themselves. So each kind of turn is written once.  */
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/protocol.h"
#include "ringside/seed.h"
#include "ringside/words.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURNS_MOST = 4000,
	KINDS_MOST = 400,
	KINDS_BYTES = 1 << 14, /* of the moves of all kinds */
};

/* ---- turns ---- */

struct kind {
	int seat;
	char *played; /* owned */
	double gained[SEATS];
};

struct kinds {
	struct kind at[KINDS_MOST];
	int count;
	size_t bytes;
};

static json_t *hexadecimal(const char *bytes, size_t size)
{
	struct bytes text = {0};
	json_t *string;

	bytes_add(&text, "", 0);
	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%02x", (unsigned char)bytes[i]);
	string = json_stringn_nocheck(text.at, text.size);
	bytes_free(&text);
	return string;
}

/* ---- turns ---- */

static const struct {
	unsigned flag;
	const char *name;
} turn_flags[] = {{TURN_BY_PERSON, "by-person"},     {TURN_CHANGED, "changed"},
		  {TURN_INTERRUPTED, "interrupted"}, {TURN_UNTIMED, "untimed"},
		  {TURN_FORGIVEN, "forgiven"},       {TURN_HELD_UP, "held-up"},
		  {TURN_WAITED, "waited"},           {TURN_CHARGED, "charged"}};

/* A number without a point if it has no fraction.  */
static json_t *number(double value)
{
	return fabs(value) < 1e9 && value == floor(value) ? json_integer((json_int_t)value)
							  : json_real(value);
}

/* null if the number is `none`, which stands for not known.  */
static json_t *known(int64_t number, int64_t none)
{
	return number == none ? json_null() : json_integer(number);
}

/* Numbers of a turn by their names in the match file; null as in known().  */
static const struct {
	const char *name;
	size_t at;
	int64_t none;
} turn_numbers[] = {
	{"began_ns", offsetof(struct turn, began_ns), -1},
	{"asked_ns", offsetof(struct turn, asked_ns), -1},
	{"first_ns", offsetof(struct turn, first_ns), -1},
	{"last_ns", offsetof(struct turn, last_ns), -1},
	{"think_ns", offsetof(struct turn, think_ns), -1},
	{"left_ns", offsetof(struct turn, left_ns), INT64_MAX},
	{"cpu_ns", offsetof(struct turn, cpu_ns), -1},
	{"rss", offsetof(struct turn, rss), -1},
	{"peak", offsetof(struct turn, peak), -1},
	{"message", offsetof(struct turn, message), 0},
};

static json_t *number_of(const struct turn *turn, size_t i)
{
	int64_t number;

	memcpy(&number, (const char *)turn + turn_numbers[i].at, sizeof(number));
	return known(number, turn_numbers[i].none);
}

/* ---- a game ---- */

static json_t *seconds(double ns)
{
	return json_real(ns / NS_PER_S);
}

/* The sums if the game has scores. They are not recorded before the first turn.  */
static json_t *score(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	double first = verdict->winner == SEAT_1 ? 1 : verdict->winner == WINNER_DRAW ? 0.5 : 0;
	double second = verdict->winner == SEAT_2 ? 1 : verdict->winner == WINNER_DRAW ? 0.5 : 0;
	int lone = setup_lone_seat(&match->setup);

	if (lone != SEAT_NONE)
		return json_pack(lone == SEAT_1 ? "[f,n]" : "[n,f]",
				 match->turn_count ? match->sum[lone] : 0.0);
	if (match->scored && match->turn_count)
		return json_pack("[f,f]", match->sum[SEAT_1], match->sum[SEAT_2]);
	return json_pack("[f,f]", first, second);
}

static bool sits(const struct match *match, int seat)
{
	return match->setup.seat[seat].kind != SEAT_FREE;
}

/* Sets a value for both seats; null: nobody sits there, or it is not known.  */
static void set_pair(json_t *object, const char *key, json_t *first, json_t *second)
{
	json_object_set_new(object, key, json_pack("[o,o]", first, second));
}

static void set_counts(json_t *object, const char *key, const struct match *match, const int counts[SEATS])
{
	set_pair(object, key, sits(match, SEAT_1) ? json_integer(counts[SEAT_1]) : json_null(),
		 sits(match, SEAT_2) ? json_integer(counts[SEAT_2]) : json_null());
}

static void set_took(json_t *object, const struct match *match)
{
	struct took took[SEATS];
	bool known = match_took(match, took);
	json_t *total[SEATS], *longest[SEATS], *mean[SEATS], *cpu[SEATS], *peak[SEATS], *held[SEATS],
		*held_longest[SEATS], *waited[SEATS], *waited_turns[SEATS];

	for (int s = SEAT_1; s < SEATS; s++) {
		bool any = known && sits(match, s), moved = any && took[s].turns;

		total[s] = any ? seconds(took[s].total) : json_null();
		longest[s] = moved ? seconds(took[s].longest) : json_null();
		mean[s] = moved ? seconds(took[s].total / took[s].turns) : json_null();
		cpu[s] = any && took[s].knows_cpu ? seconds(took[s].cpu) : json_null();
		held[s] = any ? json_integer(took[s].held_turns) : json_null();
		held_longest[s] = any ? seconds((double)took[s].held_longest) : json_null();
		waited[s] = sits(match, s) ? seconds(match->waited[s].ns) : json_null();
		waited_turns[s] = sits(match, s) ? json_integer(match->waited[s].turns) : json_null();
		peak[s] = any && took[s].peak > 0 ? json_integer(took[s].peak) : json_null();
	}
	set_pair(object, "think_total", total[SEAT_1], total[SEAT_2]);
	set_pair(object, "think_longest", longest[SEAT_1], longest[SEAT_2]);
	set_pair(object, "think_mean", mean[SEAT_1], mean[SEAT_2]);
	set_pair(object, "held_turns", held[SEAT_1], held[SEAT_2]);
	set_pair(object, "held_longest", held_longest[SEAT_1], held_longest[SEAT_2]);
	set_pair(object, "cpu", cpu[SEAT_1], cpu[SEAT_2]);
	set_pair(object, "waited", waited[SEAT_1], waited[SEAT_2]);
	set_pair(object, "waited_turns", waited_turns[SEAT_1], waited_turns[SEAT_2]);
	set_pair(object, "peak_memory", peak[SEAT_1], peak[SEAT_2]);
}

/* The command line of an agent; null: no agent was started.  */
static json_t *command(const struct setup *setup, int seat)
{
	char *text;
	json_t *words;

	if (setup->seat[seat].kind != SEAT_AGENT || !setup->seat[seat].command)
		return json_null();
	text = seed_command(setup, seat, setup->seat[seat].command);
	words = match_json_words(text);
	free(text);
	return words;
}

static void set_setup(json_t *object, const struct setup *setup)
{
	const char *opening = setup_given(setup, "opening");

	json_object_set_new(object, "first",
			    protocol_first(setup) ? json_integer(setup->first) : json_null());
	json_object_set_new(object, "seed", json_integer((json_int_t)setup->seed));
	set_pair(object, "seeds", json_integer(seed_of(setup->seed, setup->game, SEAT_1)),
		 json_integer(seed_of(setup->seed, setup->game, SEAT_2)));
	set_pair(object, "commands", command(setup, SEAT_1), command(setup, SEAT_2));
	if (setup->seat[SEAT_NONE].kind == SEAT_AGENT)
		json_object_set_new(object, "game_program", command(setup, SEAT_NONE));
	if (opening)
		json_object_set_new(object, "opening", match_json_words(opening));
}

/* The turn of a seat that the verdict cut short; null: none.  */
static json_t *unfinished(const struct match *match, int seat)
{
	const struct unfinished *turn = &match->unfinished[seat];

	if (!turn->open)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:I,s:I,s:I,s:o,s:o}", "asked_ns", known(turn->asked_ns, -1),
			 "first_ns", known(turn->first_ns, -1), "last_ns", known(turn->last_ns, -1),
			 "think_ns", (json_int_t)turn->think_ns, "held_ns", (json_int_t)turn->held_ns,
			 "waited_ns", (json_int_t)turn->waiting.ns, "cpu_ns", json_integer(turn->cpu_ns),
			 "peak", known(turn->peak, 0));
}

/* What the agent was doing when its limit passed; null: not recorded.  */
static json_t *doing(const struct doing *at)
{
	if (at->kind == DOING_NOTHING)
		return json_null();
	return json_pack("{s:s,s:I,s:i,s:o}", "what", doing_name(at->kind), "unread", (json_int_t)at->unread,
			 "threads", at->threads, "cpu_seconds",
			 at->cpu_ns < 0 ? json_null() : seconds((double)at->cpu_ns));
}

/* What the seat got for a turn, without the noise of sums.  */
static double gain(const struct turn *turn, const double before[SEATS], int seat)
{
	const double grains = 1e6;
	double gained = turn->sum[seat] - before[seat], rounded = round(gained * grains) / grains;

	return fabs(gained) < 1 / grains ? 0 : fabs(gained) < 1e9 ? rounded : gained;
}

/* The number of the turn's kind; -1: there are too many.  */
static int kind_of(struct kinds *kinds, const struct turn *turn, const double before[SEATS])
{
	const char *played = turn->played ? turn->played : "";
	struct kind *kind = kinds->at;
	double one = gain(turn, before, SEAT_1), two = gain(turn, before, SEAT_2);

	for (; kind < kinds->at + kinds->count; kind++)
		if (kind->seat == turn->seat && kind->gained[SEAT_1] == one && kind->gained[SEAT_2] == two &&
		    strcmp(kind->played, played) == 0)
			return (int)(kind - kinds->at);
	kinds->bytes += strlen(played);
	if (kinds->count == KINDS_MOST || kinds->bytes > KINDS_BYTES)
		return -1;
	*kind = (struct kind){
		.seat = turn->seat, .played = bytes_text("%s", played), .gained = {0, one, two}};
	return kinds->count++;
}

static json_t *kinds_json(struct kinds *kinds)
{
	json_t *list = json_array();

	for (int i = 0; i < kinds->count; i++) {
		const struct kind *kind = &kinds->at[i];

		json_array_append_new(list,
				      json_pack("[i,o,o,o]", kind->seat, match_json_words(kind->played),
						number(kind->gained[SEAT_1]), number(kind->gained[SEAT_2])));
	}
	return list;
}

/* The kinds of the turns as a text.  */
static json_t *order_json(const int *order, int count, int kinds)
{
	static const char digits[] = COURSE_DIGITS;
	struct bytes text = {0};
	json_t *json;

	bytes_add(&text, "", 0);
	for (int i = 0; i < count; i++) {
		if (kinds > COURSE_BASE)
			bytes_add(&text, &digits[order[i] / COURSE_BASE], 1);
		bytes_add(&text, &digits[order[i] % COURSE_BASE], 1);
	}
	json = json_string(text.at);
	bytes_free(&text);
	return json;
}

/* ---- the curve ---- */

/* The mean score of the seat's moves in each tenth.  */
static json_t *means(const double gained[MATCH_JSON_TENTHS], const int moves[MATCH_JSON_TENTHS])
{
	json_t *list = json_array();

	for (int k = 0; k < MATCH_JSON_TENTHS; k++)
		json_array_append_new(list, moves[k] ? json_real(gained[k] / moves[k]) : json_null());
	return list;
}

/* ---- texts ---- */

json_t *match_json_words(const char *text)
{
	json_t *string = text ? json_string(text) : json_null();
	char *escaped;

	if (string || !text)
		return string;
	escaped = bytes_escaped(text, strlen(text));
	string = json_string(escaped);
	free(escaped);
	return string;
}

void match_json_bytes(json_t *object, const char *key, const char *bytes, size_t size)
{
	char *other = bytes_text("%s_bytes", key);

	json_object_set_new(object, other, hexadecimal(bytes, size));
	free(other);
}

void match_json_text(json_t *object, const char *key, const char *text, size_t size)
{
	json_t *string = text ? json_stringn(text, size) : json_null();

	if (string)
		json_object_set_new(object, key, string);
	else
		match_json_bytes(object, key, text, size);
}

char *match_json_line(const json_t *value)
{
	char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
	size_t size = dumped ? strlen(dumped) : 0, length;
	struct bytes line = {0};
	uint32_t c = 0;

	bytes_add_text(&line, dumped ? "" : "null");
	for (const char *at = dumped; size; at += length, size -= length) {
		length = words_harmless(at, size);
		bytes_add(&line, at, length);
		if (length)
			continue;
		length = words_character(at, size, &c);
		assert(length); /* jansson writes UTF-8 */
		if (c < 0x10000)
			bytes_addf(&line, "\\u%04x", (unsigned)c);
		else
			bytes_addf(&line, "\\u%04x\\u%04x", 0xd7c0 + (unsigned)(c >> 10),
				   0xdc00 + (unsigned)(c & 0x3ff));
	}
	free(dumped);
	return line.at;
}

json_t *match_json_turn(const struct turn *turn)
{
	json_t *object = json_object(), *flags = json_array();

	json_object_set_new(object, "n", json_integer(turn->n));
	json_object_set_new(object, "seat", json_integer(turn->seat));
	match_json_text(object, "answered", turn->answered, turn->answered ? strlen(turn->answered) : 0);
	match_json_text(object, "played", turn->played, turn->played ? strlen(turn->played) : 0);
	for (size_t i = 0; i < sizeof(turn_numbers) / sizeof(turn_numbers[0]); i++)
		json_object_set_new(object, turn_numbers[i].name, number_of(turn, i));
	json_object_set_new(object, "held_ns", json_integer(turn->held_ns));
	json_object_set_new(object, "tolerance_ns", json_integer(turn->tolerance_ns));
	json_object_set_new(object, "faults", json_integer(turn->faults));
	for (size_t i = 0; i < sizeof(turn_flags) / sizeof(turn_flags[0]); i++)
		if (turn->flags & turn_flags[i].flag)
			json_array_append_new(flags, json_string(turn_flags[i].name));
	json_object_set_new(object, "flags", flags);
	json_object_set_new(object, "sums", json_pack("[f,f]", turn->sum[SEAT_1], turn->sum[SEAT_2]));
	return object;
}

json_t *match_json_turns(const struct match *match)
{
	json_t *list = json_array();

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn)
			json_array_append_new(list, match_json_turn(turn));
	}
	return list;
}

json_t *match_json_played(const struct match *match)
{
	json_t *list = json_array();

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_skim(match, n, 1);

		json_array_append_new(list, match_json_words(turn ? turn->played : NULL));
	}
	return list;
}

json_t *match_json_game(const struct match *match)
{
	const struct setup *setup = &match->setup;
	const struct verdict *verdict = &match->verdict;
	json_t *object = json_object();

	json_object_set_new(object, "game", json_integer(setup->game));
	json_object_set_new(object, "system", match_json_words(setup->system));
	json_object_set_new(object, "winner",
			    verdict->winner == WINNER_NONE ? json_null() : json_integer(verdict->winner));
	json_object_set_new(object, "reason", match_json_words(verdict->reason));
	json_object_set_new(object, "detail", match_json_words(verdict->detail ? verdict->detail : ""));
	json_object_set_new(object, "blame", verdict->blame ? json_integer(verdict->blame) : json_null());
	json_object_set_new(object, "doing", doing(&match->doing[verdict->blame]));
	json_object_set_new(object, "backtrace",
			    match->backtrace[verdict->blame]
				    ? match_json_words(match->backtrace[verdict->blame])
				    : json_null());
	json_object_set_new(object, "moves", json_integer(match->turn_count));
	json_object_set_new(object, "timeouts",
			    json_pack("[i,i]", match->timeouts[SEAT_1], match->timeouts[SEAT_2]));
	json_object_set_new(object, "score", score(match));
	set_pair(object, "names",
		 sits(match, SEAT_1) ? match_json_words(setup->seat[SEAT_1].name) : json_null(),
		 sits(match, SEAT_2) ? match_json_words(setup->seat[SEAT_2].name) : json_null());
	json_object_set_new(object, "seconds", seconds((double)match->ended_ns));
	set_counts(object, "forgiven", match, match->forgiven);
	set_counts(object, "faults", match, match->faults);
	set_took(object, match);
	set_pair(object, "unfinished", unfinished(match, SEAT_1), unfinished(match, SEAT_2));
	set_setup(object, setup);
	return object;
}

json_t *match_json_gap(const struct gap *gap)
{
	json_t *object = json_object();

	json_object_set_new(object, "first", json_integer(gap->first));
	json_object_set_new(object, "last", gap->last ? json_integer(gap->last) : json_null());
	json_object_set_new(object, "messages", json_integer(gap->messages));
	json_object_set_new(object, "turns", json_integer(gap->turns));
	return object;
}

json_t *match_json_course(const struct match *match)
{
	struct kinds *kinds = bytes_new(sizeof(*kinds));
	int order[TURNS_MOST], count = 0;
	double before[SEATS] = {0};
	json_t *course;

	while (count < match->turn_count && match->turn_count <= TURNS_MOST) {
		const struct turn *turn = match_skim(match, count + 1, 1);

		if (!turn || (order[count] = kind_of(kinds, turn, before)) < 0)
			break;
		memcpy(before, turn->sum, sizeof(before));
		count++;
	}
	course = count < match->turn_count ? json_null()
					   : json_pack("{s:o,s:o}", "kinds", kinds_json(kinds), "order",
						       order_json(order, count, kinds->count));
	while (kinds->count)
		free(kinds->at[--kinds->count].played);
	free(kinds);
	return course;
}

json_t *match_json_curve(const struct match *match)
{
	double gained[SEATS][MATCH_JSON_TENTHS] = {{0}}, before[SEATS] = {0};
	int moves[SEATS][MATCH_JSON_TENTHS] = {{0}};
	json_t *curve[SEATS];

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_skim(match, n, 1);
		int k = (int)((int64_t)(n - 1) * MATCH_JSON_TENTHS / match->turn_count);

		if (!turn)
			return json_null();
		moves[turn->seat][k]++;
		for (int seat = SEAT_1; seat < SEATS; seat++)
			gained[seat][k] += gain(turn, before, seat);
		memcpy(before, turn->sum, sizeof(before));
	}
	for (int seat = SEAT_1; seat < SEATS; seat++)
		curve[seat] = match->setup.seat[seat].kind == SEAT_FREE ? json_null()
									: means(gained[seat], moves[seat]);
	return json_pack("[o,o]", curve[SEAT_1], curve[SEAT_2]);
}
