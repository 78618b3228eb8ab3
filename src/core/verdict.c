/* verdict.c - the fixed words for why a match ended.  */
#include "ringside/verdict.h"

#include <stddef.h>
#include <string.h>

/* The words of all systems, then those that games add.  */
static const char *const reasons[] = {
	REASON_ILLEGAL,     REASON_TIMEOUT,     REASON_CRASH,  REASON_EXIT,
	REASON_PROTOCOL,    REASON_RESIGN,      REASON_MEMORY, REASON_START,
	REASON_ADJUDICATED, REASON_INTERRUPTED, "five",        "full-board",
};

const char *verdict_reason(const char *word)
{
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (strcmp(reasons[i], word) == 0)
			return reasons[i];
	return NULL;
}
