/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* condition.h - conditions over what happens in a match: `seat == 2 && time > 500ms`.
 *
 * A condition is parsed once and then evaluated for each message. The caller supplies the values of the
 * fields, and the patterns (PCRE2), because this room knows libc alone. The breakpoints use it.
 *
 *     condition   fields, numbers with units, "texts" and names, compared by == != < <= > >=;
 *                 text ~ /pattern/ (i behind it: in any case); && || ! ( )
 *     numbers are counted with by + - * / %, as they are in C; what is divided by 0 is not known
 *     before(FIELD)  the value at the end of the seat's last turn
 *     last(CHANNEL)  what the seat was told or said on the channel before this message; a text
 *     count(COND)    for how many messages it held, with this one
 *     since(COND)    how many messages came after the last one for which it held; not known before that
 *     numbers     500ms 2s 1m 1h us ns, 64KB 80MB 3GB B (powers of 1024), or without a unit
 *
 * A condition that remembers is shown each message (condition_see()); what was before it was made does not
 * count.  A name may be a variable.
 *
 * && binds closer than ||; ! applies to the comparison or the bracket after it. A comparison with an unknown
 * value, such as the memory of a person, does not hold.  */
#ifndef RINGSIDE_CONDITION_H
#define RINGSIDE_CONDITION_H

#include <stdbool.h>
#include <stddef.h>

enum condition_type {
	CONDITION_COUNT, /* a number without a unit; alone it holds if it is not 0 */
	CONDITION_TIME,  /* ns */
	CONDITION_SIZE,  /* bytes */
	CONDITION_NAME,  /* the name of a channel or a direction */
	CONDITION_TEXT,
	CONDITION_TRUTH, /* not 0: true */
};

/* Each is a value of the seat of the message, or of the seat that the event is about.  */
#define CONDITION_FIELDS(X)                                                                                  \
	X(MOVE, "move", COUNT, "the number of the turn, from 1")                                             \
	X(GAME, "game", COUNT, "the number of the game in its series, from 1")                               \
	X(SEAT, "seat", COUNT, "1 or 2; 0: the game program, or nobody")                                     \
	X(CHANNEL, "channel", NAME, "what kind of message")                                                  \
	X(DIR, "dir", NAME, "to: sent to the agent; from: sent by it; event: neither")                       \
	X(TEXT, "text", TEXT, "the message without its line end; if it is binary, its meaning")              \
	X(BYTES, "bytes", SIZE, "the size of the message with its line end")                                 \
	X(TIME, "time", TIME, "the think time of the seat's turn so far; 0: it has no turn")                 \
	X(HELD, "held", TIME, "how long ringside was held up in the seat's turn so far")                     \
	X(CLOCK, "clock", TIME, "the time left of the seat's match limit; endless without one")              \
	X(SCORE, "score", COUNT, "the sum of the seat's scores")                                             \
	X(VALUE, "value", COUNT, "what the agent says in the seat's turn that its position is worth to it")  \
	X(DEPTH, "depth", COUNT, "how deep the agent says in the seat's turn that it searches")              \
	X(NODES, "nodes", COUNT, "how many positions it says there that it has searched")                    \
	X(RSS, "rss", SIZE, "the memory of the seat's agent")                                                \
	X(CPU, "cpu", TIME, "the CPU time of the seat's agent in this turn")                                 \
	X(FAULT, "fault", COUNT, "the number of faults of the seat so far")                                  \
	X(LEGAL, "legal", TRUTH, "false: an answer that breaks the rules of the game")

enum condition_field {
#define X(NAME, name, type, help) CONDITION_##NAME##_FIELD,
	CONDITION_FIELDS(X)
#undef X
		CONDITION_FIELD_COUNT
};

#define CONDITION_BIT(field) (1u << (field))
/* The fields that depend on the message.  */
#define CONDITION_OF_MESSAGE                                                                                 \
	(CONDITION_BIT(CONDITION_CHANNEL_FIELD) | CONDITION_BIT(CONDITION_DIR_FIELD) |                       \
	 CONDITION_BIT(CONDITION_TEXT_FIELD) | CONDITION_BIT(CONDITION_BYTES_FIELD) |                        \
	 CONDITION_BIT(CONDITION_LEGAL_FIELD))
/* Those that are known of the end of a turn.  */
#define CONDITION_OF_TURN                                                                                    \
	(~(CONDITION_OF_MESSAGE | CONDITION_BIT(CONDITION_FAULT_FIELD)) &                                    \
	 (CONDITION_BIT(CONDITION_FIELD_COUNT) - 1))

struct match;
struct said;
struct turn;

struct condition_value {
	enum condition_type type;
	bool known;
	double number;    /* of a COUNT, TIME, SIZE, TRUTH */
	const char *text; /* of a NAME or TEXT: `size` bytes */
	size_t size;
};

/* Gives the value of a field now: fills in all members but the type.  A text is valid until the next message.
 */
