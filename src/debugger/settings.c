/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* settings.c - the table of settings, and the values of one ringside.  */
#include "ringside/settings.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/layout.h"
#include "ringside/mistake.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The words for the two states of a switch; see settings_is_switch().  */
static const struct option_choice switches[] = {{"on", true, NULL}, {"off", false, NULL}, {0}};

static const struct option_choice measures[] = {
#define X(NAME, name) {name, MEASURE_##NAME, NULL},
	MEASURES(X)
#undef X
		{0},
};

static const struct option_choice bells[] = {
	{"off", BELL_OFF, NULL}, {"on", BELL_ON, NULL}, {"notify", BELL_NOTIFY, NULL}, {0}};

const struct option_choice settings_layouts[] = {
#define X(name, help) {name, 0, help},
	LAYOUTS(X)
#undef X
		{0},
};

#define ROW(...)   &(const struct option_row)OPTION_ROW(__VA_ARGS__)
#define AT(member) offsetof(struct settings, member), sizeof(((struct settings *)NULL)->member)
#define SWITCH(name, member, usual, words)                                                                   \
	{                                                                                                    \
		ROW(name, OPTION_CHOICE, "on|off", 0, .help = words, .choices = switches, .value = usual),   \
			AT(member)                                                                           \
	}

/* In the order of `set` and of the manual.  */
const struct option_place settings_rows[] = {
	{ROW("timeline", OPTION_CHOICE, "WORD", 0, .help = "what the bars of the timeline measure",
	     .choices = measures, .value = MEASURE_THINK),
	 AT(timeline)},
	{ROW("bell", OPTION_CHOICE, "WORD", 0,
	     .help = "ring for your move, little time, a stop and the end; notify: show a notification",
	     .choices = bells, .value = BELL_OFF),
	 AT(bell)},
	SWITCH("clipboard", clipboard, false,
	       "let `yank` send messages to the terminal's clipboard (OSC 52)"),
	SWITCH("evaluate", evaluate, false,
	       "tell the agents where the board's cursor is, where the protocol has a message for it"),
	SWITCH("wrap", wrap, false, "wrap long lines in panes of messages"),
	SWITCH("message-numbers", numbers, true, "show the numbers of messages in panes"),
	SWITCH("stop-between", stop_between, false,
	       "stop after each game of a series until a person continues"),
	SWITCH("confirm-moves", confirm_moves, false,
	       "ask before a person's move is played that a key or a click has chosen"),
	{ROW("suite", OPTION_TEXT, "FILE", 0, .help = "the suite that `save case` adds to; empty: it asks",
	     .text = ""),
	 AT(suite)},
	{ROW("theme", OPTION_FILE, "NAME", 0, .path = PATH_READ,
	     .help = "the colours: the name of a theme, or its file; if none is set, dark or light where "
		     "there "
		     "are 256 colours",
	     .unit = "the name of a theme or a file", .text = "default"),
	 AT(theme)},
	{ROW("layout", OPTION_WORD, "NAME", 0, .help = "the arrangement of the panes; next: another one",
	     .choices = settings_layouts, .text = "auto"),
	 AT(layout)},
	SWITCH("mouse", mouse, true, "use the mouse"),
	SWITCH("colour", colour, true, "use colours; off: bold and reverse instead, as NO_COLOR does"),
	{0},
};

static_assert(sizeof(settings_rows) / sizeof(settings_rows[0]) <= SETTINGS_MOST, "each row has a source");

void settings_init(struct settings *settings)
{
	*settings = (struct settings){0};
	for (const struct option_place *place = settings_rows; place->row; place++)
		option_store(place, settings, place->row->value, place->row->text);
}

void settings_free(struct settings *settings)
{
	for (const struct option_place *place = settings_rows; place->row; place++)
		if (option_is_text(place->row))
			option_store(place, settings, 0, NULL);
	while (settings->toggle_count)
		free(settings->toggles[--settings->toggle_count].name);
	free(settings->toggles);
	free(settings->path);
	*settings = (struct settings){0};
}

int settings_named(const char *name, size_t size)
{
	int found = -1;

	for (int i = 0; settings_rows[i].row; i++) {
		const char *own = settings_rows[i].row->name;

		if (strncmp(own, name, size) != 0)
			continue;
		if (strlen(own) == size)
			return i;
		found = found < 0 ? i : found;
	}
	return found;
}

char *settings_refusal(const struct option_row *row, const char *text)
{
	struct nearest nearest = nearest_to(text, strlen(text));
	FREED char *expected = option_expected(row);
	char *question, *problem;

	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		nearest_try(&nearest, choice->word);
	question = nearest_question(&nearest);
	problem = *question ? bytes_text("\"%s\" is not a value%s", text, question)
			    : bytes_text("expected %s, not \"%s\"", expected, text);
	free(question);
	return problem;
}

char *settings_set(struct settings *settings, int i, const char *text, struct setting_source source)
{
	const struct option_row *row = settings_rows[i].row;
	int64_t value;

	assert(row);
	if (option_value(row, text, &value)) {
		FREED char *copy = bytes_text("%s", text); /* it may be the value itself */

		option_store(&settings_rows[i], settings, value, copy);
		settings->sources[i] = source;
		return NULL;
	}
	return settings_refusal(row, text);
}

void settings_note(struct settings *settings, const char *name, const char *text, enum setting_origin origin)
{
	FREED char *problem = settings_set(settings, settings_named(name, strlen(name)), text,
					   (struct setting_source){.origin = origin});

	assert(!problem);
}

bool settings_is_switch(int i)
{
	return settings_rows[i].row->choices == switches;
}

const struct setting_toggle *settings_toggle_named(const struct settings *settings, const char *name)
{
	for (int i = 0; i < settings->toggle_count; i++)
		if (strcmp(settings->toggles[i].name, name) == 0)
			return &settings->toggles[i];
	return NULL;
}

void settings_toggle(struct settings *settings, const char *name, bool on, struct setting_source source)
{
	struct setting_toggle *toggle = (struct setting_toggle *)settings_toggle_named(settings, name);

	if (!toggle) {
		settings->toggles = bytes_resized(settings->toggles, ((size_t)settings->toggle_count + 1) *
									     sizeof(*settings->toggles));
		toggle = &settings->toggles[settings->toggle_count++];
		toggle->name = bytes_text("%s", name);
	}
	toggle->on = on;
	toggle->source = source;
}

unsigned settings_shows(const struct settings *settings, const struct toggle *toggles, unsigned shows)
{
	for (int i = 0; toggles[i].name; i++) {
		const struct setting_toggle *noted = settings_toggle_named(settings, toggles[i].name);

		if (noted)
			shows = noted->on ? shows | 1u << i : shows & ~(1u << i);
	}
	return shows;
}

const char *settings_toggle_word(const struct toggle *toggle, bool on)
{
	return toggle->states[0] ? toggle->states[on] : on ? "on" : "off";
}

bool settings_toggle_state(const struct toggle *toggle, const char *text, bool *on)
{
	for (int state = 0; state < 2; state++)
		if (strcmp(text, settings_toggle_word(toggle, state)) == 0 ||
		    strcmp(text, state ? "on" : "off") == 0) {
			*on = state;
			return true;
		}
	return false;
}

char *settings_source_words(const struct settings *settings, struct setting_source source)
{
	switch (source.origin) {
	case SETTING_FILE: return bytes_text("%s:%d", settings->path, source.line);
	case SETTING_OPTION: return bytes_text("the command line");
	case SETTING_TYPED: return bytes_text("set");
	case SETTING_DEFAULT: break;
	}
	return bytes_text("default");
}
