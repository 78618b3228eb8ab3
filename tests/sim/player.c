/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.c - a simulated player of the Learning Machine Challenge.  */
#include "player.h"

#include "ringside/bytes.h"
#include "ringside/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS ((int64_t)1000000)

static const char *const names[] = {
#define X(NAME) #NAME,
	PLAYER_FAILURES(X)
#undef X
};

const char *player_failure_name(enum player_failure failure)
{
	return names[failure];
}

void player_character_draw(struct player_character *character, struct chance *chance,
			   const struct player_terms *terms, bool fails)
{
	static const char *const ends[] = {"\n", "\n", "\r\n", "\r"};

	*character = (struct player_character){
		.end = ends[terms->strict ? 0 : chance_below(chance, 4)],
		.bare = chance_one_in(chance, 3),
		.chatty = chance_one_in(chance, 4),
		.talks_to_stderr = chance_one_in(chance, 8),
		.splits = chance_one_in(chance, 4),
		.repeats = chance_one_in(chance, 2),
		.says_exit = !chance_one_in(chance, 3),
		.never_leaves = chance_one_in(chance, 10),
		.delay = chance_one_in(chance, 3) ? terms->limit * 3 / 4 : terms->limit / 100,
	};
	if (fails)
		character->failure =
			(enum player_failure)(1 + chance_below(chance, PLAYER_FAILURE_COUNT - 1));
	character->fails_at = 1 + (int)chance_below(chance, chance_one_in(chance, 2) ? 3 : 20);
}

static struct deed *say(struct player *player, const char *words)
{
	return fake_say(player->fake, words);
}

/* A line that is ignored, or that loses when strict.  */
static struct deed *say_wrong(struct player *player, const char *words)
{
	struct deed *deed = say(player, words);

	if (player->terms.strict) {
		deed->culpable = BLAME_PROTOCOL;
		deed->fatal = true;
	}
	return deed;
}

static void leave(struct player *player, int code)
{
	int blame = !player->named ? BLAME_START : code ? BLAME_CRASH : BLAME_EXIT;

	player->ended = true;
	fake_leave(player->fake, code, blame)->fatal = !player->named || !player->terms.others_stay;
}

/* It falls silent, and has to be ended.  */
static void close_stream(struct player *player)
{
	bool input = chance_one_in(player->chance, 3);

	player->hangs = true;
	fake_add(player->fake, (struct deed){.t = player->fake->busy,
					     .kind = DEED_CLOSE,
					     .code = input ? STREAM_STDIN : STREAM_STDOUT,
					     .culpable = BLAME_EXIT | BLAME_START});
}

static void say_that_it_exits(struct player *player)
{
	struct deed *deed = say(player, "@info exit");

	deed->culpable = player->named ? BLAME_EXIT : BLAME_START;
	deed->fatal = !player->named || !player->terms.others_stay;
	deed->leaves = true;
	player->hangs = true;
}

/* ---- getting ready ---- */

static void say_name(struct player *player)
{
	static const char *const good[] = {"@info name sim", "@info name Sim-2.0",
					   "@info name \xc3\xa9t\xc3\xa9"};

	fake_think(player->fake, 5 * MS);
	switch (player->character->failure) {
	case PLAYER_MUTE: player->hangs = true; return;
	case PLAYER_NAMELESS:
		say_wrong(player, "@info name");
		player->hangs = true;
		return;
	case PLAYER_NAME_WITH_BLANKS: say_wrong(player, "@info name Sim the Great"); break;
	case PLAYER_LATE_NAME:
		player->fake->busy += chance_below(player->chance, 2 * player->terms.start_limit);
		say(player, good[0]);
		break;
	default: say(player, good[chance_below(player->chance, 3)]); break;
	}
	player->named = true;
}

