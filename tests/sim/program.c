/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program.c - a simulated game program of the Learning Machine Challenge 2.  */
#include "program.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

static const char *const names[] = {
#define X(NAME) #NAME,
	PROGRAM_FAILURES(X)
#undef X
};

const char *program_failure_name(enum program_failure failure)
{
	return names[failure];
}

void program_character_draw(struct program_character *character, struct chance *chance,
			    const struct program_terms *terms, bool fails)
{
	static const char *const ends[] = {"\n", "\n", "\r\n", "\r"};

	*character = (struct program_character){
		.end = ends[terms->strict ? 0 : chance_below(chance, 4)],
		.splits = chance_one_in(chance, 4),
		.chatty = chance_one_in(chance, 4),
		.at_once = chance_one_in(chance, 2),
		.hints = chance_one_in(chance, 2),
		.single = chance_one_in(chance, 2),
		.untidy = !terms->strict && chance_one_in(chance, 4),
		.ends_at_exit = chance_one_in(chance, 2),
		.tells_others = chance_one_in(chance, 2),
		.one_write = chance_one_in(chance, 3),
		.rounds = (int)chance_below(chance, 12),
		.symbols = 2 + (int)chance_below(chance, 4),
	};
	if (fails)
		character->failure =
			(enum program_failure)(1 + chance_below(chance, PROGRAM_FAILURE_COUNT - 1));
	character->fails_at = 1 + (int)chance_below(chance, 5);
}

/* ---- saying ---- */

