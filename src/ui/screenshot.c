/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screenshot.c - writes what the screen shows into a file, as text.  */
#include "screenshot.h"

#include "ui_state.h"

#include <curses.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

void screenshot_row(struct bytes *text, int y, int width)
{
	char bytes[MB_LEN_MAX];
	int blanks = 0;

	for (int x = 0; x < width; x++) {
		wchar_t wide[CCHARW_MAX + 1];
		attr_t attributes;
		short pair;
		cchar_t cell;

		if (mvin_wch(y, x, &cell) == ERR || getcchar(&cell, wide, &attributes, &pair, NULL) == ERR)
			continue;
		if (wide[0] == L' ' || !wide[0]) {
			blanks++;
			continue;
		}
		for (; blanks; blanks--)
			bytes_add(text, " ", 1);
		for (const wchar_t *at = wide; *at; at++) {
			size_t size = wcrtomb(bytes, *at, &(mbstate_t){0});

			if (size <= sizeof(bytes))
				bytes_add(text, bytes, size);
		}
		if (wcwidth(wide[0]) == 2)
			x++;
	}
	bytes_add(text, "\n", 1);
}

char *ui_screenshot(void *user, const char *path)
{
	struct ui *ui = user;
	FILE *file = fopen(path, "w");
	struct bytes text = {0};
	bool failed;

	ui->overlay.kept = true;
	if (!file)
		return bytes_text("%s: %s", path, strerror(errno));
	session_whole_file(ui->session);
	ui_draw(ui);
	for (int y = 0; y < ui->height; y++)
		screenshot_row(&text, y, ui->width);
	fwrite(text.at, 1, text.size, file);
	bytes_free(&text);
	failed = ferror(file);
	failed |= fclose(file) != 0;
	return failed ? bytes_text("%s: %s", path, strerror(errno)) : NULL;
}
