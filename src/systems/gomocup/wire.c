/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the Gomocup protocol: brains that play gomoku over pipes (gomocup, What a manager must do; What
 * real brains do).
 *
 * The judge remembers how many of the moves are on each brain's own board.  This decides how a turn is asked:
 * BEGIN, TURN, or RESTART and BOARD.
 *
 * Few brains know SWAP2BOARD.  If a brain says UNKNOWN, the judge places three stones of its own (gomocup,
 * Rules: swap2).  A brain that has to choose and cannot keeps white, and is asked for a move by BOARD.
 *
 * words.c recognizes lines, reasons.c has the words for people.  */
#include "wire.h"
#include "analysis.h"
#include "files.h"
#include "words.h"

#include "ringside/arbiter.h"
#include "ringside/sh_words.h"
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row option_folder =
	OPTION_ROW("folder", OPTION_FOLDER, "DIR", 0, .path = PATH_LENT, .rare = true,
		   .help = "the folder for the brains' permanent files; its path is sent to them; created if "
			   "it is missing");
const struct option_row gomocup_option_tournament = OPTION_ROW(
	"tournament", OPTION_SWITCH, NULL, 0, .rare = true,
	.help = "tell brains that this is a tournament (game_type 2); run with several games always does");

const struct option_row gomocup_option_info1 =
	OPTION_ROW("info1", OPTION_TEXT, "LINES", 0, .rare = true, .seat = SEAT_1,
		   .help = "INFO lines for the brain on seat 1; more than one are joined with ;, as in "
			   "'thread_num 4; hash 1048576'");
const struct option_row gomocup_option_info2 =
	OPTION_ROW("info2", OPTION_TEXT, "LINES", 0, .rare = true, .seat = SEAT_2,
		   .help = "INFO lines for the brain on seat 2; as --info1");

/* Of the settings of a player.  Brains know the two lines from Yixin's extension of the protocol, and the
 * others pass over them.  */
#define SEARCH(row, name, number)                                                                            \
	static const struct option_row row = OPTION_ROW(name, OPTION_COUNT, "N", 0, .seat = (number),        \
							.least = 1, .most = INT64_MAX, .optional = true)
SEARCH(option_depth1, "depth1", SEAT_1);
SEARCH(option_depth2, "depth2", SEAT_2);
SEARCH(option_nodes1, "nodes1", SEAT_1);
SEARCH(option_nodes2, "nodes2", SEAT_2);

static const struct option_row *const options[] = {
	&gomoku_option_size,      &gomoku_option_rule,
	&gomoku_option_swap2,     &gomoku_option_opening,
	&gomoku_option_draw_at,   &option_draw_when,
	&option_win_when,         &gomoku_option_ends,
	&option_folder,           &gomocup_option_tournament,
	&gomocup_option_info1,    &gomocup_option_info2,
	&option_depth1,           &option_depth2,
	&option_nodes1,           &option_nodes2,
	&gomoku_option_ends_text, NULL,
};

/* ---- what a brain is told ---- */

/* How long a brain may be silent after commands that it need not know: ABOUT, TAKEBACK.  */
#define OPTIONAL_LIMIT ((int64_t)NS_PER_S)

/* Asks for an answer other than a move, within ns.  */
static void await(struct gomocup *g, int seat, enum phase phase, int64_t limit)
{
	g->brain[seat].phase = phase;
	(phase == PHASE_START ? arbiter_await : arbiter_wait)(g->judge, seat, limit);
}

static void send_start(struct gomocup *g, int seat)
{
	if (g->match.game.width == g->match.game.height)
		arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "START %d\r\n", g->match.game.width);
	else
		arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "RECTSTART %d,%d\r\n", g->match.game.width,
			    g->match.game.height);
	await(g, seat, PHASE_START, setup_start_limit(arbiter_setup(g->judge), seat));
}

static void send_restart(struct gomocup *g, int seat)
{
	g->brain[seat].informed = false;
	arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "RESTART\r\n");
	await(g, seat, PHASE_RESTART, setup_start_limit(arbiter_setup(g->judge), seat));
}

static void send_number(struct gomocup *g, int seat, const char *key, int64_t number)
{
	arbiter_send(g->judge, seat, CHANNEL_INFO, "INFO %s %" PRId64 "\r\n", key, number);
}

/* With a clock alone, what the turn may take: 0 would mean as fast as possible (gomocup-protocol, INFO).  */
static void send_turn_limit(struct gomocup *g, int seat)
{
	const struct setup *setup = arbiter_setup(g->judge);
	int64_t limit = setup_turn_limit(setup, seat);
	struct time_control clock = setup_clock(setup, seat);
	bool byoyomi = arbiter_clock(g->judge, seat).overtimes;

	if (byoyomi && (!limit || limit > clock.overtime))
		limit = clock.overtime;
	else if (!limit && setup_has_clock(setup, seat))
		limit = clock.period[0].time;
	g->brain[seat].byoyomi = byoyomi;
	send_number(g, seat, "timeout_turn", limit / NS_PER_MS);
}

static void send_limits(struct gomocup *g, int seat)
{
	const struct setup *setup = arbiter_setup(g->judge);

	send_number(g, seat, "timeout_match", setup_match_limit(setup, seat) / NS_PER_MS);
	send_turn_limit(g, seat);
}

/* What a brain is told about its opponent (gomocup-protocol, INFO game_type). A match against a person is no
   tournament.  */
