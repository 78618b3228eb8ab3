/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sizes.c - the sizes of panes: $XDG_STATE_HOME/ringside/sizes, an INI file with a section such as
 * [gomocup wide] for each system and layout.
 *
 * `columns` has the borders behind the columns, `rows 1` those below the panes of the second column.  */
#include "sizes.h"

#include "ringside/bytes.h"
#include "ringside/config_file.h"
#include "ringside/state.h"
#include "ringside/text_file.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAYOUTS_MOST = 16 };

/* A border further away than any screen is wide.  */
enum { SHIFT_MOST = 1000 };

struct sizes {
	char *system;
	char *path; /* NULL: nothing is remembered */
	struct size {
		const char *layout; /* static */
		struct layout_shifts shifts;
		bool changed;
	} list[LAYOUTS_MOST];
	int count;
};

static struct size *size_of(struct sizes *sizes, const char *layout)
{
	const char *name = layout_named(layout);

	for (int i = 0; i < sizes->count; i++)
		if (sizes->list[i].layout == name)
			return &sizes->list[i];
	if (!name || sizes->count == LAYOUTS_MOST)
		return NULL;
	sizes->list[sizes->count].layout = name;
	return &sizes->list[sizes->count++];
}

static void read_numbers(const char *text, int *numbers, int count)
{
	for (int i = 0; i < count; i++) {
		char *end;
		long number = strtol(text, &end, 10);

		if (end == text || number < -SHIFT_MOST || number > SHIFT_MOST)
			return;
		numbers[i] = (int)number;
		text = end;
	}
}

/* Calls `each` for each part of the shifts: its name and its numbers.  */
static void each_part(struct layout_shifts *shifts, const char *section, struct bytes *text,
		      void (*each)(struct bytes *text, const char *section, const char *name, int *numbers,
				   int count))
{
	each(text, section, "columns", shifts->column, LAYOUT_COLUMNS);
	for (int c = 0; c < LAYOUT_COLUMNS; c++) {
		char name[] = {'r', 'o', 'w', 's', ' ', (char)('0' + c), '\0'};

		each(text, section, name, shifts->row[c], LAYOUT_ROWS);
	}
}

static void get_part(struct bytes *text, const char *section, const char *name, int *numbers, int count)
{
	char *value = ini_get(text, section, name);

	if (value)
		read_numbers(value, numbers, count);
	free(value);
}

static char *section_of(const struct sizes *sizes, const char *layout)
{
	return bytes_text("%s %s", sizes->system, layout);
}

struct sizes *sizes_new(const char *system)
{
	static const char *const layouts[] = {
#define X(name, help) name,
		LAYOUTS(X)
#undef X
	};
	struct sizes *sizes = bytes_new(sizeof(*sizes));
	struct bytes text = {0};

	sizes->system = bytes_text("%s", system);
	sizes->path = state_path("sizes");
	if (sizes->path && access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]) && text.size; i++) {
		char *section = section_of(sizes, layouts[i]);
		struct size *size = size_of(sizes, layouts[i]);

		if (size)
			each_part(&size->shifts, section, &text, get_part);
		free(section);
	}
	bytes_free(&text);
	return sizes;
}

static void put_part(struct bytes *text, const char *section, const char *name, int *numbers, int count)
{
	struct bytes value = {0};

	for (int i = 0; i < count; i++)
		bytes_addf(&value, "%s%d", i ? " " : "", numbers[i]);
	ini_put(text, section, name, value.at);
	bytes_free(&value);
}

static void write_changed(struct sizes *sizes)
{
	struct bytes text = {0};

	if (access(sizes->path, R_OK) == 0)
		free(text_file_read(sizes->path, &text));
	for (int i = 0; i < sizes->count; i++) {
		char *section = section_of(sizes, sizes->list[i].layout);

		if (sizes->list[i].changed)
			each_part(&sizes->list[i].shifts, section, &text, put_part);
		free(section);
	}
	free(config_file_write(sizes->path, &text));
	bytes_free(&text);
}

void sizes_free(struct sizes *sizes)
{
	bool changed = false;

	if (!sizes)
		return;
	for (int i = 0; i < sizes->count; i++)
		changed = changed || sizes->list[i].changed;
	if (changed && sizes->path)
		write_changed(sizes);
	free(sizes->system);
	free(sizes->path);
	free(sizes);
}

const struct layout_shifts *sizes_of(const struct sizes *sizes, const char *layout)
{
	for (int i = 0; sizes && i < sizes->count; i++)
		if (strcmp(sizes->list[i].layout, layout) == 0)
			return &sizes->list[i].shifts;
	return NULL;
}

void sizes_put(struct sizes *sizes, const char *layout, const struct layout_shifts *shifts)
{
	struct size *size = size_of(sizes, layout);

	if (!size)
		return;
	size->shifts = *shifts;
	size->changed = true;
}
