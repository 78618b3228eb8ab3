/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the Learning Machine Challenge 2 (reconstructed): a game program that speaks to
 * one or two players through the judge.
 *
 * The original's text breaks off before the commands, so the commands are ringside's own (lmc2, Layer 0).
 * The game program sits on seat 0.  It says what the players are told, what they score, and when the game is
 * over.  It is told of the players' faults, and may go on.  */
#include "wire.h"
#include "players.h"
#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LMC1_NONE, LMC1_ALL = SEATS };

static const struct option_choice word_kinds[] = {
	{"symbols", LMC2_SYMBOLS, NULL}, {"letters", LMC2_LETTERS, NULL}, {"any", LMC2_ANY, NULL}, {0}};
static const struct option_choice lmc1_seats[] = {
	{"1", SEAT_1, NULL}, {"2", SEAT_2, NULL}, {"all", LMC1_ALL, NULL}, {0}};

static const struct option_row lmc2_option_game_program =
	OPTION_ROW("game-program", OPTION_COMMAND, "COMMAND", 0,
		   .help = "the game program; a command line in one word, or sample:NAME",
		   .text = "sample:imitate-game", .shown = true);
const struct option_row lmc2_option_words =
	OPTION_ROW("words", OPTION_CHOICE, "WHAT", 0,
		   .help = "what a word is; a symbol of the game (symbols), a string of symbols (letters), "
			   "or anything (any)",
		   .choices = word_kinds, .value = LMC2_SYMBOLS, .shown = true);
static const struct option_row lmc2_option_lmc1 =
	OPTION_ROW("lmc1", OPTION_CHOICE, "SEAT", 0,
		   .help = "the seat whose player gets no hints, or all; it knows only LMC 1",
		   .choices = lmc1_seats, .value = LMC1_NONE, .optional = true);
static const struct option_row lmc2_option_max_timeouts =
	OPTION_ROW("max-timeouts", OPTION_COUNT, "N", 0,
		   .help = "a player loses after N unanswered turns in a row; 0: never", .most = INT32_MAX,
		   .unit = "timeouts", .value = 3, .shown = true);
const struct option_row lmc2_option_max_turns =
	OPTION_ROW("max-turns", OPTION_COUNT, "N", 0,
		   .help = "end the match after N moves of a player; it ends when the game asks for another, "
			   "and the sums decide; 0: never",
		   .most = INT32_MAX, .unit = "moves", .value = 100000, .shown = true);

static const struct option_row *const options[] = {
	&lmc2_option_game_program, &lmc2_option_words,     &lmc2_option_lmc1,
	&lmc2_option_max_timeouts, &lmc2_option_max_turns, NULL,
};

static const struct channel_pane panes[] = {
	{"input", CHANNEL_BIT(CHANNEL_INPUT)},
	{"output", CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_FAULT)},
	{"score hint", CHANNEL_BIT(CHANNEL_SCORE) | CHANNEL_BIT(CHANNEL_HINT)},
	{"command", CHANNEL_BIT(CHANNEL_COMMAND)},
	{"info", CHANNEL_BIT(CHANNEL_INFO)},
	{"comments", CHANNEL_BIT(CHANNEL_COMMENT) | CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_EVENT)},
	{0},
};

static const char *const samples[] = {"lmc2-", "lmc-", NULL};
static const char *const programs[] = {"echo-reverse", "game", "imitate-game", "questions", "roshambo", NULL};
static const char *const seeded[] = {"learner", "random", "predictor", NULL};

/* ---- hearing ---- */

static void received(void *state, const struct message *message)
{
	struct lmc2 *lmc2 = state;
	int seat = message->seat;
	struct text played;

	if (seat == SEAT_NONE) {
		lmc2_hear_game(lmc2, message);
		return;
	}
	if (lmc_player_heard(&lmc2->players, message, &played))
		lmc2_take_output(lmc2, seat, played);
}

static void exited(void *state, int seat, struct ending ending, const char *late)
{
	struct lmc2 *lmc2 = state;

	if (seat == SEAT_NONE)
		referee_forfeit(lmc2->players.judge, seat, REASON_GAME, "ended%s",
				late ? late : " in the middle of the game");
	else
		lmc2_left(lmc2, seat, ending.signalled || ending.code ? REASON_CRASH : REASON_EXIT);
}

static void expired(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	if (lmc2->players.player[seat].named)
		referee_forfeit(lmc2->players.judge, seat, REASON_GAME,
				"did nothing for %.3f s (--hang-time)",
				(double)referee_setup(lmc2->players.judge)->hang_limit / NS_PER_S);
	else
		lmc_player_expired(lmc2, seat);
}

/* ---- people ---- */

