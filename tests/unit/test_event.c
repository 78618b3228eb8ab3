/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_event.c - the names, fields and sentences of events.  */
#include "../test.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"

static struct message event(enum event_kind kind, const char *word, int64_t a, int64_t b, int64_t c,
			    const char *text)
{
	return (struct message){.direction = EVENT,
				.channel = event_channel(kind),
				.event = {.kind = kind, .word = word, .number = {a, b, c}},
				.bytes = (char *)text,
				.size = strlen(text)};
}

static void says(const char *wanted, enum event_kind kind, const char *word, int64_t a, int64_t b, int64_t c,
		 const char *text)
{
	struct message message = event(kind, word, a, b, c, text);

	assert_text(event_words(&message), wanted);
}

TEST(a_sentence_contains_its_fields_and_nothing_else)
{
	says("pause", EVENT_PAUSE, NULL, 0, 0, 0, "");
	says("exited with status 3", EVENT_EXITED, NULL, 3, 0, 0, "");
	says("was ended by SIGSEGV", EVENT_ENDED, "SIGSEGV", 11, 0, 0, "");
	says("override 7,7", EVENT_OVERRIDE, NULL, 0, 0, 0, "7,7");
	says("turn limit 1.250 s", EVENT_TURN_LIMIT, NULL, 1250000000, 0, 0, "");
	says("turn limit 20 ms", EVENT_TURN_LIMIT, NULL, 20000000, 0, 0, "");
	says("verdict: five: it plays five", EVENT_VERDICT, "five", 1, 0, 0, "it plays five");
}

TEST(an_empty_field_takes_its_words_with_it)
{
	says("step", EVENT_STEP, NULL, 0, 0, 0, "");
	says("step 3", EVENT_STEP, NULL, 3, 0, 0, "");
	says("was ended by signal 40", EVENT_ENDED, NULL, 40, 0, 0, "");
	says("a person drops a message from the agent", EVENT_DROP, NULL, 0, 0, 0, "");
	says("a person drops a message to the agent", EVENT_DROP, NULL, 2, 0, 0, "");
	says("stopped before the next message", EVENT_STOPPED_MESSAGE, NULL, 0, 0, 0, "");
	says("stopped before the next message: breakpoint 1", EVENT_STOPPED_MESSAGE, NULL, 0, 0, 0,
	     "breakpoint 1");
}

TEST(a_limit_is_written_with_its_subject)
{
	says("made no move within the limit of 1.000 s for a turn", EVENT_NO_MOVE, EVENT_LIMIT_TURN,
	     1000000000, 0, 0, "");
	says("made no move within the guard (--hang-time) of 2.000 s for a turn and 0.100 s of tolerance: "
	     "the game program is told",
	     EVENT_NO_MOVE, EVENT_LIMIT_GUARD, 2000000000, 100000000, 1, "");
	says("5 ms over, forgiven: the limit of 9.000 s for the match (--tolerance 1.000 s)", EVENT_FORGIVEN,
	     EVENT_LIMIT_MATCH, 5000000, 9000000000, 1000000000, "");
}

TEST(a_fault_is_written_by_the_row_that_it_names)
{
	const struct fault_row *row = protocol_named("gomocup")->texts->faults;
	FREED char *plain = bytes_text("%s: \"7\\x07\" [%s]: %s", row->phrase, row->rule, row->done);
	FREED char *strict = bytes_text("%s [%s]: loses (--strict)", row->phrase, row->rule);
	FREED char *count = bytes_text("%s: 3 times in all", row->phrase);

	says(plain, EVENT_FAULT, row->name, 12, 0, 0, "7\x07");
	says(strict, EVENT_FAULT, row->name, 0, 1, 0, "");
	says(count, EVENT_FAULT_COUNT, row->name, 3, 0, 0, "");
	assert_ptr_equal(event_fault(&(struct event){.kind = EVENT_FAULT, .word = row->name}), row);
	says("of-another-version: \"x\" [?]: ?", EVENT_FAULT, "of-another-version", 1, 0, 0, "x");
	assert_null(event_fault(&(struct event){.kind = EVENT_FAULT, .word = "of-another-version"}));
}

/* All rows with this name, in one system or in all. A row may belong to two systems.  */
static void expect_no_other(const char *name, const char *words)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++) {
		for (const struct fault_row *row = protocol->texts->faults; row && row->name; row++)
			if (strcmp(row->name, name) == 0)
				assert_string_equal(row->phrase, words);
		for (const struct notice_row *row = protocol->texts->notices; row && row->name; row++)
			if (strcmp(row->name, name) == 0)
				assert_string_equal(row->sentence, words);
	}
}

TEST(a_name_means_the_same_in_all_systems)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++) {
		for (const struct fault_row *row = protocol->texts->faults; row && row->name; row++)
			expect_no_other(row->name, row->phrase);
		for (const struct notice_row *row = protocol->texts->notices; row && row->name; row++)
			expect_no_other(row->name, row->sentence);
	}
}

TEST(every_kind_has_its_own_name_and_a_whole_sentence)
{
	for (int kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++) {
		struct message message = event((enum event_kind)kind, "word", 1, 2, 3, "text");
		FREED char *words = event_words(&message);

		assert_int_equal(event_named(event_name((enum event_kind)kind)), kind);
		assert_true(*words);
		assert_null(strpbrk(words, "{}|"));
	}
	assert_int_equal(event_named("nothing of this name"), EVENT_NOTHING);
	assert_int_equal(event_named(""), EVENT_NOTHING);
}

TEST(fields_have_names_and_places)
{
	struct event_field field;

	assert_true(event_field(EVENT_VERDICT, 0, &field));
	assert_int_equal(field.form, EVENT_FIELD_NUMBER);
	assert_memory_equal(field.name, "winner", field.size);
	assert_true(event_field(EVENT_VERDICT, 1, &field));
	assert_int_equal(field.form, EVENT_FIELD_WORD);
	assert_memory_equal(field.name, "reason", field.size);
	assert_true(event_field(EVENT_VERDICT, 2, &field));
	assert_int_equal(field.form, EVENT_FIELD_TEXT);
	assert_false(event_field(EVENT_VERDICT, 3, &field));
	assert_false(event_field(EVENT_PAUSE, 0, &field));
	assert_true(event_field(EVENT_FORGIVEN, 2, &field));
	assert_int_equal(field.i, 2);
	assert_true(event_has(EVENT_BRANCH, EVENT_FIELD_TEXT));
	assert_false(event_has(EVENT_BRANCH, EVENT_FIELD_WORD));
}

TEST(an_ending_is_read_back_unchanged)
{
	const struct ending endings[] = {{.code = 3},
					 {.signalled = true, .code = 11, .signal = "SIGSEGV"},
					 {.signalled = true, .code = 40}};

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		struct event event = event_of_ending(endings[i]);
		struct ending ending = event_ending(&event);

		assert_true(event_ends(&event));
		assert_int_equal(ending.signalled, endings[i].signalled);
		assert_int_equal(ending.code, endings[i].code);
		assert_ptr_equal(ending.signal, endings[i].signal);
	}
}

TEST_MAIN(NULL, NULL)
