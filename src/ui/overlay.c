/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overlay.c - an overlay: its lines, links and rows; drawn, scrolled, searched, its links selected; and the ?
 * screen.
 *
 * Down selects the next link if it is visible, and scrolls if not, so the same two keys read a text and
 * follow its links.  */
#include "overlay.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/command.h"

#include <assert.h>
#include <ctype.h>
#include <curses.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMN = 2, LEAST_ROOM = 8, LATEST_COLUMN = 40 };

void overlay_open(struct overlay *overlay, const char *title)
{
	assert(title);
	overlay_close(overlay);
	overlay->open = overlay->kept = true;
	overlay->title = bytes_text("%s", title);
	overlay->link = overlay->found = -1;
}

void overlay_close(struct overlay *overlay)
{
	for (int i = 0; i < overlay->line_count; i++)
		free(overlay->lines[i].text);
	free(overlay->lines);
	free(overlay->rows);
	free(overlay->links);
	free(overlay->title);
	*overlay = (struct overlay){0};
}

static struct overlay_line *add_line(struct overlay *overlay, char *text)
{
	size_t count = (size_t)overlay->line_count + 1;

	assert(text);
	overlay->lines = bytes_resized(overlay->lines, count * sizeof(*overlay->lines));
	overlay->lines[count - 1] = (struct overlay_line){.text = text, .size = strlen(text)};
	overlay->line_count++;
	overlay->width = 0; /* wrap again */
	return &overlay->lines[count - 1];
}

void overlay_add(struct overlay *overlay, int column, const char *name, const char *help)
{
	struct overlay_line *line;
	int blanks;

	if (!help) {
		add_line(overlay, bytes_text("%s", name))->heading = true;
		return;
	}
	blanks = column - NAME_COLUMN - paint_width(name);
	if (blanks < 1) { /* a long name has its own line */
		line = add_line(overlay, bytes_text("%*s%s", NAME_COLUMN, "", name));
		line->head = line->size;
		line = add_line(overlay, bytes_text("%*s%s", column, "", help));
	} else {
		line = add_line(overlay, bytes_text("%*s%s%*s%s", NAME_COLUMN, "", name, blanks, "", help));
		line->head = (size_t)NAME_COLUMN + strlen(name);
	}
	line->hang = column;
}

static void add_link(struct overlay *overlay, struct overlay_link link)
{
	size_t count = (size_t)overlay->link_count + 1;

	overlay->links = bytes_resized(overlay->links, count * sizeof(*overlay->links));
	overlay->links[overlay->link_count++] = link;
}

/* The number of "#123" at text, and its size; 0: there is none.  */
static int64_t number_at(const char *text, size_t *size)
{
	int64_t number = 0;

	*size = 1;
	if (text[0] != '#' || text[1] < '1' || text[1] > '9')
		return 0;
	for (; isdigit((unsigned char)text[*size]); ++*size) {
		if (*size > 18)
			return 0;
		number = 10 * number + (text[*size] - '0');
	}
	return isalpha((unsigned char)text[*size]) ? 0 : number;
}

static void find_links(struct overlay *overlay, int line, int64_t last)
{
	const char *text = overlay->lines[line].text, *end;
	bool quoted = false;
	int64_t number;
	size_t size;

	for (size_t at = 0; text[at]; at++) {
		if (text[at] == '\\' && text[at + 1]) {
			at++;
		} else if (text[at] == '"') {
			quoted = !quoted;
		} else if (quoted) {
			continue;
		} else if (text[at] == '`' && (end = strchr(text + at + 1, '`')) && end > text + at + 1) {
			size = (size_t)(end - text) + 1 - at;
			add_link(overlay, (struct overlay_link){.line = line, .from = at, .size = size});
			at += size - 1;
		} else if ((number = number_at(text + at, &size)) && number <= last &&
			   (at == 0 || !isalnum((unsigned char)text[at - 1]))) {
			add_link(overlay, (struct overlay_link){
						  .line = line, .from = at, .size = size, .message = number});
			at += size - 1;
		}
	}
}

/* The column where a line's wrapped rows begin: its last column, if that begins early enough, else its
   indentation or a little more.  */
static int hang_of(const char *text)
{
	size_t indent = strspn(text, " "), last = 0;

	for (size_t at = indent; at < LATEST_COLUMN && text[at]; at++)
		if (text[at] != ' ' && at > indent + 1 && text[at - 1] == ' ' && text[at - 2] == ' ')
			last = at;
	if (last)
		return paint_bytes_width(text, last);
	return indent && indent < LATEST_COLUMN ? (int)indent : 2;
}

