/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* replay_pace.c - how fast a match that was played is shown again.
 *
 * A turn's own time is what its clock counted: the pauses of a person who debugged are left out.  Most agents
 * take microseconds, which nobody could follow, so each move is shown for a least time at pace x1.  */
#include "replay_pace.h"

#include "ringside/bytes.h"
#include "ringside/option.h"
#include "ringside/value.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_NS (NS_PER_S / 4)

static const struct {
	const char *word; /* NULL: one move a second */
	double rate;
} usual[] = {{NULL, 0}, {"x1/4", 0.25}, {"x1/2", 0.5}, {"x1", 1},   {"x2", 2},
	     {"x4", 4}, {"x8", 8},      {"x16", 16},   {"x32", 32}, {"x64", 64}};
enum { USUAL = sizeof(usual) / sizeof(usual[0]) };

static struct replay_pace usual_at(int i)
{
	return (struct replay_pace){.each_ns = usual[i].word ? 0 : NS_PER_S, .rate = usual[i].rate};
}

struct replay_pace replay_pace_next(struct replay_pace pace, int direction)
{
	int i = 0;

	assert(direction == 1 || direction == -1);
	if (pace.each_ns) {
		if (pace.each_ns != NS_PER_S)
			return usual_at(0);
	} else {
		while (i < USUAL - 1 && usual[i].rate != pace.rate)
			i++;
	}
	i += direction;
	return usual_at(i < 0 ? 0 : i < USUAL ? i : USUAL - 1);
}

bool replay_pace_read(const char *text, struct replay_pace *pace)
{
	int64_t ns;

	for (int i = 1; i < USUAL; i++)
		if (strcmp(usual[i].word, text) == 0) {
			*pace = usual_at(i);
			return true;
		}
	if (!option_value(&option_pace, text, &ns) || ns < 1)
		return false;
	*pace = (struct replay_pace){.each_ns = ns};
	return true;
}

char *replay_pace_words(struct replay_pace pace)
{
	char *time, *words;

	for (int i = 1; !pace.each_ns && i < USUAL; i++)
		if (usual[i].rate == pace.rate)
			return bytes_text("%s", usual[i].word);
	time = value_duration_words(pace.each_ns);
	words = bytes_text("%s a move", time);
	free(time);
	return words;
}

int64_t replay_pace_wait(struct replay_pace pace, const struct turn *turn)
{
	int64_t own = turn->think_ns > LEAST_NS ? turn->think_ns : LEAST_NS;

	return pace.each_ns ? pace.each_ns : (int64_t)((double)own / pace.rate);
}
