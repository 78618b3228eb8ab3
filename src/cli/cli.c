/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cli.c - the table of subcommands, the parser of the command line, and what runs them.  Small subcommands
 * are here as a whole: list, rules and diff.  */
#include "config.h"

#include "ringside/cli.h"

#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/diff.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/log.h"
#include "ringside/match_json.h"
#include "ringside/mistake.h"
#include "ringside/named_player.h"
#include "ringside/other_build.h"
#include "ringside/protocol.h"
#include "ringside/say.h"
#include "ringside/spec.h"
#include "ringside/theme.h"
#include "ringside/trust.h"
#include "ringside/ui.h"
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what the systems offer ---- */

static char *who_has_rules(const struct protocol *other)
{
	struct bytes text = {0};
	const char *joint = ": expected ";

	bytes_addf(&text, "%s cannot judge a position", other->name);
	for (int i = 0; protocol_at(i); i++)
		if (protocol_at(i)->tools->rules) {
			bytes_addf(&text, "%s%s", joint, protocol_at(i)->name);
			joint = " or ";
		}
	return text.at;
}

static int cli_rules(struct invocation *invocation)
{
	const struct protocol *protocol = invocation->call.match.protocol;
	char *problem = NULL, *text;
	int status = EXIT_VERDICT;

	if (!protocol->tools->rules)
		return say_failure(who_has_rules(protocol), EXIT_USAGE);
	if (!invocation->position)
		return say_failure(bytes_text("--position is missing: ringside rules %s",
					      invocation->subcommand->arguments),
				   EXIT_USAGE);
	text = protocol->tools->rules(&invocation->call.match.session.setup, invocation->position, &problem);
	if (problem) {
		status = say_failure(problem, EXIT_USAGE);
	} else if (!say("%s", text) || fflush(stdout) < 0) {
		say_error("ringside: stdout cannot be written: %s\n", strerror(errno));
		status = EXIT_CANNOT_RUN;
	}
	free(text);
	return status;
}

static void print_games(void)
{
	say("games:\n");
	for (int i = 0; protocol_at(i); i++) {
		const struct protocol *protocol = protocol_at(i);

		for (const struct option_row *const *row = protocol->options; *row; row++) {
			const struct option_choice *game = (*row)->content ? (*row)->choices : NULL;

			for (; game && game->word; game++)
				say("  --%s %-16s %s: %s\n", (*row)->name, game->word, protocol->name,
				    game->title);
		}
	}
}

static void print_samples(void)
{
	char **names;

	say("samples (as sample:NAME):\n");
	for (int i = 0; protocol_at(i); i++) {
		if (agent_samples(protocol_at(i)->bundle->samples, &names))
			say("  %-12s", protocol_at(i)->name);
		for (int n = 0; names[n]; n++)
			say(" %s%s", names[n], names[n + 1] ? "" : "\n");
		free(names);
	}
}

/* Those that the config names.  */
static void print_players(void)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++) {
		FREED char *command = bytes_escaped(player->command, strlen(player->command));

		if (!i)
			say("players of the config (as @NAME):\n");
		say("  %-12s %s: %s\n", player->name, player->system ? player->system : "every system",
		    command);
	}
}

static void print_themes(void)
{
	FREED char **names = theme_names();

	say("themes:\n");
	for (int i = 0; names && names[i]; i++) {
		FREED char *description = theme_description(names[i]);

		say("  %-12s %s\n", names[i], description ? description : "");
		free(names[i]);
	}
}

static void print_formats(void)
{
	say("formats of other programs (open, export --format, --from):\n");
	for (int i = 0; protocol_at(i); i++)
		for (const struct file_format *const *f = protocol_at(i)->formats; f && *f; f++)
			say("  %-12s %s: %s\n", (*f)->name, protocol_at(i)->name, (*f)->title);
	for (int i = 0; match_file_every[i]; i++)
		say("  %-12s every system: %s (export)\n", match_file_every[i]->name,
		    match_file_every[i]->title);
}

static int cli_list(struct invocation *invocation)
{
	(void)invocation;
	say("systems:\n");
	for (int i = 0; protocol_at(i); i++)
		say("  %-12s %s\n", protocol_at(i)->name, protocol_at(i)->texts->title);
	print_games();
	print_samples();
	print_players();
	print_formats();
	print_themes();
	return say_finish();
}

/* ---- where the matches in two files differ ---- */

/* As of diff(1), where a file that cannot be read to its end is trouble, whatever its beginning says.  */
enum { STATUS_SAME = 0, STATUS_DIFFERENT = 1, STATUS_TROUBLE = 2 };

/* Two matches and their files.  */
struct sides {
	struct match_file *file[DIFF_SIDES];
	struct match match[DIFF_SIDES];
};

static json_t *seconds(int64_t ns)
{
	return json_real((double)ns / NS_PER_S);
}

/* The time of a turn; null: no such turn, or untimed.  */
static json_t *turn_seconds(const struct turn *turn)
{
	return turn && !(turn->flags & TURN_UNTIMED) ? seconds(turn->think_ns) : json_null();
}

static json_t *turn_json(const struct turn *const turns[DIFF_SIDES])
{
	const struct turn *a = turns[0], *b = turns[1];

	return json_pack("{s:i,s:[o,o],s:[o,o],s:[o,o],s:[o,o]}", "turn",
			 a   ? a->n
			 : b ? b->n
			     : 0,
			 "seats", a ? json_integer(a->seat) : json_null(),
			 b ? json_integer(b->seat) : json_null(), "answered",
			 match_json_words(a ? a->answered : NULL), match_json_words(b ? b->answered : NULL),
			 "played", match_json_words(a ? a->played : NULL),
			 match_json_words(b ? b->played : NULL), "seconds", turn_seconds(a), turn_seconds(b));
}

static json_t *winner(const struct match *match)
{
	return !match->over || match->verdict.winner == WINNER_NONE ? json_null()
								    : json_integer(match->verdict.winner);
}

