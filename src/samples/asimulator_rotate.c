/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator_rotate.c - the program of sample:rotate under asimulator.  */
#include "client_agents.h"

int main(int argc, char **argv)
{
	struct rotate rotate = {.most_actions = ROTATE_ACTIONS};
	const struct sample_option options[] = {
		{.name = "actions",
		 .argument = "N",
		 .help = "do N actions; the last one is Shut_Off",
		 .least = 1,
		 .most = INT32_MAX,
		 .number = &rotate.most_actions},
		{0},
	};
	struct world_agent agent = rotate_agent(&rotate, options);

	return client_main(&agent, argc, argv);
}
