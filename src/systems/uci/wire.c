/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the universal chess interface: engines that play chess over pipes (engine-interface).
 *
 * Each question tells the whole game ("position ... moves ..."), so an engine can join or be asked again at
 * any time, and needs to be told nothing when moves are taken back.  A search that nobody wants any more is
 * stopped; the bestmove that ends it is dropped.
 *
 * A search of an engine that ponders goes on in its opponent's turn, and ends in one of two ways:
 *
 *   go ponder --- the opponent plays that move -----> ponderhit --> bestmove: its move
 *             \-- the opponent plays another move --> stop -------> bestmove: dropped; position, go
 *
 * isready is not sent while an engine thinks in time, because reading it would cost its time.  When a limit
 * has passed, stop and isready are sent, and the verdict waits for what comes back.  */
#include "wire.h"

#include "ringside/arbiter.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long an engine that is late, or that has to stop, is listened to.  */
#define LATE_LIMIT (NS_PER_S / 2)

static const struct option_row option_max_moves =
	OPTION_ROW("max-moves", OPTION_COUNT, "N", 0, .rare = true, .least = 1, .most = OPTION_MANY,
		   .optional = true, .help = "end the game as a draw when both players have made N moves");

/* A setting of each player.  */
#define OF_SEAT(name, type, argument, number, ...)                                                           \
	[number] = OPTION_ROW(name #number, type, argument, 0, .rare = true, .seat = (number), __VA_ARGS__)
#define OF_SEATS(name, type, argument, ...)                                                                  \
	{                                                                                                    \
		OF_SEAT(name, type, argument, 1, __VA_ARGS__), OF_SEAT(name, type, argument, 2, __VA_ARGS__) \
	}
#define COUNT_OF_SEATS(name)                                                                                 \
	OF_SEATS(name, OPTION_COUNT, "N", .least = 1, .most = INT64_MAX, .optional = true)
static const struct option_row of_engine[SEATS] = {
	OF_SEAT("option", OPTION_TEXT, "NAME=VALUE", 1,
		.help = "options of the engine on seat 1; more than one are joined with ;, as in 'Hash=64; "
			"Threads=2'"),
	OF_SEAT("option", OPTION_TEXT, "NAME=VALUE", 2,
		.help = "options of the engine on seat 2; as --option1"),
};
static const struct option_row depth[SEATS] = COUNT_OF_SEATS("depth");
static const struct option_row nodes[SEATS] = COUNT_OF_SEATS("nodes");
static const struct option_row mate[SEATS] = COUNT_OF_SEATS("mate");
static const struct option_row searchmoves[SEATS] = OF_SEATS("searchmoves", OPTION_TEXT, "MOVES", );
static const struct option_row infinite_time[SEATS] =
	OF_SEATS("infinite", OPTION_TIME, "TIME", .most = TIME_MOST, .optional = true);

#define BOTH(rows) &(rows)[SEAT_1], &(rows)[SEAT_2]
static const struct option_row *const options[] = {
	&chess_option_opening,
	&chess_option_chess960,
	&chess_option_fide,
	&option_draw_when,
	&option_win_when,
	BOTH(of_engine),
	BOTH(depth),
	BOTH(nodes),
	BOTH(mate),
	BOTH(searchmoves),
	BOTH(infinite_time),
	&chess_option_pgn_style,
	&chess_option_plies,
	&option_max_moves,
	NULL,
};

static const struct channel_pane panes[] = {
	{"commands", CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INPUT)},
	{"moves", CHANNEL_BIT(CHANNEL_MOVE) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"info", CHANNEL_BIT(CHANNEL_INFO)},
	{"info string", CHANNEL_BIT(CHANNEL_MESSAGE)},
	{"stderr", CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static const char *const samples[] = {"uci-", NULL};
static const char *const seeded[] = {"random", NULL};

static const struct reason_row reasons[] = {
	{"mate", NULL, "The player whose king is attacked and who has no legal move has lost.",
	 "uci, Rules: FIDE 5.1"},
	{"stalemate", NULL, "A draw: the player on turn has no legal move, and the king is not attacked.",
	 "uci, Rules: FIDE 5.2"},
	{"material", NULL, "A draw: no moves could ever mate with the pieces that are left.",
	 "uci, Rules: FIDE 5.2"},
	{"fifty-moves", NULL,
	 "A draw: each player has made fifty moves in a row without a capture or a pawn's move. It ends the "
	 "game at once, and mate on the last of these moves wins.",
	 "uci, Rules: FIDE 9.3"},
	{"repetition", NULL,
	 "A draw: the same position with the same moves has appeared for the third time. It ends the game at "
	 "once.",
	 "uci, Rules: FIDE 9.2"},
	{"flag", &chess_option_fide,
	 "A draw: a player's time was up, and the other one has no pieces to mate with.",
	 "uci, Rules: FIDE 6.9"},
	{CHESS_MAX_MOVES, &option_max_moves, "A draw: both players have made the agreed number of moves.",
	 "ringside: --max-moves"},
	{REASON_ADJUDICATED " draw-when", &option_draw_when,
	 "A draw: both engines have said with their last moves that neither stands better.",
	 "ringside: --draw-when"},
	{REASON_ADJUDICATED " win-when", &option_win_when,
	 "The loser has said with its last moves that it loses, and, unless its word is enough, the winner "
	 "that it wins.",
	 "ringside: --win-when"},
	{REASON_ILLEGAL, NULL,
	 "A move is legal in the position that the engine was told. Anything else loses.",
	 "engine-interface, bestmove"},
	{REASON_PROTOCOL, NULL,
	 "bestmove comes once for each go, and is followed by a move in long algebraic notation, such as "
	 "e2e4 "
	 "or e7e8q. Anything else loses.",
	 "engine-interface, bestmove"},
	{0},
};

/* Behind a row for each remark.  */
enum { LATE_MOVE = UCI_NO_REMARK, ENDED_PONDER, ENDED_INFINITE, NO_WORD };
#define TOLD "only told", FAULT_TOLD
static const struct fault_row faults[] = {
	[UCI_ILLEGAL_LINE] = {"pv", "a pv with a move that is not legal", "engine-interface, info pv", TOLD},
	[UCI_DEPTH_BACK] = {"depth-back", "a depth smaller than before in one search",
			    "engine-interface, info depth", TOLD},
	[UCI_TWO_VALUES] = {"two-values", "two values or two bounds in one line",
			    "engine-interface, info score", TOLD},
	[UCI_PAST_BOUND] = {"past-bound", "a value past a bound that was told at the same depth",
			    "engine-interface, info score", TOLD},
	[UCI_WDL_SUM] = {"wdl", "wins, draws and losses (wdl) that do not add up to 1000",
			 "uci, What an engine says of its search", TOLD},
	[LATE_MOVE] = {"late-bestmove", "a bestmove that no go asked for", "engine-interface, bestmove",
		       "ignored", FAULT_FORGIVEN},
	[ENDED_PONDER] = {"ponder-ended", "a bestmove before ponderhit or stop", "engine-interface, go",
			  "dropped, and it is asked again in its turn", FAULT_FORGIVEN},
	[ENDED_INFINITE] = {"infinite-ended", "a bestmove of an infinite search before stop",
			    "engine-interface, go", "taken as its move", FAULT_FORGIVEN},
	[NO_WORD] = {"no-word", "a line without a word that UCI knows", "engine-interface, Description",
		     "ignored", FAULT_TOLD},
	{0},
};

enum { BAD_OPTION, IS_LATE, UNREGISTERED, REMARKED, NOT_STOPPED };
static const struct notice_row notices[] = {
	[BAD_OPTION] = {"option", "+text", "is not sent an option: {text}"},
	[IS_LATE] = {"late", "+text", "has made no bestmove within {text}"},
	[UNREGISTERED] = {"unregistered", "", "is not registered, and may lack some of its features"},
	[REMARKED] = {"remarked", "+text", "{text}"},
	[NOT_STOPPED] = {"not-stopped", "", "has said no bestmove within 0.5 s of stop"},
	{0},
};

/* ---- getting ready ---- */

static void ask_ready(struct uci *u, int seat)
{
	arbiter_send(u->judge, seat, CHANNEL_COMMAND, "ucinewgame\n");
	arbiter_ask(u->judge, seat, CHANNEL_COMMAND, "isready\n");
	u->engine[seat].phase = PHASE_READY;
	arbiter_await(u->judge, seat, setup_start_limit(arbiter_setup(u->judge), seat));
}

static void started(void *state, int seat, bool warm)
{
	struct uci *u = state;

	if (warm) {
		ask_ready(u, seat);
		return;
	}
	u->engine[seat].declared.size = 0;
	arbiter_ask(u->judge, seat, CHANNEL_COMMAND, "uci\n");
	u->engine[seat].phase = PHASE_UCI;
	arbiter_await(u->judge, seat, setup_start_limit(arbiter_setup(u->judge), seat));
}

/* Does a person want it to think in its opponent's turns?  Without a word on it nobody stops it, and nobody
 * tells it to.  */
static bool is_to_ponder(const struct setup *setup, int seat)
{
	return setup_given(setup, seat == SEAT_1 ? "ponder1" : "ponder2") && setup_ponders(setup, seat);
}

static void send_option(struct uci *u, int seat, struct text wanted)
{
	struct engine *engine = &u->engine[seat];
	FREED char *command = NULL,
		   *problem = uci_check_option((struct text){engine->declared.at, engine->declared.size},
					       wanted, &command);

	if (problem)
		arbiter_warn(u->judge, seat, &notices[BAD_OPTION], problem);
	else
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "%s\n", command);
}

/* It has declared its options: sends those that a person wants, and asks whether it is ready.  */
static void declared_all(struct uci *u, int seat)
{
	const struct setup *setup = arbiter_setup(u->judge);
	const char *more = setup_text(setup, &of_engine[seat]);

	if (arbiter_is_tapped(u->judge)) {
		u->engine[seat].phase = PHASE_IDLE;
		arbiter_answered(u->judge, seat);
		return;
	}
	if (chess_is_960(setup))
		send_option(u, seat, text_of("UCI_Chess960=true"));
	if (is_to_ponder(setup, seat))
		send_option(u, seat, text_of("Ponder=true"));
	while (more && *more) {
		struct text wanted = text_trimmed((struct text){more, strcspn(more, ";\n\r")});

		if (wanted.size)
			send_option(u, seat, wanted);
		more += strcspn(more, ";\n\r");
		more += *more != '\0';
	}
	ask_ready(u, seat);
}

static void ask(void *state, int seat);

static void got_ready(struct uci *u, int seat)
{
	u->engine[seat].phase = PHASE_IDLE;
	arbiter_answered(u->judge, seat);
	arbiter_ready(u->judge, seat);
	if (u->engine[seat].turn_waits)
		ask(u, seat);
}

/* ---- turns ---- */

static void next(void *state)
{
	struct uci *u = state;

	arbiter_next(u->judge, chess_seat(arbiter_setup(u->judge), u->game.now.to_move));
}

/* The clock of a colour, if its player has one.  UCI has no word for byo-yomi: a period of it is the time for
 * one move.  The number of moves is the engine's own, and only of the present period.  */
static void add_clock(struct uci *u, struct bytes *go, enum chess_colour colour, int on_turn)
{
	int seat = chess_seat(arbiter_setup(u->judge), colour);
	struct clock_state clock = arbiter_clock(u->judge, seat);
	char letter = chess_colour_name(colour)[0];
	int64_t moves = clock.overtimes ? 1 : clock.moves;

	if (clock.left == INT64_MAX)
		return;
	bytes_addf(go, " %ctime %" PRId64, letter, clock.left < NS_PER_MS ? 1 : clock.left / NS_PER_MS);
	if (clock.increment)
		bytes_addf(go, " %cinc %" PRId64, letter, clock.increment / NS_PER_MS);
	if (seat == on_turn && moves)
		bytes_addf(go, " movestogo %" PRId64, moves);
}

static void add_number(struct uci *u, struct bytes *go, const char *word, const struct option_row *row)
{
	const struct setup *setup = arbiter_setup(u->judge);

	if (setup_given(setup, row->name))
		bytes_addf(go, " %s %" PRId64, word, setup_count(setup, row));
}

/* The moves of a player that are legal here: others would be none to an engine.  */
static void add_searchmoves(struct uci *u, struct bytes *go, int seat)
{
	const char *given = setup_text(arbiter_setup(u->judge), &searchmoves[seat]);
	struct text moves = text_of(given ? given : ""), word;
	const char *before = " searchmoves ";

	while ((word = text_word(&moves)).size) {
		struct chess_move move;

		if (chess_read_move(&u->game.now, word, &move) != CHESS_READ)
			continue;
		bytes_addf(go, "%s%s", before, chess_uci_words(&u->game.now, move).at);
		before = " ";
	}
}

/* How long the seat searches until it is told to stop; 0: it stops by itself.  */
static int64_t infinite(const struct setup *setup, int seat)
{
	return setup_count(setup, &infinite_time[seat]);
}

/* `movetime` is searched to its end, also beside a clock with less time: then the clock is the limit.  Who
 * has no clock is not told the opponent's, for engines take their own for empty then.  */
static void add_limits(struct uci *u, struct bytes *go, int seat)
{
	int64_t limit = setup_turn_limit(arbiter_setup(u->judge), seat),
		left = arbiter_clock(u->judge, seat).left;
	size_t empty = go->size;

	if (left != INT64_MAX) {
		add_clock(u, go, CHESS_WHITE, seat);
		add_clock(u, go, CHESS_BLACK, seat);
	}
	if (limit && limit <= left)
		bytes_addf(go, " movetime %" PRId64, limit < NS_PER_MS ? 1 : limit / NS_PER_MS);
	add_number(u, go, "depth", &depth[seat]);
	add_number(u, go, "nodes", &nodes[seat]);
	add_number(u, go, "mate", &mate[seat]);
	if (go->size == empty)
		bytes_add_text(go, " movetime 1"); /* as fast as possible; go alone would never end */
}

static void go(struct uci *u, int seat, enum phase phase)
{
	struct engine *engine = &u->engine[seat];
	int64_t until = infinite(arbiter_setup(u->judge), seat);
	bool ponders = phase == PHASE_PONDER;

	engine->phase = phase;
	engine->goes_on = engine->stopped = false;
	engine->search = (struct uci_search){0};
	arbiter_send(u->judge, seat, CHANNEL_INPUT, "position %s\n", u->told.at);
	if (!ponders)
		arbiter_start_clock(u->judge, seat);
	u->go.size = 0;
	bytes_add_text(&u->go, ponders ? "go ponder" : "go");
	if (until)
		bytes_add_text(&u->go, " infinite");
	else
		add_limits(u, &u->go, seat);
	add_searchmoves(u, &u->go, seat);
	arbiter_ask(u->judge, seat, CHANNEL_COMMAND, "%s\n", u->go.at);
	if (until && !ponders)
		arbiter_wait(u->judge, seat, until);
}

/* Its opponent has moved while it pondered.  The clock of its turn begins with the next word to it.  */
static void end_ponder(struct uci *u, int seat)
{
	const struct match *match = arbiter_match(u->judge);
	struct engine *engine = &u->engine[seat];
	const struct turn *turn = match_turn(match, match->turn_count);
	bool hit = turn && strcmp(turn->played, engine->pondered.at) == 0;
	int64_t until = infinite(arbiter_setup(u->judge), seat);

	engine->goes_on = true;
	engine->phase = hit ? PHASE_MOVE : PHASE_MISS;
	arbiter_start_clock(u->judge, seat);
	arbiter_ask(u->judge, seat, CHANNEL_COMMAND, hit ? "ponderhit\n" : "stop\n");
	if (hit && engine->thought.size)
		arbiter_said(u->judge, &(struct message){.n = engine->thought_n,
							 .seat = seat,
							 .bytes = engine->thought.at,
							 .size = engine->thought.size});
	if (hit && until)
		arbiter_wait(u->judge, seat, until);
}

static void ask(void *state, int seat)
{
	struct uci *u = state;
	struct engine *engine = &u->engine[seat];

	engine->turn_waits = engine->phase != PHASE_IDLE && engine->phase != PHASE_PONDER;
	if (engine->phase == PHASE_PONDER)
		end_ponder(u, seat);
	else if (!engine->turn_waits)
		go(u, seat, PHASE_MOVE);
}

/* It has ended the search that nobody wanted, or was listened to for long enough.  */
static void stopped(struct uci *u, int seat)
{
	u->engine[seat].phase = PHASE_IDLE;
	arbiter_answered(u->judge, seat);
	if (u->engine[seat].turn_waits)
		ask(u, seat);
}

/* Nobody wants its search any more: its next question waits for the bestmove, so that none is taken for
 * another.  `unheard`: the match was over, and nobody knows whether that has come since.  */
static void stop(struct uci *u, int seat, bool unheard)
{
	struct engine *engine = &u->engine[seat];
	bool searches = engine->phase >= PHASE_MOVE;

	engine->turn_waits = false;
	if (!searches)
		return;
	if (arbiter_withdraw(u->judge, seat) && !engine->goes_on) {
		stopped(u, seat);
		return;
	}
	engine->phase = PHASE_STOPPED;
	engine->goes_on = true;
	engine->answered = false;
	arbiter_ask(u->judge, seat, CHANNEL_COMMAND, "stop\n");
	if (unheard)
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "isready\n");
	arbiter_wait(u->judge, seat, LATE_LIMIT);
}

