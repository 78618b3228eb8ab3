/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_options.c - each option of the program and of the systems: its default, its range, its choices.  */
#include "../within.h"
#include "setup_fixture.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"

#include <inttypes.h>

/* The i-th row of all, those of the command line first; NULL after the last.  */
static const struct option_row *row_at(int i)
{
	for (const struct option_place *place = cli_options; place->row; place++)
		if (i-- == 0)
			return place->row;
	for (int k = 0; protocol_at(k); k++)
		for (const struct option_row *const *row = protocol_at(k)->options; *row; row++)
			if (i-- == 0)
				return *row;
	return NULL;
}

static bool is_number(const struct option_row *row)
{
	return row->type == OPTION_COUNT || row->type == OPTION_TIME || row->type == OPTION_BYTES ||
	       row->type == OPTION_SIDES;
}

/* ---- one row ---- */

TEST(every_default_is_accepted_by_its_row_and_has_the_rows_value)
{
	const struct option_row *row;

	for (int i = 0; (row = row_at(i)); i++) {
		FREED char *words = option_default(row);
		int64_t value;

		if (words && !option_value(row, words, &value))
			fail_msg("--%s refuses its default %s", row->name, words);
		if (words && !option_is_text(row) && value != row->value)
			fail_msg("--%s: its default %s means %" PRId64 ", expected %" PRId64, row->name,
				 words, value, row->value);
	}
}

TEST(every_choice_is_accepted_and_a_wrong_one_lists_all)
{
	const struct option_row *row;

	for (int i = 0; (row = row_at(i)); i++) {
		bool any = row->type == OPTION_TEXT; /* they are examples */
		FREED char *problem = row->choices && !any ? option_refusal(row, "?") : NULL;

		for (const struct option_choice *choice = any ? NULL : row->choices; choice && choice->word;
		     choice++) {
			int64_t value;

			if (!option_value(row, choice->word, &value))
				fail_msg("--%s refuses %s", row->name, choice->word);
			if (row->type == OPTION_CHOICE)
				assert_string_equal(option_choice_word(row, value), choice->word);
			if (!strstr(problem, choice->word))
				fail_msg("\"%s\" does not name %s", problem, choice->word);
		}
	}
}

/* The row refuses this number with words that name `end`.  */
static void expect_out_of_range(const struct option_row *row, int64_t number, int64_t end)
{
	struct option_row side = *row;
	FREED char *text, *told, *problem;
	int64_t value;

	if (row->type == OPTION_SIDES)
		side.type = OPTION_COUNT;
	text = option_words(&side, number);
	told = option_words(&side, end);
	problem = option_refusal(row, text);
	if (option_value(row, text, &value))
		fail_msg("--%s accepts %s", row->name, text);
	if (!strstr(strstr(problem, ": "), told))
		fail_msg("\"%s\" does not name %s", problem, told);
}

TEST(a_number_out_of_range_is_refused_with_the_range)
{
	const struct option_row *row;

	for (int i = 0; (row = row_at(i)); i++) {
		int64_t value,
			step = row->type == OPTION_TIME ? NS_PER_S : 1; /* times are read as fractions */

		if (!is_number(row))
			continue;
		if (row->least > 0)
			expect_out_of_range(row, row->least - 1, row->least);
		if (row->most == TIME_MOST) /* which is not told */
			assert_false(option_value(row, "613201h", &value));
		else if (row->most < INT64_MAX)
			expect_out_of_range(row, row->most + step, row->most);
		assert_true(row->least <= row->most);
		assert_false(option_value(row, "", &value));
		assert_false(option_value(row, "-1", &value));
		assert_false(option_value(row, "1 ", &value));
		assert_false(option_value(row, "99999999999999999999", &value));
	}
}

TEST(all_options_of_a_command_line_have_different_names)
{
	int shared = 0;

	while (cli_options[shared].row)
		shared++;
	assert_within(shared, 1, CLI_OPTIONS_MOST); /* places of `said` in struct invocation */
	for (int k = 0; protocol_at(k); k++)
		for (const struct option_row *const *row = protocol_at(k)->options; *row; row++) {
			for (int i = 0; i < shared; i++)
				assert_string_not_equal((*row)->name, cli_options[i].row->name);
			for (const struct option_row *const *other = row + 1; *other; other++)
				assert_string_not_equal((*row)->name, (*other)->name);
		}
}

