/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_random.c - the program of sample:random under qchess.  */
#include "qagent.h"

int main(int argc, char **argv)
{
	return qagent_main(&qagent_random, argc, argv);
}