static struct deed *say(struct program *program, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* For one_write: lines of one moment are often read at once.  */
static struct deed *say(struct program *program, const char *format, ...)
{
	struct deed *deed;
	va_list args;
	char *line;

	va_start(args, format);
	line = bytes_vtext(format, args);
	va_end(args);
	if (!program->character->one_write)
		fake_think(program->fake, MS);
	deed = fake_say(program->fake, line);
	free(line);
	return deed;
}

/* A line that ends the match.  */
static void break_by(struct program *program, struct deed *deed)
{
	deed->culpable = BLAME_GAME;
	deed->fatal = true;
	program->hangs = true;
}

/* "@player K " and the rest. With one player the prefix may be missing.  */
static struct deed *say_to(struct program *program, int seat, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static struct deed *say_to(struct program *program, int seat, const char *format, ...)
{
	bool alone = program->players == 1 && chance_one_in(program->chance, 2);
	struct deed *deed;
	va_list args;
	char *line;

	va_start(args, format);
	line = bytes_vtext(format, args);
	va_end(args);
	if (alone)
		deed = say(program, "%s", line);
	else
		deed = say(program, "@player %d %s", seat, line);
	free(line);
	return deed;
}

static void leave(struct program *program, int code)
{
	struct deed *deed = fake_leave(program->fake, code, BLAME_GAME);

	deed->fatal = true;
	program->ended = true;
}

static void choose_words(struct program *program, char *words, size_t room)
{
	int count = program->character->single ? 1 : 1 + (int)chance_below(program->chance, 3);

	*words = '\0';
	for (int i = 0; i < count; i++) {
		bool join = program->terms.letters && chance_one_in(program->chance, 2);
		size_t size = strlen(words);

		snprintf(words + size, room - size, "%s%c", i && !join ? " " : "",
			 (char)('a' + chance_below(program->chance, program->character->symbols)));
	}
	if (program->terms.any && chance_one_in(program->chance, 3))
		snprintf(words, room, "any word");
}

static void say_input(struct program *program, int seat, const char *words)
{
	bool blanks = program->character->untidy && chance_one_in(program->chance, 4);

	say_to(program, seat, "%s%s%s", chance_one_in(program->chance, 3) ? "" : "@input ", blanks ? " " : "",
	       words);
}

static void say_score(struct program *program, int seat)
{
	static const char *const scores[] = {"1",  "-1",    "0",     "0.5",    "-0.25",       "1.0",
					     "+1", "0.333", "1e-05", "-1e-09", "0.1234567891"};

	say_to(program, seat, "@score %s", scores[chance_below(program->chance, 11)]);
}

/* ---- failing ---- */

/* Fails instead of asking the seat, or after asking it. False: it cannot fail so here.  */
static bool fail_before(struct program *program, int seat)
{
	int gone = program->left[SEAT_1] ? SEAT_1 : program->left[SEAT_2] ? SEAT_2 : SEAT_NONE;

	switch (program->character->failure) {
	case PROGRAM_BAD_COMMAND: break_by(program, say_to(program, seat, "@command dance")); return true;
	case PROGRAM_SENDS_EXIT: break_by(program, say_to(program, seat, "@command exit")); return true;
	case PROGRAM_SCORE_RANGE: break_by(program, say_to(program, seat, "@score 1.5")); return true;
	case PROGRAM_SCORE_WORD: break_by(program, say_to(program, seat, "@score good")); return true;
	case PROGRAM_SYMBOL_AGAIN: break_by(program, say_to(program, seat, "@command symbol a")); return true;
	case PROGRAM_SYMBOL_BAD: break_by(program, say_to(program, seat, "@command symbol @b")); return true;
	case PROGRAM_STRANGE_WORD:
		if (program->terms.any)
			return false;
		break_by(program, say_to(program, seat, "%s a X",
					 chance_one_in(program->chance, 2) ? "@input" : "@hint"));
		return true;
	case PROGRAM_NO_WORDS:
		if (program->terms.any)
			return false;
		break_by(program, say_to(program, seat, "@input"));
		return true;
	case PROGRAM_NOBODY:
		if (program->players == 1)
			return false;
		break_by(program, say(program, "@input a"));
		return true;
	case PROGRAM_SEAT_THREE: break_by(program, say(program, "@player 3 @input a")); return true;
	case PROGRAM_CHANNEL: break_by(program, say_to(program, seat, "@output a")); return true;
	case PROGRAM_JUDGE_WORD: break_by(program, say(program, "@judge dance")); return true;
	case PROGRAM_SAYS_EXIT: break_by(program, say(program, "@info exit")); return true;
	case PROGRAM_CRASH: leave(program, chance_one_in(program->chance, 2) ? -11 : 3); return true;
	case PROGRAM_EXIT: leave(program, 0); return true;
	case PROGRAM_CLOSES:
		program->hangs = true;
		fake_add(program->fake, (struct deed){.t = program->fake->busy,
						      .kind = DEED_CLOSE,
						      .code = STREAM_STDOUT,
						      .culpable = BLAME_GAME});
		return true;
	case PROGRAM_HANGS:
		fake_begin(program->fake);
		fake_add(program->fake, (struct deed){.t = program->fake->busy,
						      .kind = DEED_STDERR,
						      .bytes = bytes_copy("hm\n", 3),
						      .size = 3,
						      .culpable = BLAME_GAME});
		program->hangs = true;
		return true;
	case PROGRAM_PLAYS_WITH_LEFT:
		if (gone != SEAT_NONE)
			say(program, "@player %d @command play", gone); /* the player is told once more */
		return false;
	case PROGRAM_SECOND_NAME: {
		struct deed *deed = say(program, "@info name again");

		deed->culpable = program->terms.strict ? BLAME_GAME : 0;
		deed->fatal = program->terms.strict;
		return false;
	}
	default: return false;
	}
}

static void fail_after(struct program *program, int seat)
{
	if (program->character->failure == PROGRAM_SECOND_PLAY)
		break_by(program, say_to(program, seat, "@command play"));
	else if (program->character->failure == PROGRAM_NEW_WHILE_PLAYING)
		break_by(program, say_to(program, seat, "@command new"));
	/* The player may have answered in the meantime. Then it is no fault.  */
	if (program->fake->count && program->hangs)
		program->fake->deeds[program->fake->count - 1].fatal = false;
}

/* ---- rounds ---- */

static bool anyone_waits(const struct program *program)
{
	return program->waits[SEAT_1] || program->waits[SEAT_2];
}

static void say_over(struct program *program)
{
	program->over = true;
	say(program, chance_one_in(program->chance, 2) ? "@judge over" : "@judge over well \"played\"");
}

/* Asks a player. False: it failed.  */
static bool ask(struct program *program, int seat)
{
	bool now = ++program->plays >= program->character->fails_at;

	if (now && fail_before(program, seat))
		return false;
	choose_words(program, program->asked[seat], sizeof(program->asked[seat]));
	if (program->character->chatty)
		say_to(program, seat, "# what is %d?", program->plays);
	say_input(program, seat, program->asked[seat]);
	say_to(program, seat, "@command play");
	program->waits[seat] = true;
	program->faulted[seat] = false;
	if (now)
		fail_after(program, seat);
	return !program->hangs;
}

static void answer_for(struct program *program, int seat)
{
	if (chance_one_in(program->chance, 4))
		return;
	say_score(program, seat);
	if (program->character->hints)
		say_to(program, seat, "@hint %s", program->asked[seat]);
	if (program->players == 2 && program->character->tells_others && !program->terms.any &&
	    !program->faulted[seat] && *program->answered[seat])
		say_to(program, seat_opponent(seat), "@input %s", program->answered[seat]);
}

static void next_round(struct program *program)
{
	if (program->round++ >= program->character->rounds) {
		say_over(program);
		return;
	}
	program->next = SEAT_1;
	for (int s = SEAT_1; s <= program->players; s++) {
		if (program->left[s])
			continue;
		program->next = s + 1;
		if (!ask(program, s) || !program->character->at_once)
			return;
	}
}

/* Nobody has to answer: who is next?  */
static void go_on(struct program *program)
{
	if (anyone_waits(program) || program->over)
		return;
	if ((program->left[SEAT_1] || program->left[SEAT_2]) &&
	    program->character->failure != PROGRAM_PLAYS_WITH_LEFT && program->character->ends_at_exit) {
		say_over(program);
		return;
	}
	for (int s = program->next; s <= program->players; s++)
		if (!program->left[s]) {
			program->next = s + 1;
			ask(program, s);
			return;
		}
	if (program->character->at_once)
		for (int s = SEAT_1; s <= program->players; s++)
			answer_for(program, s);
	next_round(program);
}

static void begin(struct program *program)
{
	bool short_of = program->character->failure == PROGRAM_NO_ALPHABET && !program->terms.any;

	program->round = program->plays = 0;
	program->over = false;
	for (int s = SEAT_1; s <= program->players; s++) {
		program->waits[s] = program->left[s] = false;
		say_to(program, s, "@command new");
		for (int i = 0; i < (short_of ? 1 : program->character->symbols); i++)
			say_to(program, s, "@command symbol %c", 'a' + i);
	}
	if (short_of)
		break_by(program, say_to(program, SEAT_1, "@command play"));
	else
		next_round(program);
}

/* ---- hearing ---- */

void program_start(struct program *program, const struct program_character *character,
		   const struct program_terms *terms, struct chance *chance, struct fake *fake, int64_t t)
{
	*fake = (struct fake){
		.chance = chance, .end = character->end, .splits = character->splits, .pause = MS, .busy = t};
	*program = (struct program){.character = character,
				    .terms = *terms,
				    .chance = chance,
				    .fake = fake,
				    .players = 1,
				    .next = SEAT_1};
	if (character->chatty)
		say(program, "# a simulated game");
	switch (character->failure) {
	case PROGRAM_MUTE: program->hangs = true; return;
	case PROGRAM_SPEAKS_FIRST: break_by(program, say(program, "@command new")); return;
	case PROGRAM_SAYS_EXIT_FIRST: break_by(program, say(program, "@info exit")); return;
	case PROGRAM_DIES_AT_START: leave(program, (int)chance_below(chance, 2)); return;
	case PROGRAM_LATE_NAME: fake->busy += chance_below(chance, 2 * terms->start_limit); break;
	default: break;
	}
	say(program, "@info name sim-game");
	program->named = true;
}

static void hear_output(struct program *program, int seat, const char *words)
{
	program->waits[seat] = false;
	snprintf(program->answered[seat], sizeof(program->answered[seat]), "%s", words);
	if (!program->character->at_once)
		answer_for(program, seat);
	go_on(program);
}

static void hear_fault(struct program *program, int seat, const char *what)
{
	program->waits[seat] = false;
	program->faulted[seat] = true;
	if (strcmp(what, "exit") == 0)
		program->left[seat] = true;
	go_on(program);
}

void program_hears(struct program *program, int64_t t, const char *line)
{
	int seat, at = 0;

	if (program->fake->busy < t)
		program->fake->busy = t;
	if (program->ended)
		return;
	if (strcmp(line, "@command exit") == 0) {
		program->ended = true;
		fake_think(program->fake, 50 * MS);
		fake_leave(program->fake, 0, 0);
	} else if (program->hangs) {
		return;
	} else if (sscanf(line, "@judge players %d", &program->players) == 1) {
		return;
	} else if (strcmp(line, "@command new") == 0) {
		begin(program);
	} else if (sscanf(line, "@player %d @output%n", &seat, &at) == 1 && at) {
		hear_output(program, seat, line[at] ? line + at + 1 : "");
	} else if (sscanf(line, "@judge fault %d %n", &seat, &at) == 1 && at) {
		hear_fault(program, seat, line + at);
	}
}
