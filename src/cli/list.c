/* list.c - `ringside list`: what there is to play with.  */
#include "ringside/cli.h"
#include "ringside/theme.h"
#include <stdio.h>
#include <stdlib.h>

static void print_names(const char *title, char **names)
{
	printf("%s:\n", title);
	for (int i = 0; names && names[i]; i++) {
		printf("  %s\n", names[i]);
		free(names[i]);
	}
	free(names);
}

int cli_list(struct invocation *invocation)
{
	char **samples;

	(void)invocation;
	printf("systems:\n");
	for (int i = 0; protocol_at(i); i++)
		printf("  %-12s %s\n", protocol_at(i)->name, protocol_at(i)->title);
	printf("samples (as sample:NAME):\n");
	agent_samples(&samples);
	for (int i = 0; samples[i]; i++)
		printf("  %s\n", samples[i]);
	free(samples);
	print_names("themes", theme_names());
	return EXIT_VERDICT;
}
