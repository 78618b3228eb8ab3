/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_json.h - a match as JSON objects: for `run --json` and for exports as jsonl (src/manual/json.md).
 *
 * The caller owns each object.  Times are ns in keys that end in _ns, and seconds in the others.  */
#ifndef RINGSIDE_MATCH_JSON_H
#define RINGSIDE_MATCH_JSON_H

#include "ringside/match.h"
#include "ringside/match_file.h"
#include <jansson.h>

/* A text for people: escaped (bytes.h) if it is not UTF-8. NULL becomes null.  */
json_t *match_json_words(const char *text);
/* The value as it is printed, on one line without a line end: treacherous characters (words.h) are \uXXXX, so
 * whoever reads the line gets the same texts. The caller frees.  */
char *match_json_line(const json_t *value);
/* A game that is over.  */
json_t *match_json_game(const struct match *match);
/* An array of all turns that are known, in their order.  */
json_t *match_json_turns(const struct match *match);
/* An array of the moves of all turns, in their order; null stands for one that is not known.  */
json_t *match_json_played(const struct match *match);
/* How a game with scores went: {"kinds": [[seat, move, score of seat 1, of seat 2], ...], "order": a text
 * with the kind of each turn}. A kind is a digit of COURSE_DIGITS, or two of them, the higher one first, if
 * there are more kinds than digits. null: not all turns are known, or it would be too long for a line.  */
#define COURSE_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
enum { COURSE_BASE = sizeof(COURSE_DIGITS) - 1 };
json_t *match_json_course(const struct match *match);
/* The mean score of a move in each tenth of the game, for each seat; null: nobody sits there, or not all
 * turns are known.  */
enum { MATCH_JSON_TENTHS = 10 };
json_t *match_json_curve(const struct match *match);
/* What a match file lacks.  */
json_t *match_json_gap(const struct gap *gap);

#endif
