/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* uci.c - simulated matches of chess: what engines are told, and which of their answers count (uci, Wire). */
#include "table_state.h"

#include "systems/uci/game.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How an engine fails at one of its answers; 0: it does not.  */
enum failure {
	NOT,
	LATE,
	HANGS,
	GIBBERISH,
	ILLEGAL,
	TWICE,
	CRASH,
	LEAVES,
	NO_PROCESS,
	NEVER_READY,
	FAILURES
};

struct engine {
	const char *end; /* of its lines */
	enum failure failure;
	int fails_at; /* the number of its answer, from 1 */
	int asked;    /* how often; the tag of its answer */
	bool greeted, ready, silent;
	bool is_now, is_expected;  /* the position that it was told last */
	bool unsure;               /* it has said a bestmove too many: that one may count instead */
	bool ponders;              /* it thinks in its opponent's turn, until ponderhit or stop */
	struct chess_fen expected; /* the position that it has offered to ponder on; "": none */
};

/* The table's data for chess.  */
struct sim {
	struct engine engine[SEATS];
	struct chess_game game; /* by look_at(): after so many turns of that epoch of the table */
	int turns, epoch;
};

/* The position after that many turns, whatever was taken back since the last look.  */
static void look_at(struct table *table, int turns)
{
	struct sim *sim = table->own;
	const struct match *match = judge_match(table->judge);
	bool legal = true;

	if (sim->epoch != table->epoch || turns < sim->turns)
		legal = chess_game_goto(&sim->game, match, turns, NULL);
	else
		for (int n = sim->turns + 1; n <= turns; n++)
			legal = legal && chess_game_turn(&sim->game, match, n);
	sim->turns = turns;
	sim->epoch = table->epoch;
	CHECK_ALWAYS(table, legal, "one of %d turns is not legal", turns);
}

static bool is_agent(const struct table *table, int seat)
{
	return table->setup.seat[seat].kind == SEAT_AGENT;
}

static int on_turn(const struct table *table)
{
	return chess_seat(&table->setup, ((struct sim *)table->own)->game.now.to_move);
}

/* ---- setup ---- */

static void set_up(struct table *table)
{
	static const char *const ends[] = {"\n", "\r\n", "\r"};
	static const char *const openings[] = {"", "f3 e5", "8/8/8/8/8/4k3/8/4K2R w K - 97 80",
					       "1n5k/P7/8/8/8/8/7p/K5N1 w - - 0 1 moves a7b8q"};
	struct sim *sim = bytes_new(sizeof(*sim));
	struct chance *chance = &table->chance;
	char *problem;

	table->own = sim;
	table_draw_limits(table);
	table->folders = false;
	setup_set(&table->setup, "opening", openings[chance_below(chance, 4)]);
	if (chance_one_in(chance, 3))
		setup_set(&table->setup, "fide", "yes");
	for (int s = SEAT_1; s < SEATS; s++) {
		table->setup.seat[s].kind = chance_one_in(chance, 8) ? SEAT_HUMAN : SEAT_AGENT;
		table->setup.seat[s].command = bytes_text("sim%d", s);
		table->has_requests = table->has_requests || !is_agent(table, s);
		sim->engine[s] = (struct engine){.end = ends[chance_below(chance, 3)],
						 .fails_at = 1 + (int)chance_below(chance, 6)};
		if (chance_one_in(chance, 3))
			sim->engine[s].failure = (enum failure)chance_below(chance, FAILURES);
		if (chance_one_in(chance, 2))
			setup_set(&table->setup, s == SEAT_1 ? "ponder1" : "ponder2", "yes");
	}
	problem = chess_game_begin(&sim->game, &table->setup, NULL);
	CHECK(table, !problem, "%s", problem);
	free(problem);
}

static void forget(struct table *table)
{
	free(table->own);
}

static void tell(const struct table *table, FILE *to)
{
	const struct sim *sim = table->own;

	fprintf(to, "opening: \"%s\"\n", setup_text(&table->setup, &chess_option_opening));
	for (int s = SEAT_1; s < SEATS; s++)
		fprintf(to, "seat %d: %s, fails in way %d at answer %d\n", s,
			is_agent(table, s) ? "an engine" : "a person", (int)sim->engine[s].failure,
			sim->engine[s].fails_at);
}

