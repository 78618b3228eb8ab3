/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* replay.h - a recorded match, fed back into a judge.
 *
 * The messages of a match in their order are all that a judge was told (message.h).  Fed back with their
 * times they give the same turns and the same verdict, without agents: for a match file that is looked at,
 * branched or checked, and for tests.  Use judge_new() with the recorded setup, then replay_begin(), then
 * replay_feed() for each message; after each take the effects with `while (judge_effect(judge, 0, &effect))`
 * and carry none of them out.  judge_match() then says what the match was up to there; or, with
 * replay_live(), it goes on from there.  */
#ifndef RINGSIDE_REPLAY_H
#define RINGSIDE_REPLAY_H

#include "ringside/judge.h"
#include "ringside/message.h"

/* In place of judge_begin().  */
void replay_begin(struct judge *judge);
/* The next message of the recording, in the order of n.  False: this judge would not have sent it, or would
 * not have granted it, so the recording is of other rules or is not whole.  */
bool replay_feed(struct judge *judge, const struct message *message);
/* The recording ends here, at time t, and the match goes on in a new branch: from now on the judge decides
   itself what passes.  Its messages get numbers above `last_n`.  Whatever it had to say waits at the gate,
   which is closed: REQUEST_GO or a step lets it pass.  `why` is noted, for people, as the branch's first
   message.  The processes of the seats have to be those that were told the same (rejoin.h).  */
void replay_live(struct judge *judge, int64_t t, int64_t last_n, const char *why);

#endif
