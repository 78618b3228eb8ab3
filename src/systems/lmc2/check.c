/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries players and game programs of the Learning Machine Challenge 2: the cases of `ringside
 * check`, the ways in which a player can be told the same, and the rare matches of `ringside fuzz`: one turn,
 * few turns, and alone or against itself.
 *
 * The cases of players are what is known of its document, and of ringside's own part what a player has to
 * bear. With a game program the check plays the judge and all players.  It begins with one player; a program
 * that ends its game before anybody was asked gets another game with two.  `$answers` stands for an answer of
 * each player that was asked, `$timeouts`, `$illegal` and `$exits` for their faults.  They are sent by `>>`:
 * a program may ask one player before it reads what another one has answered.  */
#include "systems/lmc_shared/check.h"
#include "ringside/fuzz.h"
#include "systems/lmc_shared/lines.h"
#include "wire.h"
#include <stdlib.h>

/* ---- cases of players ---- */

#define SYMBOLS "> @command symbol a\n> @command symbol b\n> @command symbol c\n"
#define READY   "< name\n> @command new\n" SYMBOLS
#define PLAY    "> @command play\n< words\n"

#define OF_GENERAL "lmc2, General Protocol Considerations"
#define OF_LAYERS  "lmc2, Layers"
#define OF_LAYER1  "lmc2, Layer 1: words and scores"

#define AS_LMC1 "is almost identical to and is fully backward compatible with"

static const struct spec_case cases[] = {
	LMC_NAME_CASES,
	{"play", false, "name", OF_GENERAL,
	 "The channel data is a list of words delimited by a single space character and is terminated by the "
	 "end-of-line character.",
	 "Answer @command play with @output and words of the alphabet, and flush stdout.",
	 .steps = READY "> @input a\n" PLAY "> @score 1\n> @input a b\n" PLAY
			"> @score -1\n> @input c\n" PLAY},
	{"single-words", false, "play", OF_LAYERS, AS_LMC1,
	 "Answer in a game of LMC 1 with one word of the alphabet.",
	 .steps = READY "> @command play\n< words\n> @input a\n> @score 0\n> @command play\n< words\n"
			"> @input b\n> @score 0.5\n> @command play\n< words\n"},
	{"no-output-before-play", false, "name", "lmc1, The command channel",
	 "Finally, the judge program can ask your program to make a move.",
	 "Write an output only after @command play.",
	 .steps = READY "silent\n> @input a b\n> @score 0\nsilent\n"},
	{"one-output", false, "name", "lmc1, The command channel", LMC_ONE_SYMBOL,
	 "Write one output for each @command play.",
	 .steps = READY "> @input a\n" PLAY "silent\n> @score 0\n" PLAY "silent\n"},
	{"comments", false, "play", OF_GENERAL,
	 "A comment is a line which begins with the # symbol, and all such lines should be ignored.",
	 "Pass over lines that begin with #.",
	 .steps = ">> # ringside ready\\n\n< name\n> @command new\n" SYMBOLS
		  "> #\n> @input a\n> # play\n" PLAY "> # @command play\n> @score 0\n" PLAY},
	{"input-without-channel", false, "play", "lmc1, The Input Channel",
	 "The input channel is the default channel coming into your program, and so the channel specifier is "
	 "optional.",
	 "Take a line without @ for input.", .steps = READY "> a\n" PLAY "> @score -1\n> b\n" PLAY},
	{"hints", false, "play", "lmc2, Layer 2: hints",
	 "comes after the score and before the next play. It is the right answer to the last output.",
	 "Pass over @hint if you cannot learn from it.",
	 .steps = READY "> @input a\n" PLAY "> @score -1\n> @hint b a\n> @input a b\n" PLAY
			"> @score 1\n> @hint a\n> @input a\n" PLAY},
	{"another-game", false, "play", "lmc1, Tournament specification",
	 "Once the game has concluded, the judge program may initiate a new game by repeating from step 2.",
	 "Forget the alphabet of the game before at @command new.",
	 .steps = READY "> @input a\n" PLAY
			"> @score 0\n> @command new\n> @command symbol x\n> @command symbol "
			"y\n> @input x\n" PLAY "> @score 0\n> @input y x\n" PLAY},
	{"line-bytewise", false, "play", OF_GENERAL, "The syntax is line-based",
	 "Read up to the line end: a pipe may hand over a line in pieces.",
	 .steps = "bytewise\n" READY "> @input a b\n" PLAY "> @score 0\n"},
	{"exit", false, "name", "lmc1, The command channel", LMC_EXITS,
	 "Leave the program at @command exit, also before the first game.",
	 .steps = "< name\n> @command exit\nleaves\n"},
	{"exit-after-a-game", false, "play", "lmc1, The command channel", LMC_EXITS,
	 "Leave the program within 2 s of @command exit.",
	 .steps = READY "> @input a\n" PLAY "> @command exit\nleaves\n"},
	{"farewell", true, "exit-after-a-game", "lmc1, The info channel",
	 "You should send the exit informational message to the judge program whenever your program exits "
	 "for any reason.",
	 "Write @info exit before the program leaves.",
	 .steps = READY "> @input a\n" PLAY "> @command exit\n< farewell\n"},
	{"game-of-imitation", false, "play", OF_LAYER1, "moves may have several words", LMC_ASK_WHY,
	 .options = "game-program=sample:imitate-game", .rival = ""},
	{0},
};

