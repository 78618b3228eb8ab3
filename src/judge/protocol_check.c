/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocol_check.c - is a protocol complete?  A missing member would crash the program in the middle of a
 * match. */
#include "ringside/bytes.h"
#include "ringside/protocol.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	size_t at;
} required[] = {
#define REQUIRED(member)                                                                                     \
	{                                                                                                    \
#member, offsetof(struct protocol, member)                                                   \
	}
	REQUIRED(name),    REQUIRED(title),   REQUIRED(options),  REQUIRED(panes),   REQUIRED(demo),
	REQUIRED(samples), REQUIRED(channel), REQUIRED(new),      REQUIRED(free),    REQUIRED(started),
	REQUIRED(begin),   REQUIRED(ask),     REQUIRED(received), REQUIRED(answer),  REQUIRED(move_form),
	REQUIRED(expired), REQUIRED(timeout), REQUIRED(play),     REQUIRED(goodbye), REQUIRED(reasons),
#undef REQUIRED
};

/* Is the pointer at this offset NULL?  Every required member is a pointer or begins with one.  */
static bool is_null(const struct protocol *protocol, size_t at)
{
	const void *pointer;

	memcpy(&pointer, (const char *)protocol + at, sizeof(pointer));
	return !pointer;
}

/* Members that exclude or need each other, for people; NULL: they are fine.  */
static const char *contradiction(const struct protocol *protocol)
{
	if (!(protocol->answers & CHANNEL_BIT(protocol->moves)))
		return "moves is none of the channels of answers";
	if (!protocol->frame != !protocol->end)
		return "frame and end belong together";
	if (!protocol->wanted != !protocol->partial)
		return "wanted and partial belong together";
	if (protocol->one_game && protocol->one_process)
		return "one_game and one_process contradict each other";
	if (protocol->twins && !protocol->spec)
		return "twins needs spec";
	if (protocol->rejoins && !protocol->reseat)
		return "rejoins needs reseat";
	if (protocol->rejoins == (protocol->misled != NULL))
		return protocol->rejoins ? "rejoins and misled contradict each other"
					 : "misled is missing, and no position is told (rejoins)";
	return NULL;
}

/* The same for a row of its options.  */
static const char *row_contradiction(const struct option_row *row)
{
	bool is_ini = row->type == OPTION_INI;

	if (is_ini != (row->from_ini != NULL))
		return "OPTION_INI and from_ini belong together";
	if (!row->folder != !row->ending)
		return "folder and ending belong together";
	if (!row->content && (is_ini || row->folder))
		return "content is missing";
	if (row->content && !is_ini && row->type != OPTION_FILE)
		return "content belongs to OPTION_FILE or OPTION_INI";
	if (option_lacks_path(row))
		return "path does not say what happens with the file or folder";
	return NULL;
}

char *protocol_check(const struct protocol *protocol)
{
	const char *name = protocol->name ? protocol->name : "a system", *wrong;

	for (size_t i = 0; i < sizeof(required) / sizeof(required[0]); i++)
		if (is_null(protocol, required[i].at))
			return bytes_text("%s: %s is missing", name, required[i].name);
	wrong = contradiction(protocol);
	if (wrong)
		return bytes_text("%s: %s", name, wrong);
	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((wrong = row_contradiction(*row)))
			return bytes_text("%s: --%s: %s", name, (*row)->name, wrong);
	return NULL;
}