/* After its move: `rest` is what follows the move in its answer.  */
static void ponder(struct uci *u, int seat, struct text rest)
{
	struct engine *engine = &u->engine[seat];
	struct chess_position then = u->game.now;
	struct chess_move move, moves[CHESS_MOVES_MOST];
	size_t size = u->told.size;

	if (arbiter_match(u->judge)->over || !is_to_ponder(arbiter_setup(u->judge), seat) ||
	    !text_is(text_word(&rest), "ponder") || !chess_read_uci(&then, text_word(&rest), &move))
		return;
	engine->pondered = chess_uci_words(&then, move);
	chess_play(&then, move);
	if (!chess_moves(&then, moves))
		return; /* there is nothing to think about */
	chess_told_add(&u->told, engine->pondered.at);
	engine->thought.size = 0;
	go(u, seat, PHASE_PONDER);
	u->told.size = size;
	u->told.at[size] = '\0';
}

static bool over(struct uci *u, int seat)
{
	enum chess_end end = chess_end(&u->game);

	if (end != CHESS_GOES_ON)
		arbiter_verdict(u->judge, end == CHESS_MATE ? seat : WINNER_DRAW, chess_reason(end),
				SEAT_NONE, "%s", chess_fen(&u->game.now).at);
	return end != CHESS_GOES_ON;
}