static int game_type(const struct gomocup *g, int seat)
{
	enum { AGAINST_PERSON, AGAINST_BRAIN, TOURNAMENT };

	if (!arbiter_is_agent(g->judge, seat_opponent(seat)))
		return AGAINST_PERSON;
	return setup_switch(arbiter_setup(g->judge), &gomocup_option_tournament) ? TOURNAMENT : AGAINST_BRAIN;
}

/* What a person wants this brain to be told: parts between semicolons.  A line ends before a control
 * character.
 */
static void send_more_info(struct gomocup *g, int seat)
{
	const char *more = setup_text(arbiter_setup(g->judge),
				      seat == SEAT_1 ? &gomocup_option_info1 : &gomocup_option_info2);

	while (more && *more) {
		int size, whole;

		more += strspn(more, " ");
		whole = (int)strcspn(more, ";");
		for (size = 0; size < whole && (unsigned char)more[size] >= ' ' && more[size] != 0x7f;)
			size++;
		if (size)
			arbiter_send(g->judge, seat, CHANNEL_INFO, "INFO %.*s\r\n", size, more);
		more += whole + (more[whole] == ';');
	}
}

/* How far it may search, if a person has said so.  */
static void send_search(struct gomocup *g, int seat, const char *name, const struct option_row *row)
{
	const struct setup *setup = arbiter_setup(g->judge);

	if (setup_given(setup, row->name))
		send_number(g, seat, name, setup_count(setup, row));
}

static void send_info(struct gomocup *g, int seat)
{
	const char *folder = setup_text(arbiter_setup(g->judge), &option_folder);

	g->brain[seat].informed = true;
	send_number(g, seat, "max_memory", setup_memory(arbiter_setup(g->judge), seat));
	send_limits(g, seat);
	send_number(g, seat, "game_type", game_type(g, seat));
	send_number(g, seat, "rule", g->match.game.rule);
	if (folder)
		arbiter_send(g->judge, seat, CHANNEL_INFO, "INFO folder %s\r\n", folder);
	send_search(g, seat, "max_depth", seat == SEAT_1 ? &option_depth1 : &option_depth2);
	send_search(g, seat, "max_node", seat == SEAT_1 ? &option_nodes1 : &option_nodes2);
	send_more_info(g, seat);
}

static void send_time_left(struct gomocup *g, int seat)
{
	static const char unlimited[] = "INFO time_left 2147483647\r\n";
	struct clock_state clock = arbiter_clock(g->judge, seat);
	int64_t left = clock.left;

	if (g->brain[seat].informed && g->brain[seat].byoyomi != (clock.overtimes > 0))
		send_turn_limit(g, seat);
	if (left == INT64_MAX) /* most often, so it is not formatted */
		arbiter_send_bytes(g->judge, seat, CHANNEL_INFO, 0, unlimited, sizeof(unlimited) - 1);
	else
		send_number(g, seat, "time_left", left / NS_PER_MS);
}

/* Sent before every BEGIN, TURN and BOARD.  The turn's time begins with it (gomocup, Clocks).  */
static void begin_turn(struct gomocup *g, int seat)
{
	arbiter_start_clock(g->judge, seat);
	send_time_left(g, seat);
}

int gomocup_field(const struct gomoku *game, int i)
{
	if (gomoku_at(game, game->moves[i]) == STONE_BLOCK)
		return 3;
	return (game->move_count - i) % 2
		       ? 2
		       : 1; /* every second stone is the seat's; the last is the opponent's */
}

static void send_board(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;

	arbiter_send(g->judge, seat, CHANNEL_COMMAND, "BOARD\r\n");
	for (int i = 0; i < game->move_count; i++) /* in the order of the moves, which renju needs */
		arbiter_send(g->judge, seat, CHANNEL_COMMAND, "%d,%d,%d\r\n", game->moves[i].x,
			     game->moves[i].y, gomocup_field(game, i));
	arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "DONE\r\n");
}

static void ask(void *state, int seat);

/* The brain is idle now; if its turn has come, asks it.  */
static void idle(struct gomocup *g, int seat)
{
	g->brain[seat].phase = PHASE_IDLE;
	arbiter_answered(g->judge, seat);
	if (g->brain[seat].pending)
		ask(g, seat);
}

/* Its move is no longer wanted; the answer may still come.  */
static void withdraw_move(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	if (!arbiter_withdraw(g->judge, seat))
		arbiter_drop_answer(g->judge, seat, NULL);
	arbiter_answered(g->judge, seat);
	brain->known = KNOWN_NOTHING;
	brain->phase = PHASE_IDLE;
}

/* ---- moves, and how a match ends ---- */

/* Notes what is on the brain's board now that its turn is over.  */
static void settle_brain(struct gomocup *g, int seat, bool answered, bool as_it_said)
{
	struct brain *brain = &g->brain[seat];

	if (brain->phase == PHASE_MOVE && !answered)
		withdraw_move(g, seat);
	else if (brain->phase == PHASE_MOVE && brain->asked_swap2)
		brain->known = 0; /* "treated as an opening for a standard match" (gomocup-protocol,
				     SWAP2BOARD): BOARD follows */
	else if (answered && as_it_said)
		brain->known = g->match.game.move_count;
	else if (brain->phase == PHASE_MOVE)
		brain->known = KNOWN_NOTHING; /* its board has the move that it wanted */
	if (brain->phase == PHASE_MOVE)
		brain->phase = PHASE_IDLE;
	brain->pending = PENDING_NOTHING;
}