static char *lmc2_answer(void *state, const struct message *message, bool *legal)
{
	const struct lmc2 *lmc2 = state;
	const struct lmc2_player *player = &lmc2->player[message->seat];
	struct text text = lmc_player_answer(&lmc2->players, message), stranger;

	if (!text.at)
		return NULL;
	stranger = alphabet_stranger(&player->alphabet, lmc2->words, text);
	*legal = stranger.at && !stranger.size;
	return text_words(text);
}

/* The words of a game are known only while it is played.  */
static char *lmc2_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	char *form = text_words((struct text){move, strlen(move)});

	(void)match, (void)turns;
	if (*form)
		return form;
	free(form);
	*problem = bytes_text("no word");
	return NULL;
}

static char *lmc2_check(void *state, int seat, const char *move, int back)
{
	struct lmc2 *lmc2 = state;
	struct lmc2_player *player = &lmc2->player[seat];
	struct text stranger =
		alphabet_stranger(&player->alphabet, lmc2->words, (struct text){move, strlen(move)});
	struct bytes text = {0};

	if (back)
		return bytes_text("players of lmc2 cannot take a move back");
	if (!lmc2->players.player[seat].due)
		return bytes_text("the game does not wait for seat %d", seat);
	if (strpbrk(move, "\r\n"))
		return bytes_text("an answer is one line");
	if (stranger.at && !stranger.size)
		return NULL;
	if (!stranger.at)
		return bytes_text("an answer has at least one word");
	bytes_addf(&text, "\"%.*s\" is no word of this game:", (int)stranger.size, stranger.at);
	for (int i = 0; i < player->alphabet.count; i++)
		bytes_addf(&text, " %s", player->alphabet.symbols[i]);
	return text.at;
}

static char *lmc2_play(void *state, int seat, const char *move, const char *answered)
{
	struct lmc2 *lmc2 = state;
	char *problem = lmc2_check(state, seat, move, 0), *words, *said;

	if (problem)
		return problem;
	said = lmc_player_overridden(&lmc2->players, seat, answered);
	words = text_words((struct text){move, strlen(move)});
	lmc2_moved(lmc2, seat, said, words);
	free(words);
	free(said);
	return NULL;
}

/* ---- the match ---- */

/* A player that joins later is told what the game program told the one before it.  It cannot be told what it
   was not asked.  */
static void tell_game(struct lmc2 *lmc2, int seat)
{
	const struct lmc2_player *player = &lmc2->player[seat];

	if (!player->begun)
		return;
	referee_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command new\n");
	for (int i = 0; i < player->alphabet.count; i++)
		referee_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command symbol %s\n",
			     player->alphabet.symbols[i]);
}

static void lmc2_started(void *state, int seat, bool warm)
{
	struct lmc2 *lmc2 = state;

	lmc_player_started(lmc2, seat, warm);
	if (seat != SEAT_NONE)
		tell_game(lmc2, seat);
}

/* The game program is not told of the change: it knows seats, not players.  */
static void reseat(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	lmc2->player[seat].silent = 0;
	lmc_player_reseat(lmc2, seat);
}

/* Each game of a series has a seed of its own.  */
static void lmc2_begin(void *state)
{
	struct lmc2 *lmc2 = state;
	const struct setup *setup = referee_setup(lmc2->players.judge);

	referee_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge version 1\n");
	referee_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge players %d\n", lmc2->seated);
	referee_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge seed %" PRIu64 "\n",
		     setup->seed + (uint64_t)setup->game - 1);
	for (int number = 1; number <= lmc2->seated; number++) {
		const char *name = setup->seat[lmc2_player_on(setup, number)].name;

		referee_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge name %d %s\n", number,
			     name ? name : "?");
	}
	referee_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@command new\n");
	lmc2->begins = true;
	lmc2_guard(lmc2);
}

/* A late line of this game would be taken for one of the next game.  */
static bool may_stay(const void *state, int seat)
{
	const struct lmc2 *lmc2 = state;

	return seat == SEAT_NONE ? lmc2->over : !lmc2->player[seat].left && lmc_player_may_stay(lmc2, seat);
}

/* A line of the game program has the channel of the line inside it.  */
static enum channel channel(void *state, int seat, const char *bytes, size_t size)
{
	struct text text = {bytes, size};
	struct text word = text_word(&text);
	enum channel channel;

	(void)state;
	if (text_is(word, "@judge"))
		return CHANNEL_COMMAND;
	if (text_is(word, "@player"))
		text_word(&text);
	else
		text = (struct text){bytes, size};
	channel = lmc_channel_of(text.at, text.size, true);
	return seat == SEAT_NONE && channel == CHANNEL_OUTPUT && *text.at != '@' ? CHANNEL_INPUT : channel;
}

static void lmc2_free(void *state)
{
	struct lmc2 *lmc2 = state;

	for (int s = SEAT_1; s < SEATS; s++)
		alphabet_clear(&lmc2->player[s].alphabet);
	free(lmc2);
}

