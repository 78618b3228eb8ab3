/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc_player.c - sample:NAME under lmc: the makefile builds a program of each strategy.  */
#include "strategy.h"

int main(int argc, char **argv)
{
	return strategy_main(&STRATEGY, argc, argv);
}