static json_t *reason(const struct match *match)
{
	return match_json_words(match->over ? match->verdict.reason : NULL);
}

static json_t *think_times(const struct diff_times times[SEATS])
{
	return json_pack("[o,o]", seconds(times[SEAT_1].think_ns), seconds(times[SEAT_2].think_ns));
}

static json_t *gap_json(const struct invocation *invocation, const struct diff_gap *found,
			const struct gap *gap)
{
	json_t *object;

	if (!found)
		return json_null();
	object = match_json_gap(gap);
	json_object_set_new(object, "file", match_json_words(invocation->call.words[found->side]));
	json_object_set_new(object, "compared", json_integer(found->turns));
	return object;
}

static json_t *diff_json(const struct match *a, const struct match *b, const struct diff *diff)
{
	json_t *list = json_array();
	struct diff_walk walk = diff_walk(a, b, diff->gap);
	bool any = diff_any(diff);
	const struct turn *turns[DIFF_SIDES];

	while (diff_next(&walk, turns))
		if (diff_turn(turns[0], turns[1]))
			json_array_append_new(list, turn_json(turns));
	return json_pack("{s:o,s:o,s:o,s:[i,i],s:[o,o],s:[o,o],s:[o,o],s:o}", "system",
			 match_json_words(a->setup.system), "same",
			 any || !diff->gap ? json_boolean(!any) : json_null(), "first",
			 diff->first ? json_integer(diff->first) : json_null(), "moves", a->turn_count,
			 b->turn_count, "winner", winner(a), winner(b), "reason", reason(a), reason(b),
			 "seconds", think_times(diff->times[0]), think_times(diff->times[1]), "differences",
			 list);
}

static void print_json(const struct invocation *invocation, const struct sides *sides,
		       const struct diff *diff, const struct gap *gap)
{
	json_t *object = diff_json(&sides->match[0], &sides->match[1], diff);
	char *text;

	json_object_set_new(object, "gap", gap_json(invocation, diff->gap, gap));
	text = match_json_line(object);
	say("%s\n", text);
	free(text);
	json_decref(object);
}

/* Returns the exit status.  */
static int compare(const struct invocation *invocation, const struct sides *sides, char **problem)
{
	const char *const names[DIFF_SIDES] = {invocation->call.words[0], invocation->call.words[1]};
	const struct match *const matches[DIFF_SIDES] = {&sides->match[0], &sides->match[1]};
	struct diff_gap found;
	struct gap gap;
	struct diff diff;
	char *text, *missing = NULL;

	*problem = diff_misfit(matches[0], matches[1]);
	if (*problem)
		return STATUS_TROUBLE;
	if (match_file_first_gap(sides->file, matches, &found, &gap))
		found.words = missing = gap_words(&gap);
	diff = diff_matches(matches[0], matches[1], missing ? &found : NULL);
	if (invocation->call.json) {
		print_json(invocation, sides, &diff, &gap);
	} else {
		text = diff_text(matches[0], matches[1], &diff, names, 0);
		say("%s", text);
		free(text);
	}
	free(missing);
	if (fflush(stdout) != 0) {
		*problem = bytes_text("stdout cannot be written: %s", strerror(errno));
		return STATUS_TROUBLE;
	}
	if (diff.gap)
		return STATUS_TROUBLE;
	return diff_any(&diff) ? STATUS_DIFFERENT : STATUS_SAME;
}

/* Reads both matches.  NULL, or why one cannot be read.  Call close_sides() either way.  */
static char *read_sides(const struct invocation *invocation, struct sides *sides)
{
	char *problem = NULL;

	for (int i = 0; i < DIFF_SIDES && !problem; i++) {
		struct match_place place;

		sides->file[i] = match_file_at(invocation->call.words[i], &place, &problem);
		if (!sides->file[i])
			break;
		say_problem(match_file_notice(sides->file[i]));
		problem = match_file_match_at(sides->file[i], &place, &sides->match[i]);
	}
	return problem;
}

/* Returns `problem`, or if there was none, why not all of a file could be read.  */
static char *close_sides(struct sides *sides, char *problem)
{
	for (int i = 0; i < DIFF_SIDES && sides->file[i]; i++) {
		if (!problem && match_file_problem(sides->file[i]))
			problem = bytes_text("%s", match_file_problem(sides->file[i]));
		match_free(&sides->match[i]);
		match_file_close(sides->file[i]);
	}
	return problem;
}

static int cli_diff(struct invocation *invocation)
{
	struct sides sides = {0};
	int status = STATUS_TROUBLE;
	char *problem = read_sides(invocation, &sides);

	if (!problem)
		status = compare(invocation, &sides, &problem);
	problem = close_sides(&sides, problem);
	return say_failure(problem, problem ? STATUS_TROUBLE : status);
}

char *cli_second_file(const struct invocation *invocation, struct other_build *other)
{
	struct sides sides = {0};
	char *problem = read_sides(invocation, &sides);

	if (!problem)
		problem = diff_misfit(&sides.match[0], &sides.match[1]);
	if (!problem) {
		other->branch = sides.match[0].branch;
		other_build_from(other, &sides.match[0], &sides.match[1]);
	}
	return close_sides(&sides, problem);
}

/* ---- what the command line says goes to who does it ---- */

static int cli_run(struct invocation *invocation)
{
	return run_series(&invocation->call);
}

static int cli_tournament(struct invocation *invocation)
{
	char *problem =
		run_wants_screen(&invocation->call) ? cli_load_looks(&invocation->call.settings) : NULL;

	return problem ? say_failure(problem, EXIT_USAGE) : run_tournament(&invocation->call);
}

static int cli_tally(struct invocation *invocation)
{
	return run_tally(&invocation->call);
}

static int cli_tap(struct invocation *invocation)
{
	return run_tap(&invocation->call);
}

static int cli_check_agent(struct invocation *invocation)
{
	invocation->check.runs_said = cli_said(invocation, &cli_row.runs);
	return check_agent(&invocation->call, &invocation->check);
}

