/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_agent.c - a simulated agent of quantum chess.  */
#include "qchess_agent.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

static const char *const names[] = {
#define X(NAME) #NAME,
	QCHESS_FAILURES(X)
#undef X
};

const char *qchess_failure_name(enum qchess_failure failure)
{
	return names[failure];
}

void qchess_character_draw(struct qchess_character *character, struct chance *chance,
			   const struct qchess_terms *terms, bool fails)
{
	static const char *const ends[] = {"\n", "\n", "\r\n", "\r", " \n"};

	*character = (struct qchess_character){
		.end = ends[chance_below(chance, 5)],
		.padded = chance_one_in(chance, 3),
		.splits = chance_one_in(chance, 4),
		.talks_to_stderr = chance_one_in(chance, 8),
		.never_leaves = chance_one_in(chance, 10),
		.delay = chance_one_in(chance, 3) ? terms->limit * 3 / 4 : terms->limit / 100,
	};
	if (fails)
		character->failure =
			(enum qchess_failure)(1 + chance_below(chance, QCHESS_FAILURE_COUNT - 1));
	character->fails_at = 1 + (int)chance_below(chance, chance_one_in(chance, 2) ? 4 : 30);
}

struct qchess_square qchess_agent_choice(struct chance *chance, const struct quantum_chess *game)
{
	struct qchess_square square;

	do {
		square = (struct qchess_square){(int)chance_below(chance, 8), (int)chance_below(chance, 8)};
	} while (game->end == QCHESS_GOES_ON && (game->selected ? quantum_chess_may_move(game, square)
								: quantum_chess_may_select(game, square)));
	return square;
}

/* Says the square, and more after it, in answer to question `tag`; 0: to none.  */
static struct deed *say(struct qchess_agent *agent, struct qchess_square square, const char *more, int tag)
{
	const char *pad = agent->character->padded ? "           " : "";
	FREED char *line = bytes_text("%s%d %s%d%s%s", pad, square.x, pad, square.y, more,
				      strcmp(agent->character->end, " \n") == 0 ? " " : "");
	FREED char *whole = bytes_text(
		"%s%s", line, strcmp(agent->character->end, " \n") == 0 ? "\n" : agent->character->end);
	struct deed *deed = fake_write(agent->fake, whole);

	fake_mark(deed, tag, line);
	return deed;
}

/* The judge may take an unasked line for the next answer, and then that answer for one too many.  */
static void say_unasked(struct qchess_agent *agent, struct qchess_square square)
{
	say(agent, square, "", 0)->culpable = BLAME_ILLEGAL | (agent->terms.strict ? BLAME_PROTOCOL : 0);
	agent->unsure = true;
}

static void leave(struct qchess_agent *agent, int code)
{
	agent->ended = true;
	fake_leave(agent->fake, code, code ? BLAME_CRASH : BLAME_EXIT)->fatal = !agent->terms.delayed;
}

void qchess_agent_start(struct qchess_agent *agent, const struct qchess_character *character,
			const struct qchess_terms *terms, struct chance *chance, struct fake *fake, int64_t t)
{
	*fake = (struct fake){.chance = chance,
			      .end = "\n",
			      .splits = character->splits,
			      .pause = terms->limit / 100,
			      .busy = t};
	*agent = (struct qchess_agent){.character = character, .terms = *terms, .fake = fake};
	fake_think(fake, 5 * MS);
	if (character->failure == QCHESS_SPEAKS_FIRST)
		say_unasked(agent, (struct qchess_square){3, 7});
	else if (character->failure == QCHESS_DIES_AT_START)
		leave(agent, chance_one_in(chance, 2) ? -11 : (int)chance_below(chance, 2));
}

static void say_gibberish(struct qchess_agent *agent)
{
	static const char *const wrong[] = {"e4", "4", "-1 3", "4,6", "SELECTION?", "\xff\x01", "4 6x"};
	struct deed *deed = fake_say(agent->fake, wrong[chance_below(agent->fake->chance, 7)]);

	deed->culpable = BLAME_PROTOCOL;
	deed->fatal = !agent->unsure;
}

static void say_wrong(struct qchess_agent *agent, struct qchess_square square)
{
	struct deed *deed = say(agent, square, "", agent->tag);

	deed->culpable = BLAME_ILLEGAL;
	deed->fatal = !agent->unsure;
}

/* Not its own piece, or out of reach.  */
static struct qchess_square wrong_square(struct chance *chance, const struct quantum_chess *game)
{
	struct qchess_square square;

