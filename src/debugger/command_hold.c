/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_hold.c - commands that run the match (pause, step, play, end, save), that stop it (breakpoints,
 * catchpoints, watchpoints), and that change what agents get and who plays (held messages, moves, seats).  */
#include "commands.h"
#include "ringside/breakpoints.h"
#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/named_player.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/sh_words.h"
#include "ringside/value.h"
#include "ringside/words.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char here[] = "here";

static bool is_binary(const struct console *console)
{
	return protocol_named(session_match(console->view->session)->setup.system)->texts->meaning != NULL;
}

/* The held message that is meant without a number: the selected one of the focused pane, else its first one,
 * else the first one of another pane.  Without a screen, and in a pane without messages, the first one of all
 * that is not dropped.  */
static char *usual_held(const struct console *console, int *held)
{
	struct session *session = console->view->session;
	const struct message *message;
	int64_t number = console->held ? console->held(console->user) : 0;

	*held = number > 0 ? session_held_at(session, number) : 0;
	if (*held < 0)
		return bytes_text("message #%" PRId64 " has passed: only a held one can be changed", number);
	if (number < 0 && (message = session_held(session, 0)))
		return bytes_text("no pane shows #%" PRId64
				  ", which is held: End shows the newest, and `info held` lists all",
				  message->number);
	while (!number && (message = session_held(session, *held)) && message->flags & MESSAGE_WITHHELD &&
	       session_held(session, *held + 1))
		++*held;
	return NULL;
}

static char *no_number(struct session *session, long number)
{
	FREED_BY(bytes_free) struct bytes numbers = {0};
	const struct message *message;

	for (int i = 0; (message = session_held(session, i)) && i < 8; i++)
		bytes_addf(&numbers, "%s#%" PRId64, i ? ", " : "", message->number);
	bytes_add_text(&numbers, session_held(session, 8) ? " and more" : "");
	return bytes_text("there is no held message #%ld: held %s %s", number,
			  session_held(session, 1) ? "are" : "is", numbers.at);
}

/* Reads "#2 REST": *held is the place of the message, of the usual one if none is named.  Any other word that
 * begins with # belongs to the rest.  */
