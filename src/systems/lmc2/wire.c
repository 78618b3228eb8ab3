/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the Learning Machine Challenge 2 (reconstructed): a game program, and one or two
 * players that it speaks to through the judge.
 *
 * The original's text breaks off before the commands; what stands here besides is ringside's own (lmc2, Layer
 * 0).  The game program sits on seat 0, says what the players are told and what it was worth, and when the
 * game is over; faults of players are told to it, and it may go on.  */
#include "wire.h"
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
		   .help = "the program that is the game: a command line in one word, or sample:NAME",
		   .text = "sample:imitate-game", .shown = true);
static const struct option_row lmc2_option_words = OPTION_ROW(
	"words", OPTION_CHOICE, "WHAT", 0,
	.help = "a word is a symbol of the game (symbols), a string of symbols (letters), or anything (any)",
	.choices = word_kinds, .value = LMC2_SYMBOLS, .shown = true);
static const struct option_row lmc2_option_lmc1 =
	OPTION_ROW("lmc1", OPTION_CHOICE, "SEAT", 0,
		   .help = "the player of this seat, or of all, gets no hints: it knows LMC 1 alone",
		   .choices = lmc1_seats, .value = LMC1_NONE, .optional = true);
const struct option_row lmc2_option_max_timeouts =
	OPTION_ROW("max-timeouts", OPTION_COUNT, "N", 0,
		   .help = "a player that does not answer N times in a row loses; 0: never",
		   .most = INT32_MAX, .unit = "timeouts", .value = 3, .since_rules = true, .shown = true);
const struct option_row lmc2_option_max_turns =
	OPTION_ROW("max-turns", OPTION_COUNT, "N", 0,
		   .help = "when the game asks a player for the next move after N, the match ends and the "
			   "sums decide; 0: never",
		   .most = INT32_MAX, .unit = "moves", .value = 100000, .since_rules = true, .shown = true);

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
static const char *const seeded[] = {"learner", "random", "predictor", NULL};

static bool is_agent(const struct lmc2 *lmc2, int seat)
{
	return referee_setup(lmc2->judge)->seat[seat].kind == SEAT_AGENT;
}

/* ---- the game program ---- */

void lmc2_guard(struct lmc2 *lmc2)
{
	bool waits = false;

	if (referee_match(lmc2->judge)->over || !lmc2->program.named)
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		waits = waits || lmc2->player[s].playing;
	if (waits)
		referee_answered(lmc2->judge, SEAT_NONE);
	else
		referee_await(lmc2->judge, SEAT_NONE, referee_setup(lmc2->judge)->hang_limit);
}

bool lmc2_has_begun(struct lmc2 *lmc2)
{
	/* What it was asked before may be unanswered still: one that says its name before it is told to.  */
	if (lmc2->begins && referee_is_asked(lmc2->judge, SEAT_NONE) &&
	    !referee_question_waits(lmc2->judge, SEAT_NONE))
		lmc2->begun = true;
	return lmc2->begun;
}

/* What a player answered, as the game program is told it.  */
static void tell_output(struct lmc2 *lmc2, int seat, const char *words)
{
	referee_ask(lmc2->judge, SEAT_NONE, CHANNEL_OUTPUT, "@player %d @output %s\n", seat, words);
	lmc2_guard(lmc2);
}

void lmc2_tell_fault(struct lmc2 *lmc2, int seat, const char *what)
{
	lmc2_has_begun(lmc2); /* which cannot be seen while another question is on its way */
	referee_ask(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@judge fault %d %s\n", seat, what);
	lmc2_guard(lmc2);
}

void lmc2_finish(struct lmc2 *lmc2, const char *reason, struct text text)
{
	int64_t think_ns[SEATS] = {0}, moves[SEATS] = {0};
	char *said = bytes_escaped(text.at, text.size), *turns;

	for (int s = SEAT_1; s < SEATS; s++) {
		think_ns[s] = lmc2->player[s].think_ns;
		moves[s] = lmc2->player[s].moves;
	}
	lmc_tell_slow(lmc2->judge, think_ns, moves);
	turns = bytes_text("%d moves", referee_match(lmc2->judge)->turn_count);
	if (lmc2->first_left != SEAT_NONE)
		referee_forfeit(lmc2->judge, lmc2->first_left, lmc2->player[lmc2->first_left].left,
				"left before the game was over");
	else
		lmc_verdict(lmc2->judge, reason, (struct lmc_chance){0}, turns, said);
	free(turns);
	free(said);
}

/* ---- players ---- */

/* Does a person have to answer before agents are asked?  */
static bool person_plays(const struct lmc2 *lmc2)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc2->player[s].playing && !is_agent(lmc2, s))
			return true;
	return false;
}