TEST(numbers_have_the_units_that_people_write)
{
	static const struct {
		const struct option_row *row;
		const char *text, *words;
	} rows[] = {
		{&option_turn_time, "1500ms", "1500ms"}, {&option_turn_time, "90", "90s"},
		{&option_turn_time, "120s", "2m"},       {&option_turn_time, "0", "0"},
		{&option_turn_time, "5ns", "5ns"},       {&option_memory, "350M", "350M"},
		{&option_memory, "65536", "64k"},        {&option_memory, "1000", "1000"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int64_t value, again;
		FREED char *words;

		assert_true(option_value(rows[i].row, rows[i].text, &value));
		words = option_words(rows[i].row, value);
		assert_string_equal(words, rows[i].words);
		assert_true(option_value(rows[i].row, words, &again));
		assert_true(value == again);
	}
}

/* ---- a setup ---- */

static const struct option_row *row_of(const char *system, const char *name)
{
	const struct option_row *const *row = protocol_named(system)->options;

	while (strcmp((*row)->name, name) != 0)
		row++;
	return *row;
}

TEST(a_refused_value_changes_nothing)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	int width, height;

	assert_null(setup_set(&setup, "size", "19x20"));
	assert_text(setup_set(&setup, "size", "4"),
		    "--size 4: expected a number from 5 to 64, or two such as 15x20");
	assert_string_equal(setup_given(&setup, "size"), "19x20");
	setup_sides(&setup, row_of("gomocup", "size"), &width, &height);
	assert_int_equal(width, 19);
	assert_int_equal(height, 20);
}

TEST(a_long_value_is_quoted_by_its_beginning_and_bytes_by_number)
{
	char text[200] = "\n", *problem;

	memset(text + 1, 'x', sizeof(text) - 2);
	problem = option_refusal(row_of("lmc", "turns"), text);
	assert_non_null(strstr(problem, "--turns \\nxxx"));
	assert_non_null(strstr(problem, "x…: expected a number of moves from 1 to 1000000000"));
	free(problem);
}

TEST(an_option_without_a_row_is_kept_unchanged)
{
	struct setup setup, copy FREED_BY(setup_free);

	setup_init(&setup);
	setup.system = "qchess";
	assert_null(setup_set(&setup, "size", "none at all"));
	setup_keep(&setup, ".order-1", "little");
	setup_copy(&copy, &setup);
	setup_free(&setup);
	assert_string_equal(setup_given(&copy, "size"), "none at all");
	assert_string_equal(setup_given(&copy, ".order-1"), "little");
}

TEST(an_option_is_inherited_unless_it_is_given_again)
{
	const struct option_row *size = row_of("gomocup", "size"), *rule = row_of("gomocup", "rule");
	struct setup from FREED_BY(setup_free), to FREED_BY(setup_free);

	setup_init(&from);
	setup_init(&to);
	from.system = to.system = "gomocup";
	setup_put(&from, size, "19");
	setup_put(&from, rule, "renju");
	setup_put(&to, rule, "4"); /* by its number */
	setup_inherit(&to, &from, size);
	setup_inherit(&to, &from, rule);
	setup_inherit(&to, &from, row_of("gomocup", "draw-at"));
	assert_string_equal(setup_given(&to, "size"), "19");
	assert_string_equal(setup_given(&to, "rule"), "4");
	assert_null(setup_given(&to, "draw-at"));
}

TEST(a_brief_help_is_the_first_clause_and_fits_beside_its_option)
{
	enum { PAGE_WIDTH = 80, TEXT_AT = 22, BLANKS = 4 };
	const struct option_row *row;

	for (int i = 0; (row = row_at(i)); i++) {
		FREED char *brief = row->help && !row->rare ? option_brief(row) : NULL;
		size_t left = BLANKS + strlen("-- ") + strlen(row->name) +
			      strlen(row->argument ? row->argument : "");

		left = left < TEXT_AT ? TEXT_AT : left;
		if (brief && left + strlen(brief) > PAGE_WIDTH)
			fail_msg("--%s: \"%s\" is too long: begin with a shorter clause", row->name, brief);
		if (brief && strpbrk(brief, ";"))
			fail_msg("--%s: \"%s\" has two clauses", row->name, brief);
	}
}

TEST(every_general_option_belongs_to_a_group)
{
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->row->help && place->row->group == GROUP_GAME)
			fail_msg("--%s has no group", place->row->name);
}

