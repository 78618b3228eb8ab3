/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* from.c - begins a match with a position of another one, and asks before a program starts that a match file
 * names.  */
#include "ringside/runner.h"

#include "ringside/bytes.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the question before a program starts ---- */

static bool is_asked(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

/* Asks a person. Anything but a y is a no.  */
static bool person_says_yes(const char *words, const char *question)
{
	int first, c;

	fflush(stdout);
	say_error("ringside: %s%s? y/N ", words, question);
	first = c = getchar();
	while (c != '\n' && c != EOF)
		c = getchar();
	return first == 'y' || first == 'Y';
}

/* Says once what it will not see.  */
static void tell_unshown(const struct launch *launch)
{
	static char *told;
	char *text = trust_unshown(launch);

	if (text && (!told || strcmp(told, text) != 0))
		say_lines(text);
	free(told);
	told = text;
}

char *vouch_folder(const struct match_options *options, struct match_file *file, struct setup *setup)
{
	const char *folder = setup_strange_folder(setup);
	bool trusts = options->session.trust, has_option = options->protocol != NULL;
	char *shown, *words, *problem = NULL;

	if (!folder)
		return NULL;
	if (trust_has_folder(match_file_id(file), folder) ||
	    (trusts && match_confined(options) == CONFINED_NOT)) {
		trust_accept_folder(folder);
		setup_vouch(setup);
		return NULL;
	}
	if (trusts) { /* the sandbox does without it, and says so */
		struct launch launch = {.command = "", .confined = match_confined(options), .missed = folder};

		tell_unshown(&launch);
		return NULL;
	}
	shown = bytes_escaped(folder, strlen(folder));
	words = bytes_text("%s names a folder for agents to write to, which ringside has not used for it:\n"
			   "    writes   %s\n",
			   match_file_path(file), shown);
	if (!is_asked())
		problem = bytes_text("%sit is not used without --trust%s%s", words,
				     has_option ? " or --folder " : "", has_option ? shown : "");
	else if (!person_says_yes(words, "use it"))
		problem = bytes_text("nothing was started");
	else
		trust_accept_folder(folder);
	if (!problem)
		setup_vouch(setup);
	free(words);
	free(shown);
	return problem;
}

char *vouch_program(const struct match_options *options, struct match_file *file, int seat,
		    struct launch *launch, bool asks)
{
	const char *id = match_file_id(file);
	struct launch launches[SEATS] = {0};
	char *words, *problem = NULL;

	if (!launch->command)
		return NULL;
	if (trust_lets(id, launch, options->session.trust)) {
		trust_accept(id, launch);
		tell_unshown(launch);
		return NULL;
	}
	launches[seat] = *launch;
	words = trust_words(match_file_path(file), launches);
	if (!asks || !is_asked())
		problem = bytes_text("%sthey are not started without --trust", words);
	else if (!person_says_yes(words, "start"))
		problem = bytes_text("nothing was started");
	else
		trust_accept(id, launch);
	free(words);
	return problem;
}

/* ---- the beginning of a match ---- */

static void forget_players(struct setup *setup)
{
	for (int s = 0; s < SEATS; s++) {
		free(setup->seat[s].command);
		free(setup->seat[s].name);
		setup->seat[s] = (struct seat_setup){0};
	}
}

/* ---- --from, another format ---- */

static char *check(const struct protocol *protocol, const struct match *match)
{
	return strcmp(match->setup.system, protocol->name) == 0
		       ? NULL
		       : bytes_text("is a match of %s, not of %s", match->setup.system, protocol->name);
}

/* The moves are known, but not the messages: a new match begins with the position.  */
static char *begin_from(struct match_options *options, const struct match *match, int turns)
{
	const struct protocol *protocol = options->protocol;
	char *problem = check(protocol, match);

	if (problem)
		return problem;
	if (!protocol->openings)
		return bytes_text("the file has the moves but not the messages, and no match of %s can begin "
				  "with a position alone: expected a match file",
				  protocol->name);
	return protocol->openings->resume(match, turns < 0 ? match->turn_count : turns,
					  &options->session.setup);
}

/* ---- --from, a match file ---- */

/* An option that is given with another value than the recorded match has; NULL: none.  */
static const char *other_option(const struct match_options *options, const struct setup *recorded)
{
	const struct setup *said = &options->session.setup;
	const struct option_row *program = protocol_option(options->protocol, OPTION_COMMAND);

	for (int i = 0; i < said->option_count; i++) {
		const struct setup_option *option = &said->options[i];
		const char *text = setup_given(recorded, option->name);

		if ((program && option->row == program) || setup_is_limit(option->row))
			continue;
		if (!text || strcmp(text, option->text) != 0)
			return option->name;
	}
	for (const struct option_place *place = setup_places; place->row; place++)
		if (!setup_is_limit(place->row) && match_said(options, place->row) &&
		    option_load(place, said) != option_load(place, recorded))
			return place->row->name;
	return NULL;
}

/* Takes the recorded setup with what the command line may change.  The players come later.  */
static char *take_setup(struct match_options *options, const struct setup *recorded)
{
	const struct option_row *program = protocol_option(options->protocol, OPTION_COMMAND);
	struct setup *said = &options->session.setup, taken;
	const char *other = other_option(options, recorded);

	if (other)
		return bytes_text("the recorded match decides its options: leave out --%s", other);
	setup_copy(&taken, recorded);
	taken.system = options->protocol->name;
	setup_unset(&taken, option_cpus1.name); /* of the machine of then */
	setup_unset(&taken, option_cpus2.name);
	if (setup_given(said, option_tc.name))
		setup_set_clock(&taken, SEAT_NONE, setup_given(said, option_tc.name));
	if (match_said(options, &option_turn_time))
		taken.turn_limit = said->turn_limit;
	if (match_said(options, &option_match_time))
		setup_set_match_limit(&taken, SEAT_NONE, said->match_limit);
	for (int i = 0; i < said->option_count; i++)
		if (setup_is_limit(said->options[i].row))
			setup_put(&taken, said->options[i].row, said->options[i].text);
	if (program && setup_given(said, program->name))
		setup_put(&taken, program, setup_given(said, program->name));
	setup_free(said);
	*said = taken;
	forget_players(said);
	return NULL;
}

/* Asks about the game program, unless the command line names it.  */
static char *vouch_for_program(const struct match_options *options, struct match_file *file,
			       const struct match *match)
{
	const struct option_row *program = protocol_option(options->protocol, OPTION_COMMAND);
	const struct setup *said = &options->session.setup;
	struct launch named = {.command = program ? setup_text(&match->setup, program) : NULL,
			       .own = setup_folder(&match->setup),
			       .confined = match_confined(options)};

	return program && setup_given(said, program->name)
		       ? NULL
		       : vouch_program(options, file, SEAT_NONE, &named, true);
}

/* A fresh process lacks what an old one remembered.  */
static void tell_games_before(struct match_file *file)
{
	char *words;
	int game = 0;

	for (int s = 0; s < SEATS && !game; s++)
		game = match_file_game_before(file, s);
	if (!game)
		return;
	words = bytes_text("%s: its processes had played game %d before, which fresh ones have not",
			   match_file_path(file), game);
	say_lines(words);
	free(words);
}

static char *go_on_from(struct match_options *options, struct match_file *file, struct match *match,
			const struct match_place *place, char **path)
{
	char *problem = check(options->protocol, match);

	if (!problem)
		problem = vouch_folder(options, file, &match->setup);
	if (!problem)
		problem = vouch_for_program(options, file, match);
	if (!problem)
		problem = take_setup(options, &match->setup);
	if (problem)
		return problem;
	*path = bytes_text("%s", match_file_path(file));
	options->session.from = (struct session_from){
		.path = *path,
		.branch = place->branch,
		.turns = place->turns < 0 ? match->turn_count : place->turns,
		.number = 1,
	};
	tell_games_before(file);
	return NULL;
}

/* ---- --from ---- */

/* Does it have the messages, and not only the moves?  An old file lacks the message of a turn that was
 * answered early, so one turn with a message is enough.  A match without turns counts, too.  */
static bool is_recording(const struct match *match)
{
	const struct turn *turn;

	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)) && turn->message > 0)
			return true;
	return !match->turn_count;
}

