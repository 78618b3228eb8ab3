/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commands.h - shared by the files of commands: one file a subject, each with its table.
 *
 * A command sends a request to the session, moves the view, or lets the console act on the screen.  */
#ifndef RINGSIDE_DEBUGGER_COMMANDS_H
#define RINGSIDE_DEBUGGER_COMMANDS_H

#include "ringside/command.h"

/* The tap, whose match is steered, runs the command that runs here with these arguments.  */
char *command_in_tap(struct console *console, const char *arguments);

/* Ended by a row without a name.  */
extern const struct command commands_of_match[];
extern const struct command commands_of_time[];
extern const struct command commands_of_settings[];
extern const struct command commands_of_scripts[];

/* Each gives NULL, or a problem for people; the caller frees.  */
char *command_request(struct console *console, struct request request);
/* Reads a number from 1; `fallback` if the text is empty.  */
char *command_count(const char *text, int fallback, int *count);
char *command_no_screen(void);
/* What follows the word that the text begins with; NULL: it does not begin so.  */
const char *command_behind(const char *text, const char *word);
/* Gives the text, which is an answer and no problem.  */
char *command_answer(struct console *console, char *text);

/* Is the game over in the shown position, by its rules (verdict_is_final())?  */
bool command_is_final(const struct console *console);
/* Does the match that is played here wait for a person's move?  */
bool command_awaits_person(const struct console *console);
/* Is the line a move in some match with this setup?  If not, *problem says what it is; the caller frees.  */
bool command_reads_move(const struct console *console, const char *line, char **problem);

/* `save config` and `save case`, with what follows these words.  */
char *command_save_config(struct console *console, const char *arguments);
char *command_save_case(struct console *console, const char *arguments);

/* Functions of `info`, each like the function of a command.  */
char *info_board(struct console *console, const char *arguments);
char *info_held(struct console *console, const char *arguments);
char *info_messages(struct console *console, const char *arguments);
char *info_seat(struct console *console, const char *arguments);
char *info_turns(struct console *console, const char *arguments);

/* The message that people call so, held or not, from the match file until the next call; false: there is
 * none.  */
bool command_message(const struct console *console, int64_t number, struct message *message);

#endif