static void end_endless(struct lmc2 *lmc2)
{
	char *said = bytes_text("the game was not over after %" PRId64 " turns of a player (--max-turns)",
				lmc2->max_turns);

	lmc2_finish(lmc2, "max-turns", (struct text){said, strlen(said)});
	free(said);
}

void lmc2_play_due(struct lmc2 *lmc2, int seat)
{
	if (lmc2->max_turns && lmc2->player[seat].asked == lmc2->max_turns) {
		end_endless(lmc2);
		return;
	}
	lmc2->player[seat].asked++;
	lmc2->player[seat].playing = true;
	referee_next(lmc2->judge, seat);
}

/* The last of the players who have been silent for too long; SEAT_NONE: nobody has.  */
static int who_is_silent(const struct lmc2 *lmc2)
{
	for (int s = SEAT_2; s >= SEAT_1 && lmc2->max_timeouts; s--)
		if (lmc2->player[s].silent >= lmc2->max_timeouts)
			return s;
	return SEAT_NONE;
}

/* Ends the match if a player has been silent for too long.  An opponent who can come to the same in this turn
   is waited for: two of them draw.  */
static void end_for_silence(struct lmc2 *lmc2)
{
	int seat = who_is_silent(lmc2);
	const struct lmc2_player *other = &lmc2->player[seat_opponent(seat)];

	if (seat == SEAT_NONE)
		return;
	if (other->silent >= lmc2->max_timeouts)
		referee_verdict(lmc2->judge, WINNER_DRAW, REASON_TIMEOUT, SEAT_NONE,
				"neither player has answered, %" PRId64 " times in a row (--max-timeouts)",
				lmc2->max_timeouts);
	else if (!other->playing || other->silent + 1 < lmc2->max_timeouts)
		referee_forfeit(lmc2->judge, seat, REASON_TIMEOUT,
				"has not answered, %" PRId64 " times in a row (--max-timeouts)",
				lmc2->player[seat].silent);
}

static void lmc2_ask(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	if (person_plays(lmc2))
		lmc2->player[seat].player.waits = true;
	else
		lmc_player_ask(lmc2->judge, &lmc2->player[seat].player, seat);
}

static void ask_who_waits(struct lmc2 *lmc2)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc2->player[s].player.waits && !person_plays(lmc2))
			lmc_player_ask(lmc2->judge, &lmc2->player[s].player, s);
}

static void moved(struct lmc2 *lmc2, int seat, const char *answered, const char *played)
{
	struct lmc2_player *player = &lmc2->player[seat];
	const struct match *match = referee_match(lmc2->judge);

	player->playing = false;
	player->silent = 0;
	referee_moved(lmc2->judge, seat, answered, played);
	if (answered) {
		player->think_ns += match_turn(match, match->turn_count)->think_ns;
		player->moves++;
	}
	tell_output(lmc2, seat, played);
	end_for_silence(lmc2);
	if (!referee_match(lmc2->judge)->over)
		ask_who_waits(lmc2);
}

/* The turn ends without a move, if it was one.  */
static void lose_turn(struct lmc2 *lmc2, int seat)
{
	if (lmc2->player[seat].playing)
		referee_turn_lost(lmc2->judge, seat);
	lmc2->player[seat].playing = false;
	lmc2->player[seat].player.awaited = lmc2->player[seat].player.waits = false;
}

static bool anybody_sits(const struct lmc2 *lmc2)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc2->player[s].sits && !lmc2->player[s].left)
			return true;
	return false;
}

static void left(struct lmc2 *lmc2, int seat, const char *reason)
{
	struct lmc2_player *player = &lmc2->player[seat];

	if (player->left)
		return;
	player->left = reason;
	referee_notice(lmc2->judge, seat, &lmc_notices[LMC_LEFT]);
	lose_turn(lmc2, seat);
	referee_withdraw(lmc2->judge, seat); /* a play that goes out now would start its clock */
	if (lmc2->first_left == SEAT_NONE)
		lmc2->first_left = seat;
	if (anybody_sits(lmc2))
		lmc2_tell_fault(lmc2, seat, "exit");
	else
		lmc2_finish(lmc2, "score", (struct text){"", 0});
	end_for_silence(lmc2);
}

/* ---- hearing ---- */