static char *take_number(const struct console *console, const char **arguments, int *held)
{
	struct session *session = console->view->session;
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
	if (errno || number < 1)
		return bytes_text("\"%.*s\": messages are numbered from #1", (int)(end - at), at);
	*held = session_held_at(session, number);
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
	FREED char *words = words_of(console, message);
	FREED char *meaning = NULL;

	assert(i >= 0 && message);
	if (is_binary(console) && message->direction != EVENT)
		meaning = protocol_named(setup->system)->texts->meaning(setup, message);
	bytes_addf(lines, "%s#%" PRId64 "  seat %d  %-4s  %8.3f s  %s%s%s", i ? "\n" : "", message->number,
		   message->seat, ways[message->direction],
		   (double)(session_time(session) - message->t_ns) / NS_PER_S, words, meaning ? "  " : "",
		   meaning ? meaning : "");
	if (message->flags & MESSAGE_EDITED)
		bytes_add_text(lines, "  (edited)");
	if (message->flags & MESSAGE_WITHHELD)
		bytes_add_text(lines, "  (dropped)");
	if (delay)
		bytes_addf(lines, "  (delayed %.3f s more)", (double)delay / NS_PER_S);
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

char *info_held(struct console *console, const char *arguments UNUSED)
{
	const struct message *message;
	struct bytes lines = {0};

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
	FREED char *line = bytes_text("%s #%" PRId64 " %s", command,
				      session_held(console->view->session, held)->number, words);

	return console->prompt(console->user, line);
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
	struct session *session = console->view->session;
	const struct message *message;
	int64_t number;
	int held;
	char *problem = take_number(console, &arguments, &held);

	if (problem)
		return problem;
	if (*arguments)
		return bytes_text("expected the number of a held message, such as #2, not \"%s\"", arguments);
	message = session_held(session, held);
	number = message ? message->number : 0;
	problem = command_request(console, (struct request){.kind = REQUEST_DROP, .held = held});
	if (problem || !console->prompt)
		return problem;
	console->answers = true; /* on a screen */
	message = session_held(session, held);
	return message && message->flags & MESSAGE_WITHHELD
		       ? bytes_text("#%" PRId64 " is dropped: until it passes, u or `drop #%" PRId64
				    "` takes that back",
				    number, number)
		       : bytes_text("#%" PRId64 " is not dropped any more", number);
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
static const char *const new_seat_words[] = {"1", "2", "swap", NULL};
static const char *const step_words[] = {"0", "1", "2", "answer", NULL};

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

/* Why nothing of a message that has passed can be given back; NULL: it was dropped.  The caller frees.  */
static char *stays_so(const struct message *message, int64_t number)
{
	if (message->flags & MESSAGE_WITHHELD && message->flags & MESSAGE_CHANGED)
		return bytes_text("another message stands in the place of #%" PRId64 ": select that one",
				  number);
	if (message->flags & MESSAGE_WITHHELD)
		return NULL;
	if (message->flags & MESSAGE_EDITED)
		return bytes_text("#%" PRId64 " has passed as you edited it: the %s has read that", number,
				  message->direction == TO_AGENT ? "agent" : "judge");
	return bytes_text("message #%" PRId64 " was neither edited nor dropped", number);
}

/* Gives a message back as it came: a held one, or a dropped one that has just passed.  */
static char *give_back(struct console *console, int64_t number)
{
	int held = session_held_at(console->view->session, number);
	struct message message;
	char *problem = NULL;

	if (held < 0 && !command_message(console, number, &message))
		return bytes_text("there is no message #%" PRId64, number);
	if (held < 0)
		problem = stays_so(&message, number);
	if (!problem)
		problem = command_request(
			console, (struct request){.kind = REQUEST_RESTORE, .held = held, .number = number});
	if (problem)
		return problem;
	return command_answer(
		console,
		bytes_text(held < 0 ? "#%" PRId64 " passes now" : "#%" PRId64 " is as it came", number));
}

/* The number of the last held message that a person has dropped, edited or delayed; 0: none.  */
static int64_t last_touched(struct session *session)
{
	const struct message *message;
	int64_t number = 0;

	for (int i = 0; (message = session_held(session, i)); i++)
		if (message->flags & (MESSAGE_WITHHELD | MESSAGE_EDITED) || session_held_delay(session, i))
			number = message->number;
	return number;
}

/* Not another judge, which a tap records as one.  */
static bool has_person(const struct match *match)
{
	const struct seat_setup *seat = match->setup.seat;

	return (seat[SEAT_1].kind == SEAT_HUMAN || seat[SEAT_2].kind == SEAT_HUMAN) &&
	       !setup_given(&match->setup, OPTION_TAPPED);
}

/* In a file it plays on from so many moves before the end, in a new branch.  */
static char *take_back(struct console *console, const char *arguments)
{
	struct session *session = console->view->session;
	int all = session_match(session)->turn_count;
	bool over = session_state(session) == JUDGE_OVER, chosen = false,
	     is_here = strcmp(arguments, here) == 0;
	int64_t number = is_here && console->selected ? console->selected(console->user, &chosen) : 0;
	char *end, *problem;
	int count;

	if (is_here && !chosen)
		number = last_touched(session);
	if (chosen || (is_here && number))
		return give_back(console, number);
	if (*arguments == '#') {
		number = strtoll(arguments + 1, &end, 10);
		return *end || number < 1
			       ? bytes_text("expected a message such as #41, not \"%s\"", arguments)
			       : give_back(console, number);
	}
	if (is_here && !session_is_live(session) && !session_is_steered(session) &&
	    !has_person(session_match(session)))
		return bytes_text("you have no move in this match: `r` plays on from the position shown");
	problem = command_count(is_here ? "" : arguments, turns_since_person(session_match(session)), &count);
	if (!problem && !session_is_live(session) && !session_is_steered(session)) {
		view_goto(console->view, all > count ? all - count : 0);
		return command_named("resume")->run(console, "");
	}
	if (!problem)
		problem =
			command_request(console, (struct request){.kind = REQUEST_TAKEBACK, .count = count});
	/* Without a pause the agents would play the same moves again before the script's next line.  */
	if (!problem && over && script_is_running(console->script))
		problem = command_request(console, (struct request){.kind = REQUEST_PAUSE});
	return go_live(console, problem);
}

/* Does the match run after the change?  It stays paused if it was paused here, and in a script, whose next
 * line decides.  */
static bool goes_on(const struct console *console)
{
	const struct session *session = console->view->session;

	return (!session_is_live(session) || session_state(session) != JUDGE_PAUSED) &&
	       !script_is_running(console->script);
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
	FREED char *problem = NULL;
	const struct named_player *player = named_player_of(word, setup->system, &problem);

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
		players[SEAT_1 + i] = named_player_words(words[i], setup->system, &problem);
	}
	free(words);
	return problem;
}

/* Begins a new match from a file that has moves but no messages, where the system can.  Else gives `why_not`.
 */
static char *play_elsewhere(struct console *console, const char *arguments, const char *move, char *why_not)
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
	return console->resume(console->opener, view_turns(console->view), arguments, move);
}