void overlay_add_answer(struct overlay *overlay, const char *text, int64_t last)
{
	int first = overlay->line_count;

	assert(text && last >= 0);
	while (*text) {
		size_t size = strcspn(text, "\n");
		struct overlay_line *line = add_line(overlay, bytes_copy(text, size));

		line->hang = hang_of(line->text);
		find_links(overlay, overlay->line_count - 1, last);
		text += size + (text[size] == '\n');
	}
	for (int i = first; i + 1 < overlay->line_count; i++)
		overlay->lines[i].heading = overlay->lines[i].size && overlay->lines[i].text[0] != ' ' &&
					    overlay->lines[i + 1].text[0] == ' ';
	if (overlay->link < 0 && overlay->link_count)
		overlay->link = 0;
}

static void add_row(struct overlay *overlay, struct overlay_row row)
{
	int count = overlay->row_count++;

	if ((count & (count - 1)) == 0) /* double the room when it is full */
		overlay->rows = bytes_resized(overlay->rows,
					      (size_t)(count ? 2 * count : 1) * sizeof(*overlay->rows));
	overlay->rows[count] = row;
}

/* Wraps all lines for this width, unless they are already.  */
static void overlay_wrap(struct overlay *overlay, int width)
{
	if (width == overlay->width)
		return;
	overlay->row_count = 0;
	overlay->width = width;
	for (int i = 0; i < overlay->line_count; i++) {
		const struct overlay_line *line = &overlay->lines[i];
		size_t at = 0;
		int column = 0;

		do {
			struct overlay_row row = {.line = i, .from = at, .column = column};

			row.size = paint_wrap(line->text, line->size, &at, width - column);
			add_row(overlay, row);
			column = line->hang <= width - LEAST_ROOM ? line->hang : 0;
		} while (at < line->size);
	}
}

/* The row in which byte `at` of a line stands.  */
static int overlay_row_of(const struct overlay *overlay, int line, size_t at)
{
	int found = 0;

	assert(line >= 0);
	for (int i = 0; i < overlay->row_count; i++)
		if (overlay->rows[i].line == line && overlay->rows[i].from <= at)
			found = i;
	return found;
}

const struct overlay_link *overlay_selected(const struct overlay *overlay)
{
	return overlay->link >= 0 && overlay->link < overlay->link_count ? &overlay->links[overlay->link]
									 : NULL;
}

char *overlay_command(const struct overlay *overlay, const struct overlay_link *link)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *text = overlay->lines[link->line].text + link->from + 1;
	size_t size = link->size - 2, from = size;

	while (from && strchr(letters, text[from - 1]))
		from--;
	return bytes_copy(text, from && text[from - 1] == ' ' ? from : size);
}

enum { ESCAPE = 27 };

/* In the order of the ? screen.  */
const struct binding overlay_bindings[] = {
	{"j k", "", "scroll; so do up and down, which select the next link where there are links", NULL, 0,
	 KEYS_READ},
	{"space", "", "scroll a page, b back; so do pagedown and pageup", "scroll", 0, KEYS_READ},
	{"d u", "", "scroll half a page; g and G go to the beginning and to the end", NULL, 0, KEYS_READ},
	{"/", "", "search; n and N go to the next and the previous hit; so do ] and [", "search", 0,
	 KEYS_READ},
	{"tab", "", "select the next link; enter follows it, a click does both", NULL, 0, KEYS_READ},
	{"q", "", "close the text; so do escape and ?", "close", 0, KEYS_RINGSIDE},
	{0},
};

static int rows_shown(const struct overlay *overlay)
{
	return overlay->area.height > 1 ? overlay->area.height : 1;
}

static void scroll_to(struct overlay *overlay, int top)
{
	int lowest = overlay->row_count - rows_shown(overlay);

	overlay->top = kept_within(top, 0, lowest > 0 ? lowest : 0);
}

static int row_of_link(const struct overlay *overlay, int link)
{
	assert(link >= 0 && link < overlay->link_count);
	return overlay_row_of(overlay, overlay->links[link].line, overlay->links[link].from);
}

static bool in_sight(const struct overlay *overlay, int row)
{
	return row >= overlay->top && row < overlay->top + rows_shown(overlay);
}