/* With --open the answers of both builds stand beside each other on the screen, once all are known.  */
static int cli_rerun(struct invocation *invocation)
{
	struct other_build other = {0};
	int status;
	char *problem;

	if (!invocation->rerun_open)
		return check_rerun(&invocation->call, &invocation->rerun);
	problem = cli_load_looks(&invocation->call.settings);
	if (problem)
		return say_failure(problem, EXIT_USAGE);
	invocation->rerun.other = &other;
	status = check_rerun(&invocation->call, &invocation->rerun);
	if (other.count) {
		int shown;

		invocation->call.other = &other;
		shown = cli_show(&invocation->call, other.path, NULL);
		status = shown ? shown : status;
	}
	other_build_free(&other);
	return status;
}

static int cli_fuzz(struct invocation *invocation)
{
	return check_fuzz(&invocation->call, &invocation->search);
}

static int cli_hunt(struct invocation *invocation)
{
	return check_hunt(&invocation->call, &invocation->hunt);
}

static int cli_minimise(struct invocation *invocation)
{
	return check_minimise(&invocation->call, &invocation->search, &invocation->rerun, invocation->output);
}

static int cli_case(struct invocation *invocation)
{
	return check_case(&invocation->call, &invocation->example);
}

static int cli_version(struct invocation *invocation)
{
	(void)invocation;
	say("ringside %s\nCopyright (C) 2026 The ringside authors\n"
	    "GPL-3.0-or-later: GNU General Public License, version 3 or later; there is no "
	    "warranty.\n",
	    VERSION);
	return say_finish();
}