/* The commands of the agents that sat on these seats before (a bit set), NULL where none did.  NULL, or why
 * they may not start.  The caller frees all.  */
static char *agents_before(struct session *session, unsigned seats, char *commands[SEATS])
{
	struct match_file *file = session_whole_file(session);
	struct setup setup;
	char *problem;

	if (!file || !match_file_setup(file, 0, &setup))
		return NULL;
	for (int s = 0; s < SEATS; s++)
		if (seats & 1u << s && setup.seat[s].kind == SEAT_AGENT && setup.seat[s].command)
			commands[s] = bytes_text("%s", setup.seat[s].command);
	problem = session_vouch(session, &setup, seats);
	setup_free(&setup);
	return problem;
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
	else if (session_is_variation(session))
		problem = agents_before(session, 1u << SEAT_1 | 1u << SEAT_2, players);
	for (int seat = SEAT_1; seat < SEATS; seat++)
		branch.players[seat] = players[seat];

	if (!problem && !branch.players[SEAT_1] && !branch.players[SEAT_2] && session_is_live(session) &&
	    view_is_live(console->view) && turns == all && session_state(session) != JUDGE_OVER)
		problem = command_request(console, (struct request){.kind = REQUEST_GO});
	else if (!problem)
		problem = play_elsewhere(console, arguments, NULL, session_branch(session, &branch));
	for (int s = 0; s < SEATS; s++)
		free(players[s]);
	return go_live(console, problem);
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

static char *take_seat(struct console *console, const char *arguments)
{
	const char *player = arguments + strcspn(arguments, " ");
	char *commands[SEATS] = {0}, *command = NULL, *problem = NULL;
	struct seat_limits limits;
	bool brings;
	int seat;

	if (!strcmp(arguments, "swap"))
		return change_seats(console);
	if (!(*arguments >= '0' && *arguments <= '2') || player != arguments + 1 || !*player)
		return bytes_text("expected a seat and a player, such as 2 human, not \"%s\"", arguments);
	seat = *arguments - '0';
	player += strspn(player, " ");
	if (strcmp(player, "agent") == 0) {
		problem = agents_before(console->view->session, 1u << seat, commands);
		command = commands[seat];
	}
	if (strcmp(player, "agent") == 0 && !command)
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

/* A request that needs no arguments.  */
static char *request(struct console *console, const char *arguments UNUSED)
{
	return command_request(console, (struct request){.kind = (enum request_kind)console->command->what});
}

/* Reads "x5".  False: the word is something else.  */
static bool read_times(const char *word, size_t size, int *count)
{
	FREED char *number = bytes_copy(word + 1, size - 1);
	FREED char *problem = command_count(number, 0, count);
	bool good = *word == 'x' && !problem && *count > 0;

	return good;
}

static char *not_an_amount(const char *word, size_t size, const char *name)
{
	bool number = strspn(word, "0123456789") == size;

	if (size == 1 && number && *word < '0' + SEATS)
		return bytes_text("expected one seat at most, not \"%c\" too", *word);
	return number ? bytes_text("there is no seat %.*s: x%.*s means that many, as in `%s x%.*s`",
				   (int)size, word, (int)size, word, name, (int)size, word)
		      : bytes_text("expected a seat, or a count such as x5, not \"%.*s\"", (int)size, word);
}

/* Runs step or next with the arguments "", "2" (a seat), "x5" or "2 x5".  */
static char *go_by(struct console *console, const char *arguments)
{
	struct request request = {.kind = (enum request_kind)console->command->what};
	size_t size;

	for (const char *word = arguments; *word; word += size + strspn(word + size, " \t")) {
		size = strcspn(word, " \t");
		if (size == 1 && *word >= '0' && *word < '0' + SEATS && !request.of_seat) {
			request.of_seat = true;
			request.seat = *word - '0';
		} else if (request.count || !read_times(word, size, &request.count)) {
			return not_an_amount(word, size, console->command->name);
		}
	}
	request.count = request.count ? request.count : 1;
	return command_request(console, request);
}

static char *step(struct console *console, const char *arguments)
{
	if (strcmp(arguments, "answer") == 0)
		return command_request(console, (struct request){.kind = REQUEST_ANSWER});
	return go_by(console, arguments);
}

static char *next(struct console *console, const char *arguments)
{
	if (strcmp(arguments, "game") == 0)
		return session_go_on(console->view->session, SESSION_TO_NEXT);
	if (strcmp(arguments, "end") == 0)
		return session_go_on(console->view->session, SESSION_TO_END);
	return go_by(console, arguments);
}

/* Are these the same move in the position after so many turns?  */
static bool same_move(const struct match *match, int turns, const char *a, const char *b)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	FREED char *problem = NULL;
	FREED char *one = protocol->move_form(match, turns, a, &problem);
	FREED char *other = one ? protocol->move_form(match, turns, b, &problem) : NULL;

	return one && other && strcmp(one, other) == 0;
}

/* A move in a position that is past, or of a file: goes on to the next position if that move was played, else
 * begins a branch with it in which people sit on both seats.  Agents that play are asked about first.  */
static char *vary(struct console *console, const char *move)
{
	struct session *session = console->view->session;
	const struct match *match = session_match(session);
	int turns = view_turns(console->view);
	const struct turn *next = match_turn(match, turns + 1);
	struct match_file *file = session_file(session);
	bool runs = session_is_live(session) && session_state(session) != JUDGE_OVER;
	FREED char *line = bytes_text("play %s", move);
	char *problem;
	struct session_branch branch = {.turns = turns,
					.why = VARIATION,
					.players = {[SEAT_1] = "human", [SEAT_2] = "human"},
					.move = move,
					.goes_on = true};

	if (!protocol_named(match->setup.system)->openings)
		return bytes_text("in %s a position does not follow from moves alone, so a move begins no "
				  "variation: `resume` plays on from here",
				  match->setup.system);
	if (command_is_final(console))
		return bytes_text("no move follows this position: the game is over; go back first");
	if (next && next->played && same_move(match, turns, next->played, move)) {
		view_goto(console->view, turns + 1);
		return NULL;
	}
	if (runs && console->confirm && !console->confirmed && !session_is_variation(session)) {
		console->confirm(console->user, line,
				 "begin a variation here? The agents of the match leave: y/n");
		return NULL;
	}
	problem = session_branch(session, &branch);
	if (file && !*match_file_path(file)) /* of another program */
		problem = play_elsewhere(console, "human human", move, problem);
	return go_live(console, problem);
}

static char *play_move(struct console *console, const char *arguments)
{
	if (!view_is_live(console->view) || !session_is_live(console->view->session))
		return vary(console, arguments);
	return command_request(console, (struct request){.kind = REQUEST_PLAY, .text = arguments});
}

bool command_awaits_person(const struct console *console)
{
	return session_waits_for(console->view->session, SEAT_1) ||
	       session_waits_for(console->view->session, SEAT_2);
}

bool command_reads_move(const struct console *console, const char *line, char **problem)
{
	const struct match *match = session_match(console->view->session);
	char *form = protocol_named(match->setup.system)
			     ->move_form(match, view_turns(console->view), line, problem);

	free(form);
	return form != NULL;
}

static char *hint(struct console *console, const char *arguments)
{
	int seat = session_waits_for(console->view->session, SEAT_1) ? SEAT_1 : SEAT_2;
	char *problem;

	if (!command_awaits_person(console))
		return bytes_text("it is not your turn");
	if (!console->hint)
		return command_no_screen();
	problem = console->hint(console->opener, seat, arguments);
	return problem ? problem : command_answer(console, bytes_text("an agent thinks about your move"));
}

static char *kibitz(struct console *console, const char *arguments)
{
	char *problem;

	if (!console->kibitz)
		return command_no_screen();
	problem = console->kibitz(console->opener, arguments);
	if (problem)
		return problem;
	return command_answer(console, bytes_text(strcmp(arguments, "off") == 0
							  ? "no agent analyses the position any more"
							  : "an agent analyses the shown position"));
}

/* Who resigns if no seat is named: the person, or of two persons the one to move.  SEAT_NONE: both are
 * agents.  */
static int seat_that_resigns(const struct session *session)
{
	const struct match *match = session_match(session);
	bool first = match->setup.seat[SEAT_1].kind == SEAT_HUMAN,
	     second = match->setup.seat[SEAT_2].kind == SEAT_HUMAN;

	if (first && second)
		return session_seat_state(session, SEAT_2).to_move ? SEAT_2 : SEAT_1;
	return first ? SEAT_1 : second ? SEAT_2 : SEAT_NONE;
}

/* Reads "", "1" or "2" after `resign`.  */
static char *resign(struct console *console, const char *seat_word)
{
	int seat = !strcmp(seat_word, "1")   ? SEAT_1
		   : !strcmp(seat_word, "2") ? SEAT_2
					     : seat_that_resigns(console->view->session);

	if (*seat_word && strcmp(seat_word, "1") && strcmp(seat_word, "2"))
		return bytes_text("expected seat 1 or 2, not \"%s\"", seat_word);
	if (seat == SEAT_NONE)
		return bytes_text("agents sit on both seats: expected end resign 1 or end resign 2");
	return command_request(console, (struct request){.kind = REQUEST_RESIGN, .seat = seat});
}

static char *end(struct console *console, const char *arguments)
{
	static const char *const winners[] = {"draw", "1", "2"};
	size_t size = strcspn(arguments, " ");

	if (size && strncmp(arguments, "resign", size) == 0)
		return resign(console, arguments + size + strspn(arguments + size, " "));
	for (int seat = 0; seat < SEATS; seat++)
		if (size && !strncmp(arguments, winners[seat], strlen(arguments)))
			return command_request(console,
					       (struct request){.kind = REQUEST_ADJUDICATE, .seat = seat});
	return bytes_text("expected resign, draw, 1 or 2, not \"%s\"", arguments);
}

static char *save(struct console *console, const char *arguments)
{
	const char *ending = strrchr(arguments, '.'), *rest;
	bool is_screen = ending && strcmp(ending, ".txt") == 0;
	char *problem;

	if ((rest = command_behind(arguments, "config")))
		return command_save_config(console, rest);
	if ((rest = command_behind(arguments, "case")))
		return command_save_case(console, rest);
	problem = !is_screen            ? session_save(console->view->session, arguments)
		  : console->screenshot ? console->screenshot(console->user, arguments)
					: command_no_screen();

	return problem ? problem
		       : command_answer(console, bytes_text("saved %sas %s", is_screen ? "the screen " : "",
							    arguments));
}

static const char *const save_words[] = {"config", "case", NULL};
static const char *const end_words[] = {"resign", "draw", "1", "2", NULL};
static const char *const kibitz_words[] = {"off", NULL};
static const char *const next_words[] = {"1", "2", "game", "end", NULL};

/* The line with a caret below the mistake.  Frees the mistake's text.  */
static char *pointed(struct console *console, const char *arguments, struct condition_mistake mistake)
{
	const char *name = console->command->name;
	FREED char *line = bytes_text("%s %s", name, arguments);
	char *text = condition_pointed(line, strlen(name) + 1 + mistake.at, mistake.text);

	console->mistake = arguments + mistake.at;
	free(mistake.text);
	return text;
}

char *command_in_tap(struct console *console, const char *arguments)
{
	FREED char *line = bytes_text("%s %s", console->command->name, arguments);

	return session_tell(console->view->session, SEAT_NONE, line, &console->answers);
}

static char *report(struct console *console, int number)
{
	char *words = breakpoints_words(console->breakpoints, number), *text;

	console->answers = true;
	if (session_is_live(console->view->session))
		return words;
	text = bytes_text("%s (a match read from a file stops only after `resume`)", words);
	free(words);
	return text;
}

/* The move at the board's cursor in quotes, or else the number of the turn that is shown; in the newest
 * position, of the next turn.  The caller frees.  */
static char *place_here(const struct view *view)
{
	int turns = view_turns(view);

	if (view->board_move)
		return bytes_text("\"%s\"", view->board_move);
	if (view->turns == VIEW_LIVE)
		turns = session_match(view->session)->turn_count + 1;
	return bytes_text("%d", turns ? turns : 1);
}

static const char like[] = "like", off[] = "off";

/* The condition that holds for messages as the selected one: of its seat, direction and channel, with its
 * first word if that is not the game's.  NULL: none is selected.  The caller frees.  */
static char *like_selected(const struct console *console)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	static const char *const ways[] = {[TO_AGENT] = "to", [FROM_AGENT] = "from", [EVENT] = "event"};
	struct message message;
	struct bytes text = {0};
	size_t size = 0;
	bool chosen;
	int64_t number = console->selected ? console->selected(console->user, &chosen) : 0;

	if (!number || !command_message(console, number, &message))
		return NULL;
	bytes_addf(&text, "if seat == %d && dir == %s && channel == %s", message.seat,
		   ways[message.direction], channel_name(message.channel));
	while (!shown_as_meaning(setup, &message) && size < message.size &&
	       (isalpha((unsigned char)message.bytes[size]) || message.bytes[size] == '@' ||
		message.bytes[size] == '_'))
		size++;
	if (size > 1 && message.channel != protocol_named(setup->system)->moves)
		bytes_addf(&text, " && text ~ /^%.*s/", (int)size, message.bytes);
	return text.at;
}

