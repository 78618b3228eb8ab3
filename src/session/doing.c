/* doing.c - what agents were doing: looked at when a limit of theirs has passed, when the match is stopped
 * while one is awaited, and when a person asks.  */
#include "session_state.h"

bool session_doing(struct session *session, int seat, struct doing *doing)
{
	struct player *player = session->player[seat];

	if (!player)
		return false;
	agent_doing(player->agent, doing);
	doing->cpu_ns = session_measured(session, seat).cpu_ns;
	return true;
}
