/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries engines: the dialogue of a case of `ringside check` (check.cases), the ways in which
 * an engine can be told the same game (`--twins`), and the rare matches of `ringside fuzz`; and `ringside
 * rules`.  */
#include "game.h"
#include "info.h"

#include "ringside/bytes.h"
#include "ringside/fuzz.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct spec_case cases[] = {
#include "systems/uci/check.inc"
	{0},
};

/* ---- the dialogue ---- */

/* The fixed names of the document, and their types.  */
static const struct {
	const char *name, *type, *off;
} fixed[] = {
	{"Hash", "spin", NULL},
	{"NalimovPath", "string", NULL},
	{"NalimovCache", "spin", NULL},
	{"Ponder", "check", NULL},
	{"OwnBook", "check", NULL},
	{"MultiPV", "spin", "1"},
	{"UCI_ShowCurrLine", "check", "false"},
	{"UCI_ShowRefutations", "check", "false"},
	{"UCI_LimitStrength", "check", "false"},
	{"UCI_Elo", "spin", NULL},
	{"UCI_AnalyseMode", "check", NULL},
	{"UCI_Opponent", "string", NULL},
	{"UCI_EngineAbout", "string", NULL},
	{"UCI_ShredderbasesPath", "string", NULL},
	{"UCI_SetPositionValue", "string", NULL},
	{"UCI_Chess960", "check", "false"},
};
enum { FIXED = sizeof(fixed) / sizeof(fixed[0]) };

/* What was told, and what the engine has said.  */
struct dialogue {
	const struct setup *setup; /* the case's own */
	bool chess960;
	struct bytes declared; /* what followed the word option, in lines */
	bool has_name, has_author, name_late;
	struct chess_game game;
	struct bytes told, go; /* behind "position", and behind the last "go" */
	/* In the last search.  */
	bool informed, has_value;
	int64_t value; /* of the first line; a mate counts more than any cp */
	int64_t lines; /* the highest multipv */
	char best[CHESS_WORDS_MOST];
	int pings; /* isready without readyok */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	bytes_add_text(&dialogue->go, "");
	dialogue->setup = setup;
	dialogue->chess960 = chess_is_960(setup);
	chess_begin(&dialogue->game, &chess_start);
	bytes_add_text(&dialogue->told, "startpos");
	return dialogue;
}

static void dialogue_free(void *state)
{
	FREED struct dialogue *dialogue = state;

	bytes_free(&dialogue->declared);
	bytes_free(&dialogue->told);
	bytes_free(&dialogue->go);
}

static bool option_of(const struct dialogue *dialogue, const char *name, struct uci_option *option)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;

	while (text_line(&lines, &line)) {
		*option = uci_option_read(line);
		if (text_is_nearly(option->name, name))
			return true;
	}
	return false;
}

/* ---- what the judge sends ---- */

static bool is_for_memory(struct text name)
{
	static const char *const parts[] = {"hash", "thread", "cache", "memory", "size", "mb"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (size_t at = 0; at + strlen(parts[i]) <= name.size; at++)
			if (uci_same((struct text){name.at + at, strlen(parts[i])}, text_of(parts[i])))
				return true;
	return false;
}

/* Puts these bytes, which are freed, before the others.  */
static void put_before(struct bytes *bytes, struct bytes first)
{
	bytes_add(&first, bytes->at, bytes->size);
	bytes_free(bytes);
	*bytes = first;
}

/* Adds a line for each value that $NAME gives to the option.  `first`: there is no line yet.  Values that
 * would need much memory or many cores are left as they are: no document says that a machine has them.  Nor
 * does any say what a path may be.  */
static void add_values_of(struct bytes *lines, const struct uci_option *option, const char *name, bool first)
{
	int64_t least = 0;
	bool has_least = text_is_number(option->least, &least);
	FREED char *below = bytes_text("%" PRId64, least - 1);
	const struct {
		const char *name, *type; /* NULL: each type that has values which are known */
		bool given;
		struct text value;
	} rows[] = {
		{"button", "button", first, {"", 0}},
		{"changed", "check", !text_is_nearly(option->name, "UCI_Chess960"),
		 text_of(text_is(option->initial, "true") ? "false" : "true")},
		{"defaults", NULL, option->initial.size, option->initial},
		{"least", "spin", option->least.size, option->least},
		{"most", "spin", option->most.size && !is_for_memory(option->name), option->most},
		{"below", "spin", first && has_least, text_of(below)},
	};
	struct text value;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(name, rows[i].name) == 0 && rows[i].given &&
		    (rows[i].type ? text_is(option->type, rows[i].type)
				  : !text_is(option->type, "string") && !text_is(option->type, "button"))) {
			bytes_add_owned(lines, uci_setting(option, rows[i].value));
			bytes_add_text(lines, "\n");
		}
	for (int i = 0; strcmp(name, "words") == 0 && uci_option_word(option, i, &value); i++) {
		bytes_add_owned(lines, uci_setting(option, value));
		bytes_add_text(lines, "\n");
	}
}

/* "backwards" are the defaults in the order from the last declared option.  */
static void add_values(const struct dialogue *dialogue, const char *name, struct bytes *bytes)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	bool backwards = strcmp(name, "backwards") == 0;
	FREED_BY(bytes_free) struct bytes all = {0};

	while (text_line(&lines, &line)) {
		struct uci_option option = uci_option_read(line);
		struct bytes one = {0};

		add_values_of(backwards ? &one : &all, &option, backwards ? "defaults" : name, !all.size);
		if (backwards)
			put_before(&all, one);
	}
	if (all.size)
		bytes_add(bytes, all.at, all.size - 1);
	else
		bytes_add_text(bytes, "debug off");
}

