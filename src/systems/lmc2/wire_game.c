/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_game.c - hears the game program of the Learning Machine Challenge 2: layer 0, which is for the judge,
 * and the lines of layer 1 inside it, which are for the players (lmc2, Layer 0).  */
#include "players.h"
#include "wire.h"

#include "ringside/bytes.h"
#include <stdlib.h>

static void fault(struct lmc2 *lmc2, enum lmc_fault row)
{
	referee_fault(lmc2->players.judge, SEAT_NONE, &lmc_faults[row]);
}

/* The same, and quotes the text at fault.  */
static void fault_about(struct lmc2 *lmc2, enum lmc_fault row, struct text text, const char *problem)
{
	char *shown = bytes_escaped(text.at ? text.at : "", text.size < 64 ? text.size : 64);

	referee_fault_as(lmc2->players.judge, SEAT_NONE, &lmc_faults[row], NULL,
			 "broke the protocol: %s: \"%s\" %s", lmc_faults[row].phrase, shown, problem);
	free(shown);
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
	char *words = text_words(text);

	referee_send(lmc2->players.judge, seat, channel, "@%s %s\n", name, words);
	free(words);
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
	referee_score(lmc2->players.judge, seat, score);
	referee_send(lmc2->players.judge, seat, CHANNEL_SCORE, "@score %s\n", words);
}

static void give_symbol(struct lmc2 *lmc2, int seat, struct text symbol)
{
	const char *problem = alphabet_add(&lmc2->player[seat].alphabet, symbol);

	if (problem)
		fault_about(lmc2, LMC_PROGRAM_SYMBOL, symbol, problem);
	else
		referee_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command symbol %.*s\n",
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
		referee_send(lmc2->players.judge, seat, CHANNEL_COMMAND, "@command new\n");
	} else if (!text_is(word, "play") || data.size) {
		fault(lmc2, LMC_PROGRAM_COMMAND);
	} else if (player->alphabet.count < 2 && lmc2->words != LMC2_ANY) {
		fault(lmc2, LMC_PROGRAM_NO_ALPHABET);
	} else {
		lmc2_play_due(lmc2, seat);
	}
}

static void give_player(struct lmc2 *lmc2, int seat, struct lmc_line line)
{
	struct lmc2_player *player = &lmc2->player[seat];

	if (player->left) {
		struct text rest = line.data, word = text_word(&rest);

		referee_drop(lmc2->players.judge); /* the program may not know yet that the player is gone */
		if (text_is(line.channel, "command") && text_is(word, "play"))
			lmc2_tell_fault(lmc2, seat, "exit");
	} else if (line.comment) {
		referee_send(lmc2->players.judge, seat, CHANNEL_COMMENT, "#%.*s\n", (int)line.data.size,
			     line.data.at);
	} else if (text_is(line.channel, "command")) {
		give_command(lmc2, seat, line.data);
	} else if (text_is(line.channel, "score")) {
		give_score(lmc2, seat, line.data);
	} else if (text_is(line.channel, "hint")) {
		if (!may_be_said(lmc2, seat, line.data))
			return;
		if (player->lmc1)
			referee_drop(lmc2->players.judge); /* the player does not know what a hint is */
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
		       ? lmc2_player_on(referee_setup(lmc2->players.judge), number)
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
		lmc2_finish(lmc2, "score", data);
	} else {
		fault(lmc2, LMC_PROGRAM_JUDGE);
	}
}

/* Lines from before this game belong to the last one.  */
static bool is_too_early(struct lmc2 *lmc2)
{
	if (lmc2_has_begun(lmc2))
		return false;
	fault(lmc2, LMC_PROGRAM_BEFORE_NEW);
	referee_drop(lmc2->players.judge);
	return true;
}

void lmc2_hear_game(struct lmc2 *lmc2, const struct message *message)
{
	struct lmc_line line = lmc_read(message);

	if (line.comment)
		return;
	if (!line.channel.at && !line.data.size) {
		referee_drop(lmc2->players.judge);
		return;
	}
	lmc_forgive(&lmc2->players, SEAT_NONE, line.leniencies);
	if (referee_match(lmc2->players.judge)->over)
		return;
	if (text_is(line.channel, "info")) {
		if (lmc_hear_info(&lmc2->players, SEAT_NONE, line.data))
			referee_forfeit(lmc2->players.judge, SEAT_NONE, REASON_GAME,
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
	lmc2_guard(lmc2);
}
