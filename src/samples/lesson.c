/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lesson.c - the turns of a lesson, for each player by himself.  */
#include "lesson.h"

#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 8 };

struct pupil {
	void *state;
	int64_t turn; /* how many have begun */
	struct turn now;
};

struct school {
	const struct lesson *lesson;
	int64_t turns;
	bool hints;
	struct pupil pupils[PLAYERS_MOST];
};

void add_letter(struct words *words, int i)
{
	char letters[] = {'\0', '\0', '\0', '\0', '\0'};

	memset(letters, 'a' + i % 26, (size_t)(i / 26 + 1));
	words_add(words, letters);
}

static void ask(struct school *school, struct game_table *table, int player)
{
	struct pupil *pupil = &school->pupils[player - 1];
	struct turn *now = &pupil->now;

	words_clear(&now->told);
	words_clear(&now->question);
	words_clear(&now->right);
	school->lesson->turn(school->lesson->self, pupil->state, now);
	pupil->turn++;
	if (now->told.count > 0)
		table_input(table, player, &now->told);
	table_input(table, player, &now->question);
	table_play(table, player);
}

static void begin(void *self, struct game_table *table)
{
	struct school *school = self;
	const struct lesson *lesson = school->lesson;
	struct words symbols = {0};

	lesson->symbols(lesson->self, &symbols);
	for (int player = 1; player <= table_players(table); player++) {
		struct pupil *pupil = &school->pupils[player - 1];

		if (table_has_left(table, player))
			continue;
		for (int i = 0; i < symbols.count; i++)
			table_symbol(table, player, symbols.word[i]);
		lesson->begin(lesson->self, pupil->state, table_seed(table));
		pupil->turn = 0;
		ask(school, table, player);
	}
	words_free(&symbols);
}

/* Over when everybody has had his turns or has left.  */
static void end_if_done(struct school *school, struct game_table *table)
{
	for (int player = 1; player <= table_players(table); player++)
		if (!table_has_left(table, player) && school->pupils[player - 1].turn <= school->turns)
			return;
	table_over(table, school->turns);
}

static void answered(void *self, struct game_table *table, int player, const struct words *answer)
{
	struct school *school = self;
	struct pupil *pupil = &school->pupils[player - 1];

	table_score(table, player, answer && words_equal(answer, &pupil->now.right) ? 1 : -1);
	if (school->hints)
		table_hint(table, player, &pupil->now.right);
	if (pupil->turn < school->turns) {
		ask(school, table, player);
		return;
	}
	pupil->turn++;
	end_if_done(school, table);
}

static void left(void *self, struct game_table *table, int player)
{
	(void)player;
	end_if_done(self, table);
}

int lesson_main(const struct lesson *lesson, int argc, char **argv)
{
	struct school school = {.lesson = lesson, .turns = lesson->turns, .hints = true};
	struct sample_option options[OPTIONS_MOST] = {
		{.name = "turns",
		 .argument = "N",
		 .help = "questions for each player",
		 .least = 1,
		 .most = 1000000000,
		 .number = &school.turns},
		{.name = "hints",
		 .help = "tell the right answer after each score (it does)",
		 .flag = &school.hints,
		 .store = true},
		{.name = "no-hints", .help = "do not", .flag = &school.hints},
	};
	const struct game game = {
		.program = lesson->program,
		.purpose = lesson->purpose,
		.options = options,
		.players_least = 1,
		.self = &school,
		.begin = begin,
		.answered = answered,
		.left = left,
	};
	int used = 3;

	for (const struct sample_option *own = lesson->options; own && own->name && used < OPTIONS_MOST - 1;
	     own++)
		options[used++] = *own;
	for (int i = 0; i < PLAYERS_MOST; i++)
		school.pupils[i].state = sample_alloc(1, lesson->state_size);
	int status = game_main(&game, argc, argv);
	for (int i = 0; i < PLAYERS_MOST; i++) {
		free(school.pupils[i].state);
		words_free(&school.pupils[i].now.told);
		words_free(&school.pupils[i].now.question);
		words_free(&school.pupils[i].now.right);
	}
	return status;
}
