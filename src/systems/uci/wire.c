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
#include "game.h"
#include "info.h"
#include "pgn.h"

#include "ringside/arbiter.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last question to an engine that is unanswered.  */
enum phase {
	PHASE_IDLE,
	PHASE_UCI,   /* uci, and uciok has not come */
	PHASE_READY, /* isready, and readyok has not come */
	PHASE_MOVE,
	PHASE_PONDER, /* go ponder, and neither ponderhit nor stop was sent */
	PHASE_MISS,   /* stop, because the opponent has played another move */
	PHASE_LATE,   /* its limit has passed; stop and isready were sent */
};

/* How long an engine that is late is listened to.  */
#define LATE_LIMIT (NS_PER_S / 2)

struct engine {
	enum phase phase;
	bool turn_waits;                 /* its turn has come, and it is asked when it is idle */
	bool goes_on;                    /* its search began before its last question, ponderhit or stop */
	struct bytes declared;           /* what followed the word option in each line, with a line end */
	char pondered[CHESS_WORDS_MOST]; /* the move of its opponent that it expects */
	struct bytes thought;            /* the last line with a value that it has said meanwhile */
	int64_t thought_n;               /* and its number */
	struct bytes limit;              /* PHASE_LATE: which one, in words */
	int64_t limit_ns;                /* and when it passed */
	bool answered;                   /* and isready was answered since */
	bool stopped;                    /* an infinite search was told to stop */
	struct uci_search search;        /* what it has said in it */
	unsigned remarked;               /* a bit for each remark that was told in full */
};

struct uci {
	struct judge *judge;
	struct chess_game game;
	struct bytes told; /* what "position" says: the first position and the moves */
	struct bytes go;
	struct engine engine[SEATS];
};

/* Of the settings of a player.  */
#define OF_SEAT(row, type, name, argument, number, ...)                                                      \
	static const struct option_row row =                                                                 \
		OPTION_ROW(name, type, argument, 0, .rare = true, .seat = (number), __VA_ARGS__)
static const struct option_row option_max_moves =
	OPTION_ROW("max-moves", OPTION_COUNT, "N", 0, .rare = true, .least = 1, .most = OPTION_MANY,
		   .optional = true, .help = "end the game as a draw when both players have made N moves");
OF_SEAT(option_option1, OPTION_TEXT, "option1", "NAME=VALUE", SEAT_1,
	.help = "options of the engine on seat 1; more than one are joined with ;, as in 'Hash=64; "
		"Threads=2'");
OF_SEAT(option_option2, OPTION_TEXT, "option2", "NAME=VALUE", SEAT_2,
	.help = "options of the engine on seat 2; as --option1");
OF_SEAT(option_depth1, OPTION_COUNT, "depth1", "N", SEAT_1, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_depth2, OPTION_COUNT, "depth2", "N", SEAT_2, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_nodes1, OPTION_COUNT, "nodes1", "N", SEAT_1, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_nodes2, OPTION_COUNT, "nodes2", "N", SEAT_2, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_mate1, OPTION_COUNT, "mate1", "N", SEAT_1, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_mate2, OPTION_COUNT, "mate2", "N", SEAT_2, .least = 1, .most = INT64_MAX, .optional = true);
OF_SEAT(option_searchmoves1, OPTION_TEXT, "searchmoves1", "MOVES", SEAT_1);
OF_SEAT(option_searchmoves2, OPTION_TEXT, "searchmoves2", "MOVES", SEAT_2);
OF_SEAT(option_infinite1, OPTION_TIME, "infinite1", "TIME", SEAT_1, .most = TIME_MOST, .optional = true);
OF_SEAT(option_infinite2, OPTION_TIME, "infinite2", "TIME", SEAT_2, .most = TIME_MOST, .optional = true);

