/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* world.c - classes of worlds, as world files and options give them, and the world of a class and a seed
 * (asimulator, World file; One game for two).
 *
 * The first word of a line of a world file says what the line is.  At the end the lines are checked against
 * each other.  Each problem says which line is wrong and what was expected there.  */
#include "rules.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include "ringside/setup.h"
#include "systems/text.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_NUMBERS = 4 /* homes, items, enemies, dangers */ };

/* The lines of a world file; 0: it has no such line.  */
struct world_lines {
	int flag[WORLD_FLAG_COUNT], value[WORLD_VALUE_COUNT], chance[WORLD_CHANCE_COUNT];
	int agent, map, known;
};

static const char *const world_chance_names[WORLD_CHANCE_COUNT] = {
#define X(constant, identifier, about) identifier,
	WORLD_CHANCES(X)
#undef X
};

static bool world_value_has_line(enum world_value value)
{
	assert(value < WORLD_VALUE_COUNT);
	return value < WORLD_LOWER_X_BOUND || value > WORLD_UPPER_Y_BOUND;
}

/* The tile of each letter. A capital letter is the same with an enemy; E is clear with an enemy.  */
static const struct {
	char letter;
	unsigned tile;
} letters[] = {
	{'#', WORLD_WALL},
	{'.', 0},
	{'h', WORLD_HOME},
	{'i', WORLD_ITEM},
	{'b', WORLD_HOME | WORLD_ITEM},
	{'x', WORLD_DANGER},
	{'E', WORLD_ENEMY},
	{'H', WORLD_HOME | WORLD_ENEMY},
	{'I', WORLD_ITEM | WORLD_ENEMY},
	{'B', WORLD_HOME | WORLD_ITEM | WORLD_ENEMY},
	{'X', WORLD_DANGER | WORLD_ENEMY},
	{'?', WORLD_DRAWN},
};

enum { LETTERS = sizeof(letters) / sizeof(letters[0]) };

static char tile_letter(unsigned tile)
{
	for (int i = 0; i < LETTERS; i++)
		if (letters[i].tile == (tile & ~(unsigned)(WORLD_HOSTILITY | WORLD_FEAR)))
			return letters[i].letter;
	return '#';
}

static int letter_tile(char letter)
{
	for (int i = 0; i < LETTERS; i++)
		if (letters[i].letter == letter)
			return (int)letters[i].tile;
	return -1;
}

/* What number `i` of a class counts: WORLD_NUMBER_OF_HOMES is number 0.  */
static enum world_tile numbered(int i)
{
	static const enum world_tile tiles[WORLD_NUMBERS] = {WORLD_HOME, WORLD_ITEM, WORLD_ENEMY,
							     WORLD_DANGER};

	assert(i >= 0 && i < WORLD_NUMBERS);
	return tiles[i];
}

/* ---- do the lines agree? ---- */

static const char *value_name(enum world_value value)
{
	return world_value_rows[value].name;
}

/* A limit needs its flag, and a flag its limit.  */
static char *check_limits(const struct world_class *class, const struct world_lines *lines, int *line)
{
	for (int i = WORLD_AMMUNITION_LIMIT; i < WORLD_VALUE_COUNT; i++) {
		int condition = world_value_rows[i].condition;

		if (class->rules.flag[condition] && !lines->value[i]) {
			*line = lines->flag[condition];
			return bytes_text("%s True: expected a line %s, too", world_flag_names[condition],
					  world_value_rows[i].name);
		}
		if (!class->rules.flag[condition] && lines->value[i]) {
			*line = lines->value[i];
			return bytes_text("%s without %s True: expected both or none",
					  world_value_rows[i].name, world_flag_names[condition]);
		}
	}
	return NULL;
}

