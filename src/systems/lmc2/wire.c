/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the Learning Machine Challenge 2 (reconstructed): a game program that speaks to
 * one or two players through the judge.
 *
 * The original's text breaks off before the commands, so the commands are ringside's own (lmc2, Layer 0).
 * The game program sits on seat 0.  It says what the players are told, what they score, and when the game is
 * over.  It is told of the players' faults, and decides what a failure costs.  The judge itself ends a match
 * only for silence (--max-timeouts) and for a game without end (--max-turns).  */
#include "wire.h"

#include "ringside/bytes.h"
#include "systems/lmc_shared/player.h"
#include <inttypes.h>
#include <stdlib.h>

struct lmc2_player {
	bool sits;        /* an agent or a person has this seat */
	bool lmc1;        /* it knows LMC 1 only: no hints */
	bool begun;       /* the game program has told it `@command new` */
	const char *left; /* why it is gone; NULL: it is there; static */
	char *how;        /* has it left, for people */
	struct alphabet alphabet;
	int64_t asked;  /* plays so far */
	int64_t silent; /* the number of plays in a row, up to the last, that were not answered in time */
};

struct lmc2 {
	struct lmc_players players; /* first */
	enum lmc2_words words;
	int64_t max_timeouts; /* this many in a row lose; 0: no limit */
	int64_t max_turns;    /* how often each player is asked at most; 0: no limit */
	int seated;           /* players */
	bool outside;         /* another judge has the game program */
	struct lmc2_player player[SEATS];
	bool begins;    /* `@command new` was sent to the game program ...  */
	bool begun;     /* ... and was written */
	bool over;      /* the game program has said that the game is over */
	int first_left; /* the player that left first; SEAT_NONE: none has left */
};

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

/* ---- which words the symbols of a game allow ---- */

/* Is the word a string of symbols? reached[i]: its first i bytes are.  */
static bool spelled(const struct alphabet *alphabet, struct text word)
{
	FREED char *reached = bytes_new(word.size + 1);

	reached[0] = 1;
	for (size_t i = 0; i < word.size; i++)
		for (int k = 0; reached[i] && k < alphabet->count; k++) {
			size_t size = strlen(alphabet->symbols[k]);

			if (size <= word.size - i && memcmp(word.at + i, alphabet->symbols[k], size) == 0)
				reached[i + size] = 1;
		}
	return reached[word.size];
}

struct text alphabet_stranger(const struct alphabet *alphabet, enum lmc2_words words, struct text text)
{
	struct text word, none = {0};

	while ((word = text_word(&text)).size) {
		none = (struct text){"", 0};
		if ((words == LMC2_SYMBOLS && !alphabet_has(alphabet, word)) ||
		    (words == LMC2_LETTERS && !spelled(alphabet, word)))
			return word;
	}
	return none;
}

/* ---- the game program ---- */

/* How the game program knows the player of a seat.  */
static int number_of(const struct lmc2 *lmc2, int seat)
{
	return setup_player_on(arbiter_setup(lmc2->players.judge), seat);
}

static void guard(struct lmc2 *lmc2)
{
	bool waits = false;

	if (arbiter_match(lmc2->players.judge)->over || !lmc2->players.player[SEAT_NONE].named)
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		waits = waits || lmc2->players.player[s].due;
	if (waits)
		arbiter_answered(lmc2->players.judge, SEAT_NONE);
	else
		arbiter_await(lmc2->players.judge, SEAT_NONE, arbiter_setup(lmc2->players.judge)->hang_limit);
}

static bool has_begun(struct lmc2 *lmc2)
{
	/* An earlier question may be unanswered: a program may say its name before it is asked for it.  */
	if (lmc2->begins && arbiter_is_asked(lmc2->players.judge, SEAT_NONE) &&
	    !arbiter_question_waits(lmc2->players.judge, SEAT_NONE))
		lmc2->begun = true;
	return lmc2->begun;
}

static void tell_fault(struct lmc2 *lmc2, int seat, const char *what)
{
	if (lmc2->outside)
		return;
	has_begun(lmc2); /* this cannot be seen while another question is on its way */
	arbiter_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge fault %d %s\n",
		    number_of(lmc2, seat), what);
	guard(lmc2);
}