static const struct option_row *const options[] = {
	&chess_option_opening, &chess_option_chess960, &chess_option_fide,
	&option_draw_when,     &option_win_when,       &option_option1,
	&option_option2,       &option_depth1,         &option_depth2,
	&option_nodes1,        &option_nodes2,         &option_mate1,
	&option_mate2,         &option_searchmoves1,   &option_searchmoves2,
	&option_infinite1,     &option_infinite2,      &chess_option_pgn_style,
	&chess_option_plies,   &option_max_moves,      NULL,
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

enum { BAD_OPTION, IS_LATE, UNREGISTERED, REMARKED };
static const struct notice_row notices[] = {
	[BAD_OPTION] = {"option", "+text", "is not sent an option: {text}"},
	[IS_LATE] = {"late", "+text", "has made no bestmove within {text}"},
	[UNREGISTERED] = {"unregistered", "", "is not registered, and may lack some of its features"},
	[REMARKED] = {"remarked", "+text", "{text}"},
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
	char *command, *problem = uci_check_option((struct text){engine->declared.at, engine->declared.size},
						   wanted, &command);

	if (problem)
		arbiter_notice_of(u->judge, seat, &notices[BAD_OPTION], 0, 0, problem);
	else
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "%s\n", command);
	free(problem);
	free(command);
}

