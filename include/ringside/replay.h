/* replay.h - a recorded match, fed back into a judge.
 *
 * The messages of a match in their order are all that a judge was told (message.h).  Fed back with their
 * times they give the same turns and the same verdict, without agents: for a match file that is looked at,
 * branched or checked, and for tests.  Use judge_new() with the recorded setup, then replay_begin(), then
 * replay_feed() for each message; after each take the effects with `while (judge_effect(judge, 0, &effect))`
 * and carry none of them out.  judge_match() then says what the match was up to there.  */
#ifndef RINGSIDE_REPLAY_H
#define RINGSIDE_REPLAY_H

#include "ringside/judge.h"
#include "ringside/message.h"

/* In place of judge_begin().  */
void replay_begin(struct judge *judge);
/* The next message of the recording, in the order of n.  False: this judge would not have sent it, or would
 * not have granted it, so the recording is of other rules or is not whole.  */
bool replay_feed(struct judge *judge, const struct message *message);

#endif