static void finish(struct lmc2 *lmc2, const char *reason, struct text text)
{
	FREED char *said = bytes_escaped(text.at, text.size), *turns = NULL;
	int count = arbiter_match(lmc2->players.judge)->turn_count;

	lmc_tell_slow(&lmc2->players);
	turns = bytes_text("%d move%s", count, count == 1 ? "" : "s");
	if (lmc2->first_left != SEAT_NONE)
		arbiter_forfeit(lmc2->players.judge, lmc2->first_left, lmc2->player[lmc2->first_left].left,
				"%s before the game was over", lmc2->player[lmc2->first_left].how);
	else
		lmc_verdict(lmc2->players.judge, reason, (struct lmc_chance){0}, turns, said);
}

/* ---- players ---- */

static void play_due(struct lmc2 *lmc2, int seat)
{
	char *said;

	if (lmc2->max_turns && lmc2->player[seat].asked == lmc2->max_turns) {
		said = bytes_text("the game was not over after %" PRId64 " turn%s of a player (--max-turns)",
				  lmc2->max_turns, lmc2->max_turns == 1 ? "" : "s");
		finish(lmc2, "max-turns", text_of(said));
		free(said);
		return;
	}
	lmc2->player[seat].asked++;
	lmc2->players.player[seat].due = true;
	arbiter_next(lmc2->players.judge, seat);
}

/* The last player that has been silent too often.  SEAT_NONE: none has.  */
static int who_is_silent(const struct lmc2 *lmc2)
{
	for (int s = SEAT_2; s >= SEAT_1 && lmc2->max_timeouts; s--)
		if (lmc2->player[s].silent >= lmc2->max_timeouts)
			return s;
	return SEAT_NONE;
}

/* Ends the match if a player has been silent too often.  If the opponent may reach the limit in this turn,
   the match waits: two silent players draw.  */
static void end_for_silence(struct lmc2 *lmc2)
{
	int seat = who_is_silent(lmc2);
	const struct lmc2_player *other = &lmc2->player[seat_opponent(seat)];

	if (seat == SEAT_NONE)
		return;
	if (other->silent >= lmc2->max_timeouts)
		arbiter_verdict(lmc2->players.judge, WINNER_DRAW, REASON_TIMEOUT, SEAT_NONE,
				"neither player has answered, %" PRId64 " time%s in a row (--max-timeouts)",
				lmc2->max_timeouts, lmc2->max_timeouts == 1 ? "" : "s");
	else if (!lmc2->players.player[seat_opponent(seat)].due || other->silent + 1 < lmc2->max_timeouts)
		arbiter_forfeit(lmc2->players.judge, seat, REASON_TIMEOUT,
				"has not answered, %" PRId64 " time%s in a row (--max-timeouts)",
				lmc2->player[seat].silent, lmc2->player[seat].silent == 1 ? "" : "s");
}

static void moved(struct lmc2 *lmc2, int seat, const char *answered, const char *played)
{
	lmc2->player[seat].silent = 0;
	lmc_player_moved(&lmc2->players, seat, answered, played);
	if (lmc2->outside)
		return;
	arbiter_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_OUTPUT, "@player %d @output %s\n",
		    number_of(lmc2, seat), played);
	guard(lmc2);
	end_for_silence(lmc2);
	if (!arbiter_match(lmc2->players.judge)->over)
		lmc_ask_who_waits(&lmc2->players);
}

/* Ends the turn, if there is one, without a move.  */
static void lose_turn(struct lmc2 *lmc2, int seat)
{
	struct lmc_player *player = &lmc2->players.player[seat];

	if (player->due)
		arbiter_turn_lost(lmc2->players.judge, seat);
	player->due = player->awaited = player->waits = false;
}

static void left(struct lmc2 *lmc2, int seat, struct ending ending)
{
	struct lmc2_player *player = &lmc2->player[seat];
	bool any = false; /* player is there still */

	if (player->left)
		return;
	player->left = reason_of_ending(ending);
	player->how = ending.signalled ? arbiter_ending_words(ending) : bytes_text("left");
	arbiter_notice(lmc2->players.judge, seat, &lmc_notices[LMC_LEFT]);
	lose_turn(lmc2, seat);
	arbiter_withdraw(lmc2->players.judge,
			 seat); /* otherwise a `play` that waits would be sent now and start its clock */
	if (lmc2->first_left == SEAT_NONE)
		lmc2->first_left = seat;
	for (int s = SEAT_1; s < SEATS; s++)
		any = any || (lmc2->player[s].sits && !lmc2->player[s].left);
	if (any)
		tell_fault(lmc2, seat, "exit");
	else
		finish(lmc2, "score", (struct text){"", 0});
	end_for_silence(lmc2);
}

