/* option.h - one option of the command line, as a row of a table.
 *
 * The command line's own options and those of each system are such rows; the parser, --help, the man page and
 * the completion are made from them.  */
#ifndef RINGSIDE_OPTION_H
#define RINGSIDE_OPTION_H

struct option_row {
	const char *name;     /* without the dashes; NULL ends a table */
	const char *argument; /* what stands for the value in the help, as "N"; NULL: a switch */
	const char *fallback; /* the value when it is not given, as the help says it; NULL: none */
	const char *help;     /* one sentence without a full stop */
	unsigned commands;    /* bit set of the subcommands that take it; a system leaves it 0 */
};

#endif
