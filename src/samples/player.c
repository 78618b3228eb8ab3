/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.c - one table of channels and one of commands.
 *
 * It accepts CR LF, several blanks between words, and ignores channels that it does not know. A comment
 * answers a line that it knows and cannot read.  */
#include "player.h"

#include <stdlib.h>
#include <string.h>

struct conversation {
	const struct player *player;
	FILE *out;
	struct words words; /* of the line */
	bool over;
};

typedef void said(struct conversation *conversation, const char *rest);

static void hear_new(struct conversation *conversation, const char *rest)
{
	const struct player *player = conversation->player;

	(void)rest;
	if (player->new_game)
		player->new_game(player->self);
}

static void hear_symbol(struct conversation *conversation, const char *rest)
{
	const struct player *player = conversation->player;

	words_split(&conversation->words, rest);
	if (conversation->words.count != 1)
		fprintf(conversation->out, "# a symbol is one word, not \"%.80s\"\n", rest);
	else if (player->symbol)
		player->symbol(player->self, conversation->words.word[0]);
}

static void hear_play(struct conversation *conversation, const char *rest)
{
	const struct player *player = conversation->player;
	const struct words *answer = player->play(player->self);

	(void)rest;
	if (answer) {
		fputs("@output ", conversation->out);
		words_write(answer, conversation->out);
		fputc('\n', conversation->out);
	} else {
		fputs("# nothing can be played before a symbol is known\n", conversation->out);
	}
}

static void hear_exit(struct conversation *conversation, const char *rest)
{
	(void)rest;
	conversation->over = true;
}

static const struct entry {
	const char *name;
	said *said;
} commands[] = {
	{"exit", hear_exit},
	{"new", hear_new},
	{"play", hear_play},
	{"symbol", hear_symbol},
};

/* Calls the entry for the first word of the text. False: there is none.  */
static bool find(struct conversation *conversation, const struct entry entries[], size_t count,
		 const char *text)
{
	for (size_t i = 0; i < count; i++) {
		const char *rest = after_word(text, entries[i].name);

		if (rest) {
			entries[i].said(conversation, rest);
			return true;
		}
	}
	return false;
}

static void hear_command(struct conversation *conversation, const char *rest)
{
	if (!find(conversation, commands, sizeof(commands) / sizeof(commands[0]), rest))
		fprintf(conversation->out, "# unknown command \"%.80s\"\n", rest);
}

static void hear_input(struct conversation *conversation, const char *rest)
{
	const struct player *player = conversation->player;

	words_split(&conversation->words, rest);
	if (player->input)
		player->input(player->self, &conversation->words);
}

static void hear_score(struct conversation *conversation, const char *rest)
{
	const struct player *player = conversation->player;
	double score;

	if (!read_score(rest, &score))
		fprintf(conversation->out, "# a score is a number, not \"%.80s\"\n", rest);
	else if (player->score)
		player->score(player->self, score);
}

static const struct entry channels[] = {
	{"@command", hear_command},
	{"@input", hear_input},
	{"@score", hear_score},
};

/* A line without a channel is an input (interface specification, "The input channel").  */
static void hear(struct conversation *conversation, const char *line)
{
	if (line[0] == '\0' || line[0] == '#')
		return;
	if (line[0] != '@')
		hear_input(conversation, line);
	else
		find(conversation, channels, sizeof(channels) / sizeof(channels[0]), line);
}

void player_run(const struct player *player, FILE *in, FILE *out)
{
	struct conversation conversation = {.player = player, .out = out};
	struct line line = {0};

	fprintf(out, "@info name %s\n", player->name);
	fflush(out);
	while (!conversation.over && line_read(&line, in)) {
		hear(&conversation, line.text + strspn(line.text, " \t"));
		fflush(out);
	}
	fputs("@info exit\n", out);
	fflush(out);
	words_free(&conversation.words);
	free(line.text);
}