/* A draw, since so many moves were agreed on?  */
static bool is_long(struct uci *u)
{
	int moves = (int)setup_count(arbiter_setup(u->judge), &option_max_moves);

	if (!moves || arbiter_match(u->judge)->turn_count < 2 * moves)
		return false;
	arbiter_verdict(u->judge, WINNER_DRAW, CHESS_MAX_MOVES, SEAT_NONE, "both players have made %d move%s",
			moves, moves == 1 ? "" : "s");
	return true;
}

void uci_play_move(struct uci *u, int seat, const char *answered, struct chess_move move)
{
	struct chess_words words = chess_uci_words(&u->game.now, move);

	chess_go(&u->game, move);
	chess_told_add(&u->told, words.at);
	arbiter_moved(u->judge, seat, answered, words.at);
	if (!over(u, seat) &&
	    !arbiter_agreed(u->judge, 2 * u->game.now.number - 2 + (u->game.now.to_move == CHESS_BLACK),
			    u->game.now.quiet) &&
	    !is_long(u))
		next(u);
}

/* The move that follows bestmove, what follows that, and what is wrong with it.  */
static enum chess_reading read_bestmove(const struct uci *u, const struct message *message, struct text *word,
					struct text *rest, struct chess_move *move)
{
	uci_word_of(message->bytes, message->size, rest);
	*word = text_word(rest);
	return chess_read_uci(&u->game.now, *word, move) ? CHESS_READ
	       : chess_is_uci(*word)                     ? CHESS_NOT_LEGAL
							 : CHESS_NO_MOVE;
}

