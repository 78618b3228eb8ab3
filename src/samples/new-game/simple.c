/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* A player of sticks: it takes one stick each time.  */
#include <stdio.h>

int main(void)
{
	char line[1000];

	setvbuf(stdout, NULL, _IOLBF, 0); /* or ringside waits for what stays in the buffer */
	while (fgets(line, sizeof(line), stdin))
		printf("1\n");
	return 0;
}