/* A continuous game is over when nobody can make a line any more.  */
static void end_continuous(struct gomocup *g)
{
	const struct gomoku *game = &g->match.game;
	int black = g->match.black, b = game->lines[STONE_BLACK], w = game->lines[STONE_WHITE];
	int most = b > w ? b : w;

	if (b == w)
		arbiter_verdict(g->judge, WINNER_DRAW, "lines", SEAT_NONE, "%d line%s each", b,
				b == 1 ? "" : "s");
	else
		arbiter_verdict(g->judge, b > w ? black : seat_opponent(black), "lines", SEAT_NONE,
				"%d line%s to %d, and no place for another", most, most == 1 ? "" : "s",
				b > w ? w : b);
}

/* At --draw-at stones.  Lines of a continuous game are reported, and do not count.  */
static void end_at_number(struct gomocup *g)
{
	const struct gomoku *game = &g->match.game;
	int black = g->match.black, b = game->lines[STONE_BLACK], w = game->lines[STONE_WHITE];

	if (game->rule & GOMOKU_CONTINUOUS)
		arbiter_verdict(g->judge, WINNER_DRAW, "draw-at", SEAT_NONE,
				"%d stones on the board; lines of seat 1 and 2: %d and %d", game->move_count,
				black == SEAT_1 ? b : w, black == SEAT_1 ? w : b);
	else
		arbiter_verdict(g->judge, WINNER_DRAW, "draw-at", SEAT_NONE,
				"no five with %d stones on the board", game->move_count);
}

static void note_lines(struct gomocup *g, int seat)
{
	struct square from, to;
	char a[6], b[6], line[16];

	for (int i = 0; gomoku_made_line(&g->match.game, i, &from, &to); i++) {
		gomoku_write_square(from, a);
		gomoku_write_square(to, b);
		snprintf(line, sizeof(line), "%s-%s", a, b);
		arbiter_notice_of(g->judge, seat, &gomocup_texts.notices[GOMOCUP_MADE_LINE], 0, 0, line);
	}
}

/* Does the table of ends have this position?  */
static bool is_known_end(struct gomocup *g)
{
	const struct gomoku_end *end =
		g->match.stage == GOMOKU_MOVE ? gomoku_known_end(&g->ends, &g->match.game) : NULL;
	int winner = WINNER_DRAW;

	if (!end)
		return false;
	if (end->result != STONE_NONE)
		winner = end->result == STONE_BLACK ? g->match.black : seat_opponent(g->match.black);
	arbiter_adjudicate(g->judge, winner, GOMOCUP_CAUSE_ENDS, "line %d of --%s %s says that %s", end->line,
			   gomoku_option_ends.name, setup_text(arbiter_setup(g->judge), &gomoku_option_ends),
			   end->result == STONE_NONE    ? "this position is a draw"
			   : end->result == STONE_BLACK ? "black wins this position"
							: "white wins this position");
	return true;
}

/* Has the last move ended the match?  */
static bool ends(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;
	int turns = arbiter_match(g->judge)->turn_count;
	char *five = gomoku_won_words(game);

	if (five) {
		arbiter_verdict(g->judge, seat, "five", SEAT_NONE, "%s", five);
		free(five);
	} else if (game->rule & GOMOKU_CONTINUOUS && !gomoku_line_possible(game)) {
		end_continuous(g);
	} else if (gomoku_full(game)) {
		arbiter_verdict(g->judge, WINNER_DRAW, "full-board", SEAT_NONE, "the board is full");
	} else if (is_known_end(g) || arbiter_agreed(g->judge, turns, turns)) {
		return true;
	} else if (g->match.draw_at && game->move_count >= g->match.draw_at) {
		end_at_number(g);
	} else {
		return false;
	}
	return true;
}

char *gomocup_put(struct gomocup *g, int seat, const char *text, size_t size, const char *answered)
{
	struct brain *brain = &g->brain[seat];
	bool as_it_said = answered && (answered == text ||
				       (strlen(answered) == size && memcmp(answered, text, size) == 0));
	char *forbidden = gomoku_match_forbids(&g->match, text, size), *why, *words;
	const char *played;

	g->played.size = 0;
	why = gomoku_match_play(&g->match, text, size, &g->played);
	if (why) {
		free(forbidden);
		return why;
	}
	played = g->played.at;
	if (brain->phase != PHASE_MOVE)
		answered = NULL; /* the words answer an older question, or were overridden during a restart */
	if (arbiter_is_agent(g->judge, seat))
		settle_brain(g, seat, answered, as_it_said);
	arbiter_moved(g->judge, seat, as_it_said && answered ? played : answered, played);
	note_lines(g, seat);
	if (forbidden) {
		words = gomoku_move_words(played, strlen(played));
		arbiter_forfeit(g->judge, seat, "forbidden", "played %s, which renju forbids black: %s",
				words, forbidden);
		free(words);
	} else if (!ends(g, seat)) {
		arbiter_next(g->judge, g->match.next);
	}
	free(forbidden);
	return NULL;
}

