/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_cpus.c - --cpus pins the judge and the agents, and `run` warns when more games run than cores.
 *
 * The tests use the first and the last core that they may use, which may be the same.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include "ringside/cores.h"
#include <sched.h>
#include <unistd.h>

struct fixture {
	char folder[40], record[60], one[700], two[700], first[12], last[12];
	cpu_set_t before;
};

/* An agent that says on stderr which cores it and its parent may use.  */
static void player(char command[700], const char *brain)
{
	snprintf(command, 700,
		 "sh -c 'grep -h Cpus_allowed_list /proc/$$/status /proc/$PPID/status >&2; exec \"%s/brain\" "
		 "%s'",
		 env("AGENTS"), brain);
}

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));
	int count = 0;

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m", f->folder);
	player(f->one, "good");
	player(f->two, "good 12");
	assert_int_equal(sched_getaffinity(0, sizeof(f->before), &f->before), 0);
	for (size_t core = 0; core < CPU_SETSIZE; core++) {
		if (!CPU_ISSET(core, &f->before))
			continue;
		snprintf(count++ ? f->last : f->first, sizeof(f->first), "%zu", core);
	}
	if (count == 1)
		strcpy(f->last, f->first);
	return 0;
}

static int tear_down(void **state)
{
	FREED struct fixture *f = *state;

	sched_setaffinity(0, sizeof(f->before), &f->before);
	folder_remove(f->folder);
	return 0;
}

/* ---- pins ---- */

/* The cores of the seat's process and of its parent, as it said first.  */
static void expect_cores(const char *path, int seat, const char *own, const char *judge)
{
	char query[200], expected[100], *said;

	snprintf(query, sizeof(query),
		 "select group_concat(trim(replace(cast(bytes as text), 'Cpus_allowed_list:', ''), "
		 "char(9, 10, 13, 32)), ' ') from message where seat = %d and cast(bytes as text) like "
		 "'Cpus%%'",
		 seat);
	said = ask_file(path, query);
	snprintf(expected, sizeof(expected), "%s %s", own, judge);
	assert_string_equal(said, expected);
	free(said);
}

/* The lists that the file says; the caller frees.  */
static char *recorded(const char *path)
{
	return ask_file(path, "select replace(bytes, 'cores cores=', '') from message where event = 'cores'");
}

static void expect_recorded(const char *path, const char *lists)
{
	assert_text(recorded(path), lists);
}

TEST_ON(the_judge_and_each_agent_run_on_their_cores_and_the_record_says_so, set_up, tear_down,
	struct fixture *, f)
{
	char lists[40], json[60];
	const char *args[] = {"run",      "gomocup", "--json", "--cpus", lists,
			      "--record", f->record, f->one,   f->two,   NULL};
	struct outcome outcome;

	snprintf(lists, sizeof(lists), "%s:%s:%s", f->first, f->last, f->first);
	snprintf(json, sizeof(json), "\"cpus\":[\"%s\",\"%s\",\"%s\"]", f->first, f->last, f->first);
	outcome = ringside("cpus", args);
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.out, json));
	expect_cores(f->record, 1, f->last, f->first);
	expect_cores(f->record, 2, f->first, f->first);
	expect_recorded(f->record, lists);
}

