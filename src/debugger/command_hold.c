/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_hold.c - commands that change what agents get and who plays: held messages, moves, seats.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/named_player.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/sh_words.h"
#include "ringside/value.h"
#include "ringside/words.h"
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_binary(const struct console *console)
{
	return protocol_named(session_match(console->view->session)->setup.system)->texts->meaning != NULL;
}

/* The place of the held message with that number; -1: there is none.  */
static int place_of(const struct session *session, int number)
{
	for (int i = 0; session_held(session, i); i++)
		if (session_held_number(session, i) == number)
			return i;
	return -1;
}

/* The held message that is meant without a number: the selected one of the focused pane, else its first one.
 * Without a screen, and in a pane without messages, the first one of all that is not dropped.  */
static char *usual_held(const struct console *console, int *held)
{
	const struct session *session = console->view->session;
	const struct message *message;
	int number = console->held ? console->held(console->user) : 0;

	*held = number > 0 ? place_of(session, number) : 0;
	if (number < 0 && (message = session_held(session, 0)))
		return bytes_text("no message is held in this pane: #%d is of seat %d, and `held` lists all",
				  session_held_number(session, 0), message->seat);
	while (!number && (message = session_held(session, *held)) && message->flags & MESSAGE_WITHHELD &&
	       session_held(session, *held + 1))
		++*held;
	return NULL;
}

static char *no_number(const struct session *session, long number)
{
	struct bytes numbers = {0};
	char *problem;

	for (int i = 0; session_held(session, i) && i < 8; i++)
		bytes_addf(&numbers, "%s#%d", i ? ", " : "", session_held_number(session, i));
	bytes_add_text(&numbers, session_held(session, 8) ? " and more" : "");
	problem = bytes_text("there is no held message #%ld: held %s %s", number,
			     session_held(session, 1) ? "are" : "is", numbers.at);
	bytes_free(&numbers);
	return problem;
}

/* Reads "#2 REST": *held is the place of the message, of the usual one if none is named.  Any other word that
 * begins with # belongs to the rest.  */
static char *take_number(const struct console *console, const char **arguments, int *held)
{
	const struct session *session = console->view->session;
	const char *at = *arguments;
	char *end;
	long number;

	assert(*arguments && held);
	if (at[0] != '#' || at[1] < '0' || at[1] > '9')
		return usual_held(console, held);
	errno = 0;
	number = strtol(at + 1, &end, 10);
	if (*end && *end != ' ' && *end != '\t')
		return usual_held(console, held);
	if (errno || number < 1 || number > INT_MAX)
		return bytes_text("\"%.*s\": held messages are numbered from #1", (int)(end - at), at);
	*held = place_of(session, (int)number);
	*arguments = end + strspn(end, " \t");
	if (*held < 0 && session_held(session, 0))
		return no_number(session, number);
	*held = *held < 0 ? 0 : *held; /* the request says why there is none at all */
	return NULL;
}

/* A message in the form that `edit` reads.  */
static char *words_of(const struct console *console, const struct message *message)
{
	const struct protocol *protocol = protocol_named(session_match(console->view->session)->setup.system);

	if (message->direction == EVENT)
		return event_words(message);
	return edit_words(message->bytes, message_text_size(message, protocol), is_binary(console));
}

/* ---- looking ---- */

static void add_held(struct bytes *lines, const struct console *console, int i, const struct message *message)
{
	static const char *const ways[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "of"};
	const struct session *session = console->view->session;
	const struct setup *setup = &session_match(session)->setup;
	int64_t delay = session_held_delay(session, i);
	char *words = words_of(console, message), *meaning = NULL;

	assert(i >= 0 && message);
	if (is_binary(console) && message->direction != EVENT)
		meaning = protocol_named(setup->system)->texts->meaning(setup, message);
	bytes_addf(lines, "%s#%d  seat %d  %-4s  %8.3f s  %s%s%s", i ? "\n" : "",
		   session_held_number(session, i), message->seat, ways[message->direction],
		   (double)(session_time(session) - message->t_ns) / NS_PER_S, words, meaning ? "  " : "",
		   meaning ? meaning : "");
	if (message->flags & MESSAGE_EDITED)
		bytes_add_text(lines, "  (edited)");
	if (message->flags & MESSAGE_WITHHELD)
		bytes_add_text(lines, "  (dropped)");
	if (delay)
		bytes_addf(lines, "  (delayed %.3f s more)", (double)delay / NS_PER_S);
	free(words);
	free(meaning);
}

