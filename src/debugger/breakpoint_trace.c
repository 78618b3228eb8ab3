/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoint_trace.c - what tracepoints write, and variables.  */
#include "breakpoints_state.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Keeps a line, and forgets the oldest ones when there are many.  */
static void keep_line(struct bytes *written, const char *line)
{
	enum { MOST = 128 << 10 };

	if (written->size > MOST) {
		const char *half = strchr(written->at + written->size / 2, '\n');

		written->size = half ? strlen(half + 1) : 0;
		memmove(written->at, half ? half + 1 : "", written->size + 1);
	}
	bytes_addf(written, "%s\n", line);
}

const char *breakpoints_written(const struct breakpoints *breakpoints)
{
	return breakpoints->written.size ? breakpoints->written.at : NULL;
}

void breakpoint_write_log(struct breakpoints *breakpoints, const struct breakpoint *breakpoint,
			  struct moment *moment)
{
	struct condition_source source = {moment_value, moment};
	struct bytes line = {0};

	assert(breakpoint->kind == TRACEPOINT);
	bytes_add(&line, "", 0);
	for (int i = 0; i < breakpoint->piece_count; i++) {
		const struct piece *piece = &breakpoint->pieces[i];
		struct condition_value value;
		char *words;

		if (piece->text) {
			bytes_add_text(&line, piece->text);
			continue;
		}
		value = condition_value(piece->value, &source);
		words = value.known && value.type == CONDITION_TEXT ? bytes_escaped(value.text, value.size)
								    : condition_value_words(&value);
		bytes_add_text(&line, words);
		free(words);
	}
	keep_line(&breakpoints->written, line.at);
	breakpoints->log(breakpoints->log_user, line.at);
	bytes_free(&line);
}

const struct variables *breakpoints_variables(const struct breakpoints *breakpoints)
{
	return breakpoints->variables;
}

/* What happens now: the first held message, or the turn of a seat.  */
static struct stop present(const struct judge *judge)
{
	const struct message *held = judge_held(judge, 0);
	struct stop stop = {.kind = STOP_TIME, .t = loop_now(), .seat = SEAT_1, .words = ""};

	if (held) {
		stop.kind = STOP_MESSAGE;
		stop.seat = held->seat;
		stop.message = held;
	} else if (!judge_thinking(judge, SEAT_1) && judge_thinking(judge, SEAT_2)) {
		stop.seat = SEAT_2;
	}
	stop.turn = judge_match(judge)->turn_count + 1;
	return stop;
}

static bool mistaken(struct condition_mistake *mistake, size_t at, char *text)
{
	*mistake = (struct condition_mistake){.at = at, .text = text};
	return false;
}

bool breakpoints_let(struct breakpoints *breakpoints, const char *words, struct condition_mistake *mistake)
{
	const struct judge *judge = session_judge(breakpoints->session);
	size_t size = strcspn(words, " \t="), equals = size + strspn(words + size, " \t");
	struct condition *expression;
	struct condition_value value;
	struct moment moment;
	struct stop stop;
	char *name, *problem;

	assert(judge);
	if (words[equals] != '=')
		return mistaken(mistake, equals, bytes_text("expected =, as in x = rss"));
	expression = condition_parse_value(words + equals + 1, &match_file_patterns, breakpoints->variables,
					   mistake);
	mistake->at += equals + 1;
	if (!expression)
		return false;
	stop = present(judge);
	moment = (struct moment){.session = breakpoints->session, .judge = judge, .stop = &stop};
	value = condition_value(expression, &(struct condition_source){moment_value, &moment});
	name = bytes_copy(words, size);
	problem = value.known ? variables_set(breakpoints->variables, name, &value)
			      : bytes_text("%s is not known here", condition_text(expression));
	free(name);
	moment_clear(&moment);
	condition_free(expression);
	return problem ? mistaken(mistake, value.known ? 0 : equals + 1, problem) : true;
}

void breakpoints_log(struct breakpoints *breakpoints, void (*log)(void *user, const char *line), void *user)
{
	breakpoints->log = log;
	breakpoints->log_user = user;
}

void breakpoints_note(struct breakpoints *breakpoints,
		      void (*note)(void *user, const struct stop *stop, const char *words), void *user)
{
	breakpoints->note = note;
	breakpoints->note_user = user;
}
