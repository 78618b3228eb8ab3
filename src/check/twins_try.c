/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins_try.c - one way to tell an agent the positions of a game.
 *
 * An answer that differs is no finding yet. The agent may use chance: so the game is told once more as it
 * was, and the same positions once more in this way, in turn.  Only if each gives its own answer again and
 * again is it the way that makes the difference.  Else nobody can tell of this position, and the next one is
 * told.  */
#include "twins_try.h"

#include "ringside/seed.h"
#include <stdlib.h>
#include <string.h>

#define FIX                                                                                                  \
	"Usual causes: chance (give it {seed} in its command); a depth that follows the time "               \
	"(--turn-time); "                                                                                    \
	"in Python the order of a set (--seat-option 1:env=PYTHONHASHSEED=0); memory that was never "        \
	"written "                                                                                           \
	"(--valgrind)."
#define SEED "Seed it anew for each position."
#define BUSY "Try fewer cases at a time (--concurrency), or when less runs beside them."

/* Agents often take the second in which they start as a seed.  Later ones have another.  */
#define ANOTHER_SECOND ((int64_t)1100 * NS_PER_MS)

enum {
	CONFIRMED = 2, /* so often each ... */
	DOUBTED = 8,   /* ... of an agent that has not answered the same when told the same */
	SEEDS = 3,     /* others that are tried */
	LINES = 14     /* of each dialogue are shown */
};

enum state {
	TELLS,       /* the dialogues of the way */
	TELLS_SEED,  /* the game as it was, with another seed */
	TELLS_GAME,  /* the game as it was */
	TELLS_AGAIN, /* the dialogue whose answer differed */
};

struct twins_try {
	const struct spec_setup *setup;
	const struct twins_game *game;
	const struct twin_way *way;
	char *command; /* what is told so, if it is not the agent; owned */
	int64_t began;
	void *user;
	struct watch *timer;
	struct spec_setup talks; /* what the talks are given */
	struct spec_case row;
	struct bytes steps; /* of the talk */
	struct spec_talk *talk;
	enum state state;
	bool ended; /* the talk has */
	enum case_result result;
	char *why; /* of the talk; owned */
	int next;  /* dialogue of the way */
	int told;  /* dialogues */
	int needed, rounds;
	int seeds;
	char *seeded; /* the command with another seed; owned */
	/* What differed: the number of the dialogue, the turn (0: before the first), how, and both dialogues.
	   Owned.  */
	int differs, turn;
	char *how, *lines, *game_lines;
	int unsure;   /* dialogues of which nobody can tell */
	char *doubts; /* of the first of them; owned */
	bool over;
};

/* ---- the end ---- */

/* Takes over `why`.  */
static void end(struct twins_try *try, enum case_result result, char *why)
{
	try->over = true;
	try->setup->over(try->user, result, why);
}

static char *turn_words(const struct twins_try *try)
{
	return try->turn ? bytes_text("turn %d", try->turn) : bytes_text("before the first turn");
}

static void forget_difference(struct twins_try *try)
{
	free(try->how);
	free(try->lines);
	free(try->game_lines);
	try->how = try->lines = try->game_lines = NULL;
	try->rounds = try->seeds = 0;
	try->state = TELLS;
}

/* Nobody can tell of this position, so the next one is told.  `advice`: how somebody could.  */
static void pass_over(struct twins_try *try, const char *how, const char *advice)
{
	char *turn = turn_words(try);

	if (!try->unsure++)
		try->doubts = bytes_text("%s: %s\n%s So nobody can tell.\n%s", turn, try->how, how, advice);
	free(turn);
	forget_difference(try);
}

static void end_in_doubt(struct twins_try *try)
{
	if (try->told > 1)
		end(try, CASE_INCONCLUSIVE,
		    bytes_text("%s\n%d of %d positions skipped so; it answers the same in the others.",
			       try->doubts, try->unsure, try->told));
	else
		end(try, CASE_INCONCLUSIVE, bytes_text("%s", try->doubts));
}

static void end_by_finding(struct twins_try *try)
{
	char *turn = turn_words(try);
	const char *cause = try->command
				    ? "Both answer so again and again."
				    : "It answers so again and again. It follows this way wrongly, or keeps "
				      "something that it should forget.";

	end(try, CASE_FAILED,
	    bytes_text("%s, told %s: %s\nas in the game:\n%stold %s:\n%s%s", turn, try->way->words, try->how,
		       try->game_lines, try->way->words, try->lines, cause));
	free(turn);
}

