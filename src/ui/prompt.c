/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* prompt.c - readline's callback interface, fed from a queue and drawn by paint.
 *
 * All state is global because readline's own is: there is one line to edit.  */
#include "prompt.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include <assert.h>
#include <curses.h>
#include <term.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { ESCAPE = 27, INTERRUPT = 3, CTRL_U = 'U' & 31, HISTORY_MAX = 1000 };

#define PASTE_BEGIN "\033[200~"
#define PASTE_END   "\033[201~"

static prompt_complete_fn *complete_word;
static void *complete_user;
static char *history_path;
static int history_new; /* entries since the file was read */

static bool is_open, pasting;
static prompt_fn *done;
static void *done_user;
static struct bytes queue; /* what readline has not read yet */
static bool ended;         /* readline has called on_line() */
static char *entered;      /* with this line; NULL: end of file */
static char *choices;
static char *offered; /* the beginning of the line that a key opened: its command, and #K of a message */

/* What readline calls.  */

static int next_byte(FILE *unused UNUSED)
{
	unsigned char byte;

	if (queue.size == 0)
		return EOF;
	byte = (unsigned char)queue.at[0];
	bytes_drop(&queue, 1);
	return byte;
}

/* Without this readline calls select() on a terminal that it does not own.  */
static int bytes_wait(void)
{
	return queue.size > 0;
}

static void drawn_later(void)
{
}

static void on_line(char *line)
{
	ended = true;
	entered = line;
}

/* Ctrl-U takes away the text, and only the second one the command that a key has put before it.  */
static int discard(int count, int key)
{
	int kept = offered ? (int)strlen(offered) : 0;

	if (rl_point <= kept || strncmp(rl_line_buffer, offered ? offered : "", (size_t)kept) != 0)
		return rl_unix_line_discard(count, key);
	rl_kill_text(kept, rl_point);
	rl_point = kept;
	return 0;
}

/* Where Ctrl-U is as usual.  */
static void bind_discard(Keymap map)
{
	if (map[CTRL_U].type == ISFUNC && map[CTRL_U].function == rl_unix_line_discard)
		rl_bind_key_in_map(CTRL_U, discard, map);
}

/* "edit #41 " of "edit #41 7,7", "play " of "play e4".  */
static char *command_of(const char *text)
{
	size_t size = strcspn(text, " ");

	size += strspn(text + size, " ");
	if (text[size] == '#' && text[size + 1]) {
		size += strcspn(text + size, " ");
		size += strspn(text + size, " ");
	}
	return bytes_copy(text, size);
}

