/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_program.c - the cases of a game program of the Learning Machine Challenge 2, and the dialogue with it:
 * what it may say, and to whom.
 *
 * The check plays the judge and all players.  It begins with one player; a program that ends its game before
 * anybody was asked gets another game with two.  `$answers` stands for an answer of each player that was
 * asked, `$timeouts`, `$illegal` and `$exits` for their faults.  They are sent by `>>`: a program may ask one
 * player before it reads what another one has answered.  */
#include "wire.h"

#include "ringside/bytes.h"
#include "ringside/spec.h"
#include <stdlib.h>
#include <string.h>

/* A game may have no end: this much of it is played.  */
enum { ANSWERS_MOST = 60 };

#define HELLO "> @judge version 1\n> @judge players 1\n> @judge seed 42\n> @judge name 1 Ada\n"
#define READY "< name\n" HELLO
#define NEW   READY "> @command new\n< play\nsilent\n"
#define ROUND ">> $answers\\n\n< next\n"

#define TWO_PLAYERS "@judge players 2\n@judge name 1 Ada\n@judge name 2 Bob\n@command new"

#define OF_LAYER0 "lmc2, Layer 0"
#define GO_ON     "The game may go on or end."
#define ASK_WHY   "Play the match of this case with `ringside play`, and ask `why` at its end."

static const struct spec_case cases[] = {
	{"name", false, NULL, OF_LAYER0, "@info name N",
	 "Write @info name and a name as soon as the program runs, and flush stdout.", .steps = "< name\n"},
	{"name-before-all", false, "name", OF_LAYER0, "A line before its name is such a fault, too.",
	 "Write @info name before everything but comments.", .steps = "< name-first\n"},
	{"new", false, "name", OF_LAYER0, "@command new begins the game.",
	 "Tell a player @command new, its symbols and @command play after @command new, and flush stdout.",
	 .steps = NEW},
	{"silent-before-new", true, "name", OF_LAYER0,
	 "Earlier lines of the program are reported and dropped: they belong to the game before.",
	 "Say nothing to a player before @command new.", .steps = READY "silent\n"},
	{"answers", false, "new", OF_LAYER0,
	 "When no player has to answer, the program has to do something within --hang-time (60 s).",
	 "Follow an answer with the next @command play, or with @judge over.", .steps = NEW ROUND},
	{"whole-game", false, "answers", OF_LAYER0,
	 "The program may send a player only @command new, @command symbol S, @command play, input, score, "
	 "hint and comments.",
	 "Send a player nothing else, and leave its exit to the judge.",
	 .steps = NEW ">> $answers\\n\n< over\n"},
	{"timeout", false, "answers", OF_LAYER0, GO_ON,
	 "Take @judge fault K timeout in place of an answer: ask again, or end the game.",
	 .steps = NEW ">> $timeouts\\n\n< next\n"},
	{"illegal", false, "answers", OF_LAYER0, GO_ON,
	 "Take @judge fault K illegal in place of an answer: ask again, or end the game.",
	 .steps = NEW ">> $illegal\\n\n< next\n"},
	{"player-leaves", false, "answers", OF_LAYER0, GO_ON,
	 "After @judge fault K exit end the game, or go on without that player.",
	 .steps = NEW ">> $exits\\n\n< next\n"},
	{"line-bytewise", false, "answers", "lmc2, General Protocol Considerations", "Lines @channel data",
	 "Read up to the line end: a pipe may hand over a line in pieces.",
	 .steps = "< name\nbytewise\n" HELLO "> @command new\n< play\nsilent\n" ROUND},
	{"another-game", false, "whole-game", OF_LAYER0, "Each game of a series has its own seed.",
	 "Forget the game before at @command new.",
	 .steps = NEW ">> $answers\\n\n< over\n> @judge seed 43\n> @command new\n< play\nsilent\n" ROUND},
	{"exit", false, "name", "lmc2, Layers 1 and 2", "at last it leaves",
	 "Leave the program at @command exit, also before the first game.",
	 .steps = READY "> @command exit\nleaves\n"},
	{"exit-in-a-game", false, "new", "lmc2, Layers 1 and 2", "at last it leaves",
	 "Leave the program within 2 s of @command exit, also in the middle of a game.",
	 .steps = NEW "> @command exit\nleaves\n"},
	{"farewell", true, "exit-in-a-game", OF_LAYER0, "@info exit",
	 "Write @info exit before the program leaves.", .steps = NEW "> @command exit\n< farewell\n"},
	{"game-of-one", false, "answers", OF_LAYER0,
	 "A fault of the game program, its exit and its silence end the match", ASK_WHY,
	 .options = "max-turns=60", .rival = "sample:random"},
	{"game-of-two", true, "answers", OF_LAYER0,
	 "With two players a line without @player K is a fault of the game program.",
	 "Name the player in each line, or send @judge over if the game is for one player.",
	 .options = "max-turns=60", .rival = "sample:random", .both = true},
	{0},
};

