/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_words.c - follows the dialogue of a case with a brain, and says if an answer is right (spec.c has the
 * cases).  */
#include "spec.h"

#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUGGESTED_MOST = 100, GOMOCUP_MEMORY = 350 << 20 };

/* What is on the brain's board, as the judge has told it.  */
struct dialogue {
	int64_t turn_ms, memory;
	int width, height;
	bool taken[GOMOKU_SIDE_MAX][GOMOKU_SIDE_MAX];
	struct square first, last; /* its moves */
	int own_count;
	int suggested;      /* squares since its last move */
	struct square told; /* of the last TURN; 0,0: none */
};

static void *dialogue_new(const struct setup *setup)
{
	struct dialogue *dialogue = bytes_new(sizeof(*dialogue));

	dialogue->turn_ms = setup->turn_limit / NS_PER_MS;
	dialogue->memory = setup_memory(setup, SEAT_1) ? setup_memory(setup, SEAT_1) : GOMOCUP_MEMORY;
	return dialogue;
}

static bool is_free(const struct dialogue *dialogue, struct square at)
{
	return at.x >= 0 && at.y >= 0 && at.x < dialogue->width && at.y < dialogue->height &&
	       !dialogue->taken[at.y][at.x];
}

/* ---- what the judge sends ---- */

/* Is it the square of the brain's first move?  A case may send that later, on another board.  */
static bool is_first(const struct dialogue *dialogue, struct square at)
{
	return dialogue->own_count && at.x == dialogue->first.x && at.y == dialogue->first.y;
}

/* An empty square, with some distance to the one before.  */
static struct square free_square(const struct dialogue *dialogue)
{
	int squares = dialogue->width * dialogue->height, step = squares / 2 + 1;

	for (int i = 1; i <= squares; i++) {
		struct square at = {.x = (int)((int64_t)i * step % squares) % dialogue->width,
				    .y = (int)((int64_t)i * step % squares) / dialogue->width};

		if (is_free(dialogue, at) && !is_first(dialogue, at))
			return at;
	}
	return (struct square){.x = 0};
}

/* The first empty corner; else an empty square.  */
static struct square free_corner(const struct dialogue *dialogue)
{
	const int right = dialogue->width - 1, bottom = dialogue->height - 1;
	const struct square corners[] = {{0, 0}, {right, bottom}, {0, bottom}, {right, 0}};

	for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
		if (is_free(dialogue, corners[i]))
			return corners[i];
	return free_square(dialogue);
}

static bool word(void *state, const char *name, struct bytes *bytes)
{
	const struct dialogue *dialogue = state;
	struct square at = {.x = 0};

	if (strcmp(name, "turn") == 0) {
		bytes_addf(bytes, "%lld", (long long)dialogue->turn_ms);
		return true;
	}
	if (strcmp(name, "memory") == 0) {
		bytes_addf(bytes, "%lld", (long long)dialogue->memory);
		return true;
	}
	if (strcmp(name, "free") == 0)
		at = free_square(dialogue);
	else if (strcmp(name, "corner") == 0)
		at = free_corner(dialogue);
	else if (strcmp(name, "told") == 0)
		at = dialogue->told;
	else if (strcmp(name, "first") == 0 && dialogue->own_count)
		at = dialogue->first;
	else if (strcmp(name, "last") == 0 && dialogue->own_count)
		at = dialogue->last;
	else
		return false;
	bytes_addf(bytes, "%d,%d", at.x, at.y);
	return true;
}

static void clear(struct dialogue *dialogue)
{
	memset(dialogue->taken, 0, sizeof(dialogue->taken));
}

static void put(struct dialogue *dialogue, int x, int y, bool there)
{
	if (x >= 0 && y >= 0 && x < dialogue->width && y < dialogue->height)
		dialogue->taken[y][x] = there;
}

static void sent(void *state, const char *bytes, size_t size)
{
	struct dialogue *dialogue = state;
	char line[64];
	int x, y, field;

	snprintf(line, sizeof(line), "%.*s", (int)size, bytes);
	if (sscanf(line, "START %d", &x) == 1) {
		dialogue->width = dialogue->height = x <= GOMOKU_SIDE_MAX ? x : GOMOKU_SIDE_MAX;
		clear(dialogue);
	} else if (sscanf(line, "RECTSTART %d,%d", &x, &y) == 2) {
		dialogue->width = x;
		dialogue->height = y;
		clear(dialogue);
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		dialogue->told = (struct square){.x = x, .y = y};
		put(dialogue, x, y, true);
	} else if (sscanf(line, "%d,%d,%d", &x, &y, &field) >= 2) {
		put(dialogue, x, y, true);
	} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
		put(dialogue, x, y, false);
	} else if (strncmp(line, "RESTART", 7) == 0 || strncmp(line, "BOARD", 5) == 0) {
		clear(dialogue);
	}
}