/* What follows the limit is how it went on, and is freed; NULL: nothing.  */
static void lose_on_time(struct uci *u, int seat, char *how)
{
	const struct setup *setup = arbiter_setup(u->judge);
	enum chess_colour other = chess_colour_of(setup, seat_opponent(seat));
	const char *limit = u->engine[seat].limit.at, *more = how ? how : "";

	if (setup_switch(setup, &chess_option_fide) && !chess_can_mate(&u->game.now, other))
		arbiter_verdict(u->judge, WINNER_DRAW, "flag", SEAT_NONE,
				"seat %d made no move within %s, and %s has no pieces to mate with%s", seat,
				limit, chess_colour_name(other), more);
	else
		arbiter_forfeit(u->judge, seat, REASON_TIMEOUT, "made no bestmove within %s%s", limit, more);
	free(how);
}

/* A bestmove ends a search that nobody waits for, or that should have gone on.  False: it is the move.  */
static bool ends_other_search(struct uci *u, const struct message *message)
{
	int seat = message->seat;
	struct engine *engine = &u->engine[seat];
	/* Its search had ended before ponderhit was written.  */
	bool before = message->flags & MESSAGE_UNASKED || arbiter_question_waits(u->judge, seat),
	     ended = engine->phase == PHASE_PONDER ||
		     (engine->phase == PHASE_MOVE && engine->goes_on && before);
	enum phase phase = engine->phase;

	if (phase != PHASE_MISS && phase != PHASE_STOPPED && !ended)
		return false;
	arbiter_drop(u->judge);
	if (ended && arbiter_fault(u->judge, seat, &faults[ENDED_PONDER]))
		return true;
	if (phase != PHASE_PONDER)
		arbiter_withdraw(u->judge, seat);
	stopped(u, seat);
	if (phase == PHASE_PONDER || phase == PHASE_STOPPED || arbiter_is_tapped(u->judge))
		return true;
	arbiter_stop_clock(u->judge, seat); /* what this took counts, and the turn has its whole limit */
	go(u, seat, PHASE_MOVE);
	return true;
}

