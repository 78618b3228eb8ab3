/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.c - the protocol of the Learning Machine Challenge 1: players of games of symbols.
 *
 * rules.h has the rules. A round is one move of each seat that has to move.  When it is complete, both seats
 * are told their input and their score (lmc, Order).  */
#include "rules.h"

#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/words.h"
#include "systems/lmc_shared/check.h"
#include "systems/lmc_shared/lines.h"
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
	bool more_symbols;   /* another judge has told one that the setup does not know */
};

/* What a player is told first after a move.  */
enum lmc_order { LMC_INPUT_FIRST, LMC_SCORE_FIRST };
enum illegal { ILLEGAL_LOSES, ILLEGAL_SCORES };

static const struct option_choice orders[] = {
	{"input-first", LMC_INPUT_FIRST, NULL}, {"score-first", LMC_SCORE_FIRST, NULL}, {0}};
static const struct option_choice illegals[] = {
	{"loses", ILLEGAL_LOSES, NULL}, {"score", ILLEGAL_SCORES, NULL}, {0}};

static const struct option_row lmc_option_order =
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

/* ---- the dialogue of one player as a text ----
 *
 * In the form of the specification's example:
 *
 *   @info name SimpleLearner      lines of judge and player in the order in which they came
 *   @command symbol rock
 *   @command play
 *   @output scissors              or the bare word, after `play`
 *   @input rock                   or the bare word
 *   @score -1                     `score -1` too: the example has it once (lmc, Faults)
 *
 * The player has seat 1; its inputs are the moves of seat 2.  Each player has another dialogue: export writes
 * that of seat 1.  */

struct reading {
	struct match *match;
	struct remarks *remarks;
	struct bytes symbols; /* the names, each with a blank after it */
	bool asked;           /* it was told to play and has not answered */
	bool begun;           /* a game has begun */
	bool left;            /* it was told to exit */
	const char *wrong;    /* where a problem is; at first the current line */
};

/* ---- reading ---- */

/* The first line that is not a comment decides.  */
static bool looks(const char *text, size_t size)
{
	struct text all = {text, size}, line;

	while (text_line(&all, &line)) {
		struct lmc_line read = lmc_read_text(line);
		struct text rest = read.data, word = text_word(&rest);

		if (read.comment || (!read.channel.at && !read.data.size))
			continue;
		return (text_is(read.channel, "info") && text_is(word, "name")) ||
		       (text_is(read.channel, "command") &&
			(text_is(word, "new") || text_is(word, "symbol")));
	}
	return false;
}

static void add_turn(struct reading *reading, int seat, struct text played)
{
	struct turn turn = turn_unmeasured(seat);

	turn.played = bytes_copy(played.at, played.size);
	match_add(reading->match, turn);
}

static char *take_score(struct reading *reading, struct text text)
{
	double score;

	if (lmc_read_score(text, &score)) {
		match_score(reading->match, SEAT_1, score);
		return NULL;
	}
	reading->wrong = text.at;
	return text_problem("", text, " is not a score: expected a number from -1 to +1");
}

static char *take_command(struct reading *reading, struct text data)
{
	struct text word = text_word(&data);

	reading->wrong = word.at;
	if (text_is(word, "play")) {
		reading->asked = true;
	} else if (text_is(word, "symbol")) {
		reading->wrong = data.at;
		if (lmc_symbol_problem(data))
			return bytes_text("this symbol %s", lmc_symbol_problem(data));
		bytes_add(&reading->symbols, data.at, data.size);
		bytes_add(&reading->symbols, " ", 1);
	} else if (text_is(word, "exit")) {
		reading->left = true;
	} else if (!text_is(word, "new")) {
		return bytes_text("expected @command new, symbol, play or exit");
	} else if (reading->begun) {
		return bytes_text("a second game begins: expected the dialogue of one game");
	} else {
		reading->begun = true;
	}
	return NULL;
}