/* The brain moves.  An illegal move loses.  */
static void take_move(struct gomocup *g, int seat, struct text text)
{
	struct text move = gomocup_behind(text, "SUGGEST");
	char *why = gomocup_put(g, seat, move.at, move.size, move.at);
	FREED char *words = NULL;

	if (!why)
		return;
	words = gomoku_move_words(move.at, move.size);
	arbiter_forfeit_case(g->judge, seat, REASON_ILLEGAL,
			     g->brain[seat].asked_swap2 ? GOMOCUP_CAUSE_SWAP2 : NULL, "%s %s, %s",
			     g->brain[seat].asked_swap2 ? "answered SWAP2BOARD with" : "played", words, why);
	free(why);
}

static char *answer(void *state, const struct message *message, bool *legal)
{
	const struct gomocup *g = state;
	const struct brain *brain = &g->brain[message->seat];
	struct text text = gomocup_text(message->bytes, message->size),
		    move = gomocup_behind(text, "SUGGEST");
	FREED char *why = NULL;

	if (brain->phase != PHASE_MOVE || (gomocup_is_swap2(text) && !brain->asked_swap2) ||
	    (move.at != text.at && !gomocup_is_move(move)))
		return NULL;
	why = gomoku_match_loses(&g->match, move.at, move.size);
	*legal = !why;
	return bytes_copy(move.at, move.size);
}

static char *move_form(const struct match *match, int turns UNUSED, const char *move, char **problem)
{
	struct square squares[3];
	struct bytes text = {0};
	size_t bad, size = strlen(move);
	int count, width, height;

	if (size == strlen("swap") && bytes_begin(move, size, "swap") &&
	    setup_switch(&match->setup, &gomoku_option_swap2))
		return bytes_text("swap");
	count = gomoku_read_squares(move, size, squares, 3, &bad);
	setup_sides(&match->setup, &gomoku_option_size, &width, &height);
	for (int i = 0; i < count; i++) {
		bytes_addf(&text, "%s%d,%d", i ? " " : "", squares[i].x, squares[i].y);
		if (squares[i].x < 0 || squares[i].y < 0 || squares[i].x >= width || squares[i].y >= height)
			count = 0;
	}
	if (count > 0)
		return text.at;
	*problem = bytes_text("not a square of the board, such as h8 or 7,7");
	bytes_free(&text);
	return NULL;
}

static char *why_not(const struct gomoku_match *match, const char *move)
{
	size_t size = strlen(move);
	FREED char *why = gomoku_match_loses(match, move, size);
	FREED char *words = why ? gomoku_move_words(move, size) : NULL;

	return why ? bytes_text("%s is %s", words, why) : NULL;
}

static char *check(void *state, int seat UNUSED, const char *move, int back)
{
	const struct gomocup *g = state;
	struct gomoku_match before;
	char *problem;

	if (!back)
		return why_not(&g->match, move);
	problem = gomoku_match_init(&before, arbiter_setup(g->judge));
	if (problem)
		return problem;
	gomoku_match_goto(&before, arbiter_match(g->judge), g->match.turns - back);
	problem = why_not(&before, move);
	gomoku_match_free(&before);
	return problem;
}

static char *play(void *state, int seat, const char *move, const char *answered)
{
	char *problem = check(state, seat, move, 0);

	return problem ? problem : gomocup_put(state, seat, move, strlen(move), answered);
}

/* ---- swap2 ---- */

/* After a refusal, another may come within this time: one for each line of SWAP2BOARD (gomocup, What real
   brains do).  If the turn's limit comes first, it ends the wait.  */
#define MORE_REFUSALS ((int64_t)100 * NS_PER_MS)

/* Three stones for a board of any size, as offsets from the centre.  The setup's seed and the game's number
   choose.  */
static const struct square three_stones[][3] = {
	{{0, 0}, {1, 1}, {2, -1}},  {{0, 0}, {0, 1}, {-2, 1}}, {{-1, 0}, {1, 1}, {0, -2}},
	{{0, -1}, {1, 1}, {-2, 0}}, {{1, 0}, {-1, 1}, {2, 2}}, {{0, 0}, {2, 0}, {-1, 2}},
};

static char *own_opening(const struct gomocup *g)
{
	const struct setup *setup = arbiter_setup(g->judge);
	size_t i = (size_t)((setup->seed + (uint64_t)setup->game - 1) %
			    (sizeof(three_stones) / sizeof(three_stones[0])));
	int x = g->match.game.width / 2, y = g->match.game.height / 2;
	const struct square *o = three_stones[i];

	return bytes_text("%d,%d %d,%d %d,%d", x + o[0].x, y + o[0].y, x + o[1].x, y + o[1].y, x + o[2].x,
			  y + o[2].y);
}

/* Places the judge's stones for a brain that cannot choose any.  */
static void place_three(struct gomocup *g, int seat)
{
	FREED char *stones = own_opening(g);

	arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_NO_SWAP2_STONES]);
	g->brain[seat].known = KNOWN_NOTHING;
	g->brain[seat].phase = PHASE_IDLE;
	arbiter_answered(g->judge, seat);
	free(gomocup_put(g, seat, stones, strlen(stones), NULL));
}

/* Asks for the stones or the choice of a stage of swap2.  False: this is no such stage, or the brain does not
   know SWAP2BOARD and is asked by BOARD.  */
