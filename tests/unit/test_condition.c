/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_condition.c - conditions on events of a match: which ones hold, and where a mistake is.  */
#include "../random.h"
#include "../test.h"
#include "ringside/bytes.h"
#include "ringside/condition.h"

#include <math.h>

/* ---- patterns: a substring stands for a regular expression; "(" is invalid ---- */

struct pattern {
	char *text;
	bool any_case;
};

static void *compile(const char *text, size_t size, bool any_case, size_t *at, char **problem)
{
	struct pattern *pattern;

	if (memchr(text, '(', size)) {
		*at = (size_t)((const char *)memchr(text, '(', size) - text);
		*problem = bytes_text("a bracket");
		return NULL;
	}
	pattern = bytes_new(sizeof(*pattern));
	pattern->text = bytes_copy(text, size);
	pattern->any_case = any_case;
	return pattern;
}

static bool matches(const void *compiled, const char *text, size_t size)
{
	const struct pattern *pattern = compiled;
	size_t n = strlen(pattern->text);

	for (size_t i = 0; i + n <= size; i++)
		if (pattern->any_case ? bytes_begin(text + i, size - i, pattern->text)
				      : memcmp(text + i, pattern->text, n) == 0)
			return true;
	return false;
}

static void free_pattern(void *compiled)
{
	FREED struct pattern *pattern = compiled;

	free(pattern->text);
}

static const struct matcher toy = {compile, matches, free_pattern, NULL};

/* ---- the state of a match ---- */

struct moment {
	double number[CONDITION_FIELD_COUNT];
	const char *channel, *dir, *text;
	bool unknown;
};

static const struct moment usual = {
	.number = {[CONDITION_MOVE_FIELD] = 12,
		   [CONDITION_SEAT_FIELD] = 2,
		   [CONDITION_BYTES_FIELD] = 70 * 1024,
		   [CONDITION_TIME_FIELD] = 1500e6,
		   [CONDITION_HELD_FIELD] = 30e6,
		   [CONDITION_CLOCK_FIELD] = 61e9,
		   [CONDITION_SCORE_FIELD] = -2.5,
		   [CONDITION_VALUE_FIELD] = -120,
		   [CONDITION_DEPTH_FIELD] = 9,
		   [CONDITION_NODES_FIELD] = 5000,
		   [CONDITION_RSS_FIELD] = 88 << 20,
		   [CONDITION_CPU_FIELD] = 12e6,
		   [CONDITION_FAULT_FIELD] = 3,
		   [CONDITION_LEGAL_FIELD] = 1},
	.channel = "move",
	.dir = "from",
	.text = "DEBUG found a Five \"h8\"",
};

static void value_of(void *user, enum condition_field field, struct condition_value *value)
{
	const struct moment *moment = user;

	value->known = !moment->unknown;
	value->number = moment->number[field];
	value->text = field == CONDITION_CHANNEL_FIELD ? moment->channel
		      : field == CONDITION_DIR_FIELD   ? moment->dir
						       : moment->text;
	value->size = strlen(value->text);
}

/* Every number was half as large, and the clock is not known.  */
static void before_of(void *user, enum condition_field field, struct condition_value *value)
{
	value_of(user, field, value);
	value->number /= 2;
	value->known = field != CONDITION_CLOCK_FIELD;
}

static struct condition *parsed(const char *text)
{
	struct condition_mistake mistake;
	struct condition *condition = condition_parse(text, &toy, NULL, &mistake);

	if (!condition)
		fail_msg("%s: %s at %zu", text, mistake.text, mistake.at);
	return condition;
}

static bool holds_at(const char *text, const struct moment *moment)
{
	struct condition *condition = parsed(text);
	struct condition_source source = {value_of, (void *)moment, before_of};
	bool holds = condition_holds(condition, &source);

	condition_free(condition);
	return holds;
}

static void holds(const char *text)
{
	if (!holds_at(text, &usual))
		fail_msg("%s does not hold", text);
}

static void fails(const char *text)
{
	if (holds_at(text, &usual))
		fail_msg("%s holds", text);
}