static void take_output(struct lmc2 *lmc2, int seat, struct text text)
{
	const struct alphabet *alphabet = &lmc2->player[seat].alphabet;
	struct text stranger = alphabet_stranger(alphabet, lmc2->words, text);
	FREED char *words = NULL;

	if (!stranger.at || stranger.size) {
		arbiter_fault(lmc2->players.judge, seat,
			      &lmc_faults[stranger.at ? LMC_STRANGE_WORD : LMC_EMPTY_OUTPUT]);
		lose_turn(lmc2, seat);
		lmc2->player[seat].silent = 0;
		tell_fault(lmc2, seat, "illegal");
		end_for_silence(lmc2);
		return;
	}
	words = lmc_words(text);
	moved(lmc2, seat, words, words);
}

static void timed_out(void *state, int seat, const char *limit)
{
	struct lmc2 *lmc2 = state;
	bool told;

	if (!lmc2->players.player[seat].named && /* the match limit also runs while it gets ready */
	    arbiter_is_agent(lmc2->players.judge, seat)) {
		arbiter_forfeit(lmc2->players.judge, seat, REASON_TIMEOUT, "was not ready within %s", limit);
		return;
	}
	lmc2->player[seat].silent++;
	told = who_is_silent(lmc2) == SEAT_NONE;
	arbiter_no_move(lmc2->players.judge, seat, told);
	lmc_player_late(&lmc2->players, seat);
	lose_turn(lmc2, seat);
	if (told)
		tell_fault(lmc2, seat, "timeout");
	else
		end_for_silence(lmc2);
	if (!arbiter_match(lmc2->players.judge)->over)
		lmc_ask_who_waits(&lmc2->players); /* for the person who was late */
}

/* ---- hearing the game program ---- */

static void fault(struct lmc2 *lmc2, enum lmc_fault row)
{
	arbiter_fault(lmc2->players.judge, SEAT_NONE, &lmc_faults[row]);
}

/* The same, and quotes the text at fault.  */
static void fault_about(struct lmc2 *lmc2, enum lmc_fault row, struct text text, const char *problem)
{
	FREED char *shown = bytes_escaped(text.at ? text.at : "", text.size < 64 ? text.size : 64);

	arbiter_fault_as(lmc2->players.judge, SEAT_NONE, &lmc_faults[row], NULL,
			 "broke the protocol: %s: \"%s\" %s", lmc_faults[row].phrase, shown, problem);
}

/* ---- layer 1 ---- */

static bool may_be_said(struct lmc2 *lmc2, int seat, struct text words)
{
	const struct alphabet *alphabet = &lmc2->player[seat].alphabet;
	struct text stranger = alphabet_stranger(alphabet, lmc2->words, words);

	if (stranger.at && !stranger.size)
		return true;
	if (!stranger.at)
		fault(lmc2, LMC_PROGRAM_NO_WORDS);
	else
		fault_about(lmc2, LMC_PROGRAM_STRANGE_WORD, stranger,
			    "is not a symbol that the player was told (--words)");
	return false;
}

static void send_words(struct lmc2 *lmc2, int seat, enum channel channel, const char *name, struct text text)
{
	FREED char *words = lmc_words(text);

	arbiter_send(lmc2->players.judge, seat, channel, "@%s %s\n", name, words);
}

static void give_score(struct lmc2 *lmc2, int seat, struct text text)
{
	double score;
	char words[32];

	if (!lmc_read_score(text, &score)) {
		fault_about(lmc2, LMC_PROGRAM_SCORE, text, "is not a number from -1 to +1");
		return;
	}
	lmc_write_score(score, words);
	arbiter_score(lmc2->players.judge, seat, score);
	arbiter_send(lmc2->players.judge, seat, CHANNEL_SCORE, "@score %s\n", words);
}

static void give_symbol(struct lmc2 *lmc2, int seat, struct text symbol)
{
	const char *problem = alphabet_add(&lmc2->player[seat].alphabet, symbol);

	if (problem)
		fault_about(lmc2, LMC_PROGRAM_SYMBOL, symbol, problem);
	else
		arbiter_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command symbol %.*s\n",
			     (int)symbol.size, symbol.at);
}