/* ---- engines ---- */

static bool start(struct table *table, int seat)
{
	struct engine *engine = &((struct sim *)table->own)->engine[seat];

	*engine = (struct engine){engine->end, engine->failure, engine->fails_at, .asked = engine->asked};
	table->process[seat].fake = (struct fake){.chance = &table->chance,
						  .end = engine->end,
						  .splits = chance_one_in(&table->chance, 4),
						  .pause = MS,
						  .busy = table->now};
	return engine->failure != NO_PROCESS;
}

/* Any legal move of the position, in UCI's words; "" if there is none.  */
static struct chess_words any_move(struct table *table, const struct chess_position *position)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	int count = chess_moves(position, moves);

	return count ? chess_uci_words(position, moves[chance_below(&table->chance, count)])
		     : (struct chess_words){""};
}

static void say_move(struct table *table, int seat, const char *words, int tag, int culpable)
{
	struct sim *sim = table->own;
	struct chess_position then = sim->game.now;
	struct chess_move move;
	struct chess_words offered = {""};
	char *line;
	struct deed *deed;

	sim->engine[seat].expected = (struct chess_fen){""};
	if (chess_read_uci(&then, text_of(words), &move)) {
		chess_play(&then, move);
		offered = any_move(table, &then);
	}
	if (chess_read_uci(&then, text_of(offered.at), &move)) {
		chess_play(&then, move);
		sim->engine[seat].expected = chess_fen(&then);
	}
	line = bytes_text("bestmove %s%s%s", words, *offered.at ? " ponder " : "", offered.at);
	deed = fake_say(&table->process[seat].fake, line);
	fake_mark(deed, tag, line);
	deed->culpable = culpable;
	free(line);
}

/* True: it says nothing more than that.  */
static bool fail(struct table *table, int seat)
{
	struct engine *engine = &((struct sim *)table->own)->engine[seat];
	struct fake *fake = &table->process[seat].fake;
	bool crashes = engine->failure == CRASH;

	switch (engine->failure) {
	case LATE: fake->busy += table_turn_limit(table, seat) + table->setup.tolerance; return false;
	case HANGS: engine->silent = true; return true;
	case GIBBERISH: say_move(table, seat, "(none)", engine->asked, BLAME_PROTOCOL); return true;
	case ILLEGAL: say_move(table, seat, "a1h8", engine->asked, BLAME_ILLEGAL); return true;
	case TWICE:
		engine->unsure = true;
		say_move(table, seat, "b1c3", engine->asked, BLAME_ILLEGAL | BLAME_PROTOCOL);
		return false;
	case CRASH:
	case LEAVES:
		engine->silent = true;
		fake_leave(fake, crashes ? -11 : 0, crashes ? BLAME_CRASH : BLAME_EXIT);
		return true;
	default: return false;
	}
}

static void asked(struct table *table, int seat)
{
	struct sim *sim = table->own;
	struct engine *engine = &sim->engine[seat];
	struct fake *fake = &table->process[seat].fake;

	if (engine->silent)
		return;
	fake_think(fake, table_turn_limit(table, seat) / 4);
	if (chance_one_in(fake->chance, 4))
		fake_say(fake, "info depth 3 score cp -20 nodes 300 pv e7e5");
	if (engine->asked == engine->fails_at && fail(table, seat))
		return;
	say_move(table, seat, any_move(table, &sim->game.now).at, engine->asked,
		 engine->unsure ? BLAME_ILLEGAL | BLAME_PROTOCOL : 0);
}

/* ---- what is told ---- */

/* The position that it is told is the one that the turns have led to, or that after the move which it has
 * offered to ponder on.  */
