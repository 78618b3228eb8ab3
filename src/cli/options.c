/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* options.c - the options of the command line, group by group, in the order of --help.
 *
 * An option without a place here goes to the setup, or takes effect at once.  */
#include "ringside/cli.h"

#include "ringside/protocol.h"
#include "ringside/schedule.h"

#include <assert.h>

static const struct option_choice orders[] = {
	{"sequential", ORDER_SEQUENTIAL, NULL}, {"random", ORDER_RANDOM, NULL}, {0}};
static const struct option_choice seats[] = {
	{"1", SEAT_1, NULL}, {"2", SEAT_2, NULL}, {"0", SEAT_NONE, NULL}, {0}};
#define KIND(NAME, word, help) {word, SCHEDULE_##NAME, help},
static const struct option_choice kinds[] = {SCHEDULE_KINDS(KIND){0}};
#undef KIND
static const struct option_choice languages[] = {
	{"python", LANGUAGE_PYTHON, NULL}, {"c", LANGUAGE_C, NULL}, {"js", LANGUAGE_JS, NULL}, {0}};
static const struct option_choice restarts[] = {
	{"yes", RESTART_YES, "fresh processes play each game"},
	{"no", RESTART_NO, "two players keep their processes and seats for all their games"},
	{0}};
static const struct option_choice failures[] = {
	{"stop", FAILURE_STOPS, "the tournament stops, and the game does not count"},
	{"withdraw", FAILURE_WITHDRAWS, "the player loses this game, and all others without playing them"},
	{0}};
static const struct option_choice reports[] = {{"table", CHECK_TABLE, NULL}, {"tap", CHECK_TAP, NULL}, {0}};
/* Beside any condition.  */
static const struct option_choice events[] = {
	{"crash", 0, "an agent loses because it has ended"},
	{"illegal", 0, "an agent loses by an illegal move"},
	{"timeout", 0, "an agent loses on time"},
	{"fault", 0, "an agent breaks the protocol, or loses by any fault"},
	{0}};
const struct cli_rows cli_row = {
	.games = OPTION_ROW(
		"games", OPTION_COUNT, "N", ON_PLAY | ON_RUN | ON_TOURNAMENT | ON_CHECK | ON_FUZZ | ON_HUNT,
		.group = GROUP_SERIES, .help = "play up to N games; the players take turns to begin",
		.least = 1, .most = OPTION_MANY, .unit = "games", .value = 1),
	.openings_order =
		OPTION_ROW("openings-order", OPTION_CHOICE, "ORDER", ON_PLAY | ON_RUN | ON_TOURNAMENT,
			   .group = GROUP_SERIES, .rare = true, .help = "sequential, or random by --seed",
			   .choices = orders, .value = ORDER_SEQUENTIAL),
	.format = OPTION_ROW("format", OPTION_TEXT, "NAME", ON_EXPORT, .group = GROUP_RECORD,
			     .help = "the format to write; ringside list names them"),
	.screen = OPTION_ROW("screen", OPTION_SIDES, "COLSxROWS", ON_EXPORT, .group = GROUP_SCREEN,
			     .help = "the size of the screen in a film (cast, svg)", .least = 16, .most = 500,
			     .value = OPTION_OF_SIDES(80, 24)),
	.speed = OPTION_ROW(
		"speed", OPTION_TEXT, "PACE", ON_EXPORT, .group = GROUP_SCREEN,
		.help = "how fast a film shows the match: from x1/4 to x64; at x1 a move takes its own "
			"time, and 250ms at least; or one time for each move, such as 1s",
		.text = "x1"),
	.theme = OPTION_ROW("theme", OPTION_FILE, "NAME", ON_SCREEN | ON_TOURNAMENT | ON_EXPORT,
			    .path = PATH_READ, .group = GROUP_SCREEN,
			    .help = "the theme, a name or a file; without it one that suits the terminal"),
	.layout = OPTION_ROW("layout", OPTION_WORD, "NAME", ON_SCREEN | ON_EXPORT, .group = GROUP_SCREEN,
			     .rare = true, .help = "the arrangement of the panes",
			     .choices = settings_layouts, .text = "auto"),
	.no_color =
		OPTION_ROW("no-color", OPTION_SWITCH, NULL, ON_SCREEN | ON_TOURNAMENT, .group = GROUP_SCREEN,
			   .rare = true, .help = "use bold and reverse instead of colours, as NO_COLOR does"),
	.no_mouse = OPTION_ROW("no-mouse", OPTION_SWITCH, NULL, ON_SCREEN | ON_TOURNAMENT,
			       .group = GROUP_SCREEN, .rare = true, .help = "do not use the mouse"),
	.script = OPTION_ROW(
		"script", OPTION_FILE, "FILE", ON_SCREEN | ON_RUN, .path = PATH_READ, .group = GROUP_SCRIPT,
		.help = "run the commands in FILE, one per line, as if typed; the match begins paused; "
			"each line waits "
			"until the match is paused, is over or waits for a person; may be repeated"),
	.execute = OPTION_ROW("execute", OPTION_TEXT, "COMMAND", ON_SCREEN | ON_RUN, .group = GROUP_SCRIPT,
			      .help = "run COMMAND like a line of a script; also -x; may be repeated"),
	.gdb = OPTION_ROW("gdb", OPTION_CHOICE, "SEAT", ON_PLAY, .group = GROUP_AGENTS, .rare = true,
			  .help = "open gdb on the agent of this seat, before its main()", .choices = seats,
			  .value = UNSAID, .optional = true),
	.seat = OPTION_ROW(
		"seat-option", OPTION_TEXT, "SEAT:NAME=VALUE", ON_PLAY | ON_RUN | ON_CHECK,
		.group = GROUP_AGENTS, .rare = true,
		.help = "a setting of the player on SEAT alone; such as 1:turn-time=500ms; may be repeated"),
	.sandbox_bind = OPTION_ROW(
		"sandbox-bind", OPTION_TEXT, "PATH[:rw]", ON_AGENTS | ON_TAP | IN_CONFIG, .path = PATH_LENT,
		.group = GROUP_SANDBOX, .rare = true,
		.help = "show PATH to agents in the sandbox, too; with :rw they may write there; may be "
			"repeated"),
	.position = OPTION_ROW("position", OPTION_TEXT, "MOVES", ON_RULES, .group = GROUP_MATCH,
			       .help = "the position; the options of the system show its form"),
	.concurrency =
		OPTION_ROW("concurrency", OPTION_COUNT, "N",
			   ON_RUN | ON_CHECK | ON_FUZZ | ON_HUNT | ON_TOURNAMENT, .group = GROUP_SERIES,
			   .help = "play N games, or try N cases, at once; each has processes of its own",
			   .least = 1, .most = OPTION_MANY, .unit = "games", .value = 1),
	.shard = OPTION_ROW("shard", OPTION_TEXT, "K/N", ON_TOURNAMENT, .group = GROUP_TOURNAMENT,
			    .help = "play only part K of N; the results of all parts make the tournament; "
				    "the two games of a "
				    "pair stay together"),
	.runs = OPTION_ROW("runs", OPTION_COUNT, "N", ON_CHECK, .group = GROUP_CHECK,
			   .help = "try each case N times, with another {seed} each time; one try that fails "
				   "fails the case",
			   .least = 1, .most = OPTION_MANY, .unit = "runs", .value = 1),
	.suite = OPTION_ROW("suite", OPTION_FILE, "FILE", ON_CHECK, .path = PATH_READ, .group = GROUP_CHECK,
			    .help = "try the cases in FILE; may be repeated"),
};

