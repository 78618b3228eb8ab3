/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocol_usual.c - what holds in a system when nobody says anything else.  */
#include "ringside/protocol.h"

void protocol_usual(const struct protocol *protocol, struct setup *setup)
{
	if (protocol->turn_limit)
		setup->turn_limit = protocol->turn_limit;
	setup->tolerance = setup->strict ? 0 : protocol->tolerance;
	setup_keep(setup, OPTION_RULES, RULES_NOW);
}
