/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_request.c - a person's requests, in the words of the debugger where it has some.  */
#include "talk.h"

#include <stdlib.h>
#include <string.h>

enum form {
	ALONE,
	STEPS,  /* [SEAT] [xN] */
	TEXT,   /* as `play MOVE`; the seat stands before the word: `:2 play MOVE` */
	COUNT,  /* [N] */
	SEAT,   /* [SEAT]; "draw" is not a seat */
	OTHER,  /* SEAT TEXT */
	TAKEN,  /* SEAT human, or a command */
	HELD,   /* [#K] [TEXT] */
	DELAYS, /* [#K] TIME */
	LIMIT,  /* TIME */
	PEOPLE  /* off, limits or TIME */
};

static const struct row {
	const char *word;
	enum request_kind kind;
	enum form form;
} rows[] = {
	{"pause", REQUEST_PAUSE, ALONE},
	{"continue", REQUEST_GO, ALONE},
	{"step", REQUEST_STEP, STEPS},
	{"next", REQUEST_NEXT, STEPS},
	{"answer", REQUEST_ANSWER, ALONE},
	{"play", REQUEST_PLAY, TEXT},
	{"override", REQUEST_OVERRIDE, TEXT},
	{"takeback", REQUEST_TAKEBACK, COUNT},
	{"resign", REQUEST_RESIGN, SEAT},
	{"adjudicate", REQUEST_ADJUDICATE, SEAT},
	{"interrupt", REQUEST_INTERRUPT, ALONE},
	{"turn-time", REQUEST_TURN_LIMIT, LIMIT},
	{"match-time", REQUEST_MATCH_LIMIT, LIMIT},
	{"tc", REQUEST_MATCH_LIMIT, TEXT},
	{"human-time", REQUEST_HUMAN_TIME, PEOPLE},
	{"pace", REQUEST_PACE, LIMIT},
	{"point", REQUEST_POINT, TEXT},
	{"edit", REQUEST_EDIT, HELD},
	{"drop", REQUEST_DROP, HELD},
	{"delay", REQUEST_DELAY, DELAYS},
	{"give-back", REQUEST_RESTORE, HELD},
	{"send", REQUEST_SEND, OTHER},
	{"freeze", REQUEST_FREEZE, SEAT},
	{"thaw", REQUEST_THAW, SEAT},
	{"signal", REQUEST_SIGNAL, OTHER},
	{"seat", REQUEST_SEAT, TAKEN},
	{"succeed", REQUEST_SUCCEED, OTHER},
};

/* `#K` before the rest: message K at the gate, from 1. Without it the first.  */
static int take_held(const char **text)
{
	if (**text != '#')
		return 0;
	++*text;
	return (int)talk_number(text) - 1;
}

static void take_steps(struct request *request, const char *text)
{
	if (*text && *text != 'x') {
		request->of_seat = true;
		request->seat = talk_seat(&text);
	}
	if (*text == 'x') {
		text++;
		request->count = (int)talk_number(&text);
	}
}

static void take(struct request *request, enum form form, const char *text)
{
	switch (form) {
	case ALONE: break;
	case STEPS: take_steps(request, text); break;
	case TEXT: request->text = text; break;
	case COUNT: request->count = *text ? (int)talk_number(&text) : 0; break;
	case SEAT:
		if (*text && strcmp(text, "draw") != 0)
			request->seat = talk_seat(&text);
		break;
	case OTHER:
	case TAKEN:
		request->seat = (int)talk_number(&text);
		request->text = !*text || (form == TAKEN && strcmp(text, "human") == 0) ? NULL : text;
		break;
	case HELD:
		request->held = take_held(&text);
		request->text = text;
		break;
	case DELAYS:
		request->held = take_held(&text);
		request->ns = talk_time(text);
		break;
	case LIMIT: request->ns = talk_time(text); break;
	case PEOPLE:
		if (!option_value(&option_human_time, text, &request->ns))
			talk_failed("expected off, limits or a time, got \"%s\"", text);
		break;
	}
}

char *talk_request(struct talk *talk, const char *text)
{
	struct request request = {.seat = SEAT_NONE};

	if (*text >= '0' && *text <= '9')
		request.seat = (int)talk_number(&text);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (talk_word(&text, rows[i].word)) {
			request.kind = rows[i].kind;
			take(&request, rows[i].form, text);
			if (request.kind == REQUEST_RESTORE && !*text) {
				request.held = -1;
				request.number = talk->dialogue.lines[talk->message].message.number;
			}
			return judge_request(talk->dialogue.judge, talk->dialogue.now, &request);
		}
	talk_failed("expected a request, got \"%s\"", text);
}
