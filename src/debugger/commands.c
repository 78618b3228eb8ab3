/* commands.c - what a person can have done, one function a command, and the table of them all.
 *
 * A command is a wish to the session, a move of the view, or something that the desk does to the screen.  */
#include "ringside/bytes.h"
#include "ringside/command.h"
#include "ringside/layout.h"
#include "ringside/value.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static char *wish(struct desk *desk, struct wish wish)
{
	return session_wish(desk->view->session, &wish);
}

/* A number from 1; `fallback` when nothing is given.  */
static char *read_count(const char *text, int fallback, int *count)
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

static char *no_screen(void)
{
	return bytes_text("there is no screen to do that on");
}

/* The match.  */

static char *pause_match(struct desk *desk, const char *arguments, bool *answer)
{
	(void)arguments;
	(void)answer;
	return wish(desk, (struct wish){.kind = WISH_PAUSE});
}

static char *go_on(struct desk *desk, const char *arguments, bool *answer)
{
	(void)arguments;
	(void)answer;
	return wish(desk, (struct wish){.kind = WISH_GO});
}

static char *toggle(struct desk *desk, const char *arguments, bool *answer)
{
	bool paused = session_state(desk->view->session) == JUDGE_PAUSED;

	return paused ? go_on(desk, arguments, answer) : pause_match(desk, arguments, answer);
}

static char *step(struct desk *desk, const char *arguments, bool *answer)
{
	int count;
	char *problem = read_count(arguments, 1, &count);

	(void)answer;
	return problem ? problem : wish(desk, (struct wish){.kind = WISH_STEP, .count = count});
}

static char *next(struct desk *desk, const char *arguments, bool *answer)
{
	int count;
	char *problem = read_count(arguments, 1, &count);

	(void)answer;
	return problem ? problem : wish(desk, (struct wish){.kind = WISH_NEXT, .count = count});
}

/* A move is made where the match stands, not where one is looking.  */
static char *make_move(struct desk *desk, enum wish_kind kind, const char *move)
{
	if (desk->view->turns != VIEW_LIVE && session_is_live(desk->view->session))
		return bytes_text("an earlier position is shown: `live` goes back to the match first");
	return wish(desk, (struct wish){.kind = kind, .text = move});
}

static char *override_move(struct desk *desk, const char *arguments, bool *answer)
{
	(void)answer;
	return make_move(desk, WISH_OVERRIDE, arguments);
}

static char *play_move(struct desk *desk, const char *arguments, bool *answer)
{
	(void)answer;
	return make_move(desk, WISH_PLAY, arguments);
}

static bool is_person(const struct match *match, int seat)
{
	return match->setup.seat[seat].kind == SEAT_HUMAN;
}

/* So many turns back it was last a person's turn; 1 when it never was.  */
static int turns_of_person(const struct match *match)
{
	for (int back = 1; back <= MATCH_KEPT; back++) {
		const struct turn *turn = match_turn(match, match->turn_count + 1 - back);

		if (turn && is_person(match, turn->seat))
			return back;
	}
	return 1;
}

static char *take_back(struct desk *desk, const char *arguments, bool *answer)
{
	int count;
	char *problem = read_count(arguments, turns_of_person(session_match(desk->view->session)), &count);

	(void)answer;
	if (!problem)
		problem = wish(desk, (struct wish){.kind = WISH_TAKEBACK, .count = count});
	if (!problem && session_is_live(desk->view->session))
		view_goto(desk->view, INT_MAX);
	return problem;
}

/* Who gives up when nobody is named: the person, or the person whose turn it is.  */
static int seat_that_resigns(const struct session *session)
{
	const struct match *match = session_match(session);
	bool first = is_person(match, SEAT_1), second = is_person(match, SEAT_2);

	if (first && second)
		return session_to_move(session, SEAT_2) ? SEAT_2 : SEAT_1;
	return first ? SEAT_1 : second ? SEAT_2 : SEAT_NONE;
}

static char *resign(struct desk *desk, const char *arguments, bool *answer)
{
	int seat = !strcmp(arguments, "1")   ? SEAT_1
		   : !strcmp(arguments, "2") ? SEAT_2
					     : seat_that_resigns(desk->view->session);

	(void)answer;
	if (*arguments && strcmp(arguments, "1") && strcmp(arguments, "2"))
		return bytes_text("expected seat 1 or 2, not \"%s\"", arguments);
	if (seat == SEAT_NONE)
		return bytes_text("agents sit on both seats: resign 1 or 2");
	return wish(desk, (struct wish){.kind = WISH_RESIGN, .seat = seat});
}

