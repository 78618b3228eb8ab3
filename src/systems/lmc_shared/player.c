/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.c - asks and hears a player of the Learning Machine Challenge, gives the verdict, and has the faults
 * and notices.  */
#include "player.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

#define OUTPUT_RULE "lmc1, The command channel: exactly one symbol for each play"
#define SYMBOL_RULE "lmc1, The command channel: exactly one valid symbol"
#define MOVE_RULE   "lmc1, The Output Channel: a move contains no whitespace"
#define WORDS_RULE  "lmc2, Layers 1 and 2"
#define TAKEN       "accepted anyway"
#define TOLD        "the game program is told"
#define ENDS        "the match ends, and no player is to blame"

const struct fault_row lmc_faults[] = {
	{"cr-lines", "lines that end in CR",
	 "lmc1, The Output Channel: the string is terminated by the end-of-line", TAKEN, FAULT_FORGIVEN},
	{"trailing-blanks", "blanks at the end of a line", MOVE_RULE, TAKEN, FAULT_FORGIVEN},
	{"more-blanks", "more than one blank",
	 "lmc1, Interface Specification: a single space character separates", TAKEN, FAULT_FORGIVEN},
	{"unended-line", "a last line without a line end",
	 "lmc1, Interface Specification: terminated by the end-of-line", TAKEN, FAULT_FORGIVEN},
	[LMC_SECOND_NAME] = {"second-name", "a second name", "lmc1, The info channel: name", "ignored",
			     FAULT_FORGIVEN},
	[LMC_EMPTY_NAME] = {"empty-name", "an empty name", "lmc1, The info channel: name", "ignored",
			    FAULT_FORGIVEN},
	[LMC_BLANK_NAME] = {"blank-name", "a name with blanks",
			    "lmc1, The info channel: the name contains no whitespace",
			    "its first word is taken", FAULT_FORGIVEN},
	[LMC_UNKNOWN_INFO] = {"unknown-info", "an unknown info", "lmc1, The info channel: exit, name",
			      "ignored", FAULT_FORGIVEN},
	[LMC_LATE_OUTPUT] = {"late-output", "an output that comes too late", OUTPUT_RULE, "ignored",
			     FAULT_TOLD},
	[LMC_BEFORE_NAME] = {"before-name", "a line before the name",
			     "lmc1, The info channel: its name before it does anything else", "ignored",
			     FAULT_FORGIVEN},
	[LMC_UNHEARD_CHANNEL] = {"unheard-channel", "a channel that nobody reads",
				 "lmc1, Interface Specification: a player writes to output and info",
				 "ignored", FAULT_FORGIVEN},
	[LMC_BLANK_LINE] = {"blank-line", "a line with blanks in it",
			    "lmc1, The output channel: a move contains no whitespace", "ignored",
			    FAULT_FORGIVEN},
	[LMC_UNASKED_OUTPUT] = {"unasked-output", "an output that nobody asked for", OUTPUT_RULE, "ignored",
				FAULT_FORGIVEN},
	[LMC_UNKNOWN_SYMBOL] = {"unknown-symbol", "an unknown symbol", SYMBOL_RULE,
				"a score of -1 (--illegal)", FAULT_TOLD},
	[LMC_NO_AT] = {"no-at", "a channel without @ in front of it, as in @output rock",
		       "lmc1, Interface Specification: [@channel ]data", "ignored", FAULT_FORGIVEN},

	[LMC_STRANGE_WORD] = {"strange-word", "a word that is not a symbol", SYMBOL_RULE " (lmc2: --words)",
			      TOLD, FAULT_TOLD},
	[LMC_EMPTY_OUTPUT] = {"empty-output", "an output without words", SYMBOL_RULE " (lmc2: --words)", TOLD,
			      FAULT_TOLD},

	[LMC_PROGRAM_BEFORE_NEW] = {"program-before-new", "a line before the game begins",
				    "lmc2, Layer 0: @command new begins it", "ignored", FAULT_TOLD},
	[LMC_PROGRAM_BEFORE_NAME] = {"program-before-name", "a line before the name",
				     "lmc2, Layer 0: @info name within 10 s", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_NO_WORDS] = {"program-no-words", "a line without words", WORDS_RULE ": a list of words",
				  ENDS, FAULT_LOSES},
	[LMC_PROGRAM_STRANGE_WORD] = {"program-strange-word", "a word that is not of the game", WORDS_RULE,
				      ENDS, FAULT_LOSES},
	[LMC_PROGRAM_SCORE] = {"program-score", "an invalid score", WORDS_RULE, ENDS, FAULT_LOSES},
	[LMC_PROGRAM_SYMBOL] = {"program-symbol", "an invalid symbol", WORDS_RULE, ENDS, FAULT_LOSES},
	[LMC_PROGRAM_EXIT] = {"program-exit", "sends a player the command exit",
			      "lmc2, Layer 0: exit is the judge's alone", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_IMPATIENT] = {"program-impatient", "commands a player that has not answered",
				   "lmc2, Layer 0: a second play to a player that has not answered", ENDS,
				   FAULT_LOSES},
	[LMC_PROGRAM_COMMAND] = {"program-command", "an unknown command", "lmc2, Layer 0: new, symbol, play",
				 ENDS, FAULT_LOSES},
	[LMC_PROGRAM_NO_ALPHABET] = {"program-no-alphabet", "play without an alphabet",
				     WORDS_RULE ": alphabet (two symbols or more), then idle", ENDS,
				     FAULT_LOSES},
	[LMC_PROGRAM_CHANNEL] = {"program-channel", "a channel that a player does not have",
				 "lmc2, Layer 0: command, input, score, hint and comments", ENDS,
				 FAULT_LOSES},
	[LMC_PROGRAM_FOR_NOBODY] = {"program-for-nobody", "a line for nobody",
				    "lmc2, Layer 0: with two players each line names one", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_FOR_STRANGER] = {"program-for-stranger", "a line for a player who is not there",
				      "lmc2, Layer 0: @player K LINE", ENDS, FAULT_LOSES},
	[LMC_PROGRAM_JUDGE] = {"program-judge", "an unknown line for the judge", "lmc2, Layer 0: @judge over",
			       ENDS, FAULT_LOSES},
	{0},
};