char *match_from(struct match_options *options, const char *from, char **path)
{
	struct match_place place;
	char *why = NULL, *problem = NULL;
	struct match_file *file = match_file_at(from, &place, &problem);
	struct match match;

	say_problem(match_file_notice(file));
	if (file && match_file_match(file, &match)) {
		why = *match_file_path(file) && is_recording(&match)
			      ? go_on_from(options, file, &match, &place, path)
			      : begin_from(options, &match, place.turns);
		match_free(&match);
	} else if (file) {
		problem = bytes_text("%s", match_file_problem(file));
	}
	match_file_close(file);
	return why ? bytes_behind(why, "--from %s: ", from) : problem;
}

/* ---- resuming ---- */

/* Seats the players of the match again.  */
static char *seat_again(struct setup *setup, const struct match *match)
{
	const char *players[SEATS - 1];
	int count = 0;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		const struct seat_setup *seat = &match->setup.seat[s];
		bool agent = seat->kind == SEAT_AGENT && seat->command;

		if (seat->kind != SEAT_FREE)
			players[count++] = agent ? seat->command : "human";
	}
	return players_seat(setup, players, count, NULL);
}

static char *seat_players(struct setup *setup, const char *players)
{
	char *problem = NULL, **words = sh_words_split(players, &problem);
	int count = 0;

	while (words && words[count])
		count++;
	if (!problem && count != 2)
		problem = bytes_text("expected two players, such as human '%s', not %d: \"%s\"",
				     protocol_named(setup->system)->bundle->demo[0], count, players);
	if (!problem)
		problem = players_seat(setup, (const char *const *)words, count, NULL);
	free(words);
	return problem;
}

char *match_resumed(struct setup *setup, const struct match *match, int turns, const char *players)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	char *problem;

	if (!protocol || !protocol->openings)
		return bytes_text("no match of %s can begin in the middle", match->setup.system);
	setup_copy(setup, &match->setup);
	setup->system = protocol->name;
	setup->game = 1;
	forget_players(setup);
	problem = *players ? seat_players(setup, players) : seat_again(setup, match);
	if (!problem)
		problem = protocol->openings->resume(match, turns, setup);
	if (problem)
		setup_free(setup);
	return problem;
}