void player_start(struct player *player, const struct player_character *character,
		  const struct player_terms *terms, struct chance *chance, struct fake *fake, int64_t t)
{
	*fake = (struct fake){.chance = chance,
			      .end = character->end,
			      .splits = character->splits,
			      .pause = terms->limit / 100,
			      .busy = t};
	*player = (struct player){.character = character, .terms = *terms, .chance = chance, .fake = fake};
	if (character->chatty)
		say(player, "# Player Program Ready");
	switch (character->failure) {
	case PLAYER_SPEAKS_FIRST: fake_mark(say_wrong(player, "@output 1"), 0, "@output 1"); break;
	case PLAYER_SAYS_EXIT_FIRST: say_that_it_exits(player); return;
	case PLAYER_DIES_AT_START:
		fake_think(fake, 5 * MS);
		leave(player, chance_one_in(chance, 2) ? -11 : (int)chance_below(chance, 2));
		return;
	default: break;
	}
	say_name(player);
}

/* ---- moves ---- */

/* Words that it may say.  */
static void choose(struct player *player, char *words, size_t room)
{
	int count = player->terms.words ? 1 + (int)chance_below(player->chance, 3) : 1;

	*words = '\0';
	if (player->character->repeats && *player->input) {
		snprintf(words, room, "%s", player->input);
		return;
	}
	for (int i = 0; i < count; i++) {
		bool join = i > 0 && player->terms.letters && chance_one_in(player->chance, 2);
		const char *symbol = player->symbol[chance_below(player->chance, player->count)];
		size_t size = strlen(words);

		if (player->terms.any && chance_one_in(player->chance, 4))
			symbol = "w\xc3\xb6rt";
		if (size + strlen(symbol) + 2 < room)
			snprintf(words + size, room - size, "%s%s", i && !join ? " " : "", symbol);
	}
}

/* Says it as an answer to question `tag`; 0: to none.  */
static struct deed *say_output(struct player *player, const char *words, int tag)
{
	FREED char *line = bytes_text("%s%s", player->character->bare ? "" : "@output ", words);
	struct deed *deed = say(player, line);

	fake_mark(deed, tag, line);
	return deed;
}

static void say_unknown(struct player *player)
{
	static const char *const wrong[] = {"zz", "ROCK", "rock,paper", "@output", "\xff\x01"};
	const char *words =
		player->character->failure == PLAYER_EMPTY ? "" : wrong[chance_below(player->chance, 5)];
	FREED char *line = bytes_text("@output%s%s", *words ? " " : "", words);
	struct deed *deed = say(player, line);

	fake_mark(deed, player->tag, line);
	if (!player->terms.unknown_may) {
		deed->culpable = BLAME_ILLEGAL;
		deed->fatal = true;
	}
}

static void chatter(struct player *player)
{
	static const char *const comments[] = {"# thinking", "#", "#@output rock", "# \t two  blanks "};

	if (player->character->chatty)
		for (int64_t n = chance_below(player->chance, 3); n > 0; n--)
			say(player, comments[chance_below(player->chance, 4)]);
	if (player->character->talks_to_stderr)
		fake_mutter(player->fake);
}

/* A move with too many blanks: accepted, unless strict.  */
static void say_blanks(struct player *player, const char *words)
{
	int form = (int)chance_below(player->chance, 4);
	FREED char *line = form == 0   ? bytes_text("@output  %s", words)
			   : form == 1 ? bytes_text("@output %s ", words)
			   : form == 2 ? bytes_text("  @output %s", words)
				       : bytes_text("@output %s\t ", words);
	struct deed *deed = say(player, line);

	fake_mark(deed, player->tag, line);
	if (player->terms.strict) {
		deed->culpable = BLAME_PROTOCOL;
		deed->fatal = true;
	}
}

