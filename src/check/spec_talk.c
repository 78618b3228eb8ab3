/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_talk.c - a case that is a dialogue: sends the bytes of its steps to a fresh process, and compares what
 * comes with what they await.
 *
 * What comes is given to the system at once, also where nothing is awaited; so an answer that nobody asked
 * for breaks each case in which it comes.  */
#include "spec_talk.h"

#include "ringside/folder.h"
#include "ringside/referee.h"
#include "ringside/seed.h"
#include <stdlib.h>
#include <string.h>

const struct spec *talk_spec(const struct spec_talk *talk)
{
	return talk->setup->spec;
}

bool talk_is_binary(const struct spec_talk *talk)
{
	return !*talk_spec(talk)->line_end;
}

/* ---- the end ---- */

void talk_end(struct spec_talk *talk, enum case_result result, char *problem)
{
	char *why = NULL;

	if (talk->over) {
		free(problem);
		return;
	}
	talk->over = true;
	if (result == CASE_SKIPPED || result == CASE_INCONCLUSIVE)
		why = bytes_text("%s", problem);
	else if (result != CASE_PASSED)
		why = talk->row->sentence ? spec_why(talk->row, problem, &talk->lines, !talk->unadvised)
					  : bytes_text("%s", problem);
	free(problem);
	talk->setup->over(talk->user, result, why);
}

static const char *kind_words(const struct spec_talk *talk)
{
	for (const struct spec_kind *kind = talk_spec(talk)->kinds; kind->kind; kind++)
		if (strcmp(kind->kind, talk->kind) == 0)
			return kind->words;
	return talk->kind;
}

/* Frees `came`.  */
void talk_broken(struct spec_talk *talk, char *came)
{
	char *problem = talk->wait == WAIT_ANSWER ? bytes_text("expected %s; %s", kind_words(talk), came)
						  : bytes_text("%s", came);

	free(came);
	talk_end(talk, spec_broken(talk->row), problem);
}

/* ---- what the agent does ---- */