static void take_output(struct lmc2 *lmc2, int seat, struct text text)
{
	const struct alphabet *alphabet = &lmc2->player[seat].alphabet;
	struct text stranger = alphabet_stranger(alphabet, lmc2->words, text);
	char *words;

	if (!stranger.at || stranger.size) {
		referee_broke(lmc2->judge, seat,
			      &lmc_faults[stranger.at ? LMC_STRANGE_WORD : LMC_EMPTY_OUTPUT]);
		lose_turn(lmc2, seat);
		lmc2->player[seat].silent = 0;
		lmc2_tell_fault(lmc2, seat, "illegal");
		end_for_silence(lmc2);
		return;
	}
	words = text_words(text);
	moved(lmc2, seat, words, words);
	free(words);
}

static bool is_answer(void *state, const struct message *message)
{
	struct lmc2 *lmc2 = state;

	return lmc_player_is_answer(lmc2->judge, &lmc2->player[message->seat].player, message, true);
}

static void received(void *state, const struct message *message)
{
	struct lmc2 *lmc2 = state;
	int seat = message->seat;
	struct text played;

	if (seat == SEAT_NONE) {
		lmc2_hear_game(lmc2, message);
		return;
	}
	switch (lmc_player_heard(lmc2->judge, &lmc2->player[seat].player, message, true, &played)) {
	case LMC_HEARD_NOTHING: break;
	case LMC_HEARD_OUTPUT: take_output(lmc2, seat, played); break;
	case LMC_HEARD_EXIT:
		if (lmc2->player[seat].player.named)
			referee_leaves(lmc2->judge, seat);
		else
			referee_forfeit(lmc2->judge, seat, REASON_START,
					"said that it exits before its name");
		break;
	}
}

static void exited(void *state, int seat, struct ending ending, const char *late)
{
	struct lmc2 *lmc2 = state;

	if (seat == SEAT_NONE)
		referee_forfeit(lmc2->judge, seat, REASON_GAME, "ended%s",
				late ? late : " in the middle of the game");
	else
		left(lmc2, seat, ending.signalled || ending.code ? REASON_CRASH : REASON_EXIT);
}

static void expired(void *state, int seat)
{
	struct lmc2 *lmc2 = state;
	const struct setup *setup = referee_setup(lmc2->judge);
	bool named = seat == SEAT_NONE ? lmc2->program.named : lmc2->player[seat].player.named;

	if (named)
		referee_forfeit(lmc2->judge, seat, REASON_GAME, "did nothing for %.3f s (--hang-time)",
				(double)setup->hang_limit / NS_PER_S);
	else
		referee_forfeit(lmc2->judge, seat, REASON_START, "did not say its name within %.3f s",
				(double)setup->start_limit / NS_PER_S);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct lmc2 *lmc2 = state;
	bool told;

	if (!lmc2->player[seat].player.named) { /* the match limit runs while it gets ready, too */
		referee_forfeit(lmc2->judge, seat, REASON_TIMEOUT, "was not ready within %s", limit);
		return;
	}
	lmc2->player[seat].silent++;
	told = who_is_silent(lmc2) == SEAT_NONE;
	referee_no_move(lmc2->judge, seat, told);
	lmc_player_late(lmc2->judge, &lmc2->player[seat].player, seat);
	lose_turn(lmc2, seat);
	if (told)
		lmc2_tell_fault(lmc2, seat, "timeout");
	else
		end_for_silence(lmc2);
}

/* ---- people ---- */

static char *lmc2_answer(void *state, const struct message *message, bool *legal)
{
	const struct lmc2 *lmc2 = state;
	const struct lmc2_player *player = &lmc2->player[message->seat];
	struct text text = lmc_player_answer(&player->player, message, true), stranger;

	if (!text.at)
		return NULL;
	stranger = alphabet_stranger(&player->alphabet, lmc2->words, text);
	*legal = stranger.at && !stranger.size;
	return text_words(text);
}

/* Which words a game has, it says while it goes on.  */
static char *lmc2_move_form(const struct setup *setup, const char *move, char **problem)
{
	char *form = text_words((struct text){move, strlen(move)});

	(void)setup;
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
	if (!player->playing)
		return bytes_text("the game does not wait for seat %d", seat);
	if (strpbrk(move, "\r\n"))
		return bytes_text("an answer is one line");
	if (stranger.at && !stranger.size)
		return NULL;
	if (!stranger.at)
		return bytes_text("an answer has one word at least");
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
	said = lmc_player_overridden(lmc2->judge, &lmc2->player[seat].player, seat, answered);
	words = text_words((struct text){move, strlen(move)});
	moved(lmc2, seat, said, words);
	free(words);
	free(said);
	return NULL;
}

/* ---- the match ---- */

/* Who comes in the middle is told what the game program has told the one before.  It cannot be told what it
   was not asked.  */