static void check_position(struct table *table, int seat, const char *words)
{
	struct sim *sim = table->own;
	struct chess_game game;
	const char *start = "startpos moves ";
	const char *position = bytes_begin(words, strlen(words), start) ? words + strlen(start)
			       : strcmp(words, "startpos") == 0         ? ""
									: words + strlen("fen ");
	char *problem = chess_game_read(&game, &table->setup, text_of(position), NULL);
	struct chess_fen told, now = chess_fen(&sim->game.now);

	CHECK(table, !problem, "seat %d is told the position \"%s\": %s", seat, words, problem);
	free(problem);
	if (table->outcome.problem)
		return;
	told = chess_fen(&game.now);
	sim->engine[seat].is_expected =
		sim->engine[seat].unsure || strcmp(told.at, sim->engine[seat].expected.at) == 0;
	sim->engine[seat].is_now = strcmp(told.at, now.at) == 0;
	CHECK(table, sim->engine[seat].is_now || sim->engine[seat].is_expected,
	      "seat %d is told %s, and the position is %s", seat, told.at, now.at);
}

/* It ponders until it is told, or ends too early, which is a fault.  */
static void ponder(struct table *table, int seat)
{
	struct engine *engine = &((struct sim *)table->own)->engine[seat];

	if (engine->silent || !chance_one_in(&table->chance, 8))
		return;
	engine->ponders = false;
	say_move(table, seat, "a2a3", -1,
		 BLAME_ILLEGAL | BLAME_PROTOCOL); /* it may be read behind ponderhit */
}

/* Its search ends, and nobody wants its move.  */
static void end_ponder(struct table *table, int seat)
{
	struct engine *engine = &((struct sim *)table->own)->engine[seat];

	engine->ponders = false;
	if (engine->silent)
		return;
	engine->silent = engine->failure == HANGS && engine->asked == engine->fails_at;
	if (!engine->silent)
		say_move(table, seat, "a2a3", -1, 0);
}

static void told(struct table *table, const struct message *message, const char *line)
{
	struct sim *sim = table->own;
	int seat = message->seat;
	struct engine *engine = &sim->engine[seat];
	struct fake *fake = &table->process[seat].fake;
	bool exists = table->process[seat].exists;

	CHECK(table, is_agent(table, seat), "a person is told \"%s\"", line);
	look_at(table, judge_match(table->judge)->turn_count);
	if (fake->busy < table->now)
		fake->busy = table->now;
	if (strcmp(line, "uci") == 0) {
		CHECK(table, !engine->greeted, "seat %d is told uci twice", seat);
		engine->greeted = true;
		if (exists && engine->failure != NEVER_READY) {
			fake_say(fake, "option name Hash type spin default 1 min 1 max 9");
			fake_say(fake, "uciok");
		} else if (exists) {
			table->process[seat].culpable |= BLAME_START;
		}
	} else if (strcmp(line, "ucinewgame") == 0) {
		CHECK(table, engine->greeted, "seat %d is told ucinewgame", seat);
	} else if (strcmp(line, "isready") == 0) {
		engine->ready = true;
		if (exists)
			fake_say(fake, "readyok");
	} else if (bytes_begin(line, strlen(line), "position ")) {
		CHECK(table, engine->ready, "seat %d is told \"%s\"", seat, line);
		check_position(table, seat, line + strlen("position "));
	} else if (bytes_begin(line, strlen(line), "go ")) {
		bool ponders = strstr(line, " ponder ");

		CHECK(table, ponders ? engine->is_expected : engine->is_now && seat == on_turn(table),
		      "seat %d is told \"%s\"", seat, line);
		engine->is_now = engine->is_expected = false;
		engine->ponders = ponders;
		engine->asked++;
		if (exists)
			(ponders ? ponder : asked)(table, seat);
	} else if (strcmp(line, "ponderhit") == 0) {
		CHECK(table, seat == on_turn(table), "seat %d is told \"%s\"", seat, line);
		if (exists && engine->ponders)
			asked(table, seat);
		engine->ponders = false;
	} else if (strcmp(line, "quit") == 0) {
		CHECK(table, judge_match(table->judge)->over, "seat %d is told to leave in the middle", seat);
		engine->silent = true;
		if (exists && chance_one_in(fake->chance, 2))
			fake_leave(fake, 0, 0);
	} else {
		CHECK(table, strcmp(line, "stop") == 0 && engine->asked, "seat %d is told \"%s\"", seat,
		      line);
		if (exists && engine->ponders)
			end_ponder(table, seat);
	}
}

