/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* theme.c - finds and reads theme files, and binds the theme in use to the colours of this terminal.
 *
 * The theme in use is global because ncurses' colour pairs are.  */
#include "picture.h"
#include "ringside/bytes.h"
#include "ringside/ini.h"
#include "ringside/installed.h"
#include "ringside/mistake.h"
#include "theme_file.h"

#include <assert.h>
#include <curses.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PALETTE_MAX = 64 };

/* A theme file being read.  */
struct theme_reader {
	struct theme theme;
	struct {
		char *name;
		int colour;
	} palette[PALETTE_MAX];
	int palette_count;
};

static const struct {
	const char *name, *look, *colourless;
} roles[ROLE_COUNT] = {
#define X(NAME, name, look, colourless) {name, look, colourless},
	ROLES(X)
#undef X
};

static const char *const colour_names[16] = {
	"black",        "red",           "green",       "yellow",         "blue",
	"magenta",      "cyan",          "white",       "bright-black",   "bright-red",
	"bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
	"bright-white",
};

static const struct {
	const char *name;
	unsigned attribute;
} attributes[] = {
	{"bold", LOOK_BOLD},           {"dim", LOOK_DIM},         {"italic", LOOK_ITALIC},
	{"underline", LOOK_UNDERLINE}, {"reverse", LOOK_REVERSE},
};

static bool colour_named(const struct theme_reader *reader, const char *word, int *colour)
{
	char *end;
	long value;

	for (int i = 0; reader && i < reader->palette_count; i++)
		if (strcmp(word, reader->palette[i].name) == 0) {
			*colour = reader->palette[i].colour;
			return true;
		}
	if (strcmp(word, "default") == 0) {
		*colour = COLOUR_DEFAULT;
		return true;
	}
	for (int i = 0; i < 16; i++)
		if (strcmp(word, colour_names[i]) == 0) {
			*colour = i;
			return true;
		}
	if (word[0] == '#') {
		*colour = COLOUR_RGB | (int)strtol(word + 1, &end, 16);
		return strlen(word) == 7 && strspn(word + 1, "0123456789abcdefABCDEF") == 6;
	}
	value = strtol(word, &end, 10);
	*colour = (int)value;
	return word[0] >= '0' && word[0] <= '9' && *end == '\0' && value <= 255;
}

static bool attribute_named(const char *word, unsigned *attribute)
{
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		if (strcmp(word, attributes[i].name) == 0) {
			*attribute |= attributes[i].attribute;
			return true;
		}
	return false;
}

static const char *const colour_expected =
	"a colour (default, black to bright-white, 0-255, #rrggbb, or a name that [palette] gave before)";

/* NULL, or what is wrong with the look, and where in the text.  */
static char *parse_look(const struct theme_reader *reader, const char *text, struct look *look,
			const char **wrong)
{
	FREED char *copy = bytes_copy(text, strlen(text));
	char *save, *problem = NULL;
	int at = 0;

	*look = (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
	for (char *word = strtok_r(copy, " \t", &save); word && !problem;
	     word = strtok_r(NULL, " \t", &save), at++) {
		*wrong = text + (word - copy);
		if (at < 2 && !colour_named(reader, word, at == 0 ? &look->foreground : &look->background))
			problem = bytes_text("expected %s, not \"%s\"", colour_expected, word);
		else if (at >= 2 && !attribute_named(word, &look->attributes))
			problem = bytes_text("expected bold, dim, italic, underline or reverse, not \"%s\"",
					     word);
	}
	if (at < 2 && !problem) {
		*wrong = text + strlen(text);
		problem = bytes_text(
			"expected a foreground, a background and perhaps attributes, such as \"red "
			"default bold\"");
	}
	return problem;
}

/* These take an entry.  They return NULL, or what is wrong; *wrong is where in its name, or in its value.  */

static char *take_palette(struct theme_reader *reader, const char *name, const char *value,
			  const char **wrong)
{
	int colour;

	if (reader->palette_count == PALETTE_MAX)
		return bytes_text("expected at most %d colours in [palette]", PALETTE_MAX);
	if (strcmp(name, "default") == 0 || strchr("#0123456789", name[0]))
		return bytes_text("expected a name for a colour, not \"%s\"", name);
	*wrong = value;
	if (!colour_named(reader, value, &colour))
		return bytes_text("expected %s, not \"%s\"", colour_expected, value);
	reader->palette[reader->palette_count].name = bytes_copy(name, strlen(name));
	reader->palette[reader->palette_count++].colour = colour;
	return NULL;
}

/* Is this the role's name, or its former name?  Users' themes may have the former one.  */
static bool is_named(enum role role, const char *name)
{
	static const struct {
		const char *now, *before;
	} groups[] = {{"square.", "chess."},
		      {"tile.", "world."},
		      {"board.seat.1", "board.black"},
		      {"board.seat.2", "board.white"}};

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		size_t now = strlen(groups[i].now), before = strlen(groups[i].before);

		if (strncmp(roles[role].name, groups[i].now, now) == 0 &&
		    strncmp(name, groups[i].before, before) == 0)
			return strcmp(roles[role].name + now, name + before) == 0;
	}
	return strcmp(roles[role].name, name) == 0;
}