/* ---- cases of game programs ---- */

/* A game may have no end: this much of it is played.  */
enum { ANSWERS_MOST = 60 };

#define HELLO         "> @judge version 1\n> @judge players 1\n> @judge seed 42\n> @judge name 1 Ada\n"
#define PROGRAM_READY "< name\n" HELLO
#define NEW           PROGRAM_READY "> @command new\n< play\nsilent\n"
#define ROUND         ">> $answers\\n\n< next\n"

#define TWO_PLAYERS "@judge players 2\n@judge name 1 Ada\n@judge name 2 Bob\n@command new"

#define OF_LAYER0 "lmc2, Layer 0"
#define GO_ON     "The game may go on or end."

static const struct spec_case program_cases[] = {
	{"name", false, NULL, OF_LAYER0, "@info name N",
	 "Write @info name and a name as soon as the program runs, and flush stdout.", .steps = "< name\n"},
	{"name-before-all", false, "name", OF_LAYER0, "A line before its name is such a fault, too.",
	 "Write @info name before everything but comments.", .steps = "< name-first\n"},
	{"new", false, "name", OF_LAYER0, "@command new begins the game.",
	 "Tell a player @command new, its symbols and @command play after @command new, and flush stdout.",
	 .steps = NEW},
	{"silent-before-new", true, "name", OF_LAYER0,
	 "Earlier lines of the program are reported and dropped: they belong to the game before.",
	 "Say nothing to a player before @command new.", .steps = PROGRAM_READY "silent\n"},
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
	 .steps = PROGRAM_READY "> @command exit\nleaves\n"},
	{"exit-in-a-game", false, "new", "lmc2, Layers 1 and 2", "at last it leaves",
	 "Leave the program within 2 s of @command exit, also in the middle of a game.",
	 .steps = NEW "> @command exit\nleaves\n"},
	{"farewell", true, "exit-in-a-game", OF_LAYER0, "@info exit",
	 "Write @info exit before the program leaves.", .steps = NEW "> @command exit\n< farewell\n"},
	{"game-of-one", false, "answers", OF_LAYER0,
	 "A fault of the game program, its exit and its silence end the match", LMC_ASK_WHY,
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

/* What else an awaited line has to be.  */
enum { ANY_LINE, NOTHING, OVER, FAREWELL };

/* A game without a turn gets another one with two players; they may have been too few.  */
static enum spec_heard heard_end(struct dialogue *dialogue, char **problem, struct bytes *reply)
{
	if (dialogue->asked)
		return SPEC_FITS;
	if (dialogue->players > 1)
		return spec_wrong(problem, "ends the game before a player was asked");
	bytes_add_text(reply, TWO_PLAYERS);
	return SPEC_PASSES;
}

/* The line is right, and may be what is awaited.  */
static enum spec_heard heard_right(struct dialogue *dialogue, int test, char **problem, struct bytes *reply)
{
	bool due = false;

	for (int s = SEAT_1; s < SEATS; s++)
		due = due || dialogue->player[s].due;
	if (dialogue->over)
		return heard_end(dialogue, problem, reply);
	if (!due || test == FAREWELL)
		return SPEC_PASSES;
	if (test != OVER || dialogue->answers > ANSWERS_MOST)
		return SPEC_FITS;
	word(dialogue, "answers", reply);
	return SPEC_PASSES;
}

static enum spec_heard heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
			     char **problem, struct bytes *reply)
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
		return (exits ? kind->test == FAREWELL : first) ? SPEC_FITS : SPEC_PASSES;
	}
	if (!dialogue->named)
		return spec_wrong(problem, "comes before the name");
	if (!dialogue->games)
		return spec_wrong(problem, "comes before the game begins");
	why = line_problem(dialogue, line);
	if (why)
		return spec_wrong(problem, why);
	return kind->test == NOTHING ? SPEC_PASSES : heard_right(dialogue, kind->test, problem, reply);
}