static const char *name_of(const char *word)
{
	const struct command *command = command_named(word);

	return command ? command->name : NULL;
}

static char *add(struct console *console, const char *arguments)
{
	const struct match *match = session_match(console->view->session);
	enum breakpoint_kind kind = (enum breakpoint_kind)console->command->what;
	bool is_break = kind == BREAKPOINT;
	const char *behind = is_break ? command_behind(arguments, "once") : NULL;
	size_t skipped = behind ? (size_t)(behind - arguments) : 0;
	bool temporary = skipped || (is_break && *console->name == 't'), /* tbreak, as GDB has it */
		is_here = is_break && strcmp(arguments + skipped, here) == 0,
	     is_like = is_break && strcmp(arguments + skipped, like) == 0;
	FREED char *words = is_here   ? place_here(console->view)
			    : is_like ? like_selected(console)
				      : bytes_text("%s", arguments + skipped);
	FREED char *of_tap = bytes_text("%s%s", temporary ? "once " : "", words ? words : "");
	struct condition_mistake mistake = {0};
	int number;

	if (!words)
		return bytes_text("no message is selected: Tab goes to a pane of messages");
	if (session_is_steered(console->view->session))
		return command_in_tap(console, of_tap);
	breakpoints_commands(console->breakpoints, name_of);
	number = breakpoints_add(console->breakpoints, kind, temporary, words, match, &mistake);
	if (!console->script && breakpoints_runs(console->breakpoints, number)) { /* of a tap */
		breakpoints_change(console->breakpoints, number, BREAKPOINT_DELETED, 0);
		return bytes_text("only log and continue can follow do here: nobody would run the others");
	}

	mistake.at = skipped + (is_here || is_like ? 0 : mistake.at);
	return number ? report(console, number) : pointed(console, arguments, mistake);
}