static void bring_into_sight(struct overlay *overlay, int row)
{
	if (!in_sight(overlay, row))
		scroll_to(overlay, row - rows_shown(overlay) / 2);
}

/* Selects the first visible link, or the last one (step -1), if the selected one is not visible.  False:
   none is visible.  */
static bool select_in_sight(struct overlay *overlay, int step)
{
	int count = overlay->link_count;

	for (int i = step > 0 ? 0 : count - 1; i >= 0 && i < count; i += step)
		if (in_sight(overlay, row_of_link(overlay, i))) {
			overlay->link = i;
			return true;
		}
	return false;
}

static void select_link(struct overlay *overlay, int step)
{
	if (!overlay->link_count)
		return;
	if (in_sight(overlay, row_of_link(overlay, overlay->link)) || !select_in_sight(overlay, step))
		overlay->link = (overlay->link + step + overlay->link_count) % overlay->link_count;
	bring_into_sight(overlay, row_of_link(overlay, overlay->link));
}

static void up_or_down(struct overlay *overlay, int step)
{
	int next = overlay->link + step;

	if (overlay->link >= 0 && next >= 0 && next < overlay->link_count &&
	    in_sight(overlay, row_of_link(overlay, next)))
		overlay->link = next;
	else
		scroll_to(overlay, overlay->top + step);
}

static void draw_row(const struct overlay *overlay, struct area inside, int y, int i)
{
	const struct overlay_row *row = &overlay->rows[i];
	const struct overlay_line *line = &overlay->lines[row->line];
	size_t end = row->from + row->size;
	enum role role = row->line == overlay->found        ? ROLE_MATCHED
			 : overlay->alarm && row->line == 0 ? ROLE_ALARM
			 : line->heading                    ? ROLE_TITLE
							    : ROLE_TEXT;

	assert(i >= 0 && i < overlay->row_count);
	paint_part(inside, y, row->column, role, line->text, row->from, end, 0, line->size);
	paint_part(inside, y, row->column, ROLE_HINT_KEY, line->text, row->from, end, 0, line->head);
	for (int k = 0; k < overlay->link_count; k++) {
		const struct overlay_link *link = &overlay->links[k];

		if (link->line == row->line)
			paint_part(inside, y, row->column, k == overlay->link ? ROLE_SELECTED : ROLE_LINK,
				   line->text, row->from, end, link->from, link->size);
	}
}

/* What can be pressed, in as many words as its title leaves room for.  The caller frees.  */
static char *keys_of(const struct overlay *overlay, bool scrolls)
{
	struct bytes text = {0};

	for (const struct binding *key = overlay->keys; key && key->key; key++)
		if (key->hint)
			bytes_addf(&text, "%s: %s  ", key->key, key->hint);
	if (overlay->link_count && !overlay->keys)
		bytes_add_text(&text, "tab: next link   enter: go there   ");
	else if (scrolls && !overlay->keys)
		bytes_add_text(&text, "j k space: scroll   /: search   ");
	bytes_add_text(&text, "q: close");
	return text.at;
}

void overlay_draw(struct overlay *overlay, struct area body)
{
	struct area area = body, inside;
	char *keys;

	overlay_wrap(overlay, body.width > 4 ? body.width - 4 : 1);
	if (overlay->row_count + 2 < body.height) {
		area.height = overlay->row_count + 2;
		area.y += body.height - area.height;
	}
	keys = keys_of(overlay, overlay->row_count + 2 > body.height);
	paint_clear(area, ROLE_TEXT);
	inside = paint_frame(area, ROLE_FRAME_FOCUS, 0, overlay->title, keys);
	free(keys);
	inside.x++;
	inside.width -= 2;
	overlay->area = inside;
	scroll_to(overlay, overlay->top);
	for (int y = 0; y < inside.height && overlay->top + y < overlay->row_count; y++)
		draw_row(overlay, inside, y, overlay->top + y);
}

/* The character of the key that scrolls the same way.  */
static unsigned letter_of(unsigned code)
{
	switch (code) {
	case KEY_PPAGE: return 'b';
	case KEY_NPAGE: return ' ';
	case KEY_HOME: return 'g';
	case KEY_END: return 'G';
	case KEY_ENTER: return '\n';
	default: return 0;
	}
}

enum overlay_request overlay_key(struct overlay *overlay, unsigned key, bool is_code)
{
	enum { CTRL_D = 'D' & 31, CTRL_U = 'U' & 31 };
	int page = rows_shown(overlay), half = page > 1 ? page / 2 : 1;

