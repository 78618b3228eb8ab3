/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* old_events.c - reads the sentences of older match files.
 *
 * Up to version 3 a match file stored each event as the sentence for people. These are the sentences of that
 * time. They must never change, whatever ringside says today.  */
#include "old_events.h"

#include "ringside/setup.h"
#include "ringside/words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* In a pattern, K is the number that it makes: %K is an integer, %sK a time as "12 ms" or "1.500 s", %lK a
 * limit as "the limit of 5.000 s for a turn", which is the word as well.  %w is the word and %t the text, up
 * to what follows; a second text is joined to the first by -; %_ is a number with a point, which is skipped
 * because another number says it better; %! sets the third number to 1.  <WORD> at the beginning is the word,
 * and no part of the sentence.  */
struct pattern {
	enum event_kind kind;
	const char *words;
};

static const struct pattern patterns[] = {
	{EVENT_PAUSE, "pause"},
	{EVENT_GO, "go"},
	{EVENT_STEP_SEAT, "step for this seat"},
	{EVENT_STEP_SEAT, "step for this seat %0"},
	{EVENT_NEXT_SEAT, "next for this seat"},
	{EVENT_NEXT_SEAT, "next for this seat %0"},
	{EVENT_STEP, "step"},
	{EVENT_STEP, "step %0"},
	{EVENT_NEXT, "next"},
	{EVENT_NEXT, "next %0"},
	{EVENT_PLAYS, "plays %t"},
	{EVENT_OVERRIDE, "override %t"},
	{EVENT_TAKEBACK, "takeback"},
	{EVENT_TAKEBACK, "takeback %0"},
	{EVENT_RESIGNS, "resigns"},
	{EVENT_WINNER, "declared the winner"},
	{EVENT_DRAW, "declared a draw"},
	{EVENT_INTERRUPTED, "interrupted"},
	{EVENT_TURN_LIMIT, "turn limit %_ s (%0 ns)"},
	{EVENT_MATCH_LIMIT, "match limit %_ s (%0 ns)"},
	{EVENT_POINT, "points at %t"},
	{EVENT_DROP, "drops a message to the agent, waiting %0"},
	{EVENT_DROP, "drops a message from the agent"},
	{EVENT_EDIT, "edits a message to the agent, waiting %0"},
	{EVENT_EDIT, "edits a message from the agent"},
	{EVENT_DELAY, "delays a message to the agent, waiting %0 by %s1"},
	{EVENT_DELAY, "delays a message from the agent by %s1"},
	{EVENT_DELAY_OVER, "its delay is over"},
	{EVENT_SEND, "sends a message to the agent"},
	{EVENT_PERSON, "is taken by a person"},
	{EVENT_AGENT, "is taken by the agent %t"},
	{EVENT_SUCCESSOR, "goes on with the agent %t"},
	{EVENT_FREEZE, "freeze"},
	{EVENT_THAW, "thaw"},
	{EVENT_SENT_SIGNAL, "signal %t"},
	{EVENT_BRANCH, "a branch begins: %t"},
	{EVENT_SEEDED, "with its seed: %t"},
	{EVENT_STOPPED_MESSAGE, "stopped before the next message"},
	{EVENT_STOPPED_MESSAGE, "stopped before the next message: %t"},
	{EVENT_STOPPED_MOVE, "stopped after a move"},
	{EVENT_STOPPED_TIME, "stopped between messages: %t"},
	{EVENT_STOPPED_LIMIT, "stopped at a limit: %t"},
	{EVENT_STOPPED_VERDICT, "stopped at the verdict: %t"},
	{EVENT_VERDICT, "verdict: %w: %t"},
	{EVENT_STARTED, "started"},
	{EVENT_STAYS, "stays from the game before"},
	{EVENT_NOT_STARTED, "could not be started: %t"},
	{EVENT_EXITED, "exited with status %0"},
	{EVENT_ENDED, "was ended by signal %0"},
	{EVENT_ENDED, "was ended by %w"},
	{EVENT_CLOSED_OUTPUT, "closed its output, so that it cannot answer any more"},
	{EVENT_CLOSED_INPUT, "does not read its input any more"},
	{EVENT_SHUT, "has not ended: it counts as one that left when it has to answer"},
	{EVENT_MEMORY, "bytes of memory in use: %0"},
	{EVENT_FOLDER, "bytes in its temporary folder: %0, allowed %1"},
	{EVENT_TRACED, "is traced: its clock stands"},
	{EVENT_UNTRACED, "is not traced any more"},
	{EVENT_AWAITED, "is awaited on %t"},
	{EVENT_CONNECTED, "has connected"},
	{EVENT_UNCONNECTED, "closed its connection before it said anything: it may connect again"},
	{EVENT_STRANGER, "a connection was refused: %t"},
	{EVENT_UNKEPT, "%0 messages more (%1 bytes) were read and not kept"},
	{EVENT_NO_MOVE, "made no move within %l0"},
	{EVENT_NO_MOVE, "made no move within %l0 and %s1 of tolerance"},
	{EVENT_NO_MOVE, "made no move within %l0: the game program is told%!"},
	{EVENT_NO_MOVE, "made no move within %l0 and %s1 of tolerance: the game program is told%!"},
	{EVENT_FORGIVEN, "%s0 over, forgiven: %l1 (--tolerance %s2)"},
	{EVENT_CHATTER,
	 "writes more than %0 bytes in one turn besides its answers (--max-chatter): the rest of "
	 "this turn is read, counted and not kept"},
	{EVENT_NOTICE, "<off-map>%0 symbols were off the map"},
	{EVENT_NOTICE, "<ended-inside>ended inside of a message: %0 bytes of %1 had come"},
	{EVENT_NOTICE, "<made-line>has made a line from %t to %t, which blocks from now on"},
	{EVENT_NOTICE, "<no-swap2>does not know SWAP2BOARD"},
	{EVENT_NOTICE, "<no-swap2-stones>does not know SWAP2BOARD: the judge places its three stones"},
	{EVENT_NOTICE, "<no-swap2-choice>does not know SWAP2BOARD: it keeps white, and is asked by BOARD"},
	{EVENT_NOTICE,
	 "<file-name>its name does not begin with pbrain-: by the protocol it would speak through "
	 "files; it is spoken to through pipes all the same"},
	{EVENT_NOTICE, "<no-about>does not answer ABOUT"},
	{EVENT_NOTICE, "<no-start>has not said OK to START: the match goes on without"},
	{EVENT_NOTICE, "<no-restart>does not answer RESTART: a fresh process takes its seat"},
	{EVENT_NOTICE, "<no-takeback>does not answer TAKEBACK: RESTART and BOARD will do"},
	{EVENT_NOTICE, "<left-game>has left this game"},
	{EVENT_NOTICE, "<slow>took %s0 a move on average: the challenge asked for ten moves a second"},
};