/* A world must not begin beyond its own limits.  */
static char *check_beginning(const struct world_class *class, const struct world_lines *lines, int *line)
{
	static const struct {
		enum world_flag limited;
		enum world_value value, limit;
		bool may_equal; /* reaching this limit ends the simulation */
	} pairs[] = {
		{WORLD_AMMUNITION_IS_LIMITED, WORLD_INITIAL_AMMUNITION, WORLD_AMMUNITION_LIMIT, true},
		{WORLD_COST_IS_LIMITED, WORLD_INITIAL_COST, WORLD_COST_LIMIT, false},
		{WORLD_SCORE_IS_LIMITED, WORLD_INITIAL_SCORE, WORLD_SCORE_LIMIT, false},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		int32_t value = class->rules.value[pairs[i].value],
			limit = class->rules.value[pairs[i].limit];

		if (!class->rules.flag[pairs[i].limited] ||
		    (pairs[i].may_equal ? value <= limit : value < limit))
			continue;
		*line = lines->value[pairs[i].limit];
		return bytes_text("%s %d and %s %d: expected the first to be %s the limit",
				  value_name(pairs[i].value), (int)value, value_name(pairs[i].limit),
				  (int)limit, pairs[i].may_equal ? "no more than" : "less than");
	}
	return NULL;
}

static char *check_chances(const struct world_class *class, const struct world_lines *lines, int *line)
{
	bool drawn = world_count(class->tile, class->width * class->height, WORLD_DRAWN) > 0;

	for (int i = 0; i < WORLD_CHANCE_COUNT; i++) {
		*line = lines->chance[i];
		if (class->chance[i] && i != WORLD_CHANCE_KNOW && !drawn)
			return bytes_text("%s: expected ? on the map, since it applies to drawn tiles",
					  world_chance_names[i]);
	}
	*line = lines->chance[WORLD_CHANCE_KNOW];
	if (class->grid_known && class->chance[WORLD_CHANCE_KNOW])
		return bytes_text("%s, and Known in line %d: expected one of them",
				  world_chance_names[WORLD_CHANCE_KNOW], lines->known);
	*line = lines->chance[WORLD_CHANCE_DANGER];
	if (class->chance[WORLD_CHANCE_WALL] + class->chance[WORLD_CHANCE_DANGER] > WORLD_CERTAIN)
		return bytes_text("%s and %s are more than 1 together: expected 1 at most, since a tile is "
				  "wall, danger or clear",
				  world_chance_names[WORLD_CHANCE_WALL],
				  world_chance_names[WORLD_CHANCE_DANGER]);
	return NULL;
}

/* Are there enough drawn tiles for the numbers?  Nothing else may decide the same.  */
static char *check_numbers(const struct world_class *class, const struct world_lines *lines, int *line)
{
	static const enum world_chance chances[WORLD_NUMBERS] = {WORLD_CHANCE_HOME, WORLD_CHANCE_ITEM,
								 WORLD_CHANCE_ENEMY, WORLD_CHANCE_DANGER};
	int count = class->width * class->height, drawn = world_count(class->tile, count, WORLD_DRAWN);

	for (int i = 0; i < WORLD_NUMBERS; i++) {
		int number = class->number[i], on_map = world_count(class->tile, count, numbered(i));

		*line = lines->value[WORLD_NUMBER_OF_HOMES + i];
		if (number < 0)
			continue;
		if (class->chance[chances[i]])
			return bytes_text("%s, and %s in line %d: expected one of them",
					  value_name(WORLD_NUMBER_OF_HOMES + (unsigned)i),
					  world_chance_names[chances[i]], lines->chance[chances[i]]);
		if (number < on_map || number > on_map + drawn)
			return bytes_text("%s %d, but the map has %d and %d tiles that are drawn: expected "
					  "%d to %d",
					  value_name(WORLD_NUMBER_OF_HOMES + (unsigned)i), number, on_map,
					  drawn, on_map, on_map + drawn);
	}
	return NULL;
}