static char *declare_draw(struct desk *desk, const char *arguments, bool *answer)
{
	(void)arguments;
	(void)answer;
	return wish(desk, (struct wish){.kind = WISH_ADJUDICATE, .seat = SEAT_NONE});
}

static char *adjudicate(struct desk *desk, const char *arguments, bool *answer)
{
	static const char *const winners[] = {"draw", "1", "2"};

	(void)answer;
	for (int seat = 0; seat < SEATS; seat++)
		if (!strcmp(arguments, winners[seat]))
			return wish(desk, (struct wish){.kind = WISH_ADJUDICATE, .seat = seat});
	return bytes_text("expected 1, 2 or draw, not \"%s\"", arguments);
}

static char *save(struct desk *desk, const char *arguments, bool *answer)
{
	char *problem = session_save(desk->view->session, arguments);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("saved as %s", arguments);
}

static char *export_match(struct desk *desk, const char *arguments, bool *answer)
{
	struct session *session = desk->view->session;
	char *problem = session_export(session, arguments);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("exported as %s", arguments);
}

static char *resume(struct desk *desk, const char *arguments, bool *answer)
{
	(void)answer;
	if (session_is_live(desk->view->session))
		return bytes_text("this match is played here: `takeback` goes back in it");
	return desk->resume ? desk->resume(desk->user, arguments) : no_screen();
}

/* The place in the match.  */

static char *back(struct desk *desk, const char *arguments, bool *answer)
{
	int count, turns = view_turns(desk->view);
	char *problem = read_count(arguments, 1, &count);

	(void)answer;
	if (!problem && turns == 0)
		problem = bytes_text("this is the beginning of the match");
	if (!problem)
		view_goto(desk->view, count < turns ? turns - count : 0);
	return problem;
}

static char *forward(struct desk *desk, const char *arguments, bool *answer)
{
	int count, turns = view_turns(desk->view), all = session_match(desk->view->session)->turn_count;
	char *problem = read_count(arguments, 1, &count);

	(void)answer;
	if (!problem && desk->view->turns == VIEW_LIVE)
		problem = bytes_text("this is the newest position");
	if (!problem)
		view_goto(desk->view, count <= all - turns ? turns + count : INT_MAX);
	return problem;
}

static char *go_to(struct desk *desk, const char *arguments, bool *answer)
{
	int all = session_match(desk->view->session)->turn_count, turns = 0;
	char *problem = strcmp(arguments, "0") ? read_count(arguments, 0, &turns) : NULL;

	(void)answer;
	if (problem) {
		free(problem);
		return bytes_text("expected a number of moves from 0, not \"%s\"", arguments);
	}
	if (turns > all)
		return bytes_text("only %d moves were played", all);
	view_goto(desk->view, turns);
	return NULL;
}

static char *go_live(struct desk *desk, const char *arguments, bool *answer)
{
	(void)arguments;
	(void)answer;
	view_goto(desk->view, INT_MAX);
	return NULL;
}

/* `on`, `off`, or nothing for the other way round.  */
static char *read_switch(const char *value, bool *is_on)
{
	if (*value && strcmp(value, "on") && strcmp(value, "off"))
		return bytes_text("expected on or off, not \"%s\"", value);
	*is_on = *value ? !strcmp(value, "on") : !*is_on;
	return NULL;
}

static char *evaluate(struct desk *desk, const char *arguments, bool *answer)
{
	char *problem = read_switch(arguments, &desk->view->evaluate);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text(desk->view->evaluate ? "the agents are told what the cursor is at"
					       : "the agents are not told any more what the cursor is at");
}

/* The settings: each tells what is so now, as an answer.  */

static char *set_switch(const char *name, const char *value, bool *is_on, bool *answer)
{
	char *problem = read_switch(value, is_on);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("%s: %s", name, *is_on ? "on" : "off");
}

static char *set_numbers(struct desk *desk, const char *value, bool *answer)
{
	return set_switch("numbers of stones", value, &desk->view->numbers, answer);
}

static char *set_forbidden(struct desk *desk, const char *value, bool *answer)
{
	return set_switch("points that the rule forbids", value, &desk->view->forbidden, answer);
}