/* The name of a fault by its phrase.  */
static const struct fault {
	const char *phrase, *name;
	const char *rule; /* the beginning of its rule if a phrase has two names; NULL: any */
} faults[] = {
	{"a temporary folder over its size", "folder-too-large", NULL},
	{"a move that nobody waits for", "late-move", NULL},
	{"a line that is no answer", "no-answer", NULL},
	{"SUGGEST without a square", "suggest-no-square", NULL},
	{"lines that end in CR", "cr-lines", NULL},
	{"blanks at the end of a line", "trailing-blanks", NULL},
	{"more than one blank", "more-blanks", NULL},
	{"a last line without a line end", "unended-line", NULL},
	{"a second name", "second-name", NULL},
	{"a name without a name", "empty-name", NULL},
	{"a name with blanks", "blank-name", NULL},
	{"an info that nobody knows", "unknown-info", NULL},
	{"an output that comes too late", "late-output", NULL},
	{"a line before the name", "program-before-name", "lmc2"},
	{"a line before the name", "before-name", NULL},
	{"a channel that nobody listens to", "unheard-channel", NULL},
	{"a line with blanks in it", "blank-line", NULL},
	{"an output that nobody asked for", "unasked-output", NULL},
	{"an unknown symbol", "unknown-symbol", NULL},
	{"a word that is no symbol", "strange-word", NULL},
	{"an output without words", "empty-output", NULL},
	{"a line before the game begins", "program-before-new", NULL},
	{"a line without words", "program-no-words", NULL},
	{"a word that is not of the game", "program-strange-word", NULL},
	{"a score that is none", "program-score", NULL},
	{"a symbol that cannot be one", "program-symbol", NULL},
	{"sends a player the command exit", "program-exit", NULL},
	{"commands a player that has not answered", "program-impatient", NULL},
	{"a command that nobody knows", "program-command", NULL},
	{"play without an alphabet", "program-no-alphabet", NULL},
	{"a channel that a player does not have", "program-channel", NULL},
	{"a line for nobody", "program-for-nobody", NULL},
	{"a line for a player who does not sit here", "program-for-stranger", NULL},
	{"a line for the judge that it does not know", "program-judge", NULL},
	{"more than two numbers in an answer", "more-numbers", NULL},
	{"a response to the colour", "answers-colour", NULL},
	{"a response to an update", "answers-update", NULL},
	{"unused bits in the info byte", "info-bits", NULL},
	{"an action after the end", "action-after-end", NULL},
	{"an action out of turn", "action-out-of-turn", NULL},
	{"a symbol with an unused number", "unused-symbol", NULL},
	{"a request that nobody knows", "no-request", NULL},
};