/* An option that no other file names, and its place.  */
#define ROW(...)   &(const struct option_row)OPTION_ROW(__VA_ARGS__)
#define PLAIN(row) {&row, 0, 0},
#define AT(member) offsetof(struct invocation, member), sizeof(((struct invocation *)NULL)->member)

const struct option_place cli_options[] = {
	/* ---- the match ---- */
	{&option_first, 0, 0},
	{&option_seed, 0, 0},
	{&option_strict, 0, 0},
	{&option_name1, 0, 0},
	{&option_name2, 0, 0},
	{&cli_row.position, AT(position)},
	{ROW("seat", OPTION_CHOICE, "N", ON_RERUN | ON_EXPORT | ON_MINIMISE, .group = GROUP_MATCH,
	     .help = "the seat of the agent; the one that runs (rerun, minimise), or whose input is written "
		     "(export, formats input and repro); 0: the game program. By default the only agent, or "
		     "the "
		     "one to blame for the end",
	     .choices = seats, .value = UNSAID, .optional = true),
	 AT(rerun.seat)},
	{ROW("while", OPTION_TEXT, "WHAT", ON_MINIMISE, .group = GROUP_MATCH,
	     .help = "what has to happen; crash, illegal, timeout, or a condition as a breakpoint takes it. "
		     "By "
		     "default what the agent of the seat did at the end"),
	 AT(search.happens)},
	{ROW("tries", OPTION_COUNT, "N", ON_MINIMISE, .group = GROUP_MATCH, .help = "play at most N matches",
	     .least = 1, .most = OPTION_MANY, .unit = "matches", .value = 1000),
	 AT(search.tries)},
	{ROW("branch", OPTION_COUNT, "N", ON_RERUN, .group = GROUP_MATCH,
	     .help = "the branch of the match; default: the newest", .most = OPTION_MANY, .value = UNSAID,
	     .optional = true),
	 AT(rerun.branch)},

	/* ---- time ---- */
	{&option_turn_time, 0, 0},
	{ROW("turn-time", OPTION_TIME, "TIME", ON_TAP, .group = GROUP_TIME,
	     .help = "remark each answer that comes later; such as 2s; beside the limits that the judge "
		     "tells; "
		     "0: those alone",
	     .most = SEAT_LIMIT_MOST),
	 AT(call.turn_limit)},
	{&option_match_time, 0, 0},
	SETUP_CLOCK_ROWS(PLAIN){&option_human_time, 0, 0},
	{&option_start_time, 0, 0},
	{&option_hang_time, 0, 0},
	{&option_tolerance, 0, 0},
	{&option_pace, 0, 0},
	{ROW("time", OPTION_TIME, "TIME", ON_MINIMISE | ON_FUZZ, .group = GROUP_TIME,
	     .help = "begin no further try or match after this time", .most = INT64_MAX, .optional = true),
	 AT(search.time)},
	{ROW("time", OPTION_TIME, "TIME", ON_HUNT, .group = GROUP_TIME,
	     .help = "hunt at most this long; default: 3 minutes", .least = NS_PER_S, .most = INT64_MAX,
	     .optional = true),
	 AT(hunt.time)},
	{ROW("quick", OPTION_SWITCH, NULL, ON_HUNT, .group = GROUP_TIME, .help = "hunt 20 s; for a commit"),
	 AT(hunt.quick)},
	{ROW("long", OPTION_SWITCH, NULL, ON_HUNT, .group = GROUP_TIME, .help = "hunt 8 hours; for a night"),
	 AT(hunt.overnight)},
	{ROW("limit", OPTION_TIME, "TIME", ON_RERUN | ON_MINIMISE, .group = GROUP_TIME,
	     .help = "the time limit for an answer; default: the match's limit, and for rerun ten times the "
		     "longest turn if that is less, but at least 2 s",
	     .most = INT64_MAX, .optional = true),
	 AT(rerun.limit)},

	/* ---- agents ---- */
	{&option_memory, 0, 0},
	{ROW("temp", OPTION_SWITCH, NULL, ON_AGENTS | IN_CONFIG, .group = GROUP_AGENTS,
	     .help = "run each agent in a fresh folder, removed afterwards; default: the current folder"),
	 AT(call.match.session.temp)},
	{ROW("temp-size", OPTION_BYTES, "SIZE", ON_AGENTS | IN_CONFIG, .group = GROUP_AGENTS, .rare = true,
	     .help = "how large a folder of --temp may get; a larger one is a fault; 0: no limit",
	     .most = INT64_MAX, .value = 20 << 20),
	 AT(call.match.session.temp_size)},
	{&option_max_line, 0, 0},
	{&option_max_chatter, 0, 0},
	{&option_pieces, 0, 0},
	{&option_forgive_waiting, 0, 0},
	{ROW("cpus", OPTION_TEXT, "LISTS",
	     ON_MATCH | ON_TOURNAMENT | ON_RERUN | ON_MINIMISE | ON_FUZZ | IN_CONFIG, .group = GROUP_AGENTS,
	     .rare = true,
	     .help = "run on these cores only, as JUDGE:AGENTS; or as JUDGE:AGENT1:AGENT2; each is a list as "
		     "taskset takes it, such as 0:1-3 or 0:1:2,3; with --concurrency each game gets an equal "
		     "part of the agents' lists"),
	 AT(call.match.cpus)},
	{ROW("stderr-pipe", OPTION_SWITCH, NULL, ON_LIMITS | IN_CONFIG, .group = GROUP_AGENTS, .rare = true,
	     .help = "give agents a pipe as stderr, not a terminal of their own"),
	 AT(call.match.session.stderr_pipe)},
	{ROW("backtrace", OPTION_SWITCH, NULL, ON_MATCH | ON_FUZZ | ON_TOURNAMENT | IN_CONFIG,
	     .group = GROUP_AGENTS, .rare = true,
	     .help = "let gdb print the backtraces of an agent that crashes or is late; they are in the "
		     "record, "
		     "in `why` and in --json"),
	 AT(call.match.session.backtrace)},
	{&cli_row.seat, 0, 0},
	{&cli_row.gdb, 0, 0},
	{ROW("post-mortem", OPTION_SWITCH, NULL, ON_PLAY, .group = GROUP_AGENTS, .rare = true,
	     .help = "open pdb where an agent in Python dies of an exception; in its own terminal. Its clock "
		     "stands meanwhile, and its move is untimed"),
	 AT(call.match.session.post_mortem)},
	{ROW("show-stderr", OPTION_SWITCH, NULL, ON_RERUN, .group = GROUP_AGENTS,
	     .help = "show what the agent writes to stderr"),
	 AT(rerun.show_stderr)},
	{ROW("valgrind", OPTION_SWITCH, NULL, ON_MATCH | ON_CHECK | ON_FUZZ | ON_MINIMISE | ON_RERUN | ON_TAP,
	     .group = GROUP_AGENTS,
	     .help = "run agents under valgrind; what it prints stands beside the turn. Its first error ends "
		     "the "
		     "agent (status 99), so the match ends where memory is spoilt. In a rerun the agent goes "
		     "on, and errors give status 4. Bundled agents run without it, except in a rerun",
	     .rare = true),
	 AT(call.match.session.valgrind)},
	{ROW("leaks", OPTION_SWITCH, NULL, ON_RERUN, .group = GROUP_AGENTS, .rare = true,
	     .help = "run it under valgrind, which says at its end which blocks it has not freed, the "
		     "largest "
		     "last"),
	 AT(rerun.leaks)},
	{ROW("strace", OPTION_SWITCH, NULL, ON_RERUN, .group = GROUP_AGENTS,
	     .help = "run it under strace; the same"),
	 AT(rerun.strace)},
	{ROW("hint", OPTION_TEXT, "COMMAND", ON_PLAY | IN_CONFIG, .group = GROUP_AGENTS, .rare = true,
	     .help = "the agent that `hint` asks for a person's move, as PLAYER; default: a second copy of "
		     "the opponent"),
	 AT(hint)},

	/* ---- the sandbox ---- */
	{ROW("check", OPTION_SWITCH, NULL, ON_TAP, .group = GROUP_AGENTS,
	     .help = "remark also what breaks the document; by the cases of `ringside check`, as far as the "
		     "judge "
		     "asks what they ask"),
	 AT(call.tapped_check)},
	{ROW("sandbox", OPTION_SWITCH, NULL, ON_AGENTS | ON_TAP | IN_CONFIG, .group = GROUP_SANDBOX,
	     .help = "run each agent in a sandbox of bubblewrap; no network, no other processes, a read-only "
		     "system without home folders; only its own folder can be written"),
	 AT(call.match.session.sandbox)},
	{ROW("no-sandbox", OPTION_SWITCH, NULL, ON_TOURNAMENT | IN_CONFIG, .path = PATH_LENT,
	     .group = GROUP_SANDBOX,
	     .help = "run agents without a sandbox; else a tournament is played in one, or not at all"),
	 AT(no_sandbox)},
	{ROW("sandbox-auto", OPTION_SWITCH, NULL, ON_AGENTS, .path = PATH_LENT, .group = GROUP_SANDBOX,
	     .rare = true,
	     .help = "the same if a sandbox can be made here; else stderr says why not, and agents run "
		     "without one"),
	 AT(sandbox_auto)},
	{&cli_row.sandbox_bind, AT(call.match.session.sandbox_bind)},
	{ROW("sandbox-show", OPTION_SWITCH, NULL, ON_PLAY | ON_RUN | ON_DEMO, .group = GROUP_SANDBOX,
	     .rare = true, .help = "print the commands that --sandbox would run, and play nothing"),
	 AT(call.sandbox_show)},
	{ROW("cgroups", OPTION_TEXT, "FOLDERS", ON_AGENTS | IN_CONFIG, .path = PATH_LENT,
	     .group = GROUP_SANDBOX, .rare = true,
	     .help = "give each agent a cgroup of its own in each of these folders of cgroup file systems, "
		     "joined with colons: it limits its processes and memory, and ends all of them; none: "
		     "use "
		     "none; default, with --sandbox or --memory: what the system lends"),
	 AT(call.match.session.cgroups)},
	{ROW("trust", OPTION_SWITCH, NULL, ON_PLAY | ON_RUN | ON_SHOW | ON_RERUN | ON_MINIMISE | ON_CHECK,
	     .group = GROUP_SANDBOX, .rare = true,
	     .help = "start without a question what a match file names; even if ringside has not started it "
		     "for that file before"),
	 AT(call.match.session.trust)},

	/* ---- a series ---- */
	{&cli_row.games, AT(call.series.games)},
	{&cli_row.concurrency, AT(call.series.concurrency)},
	{ROW("openings", OPTION_FILE, "FILE", ON_PLAY | ON_RUN | ON_TOURNAMENT, .path = PATH_READ,
	     .group = GROUP_SERIES,
	     .help = "play each opening of FILE from both sides; without --games, play all of them; the "
		     "series ends with the last one"),
	 AT(call.series.openings)},
	{&cli_row.openings_order, AT(call.series.openings_order)},
	{ROW("openings-start", OPTION_COUNT, "N", ON_RUN | ON_TOURNAMENT, .group = GROUP_SERIES, .rare = true,
	     .help = "leave out the openings of FILE before the N-th", .least = 1, .most = OPTION_MANY,
	     .value = 1),
	 AT(call.series.openings_start)},
	{ROW("openings-turned", OPTION_SWITCH, NULL, ON_PLAY | ON_RUN | ON_TOURNAMENT, .group = GROUP_SERIES,
	     .rare = true,
	     .help = "also play each opening mirrored and turned; eight forms on a square board"),
	 AT(call.series.openings_turned)},
	{ROW("repeat", OPTION_SWITCH, NULL, ON_PLAY | ON_RUN, .group = GROUP_SERIES, .rare = true,
	     .help = "start again at the first opening after the last one"),
	 AT(call.series.repeat)},
	{ROW("sprt", OPTION_TEXT, "TEST", ON_RUN | ON_TALLY | ON_TOURNAMENT, .group = GROUP_SERIES,
	     .help = "a sequential test, which ends a series when it has decided; TEST is two Elo "
		     "differences, such as "
		     "elo0=0,elo1=20; append ,alpha=0.05,beta=0.05 to set the error rates, and "
		     ",model=normalized "
		     "or ,model=trinomial for another model; --games is then the maximum; in a tournament "
		     "player 1 is tested"),
	 AT(call.tally.sprt)},
	{ROW("until", OPTION_TEXT, "WHAT", ON_RUN, .group = GROUP_SERIES,
	     .help = "play on until this happens, with status 4; crash, illegal, timeout, fault, or a "
		     "condition as `break if` takes it; --games is then the maximum",
	     .choices = events),
	 AT(call.series.until)},
	{ROW("until", OPTION_TEXT, "WHAT", ON_PLAY, .group = GROUP_SERIES, .rare = true,
	     .help = "play on until this happens, and stop there; crash, illegal, timeout, fault, or a "
		     "condition as `break if` takes it; --games is then the maximum",
	     .choices = events),
	 AT(call.series.until)},
	{ROW("until-failure", OPTION_SWITCH, NULL, ON_RUN, .group = GROUP_SERIES,
	     .help = "the same until an agent has lost by a fault; a crash, a timeout, an illegal move and "
		     "so on"),
	 AT(call.series.until_failure)},
	{ROW("results", OPTION_FILE, "FILE", ON_RUN | ON_TOURNAMENT, .path = PATH_WRITTEN,
	     .group = GROUP_SERIES,
	     .help = "append each game to FILE as --json prints it; if FILE exists, its games count and the "
		     "series continues"),
	 AT(call.series.results)},
	{ROW("pgn", OPTION_FILE, "FILE", ON_RUN | ON_TOURNAMENT, .path = PATH_WRITTEN, .group = GROUP_SERIES,
	     .rare = true,
	     .help = "append each game to FILE as PGN when it ends; of systems that have it (uci)"),
	 AT(call.series.pgn)},

	/* ---- a tournament ---- */
	{ROW("kind", OPTION_CHOICE, "KIND", ON_TOURNAMENT, .group = GROUP_TOURNAMENT,
	     .help = "who meets whom", .choices = kinds, .value = SCHEDULE_ROUND_ROBIN),
	 AT(call.tournament.kind)},
	{ROW("rounds", OPTION_COUNT, "N", ON_TOURNAMENT, .group = GROUP_TOURNAMENT,
	     .help = "the rounds of a swiss; 0: as many as a knock-out has", .most = OPTION_MANY,
	     .unit = "rounds"),
	 AT(call.tournament.rounds)},
	{ROW("restart", OPTION_CHOICE, "yes|no", ON_TOURNAMENT, .group = GROUP_TOURNAMENT,
	     .help = "begin each game with fresh processes", .choices = restarts, .value = RESTART_YES),
	 AT(call.tournament.restart)},
	{&cli_row.shard, AT(call.tournament.shard)},
	{ROW("after", OPTION_FILE, "FILE", ON_TOURNAMENT, .path = PATH_READ, .group = GROUP_TOURNAMENT,
	     .help = "count the games of FILE, too, and leave it as it is; results of all machines, for the "
		     "next "
		     "round of a swiss or a knock-out"),
	 AT(call.tournament.after)},
	{ROW("on-failure", OPTION_CHOICE, "WHAT", ON_TOURNAMENT, .group = GROUP_TOURNAMENT,
	     .help = "what follows when a player fails at its start", .choices = failures,
	     .value = FAILURE_STOPS),
	 AT(call.tournament.on_failure)},

	/* ---- checks ---- */
	{&cli_row.suite, AT(check.suite)},
	{ROW("list", OPTION_SWITCH, NULL, ON_CHECK | ON_TOURNAMENT, .group = GROUP_CHECK,
	     .help = "print what would be tried or played, and end; the cases of the system's document; with "
		     "--twins the ways; of a tournament: a command for each pair of games that is not in "
		     "--after FILE, to be run on any machine"),
	 AT(call.list)},
	{ROW("twins", OPTION_SWITCH, NULL, ON_CHECK, .group = GROUP_CHECK,
	     .help = "tell each position in other ways; plays --games N, and compares the answers of fresh "
		     "processes with those of the games"),
	 AT(check.twins)},
	{ROW("twin", OPTION_TEXT, "COMMAND", ON_CHECK, .group = GROUP_CHECK, .rare = true,
	     .help = "with --twins; tell COMMAND the same, too: another build of the agent, or, in "
		     "asimulator, "
		     "its client with the other byte order"),
	 AT(check.twin)},
	{ROW("only", OPTION_TEXT, "WORDS", ON_CHECK, .group = GROUP_CHECK,
	     .help = "only cases with one of these names or tags; commas between; * stands for anything in a "
		     "name"),
	 AT(check.only)},
	{&cli_row.runs, AT(check.runs)},
	{ROW("format", OPTION_CHOICE, "FORMAT", ON_CHECK, .group = GROUP_CHECK,
	     .help = "print a table, or TAP for test harnesses", .choices = reports, .value = CHECK_TABLE),
	 AT(check.format)},
	{ROW("junit", OPTION_FILE, "FILE", ON_CHECK, .path = PATH_WRITTEN, .group = GROUP_CHECK,
	     .help = "also write the cases to FILE as JUnit's XML; - is stdout, without the table"),
	 AT(check.junit)},
	{ROW("junit", OPTION_FILE, "FILE", ON_HUNT, .path = PATH_WRITTEN, .group = GROUP_RECORD,
	     .help = "also write what was found to FILE as JUnit's XML; - is stdout, without the text"),
	 AT(hunt.junit)},
	{ROW("only", OPTION_TEXT, "PARTS", ON_HUNT, .group = GROUP_CHECK,
	     .help = "only these, with commas between; check, games, twins, environments, fuzz"),
	 AT(hunt.only)},
	{ROW("with", OPTION_TEXT, "COMMAND", ON_HUNT, .group = GROUP_AGENTS,
	     .help = "fuzz this build of AGENT, too; such as one with sanitizers"),
	 AT(hunt.with)},

	{ROW("wanted", OPTION_TEXT, "MOVES", ON_CASE, .group = GROUP_CHECK,
	     .help = "the moves that are right; blanks between"),
	 AT(example.wanted)},
	{ROW("not", OPTION_TEXT, "MOVES", ON_CASE, .group = GROUP_CHECK,
	     .help = "moves that are wrong; default, without --wanted: the one that was played"),
	 AT(example.unwanted)},
	{ROW("name", OPTION_NAME, "NAME", ON_CASE, .group = GROUP_CHECK,
	     .help = "the name of the case; default: the file and the move"),
	 AT(example.name)},

	{ROW("on", OPTION_TEXT, "COMMAND", ON_PLAY | ON_RUN, .group = GROUP_SCRIPT, .rare = true,
	     .help = "ask COMMAND about each message; it reads lines of JSON, and its answers let messages "
		     "pass, edit, drop or delay them, inject others, or stop the match: `ringside help "
		     "scripts`"),
	 AT(call.match.session.on)},

	/* ---- what is read and written ---- */
	{ROW("record", OPTION_FILE, "FILE", ON_MATCH | ON_TOURNAMENT, .path = PATH_WRITTEN,
	     .group = GROUP_RECORD,
	     .help = "write the match to FILE; with several games, FILE.x becomes FILE-1.x, FILE-2.x and so "
		     "on; a FILE that is a folder, or ends in /, gets them in folders of 1000, with their "
		     "results; if run is killed, the same command continues the series"),
	 AT(call.series.record)},
	{ROW("record", OPTION_FOLDER, "FOLDER", ON_TAP, .path = PATH_WRITTEN, .group = GROUP_RECORD,
	     .help = "write a match file a game into FOLDER; default: the newest 500 games stay under "
		     "$XDG_STATE_HOME/ringside/taps (`ringside open` lists them), 500 MB at most"),
	 AT(call.series.record)},
	{ROW("keep-games", OPTION_TEXT, "WHICH", ON_TAP, .group = GROUP_RECORD,
	     .help = "which games to keep; faulty: those in which COMMAND has failed or owed an answer at "
		     "the end; N: the last N of "
		     "its "
		     "process",
	     .text = "all"),
	 AT(call.keep_games)},
	{ROW("no-keep", OPTION_SWITCH, NULL, ON_PLAY | ON_RUN | ON_TOURNAMENT | IN_CONFIG,
	     .group = GROUP_RECORD, .rare = true,
	     .help = "do not keep a match that is not recorded; default: the newest 50 that were played on a "
		     "screen stay under $XDG_STATE_HOME/ringside/matches (`ringside open` lists them), 500 "
		     "MB at "
		     "most; and games of a series that an agent has lost by a fault, under faults beside it"),
	 AT(call.series.no_keep)},
	{ROW("from", OPTION_FILE, "FILE[[:PART]:MOVE]", ON_PLAY | ON_RUN, .path = PATH_READ,
	     .group = GROUP_RECORD,
	     .help = "continue the match in FILE before MOVE; FILE:41 goes on with move 41, FILE from the "
		     "end "
		     "of the match. PART is a branch of a match file, as in FILE:3:41 or FILE:3:, and "
		     "--record gets the whole match and a new branch; or a game of a file of another "
		     "program, with whose position a new match begins. - is stdin"),
	 AT(call.series.from)},
	{ROW("keep", OPTION_FOLDER, "FOLDER", ON_FUZZ, .path = PATH_WRITTEN, .group = GROUP_RECORD,
	     .help = "where found matches and their suite are written", .text = "found"),
	 AT(search.keep)},
	{ROW("keep", OPTION_FOLDER, "FOLDER", ON_HUNT, .path = PATH_WRITTEN, .group = GROUP_RECORD,
	     .help = "where matches and the list are written", .text = "hunt"),
	 AT(hunt.keep)},
	{&cli_row.format, AT(format)},
	{ROW("until", OPTION_TEXT, "MESSAGE", ON_EXPORT, .group = GROUP_RECORD,
	     .help = "the last message; its number, such as 103 (formats input and repro)"),
	 AT(call.series.until)},
	{ROW("output", OPTION_FILE, "FILE", ON_EXPORT | ON_MINIMISE, .path = PATH_WRITTEN,
	     .group = GROUP_RECORD,
	     .help = "write to FILE, whose ending may name the format; also -o. Of export, - is stdout"),
	 AT(output)},
	{ROW("write", OPTION_SWITCH, NULL, ON_OPEN, .group = GROUP_RECORD,
	     .help = "write new branches into FILE; default: into a new file, m+1.ringside beside "
		     "m.ringside"),
	 AT(call.match.session.write)},
	{ROW("list", OPTION_SWITCH, NULL, ON_ATTACH, .group = GROUP_RECORD,
	     .help = "print the taps that run; each with its process, since when, its system and players, "
		     "how the game stands, and its file"),
	 AT(call.list)},
	{ROW("json", OPTION_SWITCH, NULL,
	     ON_RUN | ON_TOURNAMENT | ON_DIFF | ON_RERUN | ON_MINIMISE | ON_CHECK | ON_FUZZ | ON_HUNT |
		     ON_TALLY,
	     .group = GROUP_RECORD,
	     .help = "print JSON; an object per game or case, or one for the whole answer"),
	 AT(call.json)},
	{ROW("turns-json", OPTION_SWITCH, NULL, ON_RUN, .group = GROUP_RECORD,
	     .help = "like --json, with every turn and its time"),
	 AT(call.turns_json)},
	{ROW("csv", OPTION_FILE, "FILE", ON_TALLY | ON_TOURNAMENT, .path = PATH_WRITTEN,
	     .group = GROUP_RECORD,
	     .help = "also write the standing to FILE as CSV; a row for each player. Of tally, - is stdout, "
		     "without the text; so it is for the next two"),
	 AT(call.tally.csv)},
	{ROW("markdown", OPTION_FILE, "FILE", ON_TALLY | ON_TOURNAMENT, .path = PATH_WRITTEN,
	     .group = GROUP_RECORD, .help = "also write all tables to FILE as Markdown"),
	 AT(call.tally.markdown)},
	{ROW("html", OPTION_FILE, "FILE", ON_TALLY | ON_TOURNAMENT, .path = PATH_WRITTEN,
	     .group = GROUP_RECORD,
	     .help = "also write all tables to FILE as a page; with the boards of the first 200 games"),
	 AT(call.tally.html)},
	{ROW("html-games", OPTION_COUNT, "N", ON_TALLY | ON_TOURNAMENT, .group = GROUP_RECORD,
	     .help = "show the first N games of the page as replays", .most = 10000, .unit = "games"),
	 AT(call.tally.html_games)},
	{ROW("all", OPTION_SWITCH, NULL, ON_RERUN, .group = GROUP_RECORD,
	     .help = "also list answers that are the same"),
	 AT(rerun.all)},
	{ROW("open", OPTION_SWITCH, NULL, ON_RERUN, .group = GROUP_RECORD,
	     .help = "show both builds on one board afterwards, answer by answer"),
	 AT(rerun_open)},
	{ROW("whowrote", OPTION_TEXT, "EXPRESSION", ON_RERUN, .group = GROUP_AGENTS,
	     .help = "say where and when EXPRESSION was written last; before the crash, the end, or "
		     "move 41 of FILE:41. It is one of gdb's language, or \"\" for what is bad in the line "
		     "of the crash; gdb watches its bytes in fresh processes that are told the same"),
	 AT(rerun.whowrote)},
	{ROW("alone", OPTION_SWITCH, NULL, ON_RERUN | ON_EXPORT | ON_MINIMISE, .group = GROUP_RECORD,
	     .help = "FILE alone (export: as input or repro); default: also the games that its process had "
		     "played before, if "
		     "their files are beside it"),
	 AT(rerun.alone)},

	/* ---- the screen ---- */
	{&cli_row.screen, AT(film.screen)},
	{&cli_row.speed, AT(film.speed)},
	{&cli_row.theme, AT(theme)},
	{&cli_row.layout, AT(layout)},
	{&cli_row.no_color, AT(no_color)},
	{&cli_row.no_mouse, AT(no_mouse)},
	{ROW("kibitz", OPTION_TEXT, "COMMAND", ON_PLAY | ON_SHOW, .group = GROUP_SCREEN, .rare = true,
	     .help = "an agent, as PLAYER, that nobody plays against: it analyses the shown position"),
	 AT(call.kibitz)},
	{ROW("config", OPTION_TEXT, "FILE", ON_ALL, .path = PATH_READ, .group = GROUP_HELP, .rare = true,
	     .help = "read the config from FILE; default: $XDG_CONFIG_HOME/ringside/config, or "
		     "~/.config/ringside/config"),
	 AT(config)},
	{ROW("no-config", OPTION_SWITCH, NULL, ON_ALL, .group = GROUP_HELP, .rare = true,
	     .help = "read no config"),
	 AT(no_config)},

	{ROW("language", OPTION_CHOICE, "LANGUAGE", ON_NEW_GAME, .group = GROUP_AGENTS,
	     .help = "write the programs in this language", .choices = languages, .value = LANGUAGE_PYTHON),
	 AT(language)},

	/* ---- scripts ---- */
	{ROW("tour", OPTION_SWITCH, NULL, ON_DEMO, .group = GROUP_MATCH,
	     .help = "learn ringside in ten steps; the screen says what to press while a brain loses "
		     "for a reason"),
	 AT(tour)},
	{ROW("pause", OPTION_SWITCH, NULL, ON_PLAY | ON_DEMO | IN_CONFIG, .group = GROUP_SCRIPT,
	     .help = "begin paused"),
	 AT(call.match.session.paused)},
	{&cli_row.script, 0, 0},
	{&cli_row.execute, 0, 0},
	{ROW("batch", OPTION_SWITCH, NULL, ON_SCREEN | ON_TOURNAMENT, .group = GROUP_SCRIPT, .rare = true,
	     .help = "no screen: run the script, print its answers and exit; a tournament prints a line a "
		     "game"),
	 AT(call.batch)},

	{ROW("help", OPTION_SWITCH, NULL, ON_ALL, .group = GROUP_HELP, .rare = true,
	     .help = "print the options; also -h; ringside help SUBJECT tells more"),
	 AT(help)},
	{ROW("version", OPTION_SWITCH, NULL, ON_ALL, .group = GROUP_HELP, .rare = true,
	     .help = "print the version; also -V, -v"),
	 AT(version)},
	{ROW("manual", OPTION_SWITCH, NULL, ON_ALL, .help = NULL), AT(manual)},
	/* A tap says why it does not take these.  */
	{ROW("backtrace", OPTION_SWITCH, NULL, ON_TAP, .help = NULL), AT(call.match.session.backtrace)},
	{0},
};
static_assert(sizeof(cli_options) / sizeof(cli_options[0]) <= CLI_OPTIONS_MOST + 1,
	      "struct options_said needs a place for each option");

