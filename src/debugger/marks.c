/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* marks.c - the marks of a match, kept for this user: $XDG_STATE_HOME/ringside/marks, an INI file with a
 * section for each game, such as [0123456789abcdef 1], and in it "a = MOVES BRANCH".
 *
 * They are not in the match file: who looks at it must be able to mark what they may not write.  */
#include "ringside/marks.h"

#include "ringside/bytes.h"
#include "ringside/config_file.h"
#include "ringside/session.h"
#include "ringside/state.h"
#include "ringside/text_file.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Some 1000 games; the oldest are forgotten then.  */
enum { FILE_MOST = 64 << 10, ID_MOST = 64 };

/* NULL: the match has no id, or one that no ringside gives.  The caller frees.  */
static char *section_of(const struct view *view)
{
	struct match_file *file = session_file(view->session);
	const char *id = file ? match_file_id(file) : NULL;
	size_t size = 0;

	while (id && isalnum((unsigned char)id[size]))
		size++;
	if (!size || id[size] || size > ID_MOST)
		return NULL;
	return bytes_text("%s %d", id, session_match(view->session)->setup.game);
}

static void read_marks(struct bytes *text)
{
	char *path = state_path("marks");

	if (path && access(path, R_OK) == 0)
		free(text_file_read(path, text));
	free(path);
}

void marks_read(struct view *view)
{
	char *section = section_of(view), name[2] = "", *value;
	struct bytes text = {0};

	memset(view->marks, 0, sizeof(view->marks));
	if (section)
		read_marks(&text);
	for (int i = 0; text.size && i < VIEW_MARKS; i++) {
		struct bookmark *mark = &view->marks[i];

		name[0] = (char)('a' + i);
		value = ini_get(&text, section, name);
		mark->is_set = value && sscanf(value, "%9d %9d", &mark->turns, &mark->branch) == 2 &&
			       mark->turns >= 0 && mark->branch >= -1;
		free(value);
	}
	bytes_free(&text);
	free(section);
}

/* Forgets the first half, in whole sections.  */
static void shorten(struct bytes *text)
{
	char *half, *next;

	bytes_add(text, "", 1);
	text->size--;
	half = text->at + text->size / 2;
	next = strstr(half, "\n[");
	if (!next) {
		text->size = 0;
		return;
	}
	text->size -= (size_t)(next + 1 - text->at);
	memmove(text->at, next + 1, text->size);
}

char *marks_keep(const struct view *view, int letter)
{
	const struct bookmark *mark = &view->marks[letter];
	char *section = section_of(view), *path = section ? state_path("marks") : NULL, *value,
	     *problem = NULL;
	const char name[] = {(char)('a' + letter), '\0'};
	struct bytes text = {0};

	if (path) {
		read_marks(&text);
		if (text.size > FILE_MOST)
			shorten(&text);
		value = bytes_text("%d %d", mark->turns, mark->branch);
		ini_put(&text, section, name, value);
		problem = config_file_write(path, &text);
		free(value);
	}
	bytes_free(&text);
	free(path);
	free(section);
	return problem;
}