#define FOLDER "bytes in its temporary folder: "

/* ---- parts of a sentence ---- */

static bool read_literal(const char **at, const char *literal)
{
	size_t size = strlen(literal);

	if (strncmp(*at, literal, size) != 0)
		return false;
	*at += size;
	return true;
}

static bool read_integer(const char **at, int64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)**at) && **at != '-')
		return false;
	*value = strtoll(*at, &end, 10);
	*at = end;
	return true;
}

/* Billionths of "12.345".  */
static bool read_decimal(const char **at, int64_t *value)
{
	int64_t whole, scale = NS_PER_S;

	if (!read_integer(at, &whole) || whole < 0 || whole > INT64_MAX / NS_PER_S - 1)
		return false;
	*value = whole * NS_PER_S;
	if (**at != '.' || !isdigit((unsigned char)(*at)[1]))
		return true;
	for ((*at)++; isdigit((unsigned char)**at); (*at)++)
		*value += (**at - '0') * (scale /= 10);
	return true;
}

static bool read_span(const char **at, int64_t *ns)
{
	if (!read_decimal(at, ns))
		return false;
	if (!read_literal(at, " ms"))
		return read_literal(at, " s");
	*ns /= NS_PER_S / NS_PER_MS;
	return true;
}

static bool read_limit(const char **at, int64_t *ns, const char **which)
{
	bool guard = read_literal(at, "the guard (--hang-time) of ");

	if ((!guard && !read_literal(at, "the limit of ")) || !read_span(at, ns))
		return false;
	*which = guard ? EVENT_LIMIT_GUARD : EVENT_LIMIT_TURN;
	if (read_literal(at, " for a turn"))
		return true;
	*which = EVENT_LIMIT_MATCH;
	return read_literal(at, " for the match");
}

/* Reads up to the text that follows %w or %t in the pattern, or to the end.  */
static bool read_part(const char **at, const char *behind, char **part)
{
	char *stop = bytes_copy(behind, strcspn(behind, "%"));
	char *before;
	const char *end = *stop ? strstr(*at, stop) : *at + strlen(*at);

	free(stop);
	if (!end)
		return false;
	before = *part;
	*part = before ? bytes_text("%s-%.*s", before, (int)(end - *at), *at)
		       : bytes_copy(*at, (size_t)(end - *at));
	free(before);
	*at = end;
	return true;
}

static bool read_token(const char **at, const char **token, struct old_event *event)
{
	const char *which = NULL;
	int64_t skipped;
	char form = *(*token)++;
	int k = form == 's' || form == 'l' ? *(*token)++ - '0' : form - '0';

	switch (form) {
	case '!': event->number[2] = 1; return true;
	case '_': return read_decimal(at, &skipped);
	case 'w': return read_part(at, *token, &event->word);
	case 't': return read_part(at, *token, &event->text);
	case 's': return read_span(at, &event->number[k]);
	case 'l':
		if (!read_limit(at, &event->number[k], &which))
			return false;
		free(event->word);
		event->word = bytes_text("%s", which);
		return true;
	default: return read_integer(at, &event->number[k]);
	}
}

static bool fits(const struct pattern *pattern, const char *sentence, struct old_event *event)
{
	const char *at = sentence, *words = pattern->words;
	bool fit = true;

	*event = (struct old_event){.kind = pattern->kind};
	if (*words == '<') {
		event->word = bytes_copy(words + 1, strcspn(words, ">") - 1);
		words = strchr(words, '>') + 1;
	}
	while (*words && fit)
		if (*words == '%') {
			words++;
			fit = read_token(&at, &words, event);
		} else {
			fit = *at++ == *words++;
		}
	if (fit && !*at)
		return true;
	old_event_free(event);
	return false;
}

