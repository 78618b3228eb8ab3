/* test_protocol_check.c - a system that lacks what the judge calls is refused with the member's name.  */
#include "ringside/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void refused(const struct protocol *protocol, const char *expected)
{
	char *problem = protocol_check(protocol);

	assert_non_null(problem);
	assert_string_equal(problem, expected);
	free(problem);
}

static void all_systems_are_whole(void **state)
{
	const struct protocol *protocol;

	(void)state;
	for (int i = 0; (protocol = protocol_at(i)); i++) {
		char *problem = protocol_check(protocol);

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

static void what_the_judge_calls_must_be_there(void **state)
{
	(void)state;
	LACKS(title);
	LACKS(options);
	LACKS(panes);
	LACKS(demo);
	LACKS(samples);
	LACKS(channel);
	LACKS(new);
	LACKS(free);
	LACKS(started);
	LACKS(begin);
	LACKS(ask);
	LACKS(received);
	LACKS(answer);
	LACKS(move_form);
	LACKS(expired);
	LACKS(timeout);
	LACKS(play);
	LACKS(goodbye);
	LACKS(reasons);
}

static void a_system_without_a_name_is_refused(void **state)
{
	struct protocol nameless = *protocol_named("lmc");

	(void)state;
	nameless.name = NULL;
	refused(&nameless, "a system: name is missing");
}

static void what_contradicts_itself_is_told(void **state)
{
	struct protocol wrong = *protocol_named("lmc");

	(void)state;
	wrong.moves = CHANNEL_STDERR;
	refused(&wrong, "lmc: moves is none of the channels of answers");
	wrong = *protocol_named("lmc");
	wrong.ini = NULL;
	refused(&wrong, "lmc: ini_option and ini belong together");
	wrong = *protocol_named("asimulator");
	wrong.file_ending = NULL;
	refused(&wrong, "asimulator: file_option, file_folder and file_ending belong together");
	wrong = *protocol_named("qchess");
	wrong.one_process = true;
	refused(&wrong, "qchess: one_game and one_process contradict each other");
	wrong = *protocol_named("gomocup");
	wrong.reseat = NULL;
	refused(&wrong, "gomocup: rejoins needs reseat");
	wrong = *protocol_named("gomocup");
	wrong.misled = "it is not";
	refused(&wrong, "gomocup: rejoins and misled contradict each other");
	wrong = *protocol_named("qchess");
	wrong.misled = NULL;
	refused(&wrong, "qchess: misled is missing, and no position is told (rejoins)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_systems_are_whole),
		cmocka_unit_test(what_the_judge_calls_must_be_there),
		cmocka_unit_test(a_system_without_a_name_is_refused),
		cmocka_unit_test(what_contradicts_itself_is_told),
	};

	return cmocka_run_group_tests_name("protocol_check", tests, NULL, NULL);
}