/* The game after the engine's last move and some legal reply.  */
static void add_next(struct dialogue *dialogue, struct bytes *bytes)
{
	struct chess_game *game = &dialogue->game;
	struct chess_move moves[CHESS_MOVES_MOST];
	int count;

	if (*dialogue->best && chess_game_play(game, text_of(dialogue->best))) {
		chess_told_add(&dialogue->told, dialogue->best);
		count = chess_moves(&game->now, moves);
		if (count)
			chess_told_add(&dialogue->told, chess_uci_words(&game->now, moves[count / 2]).at);
	}
	bytes_addf(bytes, "position %s", dialogue->told.at);
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	static const char *const values[] = {"defaults", "backwards", "least", "most",
					     "below",    "changed",   "words", "button"};
	enum { ROUNDS = 150, HASH_MOST = 16 };
	struct dialogue *dialogue = state;
	struct uci_option option;
	int64_t most;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (strcmp(name, values[i]) == 0) {
			add_values(dialogue, name, bytes);
			return true;
		}
	if (strcmp(name, "next") == 0) {
		add_next(dialogue, bytes);
	} else if (strcmp(name, "long") == 0) {
		for (int i = 0; i < ROUNDS; i++)
			bytes_add_text(bytes, "g1f3 g8f6 f3g1 f6g8 ");
		bytes_add_text(bytes,
			       "f2f3 e7e5 g2g4"); /* black is to move: who has lost a move plays for white */
	} else if (strcmp(name, "hash") == 0) {
		if (!option_of(dialogue, "Hash", &option) || !text_is_number(option.most, &most))
			most = HASH_MOST;
		bytes_addf(bytes, "%" PRId64, most < HASH_MOST ? most : HASH_MOST);
	} else {
		return false;
	}
	return true;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	struct text line = text_trimmed((struct text){bytes, size}), word;

	while (line.size && line.at[line.size - 1] == '\r')
		line.size--;
	word = text_word(&line);
	if (text_is(word, "position")) {
		dialogue->told.size = 0;
		free(chess_game_read(&dialogue->game, dialogue->setup, line, &dialogue->told));
		dialogue->game.now.chess960 = dialogue->chess960;
	} else if (text_is(word, "go")) {
		dialogue->go.size = 0;
		bytes_addf(&dialogue->go, "%.*s", (int)line.size, line.at);
		dialogue->informed = dialogue->has_value = false;
		dialogue->lines = 0;
	} else if (text_is(word, "isready")) {
		dialogue->pings++;
	} else if (text_is(word, "setoption")) {
		dialogue->chess960 |= text_is(line, "name UCI_Chess960 value true");
	}
}

/* ---- what it declares ---- */

static bool is_type(struct text type)
{
	static const char *const types[] = {"check", "spin", "combo", "button", "string"};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (text_is(type, types[i]))
			return true;
	return false;
}

/* Why its values are not those of its type, to follow the option; NULL: they are.  */
static const char *wrong_values(const struct uci_option *option)
{
	bool check = text_is(option->type, "check"), combo = text_is(option->type, "combo");
	int64_t number;

	if (text_is(option->type, "button"))
		return option->initial.at || option->least.at || option->most.at ? "is a button with a value"
										 : NULL;
	if (text_is(option->type, "string"))
		return option->initial.at && !option->initial.size
			       ? "has an empty default that is not <empty>"
			       : NULL;
	if (!check && !combo &&
	    !(text_is_number(option->least, &number) && text_is_number(option->most, &number)))
		return "has no whole numbers as min and max";
	return uci_takes(option, option->initial) ? NULL
	       : check                            ? "has another default than true or false"
	       : combo                            ? "has a default that is none of its var words"
						  : "has a default that is no whole number from min to max";
}

/* The same of the names that the document fixes: their type, or the default that they should have.  */
static const char *wrong_fixed(const struct uci_option *option, bool off)
{
	int i = 0;

	while (i < FIXED && !text_is_nearly(option->name, fixed[i].name))
		i++;
	if (off)
		return i < FIXED && fixed[i].off && !text_is(option->initial, fixed[i].off)
			       ? "has another default than the document says"
			       : NULL;
	return i < FIXED && !text_is(option->type, fixed[i].type) ? "has another type than the document says"
								  : NULL;
}

static const char *wrong_name(const struct uci_option *option, struct text before)
{
	struct text line;

	while (text_line(&before, &line))
		if (uci_same(uci_option_read(line).name, option->name))
			return "is declared twice";
	return NULL;
}

static const char *wrong_words(const struct uci_option *option)
{
	struct text name = option->name, word;

	while ((word = text_word(&name)).size)
		if (text_is_nearly(word, "value") || text_is_nearly(word, "name"))
			return "has the word in its name";
	return NULL;
}

static const char *wrong_type(const struct uci_option *option)
{
	return !option->name.size      ? "has no name"
	       : is_type(option->type) ? NULL
				       : "has none of the five types";
}

