/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.c - a simulated brain.  */
#include "brain.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

static const char *const names[] = {
#define X(NAME) #NAME,
	FAILURES(X)
#undef X
};

const char *failure_name(enum failure failure)
{
	return names[failure];
}

void character_draw(struct character *character, struct chance *chance, int64_t limit, bool fails)
{
	static const char *const ends[] = {"\r\n", "\n", "\r"};

	*character = (struct character){
		.end = ends[chance_below(chance, 3)],
		.about = (enum about)chance_below(chance, ABOUT_COUNT),
		.restart = chance_one_in(chance, 4) ? (enum answer)chance_below(chance, 4) : ANSWER_OK,
		.takeback = (enum answer)chance_below(chance, 4),
		.swap2 = chance_one_in(chance, 3) ? (enum swap2)chance_below(chance, SWAP2_COUNT)
						  : SWAP2_KNOWN,
		.avoids_forbidden = chance_one_in(chance, 2),
		.banner = chance_one_in(chance, 8),
		.chatty = chance_one_in(chance, 4),
		.talks_to_stderr = chance_one_in(chance, 8),
		.splits = chance_one_in(chance, 4),
		.suggests = chance_one_in(chance, 12),
		.pads = chance_one_in(chance, 6),
		.knows_no_info = chance_one_in(chance, 8),
		.no_ok = chance_one_in(chance, 24),
		.empty_lines = chance_one_in(chance, 8),
		.leaves_after_five = chance_one_in(chance, 8),
		.delay = chance_one_in(chance, 3) ? limit * 3 / 4 : limit / 100,
	};
	if (fails)
		character->failure = (enum failure)(1 + chance_below(chance, FAIL_COUNT - 1));
	if (character->failure == FAIL_SWAP2) { /* the brain must see the line to know it */
		character->swap2 = SWAP2_KNOWN;
		character->knows_no_info = false;
	}
	character->fails_at = 1 + (int)chance_below(chance, chance_one_in(chance, 2) ? 3 : 12);
	if (character->no_ok && character->about != ABOUT_PAIRS)
		character->about = ABOUT_PLAIN; /* a brain that is silent here forfeits */
}

static int64_t think(struct brain *brain, int64_t longest)
{
	return fake_think(brain->fake, longest);
}

static struct deed *say(struct brain *brain, const char *words)
{
	return fake_say(brain->fake, words);
}

static void leave(struct brain *brain, int code)
{
	brain->ended = true;
	fake_leave(brain->fake, code, BLAME_ANY)->fatal = true;
}

void brain_start(struct brain *brain, const struct character *character, struct chance *chance,
		 struct fake *fake, int64_t t, int64_t limit)
{
	*fake = (struct fake){.chance = chance,
			      .end = character->end,
			      .splits = character->splits,
			      .pause = limit / 100,
			      .busy = t};
	*brain = (struct brain){.character = character, .chance = chance, .fake = fake, .limit = limit};
	if (character->banner)
		say(brain, "Welcome to a simulated brain");
	if (character->failure == FAIL_MUTE)
		brain->hangs = brain->culpable = true;
	if (character->failure == FAIL_DIES_AT_START) {
		think(brain, 5 * MS);
		leave(brain, chance_one_in(chance, 2) ? -11 : (int)chance_below(chance, 2));
	}
}

/* ---- moves ---- */

static bool is_good(const struct brain *brain, int x, int y)
{
	return grid_is_free(&brain->grid, x, y) &&
	       !(brain->character->avoids_forbidden && grid_is_forbidden(&brain->grid, x, y));
}

/* Sometimes extends a line, so that matches end; otherwise plays anywhere.  */
static bool choose(struct brain *brain, int *x, int *y)
{
	struct grid *grid = &brain->grid;
	int tries = 20;

	if (grid_is_full(grid))
		return false;
	do {
		*x = (int)chance_below(brain->chance, grid->width);
		*y = (int)chance_below(brain->chance, grid->height);
		if (--tries > 0 && *x > 0 && grid->at[*y][*x - 1] != grid_to_move(grid))
			continue;
	} while (!is_good(brain, *x, *y) && --tries > 0);
	for (int i = 0; !is_good(brain, *x, *y) && i < 2 * grid->width * grid->height; i++) {
		if (++*x >= grid->width) {
			*x = 0;
			*y = (*y + 1) % grid->height;
		}
		if (i >= grid->width * grid->height && grid_is_free(grid, *x, *y))
			break; /* only forbidden squares are left */
	}
	return true;
}

