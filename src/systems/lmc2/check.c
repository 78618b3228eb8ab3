/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what tries players and game programs of the Learning Machine Challenge 2: the dialogue of a case
 * of `ringside check` with a program (program.cases; player.cases has those of players), the ways in which a
 * player can be told the same, and the rare matches of `ringside fuzz`: one turn, few turns, and alone or
 * against itself.  */
#include "systems/lmc_shared/check.h"
#include "ringside/fuzz.h"
#include "systems/lmc_shared/lines.h"
#include "wire.h"
#include <stdlib.h>

static const struct spec_case cases[] = {
#include "systems/lmc2/player.inc"
	{0},
};
static const struct spec_case program_cases[] = {
#include "systems/lmc2/program.inc"
	{0},
};

/* A game may have no end: this much of it is played.  */
enum { ANSWERS_MOST = 60 };

#define TWO_PLAYERS "@judge players 2\n@judge name 1 Ada\n@judge name 2 Bob\n@command new"

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
	.options = "max-turns=40 game-program=sample:game", /* which has hints, and scores with a fraction */
	.rival = "",
};

/* ---- rare matches ---- */

static void options(struct setup *setup, int seat UNUSED, struct fuzz_chance *chance)
{
	enum { TURNS = 80 };

	if (fuzz_is_free(setup, &lmc2_option_max_turns))
		setup_put_value(setup, &lmc2_option_max_turns, 1 + fuzz_below(chance, TURNS));
}

static const struct fuzz fuzz = {options, NULL, NULL, NULL};

const struct protocol_tools lmc2_tools = {
	.spec = &spec,
	.twins = &twins,
	.fuzz = &fuzz,
};