static char *let(struct console *console, const char *arguments)
{
	const struct variables *variables = breakpoints_variables(console->breakpoints);
	struct condition_mistake mistake = {0};
	size_t size = strcspn(arguments, " \t=");
	char *words, *text;

	console->answers = true;
	if (!*arguments)
		return variables_list(variables);
	if (!session_judge(console->view->session)) {
		console->answers = false;
		return bytes_text("only a match that is played has values: `resume` first");
	}
	if (!breakpoints_let(console->breakpoints, arguments, &mistake)) {
		console->answers = false;
		return pointed(console, arguments, mistake);
	}
	words = condition_value_words(variables_value(variables, arguments, size));
	text = bytes_text("%.*s = %s", (int)size, arguments, words);
	free(words);
	return text;
}

/* ---- by number ---- */

/* Reads the first number and moves `words` to the next.  NULL, or a problem.  */
static char *read_number(const struct console *console, const char **words, int *number)
{
	size_t size = strcspn(*words, " ");
	FREED char *word = bytes_copy(*words, size);
	char *problem = command_count(word, 0, number);
	FREED char *found = problem ? NULL : breakpoints_words(console->breakpoints, *number);

	if (problem) {
		free(problem);
		problem = bytes_text("expected a breakpoint number, not \"%s\"", word);
	} else if (!found) {
		problem = bytes_text("there is no breakpoint %d: `info breakpoints` lists them", *number);
	}
	*words += size + strspn(*words + size, " ");
	return problem;
}