/* The same of what is looked for among the options: a type, or what kinds[] has behind "any-".  */
static const char *wrong_option(const struct dialogue *dialogue, const char *what,
				const struct uci_option *option, struct text before)
{
	struct uci_option other;

	if (is_type(text_of(what)))
		return text_is(option->type, what) ? wrong_values(option) : NULL;
	if (strcmp(what, "elo") == 0)
		return text_is_nearly(option->name, "UCI_Elo") &&
				       !option_of(dialogue, "UCI_LimitStrength", &other)
			       ? "is declared without UCI_LimitStrength"
			       : NULL;
	return strcmp(what, "option") == 0  ? wrong_type(option)
	       : strcmp(what, "name") == 0  ? wrong_name(option, before)
	       : strcmp(what, "word") == 0  ? wrong_words(option)
	       : strcmp(what, "fixed") == 0 ? wrong_fixed(option, false)
	       : strcmp(what, "off") == 0   ? wrong_fixed(option, true)
					    : NULL;
}

/* All that it has declared: FITS, WRONG, or REFUSES if nothing is of that kind.  */
static enum spec_heard look_at_options(const struct dialogue *dialogue, const char *what, char **problem)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	bool found = false;

	while (text_line(&lines, &line)) {
		struct text before = {dialogue->declared.at, (size_t)(line.at - dialogue->declared.at)};
		struct uci_option option = uci_option_read(line);
		const char *why = wrong_option(dialogue, what, &option, before);

		if (why) {
			*problem = bytes_text("came, but \"option %.*s\" %s", (int)line.size, line.at, why);
			return SPEC_WRONG;
		}
		found |= !is_type(text_of(what)) || text_is(option.type, what);
	}
	if (!found)
		*problem = bytes_text("came without such an option");
	return found ? SPEC_FITS : SPEC_REFUSES;
}

/* Is an option of this name or type declared?  "option": any.  */
static bool declares(const struct dialogue *dialogue, const char *what)
{
	struct text lines = {dialogue->declared.at, dialogue->declared.size}, line;
	struct uci_option option;
	const char *name = strcmp(what, "chess960") == 0 ? "UCI_Chess960" : what;

	if (option_of(dialogue, name, &option))
		return true;
	while (text_line(&lines, &line))
		if (strcmp(what, "option") == 0 || text_is(uci_option_read(line).type, what))
			return true;
	return false;
}

/* ---- what it says of a search ---- */

/* The number behind a word of the last go; -1: it is not there.  */
static int64_t number_of_go(const struct dialogue *dialogue, const char *name)
{
	struct text rest = {dialogue->go.at, dialogue->go.size};
	int64_t number;

	return text_after(rest, name, &rest) && text_is_number(text_word(&rest), &number) ? number : -1;
}

/* Was the search restricted to moves, and this is none of them?  */
static bool is_left_out(const struct dialogue *dialogue, struct text move)
{
	struct text rest = {dialogue->go.at, dialogue->go.size}, word;

	if (!text_after(rest, "searchmoves", &rest))
		return false;
	while (chess_is_uci(word = text_word(&rest)))
		if (uci_same(word, move))
			return false;
	return true;
}

/* What else a line has to be that fits; from SAID_NUMBERS to SAID_MATED, what is wrong with a line "info"; OF
 * OPTIONS, what is looked for among them is the name of the kind.  */
enum {
	ANYTHING,
	LEGAL,
	BOTH,
	PONDERS,
	TWO_LINES,
	INFORMED,
	VALUE_AHEAD,
	NAMED,
	BY_SOMEBODY,
	ID_FIRST,
	DECLARES,
	OF_OPTIONS,
	SAID_NUMBERS,
	SAID_PV,
	SAID_CURRMOVE,
	SAID_SELDEPTH,
	SAID_BOUNDS,
	SAID_TIME,
	SAID_DEPTH,
	SAID_UNASKED,
	SAID_MATED
};

/* The first of the moves that is not legal there, for people; NULL: all are.  The caller frees.  */
static char *illegal(const struct dialogue *dialogue, struct text moves)
{
	return uci_illegal(&dialogue->game.now, moves, "has ", ", which is");
}

/* What is wrong with the line, to follow it; NULL: nothing of that kind.  The caller frees.  */
static char *wrong_info(const struct dialogue *dialogue, int what, const struct uci_info *info)
{
	const int64_t *count = info->count, depth = number_of_go(dialogue, "depth");
	const struct {
		int what;
		bool is;
		const char *words;
	} rows[] = {
		{SAID_CURRMOVE, count[UCI_CURRMOVENUMBER] == 0, "counts from 0"},
		{SAID_SELDEPTH, count[UCI_SELDEPTH] >= 0 && count[UCI_DEPTH] < 0, "has no depth"},
		{SAID_BOUNDS, info->lower && info->upper, "says both bounds"},
		{SAID_BOUNDS, info->cp && info->mate, "says both cp and mate"},
		{SAID_TIME, info->pv.size && count[UCI_TIME] < 0, "has a pv and no time"},
		{SAID_UNASKED, info->currline.size || info->refutation.size, "was not asked for"},
		{SAID_MATED, info->mate && info->value > 0, "says that it mates, but it is mated"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].what == what && rows[i].is)
			return bytes_text("%s", rows[i].words);
	if (what == SAID_NUMBERS && info->broken.size)
		return text_problem("has no value behind ", info->broken, "%s", "");
	if (what == SAID_DEPTH && depth >= 0 && count[UCI_DEPTH] > depth)
		return bytes_text("is deeper than the %" PRId64 " plies of go", depth);
	return what == SAID_PV         ? illegal(dialogue, info->pv)
	       : what == SAID_CURRMOVE ? illegal(dialogue, info->currmove)
				       : NULL;
}

