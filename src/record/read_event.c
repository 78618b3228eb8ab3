/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read_event.c - reads the events of a match: the rows of the table event.  */
#include "file.h"

#include <string.h>

/* The field that names a message.  */
#define MESSAGE "message"

/* Reads a number of an event; the name of its field says what it may be.  */
static void read_number(struct match_file *file, sqlite3_stmt *row, const struct event_field *field,
			struct event *event)
{
	static const struct {
		const char *name;
		int64_t least, most;
	} ranges[] = {
		{"seat", SEAT_NONE, SEAT_2},   {"winner", WINNER_NONE, SEAT_2}, {"count", 0, INT_MAX},
		{"waiting", 0, INT_MAX},       {"status", INT_MIN, INT_MAX},    {"number", 0, INT_MAX},
		{"ns", 0, FILE_LARGEST},       {"seat1_ns", 0, FILE_LONGEST},   {"seat2_ns", 0, FILE_LONGEST},
		{"think_ns", 0, FILE_LONGEST},
	};
	int64_t least = -FILE_LARGEST, most = FILE_LARGEST;

	if (strlen(MESSAGE) == field->size && memcmp(MESSAGE, field->name, field->size) == 0) {
		file_message(file, row, 2 + field->i, &event->number[field->i]);
		return;
	}
	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (strlen(ranges[i].name) == field->size &&
		    memcmp(ranges[i].name, field->name, field->size) == 0) {
			least = ranges[i].least;
			most = ranges[i].most;
		}
	file_number(file, row, 2 + field->i, least, most, 0, &event->number[field->i]);
}

void file_read_event(struct match_file *file, struct message *message)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_EVENT);
	struct event *event = &message->event;
	struct event_field field;
	const char *name, *word;

	event->kind = EVENT_REMARK;
	sqlite3_bind_int64(row, 1, message->n);
	if (!file_next(file, row))
		return;
	file_at(file, "event", message->n);
	name = file_chars(file, row, 0);
	word = file_chars(file, row, 1);
	event->kind = event_named(name ? name : "");
	if (event->kind == EVENT_NOTHING) {
		file_wrong(file, row, 0, "the name of an event");
		event->kind = EVENT_REMARK;
		message->bytes = (char *)file_word(file, name ? name : "?");
		message->size = strlen(message->bytes);
	} else {
		if (event_has(event->kind, EVENT_FIELD_WORD) && (word || event->kind != EVENT_ENDED))
			event->word = file_word(file, word ? word : "");
		for (int i = 0; event_field(event->kind, i, &field); i++)
			if (field.form == EVENT_FIELD_NUMBER)
				read_number(file, row, &field, event);
	}
	sqlite3_reset(row);
}