/* A name that can be shown stays as it is: it is read again in the same way. The caller frees.  */
static char *shown_name(struct text name)
{
	size_t length;

	for (size_t i = 0; i < name.size; i += length) {
		length = words_character(name.at + i, name.size - i, NULL);
		if (!length || (unsigned char)name.at[i] < ' ' || name.at[i] == 0x7f)
			return bytes_escaped(name.at, name.size);
	}
	return bytes_copy(name.at, name.size);
}

static void take_name(struct reading *reading, struct text data)
{
	struct text word = text_word(&data);
	FREED char *name = NULL;

	if (!text_is(word, "name"))
		return;
	name = shown_name(data);
	setup_name(&reading->match->setup, SEAT_1, name);
}

static char *take_line(struct reading *reading, struct text text)
{
	struct lmc_line line = lmc_read_text(text);
	struct text rest = line.data, word = text_word(&rest);

	if (line.comment)
		remarks_add(reading->remarks, reading->match->turn_count + 1, SEAT_1, CHANNEL_COMMENT,
			    bytes_copy(text.at, text.size));
	else if (text_is(line.channel, "command"))
		return take_command(reading, line.data);
	else if (text_is(line.channel, "info"))
		take_name(reading, line.data);
	else if (text_is(line.channel, "score"))
		return take_score(reading, line.data);
	else if (!line.channel.at && rest.size && text_is(word, "score"))
		return take_score(reading, rest);
	else if (line.channel.at && !text_is(line.channel, "input") && !text_is(line.channel, "output"))
		return bytes_text("expected a line on input, output, score, command or info");
	else if (rest.size) {
		reading->wrong = rest.at;
		return bytes_text("a move with blanks in it: expected one word");
	} else if (!word.size)
		return NULL;
	else if (text_is(line.channel, "output") || (!line.channel.at && reading->asked)) {
		if (!reading->asked)
			return bytes_text("an output without @command play before it");
		reading->asked = false;
		add_turn(reading, SEAT_1, word);
	} else {
		add_turn(reading, SEAT_2, word);
	}
	return NULL;
}

/* Do the games have the same symbols in the same order?  */
static bool has_symbols(const struct symbols *game, const char *names)
{
	bool same = true;

	for (int i = 0; i < symbols_count(game) && same; i++) {
		size_t size = strlen(symbols_name(game, i));

		same = strncmp(names, symbols_name(game, i), size) == 0 && names[size] == ' ';
		names += same ? size + 1 : 0;
	}
	return same && !*names;
}

/* How many moves each seat made, including the one that was asked for last. A game has at least one.  */
static int moves_of_each(const struct reading *reading)
{
	int moves[SEATS] = {0}, most;

	for (int n = 1; n <= reading->match->turn_count; n++)
		moves[match_turn(reading->match, n)->seat]++;
	moves[SEAT_1] += reading->asked;
	most = moves[SEAT_1] > moves[SEAT_2] ? moves[SEAT_1] : moves[SEAT_2];
	return most > 0 ? most : 1;
}

/* The symbols tell which known game it is.  Any other game can only be shown.  */
static void name_game(struct reading *reading)
{
	struct setup *setup = &reading->match->setup;
	const struct option_choice *game = symbols_option_game.choices;

	if (moves_of_each(reading))
		setup_put_value(setup, &symbols_option_turns, moves_of_each(reading));
	for (; game->word; game++) {
		FREED char *problem = NULL;
		struct symbols *symbols;
		bool same;

		setup_put(setup, &symbols_option_game, game->word);
		symbols = symbols_new(setup, &problem);
		same = symbols && reading->symbols.size && has_symbols(symbols, reading->symbols.at);
		symbols_free(symbols);
		if (same)
			return;
	}
	setup_put(setup, &symbols_option_game, "another");
}

static void begin(struct match *match)
{
	FREED_BY(setup_free) struct setup setup;

	format_setup(&setup, "lmc", "player", "opponent");
	match_init(match, &setup);
	match->keeps_all = true;
}

