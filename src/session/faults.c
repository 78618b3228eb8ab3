/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* faults.c - the number of faults of a seat at any message of the match.
 *
 * They are counted in the match file, one stretch of messages after the other.  The sum before each stretch
 * is kept, so a jump counts less than one stretch.  Those before the first fault need no counting.  */
#include "session_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	STRETCH = 1024,     /* messages */
	STRETCHES_MOST = 64 /* stretches counted in one call */
};

/* The faults before a stretch.  */
struct faults_before {
	int of[SEATS];
};

/* Counts the stretches before the first fault, up to `whole`, without reading them.  */
static void pass_faultless(struct fault_counts *faults, struct match_file *file, int whole)
{
	int64_t faultless = match_file_faultless(file) / STRETCH;
	int count = 1 + (faultless < whole ? (int)faultless : whole);

	if (count <= faults->count)
		return;
	faults->before = bytes_resized(faults->before, (size_t)count * sizeof(*faults->before));
	memset(faults->before + faults->count, 0, (size_t)(count - faults->count) * sizeof(*faults->before));
	faults->count = count;
}

static void add_stretch(struct fault_counts *faults, struct match_file *file)
{
	struct faults_before next = faults->before[faults->count - 1];
	int more[SEATS];

	assert(faults->count > 0);
	match_file_faults(file, (int64_t)(faults->count - 1) * STRETCH, (int64_t)faults->count * STRETCH,
			  more);
	for (int s = 0; s < SEATS; s++)
		next.of[s] += more[s];
	faults->before = bytes_resized(faults->before, (size_t)(faults->count + 1) * sizeof(next));
	faults->before[faults->count++] = next;
}

int session_faults_at(struct session *session, int seat, int64_t last, bool *unfinished)
{
	struct match_file *file = session_file(session);
	struct fault_counts *faults;
	int more[SEATS], whole;

	assert(is_seat(seat) && last >= 0);
	*unfinished = false;
	if (!file)
		return session_faults(session, seat);
	faults = &session->faults;
	if (last > match_file_last(file))
		last = match_file_last(file);
	if (last < match_file_faultless(file))
		return 0;
	whole = (int)(last / STRETCH);
	if (faults->file != file || faults->shows != match_file_shows(file))
		faults_forget(session);
	faults->file = file;
	faults->shows = match_file_shows(file);
	if (faults->count <= whole)
		pass_faultless(faults, file, whole);
	for (int i = 0; i < STRETCHES_MOST && faults->count <= whole; i++)
		add_stretch(faults, file);
	*unfinished = faults->count <= whole;
	if (*unfinished)
		return faults->before[faults->count - 1].of[seat];
	match_file_faults(file, (int64_t)whole * STRETCH, last, more);
	return faults->before[whole].of[seat] + more[seat];
}

void faults_forget(struct session *session)
{
	free(session->faults.before);
	session->faults = (struct fault_counts){0};
}