const struct notice_row lmc_notices[] = {
	[LMC_SLOW] = {"slow", "a",
		      "took {a:span} a move on average: the challenge asked for ten moves a second"},
	[LMC_LEFT] = {"left-game", "", "has left this game"},
	[LMC_OUTSIDE] =
		{"outside", "",
		 "another judge has the rules of this game and its result: ringside adds up the scores "
		 "that the player is told, and says what breaks the protocol"},
	[LMC_STRANGE_SCORE] = {"strange-score", "",
			       "was told a score that is not a number from -1 to +1: it is not added"},
	{0},
};

/* ---- asking ---- */

void lmc_player_started(void *state, int seat, bool warm)
{
	struct lmc_players *players = state;
	struct lmc_player *player = &players->player[seat];

	*player = (struct lmc_player){.named = warm, .due = player->due};
	if (warm) {
		arbiter_ready(players->judge, seat);
		return;
	}
	arbiter_ask(players->judge, seat, CHANNEL_COMMENT, "# ringside ready\n");
	arbiter_await(players->judge, seat, setup_start_limit(arbiter_setup(players->judge), seat));
}

void lmc_player_expired(void *state, int seat)
{
	struct judge *judge = ((struct lmc_players *)state)->judge;

	arbiter_forfeit(judge, seat, REASON_START, "did not say its name within %.3f s",
			(double)setup_start_limit(arbiter_setup(judge), seat) / NS_PER_S);
}