/* An incomplete message, which cannot be edited or dropped yet.  */
static void add_pending(struct bytes *lines, const struct console *console, int seat, enum stream stream)
{
	const struct session *session = console->view->session;
	struct pending_bytes pending;
	char *words;

	if (!session_pending(session, seat, stream, &pending, NULL))
		return;
	words = shown_pending(stream == STREAM_STDERR ? NULL : &session_match(session)->setup, pending.bytes,
			      pending.size, pending.wanted);
	bytes_addf(lines, "%s--  seat %d  from  %8.3f s  %s%s", lines->size ? "\n" : "", seat,
		   (double)(session_time(session) - pending.first_ns) / NS_PER_S,
		   stream == STREAM_STDERR ? "on stderr " : "", words);
	free(words);
}

static char *list_held(struct console *console, const char *arguments)
{
	const struct message *message;
	struct bytes lines = {0};

	(void)arguments;
	console->answers = true;
	for (int i = 0; (message = session_held(console->view->session, i)); i++)
		add_held(&lines, console, i, message);
	for (int seat = 0; seat < SEATS; seat++)
		for (int stream = STREAM_STDOUT; stream <= STREAM_STDERR; stream++)
			add_pending(&lines, console, seat, (enum stream)stream);
	return lines.at ? lines.at : bytes_text("no message is held");
}

/* ---- changing ---- */

/* Opens the prompt with a command, the number of the held message, as others may pass before the line is
 * entered, and words.  */
static char *open_prompt(struct console *console, const char *command, int held, const char *words)
{
	char *line =
		bytes_text("%s #%d %s", command, session_held_number(console->view->session, held), words);
	char *problem = console->prompt(console->user, line);

	free(line);
	return problem;
}

static char *offer(struct console *console, int held)
{
	const struct message *message = session_held(console->view->session, held);
	char *words, *problem;

	assert(held >= 0);
	if (!message)
		return command_request(console,
				       (struct request){.kind = REQUEST_EDIT, .held = held, .text = ""});
	if (!console->prompt)
		return bytes_text("expected the new text: edit [#K] TEXT");
	words = words_of(console, message);
	problem = open_prompt(console, "edit", held, words);
	free(words);
	return problem;
}

static char *edit(struct console *console, const char *arguments)
{
	const char *text = arguments;
	int held;
	char *problem = take_number(console, &text, &held);

	if (problem)
		return problem;
	if (!*text)
		return offer(console, held);
	return command_request(console, (struct request){.kind = REQUEST_EDIT, .held = held, .text = text});
}

static char *drop(struct console *console, const char *arguments)
{
	const struct session *session = console->view->session;
	const struct message *message;
	int held, number;
	char *problem = take_number(console, &arguments, &held);

	if (problem)
		return problem;
	if (*arguments)
		return bytes_text("expected the number of a held message, such as #2, not \"%s\"", arguments);
	number = session_held_number(session, held);
	problem = command_request(console, (struct request){.kind = REQUEST_DROP, .held = held});
	if (problem || !console->prompt)
		return problem;
	console->answers = true; /* on a screen */
	message = session_held(session, held);
	return message && message->flags & MESSAGE_WITHHELD
		       ? bytes_text("#%d is dropped: until it passes, x or `drop #%d` takes that back",
				    number, number)
		       : bytes_text("#%d is not dropped any more", number);
}

/* Here a number without a unit means ms.  */
static bool read_delay(const char *text, int64_t *ns)
{
	FREED char *ms = *text && !text[strspn(text, "0123456789")] ? bytes_text("%sms", text) : NULL;
	bool good = value_duration(ms ? ms : text, ns);

	return good;
}

static char *delay(struct console *console, const char *arguments)
{
	int held;
	int64_t ns;
	char *problem = take_number(console, &arguments, &held);

	if (problem)
		return problem;
	if (!*arguments && console->prompt && session_held(console->view->session, held))
		return open_prompt(console, "delay", held, "");
	if (!read_delay(arguments, &ns))
		return bytes_text("expected a time such as 500 (ms) or 2s, not \"%s\"", arguments);
	return command_request(console, (struct request){.kind = REQUEST_DELAY, .held = held, .ns = ns});
}

static char *send(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " \t");
	const char *text = arguments + size + strspn(arguments + size, " \t");

	if (size != 1 || *arguments < '0' || *arguments >= '0' + SEATS)
		return bytes_text("expected a seat before the text, as in send 1 TEXT, not \"%.*s\"",
				  (int)size, arguments);
	if (!*text)
		return bytes_text("expected text after the seat: send %c TEXT", *arguments);
	return command_request(
		console, (struct request){.kind = REQUEST_SEND, .seat = *arguments - '0', .text = text});
}

