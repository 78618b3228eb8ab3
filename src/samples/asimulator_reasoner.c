/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator_reasoner.c - the program of sample:reasoner under asimulator.  */
#include "reasoner.h"

int main(int argc, char **argv)
{
	struct reasoner *reasoner = reasoner_new();
	const struct sample_option options[] = {
		{.name = "actions",
		 .argument = "N",
		 .help = "be home after N actions",
		 .least = 1,
		 .most = INT32_MAX,
		 .number = &reasoner->most_actions},
		{.name = "quiet",
		 .help = "show no symbols and say nothing",
		 .flag = &reasoner->quiet,
		 .store = true},
		{0},
	};
	struct world_agent agent = reasoner_agent(reasoner, options);
	int status = client_main(&agent, argc, argv);

	reasoner_free(reasoner);
	return status;
}
