/* command_change.c - commands that change what has happened: the match goes on from an earlier turn, with
 * another move, or with somebody else on a seat.
 *
 * Where the agents can, they take back; else a branch begins, with fresh ones (session.h).  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/script.h"
#include "ringside/sh_words.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_person(const struct match *match, int seat)
{
	assert(is_seat(seat));
	return match->setup.seat[seat].kind == SEAT_HUMAN;
}

static char *go_live(struct desk *desk, char *problem)
{
	if (!problem && session_is_live(desk->view->session))
		view_goto(desk->view, INT_MAX);
	return problem;
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
	char *problem = command_count(arguments, turns_of_person(session_match(desk->view->session)), &count);
	bool over = session_state(desk->view->session) == JUDGE_OVER;

	(void)answer;
	if (!problem)
		problem = command_wish(desk, (struct wish){.kind = WISH_TAKEBACK, .count = count});
	/* Else the same moves would be played again before the next line runs.  */
	if (!problem && over && script_runs(desk->script))
		problem = command_wish(desk, (struct wish){.kind = WISH_PAUSE});
	return go_live(desk, problem);
}

/* The match stands where it was when a person goes on from there, or a script, which says what comes next;
   else it runs.  */
static bool goes_on(const struct desk *desk)
{
	return session_state(desk->view->session) != JUDGE_PAUSED && !script_runs(desk->script);
}

/* Whose answer was turn n; SEAT_NONE: there is none.  */
static int mover_of(const struct match *match, int n)
{
	const struct turn *turn = match_turn(match, n);

	return turn ? turn->seat : SEAT_NONE;
}

static char *override_move(struct desk *desk, const char *arguments, bool *answer)
{
	const struct match *match = session_match(desk->view->session);
	int turns = view_turns(desk->view);
	struct session_branch branch = {.turns = turns,
					.why = "override",
					.override = arguments,
					.mover = mover_of(match, turns + 1),
					.goes_on = goes_on(desk)};

	(void)answer;
	if (!command_looks_back(desk))
		return command_wish(desk, (struct wish){.kind = WISH_OVERRIDE, .text = arguments});
	if (branch.mover == SEAT_NONE)
		return bytes_text("no move follows on this position");
	return go_live(desk, session_branch(desk->view->session, &branch));
}

/* Two words, each a player, as on the command line.  */
static char *read_players(const char *line, struct session_branch *branch, char ***words)
{
	char *problem = NULL;
	int count = 0;

	*words = sh_words_split(line, &problem);
	while (*words && (*words)[count])
		count++;
	if (!problem && count != 2)
		problem = bytes_text("expected two players, as human 'sample:threat', not %d: \"%s\"", count,
				     line);
	for (int i = 0; i < count && !problem; i++)
		branch->players[SEAT_1 + i] = (*words)[i];
	return problem;
}

/* A match of its own, from a file that says what was played but not what was said.  */
static char *play_elsewhere(struct desk *desk, const char *arguments, char *why_not)
{
	const struct match *match = session_match(desk->view->session);

	if (!why_not || session_is_live(desk->view->session) || !desk->resume ||
	    !protocol_named(match->setup.system)->resume)
		return why_not;
	free(why_not);
	return desk->resume(desk->user, arguments);
}

static char *resume(struct desk *desk, const char *arguments, bool *answer)
{
	struct session *session = desk->view->session;
	int turns = view_turns(desk->view), all = session_match(session)->turn_count;
	struct session_branch branch = {.turns = turns, .why = "resume", .goes_on = goes_on(desk)};
	char **words = NULL, *problem = *arguments ? read_players(arguments, &branch, &words) : NULL;

	(void)answer;
	if (!problem && session_is_live(session) && !command_looks_back(desk) && turns == all &&
	    session_state(session) != JUDGE_OVER && !*arguments)
		problem = command_wish(desk, (struct wish){.kind = WISH_GO});
	else if (!problem)
		problem = play_elsewhere(desk, arguments, session_branch(session, &branch));
	free(words);
	return go_live(desk, problem);
}

/* The agent that sat there before; NULL: none did.  The caller frees.  */
static char *agent_before(struct session *session, int seat)
{
	struct match_file *file = session_file(session);
	struct setup setup;
	char *command = NULL;

	assert(is_seat(seat));
	if (!file || !match_file_setup(file, 0, &setup))
		return NULL;
	if (setup.seat[seat].kind == SEAT_AGENT && setup.seat[seat].command)
		command = bytes_text("%s", setup.seat[seat].command);
	setup_free(&setup);
	return command;
}

static char *change_seat(struct desk *desk, int seat, const char *player)
{
	struct session *session = desk->view->session;
	struct session_branch branch = {.turns = view_turns(desk->view), .goes_on = goes_on(desk)};
	char *problem, *why;

	assert(is_seat(seat));
	if (session_is_live(session) && !command_looks_back(desk) && session_state(session) != JUDGE_OVER)
		return session_seat(session, seat, player);
	why = bytes_text("seat %d: %s", seat, player);
	branch.why = why;
	branch.players[seat] = player;
	problem = session_branch(session, &branch);
	free(why);
	return go_live(desk, problem);
}

static char *take_seat(struct desk *desk, const char *arguments, bool *answer)
{
	const char *player = arguments + strcspn(arguments, " ");
	char *command = NULL, *problem;
	int seat;

	(void)answer;
	if (!(*arguments >= '0' && *arguments <= '2') || player != arguments + 1 || !*player)
		return bytes_text(
			"expected a seat and who sits there, as 2 human or 1 sample:threat, not \"%s\"",
			arguments);
	seat = *arguments - '0';
	player += strspn(player, " ");
	if (strcmp(player, "agent") == 0 && !(command = agent_before(desk->view->session, seat)))
		return bytes_text("no agent has sat on seat %d: expected its command line", seat);
	problem = change_seat(desk, seat, command ? command : player);
	free(command);
	return problem;
}

const struct command commands_of_changes[] = {
	{"override", "MOVE", "play MOVE in place of the agent's", override_move, NULL},
	{"takeback", "[N]", "take back your last move, or N moves", take_back, NULL},
	{"resume", "[PLAYER1 PLAYER2]",
	 "go on from the position shown, as a new branch: with its agents, or with these players", resume,
	 NULL},
	{"seat", "N human|agent|COMMAND",
	 "somebody else takes the seat, from the position shown on: a person, the agent of before, another "
	 "agent",
	 take_seat, NULL},
	{0},
};