static void end_by_remark(struct twins_try *try)
{
	char *turn = turn_words(try);

	end(try, CASE_WARNED,
	    bytes_text("%s, told %s: %s\n"
		       "A right agent may differ here: %s.",
		       turn, try->way->words, try->how, try->way->remark));
	free(turn);
}

/* ---- dialogues ---- */

static void talked(void *user, enum case_result result, char *why)
{
	struct twins_try *try = user;

	try->ended = true;
	try->result = result;
	try->why = why;
	loop_at(try->timer, loop_now()); /* the talk may not be freed here */
}

static void unstarted(void *user, char *problem)
{
	struct twins_try *try = user;

	try->over = true;
	try->setup->unstarted(try->user, problem);
}

static void talk(struct twins_try *try, enum state state)
{
	try->state = state;
	try->talks = *try->setup;
	try->talks.over = talked;
	try->talks.unstarted = unstarted;
	if (state == TELLS_SEED)
		try->talks.session.setup.seat[SEAT_1].command = try->seeded;
	else if (state != TELLS_GAME && try->command)
		try->talks.session.setup.seat[SEAT_1].command = try->command;
	try->row = (struct spec_case){.name = try->way->name, .steps = try->steps.at};
	try->talk = spec_talk_new(&try->talks, &try->row, try);
}

static bool tell(struct twins_try *try, const struct twin_way *way, int n)
{
	bytes_free(&try->steps);
	return way->tell(try->game, n, way->manner, &try->steps);
}

/* Cuts the steps behind the answer of the turn.  */
static void cut_behind_turn(struct twins_try *try)
{
	char *turn = bytes_text("\nturn %d\n", try->turn), *at = strstr(try->steps.at, turn);

	at = at && try->turn ? strstr(at, "\n= ") : NULL;
	if (at && (at = strchr(at + 1, '\n'))) {
		try->steps.size = (size_t)(at + 1 - try->steps.at);
		at[1] = '\0';
	}
	free(turn);
}

/* Tells the game as it was, up to the turn.  */
static void talk_game(struct twins_try *try)
{
	tell(try, &try->setup->protocol->tools->twins->ways[0], 0);
	cut_behind_turn(try);
	talk(try, TELLS_GAME);
}

/* The command with this number behind --seed; NULL: it has none.  The caller frees.  */
static char *seeded_otherwise(const char *command, int seed)
{
	static const char option[] = "--seed";
	const char *at = strstr(command, option);
	size_t digits;

	at = at && strchr(" =", at[strlen(option)]) ? at + strlen(option) + 1 : NULL;
	digits = at ? strspn(at, "0123456789") : 0;
	return digits ? bytes_text("%.*s%d%s", (int)(at - command), command, seed, at + digits) : NULL;
}

/* The agent's command with another seed, the n-th; NULL: it has none.  The caller frees.  */
static char *command_seeded(const struct twins_try *try, int n)
{
	struct setup setup = try->setup->session.setup;
	char *command = seed_command(&setup, SEAT_1, setup.seat[SEAT_1].command), *other;

	setup.seed = seed_mixed(setup.seed + (uint64_t)n);
	other = seed_command(&setup, SEAT_1, setup.seat[SEAT_1].command);
	if (strcmp(command, other) == 0) { /* no {seed}, but perhaps a number */
		free(other);
		other = seeded_otherwise(command, n);
	}
	free(command);
	return other;
}

/* All of the game once more, with another seed: any answer may follow from it.  False: it has none, or enough
   were tried.  */
static bool talk_with_seed(struct twins_try *try)
{
	free(try->seeded);
	try->seeded = try->seeds++ < SEEDS ? command_seeded(try, try->seeds) : NULL;
	if (try->seeded) {
		tell(try, &try->setup->protocol->tools->twins->ways[0], 0);
		talk(try, TELLS_SEED);
	}
	return try->seeded != NULL;
}

/* Has it thought for a good part of the time that it was told?  Then its depth may depend on the time.  */
static bool thinks_long(const struct twins_try *try)
{
	enum { PART = 8 };
	const struct match *match = try->game->match;
	int64_t limit = setup_turn_limit(&try->setup->session.setup, SEAT_1);
	const struct turn *turn;

	if (!try->setup->spec->turn_limit || !limit)
		return false; /* it is told no time, or that it has no limit */
	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)) && turn->seat == SEAT_1 && turn->cpu_ns > limit / PART)
			return true;
	return false;
}

/* ---- what comes of them ---- */