static char *read(const char *text, size_t size, int game UNUSED, struct match *match,
		  struct remarks *remarks, const char **wrong)
{
	struct reading reading = {.match = match, .remarks = remarks, .wrong = text};
	struct text rest = {text, size}, line;
	char *why = NULL;

	begin(match);
	while (!why && text_line(&rest, &line)) {
		reading.wrong = line.at;
		why = take_line(&reading, line);
	}
	*wrong = why ? reading.wrong : rest.at;
	if (!why && !reading.symbols.size)
		why = bytes_text("expected @command symbol lines before this end");
	if (!why)
		name_game(&reading);
	bytes_free(&reading.symbols);
	if (!why && reading.left)
		match_end(match, (struct verdict){.winner = WINNER_NONE,
						  .reason = "score",
						  .detail = bytes_text("a sum of %.9g", match->sum[SEAT_1])});
	if (why)
		match_free(match);
	return why;
}

/* ---- writing ---- */

struct writing {
	const struct match *match;
	const struct remarks *remarks;
	struct symbols *game;
	struct bytes *out;
	int told; /* the number of remarks written so far */
};

/* Writes what the player said before this turn.  */
static void write_remarks(struct writing *writing, int turn)
{
	const struct remarks *remarks = writing->remarks;

	for (; writing->told < remarks->count && remarks->list[writing->told].turn <= turn; writing->told++) {
		const struct remark *remark = &remarks->list[writing->told];

		if (remark->seat == SEAT_1 && remark->channel == CHANNEL_COMMENT)
			bytes_addf(writing->out, "%s\n", remark->text);
	}
}

static void write_news(struct writing *writing, const struct symbol_news *news)
{
	bool score_first = setup_choice(&writing->match->setup, &lmc_option_order) == LMC_SCORE_FIRST;
	char score[32];

	lmc_write_score(news->score, score);
	if (score_first && news->scored)
		bytes_addf(writing->out, "@score %s\n", score);
	if (news->input != SYMBOL_NONE)
		bytes_addf(writing->out, "@input %s\n", symbols_name(writing->game, news->input));
	if (!score_first && news->scored)
		bytes_addf(writing->out, "@score %s\n", score);
}

static char *write_turn(struct writing *writing, int n)
{
	const struct turn *turn = match_turn(writing->match, n);
	struct symbol_news news[SEATS];
	int cue;

	if (!turn || !symbols_to_move(writing->game, turn->seat))
		return bytes_text("move %d is not a symbol of this game: it cannot be written", n);
	if (turn->seat == SEAT_1) {
		cue = symbols_cue(writing->game, SEAT_1);
		if (cue != SYMBOL_NONE)
			bytes_addf(writing->out, "@input %s\n", symbols_name(writing->game, cue));
		bytes_add_text(writing->out, "@command play\n");
		write_remarks(writing, n);
		bytes_addf(writing->out, "@output %s\n", turn->played);
	}
	if (symbols_move(writing->game, turn->seat,
			 symbols_find(writing->game, turn->played, strlen(turn->played)), news))
		write_news(writing, &news[SEAT_1]);
	return NULL;
}

/* A name has no blanks there (lmc1, The info channel).  */
static void write_name(struct bytes *out, const char *name)
{
	bytes_add_text(out, "@info name ");
	for (; *name; name++)
		bytes_add(out, *name == ' ' ? "_" : name, 1);
	bytes_add_text(out, "\n");
}

