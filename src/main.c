/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* main.c - calls the command line; nothing else.  */
#include "ringside/cli.h"

int main(int argc, char **argv)
{
	return cli_main(argc, argv);
}