static bool ask_swap2(struct gomocup *g, int seat)
{
	const struct gomoku *game = &g->match.game;
	struct brain *brain = &g->brain[seat];

	brain->asked_swap2 = false;
	if (g->match.stage == GOMOKU_MOVE)
		return false;
	if (brain->knows_no_swap2 && g->match.stage != GOMOKU_THREE)
		return false;
	if (brain->knows_no_swap2) {
		place_three(g, seat);
		return true;
	}
	brain->asked_swap2 = true;
	brain->phase = PHASE_MOVE;
	begin_turn(g, seat);
	/* The question begins here.  An earlier UNKNOWN, as to an INFO, does not refuse it.  */
	arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "SWAP2BOARD\r\n");
	for (int i = 0; i < game->move_count; i++)
		arbiter_send(g->judge, seat, CHANNEL_COMMAND, "%d,%d\r\n", game->moves[i].x,
			     game->moves[i].y);
	arbiter_send(g->judge, seat, CHANNEL_COMMAND, "DONE\r\n");
	return true;
}

/* No more refusals come.  With --strict a refusal loses in its own turn, unless a person has moved in the
   brain's place.  */
static void swap2_without(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	brain->known = KNOWN_NOTHING;
	arbiter_stop_clock(g->judge, seat); /* the following answers have limits of their own */
	if (arbiter_setup(g->judge)->strict && brain->pending == PENDING_AGAIN) {
		arbiter_forfeit(g->judge, seat, REASON_PROTOCOL, "does not know SWAP2BOARD: %s",
				brain->error);
		return;
	}
	if (brain->pending && g->match.stage == GOMOKU_THREE) {
		place_three(g, seat);
		return;
	}
	arbiter_notice(g->judge, seat,
		       &gomocup_texts.notices[brain->pending ? GOMOCUP_NO_SWAP2_CHOICE : GOMOCUP_NO_SWAP2]);
	idle(g, seat);
}

/* The brain has refused SWAP2BOARD, or another of its lines.  */
static void refused_swap2(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	if (arbiter_is_tapped(g->judge)) { /* the other judge knows what to do then */
		brain->phase = PHASE_IDLE;
		arbiter_stop_clock(g->judge, seat);
		arbiter_answered(g->judge, seat);
		return;
	}
	if (brain->phase == PHASE_MOVE) {
		brain->knows_no_swap2 = true;
		brain->refusals = g->match.game.move_count + 2;
		brain->phase = PHASE_REFUSES;
		brain->pending = PENDING_AGAIN; /* unless the turn ends first */
	}
	if (--brain->refusals > 0)
		arbiter_wait(g->judge, seat, MORE_REFUSALS);
	else
		swap2_without(g, seat);
}

/* The brain has answered after all: it had refused something older.  */
static void knows_swap2(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	brain->knows_no_swap2 = false;
	brain->pending = PENDING_NOTHING;
	brain->phase = PHASE_MOVE;
	arbiter_await(g->judge, seat, 0);
}

/* ---- which question, and when ---- */

static void begin(void *state)
{
	struct gomocup *g = state;

	arbiter_next(g->judge, g->match.next);
}

static void ask(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];
	int moves = g->match.game.move_count;
	struct square last;

	brain->pending = PENDING_TURN;
	if (brain->phase != PHASE_IDLE)
		return;
	if (brain->known == KNOWN_NOTHING ||
	    (brain->known != 0 && (brain->known != moves - 1 || g->match.stage != GOMOKU_MOVE))) {
		send_restart(g, seat);
		return;
	}
	brain->pending = PENDING_NOTHING;
	free(brain->error);
	brain->error = NULL;
	if (ask_swap2(g, seat))
		return;
	brain->phase = PHASE_MOVE;
	begin_turn(g, seat);
	if (moves == 0) {
		arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "BEGIN\r\n");
	} else if (brain->known == moves - 1) {
		last = g->match.game.moves[moves - 1];
		arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "TURN %d,%d\r\n", last.x, last.y);
	} else {
		send_board(g, seat);
	}
	brain->known = moves;
}

static void limits_changed(void *state)
{
	struct gomocup *g = state;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		if (!g->brain[s].informed)
			continue; /* it is told together with everything else */
		send_limits(g, s);
		send_time_left(g, s);
	}
}

static char *point(void *state, const char *move)
{
	struct gomocup *g = state;
	struct square square;

	if (!gomoku_read_square(move, strlen(move), &square) || !gomoku_inside(&g->match.game, square))
		return bytes_text("\"%s\" is not a square of the board", move);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (g->brain[s].informed)
			arbiter_send(g->judge, s, CHANNEL_INFO, "INFO evaluate %d,%d\r\n", square.x,
				     square.y);
	return NULL;
}

/* The seat gets a process that knows nothing.  */
static void forget(struct brain *brain)
{
	brain->phase = PHASE_IDLE;
	brain->known = KNOWN_NOTHING;
	brain->informed = false;
}

/* Gives the seat to a fresh process.  */
static void respawn(struct gomocup *g, int seat)
{
	forget(&g->brain[seat]);
	arbiter_respawn(g->judge, seat, NS_PER_S);
}

static void reseat(void *state, int seat)
{
	struct brain *brain = &((struct gomocup *)state)->brain[seat];

	forget(brain);
	brain->pending = PENDING_NOTHING;
}

