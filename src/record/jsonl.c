/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* jsonl.c - writes all of a match of any system as lines of JSON (src/manual/json.md).
 *
 * First come the match and its options, then each branch: the branch, its seats, its own messages, its own
 * turns, its verdict. Each line is written at once, so a match of any length needs little memory.  */
#include "file.h"

#include "ringside/match_json.h"
#include "ringside/protocol.h"
#include "ringside/shown.h"
#include <stdlib.h>
#include <string.h>

enum { PAGE = 256, FORMAT = 1 };

struct lines {
	struct match_file *file;
	const struct protocol *protocol;
	struct setup setup; /* as the match began */
	FILE *to;
};

/* Takes ownership of the object.  */
static void line(struct lines *lines, const char *type, json_t *object)
{
	json_t *typed = json_pack("{s:s}", "type", type);
	char *text;

	json_object_update(typed, object);
	text = match_json_line(typed);
	fprintf(lines->to, "%s\n", text);
	free(text);
	json_decref(typed);
	json_decref(object);
}

static void set_text(json_t *object, const char *key, const char *text)
{
	match_json_text(object, key, text, text ? strlen(text) : 0);
}

static void set_number(json_t *object, const char *key, int64_t number)
{
	json_object_set_new(object, key, json_integer(number));
}

/* ---- the match ---- */

static void set_writer(struct lines *lines, json_t *object)
{
	sqlite3_stmt *row = file_statement(lines->file, STATEMENT_WRITER);
	bool found = file_next(lines->file, row);

	set_text(object, "ringside", found ? (const char *)sqlite3_column_text(row, 0) : NULL);
	set_text(object, "started", found ? (const char *)sqlite3_column_text(row, 1) : NULL);
	sqlite3_reset(row);
}

static void tell_match(struct lines *lines)
{
	const struct setup *setup = &lines->setup;
	json_t *object = json_object();

	set_number(object, "format", FORMAT);
	set_writer(lines, object);
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

/* ---- messages ---- */

static const struct {
	unsigned flag;
	const char *name;
} flag_names[] = {
	{MESSAGE_UNASKED, "unasked"},   {MESSAGE_DROPPED, "dropped"},      {MESSAGE_FAULT, "fault"},
	{MESSAGE_CUT, "cut"},           {MESSAGE_UNENDED, "unended"},      {MESSAGE_ASKS, "asks"},
	{MESSAGE_STARTS, "starts"},     {MESSAGE_UNORDERED, "unordered"},  {MESSAGE_CHANGED, "changed"},
	{MESSAGE_UNSENT, "unsent"},     {MESSAGE_LITTLE, "little-endian"}, {MESSAGE_HELD, "held"},
	{MESSAGE_WITHHELD, "withheld"}, {MESSAGE_EDITED, "edited"},        {MESSAGE_REPLY, "reply"}};

/* The fields have their names in event.h; `text` is for people.  */
static void set_event(json_t *object, const struct message *message)
{
	const struct event *event = &message->event;
	json_t *fields = json_object();
	char *words = event_words(message);
	struct event_field field;

	set_text(object, "kind", event_name(event->kind));
	for (int i = 0; event_field(event->kind, i, &field); i++) {
		char *name = bytes_copy(field.name, field.size);

		switch (field.form) {
		case EVENT_FIELD_NUMBER: set_number(fields, name, event->number[field.i]); break;
		case EVENT_FIELD_WORD: set_text(fields, name, event->word); break;
		case EVENT_FIELD_TEXT: match_json_text(fields, name, message->bytes, message->size); break;
		}
		free(name);
	}
	json_object_set_new(object, "fields", fields);
	set_text(object, "text", words);
	free(words);
}

static void tell_message(struct lines *lines, int branch, const struct message *message)
{
	bool event = message->direction == EVENT;
	bool binary = shown_as_meaning(&lines->setup, message);
	char *meaning = binary ? lines->protocol->texts->meaning(&lines->setup, message) : NULL;
	json_t *object = json_object(), *list = json_array();

	set_number(object, "n", message->n);
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
		match_json_bytes(object, "text", message->bytes, message->size);
	else
		match_json_text(object, "text", message->bytes, message->size);
	if (meaning)
		set_text(object, "meaning", meaning);
	free(meaning);
	line(lines, event ? "event" : "message", object);
}

static void tell_gap(struct lines *lines, int branch, const struct gap *gap)
{
	json_t *object = match_json_gap(gap);
	char *words = gap_words(gap);

	set_number(object, "branch", branch);
	set_text(object, "text", words);
	line(lines, "gap", object);
	free(words);
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
	struct message_query query = {.seats = ~0u, .channels = CHANNEL_ALL, .last = INT64_MAX};
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

/* ---- branches ---- */

static void tell_branch(struct lines *lines, const struct branch_row *row)
{
	json_t *object = json_object();

	set_number(object, "id", row->id);
	json_object_set_new(object, "parent", row->parent < 0 ? json_null() : json_integer(row->parent));
	set_number(object, "turn", row->turn);
	json_object_set_new(object, "message", row->message ? json_integer(row->message) : json_null());
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
			json_t *object = match_json_turn(&turns[i]);

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
