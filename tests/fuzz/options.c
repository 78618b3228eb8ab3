/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* options.c - a target of the fuzzer: options of a system, with the games, worlds and openings that they
 * name.
 *
 * The first byte chooses the system. Each step is a byte that chooses one of its options, and the value, or
 * the content of the file that the option names. Then a match is set up, and its board drawn.  */
#include "targets.h"

#include "ringside/board.h"
#include "ringside/ini.h"
#include "ringside/judge.h"
#include "ringside/protocol.h"
#include "stage.h"

#include <stdlib.h>

enum { STEPS_MOST = 20, OPENINGS = 254, POSITION = 255, MS_EACH = 1000 };

static void set_ini(struct setup *setup, const struct option_row *row, struct rest content)
{
	struct ini_file ini FREED_BY(ini_file_free);
	FREED char *problem = ini_file_read(fuzz_nameless(content), &ini);
	FREED char *value = NULL;

	if (!problem)
		value = row->from_ini("file", ini.entries, ini.count, &problem);
	if (value)
		free(setup_set(setup, row->content->name, value));
}

static void set(struct setup *setup, const struct option_row *row, struct rest content)
{
	FREED char *text = rest_text(content);
	char *problem;

	if (row->from_ini) {
		set_ini(setup, row, content);
	} else {
		problem = setup_set(setup, row->content ? row->content->name : row->name, text);
		if (!problem)
			free(setup_words(setup, row));
		free(problem);
	}
}

static void read_openings(const struct protocol *protocol, struct setup *setup, struct rest content)
{
	FREED char *text = rest_text(content);
	char *problem = NULL, **openings;
	int count = 0;

	openings = protocol->openings && protocol->openings->read
			   ? protocol->openings->read(setup, text, content.size, "file", &count, &problem)
			   : NULL;
	if (count) {
		free(problem);
		problem = setup_set(setup, "opening", openings[0]);
	}
	while (count)
		free(openings[--count]);
	free(openings);
	free(problem);
}

static void ask_rules(const struct protocol *protocol, const struct setup *setup, struct rest content)
{
	FREED char *text = rest_text(content);
	FREED char *problem = NULL;

	if (protocol->tools->rules)
		free(protocol->tools->rules(setup, text, &problem));
}

static void take(const struct protocol *protocol, struct setup *setup, struct rest step)
{
	unsigned which = next(&step), count = 0;

	while (protocol->options[count])
		count++;
	if (which == OPENINGS)
		read_openings(protocol, setup, step);
	else if (which == POSITION)
		ask_rules(protocol, setup, step);
	else if (count)
		set(setup, protocol->options[which % count], step);
}

static void draw(const struct match *match)
{
	const struct board_view *kind = board_named(match->setup.system);
	void *board = kind->new (&match->setup);
	struct view view = {.turns = VIEW_LIVE, .shows = ~0u};
	struct area size;

	stage_screen("C.UTF-8");
	kind->position(board, match, match->turn_count);
	size = kind->wants(board, (struct area){0});
	if (size.height < 0 || size.width < 0)
		fuzz_wrong("the board wants %d rows and %d columns", size.height, size.width);
	kind->draw(board, (struct area){0, 0, 20, 70}, &view, false);
	kind->free(board);
}

static void begin(struct setup *setup)
{
	FREED char *problem = NULL;
	struct judge *judge = judge_new(setup, &problem);
	struct effect effect;

	if (!judge)
		return;
	judge_begin(judge, 0, 0, false);
	for (int i = 0; judge_effect(judge, i * MS_EACH, &effect) && i < 1000; i++)
		;
	draw(judge_match(judge));
	judge_free(judge);
}

void fuzz_options(struct rest input)
{
	unsigned system = next(&input), systems = 0;
	const struct protocol *protocol;
	struct setup setup FREED_BY(setup_free);

	while (protocol_at((int)systems))
		systems++;
	protocol = protocol_at((int)(system % systems));
	setup_init(&setup);
	setup.system = protocol->name;
	setup.checked = true;
	protocol_usual(protocol, &setup);
	for (int s = SEAT_1; s < SEATS; s++)
		setup_seat(&setup, s, system & 128 ? "agent" : NULL, protocol->bundle->samples);
	for (int i = 0; input.size && i < STEPS_MOST; i++)
		take(protocol, &setup, next_step(&input));
	begin(&setup);
}