static char *set_analysis(struct desk *desk, const char *value, bool *answer)
{
	return set_switch("what the agents think", value, &desk->view->analysis, answer);
}

static char *set_reveal(struct desk *desk, const char *value, bool *answer)
{
	return set_switch("what is hidden from the players", value, &desk->view->reveal, answer);
}

static char *set_truth(struct desk *desk, const char *value, bool *answer)
{
	return set_switch("what the agents cannot know", value, &desk->view->truth, answer);
}

static char *set_limit(struct desk *desk, enum wish_kind kind, const char *value, bool *answer)
{
	char *problem;
	int64_t ns;

	if (!value_duration(value, &ns))
		return bytes_text("expected a time as 500ms, 2s or 1m, not \"%s\"", value);
	problem = wish(desk, (struct wish){.kind = kind, .ns = ns});
	if (problem)
		return problem;
	*answer = true;
	return bytes_text("%s is %g s from now on",
			  kind == WISH_TURN_LIMIT ? "the limit for a turn" : "the limit for the match",
			  (double)ns / NS_PER_S);
}

static char *set_turn_time(struct desk *desk, const char *value, bool *answer)
{
	return set_limit(desk, WISH_TURN_LIMIT, value, answer);
}

static char *set_match_time(struct desk *desk, const char *value, bool *answer)
{
	return set_limit(desk, WISH_MATCH_LIMIT, value, answer);
}

/* The name of a setting, and what sets it.  */
#define SETTINGS(X)                                                                                          \
	X("numbers", set_numbers)                                                                            \
	X("forbidden", set_forbidden)                                                                        \
	X("analysis", set_analysis)                                                                          \
	X("reveal", set_reveal)                                                                              \
	X("turn-time", set_turn_time)                                                                        \
	X("match-time", set_match_time)                                                                      \
	X("truth", set_truth)

static const struct {
	const char *name;
	char *(*set)(struct desk *desk, const char *value, bool *answer);
} settings[] = {
#define X(name, set) {name, set},
	SETTINGS(X)
#undef X
};

static const char *const set_words[] = {
#define X(name, set) name,
	SETTINGS(X)
#undef X
		NULL};

/* Beginnings are enough: the first setting that begins so is meant.  */
static char *set(struct desk *desk, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const char *value = arguments + size + strspn(arguments + size, " ");
	struct bytes names = {0};
	char *text, *named;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (strncmp(settings[i].name, arguments, size) != 0 || strlen(settings[i].name) < size)
			continue;
		text = settings[i].set(desk, value, answer);
		if (*answer)
			return text;
		named = bytes_text("%s: %s", settings[i].name, text);
		free(text);
		return named;
	}
	for (size_t i = 0; set_words[i]; i++)
		bytes_addf(&names, "%s%s", i ? ", " : "", set_words[i]);
	text = bytes_text("not \"%s\" but %s", arguments, names.at);
	bytes_free(&names);
	return text;
}

/* The screen.  */

#define DESK_COMMAND(function, member, argument)                                                             \
	static char *function(struct desk *desk, const char *arguments, bool *answer)                        \
	{                                                                                                    \
		(void)arguments;                                                                             \
		(void)answer;                                                                                \
		return desk->member ? desk->member argument : no_screen();                                   \
	}

DESK_COMMAND(layout, layout, (desk->user, *arguments ? arguments : NULL))
DESK_COMMAND(theme, theme, (desk->user, arguments))
DESK_COMMAND(focus, focus, (desk->user, *arguments ? arguments : "next"))
DESK_COMMAND(zoom, zoom, (desk->user))
DESK_COMMAND(filter, filter, (desk->user, arguments))
DESK_COMMAND(search_down, search, (desk->user, *arguments ? arguments : NULL, 1))
DESK_COMMAND(search_up, search, (desk->user, *arguments ? arguments : NULL, -1))
DESK_COMMAND(freeze, freeze, (desk->user))
DESK_COMMAND(scroll, scroll, (desk->user, arguments))
DESK_COMMAND(redraw, redraw, (desk->user))

static char *screenshot(struct desk *desk, const char *arguments, bool *answer)
{
	char *problem = desk->screenshot ? desk->screenshot(desk->user, arguments) : no_screen();

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("the screen is in %s", arguments);
}

