/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocol_check.c - is a protocol whole?  A member that is missing would end the program in the middle of a
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

/* Each of these is a pointer, and begins a struct member of that size at least.  */
static bool is_null(const struct protocol *protocol, size_t at)
{
	const void *pointer;

	memcpy(&pointer, (const char *)protocol + at, sizeof(pointer));
	return !pointer;
}

/* What cannot be together, or alone.  NULL: nothing.  */
static const char *contradiction(const struct protocol *protocol)
{
	if (!(protocol->answers & CHANNEL_BIT(protocol->moves)))
		return "moves is none of the channels of answers";
	if (!protocol->frame != !protocol->end)
		return "frame and end belong together";
	if (!protocol->wanted != !protocol->partial)
		return "wanted and partial belong together";
	if (!protocol->ini_option != !protocol->ini)
		return "ini_option and ini belong together";
	if (!protocol->text_option != (!protocol->ini_option && !protocol->file_option))
		return "text_option belongs to ini_option or file_option";
	if (!protocol->file_option != !protocol->file_folder ||
	    !protocol->file_option != !protocol->file_ending)
		return "file_option, file_folder and file_ending belong together";
	if (protocol->one_game && protocol->one_process)
		return "one_game and one_process contradict each other";
	if (protocol->rejoins && !protocol->reseat)
		return "rejoins needs reseat";
	if (protocol->rejoins == (protocol->misled != NULL))
		return protocol->rejoins ? "rejoins and misled contradict each other"
					 : "misled is missing, and no position is told (rejoins)";
	return NULL;
}

char *protocol_check(const struct protocol *protocol)
{
	const char *name = protocol->name ? protocol->name : "a system", *wrong;

	for (size_t i = 0; i < sizeof(required) / sizeof(required[0]); i++)
		if (is_null(protocol, required[i].at))
			return bytes_text("%s: %s is missing", name, required[i].name);
	wrong = contradiction(protocol);
	return wrong ? bytes_text("%s: %s", name, wrong) : NULL;
}