static void give_command(struct lmc2 *lmc2, int seat, struct text data)
{
	struct lmc2_player *player = &lmc2->player[seat];
	struct text word = text_word(&data);

	if (text_is(word, "symbol")) {
		give_symbol(lmc2, seat, data);
	} else if (text_is(word, "exit")) {
		fault(lmc2, LMC_PROGRAM_EXIT);
	} else if (lmc2->players.player[seat].due) {
		fault(lmc2, LMC_PROGRAM_IMPATIENT);
	} else if (text_is(word, "new") && !data.size) {
		alphabet_clear(&player->alphabet);
		player->begun = true;
		arbiter_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command new\n");
	} else if (!text_is(word, "play") || data.size) {
		fault(lmc2, LMC_PROGRAM_COMMAND);
	} else if (player->alphabet.count < 2 && lmc2->words != LMC2_ANY) {
		fault(lmc2, LMC_PROGRAM_NO_ALPHABET);
	} else {
		play_due(lmc2, seat);
	}
}

static void give_player(struct lmc2 *lmc2, int seat, struct lmc_line line)
{
	struct lmc2_player *player = &lmc2->player[seat];

	if (player->left) {
		struct text rest = line.data, word = text_word(&rest);

		arbiter_drop(lmc2->players.judge); /* the program may not know yet that the player is gone */
		if (text_is(line.channel, "command") && text_is(word, "play"))
			tell_fault(lmc2, seat, "exit");
	} else if (line.comment) {
		arbiter_send(lmc2->players.judge, seat, CHANNEL_COMMENT, "#%.*s\n", (int)line.data.size,
			     line.data.at);
	} else if (text_is(line.channel, "command")) {
		give_command(lmc2, seat, line.data);
	} else if (text_is(line.channel, "score")) {
		give_score(lmc2, seat, line.data);
	} else if (text_is(line.channel, "hint")) {
		if (!may_be_said(lmc2, seat, line.data))
			return;
		if (player->lmc1)
			arbiter_drop(lmc2->players.judge); /* the player does not know what a hint is */
		else
			send_words(lmc2, seat, CHANNEL_HINT, "hint", line.data);
	} else if (!line.channel.at || text_is(line.channel, "input")) {
		if (may_be_said(lmc2, seat, line.data))
			send_words(lmc2, seat, CHANNEL_INPUT, "input", line.data);
	} else {
		fault(lmc2, LMC_PROGRAM_CHANNEL);
	}
}

/* ---- layer 0 ---- */

/* The seat of `@player K`.  SEAT_NONE: there is no such player.  */
static int read_seat(const struct lmc2 *lmc2, struct text word)
{
	int number = word.size == 1 ? *word.at - '0' : 0;

	return number >= 1 && number <= lmc2->seated
		       ? setup_player_on(arbiter_setup(lmc2->players.judge), number)
		       : SEAT_NONE;
}

static void hear_player(struct lmc2 *lmc2, struct lmc_line line)
{
	int seat = SEAT_1;

	if (text_is(line.channel, "player")) {
		seat = read_seat(lmc2, text_word(&line.data));
		line = lmc_read_text(line.data);
	} else if (lmc2->seated > 1) {
		fault(lmc2, LMC_PROGRAM_FOR_NOBODY);
		return;
	}
	if (seat == SEAT_NONE)
		fault(lmc2, LMC_PROGRAM_FOR_STRANGER);
	else
		give_player(lmc2, seat, line);
}

static void hear_judge(struct lmc2 *lmc2, struct text data)
{
	struct text word = text_word(&data);

	if (text_is(word, "over")) {
		lmc2->over = true;
		arbiter_answered(lmc2->players.judge, SEAT_NONE);
		finish(lmc2, "score", data);
	} else {
		fault(lmc2, LMC_PROGRAM_JUDGE);
	}
}

/* Lines from before this game belong to the last one.  */
static bool is_too_early(struct lmc2 *lmc2)
{
	if (has_begun(lmc2))
		return false;
	fault(lmc2, LMC_PROGRAM_BEFORE_NEW);
	arbiter_drop(lmc2->players.judge);
	return true;
}