static void tell_game(struct lmc2 *lmc2, int seat)
{
	const struct lmc2_player *player = &lmc2->player[seat];

	if (!player->begun || setup_rules(referee_setup(lmc2->judge)) < 3)
		return;
	referee_send(lmc2->judge, seat, CHANNEL_COMMAND, "@command new\n");
	for (int i = 0; i < player->alphabet.count; i++)
		referee_send(lmc2->judge, seat, CHANNEL_COMMAND, "@command symbol %s\n",
			     player->alphabet.symbols[i]);
}

static void lmc2_started(void *state, int seat, bool warm)
{
	struct lmc2 *lmc2 = state;

	lmc_player_started(lmc2->judge, seat == SEAT_NONE ? &lmc2->program : &lmc2->player[seat].player, seat,
			   warm);
	if (seat != SEAT_NONE)
		tell_game(lmc2, seat);
}

/* The game program goes on as if nothing had happened: it knows seats, not players.  */
static void reseat(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	lmc2->player[seat].player = (struct lmc_player){0};
	lmc2->player[seat].silent = 0;
	ask_who_waits(lmc2);
}

/* Each game of a series has a seed of its own.  */
static void lmc2_begin(void *state)
{
	struct lmc2 *lmc2 = state;
	const struct setup *setup = referee_setup(lmc2->judge);

	referee_send(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@judge version 1\n");
	referee_send(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@judge players %d\n", lmc2->players);
	referee_send(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@judge seed %" PRIu64 "\n",
		     setup->seed + (uint64_t)setup->game - 1);
	for (int s = SEAT_1; s < SEATS; s++)
		if (lmc2->player[s].sits)
			referee_send(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@judge name %d %s\n", s,
				     setup->seat[s].name ? setup->seat[s].name : "?");
	referee_ask(lmc2->judge, SEAT_NONE, CHANNEL_COMMAND, "@command new\n");
	lmc2->begins = true;
	lmc2_guard(lmc2);
}

static void goodbye(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	referee_send(lmc2->judge, seat, CHANNEL_COMMAND, "@command exit\n");
}

/* What comes of this game in the next one would be taken for a part of that.  */
static bool fit(const void *state, int seat)
{
	const struct lmc2 *lmc2 = state;

	return seat == SEAT_NONE ? lmc2->over
				 : !lmc2->player[seat].left && lmc_player_settled(&lmc2->player[seat].player);
}

/* A line of the game program is on the channel of the line that it holds.  */
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

static void *lmc2_new(struct judge *judge, const struct setup *setup, char **problem)
{
	int64_t knows_lmc1 = setup_choice(setup, &lmc2_option_lmc1);
	struct lmc2 *lmc2 = bytes_new(sizeof(*lmc2));

	lmc2->judge = judge;
	lmc2->words = (enum lmc2_words)setup_choice(setup, &lmc2_option_words);
	lmc2->max_timeouts = setup_count(setup, &lmc2_option_max_timeouts);
	lmc2->max_turns = setup_count(setup, &lmc2_option_max_turns);
	for (int s = SEAT_1; s < SEATS; s++) {
		lmc2->player[s].sits = setup->seat[s].kind != SEAT_FREE;
		lmc2->player[s].lmc1 = knows_lmc1 == s || knows_lmc1 == LMC1_ALL;
		lmc2->players += lmc2->player[s].sits;
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

extern const struct protocol protocol_lmc2;
const struct protocol protocol_lmc2 = {
	.name = "lmc2",
	.title = "a game program and its players: the Learning Machine Challenge 2 (reconstructed)",
	.options = options,
	.program_option = &lmc2_option_game_program,
	.alone = true,
	.panes = panes,
	.demo = {"sample:imitate-player"},
	.samples = samples,
	.seeded = seeded,
	.answers = CHANNEL_BIT(CHANNEL_OUTPUT) | CHANNEL_BIT(CHANNEL_INFO),
	.moves = CHANNEL_OUTPUT,
	.last_news = true,
	.goodbye_grace = 2 * (int64_t)NS_PER_S,
	.channel = channel,
	.new = lmc2_new,
	.free = lmc2_free,
	.started = lmc2_started,
	.begin = lmc2_begin,
	.ask = lmc2_ask,
	.received = received,
	.is_answer = is_answer,
	.exited = exited,
	.expired = expired,
	.timeout = timed_out,
	.answer = lmc2_answer,
	.move_form = lmc2_move_form,
	.check = lmc2_check,
	.play = lmc2_play,
	.reseat = reseat,
	.misled = "what it hears, and each score and hint, comes of what the old one said",
	.goodbye = goodbye,
	.fit = fit,
	.reasons = lmc2_reasons,
	.faults = lmc_faults,
	.notices = lmc_notices,
};
