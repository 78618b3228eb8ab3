/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commands.c - a target of the fuzzer: lines of the prompt and of scripts.
 *
 * The first byte chooses a match of two people, played here, or a recorded match; the lines follow. After
 * each line another pane is drawn, and the whole screen at the end. The words of the prompt are completed. */
#include "targets.h"

#include "ringside/protocol.h"
#include "stage.h"
#include "stored.h"

#include <stdlib.h>

enum { LINES_MOST = 12, LINE_MOST = 300 };

static void complete(struct stage *stage, const char *line)
{
	const char *blank = strrchr(line, ' ');
	size_t before = blank ? (size_t)(blank - line + 1) : 0;
	FREED char *typed = bytes_copy(line, before);
	char **words = command_complete(&stage->console, typed, line + before);

	for (char **word = words; word && *word; word++)
		free(*word);
	free(words);
}

static void say_all(struct stage *stage, struct rest input)
{
	for (int i = 0; input.size && i < LINES_MOST; i++) {
		struct rest step = next_until(&input, '\n');
		char *line;

		if (step.size > LINE_MOST)
			step.size = LINE_MOST;
		line = rest_text(step);
		complete(stage, line);
		stage_say(stage, line);
		stage_draw_pane(stage, i % STAGE_PANES);
		free(line);
	}
	stage_draw(stage);
}

void fuzz_commands(struct rest input)
{
	unsigned what = next(&input), systems = 0;
	struct stage stage;
	bool there;

	while (protocol_at((int)systems))
		systems++;
	stage_screen("C.UTF-8");
	if (what & 1) {
		there = stage_play(&stage, protocol_at((int)((what >> 2) % systems))->name, what & 2);
	} else {
		FREED char *path = fuzz_path("commands.ringside");

		stored_write(path, what >> 2);
		there = stage_open(&stage, path);
	}
	if (!there)
		return;
	say_all(&stage, input);
	stage_close(&stage);
	bindings_reset();
}