static void hear_game(struct lmc2 *lmc2, const struct message *message)
{
	struct lmc_line line = lmc_read(message);

	if (line.comment)
		return;
	if (!line.channel.at && !line.data.size) {
		arbiter_drop(lmc2->players.judge);
		return;
	}
	lmc_forgive(&lmc2->players, SEAT_NONE, line.leniencies);
	if (arbiter_match(lmc2->players.judge)->over)
		return;
	if (text_is(line.channel, "info")) {
		if (lmc_hear_info(&lmc2->players, SEAT_NONE, line.data))
			arbiter_forfeit(lmc2->players.judge, SEAT_NONE, REASON_GAME,
					"said that it exits, in the middle of the game");
		return;
	}
	if (!lmc2->players.player[SEAT_NONE].named)
		fault(lmc2, LMC_PROGRAM_BEFORE_NAME);
	else if (is_too_early(lmc2))
		return;
	else if (text_is(line.channel, "judge"))
		hear_judge(lmc2, line.data);
	else
		hear_player(lmc2, line);
	guard(lmc2);
}

/* ---- hearing ---- */

static void received(void *state, const struct message *message)
{
	struct lmc2 *lmc2 = state;
	int seat = message->seat;
	struct text played;

	if (seat == SEAT_NONE) {
		hear_game(lmc2, message);
		return;
	}
	if (lmc_player_heard(&lmc2->players, message, &played))
		take_output(lmc2, seat, played);
}

static bool exited(void *state, int seat, struct ending ending, const char *late)
{
	struct lmc2 *lmc2 = state;

	if (seat == SEAT_NONE)
		arbiter_forfeit(lmc2->players.judge, seat, REASON_GAME, "ended%s",
				late ? late : " in the middle of the game");
	else
		left(lmc2, seat, ending);
	return true;
}

static void expired(void *state, int seat)
{
	struct lmc2 *lmc2 = state;

	if (lmc2->players.player[seat].named)
		arbiter_forfeit(lmc2->players.judge, seat, REASON_GAME,
				"did nothing for %.3f s (--hang-time)",
				(double)arbiter_setup(lmc2->players.judge)->hang_limit / NS_PER_S);
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
	return lmc_words(text);
}

/* The words of a game are known only while it is played.  */
static char *lmc2_move_form(const struct match *match, int turns, const char *move, char **problem)
{
	char *form = lmc_words((struct text){move, strlen(move)});

	(void)match, (void)turns;
	if (*form)
		return form;
	free(form);
	*problem = bytes_text("no word");
	return NULL;
}

static char *lmc2_check(void *state, int seat, const char *move, int back UNUSED)
{
	struct lmc2 *lmc2 = state;
	struct lmc2_player *player = &lmc2->player[seat];
	struct text stranger =
		alphabet_stranger(&player->alphabet, lmc2->words, (struct text){move, strlen(move)});
	struct bytes text = {0};

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
	words = lmc_words((struct text){move, strlen(move)});
	moved(lmc2, seat, said, words);
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
	arbiter_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command new\n");
	for (int i = 0; i < player->alphabet.count; i++)
		arbiter_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command symbol %s\n",
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
	const struct setup *setup = arbiter_setup(lmc2->players.judge);

	if (lmc2->outside) {
		lmc_heard_begin(&lmc2->players, setup->first);
		return;
	}
	arbiter_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge version 1\n");
	arbiter_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge players %d\n", lmc2->seated);
	arbiter_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge seed %" PRIu64 "\n",
		     setup_game_seed(setup));
	for (int number = 1; number <= lmc2->seated; number++) {
		const char *name = setup->seat[setup_player_on(setup, number)].name;

		arbiter_send(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@judge name %d %s\n", number,
			     name ? name : "?");
	}
	arbiter_ask(lmc2->players.judge, SEAT_NONE, CHANNEL_COMMAND, "@command new\n");
	lmc2->begins = true;
	guard(lmc2);
}

/* A program that has not ended its game would go on with it.  */
static bool may_stay(const void *state, int seat)
{
	const struct lmc2 *lmc2 = state;

	return seat == SEAT_NONE ? lmc2->over : !lmc2->player[seat].left;
}

/* A line of the game program has the channel of the line inside it.  */
static enum channel channel(void *state UNUSED, int seat, const char *bytes, size_t size)
{
	struct text text = {bytes, size};
	struct text word = text_word(&text);
	enum channel channel;

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
	FREED struct lmc2 *lmc2 = state;

	for (int s = SEAT_1; s < SEATS; s++) {
		alphabet_clear(&lmc2->player[s].alphabet);
		free(lmc2->player[s].how);
	}
}