static const char *const seat_words[] = {"0", "1", "2", NULL};

static char *go_live(struct console *console, char *problem)
{
	if (!problem && session_is_live(console->view->session))
		view_goto(console->view, INT_MAX);
	return problem;
}

/* How many turns to take back so that a person's last turn is gone; 1 if there is none.  */
static int turns_since_person(const struct match *match)
{
	for (int back = 1; back <= MATCH_KEPT; back++) {
		const struct turn *turn = match_turn(match, match->turn_count + 1 - back);

		if (turn && match->setup.seat[turn->seat].kind == SEAT_HUMAN)
			return back;
	}
	return 1;
}

static char *take_back(struct console *console, const char *arguments)
{
	int count;
	char *problem =
		command_count(arguments, turns_since_person(session_match(console->view->session)), &count);
	bool over = session_state(console->view->session) == JUDGE_OVER;

	if (!problem)
		problem =
			command_request(console, (struct request){.kind = REQUEST_TAKEBACK, .count = count});
	/* Without a pause the agents would play the same moves again before the script's next line.  */
	if (!problem && over && script_is_running(console->script))
		problem = command_request(console, (struct request){.kind = REQUEST_PAUSE});
	return go_live(console, problem);
}

/* Does the match run after the change?  It stays paused if it was, and in a script, whose next line decides.
 */
static bool goes_on(const struct console *console)
{
	return session_state(console->view->session) != JUDGE_PAUSED && !script_is_running(console->script);
}

static char *override_move(struct console *console, const char *arguments)
{
	int turns = view_turns(console->view);
	const struct turn *next = match_turn(session_match(console->view->session), turns + 1);
	struct session_branch branch = {.turns = turns,
					.why = "override",
					.override = arguments,
					.mover = next ? next->seat : SEAT_NONE,
					.goes_on = goes_on(console)};

	if (view_is_live(console->view))
		return command_request(console,
				       (struct request){.kind = REQUEST_OVERRIDE, .text = arguments});
	if (branch.mover == SEAT_NONE)
		return bytes_text("no move follows this position");
	return go_live(console, session_branch(console->view->session, &branch));
}

/* A limit of a player: its own, or that of the match by its odds; -1: none.  */
static int64_t named_limit(const struct seat_settings *settings, enum seat_setting own, int64_t of_match)
{
	enum seat_setting setting = settings->text[own] ? own : SEAT_ODDS;
	int64_t value = -1;

	if (!settings->text[setting])
		return -1;
	option_value(&seat_setting_rows[setting], settings->text[setting], &value);
	return setting == own ? value : option_scaled(value, of_match, SEAT_LIMIT_MOST);
}

/* Its clock: its own, or that of the match by its odds.  False: none.  */
static bool named_clock(const struct seat_settings *settings, const struct setup *setup,
			struct time_control *clock)
{
	const char *own = settings->text[SEAT_TC], *odds = settings->text[SEAT_ODDS];
	const char *of_match = setup_given(setup, option_tc.name);
	int64_t factor;

	if (!own && (!odds || !of_match || settings->text[SEAT_MATCH_TIME]))
		return false;
	time_control_read(own ? own : of_match, clock);
	if (!own && option_value(&seat_setting_rows[SEAT_ODDS], odds, &factor))
		time_control_scale(clock, factor);
	return true;
}

/* The limits that the config gives to the player of this word.  False: none.  */
static bool named_limits(const char *word, const struct setup *setup, struct seat_limits *limits)
{
	char *problem = NULL;
	const struct named_player *player = named_player_of(word, setup->system, &problem);

	free(problem);
	*limits = (struct seat_limits){.turn = -1, .match = -1};
	if (!player)
		return false;
	limits->turn = named_limit(&player->settings, SEAT_TURN_TIME, setup->turn_limit);
	limits->match = named_limit(&player->settings, SEAT_MATCH_TIME, setup->match_limit);
	limits->has_clock = named_clock(&player->settings, setup, &limits->clock);
	return limits->turn >= 0 || limits->match >= 0 || limits->has_clock;
}