/* ---- faults ---- */

/* Undoes bytes_escaped(). Any other backslash stands for what follows it.  */
static char *unescaped(const char *from, const char *end, size_t *size)
{
	struct bytes out = {0};

	bytes_add(&out, "", 0);
	while (from < end) {
		size_t length = words_unescape(&out, from, (size_t)(end - from));

		from += length;
		if (length)
			continue;
		from += *from == '\\' && end - from > 1;
		bytes_add(&out, from++, 1);
	}
	*size = out.size;
	return out.at;
}

/* The last `what` before `end`; NULL: there is none.  */
static const char *last_before(const char *text, const char *end, const char *what)
{
	size_t size = strlen(what);

	for (const char *at = end - size; at >= text; at--)
		if (memcmp(at, what, size) == 0)
			return at;
	return NULL;
}

static char *fault_name(const char *phrase, size_t size, const char *rule)
{
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		if (strlen(faults[i].phrase) == size && memcmp(faults[i].phrase, phrase, size) == 0 &&
		    (!faults[i].rule || strncmp(rule, faults[i].rule, strlen(faults[i].rule)) == 0))
			return bytes_text("%s", faults[i].name);
	return bytes_copy(phrase, size);
}

/* `PHRASE: "BYTES" [RULE]: DONE`, or without the bytes.  */
static bool read_fault(const char *sentence, struct old_event *event)
{
	const char *end = sentence + strlen(sentence), *done = last_before(sentence, end, "]: "),
		   *quote = strstr(sentence, ": \""), *rule;

	if (!done)
		return false;
	rule = last_before(sentence, done, quote ? "\" [" : " [");
	if (!rule || (quote && rule < quote + 3))
		return false;
	*event = (struct old_event){.kind = EVENT_FAULT};
	event->number[EVENT_FAULT_MESSAGE] = quote != NULL;
	event->number[EVENT_FAULT_STRICT] = strcmp(done, "]: loses (--strict)") == 0;
	event->word =
		fault_name(sentence, (size_t)((quote ? quote : rule) - sentence), rule + (quote ? 3 : 2));
	if (quote &&
	    strncmp(quote + 3, FOLDER, strlen(FOLDER)) != 0) /* otherwise it was the sentence of an event */
		event->text = unescaped(quote + 3, rule, &event->size);
	return true;
}

static bool read_fault_count(const char *sentence, struct old_event *event)
{
	static const struct pattern pattern = {EVENT_FAULT_COUNT, "%w: %0 times in all"};
	char *name;

	if (!fits(&pattern, sentence, event))
		return false;
	name = fault_name(event->word, strlen(event->word), "");
	free(event->word);
	event->word = name;
	return true;
}

/* ---- all ---- */

static bool read_pattern(enum channel channel, const char *sentence, struct old_event *event)
{
	for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
		if (event_channel(patterns[i].kind) == channel && fits(&patterns[i], sentence, event))
			return true;
	return channel == CHANNEL_FAULT && (read_fault_count(sentence, event) || read_fault(sentence, event));
}

/* The seat at which a match was stopped, as in "breakpoint 1, seat 2 plays 7,7".  */
static int64_t stopped_seat(const struct old_event *event)
{
	const char *seat = event->text ? strstr(event->text, "seat ") : NULL;

	return seat && seat[5] >= '0' + SEAT_NONE && seat[5] <= '0' + SEAT_2 ? seat[5] - '0' : SEAT_NONE;
}

struct old_event old_event_read(enum channel channel, const void *bytes, size_t size)
{
	char *sentence = bytes_copy(bytes, size);
	struct old_event event;

	if (strlen(sentence) < size || !read_pattern(channel, sentence, &event))
		event = (struct old_event){
			.kind = EVENT_REMARK, .text = bytes_copy(bytes, size), .size = size};
	if (event.text && !event.size)
		event.size = strlen(event.text);
	if (!event.text)
		event.text = bytes_text("%s", "");
	if (event_stops(&(struct event){.kind = event.kind}))
		event.number[0] = stopped_seat(&event);
	free(sentence);
	return event;
}

void old_event_free(struct old_event *event)
{
	free(event->word);
	free(event->text);
	*event = (struct old_event){.kind = EVENT_NOTHING};
}