static const struct spec_kind kinds[] = {
	{"name", .words = "@info name STRING"},
	{"name-first", .words = "@info name STRING, before anything but comments"},
	{"play", .words = "lines for a player up to its first @command play"},
	{"next", .words = "lines for players up to the next @command play, or @judge over"},
	{"over", "lines for players up to @judge over", .test = OVER},
	{"farewell", "@info exit", .test = FAREWELL},
	{SPEC_SILENT, .test = NOTHING},
	{SPEC_QUIET, .test = NOTHING},
	{0},
};

static const struct spec program_spec = {
	.cases = program_cases,
	.line_end = "\n",
	.new = dialogue_new,
	.free = dialogue_free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};

static const struct spec spec = {.cases = cases, LMC_DIALOGUE, .program = &program_spec};

/* ---- a player told the same, and whether it follows its hints ---- */

/* So often a hint has to come again before anything is said of the answers.  */
enum { CHANCES = 3 };

/* What was right in a turn: positions of messages.  */
struct hint {
	int input, output, right;
};

static struct text data_of(const struct twins_game *game, int i)
{
	return lmc_read(&game->messages[i]).data;
}

static bool is_same(const struct twins_game *game, int one, int two)
{
	struct text a = data_of(game, one), b = data_of(game, two);

	return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/* Has the same hint come to the same input?  */
static bool was_known(const struct twins_game *game, const struct hint *hints, int count,
		      const struct hint *now)
{
	for (int i = 0; i < count; i++)
		if (is_same(game, hints[i].input, now->input) && is_same(game, hints[i].right, now->right))
			return true;
	return false;
}

/* Takes the hints, and counts those that had come before with their input.  `followed`: the answers to these
   that were right.  Sets *missed to the first one that was not.  */
static int count_known(const struct twins_game *game, struct hint *hints, int *followed, struct hint *missed)
{
	struct hint now = {-1, -1, -1};
	int count = 0, known = 0;

	for (int i = 0; i < game->count; i++) {
		const struct message *message = &game->messages[i];

		if (message->direction == FROM_AGENT && twins_turn_of(game, message))
			now.output = i;
		else if (message->direction == TO_AGENT && message->channel == CHANNEL_INPUT)
			now.input = i;
		else if (message->direction == TO_AGENT && message->channel == CHANNEL_HINT &&
			 now.input >= 0 && now.output >= 0) {
			now.right = i;
			if (was_known(game, hints, count, &now)) {
				bool right = is_same(game, now.output, now.right);

				*followed += right;
				if (!right && missed->right < 0)
					*missed = now;
				known++;
			}
			hints[count++] = now;
		}
	}
	return known;
}

static char *look_for_hints(const struct twins_game *game)
{
	FREED struct hint *hints = bytes_new((size_t)(game->count ? game->count : 1) * sizeof(*hints));
	struct hint missed = {-1, -1, -1};
	struct text input, output, right;
	int followed = 0, known = count_known(game, hints, &followed, &missed);

	if (known < CHANCES || 4 * followed >= 3 * known) /* some are right by chance */
		return NULL;
	input = data_of(game, missed.input);
	output = data_of(game, missed.output);
	right = data_of(game, missed.right);
	return bytes_text(
		"turn %d: to \"%.*s\" it answers \"%.*s\", but the hint to this input was \"%.*s\" "
		"before\n"
		"Of its %d answers to an input whose hint it knew, %d follow the hint. A player need "
		"not learn; if this one should, look where it reads @hint.",
		twins_turn_of(game, &game->messages[missed.output]), (int)input.size, input.at,
		(int)output.size, output.at, (int)right.size, right.at, known, followed);
}

static const struct twin_way ways[] = {
	LMC_WAYS,
	{"hints", "nothing new: does it follow the hints of the game?", .look = look_for_hints},
	{0},
};

static const struct twins twins = {
	.ways = ways,
	.options = "max-turns=40",
	.rival = "",
};

/* ---- rare matches ---- */

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { TURNS = 80 };

	(void)seat;
	if (fuzz_is_free(setup, &lmc2_option_max_turns))
		setup_put_value(setup, &lmc2_option_max_turns, 1 + fuzz_below(chance, TURNS));
}

static const struct fuzz fuzz = {options, NULL, NULL, NULL};

const struct protocol_tools lmc2_tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
};