TEST(each_field_has_its_value)
{
	holds("move == 12");
	holds("seat == 2");
	holds("channel == move");
	holds("dir == from");
	holds("text == \"DEBUG found a Five \\\"h8\\\"\"");
	holds("bytes == 70KB");
	holds("time == 1500ms");
	holds("held == 30ms");
	holds("clock == 61s");
	holds("score == -2.5");
	holds("value < -100 && depth == 9 && nodes > 4000");
	holds("rss == 88MB");
	holds("cpu == 12ms");
	holds("fault == 3");
	holds("legal");
	fails("!legal");
	for (int i = 0; condition_rows[i].name; i++)
		assert_true(strlen(condition_rows[i].help) > 10);
	assert_null(condition_rows[CONDITION_FIELD_COUNT].name);
}

TEST(numbers_are_compared)
{
	static const struct {
		const char *relation;
		bool less, equal, greater;
	} rows[] = {{"==", false, true, false}, {"!=", true, false, true}, {"<", true, false, false},
		    {"<=", true, true, false},  {">", false, false, true}, {">=", false, true, true}};
	char text[64];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		snprintf(text, sizeof(text), "move %s 13", rows[i].relation);
		assert_int_equal(holds_at(text, &usual), rows[i].less);
		snprintf(text, sizeof(text), "move%s12", rows[i].relation);
		assert_int_equal(holds_at(text, &usual), rows[i].equal);
		snprintf(text, sizeof(text), "move %s 11.5", rows[i].relation);
		assert_int_equal(holds_at(text, &usual), rows[i].greater);
		snprintf(text, sizeof(text), "12 %s move", rows[i].relation);
		assert_int_equal(holds_at(text, &usual), rows[i].equal);
	}
	holds("time < clock");
	holds("score < 0 && score > -3");
}

TEST(units_mean_what_they_say)
{
	holds("time == 1.5s");
	holds("time == 1500000us");
	holds("time == 1500000000ns");
	holds("clock == 61000ms");
	holds("clock > 1m && clock < 1h");
	holds("clock >= 1.01m");
	holds("cpu > 0");
	holds("bytes == 71680");
	holds("bytes == 71680B");
	holds("bytes == 70k && bytes == 70K && bytes == 70kB");
	holds("rss < 1GB && rss < 1G && rss > 87M");
	holds("rss > 80MB");
}

TEST(texts_and_names_are_compared)
{
	holds("text != \"h8\"");
	holds("channel != debug");
	holds("channel == \"move\"");
	holds("\"move\" != text");
	fails("channel == score");
	fails("channel == text");
	fails("dir == to");
	fails("dir != from");
}

TEST(texts_match_patterns)
{
	holds("text ~ /Five/");
	fails("text ~ /five/");
	holds("text ~ /five/i");
	holds("text~/DEBUG/&&channel~/ov/");
	fails("text ~ /a\\/b/");
	holds("!(text ~ /MESSAGE/)");
}

/* In a text \n is a line end; in a pattern it is left to the matcher, which here takes it as it is.  */
TEST(a_backslash_means_a_character_in_a_text_and_stays_in_a_pattern)
{
	struct moment lines = usual, typed = usual;

	lines.text = "a\nb\tc\rd";
	typed.text = "a\\nb\\tc";
	assert_true(holds_at("text == \"a\\nb\\tc\\rd\"", &lines));
	assert_false(holds_at("text == \"a\\nb\\tc\"", &typed));
	assert_true(holds_at("text == \"a\\\\nb\\\\tc\"", &typed));
	assert_true(holds_at("text ~ /a\\nb\\tc/", &typed));
	assert_false(holds_at("text ~ /a\\nb/", &lines));
	lines.text = "x/y";
	assert_true(holds_at("text ~ /x\\/y/", &lines));
	assert_true(holds_at("text == \"\\x/y\"", &lines));
}

TEST(a_number_alone_holds_unless_it_is_0)
{
	struct moment clean = usual;

	holds("fault");
	holds("score");
	fails("!fault");
	clean.number[CONDITION_FAULT_FIELD] = 0;
	assert_false(holds_at("fault", &clean));
	assert_true(holds_at("!fault && move", &clean));
}

