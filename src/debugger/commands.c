/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commands.c - the table of all commands, and the way from a typed line to one: names, abbreviations,
 * arguments, completion, help.  Its own commands are those about processes, panes and help.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- commands about the processes of agents and about the panes ---- */

static const char blanks[] = " \t", off[] = "off";

/* Reads the seat at the beginning of a line; *rest is what follows.  Seat 0 counts if there is a game
 * program.  NULL, or a problem.  */
static char *take_seat(const struct console *console, const char *line, int *seat, const char **rest)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	bool program = setup->seat[SEAT_NONE].kind == SEAT_AGENT;
	size_t size = strcspn(line, blanks);

	*rest = line + size + strspn(line + size, blanks);
	*seat = size == 1 ? *line - '0' : -1;
	if (*seat >= SEAT_1 - program && *seat < SEATS)
		return NULL;
	return bytes_text("expected a seat, %s1 or 2, not \"%.*s\"", program ? "0, " : "", (int)size, line);
}

/* Reads a seat with nothing after it.  NULL, or a problem.  */
static char *take_only_seat(const struct console *console, const char *line, int *seat)
{
	const char *rest;
	char *problem = take_seat(console, line, seat, &rest);

	return problem || !*rest ? problem : bytes_text("expected nothing after the seat, not \"%s\"", rest);
}

/* A backtrace needs no screen.  */
static char *gdb(struct console *console, const char *arguments)
{
	const char *rest;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &rest);

	if (problem)
		return problem;
	if (!strcmp(rest, "backtrace"))
		return session_backtrace(console->view->session, seat);
	return console->gdb
		       ? console->gdb(console->user, seat, rest)
		       : bytes_text("there is no screen: `gdb %d backtrace` prints where its threads are",
				    seat);
}

/* The seat to blame for the end, or the only one with an agent; SEAT_NONE: neither.  */
static int seat_to_ask(const struct match *match)
{
	bool first = match->setup.seat[SEAT_1].kind == SEAT_AGENT,
	     second = match->setup.seat[SEAT_2].kind == SEAT_AGENT;

	if (match->over && match->verdict.blame != SEAT_NONE)
		return match->verdict.blame;
	return first == second ? SEAT_NONE : first ? SEAT_1 : SEAT_2;
}

/* Of the shown position; at the end of a match also of the crash that ended it.  */
static char *whowrote(struct console *console, const char *arguments)
{
	const struct view *view = console->view;
	const struct match *match = session_match(view->session);
	int turns = view_turns(view), seat = seat_to_ask(match);
	bool seated =
		*arguments && strchr("012", *arguments) && (!arguments[1] || strchr(blanks, arguments[1]));
	char *problem = seated ? take_seat(console, arguments, &seat, &arguments) : NULL;

	if (!problem && !seated && seat == SEAT_NONE)
		problem = bytes_text("which seat? whowrote 1%s%s, or whowrote 2%s%s", *arguments ? " " : "",
				     arguments, *arguments ? " " : "", arguments);
	if (problem)
		return problem;
	if (view_is_live(view) || turns == match->turn_count)
		turns = -1;
	problem = session_whowrote(view->session, seat, turns, arguments);
	if (problem || !console->apply)
		return problem;
	return command_answer(console, bytes_text("fresh processes are asked: this takes some seconds"));
}

static char *terminal(struct console *console, const char *arguments)
{
	int seat;
	char *problem = take_only_seat(console, arguments, &seat);

	if (problem)
		return problem;
	return console->terminal ? console->terminal(console->user, seat) : command_no_screen();
}

/* Reads "[SEAT] [off]".  Without a seat: all agents.  */
static char *freeze(struct console *console, const char *arguments)
{
	const char *rest = arguments;
	int seat = SEAT_NONE;
	char *problem = *arguments && strcmp(arguments, off) != 0
				? take_seat(console, arguments, &seat, &rest)
				: NULL;
	bool thaws = strcmp(rest, off) == 0;

	if (!problem && *rest && !thaws)
		problem = bytes_text("expected off or nothing after the seat, not \"%s\"", rest);
	if (!problem && rest != arguments && seat == SEAT_NONE)
		problem = bytes_text("expected seat 1 or 2, or no seat for all processes, not 0");
	return problem ? problem
		       : command_request(console,
					 (struct request){.kind = thaws ? REQUEST_THAW : REQUEST_FREEZE,
							  .seat = seat});
}

