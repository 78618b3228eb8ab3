/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.c - what `ringside check` does with a player of both Learning Machine Challenges: it follows the
 * dialogue of a case and says if a line is right (ringside/spec.h), and tells the player the same in other
 * ways (ringside/twins.h).
 *
 * A player may learn from one game for the next one, so what another game changes is only a remark.  */
#include "check.h"

#include "lines.h"
#include <stdlib.h>

void *lmc_dialogue_new(const struct setup *setup UNUSED)
{
	return bytes_new(sizeof(struct alphabet));
}

void lmc_dialogue_free(void *state)
{
	alphabet_clear(state);
	free(state);
}

static struct lmc_line line_of(const char *bytes, size_t size)
{
	return lmc_read_text((struct text){bytes, size});
}

void lmc_dialogue_sent(void *state, const char *bytes, size_t size)
{
	struct lmc_line line = line_of(bytes, size);
	struct text word;

	if (line.comment || !text_is(line.channel, "command"))
		return;
	word = text_word(&line.data);
	if (text_is(word, "new"))
		alphabet_clear(state);
	else if (text_is(word, "symbol"))
		alphabet_add(state, line.data);
}

/* ---- what the player says ---- */

/* The classes of lines; ELSE: on another channel, or a bare one with blanks in it.  */
enum { NAME = 1, EXIT = 2, INFO = 4, OUTPUT = 8, ELSE = 16 };

/* What else it has to be.  */
enum { ANYTHING, ONE_WORD, SYMBOL, EXACT_SYMBOL, SYMBOLS, AS_TOLD };

#define EARLY      "comes before the name"
#define UNCALLED   "is not called for"
#define NO_CHANNEL "is neither an output nor an info nor a comment"
#define UNASKED    "is an output that nobody asked for"

const struct spec_kind lmc_dialogue_kinds[] = {
	{"name", "@info name STRING", .fits = NAME, .wrong = {{EXIT | INFO, EARLY}}},
	{"name-first", "@info name STRING, before anything but comments", .fits = NAME,
	 .wrong = {{EXIT | INFO | OUTPUT, EARLY}, {ELSE, NO_CHANNEL}}},
	{"one-word", "@info name STRING, without blanks in the name", .fits = NAME, .test = ONE_WORD},
	{"output", "@output and a symbol of the game", .fits = OUTPUT, .test = SYMBOL},
	{"words", "@output and symbols of the game, with single blanks between", .fits = OUTPUT,
	 .test = SYMBOLS},
	{"only-output", "@output and a symbol of the game, and besides it only comments", .fits = OUTPUT,
	 .wrong = {{NAME | INFO, UNCALLED}, {ELSE, NO_CHANNEL}}, .test = SYMBOL},
	{"exact-output", "@output, one blank, a symbol of the game, and LF", .fits = OUTPUT,
	 .test = EXACT_SYMBOL},
	{"farewell", "@info exit", .fits = EXIT},
	{"as-told", "@output and what belongs to it", .fits = OUTPUT, .test = AS_TOLD},
	{SPEC_SILENT, .wrong = {{OUTPUT, UNASKED}}},
	{SPEC_QUIET, .wrong = {{NAME | INFO, UNCALLED}, {OUTPUT, UNASKED}}},
	{0},
};

static unsigned class_of(const struct lmc_line *line, bool may_have_blanks)
{
	struct text rest = line->data, word;

	if (text_is(line->channel, "info")) {
		word = text_word(&rest);
		return text_is(word, "name") ? NAME : text_is(word, "exit") ? EXIT : INFO;
	}
	if (line->channel.size)
		return text_is(line->channel, "output") ? OUTPUT : ELSE;
	return may_have_blanks || !memchr(rest.at, ' ', rest.size) ? OUTPUT : ELSE;
}

static enum spec_heard heard_output(const struct alphabet *alphabet, bool several, struct text data,
				    char **problem)
{
	struct text word = text_word(&data);

	if (!word.size)
		return spec_wrong(problem, "has no symbol");
	do {
		if (!alphabet_has(alphabet, word))
			return spec_wrong(problem, "is no symbol of the game");
		word = text_word(&data);
	} while (word.size && several);
	return word.size ? spec_wrong(problem, "is more than one symbol") : SPEC_FITS;
}

/* Is it the data after `@output ` or alone, and LF?  */
static bool is_exact(const struct lmc_line *line, const char *bytes, size_t size)
{
	size_t head = line->channel.size ? strlen("@output ") : 0;

	return size == head + line->data.size + 1 && bytes[size - 1] == '\n' &&
	       line->data.at == bytes + head && (!head || bytes[head - 1] == ' ');
}