/* The agent must start on the map, and alive.  */
static char *check_agent(const struct world_class *class, const struct world_lines *lines, int *line)
{
	const unsigned deadly = WORLD_WALL | WORLD_DANGER | WORLD_ENEMY;
	unsigned tile;

	if (!class->placed) {
		*line = lines->map;
		for (int i = 0; i < class->width * class->height; i++)
			if (!(class->tile[i] & deadly))
				return NULL;
		return bytes_text("no tile where the agent could start: expected one that is clear without "
				  "an enemy, or ?");
	}
	*line = lines->agent;
	if (class->column >= class->width || class->row >= class->height)
		return bytes_text("Agent %d %d is not on the map: expected a column from 0 to %d and a row "
				  "from 0 to %d",
				  class->column, class->row, class->width - 1, class->height - 1);
	tile = class->tile[class->row * class->width + class->column];
	if (tile & deadly)
		return bytes_text(
			"Agent %d %d is on %c: expected a tile that is clear without an enemy, or ?",
			class->column, class->row, tile_letter(tile));
	return NULL;
}

/* Do the lines agree?  NULL, or what is wrong, with its line in *line (0: none).  */
static char *check_class(const struct world_class *class, const struct world_lines *lines, int *line)
{
	static char *(*const checks[])(const struct world_class *, const struct world_lines *, int *) = {
		check_limits, check_beginning, check_chances, check_numbers, check_agent,
	};
	char *problem = NULL;

	*line = 0;
	if (!lines->map)
		return bytes_text("no map: expected \"Map WIDTH HEIGHT\" and its rows");
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]) && !problem; i++)
		problem = checks[i](class, lines, line);
	return problem;
}

/* ---- reading ---- */

enum { WORDS_MOST = 4 };

struct reading {
	struct world_class *class;
	struct text rest;  /* of the text */
	int line;          /* number of the last line, from 1 */
	struct text whole; /* that line without its end */
	const char *wrong; /* where a problem is in it */
	struct text word[WORDS_MOST + 1];
	int words; /* of that line; WORDS_MOST + 1: more than any line may have */
	bool begun;
	struct world_lines lines;
};

/* False: there are no more.  */
static bool next_line(struct reading *reading)
{
	bool found = text_line(&reading->rest, &reading->whole);

	reading->line += found;
	reading->wrong = reading->whole.at;
	return found;
}

/* Blanks separate words. A # at the beginning of a word begins a comment.  */
static void split_line(struct reading *reading)
{
	struct text rest = reading->whole, word;

	for (reading->words = 0; reading->words <= WORDS_MOST; reading->words++) {
		word = text_word(&rest);
		if (!word.size || *word.at == '#')
			return;
		reading->word[reading->words] = word;
	}
}

/* A whole number from least to most, with an optional sign.  */
static bool read_number(struct text word, int64_t least, int64_t most, int64_t *number)
{
	return text_take_number(&word, number) && !word.size && *number >= least && *number <= most;
}

/* Where word i of the line is, or should be.  */
static const char *value_at(const struct reading *reading, int i)
{
	const struct text *last = &reading->word[reading->words - 1];

	return i < reading->words ? reading->word[i].at : last->at + last->size;
}

/* Does the line have `words` words after the first, and is it the first of its kind?  Notes the line.  */
static char *expect_once(struct reading *reading, int *line, int words, const char *form)
{
	if (reading->words != 1 + words) {
		reading->wrong = value_at(reading, 1 + words);
		return text_problem("", reading->whole, "%s", form);
	}
	if (*line)
		return bytes_text("%.*s is already in line %d: expected it once", (int)reading->word[0].size,
				  reading->word[0].at, *line);
	*line = reading->line;
	return NULL;
}

static char *read_flag(struct reading *reading, int flag)
{
	bool is_true = reading->words == 2 && text_is(reading->word[1], "True");

	if (!is_true && !(reading->words == 2 && text_is(reading->word[1], "False"))) {
		reading->wrong = value_at(reading, 1);
		return text_problem("", reading->whole,
				    ": expected True or False after the rule, and nothing else");
	}
	reading->class->rules.flag[flag] = is_true;
	return expect_once(reading, &reading->lines.flag[flag], 1, "");
}

