/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* A player of sticks: it leaves a multiple of four if it can, because then it wins.  */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char line[1000];

	setvbuf(stdout, NULL, _IOLBF, 0); /* or ringside waits for what stays in the buffer */
	while (fgets(line, sizeof(line), stdin)) {
		int rest = atoi(line) % 4;

		printf("%d\n", rest ? rest : 1);
	}
	return 0;
}