/* ---- what the brain says ---- */

/* A move on an empty square, which it takes.  */
static enum spec_heard heard_move(struct dialogue *dialogue, const char *text, size_t size, char **problem)
{
	struct square at;

	gomoku_read_xy(text, size, &at);
	if (!is_free(dialogue, at)) {
		bool outside = at.x < 0 || at.y < 0 || at.x >= dialogue->width || at.y >= dialogue->height;

		*problem = outside ? bytes_text("is outside of the board of %d×%d", dialogue->width,
						dialogue->height)
				   : bytes_text("is a square with a stone");
		return SPEC_WRONG;
	}
	put(dialogue, at.x, at.y, true);
	if (!dialogue->own_count++)
		dialogue->first = at;
	dialogue->last = at;
	dialogue->suggested = 0;
	return SPEC_FITS;
}

/* SWAP, or as many empty squares as the kind allows.  */
static enum spec_heard heard_choice(const struct dialogue *dialogue, const char *text, size_t size, int most,
				    char **problem)
{
	struct square at[3];
	size_t bad;
	int count;

	if (gomocup_is_word(text, size, "SWAP"))
		return SPEC_FITS;
	count = gomoku_read_squares(text, size, at, 3, &bad);
	for (int i = 0; i < count; i++)
		if (!is_free(dialogue, at[i]) || (i && memcmp(&at[0], &at[1], sizeof(at[0])) == 0))
			count = 0;
	if (count >= 1 && count <= most)
		return SPEC_FITS;
	*problem = bytes_text("is neither SWAP nor %s",
			      most == 2 ? "one or two empty squares" : "one empty square");
	return SPEC_WRONG;
}

/* Three empty squares.  */
static enum spec_heard heard_three(const char *text, size_t size, const struct dialogue *dialogue,
				   char **problem)
{
	struct square at[3];
	size_t bad;
	int count = gomoku_read_squares(text, size, at, 3, &bad);

	for (int i = 0; i < count; i++)
		if (!is_free(dialogue, at[i]))
			count = 0;
	if (count == 3 && memcmp(&at[0], &at[1], sizeof(at[0])) && memcmp(&at[0], &at[2], sizeof(at[0])) &&
	    memcmp(&at[1], &at[2], sizeof(at[0])))
		return SPEC_FITS;
	if (gomocup_is_move(text, size)) {
		*problem = bytes_text("is one move, as if SWAP2BOARD were unknown");
		return SPEC_REFUSES;
	}
	*problem = bytes_text("is not three squares of the board");
	return SPEC_WRONG;
}

/* A line in place of a move, where only an answer may come.  */
static enum spec_heard heard_other(const char *kind, enum channel channel, const char *text, size_t size,
				   char **problem)
{
	bool quiet = strcmp(kind, SPEC_QUIET) == 0 || strcmp(kind, "only-move") == 0 ||
		     strcmp(kind, "only-ok") == 0;

	if (channel == CHANNEL_MESSAGE || channel == CHANNEL_DEBUG || channel == CHANNEL_INFO)
		return SPEC_PASSES;
	if (quiet)
		*problem = bytes_text("is not called for");
	if (quiet)
		return SPEC_WRONG;
	if (channel == CHANNEL_COMMAND && strcmp(kind, SPEC_SILENT) == 0) {
		*problem = bytes_text("answers nothing");
		return SPEC_WRONG;
	}
	if (strcmp(kind, "ok") == 0 || strcmp(kind, "three") == 0)
		return gomocup_is_word(text, size, "ERROR") || gomocup_is_word(text, size, "UNKNOWN")
			       ? SPEC_REFUSES
			       : SPEC_PASSES;
	return SPEC_PASSES;
}

/* Are there `key="value"` pairs, with commas between?  */
static bool has_pairs(const char *text, size_t size)
{
	size_t at = 0;
	bool any = false;

	while (at < size) {
		size_t key = at;

		while (at < size && text[at] != '=' && text[at] != ',' && text[at] != '"' && text[at] != ' ')
			at++;
		if (at == key || at + 1 >= size || text[at] != '=' || text[at + 1] != '"')
			return false;
		for (at += 2; at < size && text[at] != '"';)
			at++;
		if (at++ == size)
			return false;
		any = true;
		while (at < size && (text[at] == ',' || text[at] == ' '))
			at++;
	}
	return any;
}