/* Deletes each of the numbers, or all.  If one is wrong, none.  */
static char *delete (struct console *console, const char *arguments)
{
	char *problem = NULL;
	const char *words = arguments;
	int number;

	if (session_is_steered(console->view->session))
		return command_in_tap(console, arguments);
	while (*words && !problem)
		problem = read_number(console, &words, &number);
	if (problem)
		return problem;
	if (!*arguments)
		breakpoints_change(console->breakpoints, 0, BREAKPOINT_DELETED, 0);
	for (words = arguments; *words;) {
		free(read_number(console, &words, &number));
		breakpoints_change(console->breakpoints, number, BREAKPOINT_DELETED, 0);
	}
	return NULL;
}

/* Reads "[N] [COUNT|off]".  Without N: all.  Without a count: until `off`.  */
static char *ignore(struct console *console, const char *arguments)
{
	const char *rest = arguments;
	int number = 0, count = 0;
	char *problem = NULL;
	bool stops;

	if (session_is_steered(console->view->session))
		return command_in_tap(console, arguments);
	if (*rest && strcmp(rest, off) != 0)
		problem = read_number(console, &rest, &number);
	if (problem)
		return problem;
	stops = strcmp(rest, off) == 0 || strcmp(rest, "0") == 0;
	if (!stops && (problem = command_count(rest, 0, &count))) {
		free(problem);
		return bytes_text("expected how many hits of breakpoint %d to ignore, or off, not \"%s\"",
				  number, rest);
	}
	breakpoints_change(console->breakpoints, number,
			   stops || count ? BREAKPOINT_IGNORED : BREAKPOINT_DISABLED, count);
	if (!number)
		return command_answer(console, bytes_text(stops ? "all breakpoints stop the match again"
								: "no breakpoint stops the match: "
								  "`ignore off` ends that"));
	if (!stops && !count)
		return command_answer(console, bytes_text("breakpoint %d stops nothing: `ignore %d off` ends "
							  "that",
							  number, number));
	return command_answer(console,
			      count ? bytes_text("the next %d hit%s of breakpoint %d %s ignored", count,
						 count == 1 ? "" : "s", number, count == 1 ? "is" : "are")
				    : bytes_text("breakpoint %d stops the next time it is hit", number));
}