	do {
		square = (struct qchess_square){(int)chance_below(chance, 8), (int)chance_below(chance, 8)};
	} while (!(game->selected ? quantum_chess_may_move(game, square)
				  : quantum_chess_may_select(game, square)));
	return square;
}

/* Fails in the way of this agent instead of answering. False: it answers as usual, perhaps after what it
   did.  */
static bool fail(struct qchess_agent *agent, const struct quantum_chess *game, struct qchess_square square)
{
	struct fake *fake = agent->fake;
	struct deed *deed;
	char *text;

	switch (agent->character->failure) {
	case QCHESS_LATE:
		fake->busy += agent->terms.limit + agent->terms.tolerance +
			      chance_below(fake->chance, agent->terms.limit);
		return false;
	case QCHESS_HALF:
		fake_add(fake, (struct deed){.t = fake->busy,
					     .kind = DEED_BYTES,
					     .bytes = bytes_copy("4 ", 2),
					     .size = 2});
		agent->hangs = true;
		return true;
	case QCHESS_HANGS:
		fake_begin(agent->fake);
		agent->hangs = true;
		return true;
	case QCHESS_GIBBERISH: say_gibberish(agent); return true;
	case QCHESS_BOUNDS: say_wrong(agent, (struct qchess_square){8, 70000}); return true;
	case QCHESS_WRONG: say_wrong(agent, wrong_square(fake->chance, game)); return true;
	case QCHESS_MORE:
		deed = say(agent, square, chance_one_in(fake->chance, 2) ? " 0 pawn" : " 5", agent->tag);
		deed->culpable = agent->terms.strict ? BLAME_PROTOCOL : 0;
		deed->fatal = agent->terms.strict && !agent->unsure;
		return true;
	case QCHESS_UNENDED:
		text = bytes_text("%d %d", square.x, square.y);
		fake_mark(fake_write(fake, text), agent->tag, text);
		free(text);
		leave(agent, 0);
		fake->deeds[fake->count - 1].fatal = false; /* it may have won by that */
		return true;
	case QCHESS_CRASH: leave(agent, chance_one_in(fake->chance, 2) ? -11 : 3); return true;
	case QCHESS_EXIT: leave(agent, 0); return true;
	case QCHESS_CLOSES:
		agent->hangs = true;
		fake_add(fake,
			 (struct deed){.t = fake->busy,
				       .kind = DEED_CLOSE,
				       .code = chance_one_in(fake->chance, 3) ? STREAM_STDIN : STREAM_STDOUT,
				       .culpable = BLAME_EXIT});
		return true;
	default: return false;
	}
}

static void answer(struct qchess_agent *agent, const struct quantum_chess *game)
{
	struct qchess_square square = qchess_agent_choice(agent->fake->chance, game);
	bool now = ++agent->answers == agent->character->fails_at;

	fake_think(agent->fake, agent->character->delay);
	if (agent->character->talks_to_stderr)
		fake_mutter(agent->fake);
	if (now && fail(agent, game, square))
		return;
	say(agent, square, "", agent->tag)->culpable =
		agent->unsure ? BLAME_ILLEGAL | (agent->terms.strict ? BLAME_PROTOCOL : 0) : 0;
	if (!now)
		return;
	switch (agent->character->failure) {
	case QCHESS_CRASH_AFTER: leave(agent, -6); break;
	case QCHESS_EXIT_AFTER: leave(agent, 0); break;
	case QCHESS_TWICE: say_unasked(agent, square); break;
	default: return;
	}
	if (agent->ended) /* what it did before may have ended the match */
		agent->fake->deeds[agent->fake->count - 1].fatal = false;
}

void qchess_agent_hears(struct qchess_agent *agent, int64_t t, const struct quantum_chess *game,
			const char *line, int tag)
{
	bool asked = strcmp(line, "SELECTION?") == 0 || strcmp(line, "MOVE?") == 0;

	if (agent->fake->busy < t)
		agent->fake->busy = t;
	if (agent->ended)
		return;
	if (strncmp(line, "QUIT", 4) == 0) {
		agent->ended = true;
		if (agent->character->never_leaves)
			return;
		fake_think(agent->fake, 100 * MS);
		fake_leave(agent->fake, (int)chance_below(agent->fake->chance, 2), 0);
	} else if (asked && !agent->hangs) {
		agent->tag = tag;
		answer(agent, game);
	} else if (agent->character->failure == QCHESS_THANKS && !agent->hangs && agent->answers < 8) {
		fake_think(agent->fake, agent->terms.limit / 10);
		say_unasked(agent, (struct qchess_square){4, 4});
	}
}