static char *send_signal(struct console *console, const char *arguments)
{
	const char *name;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &name);

	if (!problem && !*name)
		problem = bytes_text("expected a signal after the seat, such as signal %d INT", seat);
	return problem ? problem : session_signal(console->view->session, seat, name);
}

static const char *const seat_words[] = {"1", "2", NULL};
static const char *const gdb_words[] = {"backtrace", NULL};

static const char *const *words_of_gdb(const struct console *console UNUSED,
				       const struct command *command UNUSED, const char *arguments)
{
	return arguments[strspn(arguments, blanks)] ? gdb_words : NULL;
}
static const char *const freeze_words[] = {"1", "2", off, NULL};

#define DESK_COMMAND(function, member, argument)                                                             \
	static char *function(struct console *console, const char *arguments)                                \
	{                                                                                                    \
		(void)arguments;                                                                             \
		return console->member ? console->member argument : command_no_screen();                     \
	}

DESK_COMMAND(focus_pane, focus, (console->user, *arguments ? arguments : "next"))
DESK_COMMAND(filter, filter, (console->user, arguments))
DESK_COMMAND(search, search, (console->user, arguments + (*arguments == '?'), *arguments == '?' ? -1 : 1))
DESK_COMMAND(freeze_pane, freeze, (console->user))
DESK_COMMAND(scroll, scroll, (console->user, arguments))

/* wider, narrower, taller or shorter, by a number of cells; full or reset.  */
static char *resize(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " ");
	const char *number = arguments + size + strspn(arguments + size, " ");
	FREED char *how = bytes_copy(arguments, size);
	char *problem;
	int by;

	problem = command_count(number, 1, &by);
	if (!problem)
		problem = console->resize ? console->resize(console->user, how, by) : command_no_screen();
	return problem;
}

static char *focus(struct console *console, const char *arguments)
{
	const char *seat = command_behind(arguments, "terminal");

	return seat ? terminal(console, seat) : focus_pane(console, arguments);
}

static char *quit(struct console *console, const char *arguments)
{
	if (*arguments && strcmp(arguments, "now"))
		return bytes_text("expected now or nothing, not \"%s\"", arguments);
	if (console->quit)
		return console->quit(console->user, *arguments);
	session_end(console->view->session);
	return NULL;
}

static const char *const scroll_words[] = {
#define X(NAME, word) word,
	SCROLLS(X)
#undef X
		NULL};
static const char *const focus_words[] = {"next", "previous", "terminal", NULL};
static const char *const resize_words[] = {"full", "reset", "wider", "narrower", "taller", "shorter", NULL};
static const char *const quit_words[] = {"now", NULL};

/* The function of `help`.  */
static char *command_help(struct console *console, const char *arguments);

static const struct command commands_of_screen[] = {
	{"gdb", "SEAT [backtrace|ARGUMENTS]",
	 "open gdb on the agent's process in a pane; backtrace: let it only print where each thread is, also "
	 "without a screen; its clock stands still meanwhile, and its move is untimed",
	 gdb, 0, seat_words, words_of_gdb},
	{"whowrote", "[SEAT] [EXPRESSION]",
	 "say where and in which turn the bytes of EXPRESSION (gdb's language) were written last, before the "
	 "crash or in the shown position: gdb watches them in fresh processes that are told the same; "
	 "without "
	 "one, what is bad in the line of the crash",
	 whowrote, 0, NULL, NULL},
	{"freeze", "[SEAT] [off]",
	 "pause, and stop the processes of all agents, or of SEAT; off: let them run during the pause, as "
	 "its end does",
	 freeze, 0, freeze_words, NULL},
	{"signal", "SEAT NAME", "send a signal, such as INT or 2, to the agent's process", send_signal, 0,
	 seat_words, NULL},
	{"focus", "[next|previous|N|terminal SEAT]",
	 "select another pane; terminal: that of the agent's own terminal, to type into it, for example into "
	 "pdb",
	 focus, 0, focus_words, NULL},
	{"filter", "[PATTERN]", "show only matching messages in the pane; without PATTERN, show all", filter,
	 0, NULL, NULL},
	{"search", "[?][PATTERN]",
	 "go to the next matching message in the pane, or with ? to the previous one; without PATTERN, to "
	 "the "
	 "next hit of the last search",
	 search, 0, NULL, NULL},
	{"freeze-pane", "", "freeze the pane while the match continues, or unfreeze it", freeze_pane, 0, NULL,
	 NULL},
	{"scroll", "up|down|pageup|pagedown|halfup|halfdown|left|right|top|end", "scroll the pane", scroll, 0,
	 scroll_words, NULL},
	{"resize", "full|reset|wider|narrower|taller|shorter [N]",
	 "show the pane alone, or all panes again; reset gives all their usual sizes; or make the pane wider "
	 "or taller by N cells",
	 resize, 0, resize_words, NULL},
	{"help", "[COMMAND|KEY]", "show keys and commands, or what one of them does, with examples",
	 command_help, 0, NULL, NULL},
	{"quit", "[now]", "quit; asks first while a match runs, but not with now", quit, 0, quit_words, NULL},
	{0},
};