static void take_info(struct dialogue *dialogue, const struct uci_info *info)
{
	enum { MATE = 1000000 };
	int64_t line = info->count[UCI_MULTIPV];

	dialogue->informed |= info->count[UCI_DEPTH] >= 0 || info->pv.size || info->cp || info->mate;
	if (line > dialogue->lines)
		dialogue->lines = line;
	if ((info->cp || info->mate) && line <= 1) {
		dialogue->has_value = true;
		dialogue->value = info->value + (!info->mate ? 0 : info->value > 0 ? MATE : -MATE);
	}
}

/* ---- what it says ---- */

/* The classes of lines.  TALK: info string.  */
enum {
	BESTMOVE = 1 << UCI_BESTMOVE,
	INFO = 1 << UCI_INFO,
	READYOK = 1 << UCI_READYOK,
	UCIOK = 1 << UCI_UCIOK,
	ID = 1 << UCI_ID,
	OPTION = 1 << UCI_OPTION,
	TALK = 1 << (UCI_NOTHING + 1)
};

#define UNASKED                                                                                              \
	{                                                                                                    \
		BESTMOVE | READYOK | UCIOK, "is not asked for"                                               \
	}
#define ON_UCI(name, words, what)                                                                            \
	{                                                                                                    \
		name, words, .fits = UCIOK, .wrong = {{BESTMOVE | READYOK, "is not asked for"}},             \
			     .test = what                                                                    \
	}
#define ON_ANY(name)  ON_UCI("any-" name, "uciok behind right options", OF_OPTIONS)
#define ON_WITH(name) ON_UCI("with-" name, "uciok", DECLARES)
#define ON_GO(name, words, what)                                                                             \
	{                                                                                                    \
		name, words, .fits = BESTMOVE, .wrong = {{READYOK | UCIOK, "is not asked for"}},             \
			     .test = what                                                                    \
	}
#define ON_INFO(name, words, what) ON_GO("info-" name, "info lines with " words ", and bestmove", what)

static const struct spec_kind kinds[] = {
	ON_UCI("uciok", "uciok", ANYTHING),
	ON_UCI("named", "id name and uciok", NAMED),
	ON_UCI("by-somebody", "id author and uciok", BY_SOMEBODY),
	ON_UCI("id-first", "id before the options", ID_FIRST),
	ON_UCI("has-hash", "the option Hash, and uciok", DECLARES),
	ON_ANY("option"),
	ON_ANY("name"),
	ON_ANY("word"),
	ON_ANY("check"),
	ON_ANY("spin"),
	ON_ANY("combo"),
	ON_ANY("button"),
	ON_ANY("string"),
	ON_ANY("fixed"),
	ON_ANY("off"),
	ON_ANY("elo"),
	ON_WITH("option"),
	ON_WITH("check"),
	ON_WITH("spin"),
	ON_WITH("combo"),
	ON_WITH("button"),
	ON_WITH("hash"),
	ON_WITH("ponder"),
	ON_WITH("multipv"),
	ON_WITH("chess960"),
	{"readyok", "readyok", .fits = READYOK, .wrong = {{BESTMOVE | UCIOK, "is not asked for"}}},
	{"both-readyok", "readyok twice", .fits = READYOK, .wrong = {{BESTMOVE | UCIOK, "is not asked for"}},
	 .test = BOTH},
	ON_GO("as-told", "bestmove", ANYTHING),
	ON_GO("move", "bestmove and a legal move", LEGAL),
	{"move-at-last", "uciok, readyok, and bestmove with a legal move", .fits = BESTMOVE, .test = LEGAL},
	ON_GO("ponder-move", "bestmove, and a legal reply behind ponder", PONDERS),
	ON_GO("two-lines", "lines with multipv 1 and 2, and bestmove", TWO_LINES),
	ON_GO("informed", "an info line, and bestmove", INFORMED),
	ON_INFO("numbers", "whole numbers", SAID_NUMBERS),
	ON_INFO("pv", "legal moves", SAID_PV),
	ON_INFO("currmove", "moves that are counted from 1", SAID_CURRMOVE),
	ON_INFO("seldepth", "depth beside seldepth", SAID_SELDEPTH),
	ON_INFO("bounds", "one value and one bound at most", SAID_BOUNDS),
	ON_INFO("time", "time beside pv", SAID_TIME),
	ON_INFO("depth", "no greater depth", SAID_DEPTH),
	ON_INFO("unasked", "no currline and no refutation", SAID_UNASKED),
	ON_INFO("mated", "no mate by the side that is mated", SAID_MATED),
	ON_GO("info-ahead", "a value above 0 for black, who is a queen ahead, and bestmove", VALUE_AHEAD),
	{SPEC_SILENT, .wrong = {UNASKED, {ID | OPTION, "comes behind uciok"}}},
	{SPEC_QUIET, .wrong = {UNASKED, {ID | OPTION | INFO, "is not asked for"}}},
	{0},
};