/* Reports a name that promises to speak through files.  */
static void note_name(struct gomocup *g, int seat)
{
	const char *command = arbiter_setup(g->judge)->seat[seat].command;
	FREED char *file = program_file(command ? command : "sample:");

	if (!bytes_begin(file, strlen(file), "pbrain-") && !bytes_begin(file, strlen(file), "sample:"))
		arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_FILE_NAME]);
}

static void started(void *state, int seat, bool warm)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	brain->spoke = brain->named = false;
	brain->known = KNOWN_NOTHING;
	if (warm) {
		send_restart(g, seat);
		return;
	}
	note_name(g, seat);
	brain->owes_about = true;
	arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "ABOUT\r\n");
	await(g, seat, PHASE_ABOUT, OPTIONAL_LIMIT);
}

/* Its board is empty now, and it can be asked.  */
static void got_ready(struct gomocup *g, int seat)
{
	g->brain[seat].known = 0;
	send_info(g, seat);
	arbiter_ready(g->judge, seat);
	idle(g, seat);
}

static void expired(void *state, int seat)
{
	struct gomocup *g = state;
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_ABOUT:
		arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_NO_ABOUT]);
		send_start(g, seat);
		break;
	case PHASE_START:
		if (brain->spoke && !arbiter_setup(g->judge)->strict) {
			arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_NO_START]);
			got_ready(g, seat);
		} else {
			arbiter_forfeit(g->judge, seat, REASON_START,
					"did not say OK to START within %.3f s%s",
					(double)setup_start_limit(arbiter_setup(g->judge), seat) / NS_PER_S,
					brain->spoke ? "" : ", nor any other line");
		}
		break;
	case PHASE_RESTART:
		arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_NO_RESTART]);
		respawn(g, seat);
		break;
	case PHASE_TAKEBACK:
		arbiter_notice(g->judge, seat, &gomocup_texts.notices[GOMOCUP_NO_TAKEBACK]);
		brain->known = KNOWN_NOTHING;
		idle(g, seat);
		break;
	case PHASE_REFUSES: swap2_without(g, seat); break;
	case PHASE_IDLE:
	case PHASE_MOVE: break;
	}
}

/* Asks for the next stone to be taken back, or ends the taking back.  */
static void take_next_back(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];
	struct square square;

	if (brain->known <= brain->keep) {
		idle(g, seat);
		return;
	}
	square = brain->back[brain->known - 1];
	arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "TAKEBACK %d,%d\r\n", square.x, square.y);
	await(g, seat, PHASE_TAKEBACK, OPTIONAL_LIMIT);
}

/* `keep` stones are left: tells the brain what it has to know.  */
static void take_brain_back(struct gomocup *g, int seat, int keep, bool reopened)
{
	struct brain *brain = &g->brain[seat];

	brain->pending = PENDING_NOTHING;
	switch (brain->phase) {
	case PHASE_IDLE:
		brain->keep = keep;
		if (brain->known > brain->keep)
			take_next_back(g, seat);
		break;
	case PHASE_REFUSES: /* the rest of its refusals may still come, or an answer after all */
		if (reopened)
			withdraw_move(g, seat);
		else
			arbiter_drop_answer(g->judge, seat, NULL);
		break;
	case PHASE_MOVE: withdraw_move(g, seat); break;
	case PHASE_TAKEBACK: /* continues up to the current position */
		if (keep < brain->keep)
			brain->keep = keep;
		if (reopened) /* its OK may still come, and would look like the one to a RESTART */
			respawn(g, seat);
		break;
	case PHASE_RESTART:
	case PHASE_ABOUT:
	case PHASE_START: /* the verdict has given up the awaited answer */
		if (reopened)
			respawn(g, seat);
		break;
	}
}

static char *takeback(void *state, int turns)
{
	struct gomocup *g = state;
	int old = g->match.game.move_count, left = g->match.turns - turns, stones, next;
	bool reopened = arbiter_match(g->judge)->over;

	for (int s = SEAT_1; s <= SEAT_2; s++) {
		if (g->brain[s].phase == PHASE_TAKEBACK)
			continue; /* its board still has moves that ours has not */
		free(g->brain[s].back);
		g->brain[s].back = bytes_new((size_t)old * sizeof(struct square));
		memcpy(g->brain[s].back, g->match.game.moves, (size_t)old * sizeof(struct square));
	}
	gomoku_match_goto(&g->match, arbiter_match(g->judge), left);
	arbiter_taken_back(g->judge, left);
	stones = g->match.game.move_count;
	next = g->match.next;
	for (int s = SEAT_1; s <= SEAT_2; s++)
		/* The seat on turn takes back one move more, so that TURN can tell it again.  */
		if (arbiter_is_agent(g->judge, s))
			take_brain_back(g, s, s == next && stones > 0 ? stones - 1 : stones, reopened);
	arbiter_next(g->judge, next);
	return NULL;
}

/* ---- hearing ---- */

/* The value of name="…" in an ABOUT line; empty: there is none.  */
static struct text name_in(struct text text)
{
	static const char key[] = "name=\"";

	for (const char *behind = text.at + text.size; text.size >= sizeof(key); text.at++, text.size--) {
		const char *value = text.at + sizeof(key) - 1, *end;

		if (!bytes_begin(text.at, text.size, key))
			continue;
		end = memchr(value, '"', (size_t)(behind - value));
		return (struct text){value, end ? (size_t)(end - value) : 0};
	}
	return (struct text){0};
}