/* In the order of the ? screen.  */
/* clang-format off */
static const struct command *const sections[] = {
	commands_of_match,
	commands_of_time,
	commands_of_settings,
	commands_of_screen,
	commands_of_scripts,
};
/* clang-format on */

/* What may stand before a command.  */
static const char begins_with[] = " \t:";

/* Short names, which win over abbreviations: the letters of the keys and of GDB.  */
static const struct {
	const char *letters, *name;
} short_names[] = {
	{"b", "break"},    {"c", "continue"}, {"d", "delete"},   {"e", "edit"},       {"h", "help"},
	{"i", "info"},     {"n", "next"},     {"o", "override"}, {"q", "quit"},       {"r", "resume"},
	{"s", "step"},     {"t", "break"},    {"tb", "break"},   {"tbreak", "break"}, {"catch", "break"},
	{"u", "takeback"}, {"x", "drop"},
};

static bool begins(const char *name, const char *word, size_t size)
{
	assert(name && word);
	return !strncmp(name, word, size);
}

/* The command of exactly this name, or NULL.  */
static const struct command *command_exactly(const char *word, size_t size)
{
	const struct command *command;

	for (int i = 0; (command = command_at(i)); i++)
		if (strlen(command->name) == size && begins(command->name, word, size))
			return command;
	return NULL;
}

static const struct command *command_in_short(const char *word, size_t size)
{
	for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]); i++)
		if (strlen(short_names[i].letters) == size && begins(short_names[i].letters, word, size))
			return command_exactly(short_names[i].name, strlen(short_names[i].name));
	return NULL;
}

/* Counts the commands that begin with the word.  `found` is the only one, or the one of exactly that name. */
static int find_commands(const char *word, size_t size, const struct command **found)
{
	const struct command *command;
	int count = 0;

	if ((*found = command_in_short(word, size)) || (*found = command_exactly(word, size)))
		return 1;
	for (int i = 0; (command = command_at(i)); i++) {
		if (!begins(command->name, word, size))
			continue;
		*found = count++ ? NULL : command;
	}
	return count;
}

/* "sc" could be scroll or screenshot.  */
static char *ambiguity(const char *word, size_t size)
{
	const struct command *command;
	struct bytes text = {0};
	const char *between = " is ambiguous: ";

	bytes_addf(&text, "\"%.*s\"", (int)size, word);
	for (int i = 0; (command = command_at(i)); i++) {
		if (!begins(command->name, word, size))
			continue;
		bytes_addf(&text, "%s%s", between, command->name);
		between = ", ";
	}
	return text.at;
}

static struct nearest nearest_command(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	const struct command *command;

	for (int i = 0; (command = command_at(i)); i++)
		nearest_try(&nearest, command->name);
	return nearest;
}

/* Says that there is no command of this name, and which one was meant.  */
static char *command_unknown(const char *word, size_t size)
{
	struct nearest nearest = nearest_command(word, size);
	char *question, *problem;

	question = nearest_question(&nearest);
	problem = bytes_text("there is no command \"%.*s\"%s", (int)size, word,
			     *question ? question : ": ? lists them all");
	free(question);
	return problem;
}