/* ---- turns and verdicts ---- */

static void turn(struct table *table, const struct turn *turn)
{
	struct sim *sim = table->own;
	const struct record *from = table_bringer(table, turn);

	look_at(table, turn->n - 1);
	CHECK(table, turn->seat == on_turn(table), "turn %d is of seat %d", turn->n, turn->seat);
	CHECK(table, from, "turn %d: no message brought it", turn->n);
	if (from && from->message.direction == FROM_AGENT)
		CHECK(table,
		      from->is_move && strcmp(turn->answered, turn->played) == 0 &&
			      (from->tag == sim->engine[turn->seat].asked || sim->engine[turn->seat].unsure),
		      "turn %d: \"%s\" does not answer question %d", turn->n, turn->answered,
		      sim->engine[turn->seat].asked);
	look_at(table, turn->n);
	table_check_time(table, turn);
	table->progress = table->running;
}

static void score(struct table *table, int seat)
{
	CHECK(table, false, "seat %d has scored", seat);
}

/* What a person types, sometimes wrong.  */
static char *words(struct table *table, int seat UNUSED)
{
	const struct sim *sim = table->own;
	struct chess_words words;
	struct chess_move move;

	look_at(table, judge_match(table->judge)->turn_count);
	if (chess_end(&sim->game) != CHESS_GOES_ON || chance_one_in(&table->chance, 8))
		return bytes_text("%s", chance_one_in(&table->chance, 2) ? "" : "Nz9");
	words = any_move(table, &sim->game.now);
	if (chance_one_in(&table->chance, 2) && chess_read_uci(&sim->game.now, text_of(words.at), &move))
		words = chess_san_words(&sim->game.now, move);
	return bytes_text("%s", words.at);
}

static void verdict(struct table *table)
{
	struct sim *sim = table->own;
	const struct verdict *verdict = &judge_match(table->judge)->verdict;
	bool flag = strcmp(verdict->reason, "flag") == 0;
	const char *reason;

	look_at(table, judge_match(table->judge)->turn_count);
	reason = chess_reason(chess_end(&sim->game));
	CHECK(table, !reason || strcmp(verdict->reason, reason) == 0, "%s, not %s", verdict->reason, reason);
	CHECK(table,
	      !reason ||
		      verdict->winner == (chess_end(&sim->game) == CHESS_MATE ? seat_opponent(on_turn(table))
									      : WINNER_DRAW),
	      "%s is won by seat %d", verdict->reason, verdict->winner);
	CHECK(table, !flag || setup_switch(&table->setup, &chess_option_fide), "a flag draws without --fide");
	if (strcmp(verdict->reason, REASON_TIMEOUT) == 0 && is_agent(table, verdict->blame)) {
		CHECK(table, table->timed[verdict->blame], "seat %d is late, and its clock did not run",
		      verdict->blame);
		table->process[verdict->blame].culpable |= BLAME_LATE;
	}
	table_check_blame(table);
}

static void end(struct table *table UNUSED)
{
}

/* Nobody fails again after the verdict that was taken back.  */
static void forgive(struct table *table, int seat)
{
	struct engine *engine = &((struct sim *)table->own)->engine[seat];

	if (engine->failure != NEVER_READY && engine->failure != NO_PROCESS)
		engine->failure = NOT;
}

const struct fixture fixture_uci = {
	.system = "uci",
	.matches = 200,
	.moves = CHANNEL_MOVE,
	.goodbye = "quit",
	.games = 1,
	.set_up = set_up,
	.free = forget,
	.tell = tell,
	.start = start,
	.told = told,
	.turn = turn,
	.score = score,
	.words = words,
	.verdict = verdict,
	.end = end,
	.takes_back = true,
	.forgive = forgive,
};