static void add_declared(struct dialogue *dialogue, enum uci_word word, struct text rest)
{
	struct text line = rest;
	struct text what = text_word(&line);

	if (word == UCI_OPTION) {
		bytes_addf(&dialogue->declared, "%.*s\n", (int)rest.size, rest.at);
	} else if (word == UCI_ID) {
		dialogue->has_name |= text_is(what, "name") && line.size;
		dialogue->has_author |= text_is(what, "author") && line.size;
		dialogue->name_late |= dialogue->declared.size > 0;
	}
}

/* What it has not said that had to come before the answer, to follow that; NULL: nothing.  */
static const char *missing(const struct dialogue *dialogue, int test)
{
	const struct {
		int test;
		bool is;
		const char *words;
	} rows[] = {
		{NAMED, !dialogue->has_name, "came without id name"},
		{BY_SOMEBODY, !dialogue->has_author, "came without id author"},
		{ID_FIRST, dialogue->name_late, "came, and id came behind an option"},
		{TWO_LINES, dialogue->lines < 2, "came without a line \"multipv 2\""},
		{INFORMED, !dialogue->informed, "came without an info line before it"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].test == test && rows[i].is)
			return rows[i].words;
	return NULL;
}

static enum spec_heard heard_uciok(const struct dialogue *dialogue, const struct spec_kind *kind,
				   char **problem)
{
	const char *what = strchr(kind->kind, '-');

	if (kind->test == OF_OPTIONS)
		return look_at_options(dialogue, what + 1, problem);
	if (kind->test != DECLARES || declares(dialogue, what + 1))
		return SPEC_FITS;
	if (strcmp(kind->kind, "has-hash") == 0)
		return spec_wrong(problem, "came without Hash");
	*problem = bytes_text("came without an option for this (%s)", what + 1);
	return SPEC_REFUSES;
}

static enum spec_heard heard_bestmove(struct dialogue *dialogue, const struct spec_kind *kind,
				      struct text rest, char **problem)
{
	struct text word = text_word(&rest), ponder = text_word(&rest);
	struct chess_position position = dialogue->game.now;
	struct chess_move move;

	*dialogue->best = '\0';
	if (kind->test == ANYTHING)
		return SPEC_FITS;
	if (!chess_read_uci(&position, word, &move)) {
		*problem = illegal(dialogue, word.size ? word : text_of("no-move"));
		return SPEC_WRONG;
	}
	snprintf(dialogue->best, sizeof(dialogue->best), "%.*s", (int)word.size, word.at);
	if (is_left_out(dialogue, word))
		return spec_wrong(problem, "is none of the moves behind searchmoves");
	chess_play(&position, move);
	if (kind->test == PONDERS && text_is(ponder, "ponder") &&
	    !chess_read_uci(&position, text_word(&rest), &move))
		return spec_wrong(problem, "has no legal reply behind ponder");
	if (kind->test == VALUE_AHEAD && dialogue->has_value && dialogue->value <= 0) {
		*problem = bytes_text("came, and the last value was %" PRId64, dialogue->value);
		return SPEC_WRONG;
	}
	return SPEC_FITS;
}

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply UNUSED)
{
	struct dialogue *dialogue = state;
	struct text rest;
	enum uci_word word = uci_word_of(bytes, size, &rest);
	struct text first = rest;
	bool talk = word == UCI_INFO && text_is(text_word(&first), "string");
	enum spec_heard what = spec_by_class(kind, 1u << (talk ? UCI_NOTHING + 1 : word), problem);
	struct uci_info info;
	const char *why;

	add_declared(dialogue, word, rest);
	if (word == UCI_INFO) {
		uci_info_read(rest, &info);
		take_info(dialogue, &info);
		if (what == SPEC_PASSES && (*problem = wrong_info(dialogue, kind->test, &info)))
			return SPEC_WRONG;
	}
	if (word == UCI_READYOK && --dialogue->pings > 0 && kind->test == BOTH)
		return SPEC_PASSES;
	if (what != SPEC_FITS || word == UCI_READYOK)
		return what;
	what = word == UCI_UCIOK ? heard_uciok(dialogue, kind, problem)
				 : heard_bestmove(dialogue, kind, rest, problem);
	why = missing(dialogue, kind->test);
	return what == SPEC_FITS && why ? spec_wrong(problem, why) : what;
}

static const char *const aside[] = {"isready", "ucinewgame", "setoption", "debug", "register", NULL};
static const char *const needless[] = {"isready", "ucinewgame", NULL};

/* A search that ends by itself.  */
static bool is_alike(const char *step, const char *line)
{
	static const char *const others[] = {"infinite", "ponder", "mate", "searchmoves", "perft"};
	bool both = strncmp(step, "go ", 3) == 0 && strncmp(line, "go ", 3) == 0;

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		both = both && !strstr(step, others[i]) && !strstr(line, others[i]);
	return both;
}