static char *write(const struct match *match, const struct remarks *remarks, struct bytes *out)
{
	char *problem = NULL;
	struct writing writing = {match, remarks, symbols_new(&match->setup, &problem), out, 0};

	if (!writing.game)
		return problem;
	if (symbols_is_outside(writing.game)) {
		symbols_free(writing.game);
		return bytes_text(
			"another judge had this game, and when it told each score is not known here: "
			"--format input writes what the player was told");
	}
	write_remarks(&writing, 0);
	write_name(out, match->setup.seat[SEAT_1].name);
	bytes_add_text(out, "@command new\n");
	for (int i = 0; i < symbols_count(writing.game); i++)
		bytes_addf(out, "@command symbol %s\n", symbols_name(writing.game, i));
	for (int n = 1; n <= match->turn_count && !problem; n++)
		problem = write_turn(&writing, n);
	if (match->over)
		bytes_add_text(out, "@command exit\n@info exit\n");
	symbols_free(writing.game);
	return problem;
}

static const struct file_format transcript = {
	.name = "lmc",
	.title = "the dialogue of the player on seat 1, in the form of the specification's example",
	.looks = looks,
	.read = read,
	.write = write,
};

static const struct file_format *const formats[] = {&transcript, NULL};

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
	if (symbols_is_outside(lmc->game))
		return;
	if (!symbols_move(lmc->game, seat, symbol, news)) {
		lmc_ask_who_waits(&lmc->players);
		return;
	}
	for (int s = SEAT_1; s < SEATS; s++)
		tell_news(lmc, s, &news[s]);
	next_round(lmc);
}

/* ---- hearing ---- */

static bool is_legal(const struct lmc *lmc, struct text symbol)
{
	return symbols_find(lmc->game, symbol.at, symbol.size) != SYMBOL_NONE || lmc->more_symbols ||
	       !symbols_count(lmc->game);
}