struct condition_source {
	void (*value)(void *user, enum condition_field field, struct condition_value *value);
	void *user;
	/* The same at the end of the seat's last turn; NULL: not known.  */
	void (*before)(void *user, enum condition_field field, struct condition_value *value);
};

/* Patterns. compile() returns NULL on a mistake, with a problem for people, which the caller frees, and the
 * byte of the pattern where it is. Free the result with free().  */
struct matcher {
	void *(*compile)(const char *pattern, size_t size, bool any_case, size_t *at, char **problem);
	bool (*matches)(const void *compiled, const char *text, size_t size);
	void (*free)(void *compiled);
	/* As matches, and says which bytes match: `length` from `from` on.  The member may be NULL.  */
	bool (*finds)(const void *compiled, const char *text, size_t size, size_t *from, size_t *length);
};

/* What is wrong with a condition: `text` for people, which the caller frees, and the byte of the condition,
 * from 0, where it is. That is its end if something is missing.  */
struct condition_mistake {
	size_t at;
	char *text;
};

struct condition;
struct variables;

/* Parses a condition, which the caller frees with condition_free(). NULL: see the mistake. `matcher` and
 * `variables` must outlive it; NULL: there are no variables.  */
struct condition *condition_parse(const char *text, const struct matcher *matcher,
				  const struct variables *variables, struct condition_mistake *mistake);
/* The same for an expression that need not be true or false, such as a field to watch.  */
struct condition *condition_parse_value(const char *text, const struct matcher *matcher,
					const struct variables *variables, struct condition_mistake *mistake);
void condition_free(struct condition *condition);
/* As it was typed, without blanks around it; owned by the condition.  */
const char *condition_text(const struct condition *condition);
/* Is it true or false, and not another value?  */
bool condition_is_truth(const struct condition *condition);
/* Does it depend on messages before the present one?  */
bool condition_remembers(const struct condition *condition);
/* The fields that it contains, as a set of CONDITION_BIT().  */
unsigned condition_fields(const struct condition *condition);
/* How often it contains the field.  */
int condition_uses(const struct condition *condition, enum condition_field field);
/* The i-th number, from 0, that it compares the field with; times in ns, sizes in bytes. False: there are
 * fewer.  */
bool condition_compares(const struct condition *condition, enum condition_field field, int i, double *number);
/* Shows it a message, after so many turns of the game: call it once for each, before the value is asked for.
 * Fewer turns than before: play went on from an earlier position, and what was remembered of later ones is
 * forgotten.  It keeps the values of the last 512 turns or more in which they changed; whoever goes further
 * back finds them unknown.  */
void condition_see(struct condition *condition, const struct condition_source *source, int turns);
/* Forgets all messages: a new game begins.  */
void condition_forget(struct condition *condition);
bool condition_holds(const struct condition *condition, const struct condition_source *source);
/* Its value; a text is valid until the source is called again.  */
struct condition_value condition_value(const struct condition *condition,
				       const struct condition_source *source);
/* "412 ms", "81 MB", "3", "true"; the caller frees.  */
char *condition_value_words(const struct condition_value *value);
/* The values of the fields in this set that it contains, as "rss is 81 MB, time is 2 s"; NULL: it
 * contains none of them.  The caller frees.  */
char *condition_fields_words(const struct condition *condition, const struct condition_source *source,
			     unsigned fields);
/* The fields in the order of their enum, with their meaning for people.  One without a name ends them.  */
extern const struct condition_row {
	const char *name, *help;
	enum condition_type type;
} condition_rows[];

/* Two lines: the typed line, and below it a caret at byte `at` with the mistake, which moves to a third line
 * if it is long. Of a long line only the part around the caret is shown; each line fits into 80 columns if
 * `what` does. The caller frees.  */
char *condition_pointed(const char *line, size_t at, const char *what);

/* ---- values that a person gave a name, for conditions ----
 *
 * A variable keeps its type, because conditions that use it were checked with that.  */

struct variables *variables_new(void);
void variables_free(struct variables *variables);
/* Copies the value.  NULL, or why not, for people; the caller frees.  */
char *variables_set(struct variables *variables, const char *name, const struct condition_value *value);
/* Of the variable with this name of `size` bytes: stays where it is, and follows each change.  NULL: there is
 * none, or no table.  */
const struct condition_value *variables_value(const struct variables *variables, const char *name,
					      size_t size);
/* A line each, as "x = 412 ms"; the caller frees.  */
char *variables_list(const struct variables *variables);
/* The value of a field at the end of a turn, of one in CONDITION_OF_TURN, or of `text`, which is the move, or
 * `legal`.  turn NULL: not known.  */
void condition_of_turn(const struct match *match, const struct turn *turn, enum condition_field field,
		       struct condition_value *value);
/* The last turn of the seat among the first so many, or NULL.  It looks at the last 64 of them.  */
const struct turn *condition_turn_before(const struct match *match, int seat, int turns);
/* The value of one of the fields of an agent's search.  */
void condition_said(const struct said *said, enum condition_field field, struct condition_value *value);

#endif