void lmc_player_ask(void *state, int seat)
{
	struct lmc_players *players = state;
	struct lmc_player *player = &players->player[seat];

	player->waits = false;
	for (int s = SEAT_1; s < SEATS; s++) /* a person moves first */
		player->waits |=
			players->player[s].due && arbiter_setup(players->judge)->seat[s].kind == SEAT_HUMAN;
	if (player->waits)
		return;
	player->awaited = true;
	arbiter_start_clock(players->judge, seat);
	arbiter_ask(players->judge, seat, CHANNEL_COMMAND, "@command play\n");
}

void lmc_ask_who_waits(struct lmc_players *players)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (players->player[s].waits)
			lmc_player_ask(players, s);
}

void lmc_player_moved(struct lmc_players *players, int seat, const char *answered, const char *played)
{
	const struct match *match = arbiter_match(players->judge);

	players->player[seat].due = false;
	arbiter_moved(players->judge, seat, answered, played);
	if (!answered)
		return;
	players->think_ns[seat] += match_turn(match, match->turn_count)->think_ns;
	players->moves[seat]++;
}

char *lmc_player_overridden(struct lmc_players *players, int seat, const char *line)
{
	struct lmc_player *player = &players->player[seat];
	struct text played;

	if (player->awaited && !line)
		arbiter_supersede(players->judge, seat);
	player->awaited = player->waits = false;
	if (!line)
		return NULL;
	played = lmc_read_text((struct text){line, strlen(line)}).data;
	return bytes_copy(played.at, played.size);
}

void lmc_player_late(struct lmc_players *players, int seat)
{
	struct lmc_player *player = &players->player[seat];

	if (player->awaited)
		arbiter_drop_answer(players->judge, seat, &lmc_faults[LMC_LATE_OUTPUT]);
	player->awaited = player->waits = false;
}

void lmc_player_reseat(void *state, int seat)
{
	struct lmc_players *players = state;
	struct lmc_player *player = &players->player[seat];

	*player = (struct lmc_player){.due = player->due};
	lmc_ask_who_waits(players); /* the seat may have been a person's */
}

void lmc_player_goodbye(void *state, int seat)
{
	struct lmc_players *players = state;

	arbiter_send(players->judge, seat, CHANNEL_COMMAND, "@command exit\n");
}

/* ---- hearing ---- */

/* The line has no effect.  */
static void fault(struct judge *judge, int seat, enum lmc_fault row)
{
	arbiter_drop(judge);
	arbiter_fault(judge, seat, &lmc_faults[row]);
}

void lmc_forgive(struct lmc_players *players, int seat, unsigned leniencies)
{
	unsigned *forgiven = &players->player[seat].forgiven, first = leniencies & ~*forgiven;

	for (int i = 0; first >> i && !arbiter_match(players->judge)->over; i++) {
		if (!(first >> i & 1))
			continue;
		*forgiven |= 1u << i;
		arbiter_fault(players->judge, seat, &lmc_faults[LMC_FORGIVEN + i]);
	}
}

static void take_name(struct judge *judge, struct lmc_player *player, int seat, struct text name)
{
	enum { NAME_MOST = 64 };
	struct text rest = name, word = text_word(&rest);
	FREED char *shown = NULL;

	if (player->named) {
		fault(judge, seat, LMC_SECOND_NAME);
		return;
	}
	if (!word.size) {
		fault(judge, seat, LMC_EMPTY_NAME);
		return;
	}
	if (rest.size && arbiter_fault(judge, seat, &lmc_faults[LMC_BLANK_NAME]))
		return;
	shown = bytes_escaped(word.at, word.size < NAME_MOST ? word.size : NAME_MOST);
	arbiter_name(judge, seat, shown, strlen(shown));
	player->named = true;
	arbiter_ready(judge, seat);
}

bool lmc_hear_info(struct lmc_players *players, int seat, struct text data)
{
	struct text word = text_word(&data);

	if (text_is(word, "exit") && !data.size)
		return true;
	if (text_is(word, "name"))
		take_name(players->judge, &players->player[seat], seat, data);
	else
		fault(players->judge, seat, LMC_UNKNOWN_INFO);
	return false;
}

