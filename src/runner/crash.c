/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* crash.c - asks ringside-trace about an agent that stands before a crash (trace.h).  */
#include "crash.h"

#include "ringside/agent.h"
#include "ringside/loop.h"
#include "ringside/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct look {
	struct loop *loop;
	struct bytes output;
};

static void told(void *user, int64_t t UNUSED, enum stream stream, const char *bytes, size_t size)
{
	struct look *look = user;

	if (stream == STREAM_STDOUT)
		bytes_add(&look->output, bytes, size);
}

static void ended(void *user, int64_t t UNUSED, struct ending ending UNUSED)
{
	struct look *look = user;

	loop_stop(look->loop);
}

/* Takes the text, or the reason why there is none.  */
static char *read_look(const struct bytes *output, struct bytes *text)
{
	const char *end = output->size ? memchr(output->at, '\n', output->size) : NULL;
	size_t line = end ? (size_t)(end - output->at) + 1 : 0, size = 0;

	if (!end)
		return bytes_text("ringside-trace has said nothing");
	if (sscanf(output->at, TRACE_TEXT " %*d %*d %zu", &size) == 1 && size == output->size - line) {
		bytes_add(text, end + 1, size);
		return NULL;
	}
	if (strncmp(output->at, TRACE_NOT " ", sizeof(TRACE_NOT)) == 0)
		return bytes_copy(output->at + sizeof(TRACE_NOT), line - 1 - sizeof(TRACE_NOT));
	return bytes_text("ringside-trace has ended too early");
}

char *crash_look(pid_t process, struct crash crash, struct bytes *text)
{
	static const struct agent_events events = {.bytes = told, .exited = ended};
	FREED char *how = bytes_text(TRACE_STANDS " %d %d", crash.thread, crash.signal);
	struct look look = {.loop = loop_new()};
	char *problem;
	struct agent *program = agent_trace(look.loop, process, how, &events, &look, &problem);

	if (program) {
		loop_run(look.loop);
		problem = read_look(&look.output, text);
		agent_free(program);
	}
	bytes_free(&look.output);
	loop_free(look.loop);
	return problem;
}