static const struct spec spec = {
	.cases = cases,
	.line_end = "\n",
	.aside = aside,
	.needless = needless,
	.alike = is_alike,
	.new = dialogue_new,
	.free = dialogue_free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

/* ---- the ways to tell the same game ----
 *
 * All of the game is told to one process, so that it has the same tables as in the game.  A FEN is that
 * before the last move that cannot be undone, so what can be repeated, and what was taken last, are the same,
 * too.  */

/* How a dialogue differs from the game.  */
struct manner {
	bool pieces;   /* byte by byte */
	bool together; /* the position and the question are one write */
	bool blanks;   /* more of them between words, and tabs */
	bool pings;    /* isready before each question */
	bool fens;     /* positions are FENs */
	bool options;  /* each default is set before all that a person wants, and all in another order */
	bool games;    /* another game comes first, then ucinewgame */
	bool mirrored; /* white is black */
};

enum { PIECES_MOST = 6 }; /* questions that are told byte by byte: each byte takes milliseconds */

struct telling {
	const struct twins_game *game;
	const struct manner *manner;
	struct bytes *steps;
	struct bytes line;    /* with the lines that wait for it */
	struct bytes options; /* steps of setoption, the last one first */
	int asked;
};

static signed char mirrored_square(signed char square)
{
	return square < 0 ? square : (signed char)(square ^ 56);
}

/* The same position with the colours exchanged: a rank is a byte of a set.  */
static struct chess_position mirrored_position(const struct chess_position *position)
{
	struct chess_position mirrored = *position;

	for (int colour = 0; colour < 2; colour++) {
		mirrored.of[colour] = __builtin_bswap64(position->of[!colour]);
		for (int wing = 0; wing < 2; wing++)
			mirrored.rook[colour][wing] = mirrored_square(position->rook[!colour][wing]);
	}
	for (int type = 0; type < CHESS_TYPES; type++)
		mirrored.type[type] = __builtin_bswap64(position->type[type]);
	mirrored.passed = mirrored_square(position->passed);
	mirrored.to_move = position->to_move == CHESS_WHITE ? CHESS_BLACK : CHESS_WHITE;
	return mirrored;
}

/* Appends the word, a move on the mirrored board where the way has one.  */
static void add_move(struct bytes *line, struct text word, bool mirrored)
{
	bytes_addf(line, "%.*s", (int)word.size, word.at);
	for (size_t i = 1; mirrored && word.size >= 4 && i <= 3; i += 2)
		line->at[line->size - word.size + i] = (char)('1' + '8' - word.at[i]);
}

/* The words of a line, with what the way has between them.  Mirrored, each colour has the other's clock.  */
static void add_words(struct bytes *line, struct text words, const struct manner *manner)
{
	static const char *const clocks[][2] = {
		{"wtime", "btime"}, {"btime", "wtime"}, {"winc", "binc"}, {"binc", "winc"}};
	struct text word;

	for (bool first = true; (word = text_word(&words)).size; first = false) {
		if (!first || manner->blanks)
			bytes_add_text(line, manner->blanks ? " \t " : " ");
		for (size_t i = 0; i < 4 && manner->mirrored; i++)
			if (text_is(word, clocks[i][0])) {
				word = text_of(clocks[i][1]);
				break;
			}
		add_move(line, word, manner->mirrored && chess_is_uci(word));
	}
	bytes_add_text(line, "\n");
}

/* "position ..." in the way's words.  False: it is none that the rules know.  */
static bool add_position(struct telling *telling, struct text rest)
{
	const struct manner *manner = telling->manner;
	FREED_BY(bytes_free) struct bytes words = {0}, moves = {0};
	struct text first = rest, told = {"", 0}, word;
	struct chess_position since, before;
	struct chess_game game;
	FREED char *problem = NULL;

	if (!manner->fens && !manner->mirrored) {
		bytes_addf(&words, "position %.*s", (int)rest.size, rest.at);
		add_words(&telling->line, (struct text){words.at, words.size}, manner);
		return true;
	}
	if (text_after(rest, "moves", &told))
		first.size = (size_t)(told.at - first.at);
	if ((problem = chess_game_read(&game, &telling->game->match->setup, first, NULL)))
		return false;
	since = game.now;
	while ((word = text_word(&told)).size) {
		before = game.now;
		if (!chess_game_play(&game, word))
			return false;
		if (game.now.quiet == 0) {
			since = before;
			bytes_drop(&moves, moves.size);
		}
		bytes_add_text(&moves, moves.size ? " " : "");
		add_move(&moves, word, manner->mirrored);
	}
	if (manner->mirrored)
		since = mirrored_position(&since);
	bytes_addf(&telling->line, "position fen %s%s%s\n", chess_fen(&since).at, moves.size ? " moves " : "",
		   moves.size ? moves.at : "");
	return true;
}

static void send_line(struct telling *telling)
{
	twins_send(telling->steps, telling->line.at, telling->line.size);
	bytes_drop(&telling->line, telling->line.size);
}

static void tell_game_before(struct telling *telling)
{
	bytes_add_text(telling->steps,
		       "> ucinewgame\n> isready\n< readyok\n"
		       "> position startpos moves d2d4 d7d5\n> go depth 4\n< move\n"
		       "> position startpos moves d2d4 d7d5 c2c4 e7e6\n> go depth 4\n< move\n"
		       "> position fen 8/8/4k3/8/2P5/4K3/8/8 w - - 0 1\n> go depth 6\n< move\n");
}

/* The question of a turn, and the answer that has to come.  False: it has none.  */
static bool tell_question(struct telling *telling, const struct message *message, struct text line)
{
	const struct message *answer = twins_answer(telling->game, message->turn);
	FREED_BY(bytes_free) struct bytes words = {0};

	if (!answer || (telling->manner->pieces && telling->asked++ == PIECES_MOST))
		return false;
	twins_turn(telling->steps, message->turn);
	if (telling->manner->pings) {
		send_line(telling);
		bytes_add_text(telling->steps, "> isready\n< readyok\n");
	}
	add_words(&telling->line, line, telling->manner);
	send_line(telling);
	add_words(&words, (struct text){answer->bytes, message_text_size(answer, NULL)},
		  &(const struct manner){.mirrored = telling->manner->mirrored});
	twins_await(telling->steps, "as-told", &(struct message){.bytes = words.at, .size = words.size});
	return true;
}

/* False: the rest is not told.  */
static bool tell_line(struct telling *telling, const struct message *message)
{
	const struct manner *manner = telling->manner;
	struct text line = {message->bytes, message_text_size(message, NULL)}, rest = line;
	struct text word = text_word(&rest);
	struct bytes option = {0};

	if (text_is(word, "go"))
		return tell_question(telling, message, line);
	if (text_is(word, "position")) {
		if (!add_position(telling, rest))
			return false;
		if (!manner->together && !manner->pings)
			send_line(telling);
		return true;
	}
	if (text_is(word, "setoption") && manner->options) {
		twins_send(&option, message->bytes, message->size);
		put_before(&telling->options, option);
		return true;
	}
	if (text_is(word, "ucinewgame") && manner->games)
		tell_game_before(telling);
	if (text_is(word, "ucinewgame") && manner->options && telling->options.size) {
		bytes_add_text(telling->steps, telling->options.at);
		bytes_free(&telling->options);
	}
	if (text_is(word, "stop") || text_is(word, "ponderhit") || text_is(word, "quit"))
		return false;
	add_words(&telling->line, line, manner);
	send_line(telling);
	if (text_is(word, "uci"))
		bytes_add_text(telling->steps, "< uciok\n");
	if (text_is(word, "isready"))
		bytes_add_text(telling->steps, "< readyok\n");
	if (text_is(word, "uci") && manner->options)
		bytes_add_text(telling->steps, "> $backwards\n");
	return true;
}

static bool tell(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	struct telling telling = {.game = game, .manner = with, .steps = steps};

	if (n)
		return false;
	if (telling.manner->pieces)
		bytes_add_text(steps, "bytewise\n");
	for (int i = 0; i < game->count; i++)
		if (game->messages[i].direction == TO_AGENT && !tell_line(&telling, &game->messages[i]))
			break;
	bytes_free(&telling.line);
	bytes_free(&telling.options);
	return true;
}

#define MANNER(...)                                                                                          \
	.tell = tell, .manner = &(const struct manner)                                                       \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

static const struct twin_way ways[] = {
	{"again", "as in the game, in a new process", MANNER(.pieces = false)},
	{"pieces", "byte by byte", MANNER(.pieces = true)},
	{"together", "with the position and go in one write", MANNER(.together = true)},
	{"blanks", "with more blanks and tabs between words", MANNER(.blanks = true)},
	{"ready", "with isready before each go", MANNER(.pings = true)},
	{"fen", "by FENs in place of all moves", MANNER(.fens = true),
	 .remark = "it may use earlier moves in its search, which a FEN does not tell"},
	{"options", "after setting each default, and options in another order", MANNER(.options = true)},
	{"newgame", "in a process that has played another game, after ucinewgame", MANNER(.games = true),
	 .remark = "it may keep what it has learnt, as UCI does not say what ucinewgame forgets"},
	{"mirrored", "with colours exchanged", MANNER(.mirrored = true),
	 .remark = "many take the first of equal moves"},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "depth1=4 depth2=3",
	.rival = "sample:searcher",
	.pace = "depth1=4 depth2=3",
};

/* ---- rare matches ---- */

/* Positions that games seldom reach: promotions, pins of pawns that take en passant, checks from everywhere,
 * castling that is lost or goes through an attack, one legal move, the last plies before a draw.  */
static const char *const rare[] = {
	"8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
	"8/8/8/8/k1Pp3R/8/8/7K b - c3 0 1",
	"k5r1/8/8/6pP/7K/r7/5n2/8 w - g6 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	"r3k2r/8/5Q2/8/8/5q2/8/R3K2R w KQkq - 3 20",
	"4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1",
	"4r1k1/8/8/8/1b6/8/4N3/R3K2R w KQ - 0 1",
	"7k/8/8/8/8/1q6/r7/7K w - - 0 1",
	"8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
	"8/5k2/8/8/8/8/R4K2/8 w - - 90 140",
	"8/8/8/3k4/8/3K4/3P4/8 w - - 98 200",
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
};
enum { RARE = sizeof(rare) / sizeof(rare[0]) };

static void set(struct setup *setup, const char *name, int seat, const char *text)
{
	FREED char *whole = bytes_text("%s%d", name, seat);

	if (!setup_given(setup, whole))
		free(setup_set(setup, whole, text));
}

/* Ends of ranges.  What the engine does not declare is not sent.  */
static void choose_settings(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const char *const settings[] = {
		"Hash=<min>",           "MultiPV=<max>",     "MultiPV=2",
		"Threads=<min>",        "Skill Level=<min>", "Ponder=true",
		"Ponder=false",         "OwnBook=false",     "UCI_LimitStrength=true; UCI_Elo=<min>",
		"UCI_AnalyseMode=true", "Clear Hash",        "UCI_ShowWDL=true"};
	enum { SETTINGS = sizeof(settings) / sizeof(settings[0]) };
	FREED_BY(bytes_free) struct bytes text = {0};

	for (unsigned i = fuzz_below(chance, 4); i; i--)
		bytes_addf(&text, "%s%s", text.size ? "; " : "", settings[fuzz_below(chance, SETTINGS)]);
	if (text.size)
		set(setup, "option", seat, text.at);
}

#define LATE_MOST ((int64_t)300 * NS_PER_MS)

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	static const int turns_ms[] = {1000, 500, 200, 100, 50};
	static const int matches_ms[] = {0, 60000, 10000, 3000};
	unsigned limit = fuzz_below(chance, 4);
	bool roomy =
		!setup->turn_limit || setup->turn_limit >= LATE_MOST; /* as a person has it, or as usual */
	FREED char *number = bytes_text("%u", 1 + fuzz_below(chance, limit ? 6 : 3000));

	if (fuzz_is_free(setup, &chess_option_opening) && !chess_is_960(setup) && !fuzz_once_in(chance, 3))
		setup_put(setup, &chess_option_opening, rare[fuzz_below(chance, RARE)]);
	choose_settings(setup, seat, chance);
	setup->turn_limit = (int64_t)NS_PER_MS * turns_ms[fuzz_below(chance, 5)];
	setup->match_limit = (int64_t)NS_PER_MS * matches_ms[fuzz_below(chance, 4)];
	if (!setup->strict && setup->tolerance < LATE_MOST)
		setup->tolerance = LATE_MOST; /* who searches "exactly x mseconds" is a little late */
	if (limit < 2) {
		set(setup, limit ? "depth" : "nodes", seat, number);
		setup->turn_limit = (int64_t)2 * NS_PER_S;
	}
	if (limit == 2 && roomy && fuzz_once_in(chance, 2)) { /* stop comes in its own turn, at any moment */
		FREED char *until = bytes_text("%ums", 1 + fuzz_below(chance, 40));

		set(setup, "infinite", seat, until);
		setup->turn_limit = (int64_t)2 * NS_PER_S;
	}
	if (fuzz_once_in(chance, 3)) /* stop and ponderhit come when the person moves, at any moment */
		set(setup, "ponder", seat, "yes");
}