static struct deed *say_answer(struct brain *brain, const char *words)
{
	struct deed *deed = say(brain, words);

	fake_mark(deed, brain->tag, words);
	return deed;
}

static struct deed *say_move(struct brain *brain, const char *before, int x, int y)
{
	int form = brain->character->pads && y >= 0 ? (int)chance_below(brain->chance, 4) : 0;
	FREED char *words = form == 0   ? bytes_text("%s%d,%d", before, x, y)
			    : form == 1 ? bytes_text("%s%d, %d", before, x, y)
			    : form == 2 ? bytes_text("%s%d ,%d ", before, x, y)
					: bytes_text("%s+%d,0%d", before, x, y);
	struct deed *deed = say_answer(brain, words);

	return deed;
}

/* ---- swap2 ---- */

/* `count` more stones, on free squares.  */
static void say_stones(struct brain *brain, int count)
{
	struct grid grid = brain->swap2;
	struct bytes words = {0};

	for (int i = 0; i < count && grid.width; i++) { /* without a grid: the brain was told nonsense */
		int x, y;

		do {
			x = (int)chance_below(brain->chance, grid.width);
			y = (int)chance_below(brain->chance, grid.height);
		} while (!grid_is_free(&grid, x, y));
		grid_put(&grid, x, y);
		bytes_addf(&words, "%s%d,%s%d", i ? " " : "", x, brain->character->pads ? " " : "", y);
	}
	if (words.at)
		say_answer(brain, words.at);
	free(words.at);
}

static void answer_swap2(struct brain *brain)
{
	int choice = (int)chance_below(brain->chance, brain->swap2.count == 3 ? 3 : 2);

	if (brain->swap2.count == 0)
		say_stones(brain, 3);
	else if (choice == 0)
		say_answer(brain, chance_one_in(brain->chance, 2) ? "SWAP" : "swap");
	else
		say_stones(brain, choice);
}

/* This move loses. Exception: an answer to SWAP2BOARD when the judge took an UNKNOWN to an INFO for a
   refusal, because the judge no longer waits then.  */
static void lose_by(const struct brain *brain, struct deed *deed)
{
	deed->culpable = BLAME_ANY;
	deed->fatal = !(brain->asked_swap2 && brain->character->knows_no_info);
}

/* What no stage of swap2 allows, or not this stage.  */
static void answer_swap2_wrong(struct brain *brain)
{
	static const char *const words[][3] = {{"SWAP", "2,2", "1,1 1,1 1,2"},
					       {"1,1 2,2 3,3", "4,4 4,4", "1,1 77,7"},
					       {"1,1 2,2", "0,99", "0,-1"}};
	static const char *const nothing[] = {"SWAP it, please", "1,1 2,2 3,3 4,4", "OK", "DEBUG SWAP",
					      "swap2"};

	brain->unsure = true;
	if (chance_one_in(brain->chance, 2)) {
		lose_by(brain,
			say_answer(brain, words[brain->swap2.count / 2][chance_below(brain->chance, 3)]));
		return;
	}
	brain->culpable = brain->hangs = true;
	say(brain, nothing[chance_below(brain->chance, 5)]);
}

/* ---- failing ---- */

static void chatter(struct brain *brain)
{
	static const char *const words[] = {"DEBUG depth 4, eval -12", "MESSAGE", "MESSAGE REALTIME BEST 1,1",
					    "INFO DEPTH 5", "debug: thinking"};

	if (brain->character->chatty)
		for (int64_t n = chance_below(brain->chance, 4); n > 0; n--)
			say(brain, words[chance_below(brain->chance, 5)]);
	if (brain->character->empty_lines)
		say(brain, "");
	if (brain->character->talks_to_stderr)
		fake_mutter(brain->fake);
}

static bool find_forbidden(const struct brain *brain, int *x, int *y)
{
	for (*y = 0; *y < brain->grid.height; ++*y)
		for (*x = 0; *x < brain->grid.width; ++*x)
			if (grid_is_free(&brain->grid, *x, *y) && grid_is_forbidden(&brain->grid, *x, *y))
				return true;
	return false;
}