	if (is_code && (key == KEY_UP || key == KEY_DOWN)) {
		up_or_down(overlay, key == KEY_UP ? -1 : 1);
		return OVERLAY_NOTHING;
	}
	if (is_code && key == KEY_BTAB) {
		select_link(overlay, -1);
		return OVERLAY_NOTHING;
	}
	switch (is_code ? letter_of(key) : key) {
	case 'j': scroll_to(overlay, overlay->top + 1); break;
	case 'k': scroll_to(overlay, overlay->top - 1); break;
	case ' ': scroll_to(overlay, overlay->top + page); break;
	case 'b': scroll_to(overlay, overlay->top - page); break;
	case 'd':
	case CTRL_D: scroll_to(overlay, overlay->top + half); break;
	case 'u':
	case CTRL_U: scroll_to(overlay, overlay->top - half); break;
	case 'g': scroll_to(overlay, 0); break;
	case 'G': scroll_to(overlay, overlay->row_count); break;
	case '\t': select_link(overlay, 1); break;
	case '\r':
	case '\n': return OVERLAY_FOLLOW;
	case 'q':
	case '?':
	case ESCAPE: overlay_close(overlay); break;
	default: return OVERLAY_PASS;
	}
	return OVERLAY_NOTHING;
}

enum overlay_request overlay_click(struct overlay *overlay, int y, int x, int button)
{
	const struct overlay_row *row;
	int i = overlay->top + y - overlay->area.y;

	x -= overlay->area.x;
	if (button >= 4) {
		scroll_to(overlay, overlay->top + (button == 4 ? -3 : 3));
		return OVERLAY_NOTHING;
	}
	if (y < overlay->area.y || y >= overlay->area.y + overlay->area.height || i >= overlay->row_count)
		return OVERLAY_NOTHING;
	row = &overlay->rows[i];
	for (int k = 0; k < overlay->link_count; k++) {
		const struct overlay_link *link = &overlay->links[k];
		const char *text = overlay->lines[row->line].text;
		int from, to;

		if (link->line != row->line || link->from < row->from || link->from >= row->from + row->size)
			continue;
		from = row->column + paint_bytes_width(text + row->from, link->from - row->from);
		to = from + paint_bytes_width(text + link->from, link->size);
		if (x >= from && x < to) {
			overlay->link = k;
			return OVERLAY_FOLLOW;
		}
	}
	return OVERLAY_NOTHING;
}

bool overlay_search(struct overlay *overlay, const char *text, int direction)
{
	int count = overlay->line_count;
	int from = overlay->found >= 0 ? overlay->found : direction > 0 ? -1 : count;

	assert(text && (direction == 1 || direction == -1));
	overlay->kept = true;
	for (int i = 1; i <= count; i++) {
		int line = ((from + i * direction) % count + count) % count;

		if (!strcasestr(overlay->lines[line].text, text))
			continue;
		overlay->found = line;
		bring_into_sight(overlay, overlay_row_of(overlay, line, 0));
		return true;
	}
	return false;
}

/* ---- the ? screen ----
 *
 * Whoever opens it wants to know what to press now: the keys of this situation come first, then those of this
 * game; on a person's turn the other way round.  All others follow, sorted by what they are for.  */

enum { HELP_COLUMN = 12, SIGN_COLUMN = 15, NOW_MOST = 10 };

void overlay_add_sign(struct overlay *overlay, const struct sign *sign)
{
	FREED char *name =
		bytes_text("%s%s%s", sign_text(sign), sign->word ? " " : "", sign->word ? sign->word : "");

	overlay_add(overlay, SIGN_COLUMN, name, sign->meaning);
}

/* Is it a row that the line of keys would show here, and not everywhere, or one that a person has on turn
 * alone?  */
static bool is_for_now(const struct binding *row, unsigned situation)
{
	return (row->hint || row->when == WHEN_YOUR_TURN) && *binding_help(row) &&
	       row->group != KEYS_RINGSIDE && row->group != KEYS_PANES &&
	       binding_of(row->key, situation) == row;
}

/* Is the row among the first rows for now, which the ? screen begins with?  */
static bool is_shown_first(const struct binding *wanted, unsigned situation)
{
	int count = 0;

	for (const struct binding *row = bindings; row->key && count < NOW_MOST; row++) {
		if (!is_for_now(row, situation))
			continue;
		if (strcmp(row->key, wanted->key) == 0 && strcmp(row->line, wanted->line) == 0)
			return true;
		count++;
	}
	return false;
}