TEST(and_binds_closer_than_or_and_not_closest)
{
	for (int bits = 0; bits < 8; bits++) {
		struct moment moment = usual;
		bool a = bits & 1, b = bits & 2, c = bits & 4;

		moment.number[CONDITION_FAULT_FIELD] = a;
		moment.number[CONDITION_LEGAL_FIELD] = b;
		moment.number[CONDITION_SEAT_FIELD] = c;
		assert_int_equal(holds_at("fault || legal && seat", &moment), a || (b && c));
		assert_int_equal(holds_at("fault && legal || seat", &moment), (a && b) || c);
		assert_int_equal(holds_at("(fault || legal) && seat", &moment), (a || b) && c);
		assert_int_equal(holds_at("!fault && legal", &moment), !a && b);
		assert_int_equal(holds_at("!(fault && legal)", &moment), !(a && b));
		assert_int_equal(holds_at("!!fault || !legal && !seat", &moment), a || (!b && !c));
		assert_int_equal(holds_at("!fault == 0 || fault == 0", &moment), true);
	}
}

TEST(an_unknown_value_compares_with_nothing)
{
	struct moment moment = usual;

	moment.unknown = true;
	assert_false(holds_at("rss > 1MB", &moment));
	assert_false(holds_at("rss < 1MB", &moment));
	assert_false(holds_at("rss != 1MB", &moment));
	assert_false(holds_at("fault", &moment));
	assert_true(holds_at("!(rss > 1MB)", &moment));
	moment = usual;
	moment.number[CONDITION_CLOCK_FIELD] = INFINITY;
	assert_true(holds_at("clock > 1000h", &moment));
}

TEST(a_value_is_written_in_words)
{
	static const struct {
		const char *text, *words;
	} rows[] = {{"move", "12"},
		    {"score", "-2.5"},
		    {"time", "1500 ms"},
		    {"clock", "61.0 s"},
		    {"rss", "88.0 MB"},
		    {"bytes", "70.0 KB"},
		    {"cpu", "12 ms"},
		    {"legal", "true"},
		    {"channel", "move"},
		    {"dir", "from"},
		    {"text", "\"DEBUG found a Five \\\"h8\\\"\""},
		    {"move > 12", "false"},
		    {"(fault)", "3"}};
	struct condition_source source = {value_of, (void *)&usual, before_of};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct condition_mistake mistake;
		struct condition *condition = condition_parse_value(rows[i].text, &toy, NULL, &mistake);
		struct condition_value value;

		assert_non_null(condition);
		value = condition_value(condition, &source);
		assert_text(condition_value_words(&value), rows[i].words);
		condition_free(condition);
	}
}