/* A problem if the argument is missing, or one too many; NULL: none.  */
static char *argument_problem(struct console *console, const struct command *command, const char *arguments)
{
	console->mistake = arguments;
	if (*arguments && !*command->arguments)
		return bytes_text("%s takes no arguments, not \"%s\"", command->name, arguments);
	if (!*arguments && *command->arguments && *command->arguments != '[')
		return bytes_text("%s needs an argument: %s %s", command->name, command->name,
				  command->arguments);
	console->mistake = NULL;
	return NULL;
}

/* The command line without blanks around it, and without a ":" typed out of habit.  */
static char *trimmed(const char *line)
{
	size_t size;

	line += strspn(line, begins_with);
	size = strlen(line);
	while (size && strchr(blanks, line[size - 1]))
		size--;
	return bytes_copy(line, size);
}

/* Puts a command's name before its problem, unless the line is shown beside it.  */
static char *named(const struct console *console, const struct command *command, char *problem)
{
	char *text;

	if (!problem || console->by_key || strchr(problem, '\n'))
		return problem;
	text = bytes_text("%s: %s", command->name, problem);
	free(problem);
	return text;
}

/* The line names no command, or several (count): it is played if it can only be a move.  */
static char *run_move(struct console *console, const char *line, int count)
{
	size_t size = strcspn(line, blanks);
	const struct command *play = command_named("play");
	bool only = !count && !nearest_command(line, size).found;
	char *problem = count ? ambiguity(line, size) : command_unknown(line, size), *no_move = NULL, *both;

	if (command_reads_move(console, line, &no_move)) {
		both = only ? named(console, play, play->run(console, line))
			    : bytes_text("%s; play %s plays the move", problem, line);
	} else if (only && command_awaits_person(console)) {
		both = bytes_text("there is no command \"%.*s\", and as a move it is %s", (int)size, line,
				  no_move);
	} else {
		free(no_move);
		return problem;
	}
	free(no_move);
	free(problem);
	return both;
}

static char *run(struct console *console, const char *line)
{
	size_t size = strcspn(line, blanks);
	const char *arguments = line + size + strspn(line + size, blanks);
	const struct command *command;
	int count = find_commands(line, size, &command);
	char *output, *no_move = NULL;
	bool both;

	if (!command)
		return run_move(console, line, count);
	both = !console->by_key && size < strlen(command->name) && command_awaits_person(console) &&
	       command_reads_move(console, line, &no_move);
	free(no_move);
	if ((output = argument_problem(console, command, arguments)))
		return output;
	console->command = command;
	console->name = line;
	output = command->run(console, arguments);
	if (both && !output) { /* it could have meant something else, too */
		console->answers = true;
		output = bytes_text("%s is short for %s: play %s plays the move", line, command->name, line);
	}
	return console->answers ? output : named(console, command, output);
}

/* Adds a word to a list.  */
static char **add_word(char **words, int *count, const char *word)
{
	words = bytes_resized(words, sizeof(*words) * (size_t)(*count + 2));
	words[(*count)++] = bytes_text("%s", word);
	words[*count] = NULL;
	return words;
}

/* What can follow these arguments.  */
static const char *const *words_at(const struct console *console, const struct command *command,
				   const char *arguments)
{
	const char *const *more = command->more ? command->more(console, command, arguments) : NULL;

	return more || arguments[strspn(arguments, blanks)] ? more : command->words;
}