/* The message for people, without its line end.  The caller frees.  */
static char *message_words(const struct spec_talk *talk, const char *bytes, size_t size)
{
	enum { SHOWN = 200 };
	struct bytes words = {0};
	char *text;

	if (talk_is_binary(talk)) {
		for (size_t i = 0; i < size && i < 10; i++)
			bytes_addf(&words, "%s%d", i ? " " : "", (unsigned char)bytes[i]);
		return words.at;
	}
	while (size && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
		size--;
	text = bytes_escaped(bytes, size < SHOWN ? size : SHOWN);
	bytes_addf(&words, "\"%s\"", text);
	free(text);
	return words.at;
}

/* Does it answer as if what follows the command in the last line were the command?  It has lost a word then.
 */
static bool lost_command(const struct spec_talk *talk, const char *came)
{
	const char *rest = talk->last_line ? strchr(talk->last_line, ' ') : NULL;
	char *command = rest ? bytes_copy(talk->last_line, (size_t)(rest - talk->last_line)) : NULL;
	bool lost = command && rest[1] && strstr(came, rest + 1) && !strstr(came, command);

	free(command);
	return lost;
}

static void refused(struct spec_talk *talk, char *came)
{
	const char *lost = lost_command(talk, came)
				   ? "; it has lost the command before that: was it still at "
				     "work on another line?"
				   : "";

	if (talk->optional)
		talk_end(talk, CASE_SKIPPED,
			 bytes_text("the document does not demand this: %s%s", came, lost));
	else
		talk_broken(talk, bytes_text("%s%s", came, lost));
	free(came);
}

/* Who does not know an optional command should say so: nobody can tell silence from a hang.  */
void talk_unanswered(struct spec_talk *talk, char *came)
{
	if (!talk->optional) {
		talk_broken(talk, came);
		return;
	}
	talk_end(talk, CASE_WARNED,
		 bytes_text("expected %s, or that it does not know this; %s", kind_words(talk), came));
	free(came);
}

/* Is the answer the one that has to come?  */
static bool is_wanted(const struct spec_talk *talk, const char *bytes, size_t size)
{
	while (!talk_is_binary(talk) && size && strchr("\r\n \t", bytes[size - 1]) && bytes[size - 1])
		size--;
	return size == talk->wanted.size && memcmp(bytes, talk->wanted.at, size) == 0;
}

/* In one piece: the answer is awaited as before, and read or not.  */
static void reply(struct spec_talk *talk, struct bytes *line)
{
	if (line->size) {
		bytes_add_text(line, talk_spec(talk)->line_end);
		talk_write(talk, line->at, line->size, talk->asked);
	}
	bytes_free(line);
}

/* It is no text for people.  `problem`: what is wrong with it, or NULL.  */
static void answered(struct spec_talk *talk, enum spec_heard what, const char *bytes, size_t size,
		     const char *problem)
{
	char *shown = message_words(talk, bytes, size), *wanted;
	char *came = bytes_text("%s %s", shown, problem ? problem : "came");

	if (what == SPEC_FITS && talk->compares && !is_wanted(talk, bytes, size)) {
		wanted = message_words(talk, talk->wanted.at, talk->wanted.size);
		talk_end(talk, CASE_FAILED, bytes_text("expected %s, %s came", wanted, shown));
		free(wanted);
		free(came);
	} else if (what == SPEC_FITS) {
		talk->any_answer = true;
		talk->compares = false;
		talk_wait_no_more(talk);
		free(came);
	} else if (what == SPEC_REFUSES) {
		refused(talk, came);
	} else {
		talk_broken(talk, came);
	}
	free(shown);
}

static void heard(struct spec_talk *talk, const char *bytes, size_t size, bool unread)
{
	bool awaited = talk->wait == WAIT_ANSWER, leaves_well = talk->wait == WAIT_END && talk->well;
	const char *kind = awaited || talk->wait == WAIT_SILENCE ? talk->kind
			   : leaves_well                         ? SPEC_QUIET
								 : SPEC_SILENT;
	struct bytes line = {0};
	char *problem = NULL;
	enum spec_heard what;

	if (talk->wait == WAIT_END && !talk->well)
		what = SPEC_PASSES;
	else
		what = talk_spec(talk)->heard(talk->state, kind, bytes, size, &problem, &line);
	if (what == SPEC_FITS && unread && awaited) {
		what = SPEC_WRONG;
		problem = bytes_text("came before it had read the question");
	}
	if (what == SPEC_PASSES)
		reply(talk, &line);
	else
		answered(talk, what, bytes, size, problem);
	bytes_free(&line);
	free(problem);
}

/* The size of the first message of these bytes; 0: it is not complete.  */
static size_t first_message(const struct spec_talk *talk, const char *bytes, size_t size, bool ended)
{
	size_t text = 0;

	if (!size)
		return 0;
	if (talk_spec(talk)->frame) {
		text = talk_spec(talk)->frame(talk->state, bytes, size);
		return text <= size ? text : 0;
	}
	while (text < size && bytes[text] != '\n' && bytes[text] != '\r')
		text++;
	if (text == size)
		return ended ? size : 0;
	return text + (bytes[text] == '\r' && text + 1 < size && bytes[text + 1] == '\n') + 1;
}

static void take_messages(struct spec_talk *talk, bool unread, bool ended)
{
	size_t done = 0, size;

	/* What follows the last answer of a case is another case's.  */
	while (talk->came.at && !talk->over && (talk->wait != WAIT_NOTHING || *talk->next) &&
	       (size = first_message(talk, talk->came.at + done, talk->came.size - done, ended))) {
		char *message = bytes_copy(talk->came.at + done, size);

		done += size;
		spec_lines_add(&talk->lines, "< ", message, size, talk_is_binary(talk));
		heard(talk, message, size, unread);
		free(message);
	}
	bytes_drop(&talk->came, done);
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	enum { PIECE_MOST = 1 << 20 };
	struct spec_talk *talk = user;

	if (stream != STREAM_STDOUT || talk->over)
		return;
	if (talk->came.size < PIECE_MOST) /* the rest of an endless message says nothing new */
		bytes_add(&talk->came, bytes, size);
	take_messages(talk, talk->asked && agent_has_not_read(talk->agent, t), false);
	awake_worked(&talk->awake, loop_now() - t);
	if (!talk->over)
		talk_go_on(talk);
}

static void got_closed(void *user, int64_t t, enum stream stream)
{
	(void)user;
	(void)t;
	(void)stream; /* it cannot answer any more, and will be too late */
}

static void got_exit(void *user, int64_t t, struct ending ending)
{
	struct spec_talk *talk = user;
	char *refused = agent_refused(talk->agent);
	char *how = refused ? refused : referee_ending_words(ending);
	bool crashed = ending.signalled, status = !ending.signalled && ending.code;

	(void)t;
	take_messages(talk, false, true);
	agent_free(talk->agent);
	talk->agent = NULL;
	talk->unadvised = talk->wait != WAIT_END;
	if (talk->wait == WAIT_END && !crashed && !(talk->well && status))
		talk_wait_no_more(talk);
	else if (!talk->over)
		talk_broken(talk, bytes_text("it %s", how));
	free(how);
	if (!talk->over)
		talk_go_on(talk);
}

/* ---- public ---- */

static void start(void *user, int events)
{
	static const struct agent_events agent_events = {
		.bytes = got_bytes, .closed = got_closed, .exited = got_exit};
	struct spec_talk *talk = user;
	const struct session_setup *session = &talk->setup->session;
	struct agent_sandbox sandbox;
	struct agent_setup wanted;
	char *problem = NULL, *command;

	(void)events;
	if (talk->started) {
		talk_waited(talk);
		return;
	}
	talk->started = true;
	talk->began = talk_now(talk);
	problem = spec_setup_copy(talk->setup, talk->row, &talk->copy);
	talk->state = talk_spec(talk)->new (&talk->copy);
	if (talk_spec(talk)->line_delay)
		talk->line_delay = setup_count(&talk->copy, talk_spec(talk)->line_delay) * NS_PER_MS;
	wanted = session_agent_setup(session, &talk->copy, talk->setup->seat, &sandbox);
	if ((session->temp || strstr(talk->row->steps, "clean\n")) && !problem)
		talk->folder = folder_temporary(&problem);
	wanted.directory = talk->folder;
	command = seed_command(&talk->copy, talk->setup->seat, wanted.command);
	wanted.command = command;
	wanted.checked = wanted.guarded = true;
	if (!problem)
		talk->agent = agent_spawn(talk->setup->loop, &wanted, &agent_events, talk, &problem);
	free(command);
	if (talk->agent) {
		talk_go_on(talk);
		return;
	}
	talk->over = true;
	talk->setup->unstarted(talk->user, problem);
}

struct spec_talk *spec_talk_new(const struct spec_setup *setup, const struct spec_case *row, void *user)
{
	struct spec_talk *talk = bytes_new(sizeof(*talk));

	*talk = (struct spec_talk){
		.setup = setup, .row = row, .user = user, .next = row->steps, .deadline = INT64_MAX};
	talk->timer = loop_timer(setup->loop, LOOP_LATER, start, talk);
	loop_at(talk->timer, loop_now());
	return talk;
}

int spec_talk_turn(const struct spec_talk *talk)
{
	return talk->turn;
}

char *spec_talk_lines(struct spec_talk *talk, int most)
{
	struct bytes text = {0};

	spec_lines_keep(&talk->lines, most);
	spec_lines_show(&talk->lines, &text);
	return text.at ? text.at : bytes_text("%s", "");
}

void spec_talk_free(struct spec_talk *talk)
{
	if (!talk)
		return;
	agent_free(talk->agent);
	if (talk->folder)
		folder_remove(talk->folder);
	free(talk->folder);
	loop_unwatch(talk->timer);
	if (talk->started)
		talk_spec(talk)->free(talk->state);
	setup_free(&talk->copy);
	bytes_free(&talk->sending);
	bytes_free(&talk->sent_line);
	bytes_free(&talk->came);
	bytes_free(&talk->wanted);
	free(talk->last_line);
	bytes_free(&talk->lines.text);
	free(talk);
}