/* ---- the table ---- */

static const char *const break_words[] = {BREAKPOINT_CATCHES, here, like, "once", "if", "do", NULL};
static const char *const doing_words[] = {"continue", "echo", "gdb", "info", "log", "why", NULL};
static const char *const ignore_words[] = {off, NULL};
static const char *const expression_words[] = {
#define X(NAME, name, type, help) name,
	CONDITION_FIELDS(X)
#undef X
		"last(",
	"count(", "since(", "before(", NULL};
static const char *const channel_words[] = {
#define X(NAME, name, help) name,
	CHANNELS(X)
#undef X
		NULL};

/* Is what follows these arguments part of an expression?  */
static bool is_in_expression(const struct command *command, const char *arguments)
{
	const char *brace = strrchr(arguments, '{');

	if (command->run == let)
		return strchr(arguments, '=');
	return command->run == add && (command->what == WATCHPOINT || strstr(arguments, " if ") ||
				       (command->what == TRACEPOINT && brace && !strchr(brace, '}')));
}

/* What an expression may have after these arguments; NULL: there is no expression.  */
static const char *const *words_of_expression(const struct console *console UNUSED,
					      const struct command *command, const char *arguments)
{
	static const char last[] = "last(";
	size_t size = strlen(arguments);

	if (command->run == add && command->what == BREAKPOINT && !strcmp(arguments, " once "))
		return break_words;
	if (command->run == add && command->what != TRACEPOINT && strstr(arguments, " do "))
		return doing_words;
	if (!is_in_expression(command, arguments))
		return NULL;
	while (size && arguments[size - 1] == ' ')
		size--;
	return size >= strlen(last) && strncmp(arguments + size - strlen(last), last, strlen(last)) == 0
		       ? channel_words
		       : expression_words;
}

