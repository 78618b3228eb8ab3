/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_line.c - from a typed line to a command: names, abbreviations, arguments, completion.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/nearest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";
/* What may stand before a command.  */
static const char begins_with[] = " \t:";

/* Short names, which win over abbreviations: the letters of the keys and of GDB.  */
static const struct {
	const char *letters, *name;
} short_names[] = {
	{"b", "break"},  {"c", "continue"}, {"d", "delete"},   {"e", "edit"}, {"f", "finish"}, {"h", "help"},
	{"i", "info"},   {"n", "next"},     {"o", "override"}, {"q", "quit"}, {"r", "resume"}, {"s", "step"},
	{"t", "tbreak"}, {"tb", "tbreak"},  {"u", "takeback"}, {"x", "drop"},
};

static bool begins(const char *name, const char *word, size_t size)
{
	assert(name && word);
	return !strncmp(name, word, size);
}

/* The command of exactly this name, or NULL.  */
static const struct command *command_exactly(const char *word, size_t size)
{
	const struct command *command;

	for (int i = 0; (command = command_at(i)); i++)
		if (strlen(command->name) == size && begins(command->name, word, size))
			return command;
	return NULL;
}

static const struct command *command_in_short(const char *word, size_t size)
{
	for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]); i++)
		if (strlen(short_names[i].letters) == size && begins(short_names[i].letters, word, size))
			return command_exactly(short_names[i].name, strlen(short_names[i].name));
	return NULL;
}

/* Counts the commands that begin with the word.  `found` is the only one, or the one of exactly that name. */
static int look_up(const char *word, size_t size, const struct command **found)
{
	const struct command *command;
	int count = 0;

	if ((*found = command_in_short(word, size)) || (*found = command_exactly(word, size)))
		return 1;
	for (int i = 0; (command = command_at(i)); i++) {
		if (!begins(command->name, word, size))
			continue;
		*found = count++ ? NULL : command;
	}
	return count;
}

/* "sc" could be scroll or screenshot.  */
static char *ambiguity(const char *word, size_t size)
{
	const struct command *command;
	struct bytes text = {0};
	const char *between = " is ambiguous: ";

	bytes_addf(&text, "\"%.*s\"", (int)size, word);
	for (int i = 0; (command = command_at(i)); i++) {
		if (!begins(command->name, word, size))
			continue;
		bytes_addf(&text, "%s%s", between, command->name);
		between = ", ";
	}
	return text.at;
}

static struct nearest nearest_command(const char *word, size_t size)
{
	struct nearest nearest = nearest_to(word, size);
	const struct command *command;

	for (int i = 0; (command = command_at(i)); i++)
		nearest_try(&nearest, command->name);
	return nearest;
}

char *command_unknown(const char *word, size_t size)
{
	struct nearest nearest = nearest_command(word, size);
	char *question, *problem;

	question = nearest_question(&nearest);
	problem = bytes_text("there is no command \"%.*s\"%s", (int)size, word,
			     *question ? question : ": ? lists them all");
	free(question);
	return problem;
}

/* A problem if the argument is missing, or one too many; NULL: none.  */
static char *argument_problem(struct console *console, const struct command *command, const char *arguments)
{
	console->mistake = arguments;
	if (*arguments && !*command->arguments)
		return bytes_text("%s takes no arguments, not \"%s\"", command->name, arguments);
	if (!*arguments && *command->arguments && *command->arguments != '[')
		return bytes_text("%s needs an argument: %s %s", command->name, command->name,
				  command->arguments);
	console->mistake = NULL;
	return NULL;
}

/* The command line without blanks around it, and without a ":" typed out of habit.  */
static char *trimmed(const char *line)
{
	size_t size;

	line += strspn(line, begins_with);
	size = strlen(line);
	while (size && strchr(blanks, line[size - 1]))
		size--;
	return bytes_copy(line, size);
}

/* Puts a command's name before its problem, unless the line is shown beside it.  */
static char *named(const struct console *console, const struct command *command, char *problem)
{
	char *text;

	if (!problem || console->by_key || strchr(problem, '\n'))
		return problem;
	text = bytes_text("%s: %s", command->name, problem);
	free(problem);
	return text;
}