/* Two words, each a player as on the command line.  players[] are owned by the caller.  */
static char *read_players(const struct setup *setup, const char *line, struct session_branch *branch,
			  char *players[SEATS], struct seat_limits limits[SEATS])
{
	char **words;
	char *problem = NULL;
	int count = 0;

	words = sh_words_split(line, &problem);
	while (words && words[count])
		count++;
	if (!problem && count != 2)
		problem = bytes_text("expected two players, such as human 'sample:threat', not %d: \"%s\"",
				     count, line);
	for (int i = 0; i < count && !problem; i++) {
		if (named_limits(words[i], setup, &limits[SEAT_1 + i]))
			branch->limits[SEAT_1 + i] = &limits[SEAT_1 + i];
		branch->players[SEAT_1 + i] = players[SEAT_1 + i] =
			named_player_words(words[i], setup->system, &problem);
	}
	free(words);
	return problem;
}

/* Begins a new match from a file that has moves but no messages, where the system can.  Else gives `why_not`.
 */
static char *play_elsewhere(struct console *console, const char *arguments, char *why_not)
{
	const struct match *match = session_match(console->view->session);
	struct match_file *file = session_file(console->view->session);
	struct gap gap;

	if (!why_not || session_is_live(console->view->session) || !console->resume ||
	    !protocol_named(match->setup.system)->openings)
		return why_not;
	if (file && match_file_gap(file, INT64_MAX, &gap))
		return why_not;
	free(why_not);
	why_not = session_vouch(console->view->session, &match->setup, *arguments ? 1u << SEAT_NONE : ~0u);
	if (why_not)
		return why_not;
	return console->resume(console->opener, view_turns(console->view), arguments);
}

static char *resume(struct console *console, const char *arguments)
{
	struct session *session = console->view->session;
	int turns = view_turns(console->view), all = session_match(session)->turn_count;
	struct session_branch branch = {.turns = turns, .why = "resume", .goes_on = goes_on(console)};
	char *players[SEATS] = {0}, *problem = NULL;
	struct seat_limits limits[SEATS];

	if (command_is_final(console))
		return bytes_text("no move follows this position: the game is over; go back first");
	if (*arguments)
		problem = read_players(&session_match(session)->setup, arguments, &branch, players, limits);

	if (!problem && session_is_live(session) && view_is_live(console->view) && turns == all &&
	    session_state(session) != JUDGE_OVER && !*arguments)
		problem = command_request(console, (struct request){.kind = REQUEST_GO});
	else if (!problem)
		problem = play_elsewhere(console, arguments, session_branch(session, &branch));
	for (int s = 0; s < SEATS; s++)
		free(players[s]);
	return go_live(console, problem);
}

/* The command of the agent that sat there before; NULL: none did, or `problem` says why it may not start. The
 * caller frees both.  */
static char *agent_before(struct session *session, int seat, char **problem)
{
	struct match_file *file = session_whole_file(session);
	struct setup setup;
	char *command = NULL;

	assert(is_seat(seat));
	*problem = NULL;
	if (!file || !match_file_setup(file, 0, &setup))
		return NULL;
	if (setup.seat[seat].kind == SEAT_AGENT && setup.seat[seat].command)
		command = bytes_text("%s", setup.seat[seat].command);
	*problem = command ? session_vouch(session, &setup, 1u << seat) : NULL;
	setup_free(&setup);
	return command;
}

static char *change_seat(struct console *console, int seat, const char *player, struct seat_limits *limits)
{
	struct session *session = console->view->session;
	struct session_branch branch = {.turns = view_turns(console->view), .goes_on = goes_on(console)};
	char *problem, *why;

	assert(is_seat(seat));
	if (session_is_live(session) && view_is_live(console->view) && session_state(session) != JUDGE_OVER)
		return session_seat(session, seat, player, limits);
	why = bytes_text("seat %d: %s", seat, player);
	branch.why = why;
	branch.players[seat] = player;
	branch.limits[seat] = limits;
	problem = session_branch(session, &branch);
	free(why);
	return go_live(console, problem);
}

static char *take_seat(struct console *console, const char *arguments)
{
	const char *player = arguments + strcspn(arguments, " ");
	char *command = NULL, *problem = NULL;
	struct seat_limits limits;
	bool brings;
	int seat;

	if (!(*arguments >= '0' && *arguments <= '2') || player != arguments + 1 || !*player)
		return bytes_text("expected a seat and a player, such as 2 human, not \"%s\"", arguments);
	seat = *arguments - '0';
	player += strspn(player, " ");
	if (strcmp(player, "agent") == 0 && !(command = agent_before(console->view->session, seat, &problem)))
		return bytes_text("no agent has sat on seat %d: expected an agent's command line", seat);
	brings = named_limits(player, &session_match(console->view->session)->setup, &limits);
	if (!problem && !command)
		command = named_player_words(player, session_match(console->view->session)->setup.system,
					     &problem);
	if (!problem)
		problem = change_seat(console, seat, command, brings ? &limits : NULL);
	free(command);
	return problem;
}