static char *read_value(struct reading *reading, int value)
{
	const struct world_value_row *row = &world_value_rows[value];
	int number = value - WORLD_NUMBER_OF_HOMES;
	int64_t read = 0;

	if (reading->words != 2 || !read_number(reading->word[1], row->least, row->most, &read)) {
		reading->wrong = value_at(reading, 1);
		return text_problem("", reading->whole,
				    ": expected one whole number from %d to %d after the rule",
				    (int)row->least, (int)row->most);
	}
	if (number >= 0 && number < WORLD_NUMBERS)
		reading->class->number[number] = (int)read;
	else
		reading->class->rules.value[value] = (int32_t)read;
	return expect_once(reading, &reading->lines.value[value], 1, "");
}

static char *read_chance_line(struct reading *reading, int chance)
{
	if (reading->words != 2 || strchr("+-", *reading->word[1].at) ||
	    !text_is_millionths(reading->word[1], &reading->class->chance[chance])) {
		reading->wrong = value_at(reading, 1);
		return text_problem("", reading->whole,
				    ": expected a number from 0 to 1 with at most 6 decimals after it");
	}
	return expect_once(reading, &reading->lines.chance[chance], 1, "");
}

/* Reads the numbers behind the first word, each from `least` to its most.  NULL, or a problem that names the
 * form of the line.  */
static char *read_numbers(struct reading *reading, const char *form, int64_t least, const int64_t *most,
			  int count, int64_t *number)
{
	for (int i = 0; i < count; i++)
		if (!read_number(reading->word[1 + i], least, most[i], &number[i])) {
			reading->wrong = reading->word[1 + i].at;
			return text_problem("", reading->whole, "%s", form);
		}
	return NULL;
}

static char *read_agent(struct reading *reading)
{
	static const int64_t most[] = {WORLD_SIDE_MOST - 1, WORLD_SIDE_MOST - 1, WORLD_SOUTH};
	static const char *const form =
		": expected \"Agent X Y DIRECTION\", its column and row from 0 at the top left, and 0 for "
		"east, 1 north, 2 west, 3 south";
	struct world_class *class = reading->class;
	char *problem = expect_once(reading, &reading->lines.agent, 3, form);
	int64_t number[3];

	if (!problem)
		problem = read_numbers(reading, form, 0, most, 3, number);
	if (problem)
		return problem;
	class->placed = true;
	class->column = (int)number[0];
	class->row = (int)number[1];
	world_set_direction(&class->rules, (enum world_direction)number[2]);
	return NULL;
}

/* Reads the next row of a grid, `width` characters; only a comment may follow it.  */
static char *next_row(struct reading *reading, const char *grid, int row)
{
	struct world_class *class = reading->class;
	struct text rest;
	int tiles;

	if (!next_line(reading)) {
		return bytes_text("the text ends after row %d of %s: expected %d rows", row, grid,
				  class->height);
	}
	rest = reading->whole;
	while (rest.size && !text_is_blank(*rest.at))
		rest = (struct text){rest.at + 1, rest.size - 1};
	tiles = (int)(reading->whole.size - rest.size);
	rest = text_trimmed(rest);
	reading->wrong = reading->whole.at + (tiles < class->width ? tiles : class->width);
	if (tiles != class->width)
		return bytes_text("row %d of %s has %d character%s: expected %d", row + 1, grid, tiles,
				  tiles == 1 ? "" : "s", class->width);
	reading->wrong = rest.at;
	if (!rest.size || *rest.at == '#')
		return NULL;
	return text_problem("after the row comes ", rest,
			    ": expected nothing, or a comment that begins with #");
}

/* Reads the rows of the map, or of Known.  */
static char *read_rows(struct reading *reading, bool known)
{
	static const char *const expected[] = {
		": expected # . h i b x, H I B X or E for one with an enemy, or ? for one that is drawn",
		": expected 1 for a tile that is told at the start, otherwise 0"};
	struct world_class *class = reading->class;

	for (int i = 0; i < class->width * class->height; i++) {
		int column = i % class->width, tile;
		char *problem =
			column ? NULL : next_row(reading, known ? "Known" : "the map", i / class->width);
		struct text letter = {reading->whole.at + column, 1};

		if (problem)
			return problem;
		tile = !known                                   ? letter_tile(*letter.at)
		       : *letter.at == '0' || *letter.at == '1' ? *letter.at - '0'
								: -1;
		if (tile < 0) {
			reading->wrong = letter.at;
			return text_problem("", letter, "%s", expected[known]);
		}
		if (known)
			class->known[i] = tile;
		else
			class->tile[i] = (uint8_t)tile;
	}
	return NULL;
}

