/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* json.c - a match as JSON objects, and all of a match of any system as lines of JSON (src/manual/json.md).
 *
 * The lines are first the match and its options, then each branch: the branch, its seats, its own messages,
 * its own turns, its verdict. Each line is written at once, so a match of any length needs little memory.
 *
 * A line of results tells how a game with scores went in few bytes: its turns, and the mean score of a move
 * in each tenth of it. Such games are long and repeat themselves. So each kind of turn is written once.  */
#include "file.h"

#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/setup.h"
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

struct turn_kind {
	int seat;
	char *played; /* owned */
	double gained[SEATS];
};

struct kinds {
	struct turn_kind at[KINDS_MOST];
	int count;
	size_t bytes;
};

static const struct {
	unsigned flag;
	const char *name;
} turn_flags[] = {{TURN_BY_PERSON, "by-person"},     {TURN_CHANGED, "changed"},
		  {TURN_INTERRUPTED, "interrupted"}, {TURN_UNTIMED, "untimed"},
		  {TURN_FORGIVEN, "forgiven"},       {TURN_HELD_UP, "held-up"},
		  {TURN_WAITED, "waited"},           {TURN_CHARGED, "charged"}};

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

enum { PAGE = 256, FORMAT = 1 };

struct lines {
	struct match_file *file;
	const struct protocol *protocol;
	struct setup setup; /* as the match began */
	FILE *to;
};

static const struct {
	unsigned flag;
	const char *name;
} flag_names[] = {
	{MESSAGE_UNASKED, "unasked"},   {MESSAGE_DROPPED, "dropped"},      {MESSAGE_FAULT, "fault"},
	{MESSAGE_CUT, "cut"},           {MESSAGE_UNENDED, "unended"},      {MESSAGE_ASKS, "asks"},
	{MESSAGE_STARTS, "starts"},     {MESSAGE_UNORDERED, "unordered"},  {MESSAGE_CHANGED, "changed"},
	{MESSAGE_UNSENT, "unsent"},     {MESSAGE_LITTLE, "little-endian"}, {MESSAGE_HELD, "held"},
	{MESSAGE_WITHHELD, "withheld"}, {MESSAGE_EDITED, "edited"},        {MESSAGE_REPLY, "reply"}};

static json_t *hexadecimal(const char *bytes, size_t size)
{
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (size_t i = 0; i < size; i++)
		bytes_addf(&text, "%02x", (unsigned char)bytes[i]);
	return json_stringn_nocheck(text.at, text.size);
}

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

	for (int s = SEAT_1; s < SEATS; s++) {
		bool there = sits(match, s), any = known && there, moved = any && took[s].turns;
		const struct {
			const char *key;
			json_t *value;
		} figures[] = {
			{"think_total", any ? seconds(took[s].total) : json_null()},
			{"think_longest", moved ? seconds(took[s].longest) : json_null()},
			{"think_mean", moved ? seconds(took[s].total / took[s].turns) : json_null()},
			{"held_turns", any ? json_integer(took[s].held_turns) : json_null()},
			{"held_longest", any ? seconds((double)took[s].held_longest) : json_null()},
			{"cpu", any && took[s].knows_cpu ? seconds(took[s].cpu) : json_null()},
			{"waited", there ? seconds(match->waited[s].ns) : json_null()},
			{"waited_turns", there ? json_integer(match->waited[s].turns) : json_null()},
			{"peak_memory", any && took[s].peak > 0 ? json_integer(took[s].peak) : json_null()},
		};

		for (size_t i = 0; i < sizeof(figures) / sizeof(*figures); i++) {
			if (s == SEAT_1)
				json_object_set_new(object, figures[i].key, json_array());
			json_array_append_new(json_object_get(object, figures[i].key), figures[i].value);
		}
	}
}

