/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* replay.h - a recorded match, fed back into a judge.
 *
 * The messages of a match, in their order, contain every input of its judge (message.h). Fed back with their
 * times they give the same turns and the same verdict, without agents. Call judge_new() with the recorded
 * setup, then replay_begin(), then replay_feed() for each message. After each message take the effects with
 * `while (judge_effect(judge, 0, &effect))` and carry none of them out. judge_match() is then the match up to
 * that message, and replay_live() lets it go on from there.  */
#ifndef RINGSIDE_REPLAY_H
#define RINGSIDE_REPLAY_H

#include "ringside/judge.h"
#include "ringside/message.h"

/* Call it in place of judge_begin().  */
void replay_begin(struct judge *judge);
/* Feeds the next message of the recording, in the order of n; the message is copied. False: this judge would
 * not have sent it, or would have refused the request, so the recording was made by other rules or is not
 * complete.  */
bool replay_feed(struct judge *judge, const struct message *message);
/* Ends the recording at time t (ns) and lets the match go on in a new branch. Its messages get n above
 * `last_n` and numbers above `numbered`. The gate is closed and the judge's next messages wait there:
 * REQUEST_GO or a step lets them pass. `why` is for people and becomes the first message of the branch. The
 * processes of the seats must have been told what was recorded (rejoin.h).  */
void replay_live(struct judge *judge, int64_t t, int64_t last_n, int64_t numbered, const char *why);

#endif