static bool has_word(char **words, int count, const char *word)
{
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

/* Adds what a line to an agent can go on with, as the agent has said while it got ready.  `line`: the seat,
 * and the line.  */
static char **add_offers(const struct console *console, const char *line, const char *text, char **words,
			 int *count)
{
	enum { PAGE = 64, READ_MOST = 1024 };
	const struct setup *setup = &session_match(console->view->session)->setup;
	const struct protocol *protocol = protocol_named(setup->system);
	int seat = *line - '0', read;
	struct match_file *file;
	struct message_query query = {
		.channels = CHANNEL_BIT(CHANNEL_COMMAND), .setup = setup, .last = INT64_MAX};
	struct message page[PAGE];
	int64_t after = 0;
	char *word;

	if (!is_seat(seat) || line[1] != ' ' || !protocol || !protocol->texts->offers)
		return words;
	file = session_whole_file(console->view->session);
	query.seats = 1u << seat;
	line += strspn(line + 1, blanks) + 1;
	for (int all = 0; file && all < READ_MOST; all += read) {
		read = match_file_after(file, &query, after, PAGE, page);
		if (read <= 0)
			break;
		for (int k = 0; k < read; k++)
			for (int i = 0; page[k].direction == FROM_AGENT &&
					(word = protocol->texts->offers(&page[k], line, i));
			     i++) {
				if (begins(word, text, strlen(text)) && !has_word(words, *count, word))
					words = add_word(words, count, word);
				free(word);
			}
		after = page[read - 1].n;
	}
	return words;
}

enum { EXAMPLE_WIDTH = 24, KEY_WIDTH = 8 };

char *command_usage(const struct command *command)
{
	FREED char *names = command_names(command);

	return bytes_text("%s%s%s: %s", names, *command->arguments ? " " : "", command->arguments,
			  command->help);
}

static void add_usage(struct bytes *text, const struct command *command)
{
	FREED char *usage = command_usage(command);

	bytes_add_text(text, usage);
}

/* All commands as text, for a console without a screen.  */
static char *list_of_commands(void)
{
	const struct command *command;
	struct bytes text = {0};

	for (int i = 0; (command = command_at(i)); i++) {
		bytes_add_text(&text, i ? "\n" : "");
		add_usage(&text, command);
	}
	return text.at;
}

static void add_examples(struct bytes *text, const struct command *command)
{
	const struct example *example;

	for (int i = 0; (example = example_of(command, i)); i++)
		bytes_addf(text, "\n  `%s`%*s  %s", example->line,
			   EXAMPLE_WIDTH > (int)strlen(example->line)
				   ? EXAMPLE_WIDTH - (int)strlen(example->line)
				   : 0,
			   "", example->what);
}

static void add_keys(struct bytes *text, const struct command *command)
{
	const char *heading = "\nkeys";
	size_t size = strlen(command->name);

	for (const struct binding *row = bindings; row->key; row++) {
		if (!row->help || strcspn(row->line, " ") != size || !begins(row->line, command->name, size))
			continue;
		bytes_addf(text, "%s\n  %-*s  %s", heading, KEY_WIDTH, row->key, row->help);
		heading = "";
	}
}

/* What the key of this name does, here or elsewhere; NULL: there is no such key.  */
static char *help_of_key(const struct console *console, const char *key)
{
	const struct board_view *board = console->board(session_match(console->view->session)->setup.system);
	struct bytes text = {0};
	const struct binding *row;

	for (int i = 0; (row = binding_at(i)); i++)
		if (strcmp(row->key, key) == 0)
			bytes_addf(&text, "%s%s: %s%s%s%s", text.size ? "\n" : "", key, row->help,
				   *row->line ? " (:" : "", row->line, *row->line ? ")" : "");
	if (!text.size && (row = binding_of(key, ~0u)))
		bytes_addf(&text, "%s: :%s", key, row->line);
	for (const struct toggle *toggle = board ? board->toggles : NULL; toggle && toggle->name; toggle++)
		if (toggle->key && strcmp(toggle->key, key) == 0)
			bytes_addf(&text, "%s%s: %s (:set %s)", text.size ? "\n" : "", key, toggle->help,
				   toggle->name);
	for (const struct board_key *own = board ? board->keys : NULL; own && own->key; own++)
		if (strcmp(own->key, key) == 0)
			bytes_addf(&text, "%s%s: %s (on the board)", text.size ? "\n" : "", key, own->help);
	return text.at;
}

char *command_request(struct console *console, struct request request)
{
	return session_request(console->view->session, &request);
}

/* Reads a number from 1; `fallback` if the text is empty.  */
char *command_count(const char *text, int fallback, int *count)
{
	char *end;
	long number;

	*count = fallback;
	if (!*text)
		return NULL;
	errno = 0;
	number = strtol(text, &end, 10);
	if (*end || errno || number < 1 || number > INT_MAX)
		return bytes_text("expected a number from 1, not \"%s\"", text);
	*count = (int)number;
	return NULL;
}

char *command_answer(struct console *console, char *text)
{
	console->answers = true;
	return text;
}

bool command_is_final(const struct console *console)
{
	const struct match *match = session_match(console->view->session);

	return match->over && verdict_is_final(&match->verdict) &&
	       view_turns(console->view) == match->turn_count;
}

const char *command_behind(const char *text, const char *word)
{
	size_t size = strlen(word);

	return !strncmp(text, word, size) && (!text[size] || text[size] == ' ')
		       ? text + size + strspn(text + size, " ")
		       : NULL;
}

char *command_no_screen(void)
{
	return bytes_text("this command needs a screen, and there is none");
}

static char *command_help(struct console *console, const char *arguments)
{
	const struct command *command = *arguments ? command_named(arguments) : NULL;
	struct bytes usage = {0};
	const char *detail;
	char *text;

	assert(console && arguments);
	console->answers = *arguments || !console->help;
	if (!*arguments)
		return console->help ? console->help(console->user) : list_of_commands();
	if (command) {
		add_usage(&usage, command);
		add_examples(&usage, command);
		add_keys(&usage, command);
		for (int i = 0; (detail = detail_of(command, i)); i++)
			bytes_addf(&usage, "%s%s", i ? "\n  " : "\narguments\n  ", detail);
		return usage.at;
	}
	if ((text = help_of_key(console, arguments)))
		return text;
	if (console->page && (text = console->page(arguments)))
		return text;
	console->answers = false;
	return command_unknown(arguments, strlen(arguments));
}

const struct command *command_at(int i)
{
	for (size_t s = 0; s < sizeof(sections) / sizeof(sections[0]); s++)
		for (const struct command *command = sections[s]; command->name; command++)
			if (i-- == 0)
				return command;
	return NULL;
}

char *command_run(struct console *console, const char *line, const char *last, bool *answer)
{
	char *text = trimmed(line), *output = NULL;

	assert(line && answer);
	console->answers = false;
	console->mistake = NULL;
	if (!*text && last) {
		free(text);
		text = trimmed(last);
	}
	if (*text)
		output = run(console, text);
	*answer = console->answers;
	console->mistake_at = strspn(line, begins_with);
	if (console->mistake)
		console->mistake_at += (size_t)(console->mistake - text);
	console->mistake = NULL;
	free(text);
	return output;
}

char *command_names(const struct command *command)
{
	struct bytes text = {0};

	bytes_add_text(&text, command->name);
	for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]); i++)
		if (strcmp(short_names[i].name, command->name) == 0)
			bytes_addf(&text, ", %s", short_names[i].letters);
	return text.at;
}

