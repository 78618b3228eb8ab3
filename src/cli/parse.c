/* parse.c - the tables of options, and reading a command line by them.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind {
	SWITCH,
	DURATION,
	SIZE,
	ROOM,
	COUNT,
	SEED_NUMBER,
	SEAT,
	ANY_SEAT,
	INDEX,
	TEXT,
	ANY_TEXT,
	NAME,
	LINE,
	SCRIPT
};

/* Less room than this would cut what a protocol says itself.  */
enum { ROOM_MIN = 256 };

struct cli_option {
	struct option_row row;
	enum kind kind;
	size_t at; /* offset in struct invocation */
};

#define AT(member) offsetof(struct invocation, member)

static const struct cli_option options[] = {
	{{"games", "N", "1", "play N games, at most; colours change from game to game", ON_PLAY | ON_RUN},
	 COUNT,
	 AT(games)},
	{{"concurrency", "N", "1", "play N games at once, each with processes of its own", ON_RUN},
	 COUNT,
	 AT(concurrency)},
	{{"openings", "FILE", NULL,
	  "begin with the openings of FILE, each from both sides; without --games all of them are played, "
	  "and "
	  "the series ends when there are no more",
	  ON_PLAY | ON_RUN},
	 TEXT,
	 AT(openings)},
	{{"openings-order", "ORDER", "sequential", "sequential, or random as --seed says", ON_PLAY | ON_RUN},
	 TEXT,
	 AT(openings_order)},
	{{"repeat", NULL, NULL, "begin again with the first opening when there are more games",
	  ON_PLAY | ON_RUN},
	 SWITCH,
	 AT(repeat)},
	{{"sprt", "TEST", NULL,
	  "end when a sequential test has decided between two differences in Elo, as elo0=0,elo1=20 with "
	  "alpha=0.05,beta=0.05 or others; --games is then the most",
	  ON_RUN},
	 TEXT,
	 AT(sprt)},
	{{"results", "FILE", NULL,
	  "add each game to FILE as --json prints it; where FILE is there already, its games count and the "
	  "series goes on",
	  ON_RUN},
	 TEXT,
	 AT(results)},
	{{"json", NULL, NULL, "print one JSON object a game, or for all of it", ON_RUN | ON_DIFF | ON_RERUN},
	 SWITCH,
	 AT(json)},
	{{"seat", "N", NULL, "whose agent is run again: 1, 2, or 0 for the game program", ON_RERUN},
	 ANY_SEAT,
	 AT(seat)},
	{{"branch", "N", NULL, "of which branch of the match; else of the newest", ON_RERUN},
	 INDEX,
	 AT(branch)},
	{{"limit", "TIME", NULL,
	  "how long an answer may take; else what the match allowed, and a minute at least", ON_RERUN},
	 DURATION,
	 AT(limit)},
	{{"all", NULL, NULL, "tell the answers that are the same, too", ON_RERUN}, SWITCH, AT(all)},
	{{"show-stderr", NULL, NULL, "show what the agent writes to stderr; else nobody sees it", ON_RERUN},
	 SWITCH,
	 AT(show_stderr)},
	{{"name1", "NAME", NULL,
	  "what player 1 is called in scores, files and verdicts, whatever it calls itself; else the name "
	  "that "
	  "it says, or that of its program",
	  ON_PLAY | ON_RUN},
	 NAME,
	 0},
	{{"name2", "NAME", NULL, "the same for player 2", ON_PLAY | ON_RUN}, NAME, 0},
	{{"record", "FILE", NULL,
	  "write the match to FILE; with several games, FILE.x is FILE-1.x, FILE-2.x and so on, and the same "
	  "run command goes on where a killed one stopped",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 TEXT,
	 AT(record)},
	{{"from", "FILE[[:GAME]:N]", NULL,
	  "go on from the match in FILE after N moves, or from its end. In a match file FILE:3:12 is move 12 "
	  "of branch 3, and --record gets all of it and a new branch. Of another program's file a new match "
	  "begins with the position; FILE:3:12 is in its third game, FILE:3: that one's end, - is stdin",
	  ON_PLAY | ON_RUN},
	 TEXT,
	 AT(from)},
	{{"format", "NAME", NULL, "the format to write, as psq (ringside list names them)", ON_EXPORT},
	 TEXT,
	 AT(format)},
	{{"output", "FILE", NULL, "write to FILE; its ending may name the format; also -o", ON_EXPORT},
	 TEXT,
	 AT(output)},
	{{"turn-time", "TIME", "5s", "the limit for a turn, as 500ms or 2s; 0: as fast as possible",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.turn_limit)},
	{{"match-time", "TIME", "0", "the limit for all turns of a seat; 0: none",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.match_limit)},
	{{"start-time", "TIME", "10s", "the limit for getting ready", ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.start_limit)},
	{{"hang-time", "TIME", "60s", "the guard for a turn when --turn-time is 0",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.hang_limit)},
	{{"tolerance", "TIME", "0",
	  "how far a turn, the match or getting ready may go over its limit; a move that needed it is marked "
	  "and counted; agents are not told of it",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.tolerance)},
	{{"memory", "SIZE", "0",
	  "how much memory an agent may use with all that it starts, as 350M; 0: no limit",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SIZE,
	 AT(session.setup.memory)},
	{{"temp", NULL, NULL,
	  "each agent runs in a fresh temporary folder, removed when it is gone; else agents run here",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SWITCH,
	 AT(session.temp)},
	{{"temp-size", "SIZE", "20M", "how much may be in that folder before it is a fault; 0: no limit",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SIZE,
	 AT(session.temp_size)},
	{{"first", "SEAT", "1", "the seat that begins the first game", ON_PLAY | ON_RUN | ON_DEMO},
	 SEAT,
	 AT(session.setup.first)},
	{{"seed", "N", NULL,
	  "of everything that is random, also in bundled players, and of {seed} in a player's command; else "
	  "one is drawn and told; recorded",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SEED_NUMBER,
	 AT(session.setup.seed)},
	{{"strict", NULL, NULL,
	  "each leniency becomes a fault that loses, and --tolerance is 0 unless it is given",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SWITCH,
	 AT(session.setup.strict)},
	{{"max-line", "SIZE", "64k", "bytes of a line that are read; the rest is cut",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 ROOM,
	 AT(session.setup.max_line)},
	{{"max-chatter", "SIZE", "1M",
	  "bytes kept of what an agent says in a turn besides answers; at least 64 a message",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 ROOM,
	 AT(session.setup.max_chatter)},
	{{"pace", "TIME", "0", "at least so much time from move to move, for people to follow",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 DURATION,
	 AT(session.setup.pace)},
	{{"stderr-pipe", NULL, NULL, "agents get a pipe for stderr, not a terminal of their own",
	  ON_PLAY | ON_RUN | ON_DEMO},
	 SWITCH,
	 AT(session.stderr_pipe)},
	{{"pause", NULL, NULL, "begin paused: the first step is yours", ON_PLAY | ON_DEMO},
	 SWITCH,
	 AT(session.paused)},
	{{"script", "FILE", NULL,
	  "run the commands in FILE, a line each, as if they were typed; the match begins paused, and a line "
	  "waits until it stands; may be given again",
	  ON_SCREEN | ON_RUN},
	 SCRIPT,
	 0},
	{{"execute", "COMMAND", NULL, "run COMMAND, as a line of a script; also -x; may be given again",
	  ON_SCREEN | ON_RUN},
	 LINE,
	 0},
	{{"batch", NULL, NULL, "no screen: print what the script says, and leave at its end", ON_SCREEN},
	 SWITCH,
	 AT(batch)},
	{{"theme", "NAME", "default", "how it looks: a theme's name or file", ON_SCREEN}, TEXT, AT(theme)},
	{{"layout", "NAME", "auto", "where the panes are", ON_SCREEN}, TEXT, AT(layout)},
	{{"no-color", NULL, NULL, "bold and reverse in place of colours, as NO_COLOR does", ON_SCREEN},
	 SWITCH,
	 AT(no_color)},
	{{"no-mouse", NULL, NULL, "leave the mouse to the terminal", ON_SCREEN}, SWITCH, AT(no_mouse)},
	{{"position", "MOVES", NULL, "squares in the order of their moves, as h8g7f6 or \"7,7 6,6\"",
	  ON_RULES},
	 ANY_TEXT,
	 AT(position)},
	{{"help", NULL, NULL, "tell what can be said here", ON_ALL}, SWITCH, AT(help)},
	{{"version", NULL, NULL, "tell the version", ON_ALL}, SWITCH, AT(version)},
	{{"manual", NULL, NULL, NULL, 0}, SWITCH, AT(manual)},
	{{"completion", NULL, NULL, NULL, 0}, SWITCH, AT(completion)},
	{{0}, SWITCH, 0},
};

const struct subcommand subcommands[] = {
	{"play", ON_PLAY, "SYSTEM [OPTIONS] PLAYER1 PLAYER2",
	 "watch and debug a match on the screen, or play it", NAMES_SYSTEM, 2, 2, cli_play},
	{"run", ON_RUN, "SYSTEM [OPTIONS] PLAYER1 PLAYER2", "the same without a screen: one line a game",
	 NAMES_SYSTEM, 2, 2, cli_run},
	{"open", ON_OPEN, "[OPTIONS] FILE",
	 "look at a match file, finished or still being written, or at a file of another program: FILE:3 is "
	 "the "
	 "third game of several in it, - such a file on stdin",
	 NO_SYSTEM, 1, 1, cli_open},
	{"rerun", ON_RERUN, "[OPTIONS] FILE... [COMMAND]",
	 "tell a new build of an agent what the old one was told in a match file, and what it answers "
	 "otherwise, with the times of both, and how it ended; without COMMAND the recorded one is run "
	 "again. "
	 "Several match files, as m-1.ringside m-2.ringside, are games that one process played in this "
	 "order. Exit status: 0 no difference, 1 some, 2 usage or a file that cannot be run again, 3 COMMAND "
	 "could not be started, 4 it crashed, left, hung or was too late, whatever differs",
	 NO_SYSTEM, 1, INT_MAX, cli_rerun},
	{"export", ON_EXPORT, "[OPTIONS] FILE",
	 "write a match in a format of other programs; FILE as in open", NO_SYSTEM, 1, 1, cli_export},
	{"diff", ON_DIFF, "[OPTIONS] FILE1 FILE2",
	 "where two matches differ: turns, times, verdicts; in match files and files of other programs; exit "
	 "status 0: nowhere, 1: they differ, 2: that cannot be told",
	 NO_SYSTEM, 2, 2, cli_diff},
	{"rules", ON_RULES, "SYSTEM [OPTIONS] --position MOVES",
	 "what the rules say of a position: a line x,y (from 0) for each point forbidden to black, then win "
	 "or none for the last move",
	 NAMES_SYSTEM, 0, 0, cli_rules},
	{"list", ON_LIST, "", "systems, samples and themes", NO_SYSTEM, 0, 0, cli_list},
	{"demo", ON_DEMO, "[SYSTEM] [OPTIONS]", "watch the bundled samples play", MAY_NAME_SYSTEM, 0, 0,
	 cli_demo},
	{0},
};

const struct option_row *cli_option(int i)
{
	return options[i].row.name ? &options[i].row : NULL;
}

static const struct cli_option *option_named(const char *name, size_t size)
{
	for (const struct cli_option *option = options; option->row.name; option++)
		if (strlen(option->row.name) == size && strncmp(option->row.name, name, size) == 0)
			return option;
	return NULL;
}

static const struct option_row *system_option(const struct protocol *protocol, const char *name, size_t size)
{
	for (const struct option_row *row = protocol ? protocol->options : NULL; row && row->name; row++)
		if (strlen(row->name) == size && strncmp(row->name, name, size) == 0)
			return row;
	return NULL;
}

static bool read_count(const char *text, int64_t from, int64_t to, int64_t *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	*value = strtoll(text, &end, 10);
	return !*end && *value >= from && *value <= to;
}

/* Will it do for a player wherever names are shown?  */
static bool is_name(const char *text)
{
	enum { NAME_MOST = 64 };
	size_t size = strlen(text);

	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return size > 0 && size <= NAME_MOST;
}

/* Puts a value where the table says.  */
static char *store(struct invocation *invocation, const struct cli_option *option, const char *value)
{
	static const char *const expected[] = {[DURATION] = "a time as 500ms, 2s or 1m",
					       [SIZE] = "a number of bytes as 4096, 64k or 350M",
					       [ROOM] = "a number of bytes from 256 on, as 4096, 64k or 1M",
					       [COUNT] = "a number from 1 on",
					       [SEED_NUMBER] = "a number from 0 on",
					       [SEAT] = "1 or 2",
					       [ANY_SEAT] = "1, 2, or 0 for the game program",
					       [INDEX] = "a number from 0 on",
					       [TEXT] = "a name",
					       [NAME] =
						       "a name of 1 to 64 bytes, without control characters"};
	void *at = (char *)invocation + option->at;
	int64_t number;
	bool good = true;

	invocation->scripted |= option->kind == LINE || option->kind == SCRIPT;
	switch (option->kind) {
	case SWITCH: *(bool *)at = true; break;
	case DURATION: good = value_duration(value, at); break;
	case SIZE:
	case ROOM:
		good = value_bytes(value, &number) && number >= (option->kind == ROOM ? ROOM_MIN : 0);
		*(int64_t *)at = number;
		break;
	case COUNT:
	case SEAT:
		good = read_count(value, 1, option->kind == SEAT ? 2 : 1000000000, &number);
		*(int *)at = (int)number;
		break;
	case ANY_SEAT:
	case INDEX:
		good = read_count(value, 0, option->kind == ANY_SEAT ? 2 : 1000000000, &number);
		*(int *)at = (int)number;
		break;
	case SEED_NUMBER:
		good = read_count(value, 0, INT64_MAX, &number);
		*(uint64_t *)at = (uint64_t)number;
		invocation->seed_said = true;
		break;
	case NAME:
		good = is_name(value);
		setup_set(&invocation->session.setup, option->row.name, value);
		break;
	case LINE: script_add_line(invocation->script, value); break;
	case SCRIPT: return script_add_file(invocation->script, value);
	case TEXT:
	case ANY_TEXT:
		good = *value != '\0' || option->kind == ANY_TEXT;
		free(*(char **)at);
		*(char **)at = bytes_text("%s", value);
		break;
	}
	if (good)
		return NULL;
	return bytes_text("--%s %s: expected %s", option->row.name, value, expected[option->kind]);
}

static char *take_option(struct invocation *invocation, int argc, char **argv, int *i)
{
	const struct subcommand *subcommand = invocation->subcommand;
	const char *name = argv[*i] + 2, *equals = strchr(name, '='), *value = equals ? equals + 1 : NULL;
	size_t size = equals ? (size_t)(equals - name) : strlen(name);
	const struct cli_option *option = option_named(name, size);
	const struct option_row *row =
		option ? &option->row : system_option(invocation->protocol, name, size);

	if (!row ||
	    (option && subcommand && option->row.commands && !(option->row.commands & subcommand->bit)))
		return bytes_text("%s has no option --%.*s (see ringside %s%s--help)",
				  subcommand ? subcommand->name : "ringside", (int)size, name,
				  subcommand ? subcommand->name : "", subcommand ? " " : "");
	if (!row->argument && value)
		return bytes_text("--%s takes no value", row->name);
	if (row->argument && !value) {
		if (*i + 1 >= argc)
			return bytes_text("--%s needs a value: --%s %s", row->name, row->name, row->argument);
		value = argv[++*i];
	}
	if (option)
		return store(invocation, option, value);
	setup_set(&invocation->session.setup, row->name, value ? value : "yes");
	return NULL;
}

static void set_system(struct invocation *invocation, const struct protocol *protocol)
{
	invocation->protocol = protocol;
	invocation->session.setup.system = protocol->name;
}

static char *choose_subcommand(struct invocation *invocation, const char *word)
{
	for (const struct subcommand *s = subcommands; s->name; s++)
		if (strcmp(s->name, word) == 0) {
			invocation->subcommand = s;
			if (s->system == MAY_NAME_SYSTEM)
				set_system(invocation, protocol_at(0));
			return NULL;
		}
	return bytes_text("there is no command \"%s\" (see ringside --help)", word);
}

static char *choose_system(struct invocation *invocation, const char *word)
{
	const struct protocol *protocol = protocol_named(word);
	struct bytes names = {0};
	char *problem;

	invocation->system_named = true;
	if (protocol) {
		set_system(invocation, protocol);
		return NULL;
	}
	for (int i = 0; protocol_at(i); i++)
		bytes_addf(&names, "%s%s", i ? ", " : "", protocol_at(i)->name);
	problem = bytes_text("there is no system \"%s\": there is %s", word, names.at);
	bytes_free(&names);
	return problem;
}

/* Of two players one may stay away where one alone can play.  */
static int words_least(const struct invocation *invocation)
{
	const struct subcommand *subcommand = invocation->subcommand;
	bool players = subcommand->bit & (ON_PLAY | ON_RUN);

	return players && invocation->protocol->alone ? 1 : subcommand->words_min;
}

enum { NOT_SAID = -1 };

/* What a system has a usual value for, and nobody has said.  */
static void settle_limits(struct setup *setup, const struct protocol *protocol)
{
	int64_t turn = setup->turn_limit, tolerance = setup->tolerance;
	struct setup usual;

	setup_init(&usual);
	setup->turn_limit = usual.turn_limit;
	setup->tolerance = usual.tolerance;
	if (protocol)
		protocol_usual(protocol, setup);
	if (turn != NOT_SAID)
		setup->turn_limit = turn;
	if (tolerance != NOT_SAID)
		setup->tolerance = tolerance;
}

char *cli_parse(struct invocation *invocation, int argc, char **argv)
{
	struct setup *setup = &invocation->session.setup;
	bool words_only = false;
	char *problem = NULL;

	*invocation = (struct invocation){
		.concurrency = 1, .script = script_new(), .seat = UNSAID, .branch = UNSAID};
	setup_init(setup);
	setup->turn_limit = setup->tolerance = NOT_SAID;
	invocation->session.temp_size = (int64_t)20 << 20;
	invocation->words = bytes_new((size_t)argc * sizeof(char *));
	for (int i = 1; i < argc && !problem; i++) {
		const char *word = argv[i];

		if (!words_only && strcmp(word, "-o") == 0)
			word = argv[i] = "--output";
		if (!words_only && strcmp(word, "-x") == 0)
			word = argv[i] = "--execute";
		if (!words_only && strcmp(word, "--") == 0)
			words_only = true;
		else if (!words_only && strcmp(word, "-h") == 0)
			invocation->help = true;
		else if (!words_only && strcmp(word, "-V") == 0)
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
			invocation->words[invocation->word_count++] = argv[i];
	}
	settle_limits(setup, invocation->protocol);
	if (problem || invocation->help || invocation->version || invocation->manual ||
	    invocation->completion)
		return problem;
	if (!invocation->subcommand)
		return bytes_text("what shall be done? (see ringside --help)");
	if ((invocation->subcommand->system == NAMES_SYSTEM && !invocation->protocol) ||
	    invocation->word_count < words_least(invocation))
		return bytes_text("something is missing: ringside %s %s", invocation->subcommand->name,
				  invocation->subcommand->arguments);
	if (invocation->batch && !invocation->scripted)
		return bytes_text("--batch does what a script says, and there is none: add --script FILE or "
				  "-x COMMAND");
	if (invocation->word_count > invocation->subcommand->words_max)
		return bytes_text("\"%s\" is one word too many: ringside %s %s (a player with arguments is "
				  "one word: quote it)",
				  invocation->words[invocation->subcommand->words_max],
				  invocation->subcommand->name, invocation->subcommand->arguments);
	return NULL;
}

void cli_free(struct invocation *invocation)
{
	setup_free(&invocation->session.setup);
	script_free(invocation->script);
	free(invocation->words);
	free(invocation->theme);
	free(invocation->layout);
	free(invocation->record);
	free(invocation->openings);
	free(invocation->openings_order);
	free(invocation->sprt);
	free(invocation->results);
	free(invocation->from);
	free(invocation->from_path);
	free(invocation->format);
	free(invocation->output);
	free(invocation->position);
}
