/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match_json.h - a match as JSON objects: what `run --json` prints of a game and its turns, and what an
 * export as jsonl has (src/manual/json.md).
 *
 * The caller owns each object.  Times are ns in keys that end in _ns, and seconds in the others.  */
#ifndef RINGSIDE_MATCH_JSON_H
#define RINGSIDE_MATCH_JSON_H

#include "ringside/match.h"
#include <jansson.h>

/* Sets KEY_bytes to the bytes in hexadecimal.  */
void match_json_bytes(json_t *object, const char *key, const char *bytes, size_t size);
/* Sets key to a text of somebody else; when that is not UTF-8, its bytes as above.  NULL: null.  */
void match_json_text(json_t *object, const char *key, const char *text, size_t size);
/* The same text escaped (bytes.h) when it is not UTF-8: for people.  NULL: null.  */
json_t *match_json_words(const char *text);
/* A game that is over.  */
json_t *match_json_game(const struct match *match);
/* One of its turns, and all that are known, in their order.  */
json_t *match_json_turn(const struct turn *turn);
json_t *match_json_turns(const struct match *match);

#endif