/* The line names no command, or several (count): it is played if it can only be a move.  */
static char *run_move(struct console *console, const char *line, int count, bool *answer)
{
	size_t size = strcspn(line, blanks);
	const struct command *play = command_named("play");
	bool only = !count && !nearest_command(line, size).found;
	char *problem = count ? ambiguity(line, size) : command_unknown(line, size), *no_move = NULL, *both;

	if (command_reads_move(console, line, &no_move)) {
		both = only ? named(console, play, play->run(console, line, answer))
			    : bytes_text("%s; play %s plays the move", problem, line);
	} else if (only && command_awaits_person(console)) {
		both = bytes_text("there is no command \"%.*s\", and as a move it is %s", (int)size, line,
				  no_move);
	} else {
		free(no_move);
		return problem;
	}
	free(no_move);
	free(problem);
	return both;
}

/* Says what else a short line could have meant, if the command had nothing to say.  */
static char *other_meaning(const struct command *command, const char *line, char *told, bool *answer)
{
	if (told)
		return told;
	*answer = true;
	return bytes_text("%s is short for %s: play %s plays the move", line, command->name, line);
}

static char *run(struct console *console, const char *line, bool *answer)
{
	size_t size = strcspn(line, blanks);
	const char *arguments = line + size + strspn(line + size, blanks);
	const struct command *command;
	int count = look_up(line, size, &command);
	char *told, *no_move = NULL;
	bool both;

	if (!command)
		return run_move(console, line, count, answer);
	both = !console->by_key && size < strlen(command->name) && command_awaits_person(console) &&
	       command_reads_move(console, line, &no_move);
	free(no_move);
	if ((told = argument_problem(console, command, arguments)))
		return told;
	told = command->run(console, arguments, answer);
	if (both)
		told = other_meaning(command, line, told, answer);
	return *answer ? told : named(console, command, told);
}

/* Adds a word to a list.  */
static char **add_word(char **words, int *count, const char *word)
{
	words = bytes_resized(words, sizeof(*words) * (size_t)(*count + 2));
	words[(*count)++] = bytes_text("%s", word);
	words[*count] = NULL;
	return words;
}

char *command_run(struct console *console, const char *line, const char *last, bool *answer)
{
	char *text = trimmed(line), *told = NULL;

	assert(line && answer);
	*answer = false;
	console->mistake = NULL;
	if (!*text && last) {
		free(text);
		text = trimmed(last);
	}
	if (*text)
		told = run(console, text, answer);
	console->mistake_at = strspn(line, begins_with);
	if (console->mistake)
		console->mistake_at += (size_t)(console->mistake - text);
	console->mistake = NULL;
	free(text);
	return told;
}

char *command_names(const struct command *command)
{
	struct bytes text = {0};

	bytes_add_text(&text, command->name);
	for (size_t i = 0; i < sizeof(short_names) / sizeof(short_names[0]); i++)
		if (strcmp(short_names[i].name, command->name) == 0)
			bytes_addf(&text, ", %s", short_names[i].letters);
	return text.at;
}

const struct command *command_named(const char *word)
{
	const struct command *command;

	look_up(word, strlen(word), &command);
	return command;
}

/* What can follow these arguments: a first argument, or a word of an expression.  */
static const char *const *words_at(const struct command *command, const char *arguments)
{
	if (command_words_of_setting(command, arguments))
		return command_words_of_setting(command, arguments);
	if (!arguments[strspn(arguments, blanks)])
		return command->words;
	return command_words_of_expression(command, arguments);
}

char **command_complete(void *user, const char *before, const char *text)
{
	size_t size;
	bool is_first;
	const struct command *command;
	const char *const *list;
	const char *word;
	char **words = NULL;
	int count = 0;

	assert(user && before && text);
	before += strspn(before, begins_with);
	if (!*before) {
		for (int i = 0; (command = command_at(i)); i++)
			if (begins(command->name, text, strlen(text)) &&
			    command_is_of_use(command, situation_of(user)))
				words = add_word(words, &count, command->name);
		return words;
	}
	size = strcspn(before, blanks);
	look_up(before, size, &command);
	list = command ? words_at(command, before + size) : NULL;
	is_first = !before[size + strspn(before + size, blanks)];
	for (; list && *list; list++)
		if (begins(*list, text, strlen(text)))
			words = add_word(words, &count, *list);
	for (int i = 0; command && is_first && (word = command_word_of_match(user, command, i)); i++)
		if (begins(word, text, strlen(text)))
			words = add_word(words, &count, word);
	return words;
}