/* Is it an output, with or without a channel?  */
static bool is_output(const struct lmc_line *line, bool words)
{
	struct text rest = line->data;

	text_word(&rest);
	if (line->channel.at)
		return text_is(line->channel, "output");
	return !line->comment && line->data.size && (words || !rest.size);
}

bool lmc_player_is_answer(void *state, const struct message *message)
{
	struct lmc_players *players = state;
	struct lmc_line line = lmc_read(message);

	if (!players->player[message->seat].named || !is_output(&line, players->words))
		return false;
	lmc_forgive(players, message->seat, line.leniencies);
	return !arbiter_match(players->judge)->over;
}

struct text lmc_player_answer(const struct lmc_players *players, const struct message *message)
{
	const struct lmc_player *player = &players->player[message->seat];
	struct lmc_line line = lmc_read(message);

	if (!player->named || !player->awaited || !is_output(&line, players->words))
		return (struct text){0};
	return (struct text){line.data.size ? line.data.at : "", line.data.size};
}

static void hear_players_info(struct lmc_players *players, int seat, struct text data)
{
	if (!lmc_hear_info(players, seat, data))
		return;
	if (players->player[seat].named)
		arbiter_leaves(players->judge, seat);
	else
		arbiter_forfeit(players->judge, seat, REASON_START, "said that it exits before its name");
}

/* The fault of a line that means nothing: does it only lack its @?  */
static enum lmc_fault without_at(const struct lmc_line *line, enum lmc_fault otherwise)
{
	struct text rest = line->data, word = text_word(&rest);

	return !line->channel.at && rest.size && (text_is(word, "output") || text_is(word, "info"))
		       ? LMC_NO_AT
		       : otherwise;
}

bool lmc_player_heard(struct lmc_players *players, const struct message *message, struct text *played)
{
	struct lmc_line line = lmc_read(message);
	struct judge *judge = players->judge;
	int seat = message->seat;
	struct lmc_player *player = &players->player[seat];

	if (line.comment)
		return false;
	if (!line.channel.at && !line.data.size) {
		arbiter_drop(judge); /* an empty line says nothing; a CR LF can leave one */
		return false;
	}
	lmc_forgive(players, seat, line.leniencies);
	if (arbiter_match(judge)->over)
		return false;
	if (text_is(line.channel, "info"))
		hear_players_info(players, seat, line.data);
	else if (!player->named)
		fault(judge, seat, without_at(&line, LMC_BEFORE_NAME));
	else if (line.channel.at && !text_is(line.channel, "output"))
		fault(judge, seat, LMC_UNHEARD_CHANNEL);
	else if (!is_output(&line, players->words))
		fault(judge, seat, without_at(&line, LMC_BLANK_LINE));
	else if (!player->awaited || message->flags & MESSAGE_UNASKED)
		fault(judge, seat, LMC_UNASKED_OUTPUT);
	else {
		player->awaited = false;
		*played = line.data;
		return true;
	}
	return false;
}

/* ---- what another judge says ---- */

enum lmc_telling lmc_telling(const struct message *message, bool words, struct text *data)
{
	struct lmc_line line = lmc_read(message);
	struct text rest = line.data, word = text_word(&rest);

	*data = line.data;
	if (line.comment || !word.size)
		return LMC_TELLS_NOTHING;
	if (text_is(line.channel, "score"))
		return LMC_TELLS_SCORE;
	if (text_is(line.channel, "input"))
		return LMC_TELLS_INPUT;
	if (!line.channel.at && text_is(word, "score") && rest.size && !words) { /* (lmc1, Example) */
		*data = rest;
		return LMC_TELLS_SCORE;
	}
	if (!line.channel.at)
		return LMC_TELLS_INPUT;
	if (!text_is(line.channel, "command"))
		return LMC_TELLS_NOTHING;
	*data = rest;
	return text_is(word, "new")      ? LMC_TELLS_NEW
	       : text_is(word, "symbol") ? LMC_TELLS_SYMBOL
	       : text_is(word, "exit")   ? LMC_TELLS_EXIT
	       : text_is(word, "play")   ? LMC_TELLS_PLAY
					 : LMC_TELLS_NOTHING;
}

