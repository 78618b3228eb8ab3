/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* transcript.c - the dialogue of one player as a text, in the form of the specification's example.
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
#include "ringside/words.h"
#include "rules.h"
#include "systems/lmc_shared/lines.h"
#include "wire.h"
#include <stdlib.h>
#include <string.h>

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
		char *problem = NULL;
		struct symbols *symbols;
		bool same;

		setup_put(setup, &symbols_option_game, game->word);
		symbols = symbols_new(setup, &problem);
		same = symbols && reading->symbols.size && has_symbols(symbols, reading->symbols.at);
		symbols_free(symbols);
		free(problem);
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

static char *read(const char *text, size_t size, int game, struct match *match, struct remarks *remarks,
		  const char **wrong)
{
	struct reading reading = {.match = match, .remarks = remarks, .wrong = text};
	struct text rest = {text, size}, line;
	char *why = NULL;

	(void)game;
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

const struct file_format *const lmc_formats[] = {&transcript, NULL};
