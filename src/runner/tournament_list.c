/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament_list.c - `tournament --list`: a command for each unit of games, for machines of any kind.
 *
 * A command is the one that was typed, with the seed, its shard, and a file of results of its own.  */
#include "ringside/bytes.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "tournament.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Is the word this option?  *next: its value is the next word.  */
static bool is_option(const char *word, const char *name, bool *next)
{
	size_t size = strlen(name);

	if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, size) != 0)
		return false;
	*next = word[2 + size] == '\0';
	return *next || word[2 + size] == '=';
}

static void add_word(struct bytes *line, const char *word)
{
	char *quoted = sh_words_quoted(word);

	bytes_addf(line, " %s", quoted);
	free(quoted);
}

/* What was typed beside these first words, without the options that each command has for itself, and those of
 * the tables: a part has none.  */
static void add_typed(struct bytes *line, char *const *argv, const char *const first[2])
{
	static const char *const own[] = {"seed",     "shard", "results",    "csv",
					  "markdown", "html",  "html-games", "sprt"};
	bool ended = false; /* behind -- */
	int passed = 0;     /* of the first words */

	for (; *argv; argv++) {
		bool next = false, left_out = false, list = !ended && is_option(*argv, "list", &next);

		if (passed < 2 && strcmp(*argv, first[passed]) == 0) {
			passed++;
			continue;
		}
		next = false;
		for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) && !ended && !left_out; i++)
			left_out = is_option(*argv, own[i], &next);
		ended = ended || strcmp(*argv, "--") == 0;
		if (!list && !left_out)
			add_word(line, *argv);
		argv += left_out && next && argv[1];
	}
}

/* Does the unit that begins with this game have a game to be played here?  */
static bool lacks(const struct tournament *tournament, int first, int last)
{
	const struct run *run = &tournament->run;
	bool lacks = false;

	for (int game = first; game <= last; game++)
		lacks |= plan_wants(&run->plan, game) && history_lacks(&run->history, game);
	return lacks;
}

static void print_command(const struct tournament *tournament, int unit, int units)
{
	const struct invocation *invocation = tournament->run.invocation;
	const char *results = invocation->series.results ? invocation->series.results : "results.jsonl";
	char *own = match_file_of_game(results, unit);
	const char *const first[] = {invocation->subcommand->name, invocation->match.protocol->name};
	struct bytes line = {0};

	/* The program, the command and the system come first, wherever options stood.  */
	bytes_add_text(&line, "ringside");
	bytes_addf(&line, " %s %s --seed %" PRIu64 " --shard %d/%d --results", first[0], first[1],
		   invocation->match.session.setup.seed, unit, units);
	add_word(&line, own);
	add_typed(&line, invocation->argv + 1, first);
	say("%s\n", line.at);
	free(own);
	bytes_free(&line);
}

int tournament_print_list(const struct tournament *tournament)
{
	const struct plan *plan = &tournament->run.plan;
	struct scheduled end = schedule_game(&tournament->schedule, plan->games);
	int units = tournament->schedule.stays ? end.pairing : end.pair;

	for (int game = 1, last; game <= schedule_ready(&tournament->schedule); game = last + 1) {
		struct scheduled at = schedule_game(&tournament->schedule, game);

		last = schedule_unit_end(&tournament->schedule, game);
		if (lacks(tournament, game, last))
			print_command(tournament, tournament->schedule.stays ? at.pairing : at.pair, units);
	}
	return say_finish();
}
