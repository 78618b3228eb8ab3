/* mouth.c - what a simulated process will do.  */
#include "mouth.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct deed *mouth_add(struct mouth *mouth, struct deed deed)
{
	if (mouth->count == MOUTH_DEEDS) {
		fprintf(stderr, "sim: a process has more than %d things to do\n", MOUTH_DEEDS);
		abort();
	}
	mouth->deeds[mouth->count] = deed;
	return &mouth->deeds[mouth->count++];
}

int64_t mouth_think(struct mouth *mouth, int64_t longest)
{
	return mouth->busy += chance_below(mouth->chance, longest + 1);
}

struct deed *mouth_write(struct mouth *mouth, const char *bytes)
{
	size_t size = strlen(bytes), words = strcspn(bytes, "\r\n"), cut = 0;

	if (mouth->splits && words > 1) {
		cut = 1 + (size_t)chance_below(mouth->chance, (int64_t)words - 1);
		mouth_add(mouth, (struct deed){.t = mouth->busy,
					       .kind = DEED_BYTES,
					       .bytes = bytes_copy(bytes, cut),
					       .size = cut});
		mouth_think(mouth, mouth->pause);
	}
	return mouth_add(mouth, (struct deed){.t = mouth->busy,
					      .kind = DEED_BYTES,
					      .bytes = bytes_copy(bytes + cut, size - cut),
					      .size = size - cut});
}

struct deed *mouth_say(struct mouth *mouth, const char *words)
{
	char *line = bytes_text("%s%s", words, mouth->end);
	struct deed *deed = mouth_write(mouth, line);

	free(line);
	return deed;
}

void mouth_mark(struct deed *deed, int tag, const char *line)
{
	deed->is_move = true;
	deed->tag = tag;
	snprintf(deed->said, sizeof(deed->said), "%s", line);
	deed->said_size = strlen(deed->said);
}

static void add_bytes(struct mouth *mouth, enum deed_kind kind, const char *bytes)
{
	mouth_add(mouth, (struct deed){.t = mouth->busy,
				       .kind = kind,
				       .bytes = bytes_copy(bytes, strlen(bytes)),
				       .size = strlen(bytes)});
}

void mouth_mutter(struct mouth *mouth)
{
	static const char *const ends[] = {"m\n", "m\r", "m"};

	add_bytes(mouth, DEED_STDERR, "\033[1mh");
	mouth_think(mouth, mouth->pause);
	add_bytes(mouth, DEED_STDERR, ends[chance_below(mouth->chance, 3)]);
}

void mouth_begin(struct mouth *mouth)
{
	if (chance_one_in(mouth->chance, 2))
		add_bytes(mouth, DEED_BYTES, "#");
}

struct deed *mouth_leave(struct mouth *mouth, int code, int culpable)
{
	return mouth_add(mouth, (struct deed){.t = mouth->busy,
					      .kind = DEED_EXIT,
					      .code = code,
					      .culpable = culpable,
					      .leaves = true});
}
