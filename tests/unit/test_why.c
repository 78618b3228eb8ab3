/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_why.c - the answers of `why` where tests/dialogues cannot say it: for each way to end, for a record
 * that lacks messages, and for a message that is longer than a line of a dialogue.  */
#include "match_fixture.h"

/* The answer contains these words in this order; ended by NULL.  */
static void tells(char *text, const char *const *words)
{
	const char *at = text;

	for (; *words; words++) {
		at = strstr(at, *words);
		if (!at)
			fail_msg("\"%s\" is not there, or not in its place: %s", *words, text);
	}
	free(text);
}

#define TELLS(text, ...) tells(text, (const char *const[]){__VA_ARGS__, NULL})

/* How often the part is in the text.  */
static int times(const char *text, const char *part)
{
	int count = 0;

	for (; (text = strstr(text, part)); text++)
		count++;
	return count;
}

static void begin_gomocup(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = NS_PER_S;
	d->setup.match_limit = 10 * (int64_t)NS_PER_S;
	dialogue_ready(d);
}

#define GAME_TEST(name) TEST_WITH(name, struct dialogue, d, begin_gomocup, dialogue_free)

TEST(each_way_to_end_has_its_usual_cause)
{
	static const struct {
		struct ending ending;
		const char *cause; /* NULL: none is known */
		bool by_code;
	} rows[] = {
		{{.signalled = true, .code = 7, .signal = "SIGBUS"}, "access to memory that does not", true},
		{{.signalled = true, .code = 6, .signal = "SIGABRT"}, "a failed assertion", true},
		{{.signalled = true, .code = 8, .signal = "SIGFPE"}, "a division by zero", true},
		{{.signalled = true, .code = 4, .signal = "SIGILL"}, "an instruction that", true},
		{{.signalled = true, .code = 9, .signal = "SIGKILL"}, "another program killed it", false},
		{{.signalled = true, .code = 15, .signal = "SIGTERM"}, "another program told it", false},
		{{.signalled = true, .code = 13, .signal = "SIGPIPE"}, "a write to a pipe", false},
		{{.signalled = true, .code = 24, .signal = "SIGXCPU"}, "it used more CPU time", false},
		{{.signalled = true, .code = 25, .signal = "SIGXFSZ"}, "it wrote a file larger", false},
		{{.signalled = true, .code = 10, .signal = "SIGUSR1"}, NULL, false},
		{{.code = 1}, NULL, false},
		{{.code = 126}, "the shell could not run", false},
		{{.code = 127}, "the shell did not find", false},
		{{.code = 132}, "an instruction that", true},
		{{.code = 134}, "a failed assertion", true},
		{{.code = 135}, "access to memory that does not", true},
		{{.code = 136}, "a division by zero", true},
		{{.code = 137}, "the system may have run out", false},
		{{.code = 139}, "access to memory that is not", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d FREED_BY(dialogue_free);
		char *text;

		begin_gomocup(&d);
		dialogue_exit(&d, SEAT_1, rows[i].ending);
		dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
		text = dialogue_why(&d, WHY_VERDICT, 0);
		assert_int_equal(times(text, "Usual cause: "), rows[i].cause != NULL);
		assert_int_equal(times(text, "ringside rerun FILE --seat 1 --valgrind"), rows[i].by_code);
		assert_int_equal(times(text, "\nNext\n"), 1);
		assert_int_equal(times(text, "What a person did"), 0);
		if (rows[i].cause)
			TELLS(text, "Process of seat 1", "Usual cause: ", rows[i].cause);
		else
			free(text);
	}
}

/* As in a file that was imported: of all events it has the verdict alone.  */
static bool find_verdict(void *user, const struct why_search *search, struct message *message)
{
	const struct dialogue *d = user;

	for (int i = 0; i < d->line_count; i++) {
		*message = d->lines[i].message;
		if (message->direction == EVENT && message->event.kind == EVENT_VERDICT)
			return search->channels & CHANNEL_BIT(message->channel) &&
			       search->seats & 1u << message->seat &&
			       (search->step < 0 ? message->n <= search->from : message->n >= search->from);
	}
	return false;
}

GAME_TEST(a_match_without_events_has_no_process_to_explain)
{
	struct why_source source = {.find = find_verdict};
	bool answer;
	char *text;

	dialogue_exit(d, SEAT_1, (struct ending){.code = 3});
	source.match = judge_match(d->judge);
	source.user = d;
	text = why(&source, WHY_VERDICT, 0, &answer);
	assert_true(answer);
	assert_int_equal(times(text, "Process of") + times(text, "Times of") + times(text, "Last words"), 0);
	TELLS(text, "crash: ", "Seat 1", "is to blame", "Rule", "ringside: crash", "Next");
}

GAME_TEST(only_the_details_show_all_of_a_long_message)
{
	char line[5001 + sizeof("DEBUG \n")];
	const struct message *message;
	char *text;

	talk(d, SEAT_1, "> BEGIN\n");
	snprintf(line, sizeof(line), "DEBUG %05000d\n", 7);
	dialogue_bytes(d, SEAT_1, line, strlen(line));
	message = dialogue_find(d, SEAT_1, "DEBUG");
	text = dialogue_why(d, WHY_MESSAGE, message->n);
	assert_int_equal(times(text, "7\\n\""), 0);
	TELLS(text, "\"DEBUG 000", "... 911 bytes more");
	text = dialogue_why(d, WHY_DETAILS, message->n);
	assert_int_equal(times(text, "bytes more"), 0);
	TELLS(text, "\"DEBUG 000", "0007\\n\"");
}

GAME_TEST(a_step_whose_command_is_missing_is_left_out)
{
	struct why_source source = {0};
	bool answer;
	char *text;

	dialogue_at(d, d->now + 2 * (int64_t)NS_PER_S);
	source.match = judge_match(d->judge);
	text = why(&source, WHY_VERDICT, 0, &answer); /* and nothing is recorded */
	assert_true(answer);
	assert_null(strstr(text, "Messages"));
	TELLS(text, "timeout: ", "Rule", "Next", "`resume`");
}

TEST_MAIN(NULL, NULL)
