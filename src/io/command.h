/* command.h - from the words of a command to the file that is run.
 *
 * Called by the spawning of agents.  */
#ifndef IO_COMMAND_H
#define IO_COMMAND_H

/* The absolute path of the program that a shell in this folder would start for `name`; NULL and a problem (of
   the program alone) when there is none that may be executed.  The caller frees.  */
char *command_program(const char *name, char **problem);

#endif