/* How much a player of that style wants the move.  */
static int wish(const struct chess_position *position, struct chess_move move, unsigned style)
{
	struct chess_position after = *position;
	int type = chess_piece_at(position, move.from, NULL);

	switch (style) {
	case 0: return type == CHESS_PAWN ? 1 + move.promotes : 0;
	case 1: chess_play(&after, move); return chess_in_check(&after);
	case 2: return chess_takes(position, move);
	case 3: return type == CHESS_KING;
	case 4: return chess_castles(position, move) ? 2 : type == CHESS_ROOK;
	default: return 0;
	}
}

static char *move(const struct match *match, int seat UNUSED, unsigned style, struct fuzz_chance *chance)
{
	struct chess_move moves[CHESS_MOVES_MOST];
	struct chess_game game;
	int count, best = -1, most = -1;

	if (!chess_game_goto(&game, match, match->turn_count, NULL))
		return NULL;
	count = chess_moves(&game.now, moves);
	for (int i = 0; i < count; i++) {
		/* Among equals, by chance.  */
		int much = 64 * wish(&game.now, moves[i], style) + (int)fuzz_below(chance, 80);

		if (much > most) {
			most = much;
			best = i;
		}
	}
	return best < 0 ? NULL : bytes_text("%s", chess_uci_words(&game.now, moves[best]).at);
}