enum spec_heard lmc_dialogue_heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
				   char **problem, struct bytes *reply UNUSED)
{
	struct lmc_line line;
	struct text word;
	enum spec_heard what;
	size_t bare = size;

	while (bare && (bytes[bare - 1] == '\n' || bytes[bare - 1] == '\r'))
		bare--;
	line = line_of(bytes, bare);
	if (!bare || line.comment)
		return SPEC_PASSES;
	what = spec_by_class(kind, class_of(&line, kind->test >= SYMBOLS), problem);
	if (what != SPEC_FITS)
		return what;
	switch (kind->test) {
	case ONE_WORD:
		text_word(&line.data);
		word = text_word(&line.data);
		return !word.size       ? spec_wrong(problem, "has no name")
		       : line.data.size ? spec_wrong(problem, "is a name with blanks")
					: SPEC_FITS;
	case EXACT_SYMBOL:
		if (!is_exact(&line, bytes, size))
			return spec_wrong(problem, "has more than single blanks, or another line end");
		return heard_output(state, false, line.data, problem);
	case SYMBOL:
	case SYMBOLS: return heard_output(state, kind->test == SYMBOLS, line.data, problem);
	default: return SPEC_FITS;
	}
}

/* ---- the ways to tell the same ---- */

/* So many turns are a game of their own.  */
enum { GAME_BEFORE = 8 };

struct telling {
	const struct twins_game *game;
	const struct lmc_manner *manner;
	struct bytes *steps;
	struct bytes sent; /* lines of one write */
};

static bool is_on(const struct twins_game *game, int i, enum channel channel)
{
	return i < game->count && game->messages[i].direction == TO_AGENT &&
	       game->messages[i].channel == channel;
}

static bool is_play(const struct message *message)
{
	return message->channel == CHANNEL_COMMAND && text_is(lmc_read(message).data, "play");
}

static void flush(struct telling *telling)
{
	if (telling->sent.size)
		twins_send(telling->steps, telling->sent.at, telling->sent.size);
	bytes_drop(&telling->sent, telling->sent.size);
}

static void tell_line(struct telling *telling, const struct message *message)
{
	struct lmc_line line = lmc_read(message);

	if (telling->manner->comments && is_play(message))
		bytes_add_text(&telling->sent, "# @command play\n");
	if (telling->manner->bare && message->channel == CHANNEL_INPUT && line.data.size) {
		bytes_add(&telling->sent, line.data.at, line.data.size);
		bytes_add_text(&telling->sent, "\n");
	} else {
		bytes_add(&telling->sent, message->bytes, message->size);
	}
	if (!telling->manner->together)
		flush(telling);
}

/* Are an input and a score here, one behind the other?  */
static bool can_be_swapped(const struct twins_game *game, int i)
{
	return (is_on(game, i, CHANNEL_INPUT) && is_on(game, i + 1, CHANNEL_SCORE)) ||
	       (is_on(game, i, CHANNEL_SCORE) && is_on(game, i + 1, CHANNEL_INPUT));
}

/* The last answer of the agent; -1: there is none.  */
static int last_answer(const struct twins_game *game)
{
	int i = game->count - 1;

	while (i >= 0 && !twins_turn_of(game, &game->messages[i]))
		i--;
	return i;
}

/* The first `turns` turns.  `compares`: the answers have to be those of the game.  */
static void tell_turns(struct telling *telling, int turns, bool compares)
{
	const struct twins_game *game = telling->game;
	int last = last_answer(game), turn;

	for (int i = 0; i <= last && turns; i++) {
		const struct message *message = &game->messages[i];

		if (telling->manner->swapped && can_be_swapped(game, i)) {
			tell_line(telling, message + 1);
			tell_line(telling, message);
			i++;
		} else if (message->direction == TO_AGENT) {
			tell_line(telling, message);
		} else if ((turn = twins_turn_of(game, message))) {
			turns--;
			flush(telling);
			if (compares)
				twins_turn(telling->steps, turn);
			if (compares)
				twins_await(telling->steps, "as-told", message);
			else
				bytes_add_text(telling->steps, "< as-told\n");
		}
	}
}

bool lmc_tell(const struct twins_game *game, int n, const void *with, struct bytes *steps)
{
	const struct lmc_manner *manner = with;
	struct telling telling = {.game = game, .manner = manner, .steps = steps};

	if (n)
		return false;
	bytes_add_text(steps, manner->pieces ? "bytewise\n< name\n" : "< name\n");
	if (manner->next_game)
		tell_turns(&telling, GAME_BEFORE, false);
	tell_turns(&telling, -1, true);
	bytes_free(&telling.sent);
	return true;
}