static char *help(struct desk *desk, const char *arguments, bool *answer)
{
	const struct command *command;

	if (!*arguments)
		return desk->help ? desk->help(desk->user) : no_screen();
	if (!(command = command_named(arguments)))
		return bytes_text("there is no command \"%s\"", arguments);
	*answer = true;
	return bytes_text("%s%s%s: %s", command->name, *command->arguments ? " " : "", command->arguments,
			  command->help);
}

static char *quit(struct desk *desk, const char *arguments, bool *answer)
{
	(void)answer;
	if (*arguments && strcmp(arguments, "now"))
		return bytes_text("expected now or nothing, not \"%s\"", arguments);
	if (desk->quit)
		return desk->quit(desk->user, *arguments);
	session_end(desk->view->session);
	return NULL;
}

static const char *const layout_words[] = {
#define X(name, help) name,
	LAYOUTS(X)
#undef X
		NULL};
static const char *const scroll_words[] = {"up", "down", "pageup", "pagedown", "top", "end", NULL};
static const char *const focus_words[] = {"next", "previous", NULL};
static const char *const winner_words[] = {"1", "2", "draw", NULL};
static const char *const seat_words[] = {"1", "2", NULL};
static const char *const switch_words[] = {"on", "off", NULL};
static const char *const quit_words[] = {"now", NULL};

const struct command commands[] = {
	{"pause", "", "hold every message and stop the clocks", pause_match, NULL},
	{"continue", "", "go on", go_on, NULL},
	{"toggle", "", "pause, or go on", toggle, NULL},
	{"step", "[N]", "let one message pass, or N", step, NULL},
	{"next", "[N]", "go on until the next move is played, or N moves", next, NULL},
	{"finish", "", "go on to the end of the game", go_on, NULL},
	{"override", "MOVE", "play MOVE in place of the agent's", override_move, NULL},
	{"play", "MOVE", "your move", play_move, NULL},
	{"takeback", "[N]", "take back your last move, or N moves", take_back, NULL},
	{"back", "[N]", "show the position a move before, or N", back, NULL},
	{"forward", "[N]", "show the position a move after, or N", forward, NULL},
	{"goto", "N", "show the position after N moves", go_to, NULL},
	{"live", "", "show the newest position", go_live, NULL},
	{"resume", "[PLAYER1 PLAYER2]",
	 "play on from the position shown, in a match of its own: with its agents, or with these players",
	 resume, NULL},
	{"resign", "[SEAT]", "give the match up", resign, seat_words},
	{"draw", "", "end the match as a draw", declare_draw, NULL},
	{"adjudicate", "1|2|draw", "decide the match", adjudicate, winner_words},
	{"layout", "[NAME]", "arrange the panes: the next layout, or the one of that name", layout,
	 layout_words},
	{"theme", "NAME", "other colours", theme, NULL},
	{"focus", "[next|previous|N]", "give the keys to another pane", focus, focus_words},
	{"zoom", "", "the pane alone, or all again", zoom, NULL},
	{"filter", "[PATTERN]", "show only messages of the pane that match; without PATTERN all", filter,
	 NULL},
	{"search", "[PATTERN]", "the next message of the pane that matches", search_down, NULL},
	{"search-back", "[PATTERN]", "the message before that matches", search_up, NULL},
	{"freeze", "", "hold the pane still while the match goes on, or let it go", freeze, NULL},
	{"scroll", "up|down|pageup|pagedown|top|end", "move in the pane", scroll, scroll_words},
	{"save", "FILE", "copy the match so far to a match file", save, NULL},
	{"export", "FILE", "write the match so far in the format that FILE ends in, as .psq", export_match,
	 NULL},
	{"screenshot", "FILE", "write the text of the screen to a file", screenshot, NULL},
	{"set", "numbers|forbidden|analysis|reveal|truth [on|off], turn-time|match-time TIME",
	 "what the board shows besides its pieces; change a limit, also of the turn that runs", set,
	 set_words},
	{"evaluate", "[on|off]", "tell the agents what the cursor of the board is at, or stop it", evaluate,
	 switch_words},
	{"redraw", "", "draw the screen anew", redraw, NULL},
	{"help", "[COMMAND]", "keys and commands, or what one command does", help, NULL},
	{"quit", "[now]", "leave; asks while a match runs, unless now", quit, quit_words},
	{0},
};