/* The name is reported and recorded once.  */
static void take_name(struct gomocup *g, int seat, struct text text)
{
	enum { NAME_MAX = 64 };
	struct text value = name_in(text);
	FREED char *name = NULL;

	if (!value.size)
		return;
	name = bytes_escaped(value.at, value.size < NAME_MAX ? value.size : NAME_MAX);
	arbiter_name(g->judge, seat, name, strlen(name));
	g->brain[seat].named = true;
}

static void fault(struct gomocup *g, int seat, int row)
{
	arbiter_drop(g->judge);
	arbiter_fault(g->judge, seat, &gomocup_texts.faults[row]);
}

static void answered_about(struct gomocup *g, int seat)
{
	g->brain[seat].owes_about = false;
	send_start(g, seat);
}

static void heard_ok(struct gomocup *g, int seat)
{
	struct brain *brain = &g->brain[seat];

	switch (brain->phase) {
	case PHASE_START:
	case PHASE_RESTART: got_ready(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known--;
		take_next_back(g, seat);
		break;
	case PHASE_ABOUT: answered_about(g, seat); break;
	case PHASE_IDLE:
	case PHASE_MOVE:
	case PHASE_REFUSES: arbiter_drop(g->judge); break;
	}
}

/* ERROR or UNKNOWN.  It may be about a key of INFO or a line of BOARD, and the move may still come (gomocup,
   What real brains do).  */
static void heard_refusal(struct gomocup *g, const struct message *message, struct text text)
{
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	const struct gomoku *game = &g->match.game;
	char *words;

	switch (brain->phase) {
	case PHASE_ABOUT: answered_about(g, seat); break;
	case PHASE_START:
		if (brain->owes_about && gomocup_is_word(text, "UNKNOWN")) {
			brain->owes_about = false; /* a slow brain: this answers ABOUT, not START */
			break;
		}
		words = bytes_escaped(text.at, text.size < 200 ? text.size : 200);
		arbiter_forfeit(g->judge, seat, REASON_START, "does not take a board of %d×%d: %s",
				game->width, game->height, words);
		free(words);
		break;
	case PHASE_RESTART: respawn(g, seat); break;
	case PHASE_TAKEBACK:
		brain->known = KNOWN_NOTHING;
		idle(g, seat);
		break;
	case PHASE_MOVE:
		free(brain->error);
		brain->error = bytes_escaped(text.at, text.size < 200 ? text.size : 200);
		if (brain->asked_swap2 && !(message->flags & MESSAGE_UNASKED) &&
		    gomocup_is_word(text, "UNKNOWN"))
			refused_swap2(g, seat);
		break;
	case PHASE_REFUSES: refused_swap2(g, seat); break;
	case PHASE_IDLE: break;
	}
}

static void heard_move(struct gomocup *g, const struct message *message, struct text text)
{
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	bool unasked = message->flags & MESSAGE_UNASKED, suggests = gomocup_is_word(text, "SUGGEST");
	struct text move = gomocup_behind(text, "SUGGEST");
	struct square square;

	/* A late UNKNOWN to a key of INFO looks like an UNKNOWN to SWAP2BOARD.  An answer that ends the turn
	   shows which it was.  */
	if (brain->phase == PHASE_REFUSES && brain->pending && !unasked && !suggests)
		knows_swap2(g, seat);
	if (brain->phase != PHASE_MOVE || unasked)
		fault(g, seat, GOMOCUP_LATE_MOVE);
	else if (gomocup_is_swap2(text) && !brain->asked_swap2)
		fault(g, seat, GOMOCUP_NO_ANSWER);
	else if (suggests && !gomoku_read_xy(move.at, move.size, &square))
		fault(g, seat, GOMOCUP_NO_SQUARE);
	else if (suggests && gomoku_inside(&g->match.game, square) &&
		 gomoku_at(&g->match.game, square) == STONE_NONE)
		arbiter_ask(g->judge, seat, CHANNEL_COMMAND, "PLAY %d,%d\r\n", square.x, square.y);
	else
		take_move(g, seat, text); /* the judge sends no PLAY with an illegal square */
}

/* Handles a line that is not the awaited answer, or is a banner.  */
static bool answers_nothing(const struct brain *brain, enum channel channel, struct text text)
{
	if (brain->phase == PHASE_MOVE)
		return false;
	if (channel == CHANNEL_COMMAND || channel == CHANNEL_ERROR)
		return true;
	return channel == CHANNEL_UNKNOWN && (gomocup_is_word(text, "UNKNOWN") ||
					      brain->phase == PHASE_ABOUT || brain->phase == PHASE_START);
}

/* The text may say something of its search.  In the choices of swap2 nobody knows whose a value is.  */
static void hear_said(struct gomocup *g, const struct message *message)
{
	if (g->brain[message->seat].phase == PHASE_MOVE && !(message->flags & MESSAGE_UNASKED) &&
	    g->match.stage == GOMOKU_MOVE)
		arbiter_said(g->judge, message);
}

static void received(void *state, const struct message *message)
{
	struct gomocup *g = state;
	int seat = message->seat;
	struct brain *brain = &g->brain[seat];
	struct text text = gomocup_text(message->bytes, message->size);

	if (text.size ==
	    0) { /* "The manager ignores lines that are empty" (gomocup-protocol, Introduction) */
		arbiter_drop(g->judge);
		return;
	}
	brain->spoke = true;
	if (message->flags & MESSAGE_UNASKED && answers_nothing(brain, message->channel, text)) {
		arbiter_drop(g->judge);
		return;
	}
	switch (message->channel) {
	case CHANNEL_COMMAND: heard_ok(g, seat); break;
	case CHANNEL_MOVE: heard_move(g, message, text); break;
	case CHANNEL_ERROR:
	case CHANNEL_UNKNOWN:
		if (gomocup_is_word(text, "ERROR") || gomocup_is_word(text, "UNKNOWN"))
			heard_refusal(g, message, text);
		else if (brain->phase == PHASE_ABOUT)
			/* "must cope with old brains that used to send only human-readable text"
			   (gomocup-protocol, ABOUT); it may also be a banner */
			send_start(g, seat);
		else if (brain->phase == PHASE_START && brain->owes_about)
			brain->owes_about = false; /* the same, but late */
		else
			fault(g, seat, GOMOCUP_NO_ANSWER);
		break;
	case CHANNEL_INFO:
		if (gomocup_is_word(text, "INFO")) {
			hear_said(g, message);
			break;
		}
		if (!brain->named)
			take_name(g, seat, text);
		if (brain->phase == PHASE_ABOUT)
			answered_about(g, seat);
		brain->owes_about = false;
		break;
	case CHANNEL_MESSAGE:
	case CHANNEL_DEBUG: hear_said(g, message); break;
	default: break;
	}
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct gomocup *g = state;
	const struct brain *brain = &g->brain[seat];

	if (brain->phase == PHASE_REFUSES) /* a brain need not know SWAP2BOARD */
		swap2_without(g, seat);
	else if (brain->phase == PHASE_MOVE && brain->asked_swap2)
		arbiter_forfeit_case(
			g->judge, seat, REASON_TIMEOUT, GOMOCUP_CAUSE_SWAP2,
			"did not answer SWAP2BOARD within %s: it probably does not know that command", limit);
	else if (brain->error)
		arbiter_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s; it had said \"%s\"",
				limit, brain->error);
	else
		arbiter_forfeit(g->judge, seat, REASON_TIMEOUT, "made no move within %s", limit);
}