static void forfeit_move(struct uci *u, int seat, enum chess_reading reading, struct text word)
{
	bool legal = reading != CHESS_NOT_LEGAL;
	FREED char *quoted = text_shown(word);

	arbiter_forfeit(u->judge, seat, legal ? REASON_PROTOCOL : REASON_ILLEGAL,
			"answered bestmove %s, which is %s in %s", quoted,
			legal ? "no move such as e2e4," : "not legal", chess_fen(&u->game.now).at);
}

static void heard_move(struct uci *u, const struct message *message)
{
	int seat = message->seat;
	struct engine *engine = &u->engine[seat];
	struct text word, rest;
	struct chess_move move;
	enum chess_reading reading = read_bestmove(u, message, &word, &rest, &move);
	char shown[CHESS_WORDS_MOST];

	if (ends_other_search(u, message))
		return;
	if (engine->phase == PHASE_LATE) {
		FREED char *quoted = text_shown(word);

		engine->phase = PHASE_IDLE;
		arbiter_drop(u->judge);
		lose_on_time(u, seat,
			     bytes_text(": bestmove %s came %.3f s later", quoted,
					(double)(message->t_ns - engine->limit_ns) / NS_PER_S));
		return;
	}
	if (message->flags & MESSAGE_UNASKED || engine->phase != PHASE_MOVE) {
		arbiter_drop(u->judge);
		arbiter_fault(u->judge, seat, &faults[LATE_MOVE]);
		return;
	}
	if (infinite(arbiter_setup(u->judge), seat) && !engine->stopped &&
	    arbiter_fault(u->judge, seat, &faults[ENDED_INFINITE]))
		return;
	engine->phase = PHASE_IDLE;
	arbiter_answered(u->judge, seat);
	if (reading != CHESS_READ) {
		forfeit_move(u, seat, reading, word);
		return;
	}
	snprintf(shown, sizeof(shown), "%.*s", (int)word.size, word.at);
	uci_play_move(u, seat, shown, move);
	ponder(u, seat, rest);
}