TEST(every_option_with_a_path_says_what_happens_there)
{
	for (const struct option_place *place = cli_options; place->row; place++)
		if (option_lacks_path(place->row))
			fail_msg("--%s: see option.h: path", place->row->name);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (option_lacks_path(&seat_setting_rows[i]))
			fail_msg("the setting %s of a player", seat_setting_rows[i].name);
}

/* ---- odds and the settings of a player ---- */

TEST(odds_are_factors_on_the_limits_of_the_match)
{
	static const char *const wrong[] = {"",       "0",     "1/0", "0/2", "1001",
					    "1/1001", "1/2/3", "0.5", "-1",  "2x"};
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	int64_t value;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (option_value(&option_odds1, wrong[i], &value))
			fail_msg("\"%s\" are odds", wrong[i]);
	setup_seat(&setup, SEAT_1, "x", NULL);
	setup_seat(&setup, SEAT_2, "y", NULL);
	setup.turn_limit = 5 * (int64_t)NS_PER_S;
	setup.match_limit = 2 * SEAT_LIMIT_MOST;
	setup_put(&setup, &option_increment, "300ms");
	setup_put(&setup, &option_odds1, "1/3");
	setup_put(&setup, &option_odds2, "1000");
	assert_int_equal(setup_turn_limit(&setup, SEAT_1), 1666666666);
	assert_int_equal(setup_clock(&setup, SEAT_1).period[0].increment, 100 * NS_PER_MS);
	assert_int_equal(setup_turn_limit(&setup, SEAT_2), 5000 * (int64_t)NS_PER_S);
	assert_true(setup_match_limit(&setup, SEAT_2) == SEAT_LIMIT_MOST);
	assert_text(setup_own_limits(&setup, SEAT_1), "odds 1/3");
	setup_set_turn_limit(&setup, SEAT_1, NS_PER_S); /* a limit of its own is as it is given */
	assert_int_equal(setup_turn_limit(&setup, SEAT_1), NS_PER_S);
	setup.turn_limit = 0; /* none stays none */
	assert_int_equal(setup_turn_limit(&setup, SEAT_2), 0);
	setup.match_limit = 2; /* a limit stays one */
	assert_int_equal(setup_match_limit(&setup, SEAT_1), 1);
}

/* One clock, however it is said; the later spelling counts.  */
TEST(a_clock_is_said_in_one_way)
{
	static const struct {
		const char *said[4], *clock1, *clock2; /* "name=text" */
		int turn1, guard1;                     /* s */
	} rows[] = {
		{{"match-time1=30s"}, "30s", "0", 5, 0},
		{{"tc=40/60+1"}, "40/1m+1s", "40/1m+1s", 5, 0},
		{{"tc=40/60", "match-time2=30s"}, "40/1m", "30s", 5, 0},
		{{"tc1=1x30", "match-time1=30s"}, "30s", "0", 5, 0},
		{{"match-time1=30s", "tc1=1x30"}, "1x30s", "0", 0, 0}, /* a seat's own clock is all */
		{{"tc1=1x30", "turn-time1=2s"}, "1x30s", "0", 2, 0},
		{{"tc=40/60+1,3x9", "odds1=1/3"}, "40/20s+333333333ns,3x3s", "40/1m+1s,3x9s", 1, 0},
		{{"tc1=60+1", "odds1=1/3"}, "1m+1s", "0", 0, 0},
		{{"tc=60", "tc1=0"}, "0", "1m", 0, 60},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

		for (int s = SEAT_1; s < SEATS; s++)
			setup_seat(&setup, s, "x", NULL);
		for (int k = 0; k < 4 && rows[i].said[k]; k++) {
			size_t size = strcspn(rows[i].said[k], "=");
			FREED char *name = bytes_copy(rows[i].said[k], size);

			assert_null(setup_set(&setup, name, rows[i].said[k] + size + 1));
		}
		for (int s = SEAT_1; s < SEATS; s++) {
			struct time_control clock = setup_clock(&setup, s);
			FREED char *words = time_control_words(&clock);

			assert_string_equal(words, s == SEAT_1 ? rows[i].clock1 : rows[i].clock2);
		}
		assert_int_equal(setup_turn_limit(&setup, SEAT_1) / NS_PER_S, rows[i].turn1);
		assert_int_equal(setup_guard(&setup, SEAT_1) / NS_PER_S, rows[i].guard1);
	}
}

