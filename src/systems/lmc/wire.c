/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the Learning Machine Challenge 1: players of games of symbols.
 *
 * rules.h has the rules. A round is one move of each seat that has to move.  When it is complete, both seats
 * are told their input and their score (lmc, Order).  */
#include "wire.h"
#include "ringside/bytes.h"
#include "rules.h"
#include "systems/lmc_shared/player.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct lmc {
	struct lmc_players players; /* first */
	struct symbols *game;
	bool score_first;    /* the score of a round goes out before its input */
	bool illegal_scores; /* an unknown symbol scores -1 and does not end the match */
	bool told[SEATS];    /* it was told what the game is */
};

enum illegal { ILLEGAL_LOSES, ILLEGAL_SCORES };

static const struct option_choice orders[] = {
	{"input-first", LMC_INPUT_FIRST, NULL}, {"score-first", LMC_SCORE_FIRST, NULL}, {0}};
static const struct option_choice illegals[] = {
	{"loses", ILLEGAL_LOSES, NULL}, {"score", ILLEGAL_SCORES, NULL}, {0}};

const struct option_row lmc_option_order =
	OPTION_ROW("order", OPTION_CHOICE, "ORDER", 0,
		   .help = "what a player is told first after a move; input-first or score-first",
		   .choices = orders, .value = LMC_INPUT_FIRST);
static const struct option_row lmc_option_illegal =
	OPTION_ROW("illegal", OPTION_CHOICE, "WHAT", 0,
		   .help = "what an unknown symbol does; it loses the match (loses), or scores -1 (score)",
		   .choices = illegals, .value = ILLEGAL_LOSES);

static const struct option_row *const options[] = {
	&symbols_option_game, &symbols_option_turns, &symbols_option_symbols, &symbols_option_period,
	&lmc_option_order,    &lmc_option_illegal,   &symbols_option_table,   NULL,
};