unsigned cli_takers(const struct option_row *row)
{
	static const unsigned scopes[SCOPE_COUNT] = {
		[SCOPE_LIMITS] = ON_LIMITS | IN_CONFIG, [SCOPE_USAGE] = ON_LIMITS | ON_TAP | IN_CONFIG,
		[SCOPE_MATCH] = ON_MATCH | IN_CONFIG,   [SCOPE_SEATS] = ON_PLAY | ON_RUN,
		[SCOPE_PEOPLE] = ON_PLAY | IN_CONFIG,
	};

	return row->takers ? row->takers : scopes[row->scope];
}

const struct option_row *cli_option_at(unsigned takers, const struct protocol *protocol, int i)
{
	const struct option_row *const *own = protocol && takers & ON_SYSTEM ? protocol->options : NULL;

	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->row->help && cli_takers(place->row) & takers && i-- == 0)
			return place->row;
	for (; own && *own; own++)
		if ((*own)->help && i-- == 0)
			return *own;
	return NULL;
}

const struct protocol *cli_system_at(unsigned taker, int i)
{
	const struct protocol *const *row = protocols;

	for (; *row; row++)
		if ((taker == ON_TAP     ? (*row)->tap != NULL
		     : taker == ON_RULES ? (*row)->tools->rules != NULL
					 : !(*row)->unruled) &&
		    i-- == 0)
			break;
	return *row;
}