TEST_ON(each_game_at_once_gets_cores_of_its_own, set_up, tear_down, struct fixture *, f)
{
	char lists[40], path[80];
	const char *args[] = {"run", "gomocup",  "--cpus",  lists,  "--games", "2", "--concurrency",
			      "2",   "--record", f->record, f->one, f->two,    NULL};
	struct outcome outcome;
	char *one, *two;

	if (strcmp(f->first, f->last) == 0)
		skip();
	snprintf(lists, sizeof(lists), "%s:%s,%s", f->last, f->first, f->last);
	outcome = ringside("cpus", args);
	assert_int_equal(outcome.status, 0);
	assert_null(strstr(outcome.err, "ringside:"));
	snprintf(path, sizeof(path), "%s-1", f->record);
	one = recorded(path);
	snprintf(path, sizeof(path), "%s-2", f->record);
	two = recorded(path);
	snprintf(lists, sizeof(lists), "%s:%s:%s", f->last, f->first, f->first);
	if (strcmp(one, lists) != 0) { /* either game may come first */
		char *other = one;

		one = two;
		two = other;
	}
	assert_string_equal(one, lists);
	snprintf(lists, sizeof(lists), "%s:%s:%s", f->last, f->last, f->last);
	assert_string_equal(two, lists);
	free(one);
	free(two);
}

TEST_ON(a_continued_match_and_a_rerun_are_pinned_too, set_up, tear_down, struct fixture *, f)
{
	char lists[40], from[80], again[80], said[60];
	const char *record[] = {"run", "gomocup", "--record", f->record, f->one, f->two, NULL};
	const char *go_on[] = {"run",      "gomocup", "--cpus", lists,  "--from", from,
			       "--record", again,     f->one,   f->two, NULL};
	const char *rerun[] = {"rerun",         "--cpus",  lists,  "--seat", "1",
			       "--show-stderr", f->record, f->one, NULL};
	struct outcome outcome;

	ends(ringside("cpus", record), 0, NULL, NULL);
	snprintf(lists, sizeof(lists), "%s:%s", f->first, f->last);
	snprintf(from, sizeof(from), "%s:3", f->record);
	snprintf(again, sizeof(again), "%s/again", f->folder);
	outcome = ringside("cpus", go_on);
	assert_int_equal(outcome.status, 0);
	snprintf(said, sizeof(said), "%s:%s:%s", f->first, f->last, f->last);
	expect_recorded(again, said);
	outcome = ringside("cpus", rerun);
	assert_int_equal(outcome.status, 0);
	snprintf(said, sizeof(said), "Cpus_allowed_list:\t%s\n", f->last);
	if (!strstr(outcome.out, said) && !strstr(outcome.err, said))
		fail_msg("\"%s\" is neither in: %s nor in: %s", said, outcome.out, outcome.err);
}

TEST_ON(a_player_may_have_cores_of_its_own, set_up, tear_down, struct fixture *, f)
{
	char option[40], said[60], own[60];
	const char *args[] = {"run",      "gomocup", "--seat-option", option, "--json",
			      "--record", f->record, f->one,          f->two, NULL};
	struct outcome outcome;

	snprintf(option, sizeof(option), "2:cpus=%s", f->last);
	snprintf(said, sizeof(said), "any:any:%s", f->last);
	snprintf(own, sizeof(own), "\"settings\":[{},{\"cpus\":\"%s\"}]", f->last);
	outcome = ringside("cpus", args);
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.out, own));
	expect_recorded(f->record, said);
}

/* In each of them as often as the other: the player has a part of its cores in each game.  */
TEST_ON(a_player_of_a_tournament_has_a_part_of_its_cores_in_each_game, set_up, tear_down, struct fixture *, f)
{
	char file[80], text[300], lists[200], *said;
	const char *args[] = {"tournament", "gomocup", file, "--concurrency", "2", "--no-sandbox",
			      "--record",   f->record, NULL};
	struct outcome outcome;

	snprintf(file, sizeof(file), "%s/cup.tournament", f->folder);
	snprintf(text, sizeof(text),
		 "[player a]\ncommand = sample:random\ncpus = %s,%s\n[player b]\ncommand = sample:random\n",
		 f->first, f->last);
	file_write(file, text, false);
	outcome = ringside("cpus", args);
	if (strcmp(f->first, f->last) == 0) {
		assert_int_equal(outcome.status, 2);
		assert_non_null(
			strstr(outcome.err, "@a: cpus: needs a core for each of the 2 games at once"));
		return;
	}
	if (outcome.status != 0)
		fail_msg("%d: %s", outcome.status, outcome.err);
	for (int game = 1; game <= 2; game++) {
		snprintf(text, sizeof(text), "%s-%d", f->record, game);
		said = recorded(text);
		snprintf(lists, sizeof(lists), game == 1 ? "any:%s:any any:%s:any" : "any:any:%s any:any:%s",
			 f->first, f->last);
		if (!*said || !strstr(lists, said))
			fail_msg("game %d: %s is not in %s", game, said, lists);
		free(said);
	}
}

