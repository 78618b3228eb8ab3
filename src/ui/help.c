/* help.c - the ? screen.  */
#include "help.h"

#include "ringside/bytes.h"
#include "ringside/command.h"
#include <curses.h>

#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 2, HELP_COLUMN = 12, COMMAND_COLUMN = 48 };

static int table_size(void)
{
	const struct command *command;
	int size = 3; /* two headings, and a blank line between */

	for (const struct binding *binding = bindings; binding->key; binding++)
		size += binding->help != NULL;
	for (int i = 0; (command = command_at(i)); i++)
		size++;
	return size;
}

/* From line y on, which may be above the area: what is outside is left out.  Returns where the next heading
   stands.  */
static int draw_keys(struct area area, int y)
{
	paint_text(area, y++, 0, ROLE_TITLE, "Keys");
	for (const struct binding *binding = bindings; binding->key; binding++) {
		if (!binding->help)
			continue;
		if (y >= 0 && y < area.height) {
			paint_text(area, y, NAME_COLUMN, ROLE_HINT_KEY, binding->key);
			paint_text(area, y, HELP_COLUMN, ROLE_TEXT, binding->help);
		}
		y++;
	}
	return y + 1;
}

static void draw_commands(struct area area, int y)
{
	const struct command *command;
	int column = area.width < 100 ? COMMAND_COLUMN / 2 : COMMAND_COLUMN;

	if (y >= 0 && y < area.height)
		paint_text(area, y, 0, ROLE_TITLE,
			   "Commands, after : (a unique beginning of the name is enough)");
	y++;
	for (int i = 0; (command = command_at(i)); i++, y++) {
		char *names, *line;
		int x;

		if (y < 0 || y >= area.height)
			continue;
		names = command_names(command);
		line = bytes_text("%s %s", names, command->arguments);
		x = paint_text(area, y, NAME_COLUMN, ROLE_HINT_KEY, line);
		paint_text(area, y, x + 1 > column ? x + 1 : column, ROLE_TEXT, command->help);
		free(line);
		free(names);
	}
}

static void clamp(struct help *help)
{
	if (help->top > table_size() - help->lines)
		help->top = table_size() - help->lines;
	if (help->top < 0)
		help->top = 0;
}

void help_open(struct help *help)
{
	help->open = true;
	help->top = 0;
}

void help_draw(struct help *help, struct area area)
{
	struct area inside =
		paint_frame(area, ROLE_FRAME_FOCUS, "help", "up, down, space: scroll   q: close");

	inside.x++;
	inside.width -= 2;
	help->lines = inside.height;
	clamp(help);
	draw_commands(inside, draw_keys(inside, -help->top));
}

void help_wheel(struct help *help, int lines)
{
	help->top += lines;
	clamp(help);
}

void help_key(struct help *help, unsigned key, bool is_code)
{
	static const struct {
		unsigned key;
		int lines, pages;
	} moves[] = {{KEY_UP, -1, 0},   {KEY_DOWN, 1, 0},     {KEY_PPAGE, 0, -1},
		     {KEY_NPAGE, 0, 1}, {KEY_HOME, -1000, 0}, {KEY_END, 1000, 0}};

	if (!is_code && key == ' ') {
		help_wheel(help, help->lines);
		return;
	}
	for (size_t i = 0; is_code && i < sizeof(moves) / sizeof(moves[0]); i++)
		if (moves[i].key == key) {
			help_wheel(help, moves[i].lines + moves[i].pages * help->lines);
			return;
		}
	if (!is_code)
		help->open = false;
}