/* It has declared its options: sends those that a person wants, and asks whether it is ready.  */
static void declared_all(struct uci *u, int seat)
{
	const struct setup *setup = arbiter_setup(u->judge);
	const char *more = setup_text(setup, seat == SEAT_1 ? &option_option1 : &option_option2);

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

static void next(struct uci *u)
{
	arbiter_next(u->judge, chess_seat(arbiter_setup(u->judge), u->game.now.to_move));
}

static void begin(void *state)
{
	next(state);
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
	const struct setup *setup = arbiter_setup(u->judge);
	const char *given = setup_text(setup, seat == SEAT_1 ? &option_searchmoves1 : &option_searchmoves2);
	struct text moves = text_of(given ? given : ""), word;
	const char *before = " searchmoves ";

	while ((word = text_word(&moves)).size) {
		char words[CHESS_WORDS_MOST];
		struct chess_move move;

		if (chess_read_move(&u->game.now, word.at, word.size, &move) != CHESS_READ)
			continue;
		chess_uci_words(&u->game.now, move, chess_is_960(setup), words);
		bytes_addf(go, "%s%s", before, words);
		before = " ";
	}
}

/* How long the seat searches until it is told to stop; 0: it stops by itself.  */
static int64_t infinite(const struct setup *setup, int seat)
{
	return setup_count(setup, seat == SEAT_1 ? &option_infinite1 : &option_infinite2);
}

static void add_limits(struct uci *u, struct bytes *go, int seat)
{
	int64_t limit = setup_turn_limit(arbiter_setup(u->judge), seat);
	size_t empty = go->size;

	add_clock(u, go, CHESS_WHITE, seat);
	add_clock(u, go, CHESS_BLACK, seat);
	if (limit)
		bytes_addf(go, " movetime %" PRId64, limit < NS_PER_MS ? 1 : limit / NS_PER_MS);
	add_number(u, go, "depth", seat == SEAT_1 ? &option_depth1 : &option_depth2);
	add_number(u, go, "nodes", seat == SEAT_1 ? &option_nodes1 : &option_nodes2);
	add_number(u, go, "mate", seat == SEAT_1 ? &option_mate1 : &option_mate2);
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
	bool hit = turn && strcmp(turn->played, engine->pondered) == 0;
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

/* Nobody wants its search any more.  */
static void stop(struct uci *u, int seat)
{
	struct engine *engine = &u->engine[seat];
	bool searches = engine->phase >= PHASE_MOVE;

	engine->turn_waits = false;
	if (!searches)
		return;
	engine->phase = PHASE_IDLE;
	if (!arbiter_withdraw(u->judge, seat) || engine->goes_on) {
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "stop\n");
		arbiter_drop_answer(u->judge, seat, NULL);
	}
	arbiter_answered(u->judge, seat);
}

/* After its move: `rest` is what follows the move in its answer.  */
static void ponder(struct uci *u, int seat, struct text rest)
{
	struct engine *engine = &u->engine[seat];
	const struct setup *setup = arbiter_setup(u->judge);
	struct chess_position then;
	struct chess_move move, moves[CHESS_MOVES_MOST];
	size_t size = u->told.size;
	struct text word;

	if (arbiter_match(u->judge)->over || !is_to_ponder(setup, seat) ||
	    !text_is(text_word(&rest), "ponder"))
		return;
	word = text_word(&rest);
	then = u->game.now;
	if (!chess_read_uci(&then, word.at, word.size, chess_is_960(setup), &move))
		return;
	chess_uci_words(&then, move, chess_is_960(setup), engine->pondered);
	chess_play(&then, move);
	if (!chess_moves(&then, moves))
		return; /* there is nothing to think about */
	chess_told_add(&u->told, engine->pondered);
	engine->thought.size = 0;
	go(u, seat, PHASE_PONDER);
	u->told.size = size;
	u->told.at[size] = '\0';
}

static bool over(struct uci *u, int seat)
{
	enum chess_end end = chess_end(&u->game);
	char fen[CHESS_FEN_MOST];

	if (end == CHESS_GOES_ON)
		return false;
	chess_write_fen(&u->game.now, chess_is_960(arbiter_setup(u->judge)), fen);
	arbiter_verdict(u->judge, end == CHESS_MATE ? seat : WINNER_DRAW, chess_reason(end), SEAT_NONE, "%s",
			fen);
	return true;
}

/* A draw, since so many moves were agreed on?  */
static bool is_long(struct uci *u)
{
	const struct setup *setup = arbiter_setup(u->judge);
	int moves =
		setup_given(setup, option_max_moves.name) ? (int)setup_count(setup, &option_max_moves) : 0;

	if (!moves || arbiter_match(u->judge)->turn_count < 2 * moves)
		return false;
	arbiter_verdict(u->judge, WINNER_DRAW, CHESS_MAX_MOVES, SEAT_NONE, "both players have made %d move%s",
			moves, moves == 1 ? "" : "s");
	return true;
}

/* Plays a legal move.  `answered`: what the engine has said; NULL: a person moves.  */
static void play_move(struct uci *u, int seat, const char *answered, struct chess_move move)
{
	char words[CHESS_WORDS_MOST];

	chess_uci_words(&u->game.now, move, chess_is_960(arbiter_setup(u->judge)), words);
	chess_go(&u->game, move);
	chess_told_add(&u->told, words);
	arbiter_moved(u->judge, seat, answered, words);
	if (!over(u, seat) && !arbiter_agreed(u->judge) && !is_long(u))
		next(u);
}

/* The move that follows bestmove, what follows that, and what is wrong with it.  */
static enum chess_reading read_bestmove(const struct uci *u, const struct message *message, struct text *word,
					struct text *rest, struct chess_move *move)
{
	uci_word_of(message->bytes, message->size, rest);
	*word = text_word(rest);
	if (chess_read_uci(&u->game.now, word->at, word->size, chess_is_960(arbiter_setup(u->judge)), move))
		return CHESS_READ;
	return (word->size == 4 || word->size == 5) && chess_square_named(word->at) >= 0 &&
			       chess_square_named(word->at + 2) >= 0
		       ? CHESS_NOT_LEGAL
		       : CHESS_NO_MOVE;
}

/* What follows the limit is how it went on.  */
__attribute__((format(printf, 3, 4))) static void lose_on_time(struct uci *u, int seat, const char *format,
							       ...)
{
	const struct setup *setup = arbiter_setup(u->judge);
	enum chess_colour other = chess_colour_of(setup, seat_opponent(seat));
	const char *limit = u->engine[seat].limit.at;
	FREED char *more = NULL;
	va_list args;

	va_start(args, format);
	more = bytes_vtext(format, args);
	va_end(args);
	if (setup_switch(setup, &chess_option_fide) && !chess_can_mate(&u->game.now, other))
		arbiter_verdict(u->judge, WINNER_DRAW, "flag", SEAT_NONE,
				"seat %d made no move within %s, and %s has no pieces to mate with%s", seat,
				limit, chess_colour_name(other), more);
	else
		arbiter_forfeit(u->judge, seat, REASON_TIMEOUT, "made no bestmove within %s%s", limit, more);
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

	if (phase != PHASE_MISS && !ended)
		return false;
	arbiter_drop(u->judge);
	if (ended && arbiter_fault(u->judge, seat, &faults[ENDED_PONDER]))
		return true;
	if (phase != PHASE_PONDER)
		arbiter_withdraw(u->judge, seat);
	engine->phase = PHASE_IDLE;
	arbiter_answered(u->judge, seat);
	if (phase == PHASE_PONDER)
		return true;
	arbiter_stop_clock(u->judge, seat); /* what this took counts, and the turn has its whole limit */
	go(u, seat, PHASE_MOVE);
	return true;
}

static void forfeit_move(struct uci *u, int seat, enum chess_reading reading, struct text word)
{
	char fen[CHESS_FEN_MOST];
	FREED char *quoted = text_shown(word);

	chess_write_fen(&u->game.now, chess_is_960(arbiter_setup(u->judge)), fen);
	if (reading == CHESS_NOT_LEGAL)
		arbiter_forfeit(u->judge, seat, REASON_ILLEGAL,
				"answered bestmove %s, which is not legal in %s", quoted, fen);
	else
		arbiter_forfeit(u->judge, seat, REASON_PROTOCOL,
				"answered bestmove %s, which is no move such as e2e4, in %s", quoted, fen);
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
		lose_on_time(u, seat, ": bestmove %s came %.3f s later", quoted,
			     (double)(message->t_ns - engine->limit_ns) / NS_PER_S);
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
	play_move(u, seat, shown, move);
	ponder(u, seat, rest);
}

/* engine-interface, registration: the user is told, and the engine plays anyway.  */
static void decline_registration(struct uci *u, int seat)
{
	arbiter_notice(u->judge, seat, &notices[UNREGISTERED]);
	arbiter_send(u->judge, seat, CHANNEL_COMMAND, "register later\n");
}

/* Remarks what is wrong with a line of its search, the first time in full.  */
static void remark(struct uci *u, int seat, struct text rest)
{
	struct engine *engine = &u->engine[seat];
	char *why, *words;
	enum uci_remark what =
		uci_look(&engine->search, &u->game.now, chess_is_960(arbiter_setup(u->judge)), rest, &why);

	if (what == UCI_NO_REMARK)
		return;
	if (!(engine->remarked & 1u << what)) {
		engine->remarked |= 1u << what;
		words = bytes_text("%s: %s; it was told \"position %s\"", faults[what].phrase, why,
				   u->told.at);
		arbiter_notice_of(u->judge, seat, &notices[REMARKED], 0, 0, words);
		free(words);
	}
	free(why);
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
		engine->answered = engine->phase == PHASE_LATE;
		break;
	case UCI_REGISTRATION:
		if (text_is(what, "error"))
			decline_registration(u, seat);
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

static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	struct text rest;

	(void)state;
	(void)seat;
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
		lose_on_time(u, seat, "%s", "");
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
		arbiter_forfeit(u->judge, seat, REASON_START, "did not say uciok within %.3f s of uci",
				limit);
		break;
	case PHASE_READY:
		arbiter_forfeit(u->judge, seat, REASON_START, "did not say readyok within %.3f s of isready",
				limit);
		break;
	case PHASE_MOVE:
		engine->stopped = true;
		arbiter_send(u->judge, seat, CHANNEL_COMMAND, "stop\n");
		break;
	case PHASE_LATE:
		lose_on_time(u, seat,
			     engine->answered ? "; it then answered isready, and not stop, within %.3f s"
					      : "; it then answered neither stop nor isready within %.3f s",
			     (double)LATE_LIMIT / NS_PER_S);
		break;
	default: break;
	}
}