static const struct first_words *first(const struct setup *setup)
{
	static const struct first_words player_1 = {"Player 1 or 2 of the game", " is the game's player 1",
						    "the game's player 1", "its player 2"};

	(void)setup;
	return &player_1;
}

static void *lmc2_new(struct judge *judge, const struct setup *setup, char **problem)
{
	int64_t knows_lmc1 = setup_choice(setup, &lmc2_option_lmc1);
	struct lmc2 *lmc2 = bytes_new(sizeof(*lmc2));

	lmc2->players.judge = judge;
	lmc2->players.words = true;
	lmc2->words = (enum lmc2_words)setup_choice(setup, &lmc2_option_words);
	lmc2->max_timeouts = setup_count(setup, &lmc2_option_max_timeouts);
	lmc2->max_turns = setup_count(setup, &lmc2_option_max_turns);
	for (int s = SEAT_1; s < SEATS; s++) {
		lmc2->player[s].sits = setup->seat[s].kind != SEAT_FREE;
		lmc2->player[s].lmc1 = knows_lmc1 == s || knows_lmc1 == LMC1_ALL;
		lmc2->seated += lmc2->player[s].sits;
	}
	if (setup->seat[SEAT_NONE].kind != SEAT_AGENT)
		*problem = bytes_text("no game program sits on seat 0 (--game-program)");
	else if (!lmc2->player[SEAT_1].sits)
		*problem = bytes_text("nobody sits on seat 1: a player alone sits there");
	else
		return lmc2;
	lmc2_free(lmc2);
	return NULL;
}

static const struct reason_row reasons[] = {
	{"score", NULL, LMC_SCORE_RULE LMC_ALONE_RULE,
	 "lmc2, Layer 1: score; the game program said that it is over"},
	{"max-turns", &lmc2_option_max_turns,
	 "When a game program asks a player for more turns than that, the match ends. " LMC_SCORE_RULE
		 LMC_ALONE_RULE,
	 "ringside: --max-turns"},
	{REASON_TIMEOUT, &lmc2_option_max_timeouts,
	 LMC_TIMEOUT_RULE
	 " The game program is told of a timeout, and the game continues; too many in a row lose.",
	 "lmc2, Layer 0: @judge fault K timeout; ringside: --turn-time, --max-timeouts"},
	{REASON_START, NULL, LMC_START_RULE, "lmc2, Layer 0: @info name; ringside: --start-time"},
	{REASON_EXIT, NULL, LMC_LEFT_RULE, "lmc2, Layer 0: exit is the judge's alone"},
	{REASON_CRASH, NULL, "A player runs until it is told @command exit.",
	 "lmc2, Layer 0: exit is the judge's alone"},
	{REASON_PROTOCOL, NULL,
	 "A line is @channel data, with one blank between, or words alone. Other lines are reported and "
	 "ignored; with --strict they lose.",
	 "lmc2, General Protocol Considerations; ringside: --strict"},
	{REASON_GAME, NULL,
	 "The game program leads the game: when it leaves, hangs, or breaks the protocol, the match ends and "
	 "no player is to blame.",
	 "lmc2, Layer 0"},
	{0},
};

static const struct protocol_texts texts = {
	.title = "a game program and its players: the Learning Machine Challenge 2 (reconstructed)",
	.learning = true,
	.panes = panes,
	.first = first,
	.misled = "its inputs, scores and hints come from the old player's answers",
	.reasons = reasons,
	.faults = lmc_faults,
	.notices = lmc_notices,
};

static const struct protocol_bundle bundle = {
	.demo = {"sample:imitate-player"},
	.samples = samples,
	.programs = programs,
	.seeded = seeded,
};

static const struct protocol_tools tools = {
	.spec = &lmc2_spec,
	.fuzz = &lmc2_fuzz,
	.twins = &lmc2_twins,
};

extern const struct protocol protocol_lmc2;
const struct protocol protocol_lmc2 = {
	.name = "lmc2",
	.options = options,
	.alone = true,
	.texts = &texts,
	.bundle = &bundle,
	.tools = &tools,
	.answers = CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_INFO),
	.moves = CHANNEL_OUTPUT,
	.last_news = true,
	.limits = {.goodbye = 2 * (int64_t)NS_PER_S},
	.channel = channel,
	.new = lmc2_new,
	.free = lmc2_free,
	.started = lmc2_started,
	.begin = lmc2_begin,
	.ask = lmc_player_ask,
	.received = received,
	.is_answer = lmc_player_is_answer,
	.exited = exited,
	.expired = expired,
	.timeout = lmc2_timed_out,
	.answer = lmc2_answer,
	.move_form = lmc2_move_form,
	.check = lmc2_check,
	.play = lmc2_play,
	.reseat = reseat,
	.goodbye = lmc_player_goodbye,
	.may_stay = may_stay,
};
