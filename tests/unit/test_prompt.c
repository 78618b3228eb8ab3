/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_prompt.c - what is typed at the prompt, and what results. Only the cursor's place needs a terminal:
 * there ncurses writes to /dev/null.  */
#include "../temp.h"
#include "../test.h"

#include "ringside/bytes.h"
#include "ui/prompt.h"

#include <curses.h>

#include <locale.h>
#include <unistd.h>

static char *entered; /* the last line; NULL if there was none or it was cancelled */
static int entries, cancels;

static void take(void *user, char *line)
{
	free(entered);
	entered = line;
	entries += line != NULL;
	cancels += line == NULL;
}

static void take_and_ask_again(void *user, char *line)
{
	take(user, line);
	prompt_open("again:", "go", take, user);
}

/* Words for completion: commands at the beginning, arguments of `theme` after it.  */
static char **words_for(void *user, const char *before, const char *text)
{
	static const char *const commands[] = {"break", "back", "bénéfice", "bénin", "theme"};
	static const char *const themes[] = {"dark", "default"};
	const char *const *from = *before ? themes : commands;
	size_t count = *before ? 2 : 5, used = 0;
	char **words = bytes_new((count + 1) * sizeof(*words));

	assert_ptr_equal(user, &entries);
	assert_true(*before == '\0' || strcmp(before, "theme ") == 0);
	for (size_t i = 0; i < count; i++)
		if (strncmp(from[i], text, strlen(text)) == 0)
			words[used++] = bytes_copy(from[i], strlen(from[i]));
	return words;
}

static size_t type(const char *bytes)
{
	return prompt_bytes(bytes, strlen(bytes));
}

static int open_prompt(void **state)
{
	entries = cancels = 0;
	free(entered);
	entered = NULL;
	prompt_setup(NULL, words_for, &entries);
	prompt_open(":", NULL, take, NULL);
	return 0;
}

static int close_prompt(void **state)
{
	prompt_finish();
	free(entered);
	entered = NULL;
	return 0;
}

TEST_IN(a_line_ends_with_enter_and_closes_the_prompt, open_prompt, close_prompt)
{
	assert_int_equal(type("break 12"), 8);
	assert_true(prompt_is_open());
	assert_int_equal(entries, 0);
	type("\r");
	assert_string_equal(entered, "break 12");
	assert_false(prompt_is_open());
	assert_int_equal(prompt_bytes("x", 1), 0);
}

TEST_IN(keys_typed_ahead_go_to_the_keymap, open_prompt, close_prompt)
{
	assert_int_equal(type("break 6\rcn:quit\r"), 8);
	assert_string_equal(entered, "break 6");
	assert_int_equal(entries, 1);
}

TEST_IN(ctrl_u_takes_the_text_and_then_the_command, open_prompt, close_prompt)
{
	prompt_open(":", "edit #41 7,7 and more", take, NULL);
	type("\0259,9\r");
	assert_string_equal(entered, "edit #41 9,9");
	prompt_open(":", "edit #41 7,7", take, NULL);
	type("\025\025back\r");
	assert_string_equal(entered, "back");
	prompt_open(":", "play e", take, NULL);
	type("4\025d4\r");
	assert_string_equal(entered, "play d4");
	prompt_open(":", "edit #41 7,7", take, NULL);
	type("\033[A\025break\r"); /* what was entered before is another line */
	assert_string_equal(entered, "break");
	prompt_open(":", NULL, take, NULL);
	type("break 4\025back\r");
	assert_string_equal(entered, "back");
}

TEST_IN(a_lone_escape_cancels, open_prompt, close_prompt)
{
	type("abc");
	assert_int_equal(type("\033"), 1);
	assert_int_equal(cancels, 1);
	assert_false(prompt_is_open());
	prompt_open(":", NULL, take, NULL);
	type("\r");
	assert_string_equal(entered, ""); /* nothing of abc is left */
}

TEST_IN(an_escape_sequence_does_not_cancel, open_prompt, close_prompt)
{
	type("abd");
	type("\033[D");
	type("c\033OC\033[De\r");
	assert_int_equal(cancels, 0);
	assert_string_equal(entered, "abced");
}

TEST_IN(interrupt_cancels_and_leaves_the_rest, open_prompt, close_prompt)
{
	assert_int_equal(type("abc\003q"), 4);
	assert_int_equal(cancels, 1);
	assert_int_equal(entries, 0);
}

TEST_IN(end_of_file_on_an_empty_line_cancels, open_prompt, close_prompt)
{
	type("\004");
	assert_int_equal(cancels, 1);
	assert_false(prompt_is_open());
}

TEST_IN(characters_of_several_bytes_are_edited_as_one, open_prompt, close_prompt)
{
	type("é作x\033[D\033[D\177\r");
	assert_string_equal(entered, "作x");
}

TEST_IN(a_character_that_comes_in_pieces_is_assembled, open_prompt, close_prompt)
{
	type("a\xe4");
	type("\xbd");
	type("\x9c\x7f\r");
	assert_string_equal(entered, "a");
}