/* Roles of former themes that nothing has any more.  */
static bool is_gone(const char *name)
{
	static const char *const gone[] = {"board.best", "board.considered", "board.refuted", "board.line",
					   "board.past"};

	for (size_t i = 0; i < sizeof(gone) / sizeof(gone[0]); i++)
		if (strcmp(gone[i], name) == 0)
			return true;
	return false;
}

static char *take_role(struct theme_reader *reader, const char *name, const char *value, const char **wrong)
{
	struct look unused;

	for (int role = 0; role < ROLE_COUNT; role++)
		if (is_named((enum role)role, name))
			return parse_look(reader, value, &reader->theme.look[role], wrong);
	if (is_gone(name))
		return parse_look(reader, value, &unused, wrong);
	return bytes_text("expected the name of a role, such as \"text\" or \"board.last\", not \"%s\"",
			  name);
}

static char *take_fact(struct theme_reader *reader, const char *name, const char *value)
{
	char **fact = strcmp(name, "name") == 0          ? &reader->theme.name
		      : strcmp(name, "description") == 0 ? &reader->theme.description
							 : NULL;

	if (strcmp(name, "pieces") == 0 && (!strcmp(value, "figures") || !strcmp(value, "letters"))) {
		reader->theme.letters = *value == 'l';
		return NULL;
	}
	if (!fact || !*value)
		return bytes_text("expected name or description and a text, or pieces and figures or "
				  "letters, not \"%s = %s\"",
				  name, value);
	free(*fact);
	*fact = bytes_copy(value, strlen(value));
	return NULL;
}

/* NULL, or what is wrong with its place.  */
static char *take_entry(struct theme_reader *reader, const char *path, const struct ini_entry *entry)
{
	const char *section = entry->section, *name = entry->name, *value = entry->value, *wrong = name;
	struct location at = entry->at;
	char *why;

	if (strcmp(section, "theme") == 0) {
		why = take_fact(reader, name, value);
	} else if (strcmp(section, "palette") == 0) {
		why = take_palette(reader, name, value, &wrong);
	} else if (strcmp(section, "roles") == 0) {
		why = take_role(reader, name, value, &wrong);
	} else if (*section) {
		at = entry->section_at;
		why = bytes_text("expected [theme], [palette] or [roles], not [%s]", section);
	} else {
		why = bytes_text("expected [theme], [palette] or [roles] before the first entry");
	}
	if (wrong != name)
		at = location_behind(entry->value_at, value, wrong);
	return why ? location_problem(path, at, why) : NULL;
}