static void talk_next(struct twins_try *try)
{
	while (tell(try, try->way, try->next++))
		if (try->steps.size && strstr(try->steps.at, "\n= ")) {
			try->told++;
			talk(try, TELLS);
			return;
		}
	if (try->unsure)
		end_in_doubt(try);
	else if (try->told)
		end(try, CASE_PASSED, NULL);
	else
		end(try, CASE_SKIPPED, bytes_text("no position of this game can be told so"));
}

/* The answer of the dialogue differs.  Takes over `why`.  */
static void differ(struct twins_try *try, char *why)
{
	try->how = why;
	try->lines = spec_talk_lines(try->talk, LINES);
	try->turn = spec_talk_turn(try->talk);
	try->differs = try->next - 1;
	if (try->way == try->setup->protocol->tools->twins->ways)
		pass_over(try, "Told the same, a new process does not answer as in the game.", FIX);
	else if (try->way->remark)
		end_by_remark(try);
	else if (thinks_long(try))
		pass_over(try, "It has thought long in this game: its depth may depend on the time.", FIX);
	else
		loop_at(try->timer, try->began + ANOTHER_SECOND);
}

/* The talk itself is inconclusive: the agent got no core.  */
static void doubt(struct twins_try *try, char *why)
{
	if (!try->how)
		try->turn = spec_talk_turn(try->talk);
	free(try->how);
	try->how = why;
	pass_over(try, "That says nothing of its answer.", BUSY);
}

/* Goes on with the talk that has ended.  Takes over `why`.  */
static void take(struct twins_try *try, char *why)
{
	bool passed = try->result == CASE_PASSED;

	if (try->result == CASE_INCONCLUSIVE) {
		doubt(try, why);
		return;
	}
	switch (try->state) {
	case TELLS:
		if (passed)
			break;
		if (try->result == CASE_SKIPPED)
			end(try, CASE_SKIPPED, why);
		else
			differ(try, why);
		return;
	case TELLS_SEED:
		if (!passed)
			pass_over(try,
				  "With another seed it answers otherwise: it may use the numbers "
				  "of its seed in another order here.",
				  SEED);
		break;
	case TELLS_GAME:
		free(try->game_lines);
		try->game_lines = spec_talk_lines(try->talk, LINES);
		if (!passed)
			pass_over(try, "Told as in the game, it does not always answer so.", FIX);
		break;
	case TELLS_AGAIN:
		if (!why || strcmp(why, try->how) != 0)
			pass_over(try, "Told this way again, it has answered otherwise again.", FIX);
		else if (++try->rounds == try->needed)
			end_by_finding(try);
		break;
	}
	free(why);
}

/* After the talk of this state has passed.  */
static void talk_on(struct twins_try *try, enum state state)
{
	if (state == TELLS && !try->how) {
		talk_next(try);
	} else if (state == TELLS_GAME) {
		tell(try, try->way, try->differs);
		talk(try, TELLS_AGAIN);
	} else if (state == TELLS_AGAIN || !talk_with_seed(try)) {
		talk_game(try);
	}
}

static void go_on(void *user, int events)
{
	struct twins_try *try = user;
	bool differed = try->how != NULL;
	char *why = try->why;

	(void)events;
	if (try->over)
		return;
	if (try->ended) {
		try->ended = false;
		try->why = NULL;
		take(try, why);
		spec_talk_free(try->talk);
		try->talk = NULL;
		if (try->over || (try->how && !differed))
			return; /* in the latter case it goes on in another second */
	}
	talk_on(try, try->state);
}

/* ---- public ---- */

struct twins_try *twins_try_new(const struct spec_setup *setup, const struct twins_game *game,
				const struct twin_way *way, const char *command, bool doubted, int64_t began,
				void *user)
{
	struct twins_try *try = bytes_new(sizeof(*try));

	*try = (struct twins_try){.setup = setup, .game = game, .way = way, .began = began, .user = user};
	try->needed = doubted ? DOUBTED : CONFIRMED;
	try->command = command ? bytes_text("%s", command) : NULL;
	try->timer = loop_timer(setup->loop, LOOP_LATER, go_on, try);
	loop_at(try->timer, loop_now());
	return try;
}

void twins_try_free(struct twins_try *try)
{
	if (!try)
		return;
	spec_talk_free(try->talk);
	loop_unwatch(try->timer);
	bytes_free(&try->steps);
	free(try->why);
	free(try->how);
	free(try->seeded);
	free(try->command);
	free(try->lines);
	free(try->game_lines);
	free(try->doubts);
	free(try);
}