const struct subcommand subcommands[] = {
	{"play", ON_PLAY, "SYSTEM [OPTIONS] PLAYER1 PLAYER2",
	 "watch, debug or play a match on the screen; `ringside help agents` tells what a PLAYER is",
	 NAMES_SYSTEM, 2, 2, cli_play,
	 "play gomocup human sample:threat\nplay uci sample:searcher sample:random --record match.ringside"},
	{"run", ON_RUN, "SYSTEM [OPTIONS] PLAYER1 PLAYER2",
	 "play matches without a screen; print one line per game; `ringside help agents` tells what a PLAYER "
	 "is. Exit status: 0 done, 4 --until has happened; with --sprt 0 elo1 is accepted, 4 elo0 is, 5 "
	 "neither is yet",
	 NAMES_SYSTEM, 2, 2, cli_run,
	 "run gomocup sample:threat sample:random --games 10\nrun lmc sample:predictor sample:beat-last "
	 "--turns 100 --json"},
	{"tournament", ON_TOURNAMENT, "SYSTEM [OPTIONS] FILE.tournament|PLAYER...",
	 "let many players meet, on a screen where the table grows; with --batch or without a terminal, "
	 "print one line per game and the tables; `ringside help agents` tells what a PLAYER is. Exit "
	 "status: 3 a player has failed at its start, and the tournament has stopped; with --sprt also 4 "
	 "accepted elo0, 5 neither is accepted yet",
	 NAMES_SYSTEM, 1, INT_MAX, cli_tournament,
	 "tournament gomocup sample:threat sample:random --results cup.jsonl\ntournament gomocup "
	 "cup.tournament --concurrency 3 --batch"},
	{"tap", ON_TAP, "SYSTEM [OPTIONS] COMMAND",
	 "play for another judge, which starts this in place of COMMAND, and record the games; COMMAND is as "
	 "PLAYER in `ringside help agents`, or all words after --. The systems lines and bytes have no "
	 "rules: they record what any program says. Without SYSTEM and COMMAND the config has both in [tap]. "
	 "Exit status: that of COMMAND, or 3 it could not be started",
	 NAMES_SYSTEM, 1, 1, cli_tap,
	 "tap uci ./engine\ntap gomocup --record games/ -- ./pbrain-mine --fast"},
	{"attach", ON_ATTACH, "[OPTIONS] [NAME [NAME]]",
	 "watch a tap while it plays, game after game, and hold, step and change what passes; NAME is a part "
	 "of the name of its player, or the number of its process; without NAME, or if several have it, "
	 "choose one; two that play each other are shown as one match, also by two names; without a "
	 "terminal, list them. Exit status: 1 no such tap runs, or two do not play each other",
	 NO_SYSTEM, 0, 2, cli_attach, "attach\nattach mine --layout wide"},
	{"open", ON_OPEN, "[OPTIONS] [FILE [OTHER]]",
	 "look at a match file, or at a file of another program; the match may still be played; FILE:41 is "
	 "the position before move 41, FILE:3 the third game of a file with several, FILE:3:41 a position "
	 "of that game or of branch 3; - reads a file of another program from stdin; without FILE, choose "
	 "one of the matches that were kept; results of a tournament show its screen again; OTHER: show its "
	 "answers beside those of FILE, up to the move "
	 "where "
	 "they part",
	 NO_SYSTEM, 0, 2, cli_open, "open\nopen match.ringside:41"},
	{"rerun", ON_RERUN, "[OPTIONS] FILE... [COMMAND]",
	 "replay a match file to a new build of an agent, FILE:41 only up to move 41; show which answers "
	 "differ, the times of both "
	 "builds, and how it ended. Without COMMAND the recorded command runs again. Several match files, "
	 "such as "
	 "m-1.ringside m-2.ringside, are games that one process played in this "
	 "order. Exit status: 0 no difference, 1 differences, 2 wrong usage or a file that cannot be "
	 "replayed, or not to its end because it has a gap, 3 COMMAND could not be started, 4 the agent "
	 "crashed, left, hung, was too late or lost by what it said, or valgrind found errors, with or "
	 "without differences",
	 NO_SYSTEM, 1, INT_MAX, cli_rerun,
	 "rerun match.ringside --seat 1 ./pbrain-new\nrerun match.ringside --seat 1 --valgrind"},
	{"minimise", ON_MINIMISE, "[OPTIONS] FILE [COMMAND]",
	 "find the shortest match in which a crash, an illegal move, a timeout or a condition still happens, "
	 "and write its match file. Without COMMAND the recorded command runs. FILE:41 leaves out what came "
	 "from move 41 on. Exit status: 0 found, 1 it does not happen again, 2 wrong usage or trouble, 3 "
	 "COMMAND could not be started, 130 interrupted (the best so far is kept)",
	 NO_SYSTEM, 1, 2, cli_minimise,
	 "minimise match.ringside --seat 1\nminimise match.ringside:41 ./pbrain-new -o small.ringside"},
	{"export", ON_EXPORT, "[OPTIONS] FILE",
	 "write a match in another format, or as a film of the screen; FILE is as in open", NO_SYSTEM, 1, 1,
	 cli_export, "export match.ringside --format sgf\nexport match.ringside -o film.svg"},
	{"diff", ON_DIFF, "[OPTIONS] FILE1 FILE2",
	 "show where two matches differ: turns, times, verdicts; of FILE:41 up to move 41. Reads match files "
	 "and files of other "
	 "programs. Exit status: 0 no difference, 1 differences, 2 they cannot be compared, "
	 "or not to their end because a file has a gap",
	 NO_SYSTEM, 2, 2, cli_diff,
	 "diff old.ringside new.ringside\ndiff old.ringside:41 new.ringside --json"},
	{"check", ON_CHECK, "SYSTEM [OPTIONS] AGENT",
	 "test an agent: does it keep the protocol, or a suite? AGENT is as PLAYER in `ringside help "
	 "agents`; without it --game-program or --referee is tested. Exit status: 0 no case has failed, 1 "
	 "a "
	 "case has failed, 2 wrong usage, 125 AGENT could not be started",
	 NAMES_SYSTEM, 1, 1, cli_check_agent,
	 "check gomocup sample:threat\ncheck uci ./engine --only 'go*' --junit report.xml"},
	{"hunt", ON_HUNT, "SYSTEM [OPTIONS] AGENT",
	 "find the bugs of an agent by all that ringside has, cheapest first, and print each with the "
	 "command "
	 "that shows it again. AGENT is as PLAYER in `ringside help agents`. Exit status: 0 nothing was "
	 "found, 1 something was, 2 wrong usage, 125 AGENT could not be started, 130 interrupted",
	 NAMES_SYSTEM, 1, 1, cli_hunt,
	 "hunt gomocup sample:faulty --quick\nhunt uci ./engine --time 10m --keep bugs"},
	{"fuzz", ON_FUZZ, "SYSTEM [OPTIONS] AGENT",
	 "play random matches with legal but rare input, and keep the shortest match of each way in which "
	 "the agent crashes, hangs, is late or plays illegally. AGENT is as PLAYER in `ringside help "
	 "agents`. "
	 "Exit status: 0 it never failed, 1 it did, 2 wrong usage, 3 AGENT could not be started, 130 "
	 "interrupted before it failed",
	 NAMES_SYSTEM, 1, 1, cli_fuzz,
	 "fuzz gomocup sample:faulty --games 20\nfuzz lmc ./player --time 5m --keep found"},
	{"case", ON_CASE, "[OPTIONS] FILE:MOVE",
	 "print a case of a suite for check: the position before that move; FILE is as in open", NO_SYSTEM, 1,
	 1, cli_case, "case match.ringside:41\ncase match.ringside:41 --name lost-four"},
	{"tally", ON_TALLY, "[OPTIONS] FILE...",
	 "print the tables of a tournament or a series from its results, which many machines may have "
	 "played; - reads stdin. Exit status: 0 done, 1 a file cannot be read or the files do not belong "
	 "together; with "
	 "--sprt "
	 "also 4 accepted elo0, 5 neither is accepted yet",
	 NO_SYSTEM, 1, INT_MAX, cli_tally,
	 "tally cup.jsonl\ntally cup.jsonl --csv table.csv --html page.html"},
	{"new-game", ON_NEW_GAME, "[OPTIONS] DIR",
	 "write a small game that works at once into the folder DIR: a referee, two players, a tournament "
	 "file, a suite and a README. Exit status: 2 DIR has files",
	 NO_SYSTEM, 1, 1, cli_new_game, "new-game sticks\nnew-game sticks --language c"},
	{"rules", ON_RULES, "SYSTEM [OPTIONS] --position MOVES", "print what the rules say of a position",
	 NAMES_SYSTEM, 0, 0, cli_rules,
	 "rules gomocup --rule renju --position i8a1j8c1h9e1h10g1\nrules uci --position 'e4 e5 Nf3'"},
	{"list", ON_LIST, "", "list systems, games, samples, formats and themes", NO_SYSTEM, 0, 0, cli_list,
	 "list\nlist --no-config"},
	{"demo", ON_DEMO, "[SYSTEM] [OPTIONS]", "watch the bundled samples play", MAY_NAME_SYSTEM, 0, 0,
	 cli_demo, "demo --tour\ndemo uci --pace 2s"},
	{"help", ON_WORDS, "[NAME...]",
	 "tell about a command, system, subject or option; or about any name that the screen shows: a key, a "
	 "sign, a remark, a verdict",
	 NO_SYSTEM, 0, INT_MAX, cli_help, "help time\nhelp gomocup illegal space"},
	{"completion", ON_WORDS, "bash|zsh|fish",
	 "print the completion for a shell; make install installs it. For a shell that runs, in bash and "
	 "zsh: "
	 "source <(ringside completion bash), in fish: ringside completion fish | source",
	 NO_SYSTEM, 1, 1, cli_completion, "completion bash\ncompletion fish"},
	{"version", ON_WORDS, "", "print the version", NO_SYSTEM, 0, 0, cli_version,
	 "version\nversion --no-config"},
	{0},
};

/* ---- parsing ---- */