/* Remarks what is wrong with a line of its search, the first time in full.  */
static void remark(struct uci *u, int seat, struct text rest)
{
	struct engine *engine = &u->engine[seat];
	FREED char *why = NULL, *words = NULL;
	enum uci_remark what = uci_look(&engine->search, &u->game.now, rest, &why);

	if (what == UCI_NO_REMARK)
		return;
	if (!(engine->remarked & 1u << what)) {
		engine->remarked |= 1u << what;
		words = bytes_text("%s: %s; it was told \"position %s\"", faults[what].phrase, why,
				   u->told.at);
		arbiter_notice_of(u->judge, seat, &notices[REMARKED], 0, 0, words);
	}
	arbiter_fault(u->judge, seat, &faults[what]);
}

static void heard_info(struct uci *u, const struct message *message, struct text rest)
{
	struct engine *engine = &u->engine[message->seat];
	struct said said = {0};

	if (message->flags & MESSAGE_UNASKED)
		return;
	if (engine->phase == PHASE_MOVE) {
		arbiter_said(u->judge, message);
		remark(u, message->seat, rest);
	}
	if (engine->phase != PHASE_PONDER)
		return;
	uci_said(arbiter_setup(u->judge), message, &said);
	if (!*said.words)
		return;
	engine->thought.size = 0;
	bytes_add(&engine->thought, message->bytes, message->size);
	engine->thought_n = message->n;
}

static void heard(struct uci *u, const struct message *message, enum uci_word word, struct text rest)
{
	int seat = message->seat;
	struct engine *engine = &u->engine[seat];
	struct text what = rest;

	what = text_word(&what);
	switch (word) {
	case UCI_ID:
		if (text_is(text_word(&rest), "name") && rest.size)
			arbiter_name(u->judge, seat, rest.at, rest.size);
		break;
	case UCI_OPTION:
		if (engine->phase == PHASE_UCI)
			bytes_addf(&engine->declared, "%.*s\n", (int)rest.size, rest.at);
		break;
	case UCI_UCIOK:
		if (engine->phase == PHASE_UCI)
			declared_all(u, seat);
		break;
	case UCI_READYOK:
		if (engine->phase == PHASE_READY)
			got_ready(u, seat);
		engine->answered = engine->phase >= PHASE_STOPPED;
		break;
	case UCI_REGISTRATION:
		if (!text_is(what, "error"))
			break;
		arbiter_notice(u->judge, seat, &notices[UNREGISTERED]);
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "register later\n");
		break;
	case UCI_COPYPROTECTION:
		if (text_is(what, "error"))
			arbiter_forfeit(u->judge, seat, REASON_START,
					"does not play: its copy protection has failed");
		break;
	case UCI_INFO: heard_info(u, message, rest); break;
	case UCI_NOTHING:
		/* Engines say who they are before uci; empty lines mean nothing.  */
		arbiter_drop(u->judge);
		if (rest.size && engine->phase != PHASE_UCI)
			arbiter_fault(u->judge, seat, &faults[NO_WORD]);
		break;
	case UCI_BESTMOVE: heard_move(u, message); break;
	}
}

static void received(void *state, const struct message *message)
{
	struct text rest,
		line = text_trimmed((struct text){message->bytes, message_text_size(message, NULL)});
	enum uci_word word = uci_word_of(message->bytes, message->size, &rest);

	heard(state, message, word, word == UCI_NOTHING ? line : rest);
}

static enum channel channel(void *state UNUSED, int seat UNUSED, const char *bytes, size_t size)
{
	struct text rest;

	switch (uci_word_of(bytes, size, &rest)) {
	case UCI_BESTMOVE: return CHANNEL_MOVE;
	case UCI_INFO: return text_is(text_word(&rest), "string") ? CHANNEL_MESSAGE : CHANNEL_INFO;
	case UCI_NOTHING: return CHANNEL_UNKNOWN;
	default: return CHANNEL_COMMAND;
	}
}