const struct command commands_of_match[] = {
	{"pause", "", "hold every message and stop the clocks", request, REQUEST_PAUSE, NULL, NULL},
	{"continue", "", "continue the match", request, REQUEST_GO, NULL, NULL},
	{"step", "[SEAT] [xN]",
	 "let one message pass, or N (x5), or N of SEAT; `step answer`: go on until an agent answers, and "
	 "stop with its answer held",
	 step, REQUEST_STEP, step_words, NULL},
	{"next", "[SEAT] [xN]",
	 "continue to the next move, or N (x5), or N of SEAT; `next end`: to the end of this game; `next "
	 "game`: to the beginning of the next one",
	 next, REQUEST_NEXT, next_words, NULL},
	{"play", "MOVE", "play your move, also in a file or the past: a variation; the MOVE alone is enough",
	 play_move, 0, NULL, NULL},
	{"hint", "[COMMAND]", "ask another agent for your move: that of --hint, this one, or your opponent's",
	 hint, 0, NULL, NULL},
	{"kibitz", "COMMAND|off",
	 "let an agent that nobody plays against analyse the shown position, or end it", kibitz, 0,
	 kibitz_words, NULL},
	{"end", "resign [SEAT]|draw|1|2",
	 "end the match: you resign, or SEAT does; a draw, or that seat wins: you decide that, agents are "
	 "not asked",
	 end, 0, end_words, NULL},
	{"save", "FILE|config [FILE]|case [FILE] [MOVE...]",
	 "write the match, the screen, the settings or a case into a file", save, 0, save_words, NULL},
	{"break", "[once] [MOVE|N|EVENT|here|like] [if COND] [do COMMAND;...]",
	 "stop the match before a move, at an event, or when a condition holds; then run these commands, "
	 "such as "
	 "log \"{rss}\"; continue",
	 add, BREAKPOINT, break_words, words_of_expression},
	{"watch", "EXPR [if COND] [do COMMAND;...]",
	 "stop when the value changes from one message of a seat to the next; a comparison such as rss > "
	 "80MB "
	 "also stops between messages",
	 add, WATCHPOINT, expression_words, words_of_expression},
	{"log", "\"TEXT\" [if COND]",
	 "write TEXT at every message for which COND holds, and go on; {EXPR} in it is a value, such as "
	 "{seat}, {time} or {text}, and {{ a bracket; `info log` shows what was written",
	 add, TRACEPOINT, NULL, words_of_expression},
	{"let", "[NAME = EXPR]",
	 "give the value that EXPR has now a name for conditions; without arguments, list these variables",
	 let, 0, NULL, words_of_expression},
	{"delete", "[N...]", "delete these breakpoints, or all", delete, 0, NULL, NULL},
	{"ignore", "[N] [COUNT|off]",
	 "ignore breakpoint N, or all, or the next COUNT hits of N; off: let it stop the match again", ignore,
	 0, ignore_words, NULL},
	{"edit", "[#K] [TEXT]",
	 "replace the selected held message, or the first one of the pane, or message #K, with "
	 "TEXT: "
	 "a line, which may contain \\n \\t \\\\ \\xNN and \\u{NNNN}, or bytes in hexadecimal; without TEXT, "
	 "edit "
	 "its text in the prompt",
	 edit, 0, NULL, NULL},
	{"drop", "[#K]",
	 "drop the selected held message, or the first one of the pane, or message #K: nobody "
	 "receives "
	 "it; the same again takes that back until it passes",
	 drop, 0, NULL, NULL},
	{"delay", "[#K] TIME",
	 "delay the selected held message, or the first one of the pane, or message #K, by TIME, "
	 "500 "
	 "(ms) or 2s, counted while the match runs; others may pass it",
	 delay, 0, NULL, NULL},
	{"send", "SEAT TEXT", "send TEXT to the agent on SEAT now, ahead of all held messages", send, 0,
	 seat_words, NULL},
	{"override", "MOVE", "play MOVE instead of the agent's", override_move, 0, NULL, NULL},
	{"takeback", "[N|#MESSAGE|here]",
	 "take back your last move, or N moves, also of a file; or give a held message back as it came",
	 take_back, 0, NULL, NULL},
	{"resume", "[PLAYER1 PLAYER2]",
	 "play on from the position shown, in a new branch, with its agents or with these players", resume, 0,
	 NULL, NULL},
	{"seat", "N human|agent|COMMAND|@NAME, or swap",
	 "change who plays seat N, from the position shown on: a person, the previous agent, or another "
	 "agent; swap: each player takes the other's seat, in a new branch",
	 take_seat, 0, new_seat_words, NULL},
	{0},
};