static char *read_map(struct reading *reading)
{
	static const int64_t most[] = {WORLD_SIDE_MOST, WORLD_SIDE_MOST};
	static const char *const form =
		": expected \"Map WIDTH HEIGHT\", each from 1 to 128, and the rows below it";
	char *problem = expect_once(reading, &reading->lines.map, 2, form);
	int64_t side[2];

	if (!problem)
		problem = read_numbers(reading, form, 1, most, 2, side);
	if (problem)
		return problem;
	reading->class->width = (int)side[0];
	reading->class->height = (int)side[1];
	return read_rows(reading, false);
}

static char *read_known(struct reading *reading)
{
	char *problem = expect_once(reading, &reading->lines.known, 0,
				    ": expected Known alone, and the rows below it");

	if (problem)
		return problem;
	if (!reading->lines.map)
		return bytes_text("Known before Map: expected it after the map, which gives its size");
	reading->class->grid_known = true;
	return read_rows(reading, true);
}

/* The problem of a first word that no world file has.  */
static char *unknown_word(const struct reading *reading)
{
	struct text word = reading->word[0];
	const char *meant = NULL;

	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i) && text_is_nearly(word, world_flag_names[i]))
			meant = world_flag_names[i];
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (world_value_has_line((enum world_value)i) &&
		    text_is_nearly(word, world_value_rows[i].name))
			meant = world_value_rows[i].name;
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++)
		if (text_is_nearly(word, world_chance_names[i]))
			meant = world_chance_names[i];
	return text_problem(
		"", word, ": expected %s",
		meant ? meant
		      : "a rule such as Move_Cost, a chance such as Danger_Probability, Agent, Map or "
			"Known");
}

static char *read_line(struct reading *reading)
{
	struct text word = reading->word[0];

	if (!reading->begun) {
		reading->begun =
			text_is(word, "AWorld") && reading->words == 2 && text_is(reading->word[1], "1");
		return reading->begun ? NULL
				      : text_problem("", reading->whole,
						     ": expected the first line to be \"AWorld 1\"");
	}
	if (text_is(word, "Agent"))
		return read_agent(reading);
	if (text_is(word, "Map"))
		return read_map(reading);
	if (text_is(word, "Known"))
		return read_known(reading);
	for (int i = 0; i < WORLD_FLAG_COUNT; i++)
		if (world_flag_has_line((enum world_flag)i) && text_is(word, world_flag_names[i]))
			return read_flag(reading, i);
	for (int i = 0; i < WORLD_VALUE_COUNT; i++)
		if (text_is(word, world_value_rows[i].name)) {
			if (world_value_has_line((enum world_value)i))
				return read_value(reading, i);
			return bytes_text("%s: expected no such line, since the bounds follow from the map "
					  "and the agent; %s_Is_Known says whether they are told",
					  world_value_rows[i].name, world_value_rows[i].name);
		}
	for (int i = 0; i < WORLD_CHANCE_COUNT; i++)
		if (text_is(word, world_chance_names[i]))
			return read_chance_line(reading, i);
	if (text_is(word, "Initial_Direction"))
		return bytes_text("Initial_Direction: expected it as the last number of Agent");
	return unknown_word(reading);
}

/* Where the first word of that line is.  */
static const char *start_of(const char *text, const char *end, int line)
{
	for (; line > 1 && text < end; line--)
		text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
	while (text < end && text_is_blank(*text))
		text++;
	return text;
}

