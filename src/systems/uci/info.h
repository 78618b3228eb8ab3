/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info.h - what UCI engines say: the kind of a line, the options that they declare, what they tell of a
 * search.
 */
#ifndef RINGSIDE_UCI_INFO_H
#define RINGSIDE_UCI_INFO_H

#include "ringside/match.h"
#include "systems/text.h"

/* The words that begin a line of an engine (engine-interface, Engine to GUI).  */
enum uci_word {
	UCI_BESTMOVE,
	UCI_INFO,
	UCI_READYOK,
	UCI_UCIOK,
	UCI_ID,
	UCI_OPTION,
	UCI_COPYPROTECTION,
	UCI_REGISTRATION,
	UCI_NOTHING, /* none of them */
};

/* Finds the first such word of a line, and sets `rest` to what follows it.  Words before it are passed over
   (engine-interface, Description: unknown command or token).  */
enum uci_word uci_word_of(const char *bytes, size_t size, struct text *rest);

/* May this option, which a person wants as NAME=VALUE, be sent to an engine that has declared these lines?
 * NULL, or what is wrong with it, for people.  `declared`: what followed the word option in each line, with a
 * line end.  *command: "setoption ..." without a line end.  The caller frees both.  */
char *uci_check_option(struct text declared, struct text wanted, char **command);

/* A member of struct protocol.  */
void uci_said(const struct setup *setup, const struct message *message, struct said *said);

#endif
