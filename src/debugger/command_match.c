/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_match.c - commands that run the match: pause, step, play, end, save.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A request that needs no arguments.  */
static char *request(struct console *console, const char *arguments)
{
	(void)arguments;
	return command_request(console, (struct request){.kind = (enum request_kind)console->command->what});
}

static char *toggle(struct console *console, const char *arguments)
{
	bool paused = session_state(console->view->session) == JUDGE_PAUSED;

	(void)arguments;
	return command_request(console, (struct request){.kind = paused ? REQUEST_GO : REQUEST_PAUSE});
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

static char *finish(struct console *console, const char *arguments)
{
	(void)arguments;
	return session_go_on(console->view->session, SESSION_TO_END);
}

static char *next(struct console *console, const char *arguments)
{
	if (strcmp(arguments, "game") == 0)
		return session_go_on(console->view->session, SESSION_TO_NEXT);
	return go_by(console, arguments);
}

/* A person plays in the position of the match, not in an earlier one that is shown.  */
static char *play_move(struct console *console, const char *arguments)
{
	if (session_shown(console->view->session) >= 0)
		return bytes_text("branch %d is shown: `live` returns to the match",
				  session_shown(console->view->session));
	if (!view_is_live(console->view))
		return bytes_text("an earlier position is shown: `live` returns to the match");
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
		return session_to_move(session, SEAT_2) ? SEAT_2 : SEAT_1;
	return first ? SEAT_1 : second ? SEAT_2 : SEAT_NONE;
}

static char *resign(struct console *console, const char *arguments)
{
	int seat = !strcmp(arguments, "1")   ? SEAT_1
		   : !strcmp(arguments, "2") ? SEAT_2
					     : seat_that_resigns(console->view->session);

	if (*arguments && strcmp(arguments, "1") && strcmp(arguments, "2"))
		return bytes_text("expected seat 1 or 2, not \"%s\"", arguments);
	if (seat == SEAT_NONE)
		return bytes_text("agents sit on both seats: expected resign 1 or resign 2");
	return command_request(console, (struct request){.kind = REQUEST_RESIGN, .seat = seat});
}

static char *adjudicate(struct console *console, const char *arguments)
{
	static const char *const winners[] = {"draw", "1", "2"};

	for (int seat = 0; seat < SEATS; seat++)
		if (!strcmp(arguments, winners[seat]))
			return command_request(console,
					       (struct request){.kind = REQUEST_ADJUDICATE, .seat = seat});
	return bytes_text("expected 1, 2 or draw, not \"%s\"", arguments);
}

static char *save(struct console *console, const char *arguments)
{
	char *problem = session_save(console->view->session, arguments);

	return problem ? problem : command_answer(console, bytes_text("saved as %s", arguments));
}

static char *export_match(struct console *console, const char *arguments)
{
	char *problem = session_export(console->view->session, arguments);

	return problem ? problem : command_answer(console, bytes_text("exported to %s", arguments));
}

static const char *const winner_words[] = {"1", "2", "draw", NULL};
static const char *const seat_words[] = {"1", "2", NULL};
static const char *const kibitz_words[] = {"off", NULL};
static const char *const next_words[] = {"1", "2", "game", NULL};

const struct command commands_of_match[] = {
	{"pause", "", "hold every message and stop the clocks", request, REQUEST_PAUSE, NULL},
	{"continue", "", "continue the match", request, REQUEST_GO, NULL},
	{"toggle", "", "pause, or continue", toggle, 0, NULL},
	{"step", "[SEAT] [xN]", "let one message pass, or N (x5), or N of SEAT", go_by, REQUEST_STEP,
	 seat_words},
	{"next", "[SEAT] [xN]",
	 "continue to the next move, or N (x5), or N of SEAT; `next game`: to the beginning of the next game",
	 next, REQUEST_NEXT, next_words},
	{"finish", "", "continue to the end of the game, and stop there before the next one", finish, 0,
	 NULL},
	{"play", "MOVE", "play your move; the MOVE alone is enough", play_move, 0, NULL},
	{"hint", "[COMMAND]", "ask another agent for your move: that of --hint, this one, or your opponent's",
	 hint, 0, NULL},
	{"kibitz", "COMMAND|off",
	 "let an agent that nobody plays against analyse the shown position, or end it", kibitz, 0,
	 kibitz_words},
	{"resign", "[SEAT]", "resign the match", resign, 0, seat_words},
	{"draw", "", "end the match as a draw: you decide that, agents are not asked", request,
	 REQUEST_ADJUDICATE, NULL},
	{"adjudicate", "1|2|draw", "end the match with this result", adjudicate, 0, winner_words},
	{"save", "FILE", "copy the match so far to a match file", save, 0, NULL},
	{"export", "FILE", "write the match so far to FILE, whose ending names the format, such as .psq",
	 export_match, 0, NULL},
	{0},
};