TEST(numbers_are_counted_with)
{
	static const struct {
		const char *condition;
		bool holds;
	} rows[] = {
		{"move % 2 == 0", true},
		{"move % 5 == 2", true},
		{"1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", true},
		{"move - 3 - 2 == 7 && move-3 == 9 && 7 -3 == 4", true},
		{"score - -1 == -1.5", true},
		{"time > 500ms + 900ms && time < 2 * 900ms", true},
		{"time / 2 == 750ms && time / 500ms == 3 && time % 1s == 500ms", true},
		{"rss > 80MB + 7MB && rss - 8MB == 80MB && rss / 1MB == 88", true},
		{"rss + 1 > rss", true},
		{"5 > move - 8", true},
		{"(rss - 8MB) * 2 == 160MB", true},
		{"move / (seat - 2) > 0 || move / (seat - 2) <= 0", false}, /* not known */
		{"nodes % 0 == 0", false},
		{"((seat)) == (1 + 1)", true},
		{"rss > before(rss) + 5MB", true},
		{"rss > before(rss) + 44MB", false},
		{"before(time) == 750ms && move == 2 * before(move)", true},
		{"clock > before(clock) || clock <= before(clock)", false}, /* not known */
		{"value < before(value) && depth > before(depth) && nodes > before(nodes)", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (holds_at(rows[i].condition, &usual) != rows[i].holds)
			fail_msg("%s", rows[i].condition);
}

TEST(true_and_false_are_words)
{
	struct moment moment = usual;

	holds("legal == true");
	holds("legal != false");
	fails("legal == false");
	moment.number[CONDITION_LEGAL_FIELD] = 0;
	assert_true(holds_at("legal == false", &moment));
	assert_true(holds_at("seat == 2 && legal != true", &moment));
	assert_true(holds_at("(seat == 2) != legal", &moment));
}

/* The `^` in the second string is below the mistake.  */
static void is_wrong(const char *text, const char *caret, const char *what)
{
	struct condition_mistake mistake;
	struct condition *condition = condition_parse(text, &toy, NULL, &mistake);

	if (condition)
		fail_msg("%s: no mistake was found", text);
	if (mistake.at != strlen(caret) - 1 || !strstr(mistake.text, what))
		fail_msg("%s: \"%s\" at %zu", text, mistake.text, mistake.at);
	free(mistake.text);
}

TEST(mistakes_are_pointed_at)
{
	is_wrong("", "^", "expected a field");
	is_wrong("   ", "   ^", "expected a field");
	is_wrong("text < 5", "     ^", "has no order");
	is_wrong("text == 5", "        ^", "expected a text such as \"h8\", not 5");
	is_wrong("seat = 2", "     ^", "expected ==");
	is_wrong("seat == 2 & move", "          ^", "expected &&");
	is_wrong("seat == 2 | move", "          ^", "expected ||");
	is_wrong("tme > 5ms", "^", "expected one of move game seat channel");
	is_wrong("seat == tow", "        ^", "expected a number, not tow");
	is_wrong("time > 500", "       ^", "expected a time such as 500ms, not 500");
	is_wrong("500 < time", "      ^", "expected a number");
	is_wrong("0 == channel", "     ^", "expected a number");
	is_wrong("time > 500MB", "       ^", "expected a time such as 500ms, not 500MB");
	is_wrong("rss > 5s", "      ^", "expected a size such as 80MB");
	is_wrong("move > 5ms", "       ^", "expected a number");
	is_wrong("time > 5parsecs", "       ^", "\"parsecs\" is not a unit");
	is_wrong("time > 1.2.3", "       ^", "is not a unit");
	is_wrong("seat ==", "       ^", "expected a field such as seat, or a value");
	is_wrong("seat == )", "        ^", "not \")\"");
	is_wrong("(seat == 1", "          ^", "expected )");
	is_wrong("seat == 1)", "         ^", "expected && or ||");
	is_wrong("seat == 1 move", "          ^", "expected && or ||");
	is_wrong("seat 1", "     ^", "expected a comparison");
	is_wrong("1 < seat < 2", "         ^", "expected && or ||");
	is_wrong("channel == debgu", "           ^", "expected one of command info move");
	is_wrong("dir == up", "       ^", "expected to, from or event, not up");
	is_wrong("channel < debug", "        ^", "a name has no order");
	is_wrong("text ~ \"five\"", "       ^", "expected a pattern such as /five/i");
	is_wrong("seat ~ /five/", "     ^", "only a text can match a pattern");
	is_wrong("text == /five/", "        ^", "a pattern must follow ~");
	is_wrong("/five/ == text", "^", "a pattern must follow ~");
	is_wrong("text ~ /a(b/", "         ^", "a bracket");
	is_wrong("text ~ /five", "       ^", "the pattern does not end");
	is_wrong("text == \"five", "        ^", "the text does not end");
	is_wrong("legal == 1", "         ^", "expected true or false, not 1");
	is_wrong("legal < false", "      ^",
		 "legal is true or false by itself: expected && or || or the end");
	is_wrong("seat == true", "        ^", "expected a number, not true");
	is_wrong("time && seat", "    ^", "time is a time: expected a comparison, such as == 500ms");
	is_wrong("!text", "     ^", "text is a text");
	is_wrong("seat == 1 || dir", "                ^", "as == from");
	is_wrong("5", "^", "expected a comparison, not 5 alone");
	is_wrong("fault && \"five\"", "         ^", "expected a comparison");
	is_wrong("seat == 1 ; move", "          ^", "no meaning here");
	is_wrong("seat == \xc3\xa9", "        ^", "no meaning here");
	is_wrong("fault && && seat", "         ^", "not \"&&\"");
	is_wrong("time + 5 > 2s", "       ^", "expected a time such as 500ms, not 5");
	is_wrong("time * 2s > 2s", "       ^", "expected a number, not 2s");
	is_wrong("rss > 5MB + 2s", "            ^", "expected a size such as 80MB, not 2s");
	is_wrong("text + 1 == 3", "     ^", "+ counts with numbers, times and sizes, not with a text");
	is_wrong("1 + legal == 2", "    ^", "+ counts with numbers, times and sizes, not with true or false");
	is_wrong("move % == 2", "       ^", "not \"==\"");
	is_wrong("rss + 2", "       ^", "rss + 2 is a size: expected a comparison");
	is_wrong("mve % 2 == 0", "^", "expected one of move game seat");
	is_wrong("before(text) == \"a\"", "       ^",
		 "expected a field that a turn has at its end: one of move");
	is_wrong("before(rss > 3", "           ^", "expected )");
	is_wrong("before(rss)", "           ^", "before(rss) is a size: expected a comparison");
}

TEST(deep_and_long_conditions_are_refused)
{
	struct condition_mistake mistake;
	char text[6000];

	memset(text, '(', 3000);
	text[3000] = '\0';
	assert_null(condition_parse(text, &toy, NULL, &mistake));
	assert_int_equal(mistake.at, 100);
	free(mistake.text);
	memset(text, '!', 3000);
	assert_null(condition_parse(text, &toy, NULL, &mistake));
	free(mistake.text);
	memset(text, ' ', 5999);
	text[5999] = '\0';
	assert_null(condition_parse(text, &toy, NULL, &mistake));
	assert_non_null(strstr(mistake.text, "4096"));
	free(mistake.text);
	memcpy(text + 4096 - strlen("fault"), "fault", strlen("fault") + 1);
	holds(text); /* of 4096 bytes */
	text[0] = '\0';
	for (int i = 0; i < 500; i++)
		strcat(text, i ? "&&fault" : "fault");
	holds(text);
}

static void is_pointed(const char *line, size_t at, const char *what, const char *expected)
{
	assert_text(condition_pointed(line, at, what), expected);
}

TEST(a_mistake_is_marked_below_its_place)
{
	char line[200];
	char *text, *second;

	is_pointed("break if seat = 2", 14, "expected ==", "break if seat = 2\n              ^ expected ==");
	is_pointed("break if \xe2\x97\x8f = 2", 13, "what", "break if \xe2\x97\x8f = 2\n           ^ what");
	is_pointed("123456789012345678901234567890123456789012345678901234567890 = 2", 61,
		   "expected what stands here",
		   "123456789012345678901234567890123456789012345678901234567890 = 2\n"
		   "                                   expected what stands here ^");
	memset(line, 'a', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	for (size_t at = 0; at < sizeof(line); at++) {
		line[at - (at == sizeof(line) - 1)] = 'B';
		text = condition_pointed(line, at, "here");
		second = strchr(text, '\n') + 1;
		assert_true(second - text <= 81);
		assert_true(strlen(second) <= 80);
		if (at < sizeof(line) - 1)
			assert_int_equal(text[strchr(second, '^') - second], 'B');
		line[at - (at == sizeof(line) - 1)] = 'a';
		free(text);
	}
}

/* ---- what is remembered ---- */

/* Shows the condition a message, and says whether it holds.  */
static bool sees(struct condition *condition, int seat, const char *channel, const char *text, int turns)
{
	struct moment moment = usual;
	struct condition_source source = {value_of, &moment, before_of};

	moment.number[CONDITION_SEAT_FIELD] = seat;
	moment.channel = channel;
	moment.text = text;
	condition_see(condition, &source, turns);
	return condition_holds(condition, &source);
}

TEST(last_is_what_the_seat_had_before)
{
	struct condition *condition = parsed("channel == move && text != last(\"hint\")");

	assert_false(sees(condition, 1, "move", "b", 0)); /* there was none */
	assert_false(sees(condition, 1, "hint", "a", 0));
	assert_false(sees(condition, 2, "move", "b", 0)); /* the other seat has none */
	assert_false(sees(condition, 1, "move", "a", 0));
	assert_true(sees(condition, 1, "move", "b", 1));
	assert_false(sees(condition, 1, "hint", "b", 2));
	assert_false(sees(condition, 1, "move", "b", 2));
	assert_true(sees(condition, 1, "move", "b", 1)); /* from turn 1 on once more */
	condition_forget(condition);
	assert_false(sees(condition, 1, "move", "b", 0));
	condition_free(condition);
	condition = parsed("text != last(hint)"); /* the message itself is not the last one yet */
	assert_false(sees(condition, 1, "hint", "a", 0));
	assert_true(sees(condition, 1, "hint", "b", 0));
	assert_false(sees(condition, 1, "hint", "b", 0));
	condition_free(condition);
}

TEST(mistakes_about_what_is_remembered_are_pointed_at)
{
	static const struct {
		const char *text, *what;
		size_t at;
	} rows[] = {
		{"last(5) == \"a\"", "expected one of", 5},
		{"last(nothing) == \"a\"", "expected one of", 5},
		{"last(hint", "expected )", 9},
		{"last(hint)", "expected a comparison", 10},
		{"last(hint) > 3", "a text has no order", 11},
		{"last(hint) == 3", "expected a text", 14},
		{"count()", "expected a field", 6},
		{"count(seat", "expected )", 10},
		{"count(time)", "expected a comparison", 10},
		{"count(seat == 1) == 5ms", "expected a number", 20},
		{"since(\"a\")", "expected a comparison", 6},
		{"last == 3", "expected one of move game", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct condition_mistake mistake;

		assert_null(condition_parse(rows[i].text, &toy, NULL, &mistake));
		if (!strstr(mistake.text, rows[i].what) || mistake.at != rows[i].at)
			fail_msg("%s: %s at %zu", rows[i].text, mistake.text, mistake.at);
		free(mistake.text);
	}
}

/* ---- random input ---- */

static uint64_t random_state = 1;

static unsigned chance(unsigned n)
{
	return (unsigned)random_below(&random_state, (int)n);
}

enum { STEPS = 3000, STEP_TURNS = 400 };

/* Counts by looking through all messages: one whose turn was taken back does not count.  */
TEST(counts_are_those_of_a_look_through_all_messages)
{
	static struct {
		int seat, turns;
		bool counts;
	} steps[STEPS];
	struct condition *count = parsed("count(seat == 1) >= 0"), *since = parsed("since(seat == 1) >= 0");
	struct condition *counted, *passed;
	struct condition_mistake mistake;
	int turns = 0;

	counted = condition_parse_value("count(seat == 1)", &toy, NULL, &mistake);
	passed = condition_parse_value("since(seat == 1)", &toy, NULL, &mistake);
	for (int i = 0; i < STEPS; i++) {
		struct moment moment = usual;
		struct condition_source source = {value_of, &moment, before_of};
		int all = 0, after = -1;

		if (chance(50) == 0 && turns)
			turns -= (int)chance((unsigned)(turns < STEP_TURNS ? turns : STEP_TURNS)) + 1;
		else if (chance(3) == 0)
			turns++;
		for (int k = 0; k < i && turns < steps[i - 1].turns; k++)
			steps[k].counts = steps[k].counts && steps[k].turns < turns;
		steps[i].turns = turns;
		steps[i].counts = true;
		moment.number[CONDITION_SEAT_FIELD] = steps[i].seat = (int)chance(3);
		condition_see(counted, &source, turns);
		condition_see(passed, &source, turns);
		for (int k = 0; k <= i; k++)
			if (steps[k].counts) {
				all += steps[k].seat == 1;
				after = steps[k].seat == 1 ? 0 : after < 0 ? -1 : after + 1;
			}
		assert_int_equal((int)condition_value(counted, &source).number, all);
		assert_int_equal(condition_value(passed, &source).known, after >= 0);
		if (after >= 0)
			assert_int_equal((int)condition_value(passed, &source).number, after);
		assert_true(sees(count, 0, "move", "", turns));
		assert_int_equal(sees(since, steps[i].seat, "move", "", turns), after >= 0);
	}
	condition_free(count);
	condition_free(since);
	condition_free(counted);
	condition_free(passed);
}

/* Only the newest turns are kept.  */
TEST(what_was_forgotten_is_not_known)
{
	struct condition *condition = parsed("count(seat == 1) >= 0");

	for (int turns = 0; turns < 5000; turns++)
		assert_true(sees(condition, 1, "move", "", turns));
	assert_true(sees(condition, 1, "move", "", 4600));
	assert_false(sees(condition, 1, "move", "", 10));
	condition_free(condition);
}

TEST(a_variable_stands_for_its_newest_value)
{
	struct variables *variables = variables_new();
	struct condition_value value = {.type = CONDITION_TEXT, .known = true, .text = "h8", .size = 2};
	struct condition_source source = {value_of, (void *)&usual, before_of};
	struct condition_mistake mistake;
	struct condition *condition;
	char *problem;

	assert_null(variables_set(variables, "where", &value));
	value = (struct condition_value){.type = CONDITION_COUNT, .known = true, .number = 11};
	assert_null(variables_set(variables, "x_1", &value));
	condition = condition_parse("move > x_1", &toy, variables, &mistake);
	assert_true(condition_holds(condition, &source));
	value.number = 12;
	assert_null(variables_set(variables, "x_1", &value));
	assert_false(condition_holds(condition, &source));
	condition_free(condition);
	assert_null(variables_set(variables, "where", variables_value(variables, "where", 5)));
	assert_text(variables_set(variables, "where", &value),
		    "where is a text, and the value is a number: choose another name");
	value = (struct condition_value){.type = CONDITION_TRUTH, .known = true, .number = 1};
	assert_text(variables_set(variables, "where", &value),
		    "where is a text, and the value is true or false: choose another name");
	static const char *const taken[] = {"seat", "last", "debug", "1x", "", "a b", "\xc3\xa9"};
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
		problem = variables_set(variables, taken[i], &value);
		assert_non_null(problem);
		free(problem);
	}
	assert_null(condition_parse("where", &toy, variables, &mistake));
	assert_text(mistake.text, "where is a text: expected a comparison, such as == \"h8\"");
	assert_null(condition_parse("nowhere == 1", &toy, variables, &mistake));
	free(mistake.text);
	assert_text(variables_list(variables), "where = \"h8\"\nx_1 = 12");
	variables_free(variables);
}

/* Random words, usually no condition. A condition that is accepted is accepted again as it is printed, with
 * the same value.  */
TEST(no_text_crashes_and_accepted_text_is_accepted_again)
{
	static const char *const words[] = {
		"move",   "seat",       "channel", "dir",        "text",      "bytes",    "time",   "clock",
		"score",  "rss",        "cpu",     "fault",      "legal",     "==",       "!=",     "<",
		"<=",     ">",          ">=",      "~",          "&&",        "||",       "!",      "(",
		")",      "5",          "0",       "-1.5",       "500ms",     "2s",       "80MB",   "3GB",
		"\"h8\"", "\"",         "/five/",  "/x/i",       "/",         "debug",    "from",   "nobody",
		"=",      "&",          "|",       "1x",         "\\",        "\xc3\xa9", "\xff",   "1e5",
		"@",      "move == 12", "fault",   "legal",      "seat == 2", "fault",    "&&",     "||",
		"(",      ")",          "!",       "time > 5ms", "last(",     "hint",     "count(", "since(",
		"+",      "-",          "*",       "%",          "before(",   "true"};
	struct condition_source source = {value_of, (void *)&usual, before_of};
	int taken = 0;

	for (int i = 0; i < 60000; i++) {
		struct bytes text FREED_BY(bytes_free) = {0};
		struct condition_mistake mistake;
		struct condition *condition, *again;

		bytes_add(&text, "", 0);
		for (unsigned n = chance(9); n; n--)
			bytes_addf(&text, "%s%s", words[chance(sizeof(words) / sizeof(words[0]))],
				   chance(4) ? " " : "");
		condition = chance(2) ? condition_parse(text.at, &toy, NULL, &mistake)
				      : condition_parse_value(text.at, &toy, NULL, &mistake);
		if (!condition) {
			assert_true(mistake.at <= strlen(text.at));
			assert_true(strlen(mistake.text) > 3);
			free(mistake.text);
			bytes_free(&text);
			continue;
		}
		taken++;
		again = condition_parse_value(condition_text(condition), &toy, NULL, &mistake);
		assert_non_null(again);
		assert_int_equal(condition_holds(condition, &source), condition_holds(again, &source));
		condition_free(again);
		condition_free(condition);
	}
	assert_true(taken > 1000);
}

TEST_MAIN(NULL, NULL)
