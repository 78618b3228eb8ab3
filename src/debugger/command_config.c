/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_config.c - commands that change keys, and write what is set into the config.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/config_file.h"
#include "ringside/ini.h"
#include "ringside/text_file.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char blanks[] = " \t";

/* ---- keys ---- */

/* The line as a config has it: in quotes if it ends in a blank.  The caller frees.  */
static char *quoted(const char *line)
{
	size_t size = strlen(line);

	return bytes_text(size && line[size - 1] == ' ' ? "\"%s\"" : "%s", line);
}

char *binding_line(const char *text)
{
	size_t size = strlen(text);
	bool quotes = size >= 2 && *text == '"' && text[size - 1] == '"';

	if (quotes)
		return bytes_copy(text + 1, size - 2);
	return bytes_text("%s", text + strspn(text, ":"));
}

/* Of the usual rows of its key?  */
static bool is_first(int i)
{
	return binding_in(binding_usual_at(0), binding_usual_at(i)->key, ~0u) == binding_usual_at(i);
}

/* All keys that are not as ringside has them.  */
static char *list_own(void)
{
	struct bytes text = {0};

	for (const struct binding *binding = bindings; binding->key; binding++)
		if (!binding_is_usual(binding))
			bytes_addf(&text, "%s%s = %s", text.size ? "\n" : "", binding->key, binding->line);
	for (int i = 0; binding_usual_at(i)->key; i++)
		if (!binding_of(binding_usual_at(i)->key, ~0u) && is_first(i))
			bytes_addf(&text, "%s%s =", text.size ? "\n" : "", binding_usual_at(i)->key);
	return text.size ? text.at : bytes_text("all keys are as ? shows them: bind KEY COMMAND changes one");
}

static char *bind(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, blanks);
	const char *rest = arguments + size + strspn(arguments + size, blanks), *key;
	const struct binding *binding;
	char *name = bytes_copy(arguments, size), *line = binding_line(rest), *told, *word;

	(void)console;
	key = size ? binding_key(name) : NULL;
	word = bytes_copy(line, strcspn(line, blanks));
	*answer = true;
	if (!size) {
		told = list_own();
	} else if (!key) {
		*answer = false;
		told = bytes_text("\"%s\" is no key: expected a character, ^X, F1 to F12, space, tab, left "
				  "and so on",
				  name);
	} else if (*word && !command_named(word)) {
		*answer = false;
		told = bytes_text("there is no command \"%s\"", word);
	} else {
		if (*rest)
			binding_set(key, line);
		binding = binding_of(key, ~0u);
		told = binding ? bytes_text("%s = %s", key, binding->line) : bytes_text("%s =", key);
	}
	free(word);
	free(line);
	free(name);
	return told;
}

static char *unbind(struct console *console, const char *arguments, bool *answer)
{
	const char *key = binding_key(arguments);

	(void)console;
	if (!key || !binding_of(key, ~0u))
		return bytes_text("no command has the key \"%s\"", arguments);
	binding_set(key, "");
	*answer = true;
	return bytes_text("%s =", arguments);
}

/* ---- the file ---- */

static void put_key(struct bytes *text, const char *key)
{
	const struct binding *binding = binding_of(key, ~0u);
	char *line = quoted(binding ? binding->line : "");

	ini_put(text, "keys", binding_spelled(key), line);
	free(line);
}

/* The keys that the file names, and those that are not usual.  */
static char *put_keys(struct bytes *text, const char *path)
{
	struct ini_file file = {0};
	char *problem = access(path, F_OK) == 0 ? ini_file_read(path, &file) : NULL;

	for (int i = 0; i < file.count && !problem; i++) {
		const char *key = binding_key(file.entries[i].name);

		if (strcmp(file.entries[i].section, "keys") == 0 && key)
			put_key(text, key);
	}
	for (const struct binding *binding = bindings; binding->key; binding++)
		if (!binding_is_usual(binding))
			put_key(text, binding->key);
	for (int i = 0; binding_usual_at(i)->key; i++)
		if (!binding_of(binding_usual_at(i)->key, ~0u))
			put_key(text, binding_usual_at(i)->key);
	ini_file_free(&file);
	return problem;
}

/* Each row and toggle that somebody has set.  */
static void put_settings(struct bytes *text, const struct console *console)
{
	const struct settings *settings = console->settings;

	for (int i = 0; settings_rows[i].row; i++)
		if (settings->sources[i].origin != SETTING_DEFAULT) {
			char *words = settings_words(settings, i);

			ini_put(text, "screen", settings_rows[i].row->name, words);
			free(words);
		}
	for (int i = 0; i < settings->toggle_count; i++)
		ini_put(text, "screen", settings->toggles[i].name, settings->toggles[i].on ? "on" : "off");
}

static char *save_config(struct console *console, const char *arguments, bool *answer)
{
	const char *path = *arguments ? arguments : console->settings ? console->settings->path : NULL;
	struct bytes text = {0};
	char *problem = NULL;

	if (!console->settings)
		return command_no_screen();
	if (!path)
		return bytes_text("no config is read: name a file, such as save-config /tmp/config");
	if (access(path, F_OK) == 0)
		problem = text_file_read(path, &text);
	if (!problem) {
		put_settings(&text, console);
		problem = put_keys(&text, path);
	}
	if (!problem)
		problem = config_file_write(path, &text);
	bytes_free(&text);
	if (problem)
		return problem;
	*answer = true;
	return bytes_text("saved as %s", path);
}

const struct command commands_of_config[] = {
	{"bind", "[KEY [COMMAND]]",
	 "give KEY (such as x, ^X or F5) a command, or show it; without KEY, list the keys that are not "
	 "usual",
	 bind, NULL},
	{"unbind", "KEY", "take the command from KEY", unbind, NULL},
	{"save-config", "[FILE]", "write what is set now, and the keys, into the config or FILE", save_config,
	 NULL},
	{0},
};