static void add_now(struct overlay *overlay, const struct help_place *place)
{
	unsigned situation = place->situation;
	FREED char *title = bytes_text("Now: %s", situation & WHEN_YOUR_TURN ? situation_words(WHEN_YOUR_TURN)
						  : situation & WHEN_BACK    ? situation_words(WHEN_BACK)
									     : situation_words(situation));

	overlay_add(overlay, 0, title, NULL);
	for (const struct binding *row = bindings; row->key; row++)
		if (is_for_now(row, situation) && is_shown_first(row, situation))
			overlay_add(overlay, HELP_COLUMN, row->key, binding_help(row));
}

/* The next row of the board's keys that means something here; nobody plays in a file or after the end.  */
static const struct board_key *key_from(const struct board_key *key, unsigned situation)
{
	while (key->key && key->plays && situation & (WHEN_FILE | WHEN_OVER))
		key++;
	return key;
}

/* What only this board has.  */
static void add_board(struct overlay *overlay, const struct help_place *place)
{
	const struct board_key *key = key_from(board_keys(place->system), place->situation);
	const struct toggle *toggle = toggles_of(place->system);
	FREED char *title = bytes_text("On the board of %s", place->system);

	if (key->key || toggle->name)
		overlay_add(overlay, 0, title, NULL);
	for (; key->key; key = key_from(key + 1, place->situation))
		overlay_add(overlay, HELP_COLUMN, key->key, key->help);
	for (; toggle->name; toggle++) {
		FREED char *set = bytes_text(":set %s", toggle->name);

		overlay_add(overlay, HELP_COLUMN, toggle->key ? toggle->key : set, toggle->help);
	}
}

static void add_rows(struct overlay *overlay, const char *title, const struct binding *rows)
{
	if (!rows || !rows->key)
		return;
	overlay_add(overlay, 0, title, NULL);
	for (; rows->key; rows++)
		if (rows->help)
			overlay_add(overlay, HELP_COLUMN, rows->key, rows->help);
}

/* Does its key do that in this situation?  */
static bool holds(const struct binding *wanted, unsigned situation)
{
	bool held = !wanted->when || wanted->when & situation;

	for (const struct binding *row = bindings; row->key && !held; row++)
		held = strcmp(row->key, wanted->key) == 0 && strcmp(row->line, wanted->line) == 0 &&
		       (!row->when || row->when & situation);
	return held;
}

/* All other keys that do something in this situation, by their groups.  */
static void add_groups(struct overlay *overlay, unsigned situation)
{
	static const char *const titles[] = {
#define X(NAME, title) title,
		KEY_GROUPS(X)
#undef X
	};
	const struct binding *row;
	enum key_group group = KEY_GROUP_COUNT;

	for (int i = 0; (row = binding_at(i)); i++) {
		if (is_shown_first(row, situation) || !holds(row, situation))
			continue;
		if (row->group != group)
			overlay_add(overlay, 0, titles[row->group], NULL);
		group = row->group;
		overlay_add(overlay, HELP_COLUMN, row->key, row->help);
	}
}

static void add_not_now(struct overlay *overlay, unsigned situation)
{
	const struct binding *row;

	overlay_add(overlay, 0, "Not now", NULL);
	for (int i = 0; (row = binding_at(i)); i++)
		if (!holds(row, situation) && row->when != WHEN_OTHER)
			overlay_add(overlay, HELP_COLUMN, row->key, row->help);
}

void help_open(struct overlay *overlay, const struct help_place *place)
{
	const struct command *command;
	FREED_BY(bytes_free) struct bytes names = {0};

	overlay_open(overlay, "help");
	if (place->situation & WHEN_YOUR_TURN)
		add_board(overlay, place);
	add_now(overlay, place);
	if (!(place->situation & WHEN_YOUR_TURN))
		add_board(overlay, place);
	add_rows(overlay, "In this pane", place->own);
	add_groups(overlay, place->situation);
	overlay_add(overlay, HELP_COLUMN, "in a text",
		    "space b d u g G scroll, / searches, tab and enter follow a link");
	add_not_now(overlay, place->situation);
	overlay_add(overlay, 0, "Commands, after : (a unique prefix is enough; `help COMMAND` explains one)",
		    NULL);
	for (int i = 0; (command = command_at(i)); i++)
		bytes_addf(&names, " %s", command->name);
	overlay_add_answer(overlay, names.at, 0);
}