TEST_IN(a_pasted_block_is_one_line_and_does_not_run, open_prompt, close_prompt)
{
	type("x\033[200~break 1\ncontinue\r\tquit\003\033");
	type("\n\033[201~");
	assert_int_equal(entries + cancels, 0);
	assert_true(prompt_is_open());
	type("\r");
	assert_string_equal(entered, "xbreak 1 continue  quit   ");
}

TEST_IN(a_prompt_may_open_with_a_line, open_prompt, close_prompt)
{
	prompt_close();
	prompt_open("edit:", "BEGIN", take, NULL);
	type("!\r");
	assert_string_equal(entered, "BEGIN!");
}

TEST_IN(the_prompt_can_be_opened_again_from_its_own_answer, open_prompt, close_prompt)
{
	prompt_close();
	prompt_open(":", NULL, take_and_ask_again, NULL);
	assert_int_equal(type("one\rtwo\r"), 4);
	assert_string_equal(entered, "one");
	assert_true(prompt_is_open());
	type(" on\r");
	assert_string_equal(entered, "go on");
	assert_false(prompt_is_open());
}

TEST_IN(a_single_match_is_completed_with_a_blank, open_prompt, close_prompt)
{
	type("br\t");
	assert_null(prompt_choices());
	type("7\r");
	assert_string_equal(entered, "break 7");
}

TEST_IN(the_common_prefix_is_completed_and_the_choices_are_shown, open_prompt, close_prompt)
{
	type("theme d\t");
	assert_string_equal(prompt_choices(), "dark  default");
	type("e\t");
	assert_null(prompt_choices());
	type("\r");
	assert_string_equal(entered, "theme default ");
}

TEST_IN(a_common_prefix_never_ends_inside_a_character, open_prompt, close_prompt)
{
	type("bé\t");
	assert_non_null(prompt_choices());
	type("\r");
	assert_string_equal(entered, "bén");
}

TEST_IN(without_a_match_the_line_stays, open_prompt, close_prompt)
{
	type("zz\t\r");
	assert_string_equal(entered, "zz");
}

TEST_IN(history_survives_a_restart, open_prompt, close_prompt)
{
	char folder[] = "/tmp/ringside-prompt-XXXXXX", *path, *inner;

	assert_true(temporary_folder(folder));
	inner = bytes_text("%s/state", folder);
	path = bytes_text("%s/history", inner);
	prompt_setup(path, NULL, NULL);
	type("first\r");
	prompt_open(":", NULL, take, NULL);
	type("second\r");
	prompt_open(":", NULL, take, NULL);
	type("second\r"); /* once is enough */
	prompt_finish();
	prompt_setup(path, NULL, NULL);
	prompt_open(":", NULL, take, NULL);
	type("\033[A\033[A\r");
	assert_string_equal(entered, "first");
	prompt_open(":", NULL, take, NULL);
	type("\022sec");
	type("\033"); /* ends the search, not the prompt */
	assert_int_equal(cancels, 0);
	type("\r");
	assert_string_equal(entered, "second");
	prompt_finish();
	unlink(path);
	rmdir(inner);
	rmdir(folder);
	free(path);
	free(inner);
}

TEST_IN(the_history_file_has_at_most_1000_lines, open_prompt, close_prompt)
{
	char *path;
	int fd = temp_file("history", &path), lines = 0, c;
	FILE *file;

	assert_true(fd >= 0);
	file = fdopen(fd, "w");
	for (int i = 0; i < 1005; i++)
		fprintf(file, "line %d\n", i);
	fclose(file);
	prompt_setup(path, NULL, NULL);
	type("newest\r");
	prompt_finish();
	file = fopen(path, "r");
	while ((c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	temp_remove(path);
	assert_int_equal(lines, 1000);
}

TEST_IN(the_cursor_follows_the_text_and_stays_inside, open_prompt, close_prompt)
{
	struct area area = {0, 5, 1, 10};
	FILE *nowhere = fopen("/dev/null", "w+");
	SCREEN *screen = newterm("xterm-256color", nowhere, nowhere);
	wchar_t text[CCHARW_MAX + 1];
	attr_t attributes;
	short pair;
	cchar_t cell;

	assert_non_null(screen);
	theme_bind(false);
	type("é作x");
	assert_int_equal(prompt_draw(area, 0), 5);
	type("\033[D\033[D");
	assert_int_equal(prompt_draw(area, 0), 2);
	type("\005123456789");
	assert_int_equal(prompt_draw(area, 0), 9);
	mvin_wch(0, 5 + 8, &cell); /* what was typed last is before the cursor */
	getcchar(&cell, text, &attributes, &pair, NULL);
	assert_int_equal(text[0], L'9');
	type("\001");
	assert_int_equal(prompt_draw(area, 0), 1);
	mvin_wch(0, 5, &cell);
	getcchar(&cell, text, &attributes, &pair, NULL);
	assert_int_equal(text[0], L':');
	endwin();
	delscreen(screen);
	fclose(nowhere);
}

int main(void)
{
	setenv("INPUTRC", "/dev/null", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("LINES", "24", 1);
	setenv("COLUMNS", "80", 1);
	setlocale(LC_CTYPE, "C.UTF-8");
	return RUN_TESTS(NULL, NULL);
}