/* What an engine has to pass over when it is idle, or that changes no search (engine-interface, Description;
 * debug).  */
static char *line(const struct setup *setup UNUSED, struct fuzz_chance *chance)
{
	static const char *const lines[] = {
		"stop",        "ponderhit", "joho",      "",
		"   ",         "debug on",  "debug off", "register later",
		"stop\\nstop", "\\n\\n\\n", "xyzzy 17",  "setoption name Joho value 1"};
	enum { LINES = sizeof(lines) / sizeof(lines[0]) };

	return bytes_text("%s\\n", lines[fuzz_below(chance, LINES)]);
}

static const struct fuzz fuzz = {options, move, line, NULL};

/* ---- ringside rules ---- */

/* The position, who is on turn, and the legal moves in both notations; or how the game has ended.  */
static char *rules(const struct setup *setup, const char *position, char **problem)
{
	struct chess_game game;
	struct chess_move moves[CHESS_MOVES_MOST];
	struct bytes text = {0};
	int count;

	*problem = chess_game_read(&game, setup, text_of(position), NULL);
	if (*problem)
		return NULL;
	count = chess_moves(&game.now, moves);
	bytes_addf(&text, "fen: %s\nto move: %s%s\nlegal moves: %d\n", chess_fen(&game.now).at,
		   chess_colour_name(game.now.to_move), chess_in_check(&game.now) ? ", in check" : "", count);
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "  %s %s\n", chess_uci_words(&game.now, moves[i]).at,
			   chess_san_words(&game.now, moves[i]).at);
	bytes_addf(&text, "result: %s\n",
		   chess_end(&game) == CHESS_GOES_ON ? "the game goes on" : chess_reason(chess_end(&game)));
	return text.at;
}

const struct protocol_tools uci_tools = {
	.rules = rules,
	.position_help = "a FEN, moves as e4 e5 Nf3, or both with the word \"moves\" between; "
			 "prints the legal moves in both notations and whether the game is over",
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
	.suite_case = chess_epd_case,
	.suite_ending = ".epd",
};
