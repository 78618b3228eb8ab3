/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_protocol_check.c - a system that lacks something the judge calls is refused with the member's name. */
#include "../test.h"
#include "ringside/protocol.h"

static void refused(const struct protocol *protocol, const char *expected)
{
	assert_text(protocol_check(protocol), expected);
}

TEST(all_systems_are_complete)
{
	for (int i = 0; protocols[i]; i++) {
		char *problem = protocol_check(protocols[i]);

		if (problem)
			fail_msg("%s", problem);
	}
}

#define LACKS(member)                                                                                        \
	do {                                                                                                 \
		struct protocol lacking = *protocol_named("gomocup");                                        \
                                                                                                             \
		memset(&lacking.member, 0, sizeof(lacking.member));                                          \
		refused(&lacking, "gomocup: " #member " is missing");                                        \
	} while (0)

/* The same for a member of a structure that the protocol points to.  */
#define PART_LACKS(part, member)                                                                             \
	do {                                                                                                 \
		struct protocol lacking = *protocol_named("gomocup");                                        \
		struct protocol_##part part = *lacking.part;                                                 \
                                                                                                             \
		memset(&part.member, 0, sizeof(part.member));                                                \
		lacking.part = &part;                                                                        \
		refused(&lacking, "gomocup: " #part "->" #member " is missing");                             \
	} while (0)

TEST(every_member_that_the_judge_calls_is_required)
{
	LACKS(options);
	LACKS(texts);
	PART_LACKS(texts, title);
	PART_LACKS(texts, panes);
	PART_LACKS(texts, reasons);
	LACKS(bundle);
	PART_LACKS(bundle, demo[0]);
	PART_LACKS(bundle, samples);
	LACKS(tools);
	LACKS(channel);
	LACKS(new);
	LACKS(free);
	LACKS(started);
	LACKS(begin);
	LACKS(ask);
	LACKS(received);
	LACKS(answer);
	LACKS(move_form);
	LACKS(timeout);
	LACKS(play);
}

TEST(a_system_without_a_name_is_refused)
{
	struct protocol nameless = *protocol_named("lmc");

	nameless.name = NULL;
	refused(&nameless, "a system: name is missing");
}

TEST(a_contradiction_in_a_system_is_reported)
{
	struct protocol wrong = *protocol_named("lmc");
	struct protocol_openings openings;
	struct protocol_framing framing;
	struct protocol_texts texts;
	struct protocol_tools tools;

	wrong.moves = CHANNEL_STDERR;
	refused(&wrong, "lmc: moves is none of the channels of answers");
	wrong = *protocol_named("asimulator");
	framing = *wrong.framing;
	framing.end = NULL;
	wrong.framing = &framing;
	refused(&wrong, "asimulator: framing needs frame and end");
	wrong = *protocol_named("asimulator");
	texts = *wrong.texts;
	texts.partial = NULL;
	wrong.texts = &texts;
	refused(&wrong, "asimulator: wanted and partial belong together");
	wrong = *protocol_named("gomocup");
	wrong.reseat = NULL;
	refused(&wrong, "gomocup: misled is missing, and no position is told, which needs reseat");
	wrong = *protocol_named("gomocup");
	wrong.goodbye = NULL;
	refused(&wrong, "gomocup: limits.goodbye needs goodbye");
	wrong = *protocol_named("gomocup");
	openings = *wrong.openings;
	openings.resume = NULL;
	wrong.openings = &openings;
	refused(&wrong, "gomocup: openings needs resume");
	wrong = *protocol_named("gomocup");
	tools = *wrong.tools;
	tools.spec = NULL;
	wrong.tools = &tools;
	refused(&wrong, "gomocup: twins needs spec");
}

/* The system that consists of this row alone is refused.  */
static void row_refused(const char *system, struct option_row row, const char *expected)
{
	const struct option_row *const options[] = {&row, NULL};
	struct protocol wrong = *protocol_named(system);

	wrong.options = options;
	refused(&wrong, expected);
}

TEST(a_contradiction_in_an_option_is_reported)
{
	struct option_row game = *protocol_option(protocol_named("lmc"), OPTION_INI);
	struct option_row world = *protocol_option(protocol_named("asimulator"), OPTION_FILE), wrong;

	wrong = game;
	wrong.from_ini = NULL;
	row_refused("lmc", wrong, "lmc: --game: OPTION_INI and from_ini belong together");
	wrong = game;
	wrong.content = NULL;
	row_refused("lmc", wrong, "lmc: --game: content is missing");
	wrong = world;
	wrong.ending = NULL;
	row_refused("asimulator", wrong, "asimulator: --world: folder and ending belong together");
	wrong = world;
	wrong.type = OPTION_TEXT;
	row_refused("asimulator", wrong, "asimulator: --world: content belongs to OPTION_FILE or OPTION_INI");
	wrong = world;
	wrong.path = PATH_NONE;
	row_refused("asimulator", wrong,
		    "asimulator: --world: path does not say what happens with the file or folder");
}

static void is_a_name(const char *name)
{
	assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(name));
}

/* How many rows of other systems or in other places have the name.  */
static int others(const struct fault_row *row)
{
	const struct protocol *protocol;
	int count = 0;

	for (int i = -1; i < 0 || (protocol = protocol_at(i)); i++)
		for (const struct fault_row *at = i < 0 ? event_faults : protocol->texts->faults; at->name;
		     at++)
			count += at != row && strcmp(at->name, row->name) == 0;
	return count;
}

TEST(each_fault_has_its_own_name_and_a_text_for_people)
{
	const struct protocol *protocol;

	for (int i = -1; i < 0 || (protocol = protocol_at(i)); i++)
		for (const struct fault_row *row = i < 0 ? event_faults : protocol->texts->faults; row->name;
		     row++) {
			is_a_name(row->name);
			assert_int_equal(others(row), 0);
			assert_true(*row->phrase && *row->rule && *row->done);
		}
}

TEST(each_notice_has_a_name_and_a_sentence)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		for (const struct notice_row *row = protocol->texts->notices; row && row->name; row++) {
			struct message message = {
				.direction = EVENT,
				.event = {.kind = EVENT_NOTICE, .word = row->name, .number = {2000000, 3}},
				.bytes = "a text",
				.size = 6};
			FREED char *words = event_words(&message);

			is_a_name(row->name);
			assert_non_null(words);
			assert_null(strpbrk(words, "{}"));
			assert_string_not_equal(words, row->name);
			assert_int_equal(strstr(row->fields, "+text") != NULL,
					 strstr(words, "a text") != NULL);
		}
}

TEST_MAIN(NULL, NULL)