enum channel lmc_heard_channel(const void *state UNUSED, const char *bytes, size_t size)
{
	enum channel channel = lmc_channel_of(bytes, size, true);

	return channel == CHANNEL_OUTPUT && *text_trimmed((struct text){bytes, size}).at != '@'
		       ? CHANNEL_INPUT
		       : channel;
}

void lmc_heard_begin(struct lmc_players *players, int seat)
{
	players->player[seat].named = arbiter_setup(players->judge)->game > 1;
	arbiter_notice(players->judge, seat, &lmc_notices[LMC_OUTSIDE]);
}

void lmc_heard_play(struct lmc_players *players, int seat)
{
	struct lmc_player *player = &players->player[seat];

	if (!player->due)
		arbiter_next(players->judge, seat);
	player->named = player->due = player->awaited = true; /* its judge does without a name */
	arbiter_heard_question(players->judge, seat, true, 0);
}

void lmc_heard_score(struct lmc_players *players, int seat, struct text score)
{
	double number;

	if (lmc_read_score(score, &number))
		arbiter_score(players->judge, seat, number);
	else
		arbiter_notice(players->judge, seat, &lmc_notices[LMC_STRANGE_SCORE]);
}

/* ---- the end ---- */

void lmc_tell_slow(const struct lmc_players *players)
{
	const int64_t most = 100 * (int64_t)NS_PER_MS;

	for (int s = SEAT_1; s < SEATS; s++) {
		int64_t mean = players->moves[s] ? players->think_ns[s] / players->moves[s] : 0;

		if (mean > most && arbiter_is_agent(players->judge, s)) /* in whole ms */
			arbiter_notice_of(players->judge, s, &lmc_notices[LMC_SLOW],
					  (mean + NS_PER_MS / 2) / NS_PER_MS * NS_PER_MS, 0, NULL);
	}
}

/* Sums of decimal fractions are not exact.  */
#define NOISE 1e-9

static double size_of(double difference)
{
	return difference < 0 ? -difference : difference;
}

static void add_sums(struct bytes *text, const struct match *match, struct lmc_chance chance, double ahead,
		     const char *rounds)
{
	bool draw = size_of(ahead) <= chance.margin + NOISE;

	bytes_addf(text, "%s%.9g : %.9g in %s", draw && size_of(ahead) > NOISE ? "a statistical draw: " : "",
		   match->sum[SEAT_1], match->sum[SEAT_2], rounds);
	if (!chance.known)
		return;
	bytes_addf(text, ", %s %.1f points", draw ? "within" : "by more than", chance.margin);
	if (size_of(chance.mean) > NOISE)
		bytes_addf(text, " from the %.9g : %.9g that chance gives", chance.mean, -chance.mean);
}

void lmc_verdict(struct judge *judge, const char *reason, struct lmc_chance chance, const char *rounds,
		 const char *said)
{
	const struct match *match = arbiter_match(judge);
	double ahead = (match->sum[SEAT_1] - match->sum[SEAT_2]) / 2 - chance.mean;
	FREED_BY(bytes_free) struct bytes detail = {0};
	int lone = setup_lone_seat(&match->setup);

	if (said && *said)
		bytes_addf(&detail, "%s; ", said);
	if (lone != SEAT_NONE)
		bytes_addf(&detail, "a sum of %.9g in %s", match->sum[lone], rounds);
	else
		add_sums(&detail, match, chance, ahead, rounds);
	arbiter_verdict(judge,
			lone != SEAT_NONE                         ? WINNER_NONE
			: size_of(ahead) <= chance.margin + NOISE ? WINNER_DRAW
			: ahead > 0                               ? SEAT_1
								  : SEAT_2,
			reason, SEAT_NONE, "%s", detail.at);
}