const struct command *command_named(const char *word)
{
	const struct command *command;

	find_commands(word, strlen(word), &command);
	return command;
}

bool command_is_of_use(const struct command *command, unsigned situation)
{
	enum { OF_TAP = 9 }; /* the first ones, which hold in the match of another judge, too */
	/* They change a match that is played here, or look into its processes.  */
	static const char *const of_play[] = {"pause",  "continue", "step",    "next", "edit",
					      "drop",   "delay",    "send",    "gdb",  "end",
					      "freeze", "signal",   "rematch", "hint"};

	assert(command);
	for (size_t i = situation & WHEN_TAPPED ? OF_TAP : 0;
	     situation & WHEN_FILE && i < sizeof(of_play) / sizeof(of_play[0]); i++)
		if (strcmp(of_play[i], command->name) == 0)
			return false;
	return true;
}

char **command_complete(void *user, const char *before, const char *text)
{
	size_t size;
	bool is_first;
	const struct command *command;
	const char *const *list;
	char **words = NULL;
	int count = 0;

	assert(user && before && text);
	before += strspn(before, begins_with);
	if (!*before) {
		for (int i = 0; (command = command_at(i)); i++)
			if (begins(command->name, text, strlen(text)) &&
			    command_is_of_use(command, situation_of(user)))
				words = add_word(words, &count, command->name);
		return words;
	}
	size = strcspn(before, blanks);
	find_commands(before, size, &command);
	list = command ? words_at(user, command, before + size) : NULL;
	is_first = !before[size + strspn(before + size, blanks)];
	for (; list && *list; list++)
		if (begins(*list, text, strlen(text)))
			words = add_word(words, &count, *list);
	if (command && strcmp(command->name, "send") == 0 && !is_first)
		words = add_offers(user, before + size + strspn(before + size, blanks), text, words, &count);
	return words;
}