TEST_IN(lists_that_cannot_be_used_are_refused, set_up, tear_down)
{
	static const struct {
		const char *lists, *words;
	} rows[] = {
		{"0", "--cpus: expected lists of cores as JUDGE:AGENTS or JUDGE:AGENT1:AGENT2"},
		{"0:0:0:0", "--cpus: expected lists of cores as JUDGE:AGENTS or JUDGE:AGENT1:AGENT2"},
		{":0", "--cpus: expected a list of cores such as 1 or 0,2,4-7, not \"\""},
		{"1-0:0", "--cpus: expected a list of cores such as 1 or 0,2,4-7, not \"1-0\""},
		{"0:1,", "--cpus: expected a list of cores such as 1 or 0,2,4-7, not \"1,\""},
		{"0:99999999999",
		 "--cpus: expected a list of cores such as 1 or 0,2,4-7, not \"99999999999\""},
		{"8191:0", "--cpus: ringside may not use core 8191: choose among "},
	};
	static const char *const own[] = {
		"run", "gomocup", "--seat-option", "2:cpus=8191", "sample:random", "sample:random", NULL};
	ends(ringside("cpus", own), 2, NULL, "player 2: cpus: ringside may not use core 8191: choose among ");

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *args[] = {"run",           "gomocup",       "--cpus", rows[i].lists,
				      "sample:random", "sample:random", NULL};
		ends(ringside("cpus", args), 2, NULL, rows[i].words);
	}
}

TEST_ON(too_few_cores_for_the_games_at_once_are_refused, set_up, tear_down, struct fixture *, f)
{
	char lists[40], words[120];
	const char *args[] = {"run",           "gomocup", "--cpus", lists,  "--games", "2",
			      "--concurrency", "2",       f->one,   f->two, NULL};
	struct outcome outcome;

	snprintf(lists, sizeof(lists), "%s:%s", f->first, f->last);
	snprintf(words, sizeof(words),
		 "--cpus: agent 1 needs a core for each of the 2 games at once, but \"%s\" has only 1:",
		 f->last);
	outcome = ringside("cpus", args);
	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, words));
}

/* What does not divide is left out, so that all games have the same.  */
TEST_IN(a_list_is_cut_into_equal_parts, set_up, tear_down)
{
	static const char *const parts[] = {"0,1", "2,4", "5,6"};

	for (int i = 0; i < 3; i++) {
		assert_text(cores_part("0-2,4-7", i, 3), parts[i]);
	}
	assert_int_equal(cores_count("0-2,4-7,1"), 7);
}

/* ---- too many games ---- */

TEST_ON(more_games_at_once_than_cores_are_warned_of, set_up, tear_down, struct fixture *, f)
{
	static const char words[] =
		"ringside: 2 games at once share 1 core: agents may be charged for waiting: "
		"choose --concurrency 1 if times matter\n";
	const char *args[] = {"run", "gomocup", "--games", "2", "--concurrency", "2", f->one, f->two, NULL};
	struct outcome outcome;
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(strtoul(f->first, NULL, 10), &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	ends(ringside("cpus", args), 0, NULL, words);
	args[5] = "1";
	outcome = ringside("cpus", args);
	assert_int_equal(outcome.status, 0);
	assert_null(strstr(outcome.err, "ringside:"));
}

TEST_MAIN(NULL, NULL)