static const struct channel_pane panes[] = {
	{"input", CHANNEL_BIT(CHANNEL_INPUT)},
	{"output", CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"score", CHANNEL_BIT(CHANNEL_SCORE)},
	{"command", CHANNEL_BIT(CHANNEL_COMMAND)},
	{"info", CHANNEL_BIT(CHANNEL_INFO)},
	{"comments", CHANNEL_BIT(CHANNEL_COMMENT) | CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

/* ---- rounds ---- */

static void send_input(struct lmc *lmc, int seat, int symbol)
{
	if (symbol != SYMBOL_NONE && arbiter_is_agent(lmc->players.judge, seat))
		arbiter_send(lmc->players.judge, seat, CHANNEL_INPUT, "@input %s\n",
			     symbols_name(lmc->game, symbol));
}

static void send_score(struct lmc *lmc, int seat, const struct symbol_news *news)
{
	char text[32];

	if (!news->scored || !arbiter_is_agent(lmc->players.judge, seat))
		return;
	lmc_write_score(news->score, text);
	arbiter_send(lmc->players.judge, seat, CHANNEL_SCORE, "@score %s\n", text);
}

static void tell_news(struct lmc *lmc, int seat, const struct symbol_news *news)
{
	if (news->scored)
		arbiter_score(lmc->players.judge, seat, news->score);
	if (lmc->score_first)
		send_score(lmc, seat, news);
	send_input(lmc, seat, news->input);
	if (!lmc->score_first)
		send_score(lmc, seat, news);
}

static void finish(struct lmc *lmc)
{
	int64_t count = symbols_round(lmc->game);
	FREED char *rounds = bytes_text("%" PRId64 " round%s", count, count == 1 ? "" : "s");
	struct lmc_chance chance = {0};

	lmc_tell_slow(&lmc->players);
	chance.known = symbols_chance(lmc->game, &chance.mean, &chance.margin);
	lmc_verdict(lmc->players.judge, "score", chance, rounds, NULL);
}

static void next_round(struct lmc *lmc)
{
	if (symbols_over(lmc->game)) {
		finish(lmc);
		return;
	}
	for (int s = SEAT_1; s < SEATS; s++)
		lmc->players.player[s].due = symbols_to_move(lmc->game, s);
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc->players.player[s].due) {
			send_input(lmc, s, symbols_cue(lmc->game, s));
			arbiter_next(lmc->players.judge, s);
		}
}

/* Tells a player what it has to know before its first round.  */
static void tell_game(struct lmc *lmc, int seat)
{
	lmc->told[seat] = true;
	arbiter_send(lmc->players.judge, seat, CHANNEL_COMMAND, "@command new\n");
	for (int i = 0; i < symbols_count(lmc->game); i++)
		arbiter_send(lmc->players.judge, seat, CHANNEL_COMMAND, "@command symbol %s\n",
			     symbols_name(lmc->game, i));
}

static void lmc_ask(void *state, int seat)
{
	struct lmc *lmc = state;

	if (!lmc->told[seat]) { /* it came in the middle */
		tell_game(lmc, seat);
		send_input(lmc, seat, symbols_cue(lmc->game, seat));
	}
	lmc_player_ask(lmc, seat);
}

/* The match keeps `played` as the move.  SYMBOL_NONE: it is no symbol of the game.  */
static void moved(struct lmc *lmc, int seat, const char *answered, const char *played, int symbol)
{
	struct symbol_news news[SEATS];

	lmc_player_moved(&lmc->players, seat, answered, played);
	if (!symbols_move(lmc->game, seat, symbol, news)) {
		lmc_ask_who_waits(&lmc->players);
		return;
	}
	for (int s = SEAT_1; s < SEATS; s++)
		tell_news(lmc, s, &news[s]);
	next_round(lmc);
}

/* ---- hearing ---- */

static void take_output(struct lmc *lmc, int seat, struct text text)
{
	int symbol = symbols_find(lmc->game, text.at, text.size);
	char *answered = bytes_copy(text.at, text.size), *shown;

	if (symbol != SYMBOL_NONE) {
		moved(lmc, seat, answered, answered, symbol);
	} else if (lmc->illegal_scores) {
		arbiter_fault(lmc->players.judge, seat, &lmc_faults[LMC_UNKNOWN_SYMBOL]);
		moved(lmc, seat, answered, answered, symbol);
	} else {
		shown = bytes_escaped(text.at, text.size < 64 ? text.size : 64);
		arbiter_forfeit(lmc->players.judge, seat, REASON_ILLEGAL,
				"played \"%s\", which is not a symbol of this game", shown);
		free(shown);
	}
	free(answered);
}

static void received(void *state, const struct message *message)
{
	struct lmc *lmc = state;
	struct text played;

	if (lmc_player_heard(&lmc->players, message, &played))
		take_output(lmc, message->seat, played);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct lmc *lmc = state;

	arbiter_forfeit(lmc->players.judge, seat, REASON_TIMEOUT, "%s within %s",
			lmc->players.player[seat].named || !arbiter_is_agent(lmc->players.judge, seat)
				? "made no move"
				: "was not ready",
			limit);
}

/* ---- people ---- */

/* The symbol that a person means: its name, or the beginning of exactly one name.  */
static char *read_symbol(const struct lmc *lmc, const char *move, int *symbol)
{
	struct bytes text = {0};
	int found = 0;

	*symbol = symbols_find(lmc->game, move, strlen(move));
	if (*symbol != SYMBOL_NONE)
		return NULL;
	for (int i = 0; i < symbols_count(lmc->game); i++)
		if (*move && strncmp(symbols_name(lmc->game, i), move, strlen(move)) == 0) {
			*symbol = i;
			found++;
		}
	if (found == 1)
		return NULL;
	bytes_addf(&text, "\"%s\" is %s: expected one of", move, found ? "several symbols" : "no symbol");
	for (int i = 0; i < symbols_count(lmc->game); i++)
		bytes_addf(&text, " %s", symbols_name(lmc->game, i));
	return text.at;
}

static char *lmc_answer(void *state, const struct message *message, bool *legal)
{
	const struct lmc *lmc = state;
	struct text text = lmc_player_answer(&lmc->players, message);

	if (!text.at)
		return NULL;
	*legal = symbols_find(lmc->game, text.at, text.size) != SYMBOL_NONE;
	return bytes_copy(text.at, text.size);
}

static char *lmc_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	struct lmc lmc = {.game = symbols_new(&match->setup, problem)};
	char *form = NULL;
	int symbol;

	(void)turns;
	if (!lmc.game)
		return NULL;
	*problem = read_symbol(&lmc, move, &symbol);
	if (*problem) {
		free(*problem);
		*problem = bytes_text("no symbol of this game");
	} else {
		form = bytes_text("%s", symbols_name(lmc.game, symbol));
	}
	symbols_free(lmc.game);
	return form;
}

/* A symbol that the seat can play in this round, whatever it costs.  */
static char *read_move(const struct lmc *lmc, int seat, const char *move, int *symbol)
{
	if (!symbols_to_move(lmc->game, seat))
		return bytes_text("seat %d has moved in this round already", seat);
	return read_symbol(lmc, move, symbol);
}

/* A taken square loses the board, which no person wants.  */
static char *lmc_check(void *state, int seat, const char *move, int back)
{
	const struct lmc *lmc = state;
	char *problem;
	int symbol = 0, owner;

	(void)back;
	if ((problem = read_move(lmc, seat, move, &symbol)))
		return problem;
	owner = symbols_has_board(lmc->game) ? symbols_at(lmc->game, symbol + 1) : SEAT_NONE;
	if (owner == SEAT_NONE)
		return NULL;
	return bytes_text("square %s is taken (by seat %d): choose an empty one",
			  symbols_name(lmc->game, symbol), owner);
}

