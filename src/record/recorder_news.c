/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* recorder_news.c - what people are told of a recording: that it cannot be written, and what is lost.  */
#include "recorder_state.h"

#include <inttypes.h>

/* Its path for people.  */
static const char *shown_path(const struct recorder *recorder)
{
	return *recorder->path ? recorder->path : "the temporary match file";
}

static char *words_of_end(const struct recorder *recorder)
{
	if (!recorder->lost)
		return bytes_text("%s: can be written again; nothing is lost", shown_path(recorder));
	return bytes_text("%s: can be written again; %" PRId64 " %s missing in it", shown_path(recorder),
			  recorder->lost,
			  recorder->lost == 1 ? "message or turn is" : "messages and turns are");
}

char *recorder_news(struct recorder *recorder)
{
	enum told now;
	char *news = NULL;

	writer_lock();
	now = !recorder->trouble ? TOLD_NOTHING : recorder->hopeless ? TOLD_HOPELESS : TOLD_TROUBLE;
	if (now > recorder->told)
		news = bytes_text(now == TOLD_HOPELESS
					  ? "%s: %s; the match goes on, but the rest is not recorded"
					  : "%s: cannot be written: %s; the match goes on, and its record "
					    "waits in memory",
				  shown_path(recorder), recorder->trouble);
	else if (now < recorder->told && recorder->loses == LOST_NOTHING)
		news = words_of_end(recorder);
	if (news)
		recorder->told = now;
	writer_unlock();
	return news;
}

char *recorder_loss(const struct recorder *recorder, bool late)
{
	const char *why = recorder->trouble ? recorder->trouble : "the disk does not answer";

	if (recorder->hopeless)
		return bytes_text("%s: is not whole: %s", shown_path(recorder), why);
	if (late)
		return bytes_text("%s: is not whole: %s, so the rest was given up", shown_path(recorder),
				  why);
	if (recorder->done && recorder->lost)
		return bytes_text("%s: is not whole: %" PRId64
				  " messages and turns are missing, because it could not be written in time",
				  shown_path(recorder), recorder->lost);
	return NULL;
}