/* The player of a seat, as `seat` takes it; the caller frees.  NULL and a problem: there is none.  */
static char *player_on(const struct setup *setup, int seat, char **problem)
{
	const struct seat_setup *sitting = &setup->seat[seat];

	if (sitting->kind == SEAT_HUMAN)
		return bytes_text("human");
	if (sitting->kind == SEAT_AGENT && sitting->command && *sitting->command)
		return bytes_text("%s", sitting->command);
	*problem = bytes_text(sitting->kind == SEAT_FREE
				      ? "nobody sits on seat %d"
				      : "the command line of the agent on seat %d is not known",
			      seat);
	return NULL;
}

/* Each player takes the other's seat, from the position shown on.  */
static char *change_seats(struct console *console)
{
	struct session *session = console->view->session;
	struct setup setup = session_match(session)->setup; /* a shallow copy, of the position shown */
	struct session_branch branch = {.turns = view_turns(console->view),
					.why = "swap seats",
					.goes_on = goes_on(console),
					.swaps = true};
	char *players[SEATS] = {0}, *problem = NULL;

	for (int s = SEAT_1; s < SEATS; s++)
		setup.seat[s] = *view_sitting(console->view, s, NULL);
	if (setup.seat[SEAT_1].kind == SEAT_HUMAN && setup.seat[SEAT_2].kind == SEAT_HUMAN)
		return bytes_text("people sit on both seats: change chairs");
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		branch.players[seat_opponent(s)] = players[s] = player_on(&setup, s, &problem);
	if (!problem)
		problem = session_vouch(session, &setup, 1u << SEAT_1 | 1u << SEAT_2);
	if (!problem)
		problem = session_branch(session, &branch);
	for (int s = 0; s < SEATS; s++)
		free(players[s]);
	return go_live(console, problem);
}

/* With the option swap2 it is also a move.  Elsewhere it is none, even where people may say any word.  */
static char *swap(struct console *console, const char *arguments)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	bool is_move = !*arguments && command_awaits_person(console) && setup_given(setup, "swap2");
	char *problem, *both;

	if (*arguments && strcmp(arguments, "seats") != 0)
		return bytes_text("expected seats, or nothing, not \"%s\"", arguments);
	if (!is_move)
		return change_seats(console);
	problem = command_named("play")->run(console, "swap");
	both = problem ? bytes_text("%s; `swap seats` changes who sits where", problem) : NULL;
	free(problem);
	return both;
}

static const char *const swap_words[] = {"seats", NULL};

const struct command commands_of_hold[] = {
	{"held", "", "list the held messages: number, seat, direction, age, text; and incomplete messages",
	 list_held, 0, NULL},
	{"edit", "[#K] [TEXT]",
	 "replace the selected held message, or the first one of the pane, or message #K of `held`, with "
	 "TEXT: "
	 "a line, which may contain \\n \\t \\\\ \\xNN and \\u{NNNN}, or bytes in hexadecimal; without TEXT, "
	 "edit "
	 "its text in the prompt",
	 edit, 0, NULL},
	{"drop", "[#K]",
	 "drop the selected held message, or the first one of the pane, or message #K of `held`: nobody "
	 "receives "
	 "it; the same again takes that back until it passes",
	 drop, 0, NULL},
	{"delay", "[#K] TIME",
	 "delay the selected held message, or the first one of the pane, or message #K of `held`, by TIME, "
	 "500 "
	 "(ms) or 2s, counted while the match runs; others may pass it",
	 delay, 0, NULL},
	{"send", "SEAT TEXT", "send TEXT to the agent on SEAT now, ahead of all held messages", send, 0,
	 seat_words},
	{"override", "MOVE", "play MOVE instead of the agent's", override_move, 0, NULL},
	{"takeback", "[N]", "take back your last move, or N moves", take_back, 0, NULL},
	{"resume", "[PLAYER1 PLAYER2]",
	 "play on from the position shown, in a new branch, with its agents or with these players", resume, 0,
	 NULL},
	{"seat", "N human|agent|COMMAND|@NAME",
	 "change who plays seat N, from the position shown on: a person, the previous agent, or another "
	 "agent",
	 take_seat, 0, NULL},
	{"swap", "[seats]",
	 "let the players change seats, from the position shown on, in a new branch; as an answer in swap2: "
	 "take the other colour",
	 swap, 0, swap_words},
	{0},
};