static enum channel channel(void *state UNUSED, int seat UNUSED, const char *bytes, size_t size)
{
	return gomocup_channel(gomocup_text(bytes, size));
}

static void goodbye(void *state, int seat)
{
	struct gomocup *g = state;

	arbiter_send(g->judge, seat, CHANNEL_COMMAND, "END\r\n");
}

/* ---- making one ---- */

static void game_free(void *state)
{
	FREED struct gomocup *g = state;

	for (int s = 0; s < SEATS; s++) {
		free(g->brain[s].back);
		free(g->brain[s].error);
	}
	gomoku_ends_free(&g->ends);
	gomoku_match_free(&g->match);
	bytes_free(&g->played);
	bytes_free(&g->stones);
}

static void *game_new(struct judge *judge, const struct setup *setup, char **problem)
{
	const char *settled;
	struct gomocup *g;

	g = bytes_new(sizeof(*g));
	g->judge = judge;
	*problem = gomoku_match_init(&g->match, setup);
	if (!*problem && (settled = gomoku_match_settled(&g->match)))
		*problem = bytes_text("the opening \"%s\": it %s: an opening must leave something to play",
				      setup_text(setup, &gomoku_option_opening), settled);
	if (!*problem)
		*problem = gomoku_ends_init(&g->ends, setup, &g->match.game);
	if (!*problem)
		return g;
	game_free(g);
	return NULL;
}

/* Black sees less, attacks, and leads until white finds a win.  */
static const char *const demo_options[][2] = {{"opening", "h8h10i9"},   {"name1", "3000 nodes"},
					      {"name2", "30000 nodes"}, {"seed", "1"},
					      {"pace", "1500ms"},       {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.samples = (const char *const[]){"pbrain-", NULL},
	.seeded = (const char *const[]){"random", "threat", NULL},
	.demo = {"sample:threat --talk --nodes 3000", "sample:threat --talk --nodes 30000"},
	.demo_options = demo_options,
	.rival = "sample:threat",
	.tour = &gomocup_tour,
};

extern const struct protocol protocol_gomocup;
static int begins(const struct setup *setup)
{
	struct gomoku_match match;
	FREED char *problem = gomoku_match_init(&match, setup);
	int seat = problem ? setup->first : match.next;

	if (!problem)
		gomoku_match_free(&match);
	return seat;
}

const struct protocol protocol_gomocup = {
	.name = "gomocup",
	.options = options,
	.begins = begins,
	.texts = &gomocup_texts,
	.bundle = &bundle,
	.formats = gomocup_formats,
	.openings = &gomocup_openings,
	.tools = &gomocup_tools,
	.tap = &gomocup_tap,
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	/* Piskvork and the tournament's manager tolerate as much.  */
	.limits = {.tolerance = NS_PER_S, .goodbye = NS_PER_S},
	.channel = channel,
	.new = game_new,
	.free = game_free,
	.started = started,
	.begin = begin,
	.ask = ask,
	.said = gomocup_said,
	.received = received,
	.expired = expired,
	.timeout = timed_out,
	.answer = answer,
	.move_form = move_form,
	.check = check,
	.play = play,
	.takeback = takeback,
	.reseat = reseat,
	.limits_changed = limits_changed,
	.point = point,
	.goodbye = goodbye,
};