static enum spec_heard heard_about(const char *kind, enum channel channel, const char *text, size_t size,
				   char **problem)
{
	if (channel == CHANNEL_MESSAGE || channel == CHANNEL_DEBUG)
		return SPEC_PASSES;
	if (gomocup_is_word(text, size, "UNKNOWN") || gomocup_is_word(text, size, "ERROR"))
		return SPEC_REFUSES;
	if (channel == CHANNEL_MOVE || channel == CHANNEL_COMMAND) {
		*problem = bytes_text("is not about the brain");
		return SPEC_WRONG;
	}
	if (strcmp(kind, "pairs") == 0 && !has_pairs(text, size)) {
		*problem = bytes_text("is not a list as name=\"SomeBrain\", version=\"1.0\"");
		return SPEC_WRONG;
	}
	return SPEC_FITS;
}

/* SUGGEST x,y: the judge lets it play that square. A brain that only suggests would never end.  */
static enum spec_heard heard_suggestion(struct dialogue *dialogue, const char *text, size_t size,
					char **problem, struct bytes *reply)
{
	const char *square = text + strlen("SUGGEST");
	size_t left = size - strlen("SUGGEST");

	gomocup_trim(&square, &left);
	if (!gomocup_is_move(square, left)) {
		*problem = bytes_text("suggests no square");
		return SPEC_WRONG;
	}
	if (dialogue->suggested++ == SUGGESTED_MOST) {
		*problem = bytes_text("is one suggestion too many");
		return SPEC_WRONG;
	}
	bytes_addf(reply, "PLAY %.*s", (int)left, square);
	return SPEC_PASSES;
}

static enum spec_heard heard(void *state, const char *kind, const char *text, size_t size, char **problem,
			     struct bytes *reply)
{
	struct dialogue *dialogue = state;
	enum channel channel;
	bool wants_move = strcmp(kind, "move") == 0 || strcmp(kind, "only-move") == 0;

	gomocup_trim(&text, &size);
	if (!size)
		return SPEC_PASSES;
	channel = gomocup_channel(text, size);
	if (strcmp(kind, "about") == 0 || strcmp(kind, "pairs") == 0)
		return heard_about(kind, channel, text, size, problem);
	if (wants_move && gomocup_is_word(text, size, "SUGGEST"))
		return heard_suggestion(dialogue, text, size, problem, reply);
	if (wants_move && gomocup_is_move(text, size))
		return heard_move(dialogue, text, size, problem);
	if (strcmp(kind, "three") == 0 && channel == CHANNEL_MOVE)
		return heard_three(text, size, dialogue, problem);
	if (channel == CHANNEL_MOVE && (strcmp(kind, "choice") == 0 || strcmp(kind, "last-choice") == 0))
		return heard_choice(dialogue, text, size, *kind == 'c' ? 2 : 1, problem);
	if (channel == CHANNEL_MOVE) {
		*problem = bytes_text("is a move that nobody asked for");
		return SPEC_WRONG;
	}
	if (channel == CHANNEL_COMMAND &&
	    (strcmp(kind, "ok") == 0 || strcmp(kind, "only-ok") == 0 || strcmp(kind, "ok-or-error") == 0))
		return SPEC_FITS;
	if (strcmp(kind, "ok-or-error") == 0 &&
	    (gomocup_is_word(text, size, "ERROR") || gomocup_is_word(text, size, "UNKNOWN")))
		return SPEC_FITS;
	if (strcmp(kind, "unknown") == 0 && gomocup_is_word(text, size, "UNKNOWN"))
		return SPEC_FITS;
	if (strcmp(kind, "unknown") == 0 && gomocup_is_word(text, size, "ERROR"))
		return SPEC_REFUSES;
	return heard_other(kind, channel, text, size, problem);
}

static const struct spec_kind kinds[] = {
	{"ok", "OK"},
	{"only-ok", "OK, and before it only MESSAGE and DEBUG"},
	{"ok-or-error", "OK, or ERROR"},
	{"move", "x,y, counted from 0: an empty square"},
	{"only-move", "x,y, counted from 0, and besides it only MESSAGE and DEBUG"},
	{"about", "a line about the brain"},
	{"pairs", "a line as name=\"SomeBrain\", version=\"1.0\""},
	{"unknown", "UNKNOWN"},
	{"three", "three squares, as 7,7 8,7 9,9"},
	{"choice", "SWAP, an empty square, or two"},
	{"last-choice", "SWAP, or an empty square"},
	{0},
};

const struct spec gomocup_spec = {
	.cases = gomocup_cases,
	.line_end = "\r\n",
	.turn_limit = 500 * (int64_t)NS_PER_MS,
	.new = dialogue_new,
	.free = free,
	.word = word,
	.sent = sent,
	.heard = heard,
	.kinds = kinds,
};