static bool exited(void *state, int seat, struct ending ending, const char *late)
{
	struct uci *u = state;
	FREED char *how = arbiter_ending_words(ending);

	(void)late;
	if (u->engine[seat].phase != PHASE_LATE)
		return false;
	lose_on_time(u, seat, "; then it %s", how);
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
	char words[CHESS_WORDS_MOST];
	struct chess_game game;
	struct chess_move read;
	enum chess_reading reading;

	chess_game_goto(&game, match, turns);
	reading = chess_read_move(&game.now, move, strlen(move), &read);
	if (reading == CHESS_READ) {
		chess_uci_words(&game.now, read, chess_is_960(&match->setup), words);
		return bytes_text("%s", words);
	}
	if (reading == CHESS_NOT_LEGAL && chess_square_named(move) >= 0 && chess_square_named(move + 2) >= 0)
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
		chess_game_goto(&game, match, match->turn_count - back);
	on_turn = chess_seat(arbiter_setup(u->judge), game.now.to_move);
	if (seat != on_turn)
		return bytes_text("it is the turn of seat %d", on_turn);
	reading = chess_read_move(&game.now, move, strlen(move), &read);
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
	chess_read_move(&u->game.now, move, strlen(move), &read);
	if (arbiter_is_agent(u->judge, seat) && !answered)
		stop(u, seat);
	if (u->engine[seat].phase == PHASE_MOVE)
		u->engine[seat].phase = PHASE_IDLE;
	play_move(u, seat, answered, read);
	return NULL;
}