char *world_class_read(struct world_class *class, const char *name, const char *text, size_t size)
{
	struct reading reading = {.class = class, .rest = {text, size}};
	struct location place = {0};
	char *why = NULL;
	int line = 0;

	*class = (struct world_class){.number = {-1, -1, -1, -1}};
	while (!why && next_line(&reading)) {
		split_line(&reading);
		if (reading.words) {
			reading.wrong = reading.word[0].at;
			why = read_line(&reading);
		}
	}
	if (!why && !reading.begun) {
		why = bytes_text("nothing but comments: expected a world, which begins with \"AWorld 1\"");
	} else if (why) {
		place = location_of(text, reading.wrong);
	} else if ((why = check_class(class, &reading.lines, &line)) && line) {
		place = location_of(text, start_of(text, text + size, line));
	}
	return why ? location_problem(name, place, why) : NULL;
}

/* ---- the options of a match: its class of worlds, and how long a simulation lasts ---- */

static const struct option_choice worlds[] = {
	{"classic", 0, "4 x 4 tiles, dangers, one enemy, one item, one shot"},
	{"room", 0, "an open room"},
	{"cave", 0, "enemies, and little ammunition"},
	{"maze", 0, "60 x 52 tiles of walls and items"},
	{0},
};

const struct option_row world_option_world =
	OPTION_ROW("world", OPTION_FILE, "NAME|FILE", 0, .path = PATH_READ,
		   .help = "the class of worlds, or a world file; ringside list names the bundled ones",
		   .choices = worlds, .unit = "a world file", .content = &world_option_text,
		   .folder = "worlds", .ending = ".world", .text = "classic", .shown = true);
const struct option_row world_option_text = OPTION_ROW("world-text", OPTION_TEXT, "TEXT", 0, .help = NULL);
const struct option_row world_option_max_actions =
	OPTION_ROW("max-actions", OPTION_COUNT, "N", 0, .help = "end a simulation after N actions",
		   .least = 1, .most = INT64_MAX, .unit = "actions", .value = 10000);

char *world_class_of(struct world_class *class, const struct setup *setup)
{
	const char *text = setup_text(setup, &world_option_text);

	if (setup_given(setup, OPTION_TAPPED))
		return bytes_text("another judge has the world: it is not known here");
	if (!text)
		return bytes_text("this match has no world: the text of its file is missing (world-text)");
	return world_class_read(class, setup_text(setup, &world_option_world), text, strlen(text));
}

/* ---- the world of a seed ---- */

/* A world while it is drawn.  */
struct drawing {
	struct world *world;
	const struct world_class *class;
	uint64_t random; /* state of the generator */
	int count;       /* tiles */
	int start;       /* the tile of the start */
};

static bool happens(struct drawing *drawing, enum world_chance chance)
{
	return (int)seed_below(&drawing->random, WORLD_CERTAIN) < drawing->class->chance[chance];
}

static bool may_be_start(const struct world_class *class, int i)
{
	return !(class->tile[i] & (WORLD_WALL | WORLD_DANGER | WORLD_ENEMY));
}

static void draw_start(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;
	int places = 0, chosen, i = 0;

	if (class->placed) {
		drawing->start = class->row * class->width + class->column;
		return;
	}
	for (int at = 0; at < drawing->count; at++)
		places += may_be_start(class, at);
	chosen = (int)seed_below(&drawing->random, (uint64_t)places);
	while (!may_be_start(class, i) || chosen-- > 0)
		i++;
	drawing->start = i;
	world_set_direction(&drawing->world->rules, (enum world_direction)seed_below(&drawing->random, 4));
}

static void draw_ground(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;
	int wall = class->chance[WORLD_CHANCE_WALL], danger = class->chance[WORLD_CHANCE_DANGER];

	for (int i = 0; i < drawing->count; i++) {
		uint8_t *tile = &drawing->world->tile[i];
		int drawn;

		if (!(class->tile[i] & WORLD_DRAWN))
			continue;
		*tile = 0;
		drawn = (int)seed_below(&drawing->random, WORLD_CERTAIN);
		if (i != drawing->start)
			*tile = drawn < wall ? WORLD_WALL : drawn < wall + danger ? WORLD_DANGER : 0;
	}
}