/* "--opening or --openings" for all options that begin so; "" if none does.  The caller frees.  */
static char *beginnings(unsigned takers, const struct protocol *protocol, const char *name, size_t size)
{
	const struct option_row *row, *last = NULL;
	struct bytes words = {0};

	bytes_add_text(&words, "");
	for (int i = 0; size && (row = cli_option_at(takers, protocol, i)); i++) {
		if (strncmp(row->name, name, size) != 0)
			continue;
		if (last)
			bytes_addf(&words, "%s--%s", words.size ? ", " : "", last->name);
		last = row;
	}
	if (last)
		bytes_addf(&words, "%s--%s", words.size ? " or " : "", last->name);
	return words.at;
}

/* The option that was meant: all that begin so, or the nearest one.  A beginning is not taken for the option:
 * an option of tomorrow may begin in the same way, and would break the scripts of today.  The caller frees.
 */
static char *meant_option(unsigned takers, const struct protocol *protocol, const char *name, size_t size)
{
	struct nearest nearest = nearest_to(name, size);
	const struct option_row *row;
	char *words = beginnings(takers, protocol, name, size);

	for (int i = 0; !*words && (row = cli_option_at(takers, protocol, i)); i++)
		nearest_try(&nearest, row->name);
	if (nearest.found) {
		free(words);
		words = bytes_text("--%s", nearest.found);
	}
	return words;
}

/* "gomocup, lmc": the commands or systems that take the option; NULL: none.  The caller frees.  */
static char *owners(unsigned takers, const char *name, size_t size)
{
	struct bytes words = {0};

	for (const struct subcommand *s = subcommands; s->name; s++) {
		const struct option_place *place = cli_option_named(s->bit, name, size);

		if (place && place->row->help && cli_takers(place->row) & s->bit)
			bytes_addf(&words, "%s%s", words.size ? ", " : "", s->name);
	}
	for (int i = 0; takers & ON_SYSTEM && protocol_at(i); i++)
		if (match_system_row(protocol_at(i), name, size))
			bytes_addf(&words, "%s%s", words.size ? ", " : "", protocol_at(i)->name);
	return words.at;
}

static char *unknown_option(const struct invocation *invocation, const char *name, size_t size)
{
	const struct subcommand *subcommand = invocation->subcommand;
	unsigned takers = subcommand ? subcommand->bit : ON_ALL;
	const char *system = invocation->call.match.protocol ? invocation->call.match.protocol->name : "";
	FREED char *command =
		bytes_text("%s%s%s", subcommand ? subcommand->name : "", *system ? " " : "", system);
	FREED char *owner = owners(takers, name, size);
	FREED char *meant = owner ? NULL : meant_option(takers, invocation->call.match.protocol, name, size);
	struct bytes problem = {0};

	bytes_addf(&problem, "%s has no option --%.*s", subcommand ? command : "ringside", (int)size, name);
	if (subcommand && takers & (ON_PLAY | ON_RUN | ON_TOURNAMENT) &&
	    seat_setting_named(name, size) < SEAT_SETTINGS && invocation->call.match.protocol &&
	    seat_setting_is_of(seat_setting_named(name, size), invocation->call.match.protocol))
		bytes_addf(&problem, ": it is a setting of each player: %s%.*s=VALUE%s",
			   takers & ON_TOURNAMENT ? "" : "--seat-option SEAT:", (int)size, name,
			   takers & ON_TOURNAMENT ? " in [player NAME] of a tournament file" : "");
	else if (owner)
		bytes_addf(&problem, ": it is an option of %s", owner);
	else if (*meant)
		bytes_addf(&problem, ": did you mean %s?", meant);
	bytes_addf(&problem, " (see ringside %s%s--help)", command, subcommand ? " " : "");
	return problem.at;
}

static char *take_option(struct invocation *invocation, int argc, char **argv, int *i)
{
	const struct subcommand *subcommand = invocation->subcommand;
	const char *name = argv[*i] + 2, *equals = strchr(name, '='), *text = equals ? equals + 1 : NULL;
	size_t size = equals ? (size_t)(equals - name) : strlen(name);
	const struct option_place *option =
		cli_option_named(subcommand ? subcommand->bit : ON_ALL, name, size);
	const struct option_row *row =
		option ? option->row : match_system_row(invocation->call.match.protocol, name, size);

	if (!row || (option && subcommand && !(cli_takers(row) & subcommand->bit)))
		return unknown_option(invocation, name, size);
	if (!row->argument && text)
		return bytes_text("--%s takes no value", row->name);
	if (row->argument && !text) {
		if (*i + 1 >= argc)
			return bytes_text("--%s needs a value: --%s %s", row->name, row->name, row->argument);
		text = argv[++*i];
	}
	if (!text)
		text = "yes";
	return option ? cli_store(invocation, option, text)
		      : setup_add(&invocation->call.match.session.setup, row, text);
}

static void set_system(struct invocation *invocation, const struct protocol *protocol)
{
	invocation->call.match.protocol = protocol;
	invocation->call.match.session.setup.system = protocol->name;
}

static char *choose_subcommand(struct invocation *invocation, const char *word)
{
	struct nearest nearest = nearest_to(word, strlen(word));
	char *meant, *problem;

	for (const struct subcommand *s = subcommands; s->name; s++)
		if (strcmp(s->name, word) == 0) {
			invocation->subcommand = s;
			if (s->system == MAY_NAME_SYSTEM)
				set_system(invocation, protocol_at(0));
			return NULL;
		}
	for (const struct subcommand *s = subcommands; s->name; s++)
		nearest_try(&nearest, s->name);
	meant = nearest_question(&nearest);
	problem = bytes_text("there is no command \"%s\"%s (see ringside help)", word, meant);
	free(meant);
	return problem;
}