/* Each question tells the whole game, so engines need not be told.  */
static char *takeback(void *state, int turns)
{
	struct uci *u = state;
	const struct match *match = arbiter_match(u->judge);
	int left = match->turn_count - turns;

	u->told.size = 0;
	free(chess_game_begin(&u->game, &match->setup, &u->told));
	for (int n = 1; n <= left; n++) {
		const struct turn *turn = match_turn(match, n);

		chess_game_play(&u->game, &match->setup, turn->played);
		chess_told_add(&u->told, turn->played);
	}
	for (int s = SEAT_1; s <= SEAT_2; s++)
		if (arbiter_is_agent(u->judge, s))
			stop(u, s);
	arbiter_taken_back(u->judge, left);
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

/* A bestmove or a readyok that it still owes would be taken for one of the next game.  */
static bool may_stay(const void *state, int seat)
{
	const struct engine *engine = &((const struct uci *)state)->engine[seat];

	return engine->phase == PHASE_IDLE && !engine->limit.size;
}

static void uci_free(void *state)
{
	struct uci *u = state;

	for (int s = 0; s < SEATS; s++) {
		bytes_free(&u->engine[s].declared);
		bytes_free(&u->engine[s].thought);
		bytes_free(&u->engine[s].limit);
	}
	bytes_free(&u->told);
	bytes_free(&u->go);
	free(u);
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

static const struct first_words *first(const struct setup *setup)
{
	static const struct first_words words = {"White", " has white", "white", "black"};

	(void)setup;
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
	if (!chess_game_goto(&game, match, match->turn_count) ||
	    chess_read_uci(&game.now, word.at, word.size, chess_is_960(&match->setup), &move))
		return NULL;
	return chess_refused(match, word);
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

static const struct protocol_bundle bundle = {
	.demo = {"sample:searcher --depth 3", "sample:random"},
	.samples = samples,
	.seeded = seeded,
};

/* ---- ringside rules ---- */

/* The position, who is on turn, and the legal moves in both notations; or how the game has ended.  */
static char *rules(const struct setup *setup, const char *position, char **problem)
{
	struct chess_game game;
	struct chess_move moves[CHESS_MOVES_MOST];
	struct bytes text = {0};
	char words[CHESS_FEN_MOST];
	int count;

	*problem = chess_game_read(&game, setup, position, NULL);
	if (*problem)
		return NULL;
	chess_write_fen(&game.now, chess_is_960(setup), words);
	count = chess_moves(&game.now, moves);
	bytes_addf(&text, "fen: %s\nto move: %s%s\nlegal moves: %d\n", words,
		   chess_colour_name(game.now.to_move), chess_in_check(&game.now) ? ", in check" : "", count);
	for (int i = 0; i < count; i++) {
		chess_uci_words(&game.now, moves[i], chess_is_960(setup), words);
		bytes_addf(&text, "  %s ", words);
		chess_san_words(&game.now, moves[i], words);
		bytes_addf(&text, "%s\n", words);
	}
	bytes_addf(&text, "result: %s\n",
		   chess_end(&game) == CHESS_GOES_ON ? "the game goes on" : chess_reason(chess_end(&game)));
	return text.at;
}

static const struct protocol_tools tools = {
	.rules = rules,
	.position_help = "a FEN, moves as e4 e5 Nf3, or both with the word \"moves\" between; "
			 "prints the legal moves in both notations and whether the game is over",
	.spec = &uci_spec,
	.twins = &uci_twins,
	.fuzz = &uci_fuzz,
	.suite_case = chess_epd_case,
	.suite_ending = ".epd",
};

extern const struct protocol protocol_uci;
static int begins(const struct setup *setup)
{
	struct chess_game game;
	char *problem = chess_game_begin(&game, setup, NULL);
	int seat = problem ? setup->first : chess_seat(setup, game.now.to_move);

	free(problem);
	return seat;
}

const struct protocol protocol_uci = {
	.name = "uci",
	.options = options,
	.begins = begins,
	.texts = &texts,
	.bundle = &bundle,
	.formats = chess_formats,
	.openings = &chess_openings,
	.tools = &tools,
	.answers = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_MOVE),
	.moves = CHANNEL_MOVE,
	.limits = {.match_alone = true, .free_start = true, .goodbye = NS_PER_S},
	.channel = channel,
	.new = uci_new,
	.free = uci_free,
	.started = started,
	.begin = begin,
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
	.may_stay = may_stay,
	.goodbye = goodbye,
};