static bool find_occupied(const struct brain *brain, int *x, int *y)
{
	for (*y = 0; *y < brain->grid.height; ++*y)
		for (*x = 0; *x < brain->grid.width; ++*x)
			if (brain->grid.at[*y][*x])
				return true;
	return false;
}

/* Fails in the way of this brain, instead of moving or afterwards. False: it moves as usual.  */
static bool fail(struct brain *brain)
{
	int x = 0, y = 0;

	switch (brain->character->failure) {
	case FAIL_LATE:
		brain->culpable = true;
		brain->fake->busy += brain->limit * 2 + chance_below(brain->chance, brain->limit);
		return false;
	case FAIL_HANGS:
		fake_begin(brain->fake);
		brain->culpable = brain->hangs = true;
		return true;
	case FAIL_GARBAGE:
		brain->culpable = brain->hangs = true;
		say(brain, "I would rather not, 7,7");
		return true;
	case FAIL_ERROR:
		brain->culpable = brain->hangs = true;
		say(brain, chance_one_in(brain->chance, 2) ? "ERROR no idea" : "UNKNOWN what?");
		return true;
	case FAIL_OUTSIDE:
		brain->unsure = true;
		lose_by(brain, say_move(brain, "", 99, chance_one_in(brain->chance, 2) ? -1 : 99));
		return true;
	case FAIL_OCCUPIED:
		if (brain->asked_swap2 || !find_occupied(brain, &x, &y))
			return false;
		brain->unsure = true;
		lose_by(brain, say_move(brain, "", x, y));
		return true;
	case FAIL_FORBIDDEN:
		if (brain->asked_swap2 || !find_forbidden(brain, &x, &y))
			return false;
		brain->unsure = true;
		lose_by(brain, say_move(brain, "", x, y));
		return true;
	case FAIL_SWAP2:
		if (!brain->asked_swap2)
			return false;
		answer_swap2_wrong(brain);
		return true;
	case FAIL_CRASH: leave(brain, chance_one_in(brain->chance, 2) ? -11 : 3); return true;
	case FAIL_EXIT: leave(brain, 0); return true;
	case FAIL_CLOSES:
		brain->culpable = brain->hangs = true;
		fake_add(brain->fake,
			 (struct deed){.t = brain->fake->busy, .kind = DEED_CLOSE, .code = STREAM_STDOUT});
		return true;
	default: return false;
	}
}

static void after_move(struct brain *brain)
{
	int x, y;

	switch (brain->character->failure) {
	case FAIL_CRASH_AFTER: leave(brain, -6); break;
	case FAIL_EXIT_AFTER: leave(brain, 0); break;
	case FAIL_DOUBLE:
	case FAIL_UNASKED:
		if (brain->character->failure == FAIL_UNASKED)
			think(brain, brain->limit / 10);
		if (choose(brain, &x, &y)) {
			struct deed *deed = say_move(brain, "", x, y);

			deed->tag = 0; /* does not answer */
			deed->culpable = BLAME_ANY;
		}
		break;
	case FAIL_FLOOD:
		for (int i = 0; i < 20; i++)
			say(brain, "DEBUG and on and on and on and on");
		break;
	default: break;
	}
}

/* Is this a five? Some brains leave at once then.  */
static void perhaps_leave(struct brain *brain)
{
	if (brain->character->leaves_after_five && brain->grid.won && !(brain->grid.rule & GRID_CONTINUOUS))
		leave(brain, 0);
}

/* Does the brain fail at this move, if it can?  */
static bool fails_now(const struct brain *brain)
{
	enum failure failure = brain->character->failure;

	if (failure == FAIL_FORBIDDEN || failure == FAIL_SWAP2)
		return brain->moves >= (failure == FAIL_SWAP2 ? 1 : brain->character->fails_at);
	return brain->moves == brain->character->fails_at;
}

