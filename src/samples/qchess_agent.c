/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_agent.c - sample:NAME under qchess: the makefile builds a program of each agent.  */
#include "qagent.h"

int main(int argc, char **argv)
{
	return qagent_main(&AGENT, argc, argv);
}