/* Fails in the way of this player instead of moving. False: it moves as usual, perhaps after what it did.  */
static bool fail(struct player *player, const char *words)
{
	switch (player->character->failure) {
	case PLAYER_LATE:
		player->fake->busy += player->terms.limit + player->terms.tolerance +
				      chance_below(player->chance, player->terms.limit);
		return false;
	case PLAYER_HANGS:
		fake_begin(player->fake);
		player->hangs = true;
		return true;
	case PLAYER_UNKNOWN:
	case PLAYER_EMPTY: say_unknown(player); return true;
	case PLAYER_CRASH: leave(player, chance_one_in(player->chance, 2) ? -11 : 3); return true;
	case PLAYER_EXIT: leave(player, 0); return true;
	case PLAYER_SAYS_EXIT: say_that_it_exits(player); return true;
	case PLAYER_CLOSES: close_stream(player); return true;
	case PLAYER_WORDS:
		if (player->terms.words)
			return false;
		say_wrong(player, "rock paper");
		return false;
	case PLAYER_CHANNEL:
		say_wrong(player, chance_one_in(player->chance, 2) ? "@score 1" : "@nothing at all");
		return false;
	case PLAYER_INFO: say_wrong(player, "@info weather fine"); return false;
	case PLAYER_SECOND_NAME: say_wrong(player, "@info name again"); return false;
	case PLAYER_BLANKS: say_blanks(player, words); return true;
	case PLAYER_UNENDED: {
		char *line = bytes_text("@output %s", words);
		struct deed *deed = fake_write(player->fake, line);

		fake_mark(deed, player->tag, line);
		free(line);
		leave(player, 0);
		if (player->terms.strict) /* the line has not ended yet */
			player->fake->deeds[player->fake->count - 1].culpable |= BLAME_PROTOCOL;
		return true;
	}
	default: return false;
	}
}

static void after_move(struct player *player, const char *words)
{
	struct deed *deed;

	switch (player->character->failure) {
	case PLAYER_CRASH_AFTER: leave(player, -6); break;
	case PLAYER_EXIT_AFTER: leave(player, 0); break;
	case PLAYER_DOUBLE:
	case PLAYER_UNASKED:
		if (player->character->failure == PLAYER_UNASKED)
			fake_think(player->fake, player->terms.limit / 10);
		deed = say_output(player, words, 0);
		/* The judge may take it for the next answer, and then that answer for one too many.  */
		deed->culpable = player->terms.strict ? BLAME_PROTOCOL : 0;
		player->unsure = true;
		break;
	case PLAYER_FLOOD:
		for (int i = 0; i < 20; i++)
			say(player, "# and on and on and on and on and on and on and on and on");
		break;
	default: break;
	}
}

static void move(struct player *player)
{
	bool now = ++player->moves == player->character->fails_at;
	char words[100];

	fake_think(player->fake, player->character->delay);
	chatter(player);
	choose(player, words, sizeof(words));
	if (now && fail(player, words))
		return;
	say_output(player, words, player->tag);
	if (now)
		after_move(player, words);
}

/* ---- hearing ---- */

static void say_goodbye(struct player *player)
{
	player->ended = true;
	if (player->character->never_leaves)
		return;
	fake_think(player->fake, 100 * MS);
	if (player->character->says_exit)
		say(player, "@info exit");
	fake_leave(player->fake, 0, 0);
}

void player_hears(struct player *player, int64_t t, const char *line, int tag)
{
	static const char symbol[] = "@command symbol ", input[] = "@input ";

	if (player->fake->busy < t)
		player->fake->busy = t;
	if (player->ended)
		return;
	if (strcmp(line, "@command exit") == 0) {
		say_goodbye(player);
	} else if (player->hangs) {
		return;
	} else if (strcmp(line, "@command new") == 0) {
		player->count = 0;
		*player->input = '\0';
	} else if (strncmp(line, symbol, strlen(symbol)) == 0 && player->count < PLAYER_SYMBOLS) {
		snprintf(player->symbol[player->count++], sizeof(player->symbol[0]), "%s",
			 line + strlen(symbol));
	} else if (strncmp(line, input, strlen(input)) == 0) {
		snprintf(player->input, sizeof(player->input), "%s", line + strlen(input));
	} else if (strcmp(line, "@command play") == 0) {
		player->tag = tag;
		move(player);
	}
}