/* ---- the dialogue ---- */

struct player {
	struct alphabet alphabet;
	bool begun, due; /* begun: it was told @command new in this game */
};

struct dialogue {
	enum lmc2_words words;
	struct player player[SEATS];
	int players, games, answers;
	bool named, asked, over; /* asked: a player, in this game */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	dialogue->words = (enum lmc2_words)setup_choice(setup, &lmc2_option_words);
	return dialogue;
}

static void begin_game(struct dialogue *dialogue)
{
	for (int s = SEAT_1; s < SEATS; s++) {
		alphabet_clear(&dialogue->player[s].alphabet);
		dialogue->player[s].begun = dialogue->player[s].due = false;
	}
	dialogue->asked = dialogue->over = false;
	dialogue->games++;
	dialogue->answers = 0;
}

static void dialogue_free(void *state)
{
	begin_game(state);
	free(state);
}

static void answer(struct dialogue *dialogue, int seat, struct bytes *bytes)
{
	const struct alphabet *alphabet = &dialogue->player[seat].alphabet;
	int n = alphabet->count ? dialogue->answers++ % alphabet->count : 0;

	bytes_addf(bytes, "@player %d @output %s", seat, alphabet->count ? alphabet->symbols[n] : "a");
}

/* A line for each player that was asked.  */
static bool word(void *state, const char *name, struct bytes *bytes)
{
	static const char *const faults[][2] = {
		{"timeouts", "timeout"}, {"illegal", "illegal"}, {"exits", "exit"}};
	struct dialogue *dialogue = state;
	const char *fault = NULL;

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		if (strcmp(name, faults[i][0]) == 0)
			fault = faults[i][1];
	if (!fault && strcmp(name, "answers") != 0)
		return false;
	for (int s = SEAT_1; s < SEATS; s++) {
		if (!dialogue->player[s].due)
			continue;
		if (bytes->size)
			bytes_add_text(bytes, "\n");
		if (fault)
			bytes_addf(bytes, "@judge fault %d %s", s, fault);
		else
			answer(dialogue, s, bytes);
	}
	return true;
}

static int seat_of(const struct dialogue *dialogue, struct text word)
{
	int seat = word.size == 1 ? *word.at - '0' : SEAT_NONE;

	return seat >= SEAT_1 && seat <= dialogue->players ? seat : SEAT_NONE;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	struct lmc_line line = lmc_read_text((struct text){bytes, size});
	struct text first = text_word(&line.data), second = text_word(&line.data);

	if (text_is(line.channel, "command") && text_is(first, "new"))
		begin_game(dialogue);
	else if (text_is(line.channel, "judge") && text_is(first, "players"))
		dialogue->players = *second.at - '0';
	else if (text_is(line.channel, "judge") && text_is(first, "fault"))
		dialogue->player[seat_of(dialogue, second)].due = false;
	else if (text_is(line.channel, "player"))
		dialogue->player[seat_of(dialogue, first)].due = false;
}

/* ---- what the program says ---- */

/* NULL, or what is wrong with a line for a player; static.  */
static const char *command_problem(struct dialogue *dialogue, struct player *player, struct text data)
{
	struct text word = text_word(&data);

	if (text_is(word, "symbol"))
		return alphabet_add(&player->alphabet, data);
	if (text_is(word, "exit"))
		return "is the judge's alone";
	if (data.size || (!text_is(word, "new") && !text_is(word, "play")))
		return "is no command for a player";
	if (player->due)
		return "comes before the player has answered";
	if (text_is(word, "new")) {
		alphabet_clear(&player->alphabet);
		player->begun = true;
		return NULL;
	}
	if (player->alphabet.count < 2 && dialogue->words != LMC2_ANY)
		return "comes before two symbols";
	player->due = dialogue->asked = true;
	return NULL;
}

static bool is_new(struct lmc_line line)
{
	return text_is(line.channel, "command") && text_is(line.data, "new");
}