/* The name of a theme whose file does not give one.  */
static char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strstr(base, ".theme");

	return bytes_copy(base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

void theme_plain(struct theme *theme)
{
	for (int role = 0; role < ROLE_COUNT; role++) {
		FREED char *text = bytes_text("default default %s", roles[role].colourless);
		const char *wrong;
		struct look look;

		free(parse_look(NULL, text, &look, &wrong));
		theme->colourless[role] = look.attributes;
		free(parse_look(NULL, roles[role].look, &theme->look[role], &wrong));
	}
	theme->name = bytes_text("default");
}

void theme_free(struct theme *theme)
{
	free(theme->name);
	free(theme->description);
	*theme = (struct theme){0};
}

static char *read_path(const char *path, struct theme *theme)
{
	struct theme_reader reader = {.palette_count = 0};
	struct ini_file file FREED_BY(ini_file_free);
	char *later = ini_file_read(path, &file), *problem = NULL;

	theme_plain(&reader.theme);
	free(reader.theme.name);
	reader.theme.name = base_name(path);
	for (int i = 0; i < file.count && !problem; i++)
		problem = take_entry(&reader, path, &file.entries[i]);
	if (problem)
		free(later);
	else
		problem = later;
	for (int i = 0; i < reader.palette_count; i++)
		free(reader.palette[i].name);
	if (problem)
		theme_free(&reader.theme);
	else
		*theme = reader.theme;
	return problem;
}

/* ---- where themes are ---- */

/* The i-th folder to look into; the caller frees; NULL: there are no more.  */
static char *folder(int i)
{
	const char *own = getenv("RINGSIDE_THEMES");

	return i == 0 ? bytes_text("%s", own ? own : "")
		      : installed_folder("themes", PKGDATADIR "/themes", i - 1);
}

static char *theme_path(const char *name)
{
	char *in;

	if (strchr(name, '/') || strstr(name, ".theme"))
		return bytes_copy(name, strlen(name));
	for (int i = 0; (in = folder(i)); i++) {
		char *path = bytes_text("%s/%s.theme", in, name);

		free(in);
		if (access(path, R_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char *theme_read(const char *name, struct theme *theme)
{
	FREED char *path = theme_path(name);
	FREED char **names = path ? NULL : theme_names();
	char *problem =
		path ? read_path(path, theme) : words_unknown("theme", name, (const char *const *)names);

	for (int i = 0; names && names[i]; i++)
		free(names[i]);
	return problem;
}

/* ---- colours as numbers ---- */

/* The 16 colours as xterm has them.  */
static const int colour_rgb[16] = {
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

static int distance(int a, int b)
{
	int red = (a >> 16 & 255) - (b >> 16 & 255), green = (a >> 8 & 255) - (b >> 8 & 255),
	    blue = (a & 255) - (b & 255);

	return red * red + green * green + blue * blue;
}

int theme_rgb(int colour)
{
	return colour & COLOUR_RGB ? colour & 0xffffff
	       : colour < 16       ? colour_rgb[colour]
				   : picture_rgb(colour);
}

int theme_nearest(int rgb, int from, int end)
{
	int best = from;

	for (int i = from + 1; i < end; i++)
		if (distance(rgb, theme_rgb(i)) < distance(rgb, theme_rgb(best)))
			best = i;
	return best;
}

/* ---- the theme in use ---- */

/* A look in this terminal's own colour numbers.  */
struct bound {
	int ink, paper; /* -1: the terminal's own */
	attr_t attributes;
};

static struct theme current; /* name is NULL until the first use */
static bool chosen;          /* by a person */
static struct bound bound[ROLE_COUNT];
static bool coloured; /* bound to a terminal with colours */
static bool direct;   /* its colour numbers are 0xrrggbb */

/* The terminal's number of a colour.  */
static int number_of(int colour, bool foreground, attr_t *attribute)
{
	int rgb;

	if (colour == COLOUR_DEFAULT)
		return -1;
	rgb = theme_rgb(colour);
	if (direct) {
		if (colour < 8)
			return colour;    /* the first eight are indexes there too */
		return rgb < 8 ? 8 : rgb; /* and the terminal's black is often grey */
	}
	if (COLORS >= 256)
		return colour & COLOUR_RGB ? theme_nearest(rgb, 16, 256) : colour;
	if (colour >= 16)
		colour = theme_nearest(rgb, 0, COLORS >= 16 ? 16 : 8);
	if (colour < 8 || COLORS >= 16)
		return colour;
	if (foreground && colour == 8) { /* grey would turn black */
		*attribute |= A_DIM;
		return -1;
	}
	if (foreground)
		*attribute |= A_BOLD;
	return colour - 8;
}

static struct bound bind(int foreground, int background)
{
	struct bound to = {.attributes = A_NORMAL};

	to.ink = number_of(foreground, true, &to.attributes);
	to.paper = number_of(background, false, &to.attributes);
	/* A terminal with few colours may map both to one: the text would be invisible.  */
	if (foreground != background && to.ink == to.paper && to.paper >= 0)
		to.ink = to.paper == 0 || to.paper == 4 ? 7 : 0;
	return to;
}

static int pair_of(const struct bound *look)
{
	int pair;

	if (look->ink == -1 && look->paper == -1)
		return 0;
	pair = alloc_pair(look->ink, look->paper); /* ncurses reuses the least recently used pair */
	return pair < 0 ? 0 : pair;
}

static attr_t attributes_of(unsigned look)
{
	return (look & LOOK_BOLD ? A_BOLD : 0) | (look & LOOK_DIM ? A_DIM : 0) |
	       (look & LOOK_ITALIC ? A_ITALIC : 0) | (look & LOOK_UNDERLINE ? A_UNDERLINE : 0) |
	       (look & LOOK_REVERSE ? A_REVERSE : 0);
}

static void bind_roles(void)
{
	if (!current.name)
		theme_plain(&current);
	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct look *look = &current.look[role];
		bool plain = look->foreground == COLOUR_DEFAULT && look->background == COLOUR_DEFAULT;

		bound[role] = coloured ? bind(look->foreground, look->background)
				       : (struct bound){-1, -1, A_NORMAL};
		bound[role].attributes |=
			attributes_of(coloured || plain ? look->attributes : current.colourless[role]);
	}
}

static char *load(const char *name)
{
	struct theme theme;
	char *problem = theme_read(name, &theme);

	if (!problem) {
		theme_free(&current);
		current = theme;
		bind_roles();
	}
	return problem;
}

char *theme_load(const char *name)
{
	char *problem = load(name);

	chosen |= !problem;
	return problem;
}

bool theme_follows(void)
{
	return !chosen && coloured && COLORS >= 256;
}

void theme_follow(bool light)
{
	if (theme_follows())
		free(load(light ? "light" : "dark"));
}

char **theme_names(void)
{
	char **names = bytes_new(sizeof(*names)), *in;
	size_t count = 0, kept = 0;

	for (int i = 0; (in = folder(i)); i++) {
		DIR *dir = opendir(in);

		for (struct dirent *entry; dir && (entry = readdir(dir));) {
			const char *end = strstr(entry->d_name, ".theme");

			if (!end || end == entry->d_name || strcmp(end, ".theme") != 0)
				continue;
			names = bytes_resized(names, (count + 2) * sizeof(*names));
			names[count++] = base_name(entry->d_name);
		}
		if (dir)
			closedir(dir);
		free(in);
	}
	qsort(names, count, sizeof(*names), by_name);
	for (size_t i = 0; i < count; i++)
		if (kept && strcmp(names[i], names[kept - 1]) == 0)
			free(names[i]);
		else
			names[kept++] = names[i];
	names[kept] = NULL;
	return names;
}

char *theme_description(const char *name)
{
	struct theme theme = {0};
	FREED char *problem = theme_read(name, &theme);
	char *description = theme.description;

	theme.description = NULL;
	theme_free(&theme);
	return description;
}

const char *theme_name(void)
{
	return current.name ? current.name : "default";
}

bool theme_has_letters(void)
{
	return current.letters;
}

void theme_bind(bool no_color)
{
	const char *no = getenv("NO_COLOR");

	coloured = has_colors() && !no_color && !(no && *no);
	if (coloured) {
		start_color();
		use_default_colors();
		direct = COLORS > 256;
	}
	bind_roles();
}

void theme_use(enum role role)
{
	int pair = pair_of(&bound[role]);

	assert((int)role >= 0 && role < ROLE_COUNT);
	wattr_set(stdscr, bound[role].attributes, 0, &pair);
}

int theme_pair(enum role role, int foreground, int background)
{
	const struct look *own = &current.look[role];
	struct bound look;

	if (!coloured)
		return 0;
	look = bind(foreground < 0 ? own->foreground : foreground,
		    background < 0 ? own->background : background);
	return pair_of(&look);
}