static char *choose_system(struct invocation *invocation, const char *word)
{
	const struct protocol *protocol = protocol_named(word), *other;
	unsigned taker = invocation->subcommand->bit;
	struct nearest nearest = nearest_to(word, strlen(word));
	struct bytes names = {0};
	char *problem, *meant;

	invocation->system_named = true;
	if (taker != ON_TAP && (problem = protocol_unplayed(word, false)))
		return problem;
	if (protocol) {
		set_system(invocation, protocol);
		return NULL;
	}
	for (int i = 0; (other = cli_system_at(taker, i)); i++) {
		bytes_addf(&names, "%s%s", i ? ", " : "", other->name);
		nearest_try(&nearest, other->name);
	}
	meant = nearest_question(&nearest);
	problem = bytes_text("there is no system \"%s\"%s%s one of %s", word, meant,
			     *meant ? " Expected" : ": expected", names.at);
	bytes_free(&names);
	free(meant);
	return problem;
}

/* Is a game program to be checked, since one is named and no agent?  */
static bool checks_program(const struct invocation *invocation)
{
	const struct protocol *protocol = invocation->call.match.protocol;

	return invocation->subcommand->bit == ON_CHECK && !invocation->check.twins &&
	       !invocation->check.suite && protocol->tools->spec && protocol->tools->spec->program &&
	       setup_given(&invocation->call.match.session.setup,
			   protocol_option(protocol, OPTION_COMMAND)->name);
}

/* The second player is optional if one can play alone.  */
static int words_least(const struct invocation *invocation)
{
	const struct subcommand *subcommand = invocation->subcommand;
	bool players = subcommand->bit & (ON_PLAY | ON_RUN);

	if (invocation->call.list || checks_program(invocation))
		return 0;
	return players && invocation->call.match.protocol->alone ? 1 : subcommand->words_min;
}

/* Sets all defaults.  */
static void init(struct invocation *invocation)
{
	*invocation =
		(struct invocation){.call = {.script = script_new(), .page = cli_page, .show = cli_show}};
	settings_init(&invocation->call.settings);
	setup_init(&invocation->call.match.session.setup);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size)
			option_store(place, invocation, place->row->value, place->row->text);
}

static char *cli_parse(struct invocation *invocation, int argc, char **argv)
{
	bool words_only = false;
	char *problem = NULL;

	init(invocation);
	invocation->call.argv = argv;
	invocation->call.words = bytes_new((size_t)argc * sizeof(char *));
	for (int i = 1; i < argc && !problem; i++) {
		const char *word = argv[i];

		/* `ringside help --size` asks about an option.  */
		words_only |= invocation->subcommand && invocation->subcommand->run == cli_help;
		if (!words_only && strcmp(word, "-o") == 0)
			word = argv[i] = "--output";
		if (!words_only && strcmp(word, "-x") == 0)
			word = argv[i] = "--execute";
		if (!words_only && strcmp(word, "--") == 0)
			words_only = true;
		else if (!words_only && strcmp(word, "-h") == 0)
			invocation->help = true;
		else if (!words_only && (strcmp(word, "-V") == 0 || strcmp(word, "-v") == 0))
			invocation->version = true;
		else if (!words_only && strncmp(word, "--", 2) == 0)
			problem = take_option(invocation, argc, argv, &i);
		else if (!words_only && word[0] == '-' && word[1] && word[1] != ':')
			problem = bytes_text(
				"there is no option %s: options begin with two dashes (see --help)", word);
		else if (!invocation->subcommand)
			problem = choose_subcommand(invocation, word);
		else if (invocation->subcommand->system != NO_SYSTEM && !invocation->system_named)
			problem = choose_system(invocation, word);
		else
			invocation->call.words[invocation->call.word_count++] = argv[i];
	}
	invocation->call.verbatim = words_only;
	match_settle_limits(&invocation->call.match);
	return problem;
}

/* Is `-` given for this file?  */
static bool is_stdout(const struct invocation *invocation, const struct option_place *place)
{
	const char *path;

	if (place->row->path != PATH_WRITTEN || !(cli_takers(place->row) & invocation->subcommand->bit))
		return false;
	memcpy(&path, (const char *)invocation + place->at, sizeof(path));
	return path && strcmp(path, "-") == 0;
}

/* `-` is stdout where one text is written, once.  */
static char *stdout_problem(const struct invocation *invocation)
{
	const struct option_row *other = NULL;

	for (const struct option_place *place = cli_options; place->row; place++) {
		if (!is_stdout(invocation, place))
			continue;
		if (!(invocation->subcommand->bit & (ON_EXPORT | ON_TALLY | ON_CHECK)))
			return bytes_text("--%s -: stdout is not free for it: name a file (./- is one)",
					  place->row->name);
		if (other || invocation->call.json || invocation->check.format == CHECK_TAP)
			return bytes_text("--%s -: stdout gets %s%s: name a file", place->row->name,
					  other ? "--" : "", other ? other->name : "the answer");
		other = place->row;
	}
	return NULL;
}

