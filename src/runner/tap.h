/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tap.h - a game that an agent is told again, as a tap would record it (ringside minimise).
 *
 * There is no other judge and no relay: the caller starts the agent, tells it what another judge has said,
 * and says here what passes.  Nothing is held.  */
#ifndef RINGSIDE_RUNNER_TAP_H
#define RINGSIDE_RUNNER_TAP_H

#include "ringside/agent.h"

struct setup;
struct tap;

/* Records one game at `path`; the setup is that of a file of a tap.  */
struct tap *tap_again(const struct setup *setup, const char *path, pid_t agent);
/* The agent is told these bytes: one message.  */
void tap_told(struct tap *tap, int64_t t, const char *bytes, size_t size);
/* It has written these.  */
void tap_wrote(struct tap *tap, int64_t t, enum stream stream, const char *bytes, size_t size);
/* Has it still to answer?  */
bool tap_awaits(const struct tap *tap);
/* It has ended.  The file is whole now, if there was a game; frees the tap.  `closed`: it is told no more. */
void tap_over(struct tap *tap, int64_t t, struct ending ending, bool closed);

#endif
