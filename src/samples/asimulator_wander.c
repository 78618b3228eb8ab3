/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator_wander.c - the program of sample:wander under asimulator.  */
#include "client_agents.h"

int main(int argc, char **argv)
{
	struct wander wander = {.most_actions = WANDER_ACTIONS, .seed = -1};
	const struct sample_option options[] = {
		SAMPLE_SEED(&wander.seed),
		{.name = "actions",
		 .argument = "N",
		 .help = "shut off after N actions, wherever it is",
		 .least = 1,
		 .most = INT32_MAX,
		 .number = &wander.most_actions},
		{0},
	};
	struct world_agent agent = wander_agent(&wander, options);

	return client_main(&agent, argc, argv);
}