static void move(struct brain *brain)
{
	bool now;
	int x, y;

	brain->moves++;
	now = fails_now(brain);
	brain->asked = true;
	brain->told = brain->asked_swap2 ? brain->swap2 : brain->grid;
	think(brain, brain->character->delay);
	chatter(brain);
	if (now && fail(brain))
		return;
	if (brain->asked_swap2) {
		answer_swap2(brain);
		if (now)
			after_move(brain);
		return;
	}
	if (!choose(brain, &x, &y)) {
		brain->hangs = brain->culpable = true;
		return;
	}
	if (brain->character->suggests) {
		say_move(brain, "SUGGEST ", x, y);
		return;
	}
	grid_put(&brain->grid, x, y);
	if (now && brain->character->failure == FAIL_UNENDED) {
		FREED char *words = bytes_text("%d,%d", x, y);

		fake_mark(fake_write(brain->fake, words), brain->tag, words);
		leave(brain, 0);
		return;
	}
	say_move(brain, "", x, y);
	if (now)
		after_move(brain);
	if (!brain->ended)
		perhaps_leave(brain);
}

/* ---- hearing ---- */

bool brain_is_ask(const char *line)
{
	return strncmp(line, "TURN ", 5) == 0 || strcmp(line, "BEGIN") == 0 || strcmp(line, "DONE") == 0 ||
	       strncmp(line, "PLAY ", 5) == 0;
}

static void answer(struct brain *brain, enum answer how)
{
	static const char *const ok[] = {"OK", "ok", "OK - ready", "Ok, fine"};

	think(brain, 5 * MS);
	switch (how) {
	case ANSWER_OK: say(brain, ok[chance_below(brain->chance, 4)]); break;
	case ANSWER_UNKNOWN: say(brain, "UNKNOWN command"); break;
	case ANSWER_ERROR: say(brain, "ERROR not that"); break;
	case ANSWER_SILENCE: break;
	}
}

static void hear_about(struct brain *brain)
{
	think(brain, 20 * MS);
	switch (brain->character->about) {
	case ABOUT_PAIRS: say(brain, "name=\"Sim\", version=\"1.0\""); break;
	case ABOUT_PLAIN: say(brain, "A simulated brain, 2026"); break;
	case ABOUT_UNKNOWN: say(brain, "UNKNOWN"); break;
	case ABOUT_LATE:
		brain->fake->busy += 1500 * MS;
		say(brain, "slow but name=\"Late\"");
		break;
	case ABOUT_LATE_UNKNOWN:
		brain->fake->busy += 1500 * MS;
		say(brain, "UNKNOWN what is that");
		break;
	case ABOUT_SILENCE:
	case ABOUT_COUNT: break;
	}
}

static void hear_start(struct brain *brain, int width, int height)
{
	grid_clear(&brain->grid, width, height, GRID_FIVE_OR_MORE);
	if (brain->character->failure == FAIL_REFUSES_START) {
		say(brain, "ERROR not that size")->culpable = BLAME_ANY;
		brain->hangs = true;
	} else {
		answer(brain, brain->character->no_ok ? ANSWER_SILENCE : ANSWER_OK);
	}
}

static void be_puzzled(struct brain *brain)
{
	brain->puzzled = brain->puzzled || !brain->unsure;
	brain->unsure = true;
}

static bool put(struct brain *brain, struct grid *grid, int x, int y)
{
	if (!grid_is_free(grid, x, y)) {
		be_puzzled(brain);
		return false;
	}
	grid_put(grid, x, y);
	return true;
}

/* BOARD says whose each stone is. This must agree with the order of the stones.  */
static void check_fields(struct brain *brain)
{
	const struct grid *grid = &brain->grid;

	for (int i = 0; i < grid->count; i++) {
		char at = grid->at[grid->y[i]][grid->x[i]];
		char field = at == GRID_BLOCK ? 3 : at == grid_to_move(grid) ? 1 : 2;

		if (brain->fields[i] != field)
			be_puzzled(brain);
	}
}

static void refuse_swap2(struct brain *brain)
{
	think(brain, 5 * MS);
	say(brain, "UNKNOWN command")->culpable = brain->character->must_know_swap2 ? BLAME_ANY : 0;
}

static void hear_swap2board(struct brain *brain)
{
	static const enum reading how[] = {[SWAP2_KNOWN] = READS_SWAP2,
					   [SWAP2_UNKNOWN_ONCE] = READS_BLINDLY,
					   [SWAP2_UNKNOWN_EACH_LINE] = READS_UNKNOWN};

	brain->reading = how[brain->character->swap2];
	grid_clear(&brain->swap2, brain->grid.width, brain->grid.height, GRID_FIVE_OR_MORE);
	if (brain->reading != READS_SWAP2)
		refuse_swap2(brain);
}