static char *cli_check(const struct invocation *invocation)
{
	char *problem;

	if (!invocation->subcommand)
		return bytes_text("no command is given (see ringside help)");
	if (invocation->subcommand->bit == ON_TAP && !invocation->call.word_count)
		return bytes_text(
			"nothing says what to tap: expected ringside tap %s, or system and command in "
			"[tap] of the config%s%s",
			invocation->subcommand->arguments, invocation->beside ? " or of " : "",
			invocation->beside ? invocation->beside : "");
	if ((invocation->subcommand->system == NAMES_SYSTEM && !invocation->call.match.protocol) ||
	    invocation->call.word_count < words_least(invocation))
		return bytes_text("an argument is missing: ringside %s %s", invocation->subcommand->name,
				  invocation->subcommand->arguments);
	if ((problem = stdout_problem(invocation)))
		return problem;
	if (invocation->call.match.session.sandbox_bind && !invocation->call.match.session.sandbox &&
	    !invocation->sandbox_auto && !invocation->call.sandbox_show &&
	    (invocation->subcommand->bit != ON_TOURNAMENT || invocation->no_sandbox))
		return bytes_text("--sandbox-bind needs a sandbox: add --sandbox");
	if (invocation->subcommand->bit == ON_CHECK && seat_settings_any(&invocation->call.match.own[SEAT_2]))
		return bytes_text("--seat-option 2: the agent that is checked is player 1");
	if (invocation->call.batch && cli_said(invocation, &cli_row.gdb))
		return bytes_text("--gdb opens a pane of the screen: leave out --batch");
	if (invocation->call.match.session.post_mortem &&
	    (invocation->call.batch || invocation->call.match.session.stderr_pipe ||
	     invocation->call.match.session.sandbox))
		return bytes_text("--post-mortem opens pdb in the agent's terminal: leave out %s",
				  invocation->call.batch                       ? "--batch"
				  : invocation->call.match.session.stderr_pipe ? "--stderr-pipe"
									       : "--sandbox");
	if (invocation->call.series.from && cli_said(invocation, &cli_row.gdb))
		return bytes_text("--gdb begins with a new match: leave out --from, and use `gdb` later");
	if (invocation->call.batch && !invocation->call.scripted &&
	    invocation->subcommand->bit != ON_TOURNAMENT)
		return bytes_text("--batch needs a script: add --script FILE or "
				  "-x COMMAND");
	if (invocation->call.word_count > invocation->subcommand->words_max &&
	    !(invocation->subcommand->bit == ON_TAP && invocation->call.verbatim))
		return bytes_text(
			"\"%s\" is one word too many: ringside %s%s%s%s",
			invocation->call.words[invocation->subcommand->words_max],
			invocation->subcommand->name, *invocation->subcommand->arguments ? " " : "",
			invocation->subcommand->arguments,
			invocation->subcommand->bit == ON_TAP ? " (put -- before a command of several words)"
			: invocation->subcommand->bit & (ON_PLAY | ON_RUN | ON_CHECK | ON_FUZZ | ON_HUNT)
				? " (a player with arguments is one word: quote it)"
				: "");
	return NULL;
}

static void cli_free(struct invocation *invocation)
{
	setup_free(&invocation->call.match.session.setup);
	for (int s = 0; s < SEATS; s++)
		seat_settings_free(&invocation->call.match.own[s]);
	settings_free(&invocation->call.settings);
	named_players_free();
	bindings_reset();
	cpus_free(invocation->call.match.session.cpus);
	script_free(invocation->call.script);
	free(invocation->call.words);
	free(invocation->beside);
	free(invocation->tapped);
	free(invocation->call.series.from_path);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size && option_is_text(place->row))
			option_store(place, invocation, 0, NULL);
}

/* ---- running it ---- */

/* A tournament is played by programs of strangers.  */
static bool is_sandboxed_tournament(const struct invocation *invocation)
{
	return invocation->subcommand->bit == ON_TOURNAMENT && !invocation->no_sandbox &&
	       !invocation->call.list;
}

/* Only who sets limits pays for cgroups.  */
static bool wants_cgroups(const struct invocation *invocation)
{
	const struct session_setup *setup = &invocation->call.match.session;

	return invocation->subcommand->bit & ON_AGENTS && !setup->cgroups &&
	       (setup->sandbox || invocation->sandbox_auto || invocation->call.sandbox_show ||
		is_sandboxed_tournament(invocation) || setup->setup.memory ||
		invocation->call.match.own[SEAT_1].text[SEAT_MEMORY] ||
		invocation->call.match.own[SEAT_2].text[SEAT_MEMORY]);
}

/* Only a start can tell whether a sandbox can be made.  NULL, or why nothing is played without one.  */
static char *choose_sandbox(struct invocation *invocation)
{
	char *problem = agent_sandbox_problem(), *text;
	bool tournament = is_sandboxed_tournament(invocation) && !invocation->sandbox_auto;

	invocation->call.match.session.sandbox = !problem;
	if (!problem)
		return NULL;
	text = bytes_text(
		tournament ? "a tournament runs agents in a sandbox: %s (with --no-sandbox they run as "
			     "you)"
			   : "--sandbox-auto: agents run without a sandbox: %s",
		problem);
	free(problem);
	if (tournament)
		return text;
	say_lines(text);
	free(text);
	return NULL;
}

/* Handles --from, then runs the subcommand.  */
static int run_subcommand(struct invocation *invocation, char **argv)
{
	bool wants_one = is_sandboxed_tournament(invocation) || invocation->sandbox_auto;
	char *problem;

	if (wants_cgroups(invocation))
		agent_enter_scope(argv);
	if ((problem = log_begin(argv))) /* after the scope, in which ringside runs again */
		return say_failure(problem, EXIT_USAGE);
	problem = wants_one && !invocation->call.match.session.sandbox ? choose_sandbox(invocation) : NULL;
	if (problem)
		return say_failure(problem, EXIT_NOT_STARTED);
	if (invocation->call.series.from && invocation->call.series.openings)
		problem = bytes_text("--from %s: a position and --openings exclude each other: leave one out",
				     invocation->call.series.from);
	else if (invocation->call.series.from)
		problem = match_from(&invocation->call.match, invocation->call.series.from,
				     &invocation->call.series.from_path);
	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	if (invocation->subcommand->bit & ON_AGENTS)
		agent_keeper();
	if (wants_cgroups(invocation))
		agent_borrow_cgroups();
	invocation->call.series.games_said = cli_said(invocation, &cli_row.games);
	invocation->call.runs = invocation->subcommand->bit == ON_RUN;
	invocation->call.series.concurrency_said = cli_said(invocation, &cli_row.concurrency);
	invocation->call.series.order_said = cli_said(invocation, &cli_row.openings_order);
	return invocation->subcommand->run(invocation);
}

static int run(struct invocation *invocation, char **argv)
{
	if (invocation->help)
		cli_print_help(invocation->subcommand,
			       invocation->system_named ? invocation->call.match.protocol : NULL);
	else if (invocation->version)
		return cli_version(invocation);
	else if (invocation->manual)
		cli_print_manual();
	else
		return run_subcommand(invocation, argv);
	return say_finish();
}

