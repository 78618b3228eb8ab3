/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commands.h - shared by the files of commands: one file a subject, each with its table.
 *
 * A command sends a request to the session, moves the view, or lets the console act on the screen.  */
#ifndef RINGSIDE_DEBUGGER_COMMANDS_H
#define RINGSIDE_DEBUGGER_COMMANDS_H

#include "ringside/command.h"

/* Ended by a row without a name.  */
extern const struct command commands_of_match[];
extern const struct command commands_of_stops[];
extern const struct command commands_of_hold[];
extern const struct command commands_of_time[];
extern const struct command commands_of_info[];
extern const struct command commands_of_settings[];
extern const struct command commands_of_scripts[];

/* Each gives NULL, or a problem for people; the caller frees.  */
char *command_request(struct console *console, struct request request);
/* Reads a number from 1; `fallback` if the text is empty.  */
char *command_count(const char *text, int fallback, int *count);
char *command_no_screen(void);
/* Gives the text, which is an answer and no problem.  */
char *command_answer(struct console *console, char *text);
/* Changes the pace of a replay, as console->replay_pace does, and answers with it.  */
char *command_pace(struct console *console, const char *pace);
/* What an expression may have after these arguments of the command; NULL: there is no expression.  */
const char *const *command_words_of_expression(const struct command *command, const char *arguments);
/* The i-th completion, from 0, that the match's system adds to the command; NULL: there are no more.  */
const char *command_word_of_match(const struct console *console, const struct command *command, int i);
/* What can follow these arguments of `set`: a name, or the values of a setting; NULL: they are not known, or
 * it is another command.  */
const char *const *command_words_of_setting(const struct command *command, const char *arguments);
/* Is the game over in the shown position, by its rules (verdict_is_final())?  */
bool command_is_final(const struct console *console);

/* Does the match that is played here wait for a person's move?  */
bool command_awaits_person(const struct console *console);
/* Is the line a move in some match with this setup?  If not, *problem says what it is; the caller frees.  */
bool command_reads_move(const struct console *console, const char *line, char **problem);

/* Functions of `info`, each like the function of a command.  */
char *info_branches(struct console *console, const char *arguments);
char *info_seat(struct console *console, const char *arguments);
char *info_games(struct console *console, const char *arguments);

#endif