/* A line of BOARD or SWAP2BOARD.  */
static void hear_stone(struct brain *brain, const char *line)
{
	int x, y, field = 0, numbers = sscanf(line, "%d,%d,%d", &x, &y, &field);

	if (brain->reading == READS_UNKNOWN) {
		refuse_swap2(brain);
	} else if (brain->reading == READS_SWAP2 && numbers == 2) {
		put(brain, &brain->swap2, x, y);
	} else if (brain->reading == READS_BOARD && numbers == 3) {
		brain->fields[brain->grid.count] = (char)field;
		put(brain, &brain->grid, x, y);
		if (brain->character->knows_no_info && chance_one_in(brain->chance, 4))
			say(brain, "UNKNOWN line");
	} else if (brain->reading != READS_BLINDLY) {
		be_puzzled(brain);
	}
}

static void hear_done(struct brain *brain)
{
	enum reading reading = brain->reading;

	brain->reading = READS_NOTHING;
	brain->asked_swap2 = reading == READS_SWAP2;
	if (reading == READS_UNKNOWN)
		refuse_swap2(brain);
	else if (reading == READS_BOARD)
		check_fields(brain);
	if (reading == READS_BOARD || reading == READS_SWAP2)
		move(brain);
}

void brain_hears(struct brain *brain, int64_t t, const char *line, int tag)
{
	int x, y;

	brain->asked = brain->asked_swap2 = false;
	if (brain->fake->busy < t)
		brain->fake->busy = t;
	if (strcmp(line, "END") == 0 && !brain->ended) {
		brain->ended = true;
		if (!brain->hangs || chance_one_in(brain->chance, 2)) {
			think(brain, 100 * MS);
			if (brain->character->chatty)
				say(brain, "bye");
			fake_leave(brain->fake, 0, 0);
		}
		return;
	}
	if (brain->ended || brain->hangs)
		return;
	if (brain_is_ask(line))
		brain->tag = tag;
	if (strcmp(line, "ABOUT") == 0) {
		hear_about(brain);
	} else if (sscanf(line, "START %d", &x) == 1) {
		hear_start(brain, x, x);
	} else if (sscanf(line, "RECTSTART %d,%d", &x, &y) == 2) {
		hear_start(brain, x, y);
	} else if (strcmp(line, "RESTART") == 0) {
		if (brain->character->restart == ANSWER_OK)
			grid_clear(&brain->grid, brain->grid.width, brain->grid.height, brain->grid.rule);
		answer(brain, brain->character->restart);
	} else if (sscanf(line, "TAKEBACK %d,%d", &x, &y) == 2) {
		if (brain->character->takeback == ANSWER_OK && !grid_take(&brain->grid, x, y))
			be_puzzled(brain);
		answer(brain, brain->character->takeback);
	} else if (strncmp(line, "INFO", 4) == 0) {
		if (sscanf(line, "INFO rule %d", &x) == 1)
			brain->grid.rule = (enum grid_rule)x;
		if (brain->character->knows_no_info && strstr(line, "rule"))
			say(brain, "UNKNOWN info");
	} else if (strcmp(line, "BEGIN") == 0) {
		move(brain);
	} else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
		if (put(brain, &brain->grid, x, y))
			move(brain);
	} else if (strcmp(line, "BOARD") == 0) {
		brain->reading = READS_BOARD;
	} else if (strcmp(line, "SWAP2BOARD") == 0) {
		hear_swap2board(brain);
	} else if (*line >= '0' && *line <= '9') {
		hear_stone(brain, line);
	} else if (strcmp(line, "DONE") == 0) {
		hear_done(brain);
	} else if (sscanf(line, "PLAY %d,%d", &x, &y) == 2) {
		if (put(brain, &brain->grid, x, y)) {
			think(brain, brain->limit / 100);
			say_move(brain, "", x, y);
			perhaps_leave(brain);
		}
	} else {
		be_puzzled(brain); /* the judge wrote an unknown command */
	}
}