/* A turn's limit has passed.  What the engine says now proves what it did; the turn is lost already.  */
static void timed_out(void *state, int seat, const char *limit)
{
	struct uci *u = state;
	struct engine *engine = &u->engine[seat];

	engine->limit.size = 0;
	bytes_add_text(&engine->limit, limit);
	if (engine->phase != PHASE_MOVE && engine->phase != PHASE_MISS) {
		lose_on_time(u, seat, NULL);
		return;
	}
	engine->phase = PHASE_LATE;
	engine->limit_ns = arbiter_now(u->judge);
	engine->answered = false;
	arbiter_notice_of(u->judge, seat, &notices[IS_LATE], 0, 0, limit); /* a replay needs the moment */
	arbiter_send(u->judge, seat, CHANNEL_COMMAND, "stop\n");
	arbiter_send(u->judge, seat, CHANNEL_COMMAND, "isready\n");
	arbiter_wait(u->judge, seat, LATE_LIMIT);
}

static void expired(void *state, int seat)
{
	struct uci *u = state;
	double limit = (double)setup_start_limit(arbiter_setup(u->judge), seat) / NS_PER_S;
	struct engine *engine = &u->engine[seat];

	switch (engine->phase) {
	case PHASE_UCI:
	case PHASE_READY:
		arbiter_forfeit(u->judge, seat, REASON_START, "did not say %s within %.3f s of %s",
				engine->phase == PHASE_UCI ? "uciok" : "readyok", limit,
				engine->phase == PHASE_UCI ? "uci" : "isready");
		break;
	case PHASE_MOVE:
		engine->stopped = true;
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "stop\n");
		break;
	case PHASE_STOPPED:
		arbiter_notice(u->judge, seat, &notices[NOT_STOPPED]); /* a replay needs the moment */
		if (!engine->answered)
			arbiter_drop_answer(u->judge, seat, NULL); /* it owes one */
		stopped(u, seat);
		break;
	case PHASE_LATE:
		lose_on_time(
			u, seat,
			bytes_text("; it then answered %s within %.3f s",
				   engine->answered ? "isready, and not stop," : "neither stop nor isready",
				   (double)LATE_LIMIT / NS_PER_S));
		break;
	default: break;
	}
}

static bool exited(void *state, int seat, struct ending ending, const char *late UNUSED)
{
	struct uci *u = state;
	FREED char *how = arbiter_ending_words(ending);

	if (u->engine[seat].phase != PHASE_LATE)
		return false;
	lose_on_time(u, seat, bytes_text("; then it %s", how));
	return true;
}

/* ---- moves of people, and moves in words ---- */

/* Breakpoints ask it before the answer passes.  */
static char *answer(void *state, const struct message *message, bool *legal)
{
	struct text word, rest;
	struct chess_move move;
	enum chess_reading reading = read_bestmove(state, message, &word, &rest, &move);
	const struct uci *u = state;

	*legal = reading == CHESS_READ;
	return reading == CHESS_NO_MOVE || u->engine[message->seat].phase > PHASE_MOVE
		       ? NULL
		       : bytes_copy(word.at, word.size);
}

static char *move_form(const struct match *match, int turns, const char *move, char **problem)
{
	struct chess_game game;
	struct chess_move read;
	enum chess_reading reading;

	chess_game_goto(&game, match, turns, NULL);
	reading = chess_read_move(&game.now, text_of(move), &read);
	if (reading == CHESS_READ)
		return bytes_text("%s", chess_uci_words(&game.now, read).at);
	if (reading == CHESS_NOT_LEGAL && chess_is_uci(text_of(move)))
		return bytes_text("%s", move); /* a move of UCI, of another position */
	*problem = bytes_text("%s", chess_refusal(reading));
	return NULL;
}

static char *check(void *state, int seat, const char *move, int back)
{
	const struct uci *u = state;
	const struct match *match = arbiter_match(u->judge);
	struct chess_game game = u->game;
	struct chess_move read;
	enum chess_reading reading;
	int on_turn;

	if (back)
		chess_game_goto(&game, match, match->turn_count - back, NULL);
	on_turn = chess_seat(arbiter_setup(u->judge), game.now.to_move);
	if (seat != on_turn)
		return bytes_text("it is the turn of seat %d", on_turn);
	reading = chess_read_move(&game.now, text_of(move), &read);
	return reading == CHESS_READ ? NULL
				     : text_problem("", text_of(move), " is %s", chess_refusal(reading));
}

static char *play(void *state, int seat, const char *move, const char *answered)
{
	struct uci *u = state;
	char *problem = check(state, seat, move, 0);
	struct chess_move read;

	if (problem)
		return problem;
	chess_read_move(&u->game.now, text_of(move), &read);
	if (arbiter_is_agent(u->judge, seat) && !answered)
		stop(u, seat, false);
	if (u->engine[seat].phase == PHASE_MOVE)
		u->engine[seat].phase = PHASE_IDLE;
	uci_play_move(u, seat, answered, read);
	return NULL;
}

