/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info.h - what UCI engines say: the kind of a line, the options that they declare, what they tell of a
 * search.
 */
#ifndef RINGSIDE_UCI_INFO_H
#define RINGSIDE_UCI_INFO_H

#include "ringside/match.h"
#include "rules.h"
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

/* ---- options ---- */

/* What a line declares, of which it points into.  A part that it does not have is NULL, or empty.  */
struct uci_option {
	struct text name, type, initial, least, most; /* initial: the default */
	struct text words;                            /* all of it */
};

/* `line`: what follows the word option.  */
struct uci_option uci_option_read(struct text line);
/* The i-th predefined value, from 0.  False: there are no more.  */
bool uci_option_word(const struct uci_option *option, int i, struct text *value);
/* Is it a value that its type allows?  */
bool uci_takes(const struct uci_option *option, struct text value);
/* "setoption name NAME value VALUE", or without a value for a button.  The caller frees.  */
char *uci_setting(const struct uci_option *option, struct text value);
/* Are they the same names or values?  Capitals do not matter (engine-interface, setoption).  */
bool uci_same(struct text a, struct text b);

/* May this option, which a person wants as NAME=VALUE, be sent to an engine that has declared these lines?
 * NULL, or what is wrong with it, for people.  `declared`: what followed the word option in each line, with a
 * line end.  *command: "setoption ..." without a line end.  The caller frees both.  */
char *uci_check_option(struct text declared, struct text wanted, char **command);

/* A member of struct protocol_texts: what `setoption` to an engine can go on with, as this line declares.  */
char *uci_offers(const struct message *message, const char *before, int i);

/* ---- a search ---- */

/* The numbers of a line "info".  */
enum uci_count {
	UCI_DEPTH,
	UCI_SELDEPTH,
	UCI_TIME,
	UCI_NODES,
	UCI_MULTIPV,
	UCI_CURRMOVENUMBER,
	UCI_HASHFULL,
	UCI_NPS,
	UCI_TBHITS,
	UCI_SBHITS,
	UCI_CPULOAD,
	UCI_COUNTS
};

/* What such a line says.  Its texts point into it; those that it does not have are empty.  */
struct uci_info {
	int64_t count[UCI_COUNTS]; /* -1: not said */
	struct text broken;        /* a word behind which its value is missing */
	bool cp, mate, lower, upper;
	int64_t value;  /* of cp or mate, the last one */
	int64_t wdl[3]; /* games of a thousand that are won, drawn, lost (UCI_ShowWDL) */
	bool has_wdl;
	struct text pv, currmove, refutation, currline; /* moves */
};

/* `rest`: what follows the word info.  */
void uci_info_read(struct text rest, struct uci_info *info);
/* Are the moves legal, one after the other?  NULL, or `before`, the first that is not, `behind`, and " not
 * legal in" the FEN there, for people; the caller frees.  */
char *uci_illegal(const struct chess_position *position, struct text moves, const char *before,
		  const char *behind);

/* What is remarked of a line.  None of it says how an engine plays.  */
enum uci_remark {
	UCI_ILLEGAL_LINE, /* a move of a pv is not legal */
	UCI_DEPTH_BACK,   /* the depth is smaller than before */
	UCI_TWO_VALUES,   /* two values, or two bounds, in one line */
	UCI_PAST_BOUND,   /* the value is past a bound that was told at this depth */
	UCI_WDL_SUM,      /* wins, draws and losses are not a thousand */
	UCI_NO_REMARK
};

/* What the best line (multipv 1) has said in a search so far; zeroed before.  */
struct uci_search {
	int64_t depth;        /* 0: none yet */
	int64_t lower, upper; /* at that depth, in centipawns */
	bool has_lower, has_upper;
};

/* Looks at a line of a search in that position.  `rest`: what follows the word info.  *why says it for
 * people, or is NULL; the caller frees.  */
enum uci_remark uci_look(struct uci_search *search, const struct chess_position *position, struct text rest,
			 char **why);

/* A member of struct protocol.  */
void uci_said(const struct setup *setup, const struct message *message, struct said *said);

#endif