static void take_output(struct lmc *lmc, int seat, struct text text)
{
	int symbol = symbols_find(lmc->game, text.at, text.size);
	char *answered = bytes_copy(text.at, text.size), *shown;

	if (is_legal(lmc, text)) {
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
	*legal = is_legal(lmc, text);
	return bytes_copy(text.at, text.size);
}

static char *lmc_move_form(const struct match *match, int turns UNUSED, const char *move, char **problem)
{
	struct lmc lmc = {.game = symbols_new(&match->setup, problem)};
	char *form = NULL;
	int symbol;

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
	if (symbols_is_outside(lmc->game))
		return bytes_text("another judge has the rules of this game: nobody can play on here");
	if (!symbols_to_move(lmc->game, seat))
		return bytes_text("seat %d has moved in this round already", seat);
	return read_symbol(lmc, move, symbol);
}

/* A taken square loses the board, which no person wants.  */
static char *lmc_check(void *state, int seat, const char *move, int back UNUSED)
{
	const struct lmc *lmc = state;
	char *problem;
	int symbol = 0, owner;

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

	if (symbols_is_outside(lmc->game)) {
		lmc_heard_begin(&lmc->players, arbiter_setup(lmc->players.judge)->first);
		return;
	}
	for (int s = SEAT_1; s < SEATS; s++)
		if (arbiter_is_agent(lmc->players.judge, s))
			tell_game(lmc, s);
	next_round(lmc);
}

static enum channel channel(void *state UNUSED, int seat UNUSED, const char *bytes, size_t size)
{
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

/* ---- a game by what another judge says to its player (ringside tap) ----
 *
 * Its inputs and scores come from outside.  An input is a move of the other seat, though in a game for one
 * nobody has played it: the protocol does not tell.  */

static void add_symbol(struct setup *setup, struct text symbol)
{
	const char *known = setup_text(setup, &symbols_option_table);
	FREED char *words =
		bytes_text("%s%s%.*s", known ? known : "", known ? " " : "", (int)symbol.size, symbol.at);

	setup_put(setup, &symbols_option_table, words);
}

/* The symbols come before all that is played with them.  */
static bool begins(struct setup *setup, const struct message *message)
{
	struct text data;
	enum lmc_telling telling = lmc_telling(message, false, &data);

	if (telling == LMC_TELLS_NEW)
		setup_unset(setup, symbols_option_table.name);
	if (telling == LMC_TELLS_SYMBOL)
		add_symbol(setup, data);
	setup_put(setup, &symbols_option_game, "another");
	setup->first = message->seat;
	return telling >= LMC_TELLS_PLAY;
}

static bool renews(const void *state UNUSED, const struct message *message)
{
	struct text data;

	return lmc_telling(message, false, &data) == LMC_TELLS_NEW;
}

static void heard_input(struct lmc *lmc, int seat, struct text data)
{
	FREED char *words = lmc_words(data);

	arbiter_next(lmc->players.judge, seat);
	arbiter_moved(lmc->players.judge, seat, NULL, words);
}

static void heard(void *state, const struct message *message)
{
	struct lmc *lmc = state;
	struct text data;

	switch (lmc_telling(message, false, &data)) {
	case LMC_TELLS_SYMBOL:
		lmc->more_symbols |= symbols_find(lmc->game, data.at, data.size) == SYMBOL_NONE;
		break;
	case LMC_TELLS_EXIT: arbiter_heard_end(lmc->players.judge); break;
	case LMC_TELLS_PLAY: lmc_heard_play(&lmc->players, message->seat); break;
	case LMC_TELLS_INPUT: heard_input(lmc, seat_opponent(message->seat), data); break;
	case LMC_TELLS_SCORE: lmc_heard_score(&lmc->players, message->seat, data); break;
	default: break;
	}
}

static const struct protocol_tap tap = {
	.outside = true,
	.channel = lmc_heard_channel,
	.begins = begins,
	.renews = renews,
	.heard = heard,
};

/* ---- what tries players ----
 *
 * The cases of `ringside check` (check.cases), the ways in which a player can be told the same, and the rare
 * matches of `ringside fuzz`: each game, very few turns, many letters, opponents who
 * always play the same, and comments.  */

static const struct spec_case cases[] = {
#include "systems/lmc/check.inc"
	{0},
};

static const struct spec spec = {.cases = cases, LMC_DIALOGUE};

static const struct twin_way ways[] = {
	LMC_WAYS,
	{"swapped", "with input and score in the other order", LMC_MANNER(.swapped = true)},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "turns=40",
	.rival = "sample:random",
	.fractions = {.option = "game",
		      .content = "[game]\nname = fractions\nsymbols = a b c\n\n[payoff]\n"
				 "a a = -0.5\na b = -0.25\na c = -0.75\n"
				 "b a = 0.25\nb b = 0.5\nb c = -0.125\n"
				 "c a = 0.75\nc b = 0.5\nc c = 0.25\n"},
};

/* A game of few symbols or many, with short names or long ones, and with any scores.  */
static void draw_table(struct setup *setup, struct fuzz_chance *chance)
{
	static const uint8_t counts[] = {2, 3, 4, 26, SYMBOLS_MOST};
	static const int32_t scores[] = {0, 1000000, 500000, 333333, 250000, 1};
	static const char *const names[] = {"%u", "s%u", "%031u"};
	const char *name = names[fuzz_below(chance, sizeof(names) / sizeof(*names))];
	unsigned count = counts[fuzz_below(chance, sizeof(counts))];
	FREED_BY(bytes_free) struct bytes text = {0};

	bytes_add_text(&text, "drawn by fuzz\n");
	for (unsigned i = 0; i < count; i++) {
		bytes_addf(&text, name, i);
		bytes_add_text(&text, i + 1 < count ? " " : "\n");
	}
	for (unsigned i = 0; i < 2 * count * count; i++) {
		int32_t score = scores[fuzz_below(chance, sizeof(scores) / sizeof(*scores))];

		bytes_addf(&text, "%s%d.%06d%s", fuzz_once_in(chance, 2) ? "-" : "", (int)(score / 1000000),
			   (int)(score % 1000000), (i + 1) % (2 * count) ? " " : "\n");
	}
	setup_put(setup, &symbols_option_game, "drawn by fuzz");
	setup_put(setup, &symbols_option_table, text.at);
}

static void rare_options(struct setup *setup, int seat UNUSED, struct fuzz_chance *chance)
{
	enum { TURNS = 60, LETTERS = 26, PERIOD = 20, TABLE_IN = 4 };
	static const char *const games[] = {
#define X(name, title) name,
		SYMBOL_GAMES(X)
#undef X
	};

	if (fuzz_is_free(setup, &symbols_option_game) && fuzz_once_in(chance, TABLE_IN))
		draw_table(setup, chance);
	else if (fuzz_is_free(setup, &symbols_option_game))
		setup_put(setup, &symbols_option_game,
			  games[fuzz_below(chance, sizeof(games) / sizeof(games[0]))]);
	fuzz_option(setup, &symbols_option_turns, TURNS, chance);
	fuzz_option(setup, &symbols_option_symbols, LETTERS, chance);
	fuzz_option(setup, &symbols_option_period, PERIOD, chance);
}

/* The seat's last move, or its opponent's; SYMBOL_NONE: there is none.  */
static int last_symbol(const struct symbols *game, const struct match *match, int seat)
{
	const struct turn *turn = match_last_of(match, seat, match->turn_count);

	return turn && turn->played ? symbols_find(game, turn->played, strlen(turn->played)) : SYMBOL_NONE;
}

static int choose(const struct symbols *game, const struct match *match, int seat, unsigned style,
		  struct fuzz_chance *chance)
{
	int count = symbols_count(game), some = (int)fuzz_below(chance, (unsigned)count), last;

	if (fuzz_once_in(chance, 8))
		return some;
	switch (style) {
	case 0: return 0;
	case 1: return count - 1;
	case 2: /* one after the other */
		last = last_symbol(game, match, seat);
		return last == SYMBOL_NONE ? 0 : (last + 1) % count;
	case 3: /* what the other one has played */
		last = last_symbol(game, match, seat_opponent(seat));
		return last == SYMBOL_NONE ? some : last;
	default: return some;
	}
}

static char *rare_move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	char *problem = NULL, *words;
	struct symbols *game = symbols_new(&match->setup, &problem);

	free(problem);
	if (!game)
		return NULL;
	words = bytes_text("%s", symbols_name(game, choose(game, match, seat, style, chance)));
	symbols_free(game);
	return words;
}

/* "All such lines should be ignored" (lmc1, Comments).  */
static char *rare_comment(const struct setup *setup UNUSED, struct fuzz_chance *chance)
{
	static const char *const comments[] = {
		"#\\n", "# a comment\\n", "#@input a\\n", "# @command play\\n", "#\\ttab \\xc3\\xa4\\n",
	};

	return bytes_text("%s", comments[fuzz_below(chance, sizeof(comments) / sizeof(comments[0]))]);
}

static const struct fuzz fuzz = {rare_options, rare_move, rare_comment, NULL};

/* In the order in which players are told the symbols.  */
static char *smaller(const struct setup *setup, const char *move, int k)
{
	enum { MOST = 16 };
	char *problem = NULL, *words = NULL;
	struct symbols *game = symbols_new(setup, &problem);

	if (game && k < MOST && k < symbols_find(game, move, strlen(move)))
		words = bytes_text("%s", symbols_name(game, k));
	symbols_free(game);
	free(problem);
	return words;
}

static const struct protocol_tools tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
	.smaller = smaller,
};

/* ---- the protocol ---- */

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

/* The predictor is behind until it has learned how the other one thinks.  */
static const char *const demo_options[][2] = {
	{"turns", "80"}, {"seed", "2"}, {"pace", "700ms"}, {NULL, NULL}};

static const struct protocol_bundle bundle = {
	.demo = {"sample:predictor", "sample:beat-last"},
	.demo_options = demo_options,
	.rival = "sample:predictor",
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
	.formats = formats,
	.tools = &tools,
	.tap = &tap,
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
};