/* Each question tells the whole game, so engines need not be told.  */
static char *takeback(void *state, int turns)
{
	struct uci *u = state;
	const struct match *match = arbiter_match(u->judge);
	int left = match->turn_count - turns;
	bool over = match->over;

	u->told.size = 0;
	chess_game_goto(&u->game, match, left, &u->told);
	arbiter_taken_back(u->judge, left);
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (arbiter_is_agent(u->judge, s))
			stop(u, s, over);
	next(u);
	return NULL;
}

/* ---- the match ---- */

static void reseat(void *state, int seat)
{
	struct uci *u = state;

	u->engine[seat].phase = PHASE_IDLE;
	u->engine[seat].turn_waits = false;
}

static void goodbye(void *state, int seat)
{
	struct uci *u = state;

	arbiter_send(u->judge, seat, CHANNEL_COMMAND, "quit\n");
}

static void uci_free(void *state)
{
	FREED struct uci *u = state;

	for (int s = 0; s < SEATS; s++) {
		bytes_free(&u->engine[s].declared);
		bytes_free(&u->engine[s].thought);
		bytes_free(&u->engine[s].limit);
	}
	bytes_free(&u->told);
	bytes_free(&u->go);
	bytes_free(&u->heard);
}

/* Why the seat cannot search as its player's settings have it, for people; NULL: it can.  */
static char *search_problem(const struct setup *setup, int seat)
{
	int64_t limit = setup_turn_limit(setup, seat), until = infinite(setup, seat);

	if (!limit || until < limit)
		return NULL;
	return bytes_text("player %d: infinite is %.3f s, and a turn has %.3f s: give it less, or another "
			  "--turn-time",
			  seat, (double)until / NS_PER_S, (double)limit / NS_PER_S);
}

static void *uci_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct uci *u = bytes_new(sizeof(*u));

	u->judge = judge;
	*problem = chess_game_begin(&u->game, setup, &u->told);
	for (int s = SEAT_1; s < SEATS && !*problem; s++)
		*problem = search_problem(setup, s);
	if (!*problem)
		return u;
	uci_free(u);
	return NULL;
}

static const struct first_words *first(const struct setup *setup UNUSED)
{
	static const struct first_words words = {"White", " has white", "white", "black"};

	return &words;
}

/* Why an answer is refused in the position after all turns.  */
static char *refusal(const struct match *match, const struct message *message)
{
	struct text rest, word;
	struct chess_game game;
	struct chess_move move;

	if (uci_word_of(message->bytes, message->size, &rest) != UCI_BESTMOVE)
		return NULL;
	word = text_word(&rest);
	return chess_game_goto(&game, match, match->turn_count, NULL) &&
			       !chess_read_uci(&game.now, word, &move)
		       ? chess_refused(match, word)
		       : NULL;
}

static const struct protocol_texts texts = {
	.title = "chess and Chess960: UCI engines",
	.panes = panes,
	.first = first,
	.reasons = reasons,
	.notices = notices,
	.faults = faults,
	.refusal = refusal,
	.offers = uci_offers,
};

/* White gives a pawn, wins it back and leads, until black sees further.  */
static const char *const demo_options[][2] = {{"opening", "e4 e5 f4 exf4"}, {"name1", "depth 2"},
					      {"name2", "depth 3"},         {"seed", "1"},
					      {"pace", "1200ms"},           {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:searcher --depth 2", "sample:searcher --depth 3"},
	.demo_options = demo_options,
	.rival = "sample:searcher",
	.samples = samples,
	.seeded = seeded,
};

extern const struct protocol protocol_uci;
static int begins(const struct setup *setup)
{
	struct chess_game game;
	FREED char *problem = chess_game_begin(&game, setup, NULL);

	return problem ? setup->first : chess_seat(setup, game.now.to_move);
}

const struct protocol protocol_uci = {
	.name = "uci",
	.options = options,
	.begins = begins,
	.texts = &texts,
	.bundle = &bundle,
	.formats = chess_formats,
	.openings = &chess_openings,
	.tools = &uci_tools,
	.tap = &uci_tap,
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	.limits = {.match_alone = true, .free_start = true, .goodbye = NS_PER_S},
	.channel = channel,
	.new = uci_new,
	.free = uci_free,
	.started = started,
	.begin = next,
	.ask = ask,
	.received = received,
	.said = uci_said,
	.exited = exited,
	.expired = expired,
	.timeout = timed_out,
	.answer = answer,
	.move_form = move_form,
	.check = check,
	.play = play,
	.takeback = takeback,
	.halts = true,
	.reseat = reseat,
	.goodbye = goodbye,
};
