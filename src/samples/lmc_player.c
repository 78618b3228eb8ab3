/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc_player.c - sample:NAME under lmc: a program for each strategy, which the makefile names.  */
#include "strategy.h"

int main(int argc, char **argv)
{
	return strategy_main(&STRATEGY, argc, argv);
}