static char *lmc_play(void *state, int seat, const char *move, const char *answered)
{
	struct lmc *lmc = state;
	int symbol = SYMBOL_NONE;
	char *problem = read_move(lmc, seat, move, &symbol), *said;

	if (problem)
		return problem;
	said = lmc_player_overridden(&lmc->players, seat, answered);
	moved(lmc, seat, said, symbols_name(lmc->game, symbol), symbol);
	free(said);
	return NULL;
}

/* ---- the match ---- */

/* A player that joins later learns from there on.  It cannot be told what it was not asked.  */
static void reseat(void *state, int seat)
{
	struct lmc *lmc = state;

	lmc->told[seat] = false;
	lmc_player_reseat(lmc, seat);
}

static void lmc_begin(void *state)
{
	struct lmc *lmc = state;

	for (int s = SEAT_1; s < SEATS; s++)
		if (arbiter_is_agent(lmc->players.judge, s))
			tell_game(lmc, s);
	next_round(lmc);
}

static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	(void)state;
	(void)seat;
	return lmc_channel_of(bytes, size, false);
}

static void lmc_free(void *state)
{
	FREED struct lmc *lmc = state;

	symbols_free(lmc->game);
}

static const struct first_words *lmc_first(const struct setup *setup)
{
	return symbols_has_first(setup) ? &first_begins : NULL;
}

static void *lmc_new(struct judge *judge, const struct setup *setup, char **problem)
{
	struct lmc *lmc = bytes_new(sizeof(*lmc));

	lmc->players.judge = judge;
	lmc->score_first = setup_choice(setup, &lmc_option_order) == LMC_SCORE_FIRST;
	lmc->illegal_scores = setup_choice(setup, &lmc_option_illegal) == ILLEGAL_SCORES;
	lmc->game = symbols_new(setup, problem);
	if (lmc->game)
		return lmc;
	lmc_free(lmc);
	return NULL;
}

static const struct reason_row reasons[] = {
	{"score", &symbols_option_turns,
	 LMC_SCORE_RULE "If the table of the game gives one player what the other loses, the sum is compared "
			"with the mean of random players. If it is no farther from that mean than in 95 % of "
			"random games, the match is a statistical draw. " LMC_ALONE_RULE,
	 "lmc1, The score channel"},
	{REASON_ILLEGAL, &lmc_option_illegal,
	 "A player answers each play with exactly one valid symbol: one that @command symbol told it. With "
	 "--illegal score, another one scores -1 and does not lose.",
	 "lmc1, The command channel: exactly one valid symbol"},
	{REASON_TIMEOUT, NULL, LMC_TIMEOUT_RULE, "lmc1, The command channel: play; ringside: --turn-time"},
	{REASON_START, NULL, LMC_START_RULE,
	 "lmc1, The info channel: its name before it does anything else; ringside: --start-time"},
	{REASON_EXIT, NULL, LMC_LEFT_RULE, "lmc1, The info channel: exit"},
	{REASON_CRASH, NULL, "A player runs until it is told @command exit.",
	 "lmc1, The command channel: exit"},
	{REASON_PROTOCOL, NULL,
	 "A line is @channel data, with one blank between, or a symbol alone. Other lines are reported and "
	 "ignored; with --strict they lose.",
	 "lmc1, Interface Specification; ringside: --strict"},
	{0},
};

static const struct protocol_texts texts = {
	.title = "players of games of symbols: the Learning Machine Challenge 1",
	.learning = true,
	.panes = panes,
	.first = lmc_first,
	.misled = "its scores, and perhaps its inputs, come from the old moves",
	.reasons = reasons,
	.faults = lmc_faults,
	.notices = lmc_notices,
};

static const struct protocol_bundle bundle = {
	.demo = {"sample:predictor", "sample:beat-frequent"},
	.samples = (const char *const[]){"lmc-", NULL},
	.seeded = (const char *const[]){"random", "predictor", NULL},
};

extern const struct protocol protocol_lmc;
const struct protocol protocol_lmc = {
	.name = "lmc",
	.options = options,
	.alone = true,
	.texts = &texts,
	.bundle = &bundle,
	.formats = lmc_formats,
	.tools = &lmc_tools,
	.answers = CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_INFO),
	.moves = CHANNEL_OUTPUT,
	.last_news = true,
	.limits = {.goodbye = 2 * (int64_t)NS_PER_S},
	.channel = channel,
	.new = lmc_new,
	.free = lmc_free,
	.started = lmc_player_started,
	.begin = lmc_begin,
	.ask = lmc_ask,
	.received = received,
	.is_answer = lmc_player_is_answer,
	.expired = lmc_player_expired,
	.timeout = timed_out,
	.answer = lmc_answer,
	.move_form = lmc_move_form,
	.check = lmc_check,
	.play = lmc_play,
	.reseat = reseat,
	.goodbye = lmc_player_goodbye,
	.may_stay = lmc_player_may_stay,
};
