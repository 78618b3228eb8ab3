/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake.c - what a simulated process will do.  */
#include "fake.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct deed *fake_add(struct fake *fake, struct deed deed)
{
	if (fake->count == FAKE_DEEDS) {
		fprintf(stderr, "sim: a process has more than %d deeds to do\n", FAKE_DEEDS);
		abort();
	}
	fake->deeds[fake->count] = deed;
	return &fake->deeds[fake->count++];
}

int64_t fake_think(struct fake *fake, int64_t longest)
{
	return fake->busy += chance_below(fake->chance, longest + 1);
}

struct deed *fake_write(struct fake *fake, const char *bytes)
{
	size_t size = strlen(bytes), words = strcspn(bytes, "\r\n"), cut = 0;

	if (fake->splits && words > 1) {
		cut = 1 + (size_t)chance_below(fake->chance, (int64_t)words - 1);
		fake_add(fake, (struct deed){.t = fake->busy,
					     .kind = DEED_BYTES,
					     .bytes = bytes_copy(bytes, cut),
					     .size = cut});
		fake_think(fake, fake->pause);
	}
	return fake_add(fake, (struct deed){.t = fake->busy,
					    .kind = DEED_BYTES,
					    .bytes = bytes_copy(bytes + cut, size - cut),
					    .size = size - cut});
}

struct deed *fake_say(struct fake *fake, const char *words)
{
	FREED char *line = bytes_text("%s%s", words, fake->end);
	struct deed *deed = fake_write(fake, line);

	return deed;
}

void fake_mark(struct deed *deed, int tag, const char *line)
{
	deed->is_move = true;
	deed->tag = tag;
	snprintf(deed->said, sizeof(deed->said), "%s", line);
	deed->said_size = strlen(deed->said);
}

static void add_bytes(struct fake *fake, enum deed_kind kind, const char *bytes)
{
	fake_add(fake, (struct deed){.t = fake->busy,
				     .kind = kind,
				     .bytes = bytes_copy(bytes, strlen(bytes)),
				     .size = strlen(bytes)});
}

void fake_mutter(struct fake *fake)
{
	static const char *const ends[] = {"m\n", "m\r", "m"};

	add_bytes(fake, DEED_STDERR, "\033[1mh");
	fake_think(fake, fake->pause);
	add_bytes(fake, DEED_STDERR, ends[chance_below(fake->chance, 3)]);
}

void fake_begin(struct fake *fake)
{
	if (chance_one_in(fake->chance, 2))
		add_bytes(fake, DEED_BYTES, "#");
}

struct deed *fake_leave(struct fake *fake, int code, int culpable)
{
	return fake_add(fake, (struct deed){.t = fake->busy,
					    .kind = DEED_EXIT,
					    .code = code,
					    .culpable = culpable,
					    .leaves = true});
}
