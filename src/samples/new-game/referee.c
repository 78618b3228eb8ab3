/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* The referee of sticks: the players take 1 to 3 sticks by turns, and who takes the last one wins.
 *
 * A player reads how many sticks are left, "17", and answers how many it takes, "3".  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next line without its end.  */
static char *hear(void)
{
	static char line[1000];

	if (!fgets(line, sizeof(line), stdin))
		exit(0); /* the game has been ended */
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* The number behind NAME= among the words that the game began with.  */
static int number(const char *words, const char *name, int otherwise)
{
	const char *at = strstr(words, name);

	return at ? atoi(at + strlen(name)) : otherwise;
}

static void show(int player, int sticks)
{
	printf("| ");
	for (int i = 0; i < sticks; i++)
		printf("I ");
	printf("\nlegal %d 1%s%s\n", player, sticks > 1 ? " 2" : "", sticks > 2 ? " 3" : "");
}

/* Asks a player how many sticks it takes.  */
static int taken(int player, int sticks)
{
	const char *answer;
	int take;

	printf("> %d %d\n", player, sticks);
	printf("ask %d\n", player);
	answer = hear() + strlen("< 1 ");
	take = strlen(answer) == 1 ? answer[0] - '0' : 0;
	hear(); /* "done 1" */
	if (take < 1 || take > 3 || take > sticks) {
		printf("illegal %d this is not 1 to 3, or more than there are\n", player);
		exit(0);
	}
	printf("move %d %d\n", player, take);
	return take;
}

int main(void)
{
	const char *start = hear(); /* "start players=2 seed=42 sticks=17" */
	int sticks = number(start, " sticks=", 15 + number(start, " seed=", 0) % 11), player = 1;

	setvbuf(stdout, NULL, _IOLBF, 0); /* or ringside waits for what stays in the buffer */
	printf("game sticks\n");
	for (; sticks > 0; player = 3 - player) {
		show(player, sticks);
		sticks -= taken(player, sticks);
	}
	printf("| no stick is left\n");
	printf("win %d it took the last stick\n", 3 - player);
	return 0;
}