/* May a drawn tile get this?  */
static bool may_have(const struct drawing *drawing, int i, enum world_tile what)
{
	unsigned tile;

	assert(i >= 0 && i < drawing->count);
	tile = drawing->world->tile[i];
	if (!(drawing->class->tile[i] & WORLD_DRAWN) || (tile & (WORLD_WALL | (unsigned)what)))
		return false;
	if (what == WORLD_HOME || what == WORLD_ITEM)
		return !(tile & WORLD_DANGER);
	return i != drawing->start;
}

/* Adds as many as the number asks for, on tiles that may have it, each with equal probability.  */
static void place(struct drawing *drawing, int number, enum world_tile what)
{
	int missing = number - world_count(drawing->world->tile, drawing->count, what), places = 0;

	assert(number >= 0);
	for (int i = 0; i < drawing->count; i++)
		places += may_have(drawing, i, what);
	for (int i = 0; i < drawing->count && missing > 0; i++)
		if (may_have(drawing, i, what) &&
		    (int)seed_below(&drawing->random, (uint64_t)places--) < missing) {
			drawing->world->tile[i] |= (uint8_t)what;
			missing--;
		}
}

static void draw_each(struct drawing *drawing, enum world_chance chance, enum world_tile what)
{
	for (int i = 0; i < drawing->count; i++)
		if (may_have(drawing, i, what) && happens(drawing, chance))
			drawing->world->tile[i] |= (uint8_t)what;
}

static void draw_things(struct drawing *drawing)
{
	static const enum world_chance chance[WORLD_NUMBERS] = {WORLD_CHANCE_HOME, WORLD_CHANCE_ITEM,
								WORLD_CHANCE_ENEMY, WORLD_CHANCE_DANGER};
	/* Dangers come first: homes and items need tiles that stay clear.  */
	static const int order[WORLD_NUMBERS] = {3, 0, 1, 2};

	for (int k = 0; k < WORLD_NUMBERS; k++) {
		int i = order[k];

		if (drawing->class->number[i] >= 0)
			place(drawing, drawing->class->number[i], numbered(i));
		else if (numbered(i) != WORLD_DANGER)
			draw_each(drawing, chance[i], numbered(i));
	}
}

static void draw_known(struct drawing *drawing)
{
	const struct world_class *class = drawing->class;

	for (int i = 0; i < drawing->count; i++)
		drawing->world->known[i] =
			class->grid_known ? class->known[i] : happens(drawing, WORLD_CHANCE_KNOW);
}

/* Sets what only a world has: bounds, numbers, and the ammunition at the start.  */
static void complete_rules(struct world *world)
{
	struct world_rules *rules = &world->rules;
	int count = world->width * world->height;

	rules->value[WORLD_LOWER_X_BOUND] = -world->column;
	rules->value[WORLD_UPPER_X_BOUND] = world->width - 1 - world->column;
	rules->value[WORLD_LOWER_Y_BOUND] = world->row - (world->height - 1);
	rules->value[WORLD_UPPER_Y_BOUND] = world->row;
	for (int i = 0; i < WORLD_NUMBERS; i++)
		rules->value[WORLD_NUMBER_OF_HOMES + i] = world_count(world->tile, count, numbered(i));
	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED] && rules->flag[WORLD_CAN_RECHARGE_AMMUNITION_AT_HOME] &&
	    (world->tile[world->row * world->width + world->column] & WORLD_HOME))
		rules->value[WORLD_INITIAL_AMMUNITION] = rules->value[WORLD_AMMUNITION_LIMIT];
}

void world_draw(struct world *world, const struct world_class *class, uint64_t seed)
{
	struct drawing drawing = {.world = world, .class = class, .random = seed};

	*world = (struct world){.rules = class->rules, .width = class->width, .height = class->height};
	drawing.count = world->width * world->height;
	memcpy(world->tile, class->tile, sizeof(world->tile));
	draw_start(&drawing);
	world->column = drawing.start % world->width;
	world->row = drawing.start / world->width;
	draw_ground(&drawing);
	draw_things(&drawing);
	draw_known(&drawing);
	complete_rules(world);
}