/* Black is black, and white is white, whoever moves after the opening.  */
TEST(an_opening_decides_who_moves_and_not_who_is_first)
{
	static const struct {
		const char *system, *opening, *is;
		int first, begins;
	} rows[] = {
		{"gomocup", NULL, " has black", SEAT_1, SEAT_1},
		{"gomocup", "h8", " has black", SEAT_1, SEAT_2},
		{"gomocup", "h8", " has black", SEAT_2, SEAT_1},
		{"gomocup", "h8h9", " has black", SEAT_2, SEAT_2},
		{"uci", NULL, " has white", SEAT_2, SEAT_2},
		{"uci", "e2e4", " has white", SEAT_2, SEAT_1},
		{"qchess", NULL, " begins", SEAT_2, SEAT_2},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct setup setup FREED_BY(setup_free);

		setup_init(&setup);
		setup.system = rows[i].system;
		setup.first = rows[i].first;
		setup_seat(&setup, SEAT_1, "x", NULL);
		setup_seat(&setup, SEAT_2, "y", NULL);
		if (rows[i].opening)
			assert_null(setup_set(&setup, "opening", rows[i].opening));
		assert_int_equal(protocol_begins(&setup), rows[i].begins);
		assert_string_equal(protocol_first(&setup)->is, rows[i].is);
	}
}

/* What a player's setting accepts at most, the option of the match does, too.  */
TEST(no_setting_of_a_player_is_larger_than_its_option)
{
	for (int k = 0; protocol_at(k); k++)
		for (int i = 0; i < SEAT_SETTINGS; i++) {
			const struct option_row *row = &seat_setting_rows[i];
			struct seat_settings settings FREED_BY(seat_settings_free) = {0};
			struct setup setup;
			FREED char *most = row->type == OPTION_ODDS ? bytes_text("%d/1", SEAT_ODDS_MOST)
								    : option_words(row, row->most);

			(void)state;
			if ((is_number(row) || row->type == OPTION_ODDS) &&
			    seat_setting_is_of((enum seat_setting)i, protocol_at(k)) &&
			    row->most < INT64_MAX) {
				setup_init(&setup);
				setup.system = protocol_at(k)->name;
				assert_null(seat_setting_take(&settings, (enum seat_setting)i, most));
				assert_null(seat_settings_put(&settings, &setup, SEAT_2, true));
				setup_free(&setup);
			}
		}
	assert_int_equal(seat_setting_rows[SEAT_INCREMENT].most, option_increment.most);
}

/* Two limits together, and a time, are no overflow.  */
TEST(the_largest_times_can_be_added)
{
	for (const struct option_place *place = setup_places; place->row; place++)
		if (place->row->type == OPTION_TIME)
			assert_true(place->row->most <= SEAT_LIMIT_MOST);
	for (const struct option_row *const *row = setup_rows; *row; row++)
		if (strncmp((*row)->name, "start-time", strlen("start-time")) == 0)
			assert_true((*row)->most <= SEAT_LIMIT_MOST);
	assert_true(seat_setting_rows[SEAT_START_TIME].most <= SEAT_LIMIT_MOST);
}

TEST(settings_of_a_player_replace_or_join)
{
	struct seat_settings settings = {0}, more = {0};

	assert_null(seat_setting_take(&settings, SEAT_ENV, "A=1 2"));
	assert_null(seat_setting_take(&settings, SEAT_ENV, "B="));
	assert_null(seat_setting_take(&settings, SEAT_INFO, "x 1"));
	assert_null(seat_setting_take(&settings, SEAT_INFO, "y 2"));
	assert_null(seat_setting_take(&settings, SEAT_ODDS, "2"));
	assert_null(seat_setting_take(&settings, SEAT_ODDS, "1/2"));
	assert_string_equal(settings.text[SEAT_INFO], "x 1; y 2");
	assert_string_equal(settings.text[SEAT_ODDS], "1/2");
	assert_text(seat_setting_take(&settings, SEAT_ENV, "A"),
		    "env: expected NAME=VALUE on one line, not \"A\"");
	assert_null(seat_setting_take(&more, SEAT_INFO, "z 3"));
	seat_settings_add(&settings, &more);
	assert_string_equal(settings.text[SEAT_INFO], "z 3");
	assert_text(seat_settings_command(&settings, "me", "prog -x"),
		    "env RINGSIDE_PLAYER=me 'A=1 2' B= prog -x");
	assert_text(seat_settings_command(&more, NULL, "prog -x"), "prog -x");
	seat_settings_free(&settings);
	seat_settings_free(&more);
}

TEST_MAIN(NULL, NULL)