/* For jansson, which would leave out what it has no memory for.  */
static void *room(size_t size)
{
	return bytes_resized(NULL, size);
}

/* An incomplete system is a mistake of its author: report it now, not in the middle of a match.  */
static void check_systems(void)
{
	char *problem;

	for (int i = 0; protocols[i]; i++)
		if ((problem = protocol_check(protocols[i]))) {
			say_error("ringside: the system %s: see protocol.h\n", problem);
			free(problem);
			abort();
		}
}

/* An agent can make the system send them (F_SETOWN), and a limit on file sizes then fails like a full disk.
 * Agents get the defaults.  */
static void ignore_signals(void)
{
	static const int harmless[] = {SIGXFSZ, SIGIO, SIGUSR1, SIGUSR2, SIGALRM};

	for (size_t i = 0; i < sizeof(harmless) / sizeof(*harmless); i++)
		signal(harmless[i], SIG_IGN);
}

/* Of processes of tables, too.  */
static void tell_folders_left(void)
{
	FREED char *left = folder_left();

	if (left)
		say_error("ringside: cannot be removed, and is left: %s\n", left);
}

/* With the players of the config, as far as it is right: nobody can be told here.  */
static int complete(int count, char **words)
{
	struct invocation invocation;
	char *program[] = {"ringside", NULL};

	free(cli_parse(&invocation, 1, program));
	free(cli_config(&invocation));
	cli_print_candidates(words, count);
	cli_free(&invocation);
	return say_finish();
}

/* What is typed, or the user's own config says, is accepted in every file.  */
static void accept_folder(const struct setup *setup)
{
	const char *folder = setup->system ? setup_folder(setup) : NULL;
	FREED char *full = folder ? realpath(folder, NULL) : NULL;

	if (folder)
		trust_accept_folder(full ? full : folder);
}

/* A manager that takes a single path starts ringside-tap, or a link to it, without arguments: as `ringside
 * tap`, with a file beside it that says what to tap.  NULL: this is another program.  The caller frees the
 * words.  */
static char **words_of_manager(int argc, char **argv, char **beside)
{
	FREED char *started = installed_as("ringside-tap");
	char **words;

	if (!started)
		return NULL;
	*beside = bytes_text("%s.ini", started);
	words = bytes_new(((size_t)argc + 2) * sizeof(*words));
	words[0] = argv[0];
	words[1] = "tap";
	memcpy(words + 2, argv + 1, (size_t)argc * sizeof(*words));
	return words;
}

/* Does what a command line says, and returns the exit status.  *back: as in cli_show().  */
static int command(int argc, char **argv, char *beside, bool *back)
{
	struct invocation invocation;
	char *problem = cli_parse(&invocation, argc, argv);
	int status;

	invocation.beside = beside;
	invocation.back = back;
	if (!invocation.subcommand ||
	    invocation.subcommand->bit != ON_TAP) /* its agent gets those of its judge */
		ignore_signals();
	if (!problem && !invocation.help && !invocation.version && !invocation.manual) {
		if (!invocation.subcommand || invocation.subcommand->bit != ON_WORDS)
			problem = cli_config(&invocation);
		if (!problem)
			problem = cli_check(&invocation);
		if (!problem)
			accept_folder(&invocation.call.match.session.setup);
	}
	status = problem ? say_failure(problem, EXIT_USAGE) : run(&invocation, argv);
	cli_free(&invocation);
	return status;
}

/* The command that a person chooses from a list; one block, which the caller frees.  NULL: none, and the
 * exit status.  */
static char **chosen(char *program, struct choices *choices, int *status)
{
	char *argv[] = {program, NULL}, *problem, **words = NULL;
	struct invocation invocation;

	*status = EXIT_VERDICT;
	problem = cli_parse(&invocation, 1, argv);
	if (!problem)
		problem = cli_config(&invocation);
	if (!problem)
		problem = cli_load_looks(&invocation.call.settings);
	if (problem)
		*status = say_failure(problem, EXIT_USAGE);
	else
		words = cli_start(&invocation.call.settings, choices, &problem);
	if (problem && *status == EXIT_VERDICT)
		*status = say_failure(problem, EXIT_CANNOT_RUN);
	cli_free(&invocation);
	return words;
}

/* Without a command: a list on a terminal, a few lines elsewhere.  */
static int start(char *program)
{
	struct choices choices = {.at = 0};
	bool back;
	int status, count;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		cli_tell_first_steps();
		return EXIT_USAGE; /* nothing was played */
	}
	do {
		FREED char **words = chosen(program, &choices, &status);

		back = false;
		for (count = 0; words && words[count];)
			count++;
		if (words)
			status = command(count, words, NULL, &back);
	} while (back);
	free(choices.filter);
	free(choices.pattern);
	return status;
}

/* A locale that comes over ssh may be absent here, and a bare system has none but C: the terminal's encoding
 * counts.  */
static void use_locale(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	const char *named = NULL;

	/* No other part is used, and each costs five system calls.  */
	setlocale(LC_MESSAGES, "");
	if (setlocale(LC_CTYPE, ""))
		return;
	for (int i = 0; i < 3 && !(named && *named); i++)
		named = getenv(names[i]);
	if (named && (strcasestr(named, "utf-8") || strcasestr(named, "utf8")))
		setlocale(LC_CTYPE, "C.UTF-8");
}

int cli_main(int argc, char **argv)
{
	char *beside = NULL;
	FREED char **words = words_of_manager(argc, argv, &beside);

	if (words) {
		argc++;
		argv = words;
	}
	use_locale();
	json_set_alloc_funcs(room, free);
	atexit(tell_folders_left);
	check_systems();
	if (argc == 1)
		return start(argv[0]);
	if (strcmp(argv[1], "--complete") == 0)
		return complete(argc - 2, argv + 2);
	return command(argc, argv, beside, NULL);
}