static void *lmc2_new(struct judge *judge, const struct setup *setup, char **problem)
{
	int64_t knows_lmc1 = setup_choice(setup, &lmc2_option_lmc1);
	struct lmc2 *lmc2 = bytes_new(sizeof(*lmc2));

	lmc2->outside = setup_given(setup, OPTION_TAPPED);
	lmc2->players.judge = judge;
	lmc2->players.words = true;
	lmc2->words = lmc2->outside && !setup_given(setup, lmc2_option_words.name)
			      ? LMC2_ANY /* nobody has told */
			      : (enum lmc2_words)setup_choice(setup, &lmc2_option_words);
	lmc2->max_timeouts = setup_count(setup, &lmc2_option_max_timeouts);
	lmc2->max_turns = setup_count(setup, &lmc2_option_max_turns);
	for (int s = SEAT_1; s < SEATS; s++) {
		lmc2->player[s].sits = setup->seat[s].kind != SEAT_FREE;
		lmc2->player[s].lmc1 = knows_lmc1 == s || knows_lmc1 == LMC1_ALL;
		lmc2->seated += lmc2->player[s].sits;
	}
	if (setup->seat[SEAT_NONE].kind != SEAT_AGENT && !lmc2->outside)
		*problem = bytes_text("no game program sits on seat 0 (--game-program)");
	else if (!lmc2->player[SEAT_1].sits)
		*problem = bytes_text("nobody sits on seat 1: a player alone sits there");
	else
		return lmc2;
	lmc2_free(lmc2);
	return NULL;
}

/* ---- a game by what another judge says to its player (ringside tap) ----
 *
 * The game program is on the other side of that judge: its lines are heard, and its rules are not known.  */

static bool begins(struct setup *setup, const struct message *message)
{
	struct text data;
	enum lmc_telling telling = lmc_telling(message, true, &data);

	setup->first = message->seat;
	return telling != LMC_TELLS_NOTHING && telling != LMC_TELLS_EXIT;
}

static bool renews(const void *state UNUSED, const struct message *message)
{
	struct text data;

	return lmc_telling(message, true, &data) == LMC_TELLS_NEW;
}

static void heard(void *state, const struct message *message)
{
	struct lmc2 *lmc2 = state;
	struct text data;

	switch (lmc_telling(message, true, &data)) {
	case LMC_TELLS_SYMBOL:
		if (alphabet_add(&lmc2->player[message->seat].alphabet, data))
			lmc2->words = LMC2_ANY; /* not all symbols are known */
		break;
	case LMC_TELLS_EXIT: arbiter_heard_end(lmc2->players.judge); break;
	case LMC_TELLS_PLAY: lmc_heard_play(&lmc2->players, message->seat); break;
	case LMC_TELLS_SCORE: lmc_heard_score(&lmc2->players, message->seat, data); break;
	default: break;
	}
}

static const struct protocol_tap tap = {
	.alone = true,
	.outside = true,
	.channel = lmc_heard_channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
};

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
	.first = protocol_first_of_program,
	.misled = "its inputs, scores and hints come from the old player's answers",
	.reasons = reasons,
	.faults = lmc_faults,
	.notices = lmc_notices,
};

/* The player knows nothing, guesses wrong, and learns from the hints.  */
static const char *const demo_options[][2] = {
	{"game-program", "sample:echo-reverse"}, {"seed", "1"}, {"pace", "700ms"}, {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:learner"},
	.demo_options = demo_options,
	.samples = (const char *const[]){"lmc2-", "lmc-", NULL},
	.programs =
		(const char *const[]){"echo-reverse", "game", "imitate-game", "questions", "roshambo", NULL},
	.seeded = (const char *const[]){"learner", "random", "predictor", NULL},
};

extern const struct protocol protocol_lmc2;
const struct protocol protocol_lmc2 = {
	.name = "lmc2",
	.options = options,
	.alone = true,
	.texts = &texts,
	.bundle = &bundle,
	.tools = &lmc2_tools,
	.tap = &tap,
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
	.timeout = timed_out,
	.answer = lmc2_answer,
	.move_form = lmc2_move_form,
	.check = lmc2_check,
	.play = lmc2_play,
	.reseat = reseat,
	.goodbye = lmc_player_goodbye,
	.may_stay = may_stay,
};