/* The command line of an agent; null: no agent was started.  */
static json_t *command(const struct setup *setup, int seat)
{
	FREED char *text = NULL;

	if (setup->seat[seat].kind != SEAT_AGENT || !setup->seat[seat].command)
		return json_null();
	text = seed_command(setup, seat, setup->seat[seat].command);
	return match_json_words(text);
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
static json_t *activity(const struct activity *at)
{
	if (at->kind == ACTIVITY_NOTHING)
		return json_null();
	return json_pack("{s:s,s:I,s:i,s:o}", "what", activity_name(at->kind), "unread",
			 (json_int_t)at->unread, "threads", at->threads, "cpu_seconds",
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
	struct turn_kind *kind = kinds->at;
	double one = gain(turn, before, SEAT_1), two = gain(turn, before, SEAT_2);

	for (; kind < kinds->at + kinds->count; kind++)
		if (kind->seat == turn->seat && kind->gained[SEAT_1] == one && kind->gained[SEAT_2] == two &&
		    strcmp(kind->played, played) == 0)
			return (int)(kind - kinds->at);
	kinds->bytes += strlen(played);
	if (kinds->count == KINDS_MOST || kinds->bytes > KINDS_BYTES)
		return -1;
	*kind = (struct turn_kind){
		.seat = turn->seat, .played = bytes_text("%s", played), .gained = {0, one, two}};
	return kinds->count++;
}

static json_t *kinds_json(struct kinds *kinds)
{
	json_t *list = json_array();

	for (int i = 0; i < kinds->count; i++) {
		const struct turn_kind *kind = &kinds->at[i];

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
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < count; i++) {
		if (kinds > COURSE_BASE)
			bytes_add(&text, &digits[order[i] / COURSE_BASE], 1);
		bytes_add(&text, &digits[order[i] % COURSE_BASE], 1);
	}
	return json_string(text.at);
}

/* Sets KEY_bytes to the bytes in hexadecimal; an empty text for none.  */
static void set_bytes(json_t *object, const char *key, const char *bytes, size_t size)
{
	FREED char *other = bytes_text("%s_bytes", key);

	json_object_set_new(object, other, hexadecimal(bytes, size));
}

/* Sets key to a text that need not be UTF-8; if it is not, sets KEY_bytes as above. The text NULL becomes
 * null.  */
static void set_text_of(json_t *object, const char *key, const char *text, size_t size)
{
	json_t *string = text ? json_stringn(text, size) : json_null();

	if (string)
		json_object_set_new(object, key, string);
	else
		set_bytes(object, key, text, size);
}

/* A turn, and an array of all turns that are known, in their order.  */
static json_t *turn_object(const struct turn *turn)
{
	json_t *object = json_object(), *flags = json_array();

	json_object_set_new(object, "n", json_integer(turn->n));
	json_object_set_new(object, "seat", json_integer(turn->seat));
	set_text_of(object, "answered", turn->answered, turn->answered ? strlen(turn->answered) : 0);
	set_text_of(object, "played", turn->played, turn->played ? strlen(turn->played) : 0);
	for (size_t i = 0; i < sizeof(turn_numbers) / sizeof(turn_numbers[0]); i++) {
		int64_t number;

		memcpy(&number, (const char *)turn + turn_numbers[i].at, sizeof(number));
		json_object_set_new(object, turn_numbers[i].name, known(number, turn_numbers[i].none));
	}
	json_object_set_new(object, "held_ns", json_integer(turn->held_ns));
	json_object_set_new(object, "tolerance_ns", json_integer(turn->tolerance_ns));
	json_object_set_new(object, "clock_moves", known(turn->clock_moves, 0));
	json_object_set_new(object, "value",
			    !*turn->said.words           ? json_null()
			    : isfinite(turn->said.value) ? number(turn->said.value)
							 : json_string(turn->said.words));
	json_object_set_new(object, "depth", known(turn->said.depth, 0));
	json_object_set_new(object, "nodes", known(turn->said.nodes, 0));
	json_object_set_new(object, "faults", json_integer(turn->faults));
	for (size_t i = 0; i < sizeof(turn_flags) / sizeof(turn_flags[0]); i++)
		if (turn->flags & turn_flags[i].flag)
			json_array_append_new(flags, json_string(turn_flags[i].name));
	json_object_set_new(object, "flags", flags);
	json_object_set_new(object, "sums", json_pack("[f,f]", turn->sum[SEAT_1], turn->sum[SEAT_2]));
	return object;
}

/* Takes ownership of the object.  */
static void line(struct lines *lines, const char *type, json_t *object)
{
	json_t *typed = json_pack("{s:s}", "type", type);
	FREED char *text = NULL;

	json_object_update(typed, object);
	text = match_json_line(typed);
	fprintf(lines->to, "%s\n", text);
	json_decref(typed);
	json_decref(object);
}

static void set_text(json_t *object, const char *key, const char *text)
{
	set_text_of(object, key, text, text ? strlen(text) : 0);
}

static void set_number(json_t *object, const char *key, int64_t number)
{
	json_object_set_new(object, key, json_integer(number));
}

static void tell_match(struct lines *lines)
{
	const struct setup *setup = &lines->setup;
	json_t *object = json_object();
	RESET sqlite3_stmt *writer = file_statement(lines->file, STATEMENT_WRITER);
	bool found = file_next(lines->file, writer);

	set_number(object, "format", FORMAT);
	set_text(object, "ringside", found ? file_chars(lines->file, writer, 0) : NULL);
	set_text(object, "started", found ? file_chars(lines->file, writer, 1) : NULL);
	set_text(object, "system", setup->system);
	set_number(object, "game", setup->game);
	set_number(object, "first", setup->first);
	json_object_set_new(object, "seed", json_integer((json_int_t)setup->seed));
	json_object_set_new(object, "strict", json_boolean(setup->strict));
	set_number(object, "turn_limit_ns", setup->turn_limit);
	set_number(object, "match_limit_ns", setup->match_limit);
	set_number(object, "start_limit_ns", setup->start_limit);
	set_number(object, "hang_limit_ns", setup->hang_limit);
	set_number(object, "tolerance_ns", setup->tolerance);
	set_number(object, "pace_ns", setup->pace);
	set_number(object, "memory", setup->memory);
	set_number(object, "max_line", (int64_t)setup->max_line);
	set_number(object, "max_chatter", (int64_t)setup->max_chatter);
	line(lines, "match", object);
	for (int i = 0; i < setup->option_count; i++) {
		object = json_object();
		set_text(object, "name", setup->options[i].name);
		set_text(object, "value", setup->options[i].text);
		line(lines, "option", object);
	}
}

/* The fields have their names in event.h; `text` is for people.  */
static void set_event(json_t *object, const struct message *message)
{
	const struct event *event = &message->event;
	json_t *fields = json_object();
	FREED char *words = event_words(message);
	struct event_field field;

	set_text(object, "kind", event_name(event->kind));
	for (int i = 0; event_field(event->kind, i, &field); i++) {
		FREED char *name = bytes_copy(field.name, field.size);

		switch (field.form) {
		case EVENT_FIELD_NUMBER: set_number(fields, name, event->number[field.i]); break;
		case EVENT_FIELD_WORD: set_text(fields, name, event->word); break;
		case EVENT_FIELD_TEXT: set_text_of(fields, name, message->bytes, message->size); break;
		}
	}
	json_object_set_new(object, "fields", fields);
	set_text(object, "text", words);
}

static void tell_message(struct lines *lines, int branch, const struct message *message)
{
	bool event = message->direction == EVENT;
	bool binary = shown_as_meaning(&lines->setup, message);
	FREED char *meaning = binary ? lines->protocol->texts->meaning(&lines->setup, message) : NULL;
	json_t *object = json_object(), *list = json_array();

	set_number(object, "n", message->n);
	if (message->number != message->n)
		set_number(object, "number", message->number);
	set_number(object, "branch", branch);
	set_number(object, "t_ns", message->t_ns);
	set_number(object, "seat", message->seat);
	if (!event)
		set_text(object, "dir", file_directions[message->direction]);
	set_text(object, "channel", channel_name(message->channel));
	set_number(object, "turn", message->turn);
	for (size_t i = 0; i < sizeof(flag_names) / sizeof(flag_names[0]); i++)
		if (message->flags & flag_names[i].flag)
			json_array_append_new(list, json_string(flag_names[i].name));
	json_object_set_new(object, "flags", list);
	if (event)
		set_event(object, message);
	else if (binary)
		set_bytes(object, "text", message->bytes, message->size);
	else
		set_text_of(object, "text", message->bytes, message->size);
	if (meaning)
		set_text(object, "meaning", meaning);
	line(lines, event ? "event" : "message", object);
}

static void tell_gap(struct lines *lines, int branch, const struct gap *gap)
{
	json_t *object = match_json_gap(gap);
	FREED char *words = gap_words(gap);

	set_number(object, "branch", branch);
	set_text(object, "text", words);
	line(lines, "gap", object);
}

static bool next_gap(struct match_file *file, int64_t after, struct gap *gap)
{
	return match_file_gaps(file, after, INT64_MAX, 1, gap) == 1;
}

/* The branch's own messages and gaps are the last stage of its history.  */
static void tell_messages(struct lines *lines, int branch)
{
	const struct history *history = file_history(lines->file);
	const struct stage *own = history && history->count ? &history->stages[history->count - 1] : NULL;
	struct message_query query = {
		.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX, .everything = true};
	struct message page[PAGE];
	struct gap gap;
	int64_t after;
	bool more;
	int count;

	if (!own || own->branch != branch)
		return;
	after = own->first - 1;
	more = next_gap(lines->file, after, &gap);
	do {
		count = match_file_after(lines->file, &query, after, PAGE, page);
		for (int i = 0; i < count; i++) {
			for (; more && gap.first < page[i].n; more = next_gap(lines->file, gap.first, &gap))
				tell_gap(lines, branch, &gap);
			tell_message(lines, branch, &page[i]);
			after = page[i].n;
		}
	} while (count == PAGE);
	for (; more; more = next_gap(lines->file, gap.first, &gap))
		tell_gap(lines, branch, &gap);
}

static void tell_branch(struct lines *lines, const struct branch_row *row)
{
	json_t *object = json_object();

	set_number(object, "id", row->id);
	json_object_set_new(object, "parent", known(row->parent, -1));
	set_number(object, "turn", row->turn);
	json_object_set_new(object, "message", known(row->message, 0));
	set_text(object, "why", row->why);
	line(lines, "branch", object);
}

static void tell_seats(struct lines *lines, const struct match *match)
{
	static const char *const kinds[] = {
		[SEAT_FREE] = "free", [SEAT_AGENT] = "agent", [SEAT_HUMAN] = "human"};

	for (int s = 0; s < SEATS; s++) {
		const struct seat_setup *seat = &match->setup.seat[s];
		json_t *object = json_object();

		set_number(object, "branch", match->branch);
		set_number(object, "seat", s);
		set_text(object, "kind", kinds[seat->kind]);
		set_text(object, "command", seat->command);
		set_text(object, "name", seat->name);
		line(lines, "seat", object);
	}
}

/* The branch's own turns follow those of its parent.  */
static void tell_turns(struct lines *lines, const struct branch_row *row)
{
	struct turn turns[PAGE];
	int from = row->turn + 1, count;

	do {
		count = match_file_turns(lines->file, from, PAGE, turns);
		for (int i = 0; i < count; i++) {
			json_t *object = turn_object(&turns[i]);

			set_number(object, "branch", row->id);
			line(lines, "turn", object);
			turn_clear(&turns[i]);
		}
		from += count;
	} while (count == PAGE);
}

static void tell_verdict(struct lines *lines, const struct match *match)
{
	json_t *object = match_json_game(match), *proof = json_array();

	for (int i = 0; i < PROOFS && match->verdict.proof[i]; i++)
		json_array_append_new(proof, json_integer(match->verdict.proof[i]));
	json_object_set_new(object, "proof", proof);
	set_number(object, "branch", match->branch);
	line(lines, "verdict", object);
}

/* False: the file cannot be read.  */
static bool tell_all(struct lines *lines, const struct branch_row *row)
{
	struct match match;

	if (!match_file_show(lines->file, row->id) || !match_file_match(lines->file, &match))
		return false;
	tell_branch(lines, row);
	tell_seats(lines, &match);
	tell_messages(lines, row->id);
	tell_turns(lines, row);
	match_file_faults(lines->file, 0, INT64_MAX, match.faults);
	if (match.over && match_file_timeouts(lines->file, &match))
		tell_verdict(lines, &match);
	match_free(&match);
	return true;
}

json_t *match_json_words(const char *text)
{
	json_t *string = text ? json_string(text) : json_null();
	FREED char *escaped = NULL;

	if (string || !text)
		return string;
	escaped = bytes_escaped(text, strlen(text));
	return json_string(escaped);
}

char *match_json_line(const json_t *value)
{
	FREED char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
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
	return line.at;
}

/* The settings that a player has of its own, by seats.  */
static void add_settings(json_t *object, const struct setup *setup)
{
	json_t *list = json_array();
	bool any = false;

	for (int s = SEAT_1; s < SEATS; s++) {
		json_t *of_seat = json_object();

		for (int i = 0; i < SEAT_SETTINGS; i++) {
			const char *text = seat_setting_given(setup, (enum seat_setting)i, s);

			if (text)
				json_object_set_new(of_seat, seat_setting_rows[i].name,
						    match_json_words(text));
			any = any || text;
		}
		json_array_append_new(list, of_seat);
	}
	if (any)
		json_object_set(object, "settings", list);
	json_decref(list);
}

json_t *match_json_game(const struct match *match)
{
	const struct setup *setup = &match->setup;
	const struct verdict *verdict = &match->verdict;
	json_t *object = json_object();

	json_object_set_new(object, "game", json_integer(setup->game));
	json_object_set_new(object, "system", match_json_words(setup->system));
	json_object_set_new(object, "winner", known(verdict->winner, WINNER_NONE));
	json_object_set_new(object, "reason", match_json_words(verdict->reason));
	json_object_set_new(object, "detail", match_json_words(verdict->detail ? verdict->detail : ""));
	json_object_set_new(object, "blame", known(verdict->blame, SEAT_NONE));
	json_object_set_new(object, "doing", activity(&match->activity[verdict->blame]));
	json_object_set_new(object, "backtrace", match_json_words(match->backtrace[verdict->blame]));
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
	add_settings(object, setup);
	return object;
}

json_t *match_json_turns(const struct match *match)
{
	json_t *list = json_array();

	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (turn)
			json_array_append_new(list, turn_object(turn));
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

json_t *match_json_course(const struct match *match)
{
	FREED struct kinds *kinds = bytes_new(sizeof(*kinds));
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
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		curve[seat] = sits(match, seat) ? json_array() : json_null();
		for (int k = 0; sits(match, seat) && k < MATCH_JSON_TENTHS; k++)
			json_array_append_new(curve[seat],
					      moves[seat][k] ? json_real(gained[seat][k] / moves[seat][k])
							     : json_null());
	}
	return json_pack("[o,o]", curve[SEAT_1], curve[SEAT_2]);
}

json_t *match_json_gap(const struct gap *gap)
{
	json_t *object = json_object();

	json_object_set_new(object, "first", json_integer(gap->first));
	json_object_set_new(object, "last", known(gap->last, 0));
	json_object_set_new(object, "messages", json_integer(gap->messages));
	json_object_set_new(object, "turns", json_integer(gap->turns));
	return object;
}

char *match_file_lines(struct match_file *file, FILE *to)
{
	struct lines lines = {.file = file, .to = to};
	struct branch_row *rows;
	int wanted = file->wanted, count;
	bool good = match_file_setup(file, 0, &lines.setup);

	if (!good)
		return bytes_text("%s", match_file_problem(file));
	lines.protocol = protocol_named(lines.setup.system);
	if (!lines.protocol) {
		char *problem = bytes_text("there is no system \"%s\"", lines.setup.system);

		setup_free(&lines.setup);
		return problem;
	}
	tell_match(&lines);
	count = match_file_branches(file, &rows);
	for (int i = 0; i < count && good; i++)
		good = tell_all(&lines, &rows[i]);
	branch_rows_free(rows, count);
	match_file_show(file, wanted);
	setup_free(&lines.setup);
	return match_file_problem(file) ? bytes_text("%s", match_file_problem(file)) : NULL;
}
