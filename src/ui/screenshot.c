/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screenshot.c - writes what the screen shows into a file, as text.  */
#include "ui_state.h"

#include <curses.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static void print_row(FILE *file, int y, int width)
{
	char bytes[MB_LEN_MAX];
	int blanks = 0;

	for (int x = 0; x < width; x++) {
		wchar_t text[CCHARW_MAX + 1];
		attr_t attributes;
		short pair;
		cchar_t cell;

		if (mvin_wch(y, x, &cell) == ERR || getcchar(&cell, text, &attributes, &pair, NULL) == ERR)
			continue;
		if (text[0] == L' ' || !text[0]) {
			blanks++;
			continue;
		}
		for (; blanks; blanks--)
			fputc(' ', file);
		for (const wchar_t *at = text; *at; at++) {
			size_t size = wcrtomb(bytes, *at, &(mbstate_t){0});

			if (size <= sizeof(bytes))
				fwrite(bytes, 1, size, file);
		}
		if (wcwidth(text[0]) == 2)
			x++;
	}
	fputc('\n', file);
}

char *ui_screenshot(void *user, const char *path)
{
	struct ui *ui = user;
	FILE *file = fopen(path, "w");
	bool failed;

	ui->overlay.kept = true;
	if (!file)
		return bytes_text("%s: %s", path, strerror(errno));
	session_whole_file(ui->session);
	ui_draw(ui);
	for (int y = 0; y < ui->height; y++)
		print_row(file, y, ui->width);
	failed = ferror(file);
	failed |= fclose(file) != 0;
	return failed ? bytes_text("%s: %s", path, strerror(errno)) : NULL;
}
