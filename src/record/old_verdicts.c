/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* old_verdicts.c - finds the cause of a verdict in an older match file.
 *
 * Up to version 3 only the sentence for people gave the cause.  These are the words of that time.  */
#include "old_events.h"

#include "ringside/bytes.h"
#include "ringside/verdict.h"

#include <string.h>

/* The last word that is one of the original program. Earlier ones may be names or answers.  */
static const char *last_word(const char *detail)
{
	static const char *const words[] = {"ILLEGAL",   "BOUNDS",  "EMPTY",        "COLOUR",
					    "GIBBERISH", "TIMEOUT", "UNRESPONSIVE", "RESIGN"};
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const char *word = NULL;

	while (*detail) {
		size_t size = strspn(detail, letters);

		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (strlen(words[i]) == size && memcmp(detail, words[i], size) == 0)
				word = words[i];
		detail += size ? size : 1;
	}
	return word;
}

static bool is_one_of(const char *reason, const char *const *reasons)
{
	while (*reasons && strcmp(*reasons, reason) != 0)
		reasons++;
	return *reasons != NULL;
}

const char *old_cause(const char *system, const char *reason, const char *detail)
{
	static const char *const asked[] = {REASON_ILLEGAL, REASON_TIMEOUT, NULL};
	static const char *const failed[] = {REASON_ILLEGAL, REASON_PROTOCOL, REASON_TIMEOUT,
					     REASON_CRASH,   REASON_EXIT,     NULL};

	if (strcmp(system, "gomocup") == 0)
		return is_one_of(reason, asked) && strstr(detail, "SWAP2BOARD") ? "SWAP2BOARD" : NULL;
	if (strcmp(system, "qchess") != 0)
		return NULL;
	if (bytes_begin(detail, strlen(detail), OLD_LOG_SAYS))
		return "log";
	return is_one_of(reason, failed) ? last_word(detail) : NULL;
}