static void free_words(char **words)
{
	for (int i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/* The words that begin with text, after their common beginning, as readline wants them.  */
static char **matches_of(const char *text, int start, int end UNUSED)
{
	FREED char *before = bytes_copy(rl_line_buffer, (size_t)start);
	char **words = complete_word ? complete_word(complete_user, before, text) : NULL, **matches;
	size_t count = 0, size = strlen(text), common;

	rl_attempted_completion_over = 1; /* else it goes on with files */
	for (size_t i = 0; words && words[i]; i++)
		if (strncmp(words[i], text, size) == 0) {
			char *word = words[i];

			words[i] = words[count];
			words[count++] = word;
		}
	if (count == 0) {
		free_words(words);
		return NULL;
	}
	common = strlen(words[0]);
	for (size_t i = 1; i < count; i++)
		for (size_t at = size; at < common; at++)
			if (words[i][at] != words[0][at])
				common = at;
	while (common > size && (words[0][common] & 0xc0) == 0x80)
		common--; /* not inside a character */
	matches = bytes_new((count + 2) * sizeof(*matches));
	matches[0] = bytes_copy(words[0], common);
	for (size_t i = 0; count > 1 && i < count; i++)
		matches[i + 1] = bytes_copy(words[i], strlen(words[i]));
	free_words(words);
	rl_completion_suppress_append = common && matches[0][common - 1] == '(';
	return matches;
}

static void keep_choices(char **matches, int count, int longest UNUSED)
{
	struct bytes text = {0};

	for (int i = 1; i <= count; i++)
		bytes_addf(&text, "%s%s", i > 1 ? "  " : "", matches[i]);
	free(choices);
	choices = text.at;
}

/* The prompt itself.  */

static void close_line(void)
{
	rl_callback_sigcleanup(); /* drops a pending Escape, search or argument */
	rl_callback_handler_remove();
	rl_replace_line("", 1);
	bytes_free(&queue);
	is_open = pasting = false;
}

/* Calls whoever opened the prompt, who may open it again.  */
static void finish(char *line)
{
	HIST_ENTRY *last;

	close_line();
	if (line && *line) {
		last = history_length ? history_get(history_base + history_length - 1) : NULL;
		if (!last || strcmp(last->line, line) != 0) {
			add_history(line);
			history_new++;
		}
	}
	done(done_user, line);
}

/* Readline reads the rest of a character at once, so it gets whole characters.  */
static size_t character_size(unsigned char lead)
{
	return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Does Escape mean something to readline now, besides cancelling?  */
static bool escape_is_wanted(void)
{
	return RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) ||
	       (rl_editing_mode == 0 && strcmp(rl_get_keymap_name(rl_get_keymap()), "vi-insert") == 0);
}

/* Takes a mark of bracketed paste.  Returns its size; 0: there is none.  */
static size_t take_paste_mark(const char *bytes, size_t size)
{
	const char *mark = pasting ? PASTE_END : PASTE_BEGIN;

	if (size < strlen(mark) || memcmp(bytes, mark, strlen(mark)) != 0)
		return 0;
	pasting = !pasting;
	return strlen(mark);
}

void prompt_setup(const char *history, prompt_complete_fn *complete, void *user)
{
	TERMINAL *terminal =
		cur_term; /* readline asks for the terminal's keys, and ncurses would use its answer */

	complete_word = complete;
	complete_user = user;
	rl_readline_name = "ringside";
	rl_catch_signals = 0;
	rl_catch_sigwinch = 0;
	rl_change_environment = 0; /* else it exports LINES and COLUMNS, and ncurses no longer resizes */
	rl_prep_term_function = NULL;
	rl_deprep_term_function = NULL;
	rl_getc_function = next_byte;
	rl_input_available_hook = bytes_wait;
	rl_redisplay_function = drawn_later;
	rl_attempted_completion_function = matches_of;
	rl_completion_display_matches_hook = keep_choices;
	rl_completer_word_break_characters = " \t()!&|<>={";
	rl_completer_quote_characters = "";
	rl_completion_query_items = -1;
	if (!rl_outstream || rl_outstream == stdout)
		rl_outstream = fopen("/dev/null", "we"); /* nothing of it reaches the terminal */
	rl_initialize();
	rl_variable_bind("show-all-if-ambiguous", "on");
	rl_variable_bind("bell-style", "none");
	bind_discard(emacs_standard_keymap);
	bind_discard(vi_insertion_keymap);
	if (terminal)
		set_curterm(terminal);
	using_history();
	clear_history();
	stifle_history(HISTORY_MAX);
	free(history_path);
	history_path = history ? bytes_copy(history, strlen(history)) : NULL;
	history_new = 0;
	if (history_path)
		read_history(history_path);
}

void prompt_finish(void)
{
	if (is_open)
		prompt_close();
	if (history_path && history_new > 0) {
		FILE *file;

		folders_make(history_path, true);
		file = fopen(history_path, "ae"); /* append_history() needs an existing file */
		if (file)
			fclose(file);
		append_history(history_new < history_length ? history_new : history_length, history_path);
		history_truncate_file(history_path, HISTORY_MAX);
	}
	free(history_path);
	history_path = NULL;
	free(choices);
	choices = NULL;
	free(offered);
	offered = NULL;
}

void prompt_open(const char *label, const char *text, prompt_fn *when_done, void *user)
{
	assert(label && when_done);
	if (is_open)
		close_line();
	done = when_done;
	done_user = user;
	is_open = true;
	free(offered);
	offered = text ? command_of(text) : NULL;
	rl_callback_handler_install(label, on_line);
	if (text)
		rl_insert_text(text);
}

void prompt_close(void)
{
	if (is_open)
		close_line();
	free(choices);
	choices = NULL;
}

bool prompt_is_open(void)
{
	return is_open;
}

size_t prompt_bytes(const char *bytes, size_t size)
{
	size_t taken = 0;

	assert(bytes || size == 0);
	if (!is_open)
		return 0;
	free(choices);
	choices = NULL;
	if (size == 1 && !pasting && (*bytes == INTERRUPT || (*bytes == ESCAPE && !escape_is_wanted()))) {
		finish(NULL);
		return 1;
	}
	ended = false;
	while (taken < size && !ended) {
		size_t mark = take_paste_mark(bytes + taken, size - taken);
		unsigned char byte = (unsigned char)bytes[taken];

		taken += mark;
		if (mark)
			continue;
		taken++;
		if (byte == INTERRUPT && !pasting) {
			finish(NULL);
			return taken;
		}
		/* A pasted block becomes one line, so it does not run before it was read.  */
		bytes_add(&queue, pasting && (byte < 0x20 || byte == 0x7f) ? " " : bytes + taken - 1, 1);
		while (!ended && queue.size && queue.size >= character_size((unsigned char)queue.at[0]))
			rl_callback_read_char();
	}
	if (ended)
		finish(entered);
	return taken;
}

int prompt_draw(struct area area, int y)
{
	int label, cursor, shift;

	if (!is_open || area.width <= 0)
		return 0;
	label = paint_width(rl_display_prompt);
	cursor = label + paint_bytes_width(rl_line_buffer, (size_t)rl_point);
	shift = cursor < area.width ? 0 : cursor - area.width + 1;
	paint_clear((struct area){area.y + y, area.x, 1, area.width}, ROLE_PROMPT);
	paint_text(area, y, -shift, ROLE_PROMPT, rl_display_prompt);
	paint_text(area, y, label - shift, ROLE_PROMPT, rl_line_buffer);
	return cursor - shift;
}

const char *prompt_line(void)
{
	return rl_line_buffer;
}

const char *prompt_choices(void)
{
	return choices;
}