static const char *player_problem(struct dialogue *dialogue, struct player *player, struct lmc_line line)
{
	struct text stranger;
	double score;

	/* What it said before it read @command new belongs to the game before.  */
	if (line.comment || (dialogue->games > 1 && !player->begun && !is_new(line)))
		return NULL;
	if (text_is(line.channel, "command"))
		return command_problem(dialogue, player, line.data);
	if (text_is(line.channel, "score"))
		return lmc_read_score(line.data, &score) ? NULL : "is no number from -1 to 1";
	if (line.channel.size && !text_is(line.channel, "input") && !text_is(line.channel, "hint"))
		return "is no channel for a player";
	stranger = alphabet_stranger(&player->alphabet, dialogue->words, line.data);
	if (!stranger.at)
		return "has no words";
	return stranger.size ? "has a word that is no symbol of the player (--words)" : NULL;
}

static const char *line_problem(struct dialogue *dialogue, struct lmc_line line)
{
	int seat = SEAT_1;

	if (text_is(line.channel, "judge")) {
		dialogue->over = text_is(text_word(&line.data), "over");
		return dialogue->over ? NULL : "is not for the judge: only @judge over is";
	}
	if (text_is(line.channel, "player")) {
		seat = seat_of(dialogue, text_word(&line.data));
		line = lmc_read_text(line.data);
	} else if (dialogue->players > 1) {
		return "does not say for which of two players it is";
	}
	if (seat == SEAT_NONE)
		return dialogue->players == 1
			       ? "is for a player who is not there: a game for two says @judge "
				 "over after @judge players 1"
			       : "is for a player who is not there";
	return player_problem(dialogue, &dialogue->player[seat], line);
}

static enum spec_heard wrong(char **problem, const char *why)
{
	*problem = bytes_text("%s", why);
	return SPEC_WRONG;
}

/* A game without a turn gets another one with two players; they may have been too few.  */
static enum spec_heard heard_end(struct dialogue *dialogue, char **problem, struct bytes *reply)
{
	if (dialogue->asked)
		return SPEC_FITS;
	if (dialogue->players > 1)
		return wrong(problem, "ends the game before a player was asked");
	bytes_add_text(reply, TWO_PLAYERS);
	return SPEC_PASSES;
}

/* The line is right, and may be what is awaited.  */
static enum spec_heard heard_right(struct dialogue *dialogue, const char *kind, char **problem,
				   struct bytes *reply)
{
	bool due = false;

	for (int s = SEAT_1; s < SEATS; s++)
		due = due || dialogue->player[s].due;
	if (dialogue->over)
		return heard_end(dialogue, problem, reply);
	if (!due || strcmp(kind, "farewell") == 0)
		return SPEC_PASSES;
	if (strcmp(kind, "over") != 0 || dialogue->answers > ANSWERS_MOST)
		return SPEC_FITS;
	word(dialogue, "answers", reply);
	return SPEC_PASSES;
}

static enum spec_heard heard(void *state, const char *kind, const char *bytes, size_t size, char **problem,
			     struct bytes *reply)
{
	struct dialogue *dialogue = state;
	struct lmc_line line;
	const char *why;

	while (size && strchr("\r\n", bytes[size - 1]) && bytes[size - 1])
		size--;
	line = lmc_read_text((struct text){bytes, size});
	if (!size || line.comment)
		return SPEC_PASSES;
	if (text_is(line.channel, "info")) {
		bool exits = text_is(text_word(&line.data), "exit"), first = !dialogue->named;

		dialogue->named = true;
		if (strcmp(kind, "farewell") == 0 && exits)
			return SPEC_FITS;
		return first && !exits ? SPEC_FITS : SPEC_PASSES;
	}
	if (!dialogue->named)
		return wrong(problem, "comes before the name");
	if (!dialogue->games)
		return wrong(problem, "comes before the game begins");
	why = line_problem(dialogue, line);
	if (why)
		return wrong(problem, why);
	return strcmp(kind, SPEC_SILENT) == 0 ? SPEC_PASSES : heard_right(dialogue, kind, problem, reply);
}

static const struct spec_kind kinds[] = {
	{"name", "@info name STRING"},
	{"name-first", "@info name STRING, before anything but comments"},
	{"play", "lines for a player up to its first @command play"},
	{"next", "lines for players up to the next @command play, or @judge over"},
	{"over", "lines for players up to @judge over"},
	{"farewell", "@info exit"},
	{0},
};

const struct spec lmc2_program_spec = {
	.cases = cases,
	.line_end = "\n",
	.new = dialogue_new,
	.free = dialogue_free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};
