/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_try.c - tries one case of a protocol's document with a fresh process: a dialogue, or a game.
 *
 * A dialogue sends the bytes of its steps (ringside/spec.h), and compares what comes with what they await.
 * What comes is given to the system at once, also where nothing is awaited; so an answer that nobody asked
 * for breaks each case in which it comes.
 *
 * Waits count the time in which this process is awake.  A process that starts may read late: that is no time
 * in which it was silent, or did not leave.
 *
 * A game is played as `run` does, and each answer of the agent is looked at.  A verdict that blames the agent
 * breaks the case.  A fault that was forgiven only warns.  */
#include "check.h"
#include "ringside/arbiter.h"
#include "ringside/crash_report.h"
#include "ringside/event.h"
#include "ringside/folder.h"
#include "ringside/loop.h"
#include "ringside/message.h"
#include "ringside/setup.h"
#include "runner/plan.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long nothing may come at least, how far apart single bytes are sent, and how long one waits for a
 * process that has started and does not read.  */
#define SILENCE  ((int64_t)150 * NS_PER_MS)
#define APART    ((int64_t)2 * NS_PER_MS)
#define PATIENCE ((int64_t)200 * NS_PER_MS)

/* While the agent has not read, or still works, it is looked at again after this time.  One that works on
 * although nothing was asked, as it thinks in its opponent's turn, is silent after the other.  */
#define LOOK_AGAIN ((int64_t)20 * NS_PER_MS)
#define WORKS_MOST (NS_PER_S)

/* The last lines of a dialogue.  */
struct lines {
	struct bytes text;
	int count, left_out;
};

enum wait {
	WAIT_NOTHING, /* the next step follows */
	WAIT_ANSWER,
	WAIT_SILENCE,
	WAIT_SENDING, /* bytes are left that are sent one by one, or lines that keep a distance */
	WAIT_END,     /* of the process */
};

/* A dialogue, or a game if the row has no steps.  */
struct spec_try {
	const struct spec_setup *setup;
	const struct spec_case *row;
	void *user;
	struct watch *timer;
	bool over;
	/* Of a game.  */
	struct session *session;
	bool begun, ended;
	/* Of a dialogue.  */
	struct setup copy; /* with the options of the row */
	void *state;       /* the system's */
	struct agent *agent;
	struct awake awake;
	const char *next; /* the steps that are left */
	enum wait wait;
	const struct spec_kind *kind; /* of the answer that is awaited */
	bool optional;                /* the agent need not know this question */
	bool well;                    /* its end has to be clean */
	bool any_answer;              /* it has answered once */
	bool compares;                /* it has to be the same as `wanted` */
	int turn;                     /* of the game that it is about; 0: none */
	bool bytewise;                /* each byte is a write of its own */
	struct bytes said;            /* all that it has said, if another process has to say the same */
	size_t said_again;            /* how much of it that one has; 0 before it */
	bool again;                   /* that one is there */
	int64_t line_delay, line_at;  /* ns at least between two lines; when the last one was sent */
	int64_t byte_at;              /* when the last single byte was sent */
	int64_t strict;               /* ns in which an answer has to come; 0: the document names no limit */
	bool asks;                    /* the last of the bytes that are left may be answered */
	bool asked;       /* the next bytes to come may be an answer: the agent has to have read first */
	int64_t began;    /* its process, in the time of `awake` */
	int64_t deadline; /* in that time; INT64_MAX: none */
	int64_t limit;    /* ns from the wait to that ... */
	int64_t forgiven; /* ... without what it waited for a core (--forgive-waiting) */
	int64_t read_at;  /* it was seen to have read all, after it had to be silent; 0: not yet */
	int64_t cpu_ns;   /* that it had used when the wait began; -1: not known */
	struct bytes sending, sent_line, came, wanted;
	struct bytes errors; /* the last that it wrote to stderr */
	char *last_line;     /* that was sent whole; NULL: none yet; owned */
	struct lines lines;
	char *folder;   /* a temporary one in which it runs; NULL: it runs here; owned */
	bool unadvised; /* the advice of the row is about something else */
	bool started;
};

/* How many of the last messages of a game are shown, how many kinds of faults, and how many of the last lines
 * of a dialogue are told.  */
enum { MESSAGES_SHOWN = 10, FAULTS_SHOWN = 5, LINES_TOLD = 14 };

/* ---- the words of a case ---- */

/* A broken sentence: failed, or warned if it only recommends.  */
static enum case_result result_if_broken(const struct spec_case *row)
{
	return row->should ? CASE_WARNED : CASE_FAILED;
}

/* Leaves out all but the last ones.  */
static void keep_lines(struct lines *lines, int most)
{
	for (; lines->count > most; lines->count--) {
		bytes_drop(&lines->text, strcspn(lines->text.at, "\n") + 1);
		lines->left_out++;
	}
}

/* Adds bytes with an arrow, "> " or "< ", as text or, of a binary protocol, in hexadecimal.  */
static void add_line(struct lines *lines, const char *arrow, const char *bytes, size_t size, bool binary)
{
	enum { LINES_MOST = 30, BYTES_MOST = 120 };
	size_t shown = size < BYTES_MOST ? size : BYTES_MOST;
	char *text;

	keep_lines(lines, LINES_MOST - 1); /* the last ones say most */
	lines->count++;
	bytes_addf(&lines->text, "  %s", arrow);
	if (binary) {
		for (size_t i = 0; i < shown; i++)
			bytes_addf(&lines->text, "%s%02x", i ? " " : "", (unsigned char)bytes[i]);
	} else {
		while (shown && (bytes[shown - 1] == '\n' || bytes[shown - 1] == '\r'))
			shown--;
		text = bytes_escaped(bytes, shown);
		bytes_add_text(&lines->text, text);
		free(text);
	}
	bytes_add_text(&lines->text, size > BYTES_MOST ? " …\n" : "\n");
}

/* Appends them as lines.  */
static void show_lines(const struct lines *lines, struct bytes *text)
{
	if (lines->left_out)
		bytes_addf(text, "  … %d line%s before\n", lines->left_out, lines->left_out == 1 ? "" : "s");
	if (lines->text.size)
		bytes_add_text(text, lines->text.at);
}

/* The whole reason of a case that has not passed.  `problem` may have several lines.  `advises`: with the
 * row's advice.  The caller frees.  */
static char *why_of(const struct spec_case *row, const char *problem, const struct lines *lines, bool advises)
{
	struct bytes why = {0};

	if (row->sentence)
		bytes_addf(&why, "%s: \"%s\"\n", row->source, row->sentence);
	bytes_addf(&why, "%s\n", problem);
	show_lines(lines, &why);
	if (advises)
		bytes_add_text(&why, row->advice);
	else
		why.at[--why.size] = '\0'; /* the last line end */
	return why.at;
}

char *spec_set_options(struct setup *setup, const char *options, bool keeps)
{
	FREED char *words = bytes_text("%s", options ? options : "");
	char *problem = NULL, *rest, *word;

	for (word = strtok_r(words, " ", &rest); word && !problem; word = strtok_r(NULL, " ", &rest)) {
		char *text = strchr(word, '=');

		assert(text);
		*text++ = '\0';
		if (!keeps || !setup_given(setup, word))
			problem = setup_set(setup, word, text);
	}
	return problem;
}

/* Copies the setup with the options of the row, and the content of files that they name.  NULL, or a problem
 * for people, which the caller frees; call setup_free() either way.  */
static char *copy_setup(const struct spec_setup *setup, const struct spec_case *row, struct setup *copy)
{
	char *problem;

	setup_copy(copy, &setup->session.setup);
	problem = spec_set_options(copy, row->options, false);
	return problem ? problem : plan_read_contents(setup->protocol, copy);
}

static const struct spec *spec_of(const struct spec_try *talk)
{
	return talk->setup->spec;
}

static bool is_binary(const struct spec_try *talk)
{
	return !*spec_of(talk)->line_end;
}

/* ---- waits ---- */

/* In ns of the time in which this process is awake.  */
static int64_t now(struct spec_try *talk)
{
	return awake_at(&talk->awake, loop_now());
}

/* Waits at most `limit` ns of that.  */
static void wait_for(struct spec_try *talk, enum wait wait, int64_t limit)
{
	if (talk->agent && (wait == WAIT_ANSWER || wait == WAIT_END))
		agent_begin_waiting(talk->agent, true);
	talk->wait = wait;
	talk->limit = limit;
	talk->forgiven = 0;
	talk->deadline = now(talk) + limit;
	talk->read_at = 0;
	talk->cpu_ns = wait == WAIT_ANSWER ? agent_cpu(talk->agent) : -1;
	loop_at(talk->timer, awake_wait(&talk->awake, talk->deadline));
}

static void wait_no_more(struct spec_try *talk)
{
	talk->wait = WAIT_NOTHING;
	talk->deadline = INT64_MAX;
	loop_at(talk->timer, INT64_MAX);
}

/* ---- the end ---- */

/* Tells the result, once.  Frees `problem`.  */
static void end(struct spec_try *talk, enum case_result result, char *problem)
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
		why = talk->row->sentence ? why_of(talk->row, problem, &talk->lines, !talk->unadvised)
					  : bytes_text("%s", problem);
	free(problem);
	talk->setup->over(talk->user, result, why);
}

/* The sentence is broken: by what came, which it frees.  */
static void broken(struct spec_try *talk, char *came)
{
	char *problem = talk->wait == WAIT_ANSWER ? bytes_text("expected %s; %s", talk->kind->words, came)
						  : bytes_text("%s", came);

	free(came);
	end(talk, result_if_broken(talk->row), problem);
}

/* No answer came: `came`, which it frees, says so.  Who does not know an optional command should say so:
 * nobody can tell silence from a hang.  */
static void unanswered(struct spec_try *talk, char *came)
{
	if (!talk->optional) {
		broken(talk, came);
		return;
	}
	end(talk, CASE_WARNED,
	    bytes_text("expected %s, or that it does not know this; %s", talk->kind->words, came));
	free(came);
}

/* ---- steps that send ---- */

/* Tells the system what is sent, and keeps it for people.  */
static void note(struct spec_try *talk, const char *bytes, size_t size)
{
	struct bytes *line = &talk->sent_line;
	const char *at;

	add_line(&talk->lines, "> ", bytes, size, is_binary(talk));
	bytes_add(line, bytes, size);
	if (is_binary(talk)) {
		if (spec_of(talk)->sent)
			spec_of(talk)->sent(talk->state, line->at, line->size);
		bytes_drop(line, line->size);
	}
	while (line->size && (at = memchr(line->at, '\n', line->size))) {
		if (spec_of(talk)->sent)
			spec_of(talk)->sent(talk->state, line->at, (size_t)(at - line->at));
		free(talk->last_line);
		talk->last_line = bytes_copy(line->at, strcspn(line->at, "\r\n"));
		bytes_drop(line, (size_t)(at + 1 - line->at));
	}
}

static void write_now(struct spec_try *talk, const char *bytes, size_t size, bool asks)
{
	talk->asked = asks;
	if (asks)
		agent_asks(talk->agent, loop_now(), size);
	agent_write(talk->agent, bytes, size);
}

/* `asks`: what comes from now on may answer the bytes.  */
static void send_bytes(struct spec_try *talk, const char *bytes, size_t size, bool asks)
{
	note(talk, bytes, size);
	write_now(talk, bytes, size, asks);
}

/* How many of the bytes that are left go in one write.  Those of a line end go together: after its first one
 * the agent may answer.  */
static size_t piece(const struct spec_try *talk)
{
	const struct bytes *left = &talk->sending;
	const char *end;

	if (talk->bytewise)
		return left->size <= strlen(spec_of(talk)->line_end) ? left->size : 1;
	end = memchr(left->at, '\n', left->size);
	return end ? (size_t)(end + 1 - left->at) : left->size;
}

/* What its process does.  */
static struct activity look(struct spec_try *talk)
{
	struct activity activity;
	int64_t cpu;

	agent_activity(talk->agent, &activity);
	cpu = talk->cpu_ns < 0 ? -1 : agent_cpu(talk->agent);
	activity.cpu_ns = cpu < 0 ? -1 : cpu - talk->cpu_ns;
	return activity;
}

/* A process that starts may read late.  How long that may take from its start.  */
static bool may_start(struct spec_try *talk)
{
	int64_t start = talk->copy.start_limit, patience = talk->setup->patience;

	return now(talk) - talk->began < (start > patience ? start : patience);
}

/* Bytes that lie unread together are read as one.  So each waits until the one before was read.  */
static bool lies_unread(struct spec_try *talk)
{
	return talk->bytewise && look(talk).unread;
}

/* Sends the next of the bytes that go one by one, or the next line.  An agent that does not read gets the
 * rest at once.  */
static void send_next(struct spec_try *talk)
{
	int64_t t = loop_now(), early = talk->line_at + talk->line_delay - t;
	bool unread = lies_unread(talk), ends;
	size_t size = unread ? talk->sending.size : piece(talk);

	if (talk->line_delay && early > 0) {
		wait_for(talk, WAIT_SENDING, early);
		return;
	}
	if (unread && (may_start(talk) || t - talk->byte_at < PATIENCE)) {
		wait_for(talk, WAIT_SENDING, APART);
		return;
	}
	ends = size && talk->sending.at[size - 1] == '\n';
	talk->byte_at = t;
	write_now(talk, talk->sending.at, size, talk->asks && !talk->bytewise && size == talk->sending.size);
	bytes_drop(&talk->sending, size);
	if (ends)
		talk->line_at = t;
	if (talk->sending.size)
		wait_for(talk, WAIT_SENDING, talk->bytewise ? APART : 0);
	else
		wait_no_more(talk);
}

/* Appends what the escape behind a backslash stands for.  Returns its last character.  */
static const char *unescape(const char *escape, struct bytes *out)
{
	char digits[3] = "", byte;

	if (*escape == 'x') {
		memcpy(digits, escape + 1, 2);
		byte = (char)strtol(digits, NULL, 16);
	} else {
		byte = *escape == 'r' ? '\r' : '\n';
	}
	bytes_add(out, &byte, 1);
	return *escape == 'x' ? escape + 2 : escape;
}

/* Appends the text with what its names stand for, and its escapes if there may be any.  */
static void expand(struct spec_try *talk, const char *text, size_t size, bool escapes, struct bytes *out)
{
	char name[32];

	for (size_t i = 0; i < size; i++) {
		size_t length = 0;
		bool known;

		if (escapes && text[i] == '\\' && i + 1 < size) {
			i = (size_t)(unescape(text + i + 1, out) - text);
			continue;
		}
		if (text[i] != '$') {
			bytes_add(out, text + i, 1);
			continue;
		}
		while (i + 1 < size && length < sizeof(name) - 1 && text[i + 1] >= 'a' && text[i + 1] <= 'z')
			name[length++] = text[++i];
		name[length] = '\0';
		known = spec_of(talk)->word && spec_of(talk)->word(talk->state, name, out);
		assert(known); /* a test looks through the cases for names that their system does not know */
		(void)known;
	}
}

/* Does a step that awaits an answer follow?  */
static bool answer_follows(const char *steps)
{
	while (strncmp(steps, "within ", 7) == 0 || strncmp(steps, "turn ", 5) == 0) {
		steps += strcspn(steps, "\n");
		steps += *steps == '\n';
	}
	return *steps == '<' || *steps == '=';
}

static void send_step(struct spec_try *talk, const char *text, size_t size, bool raw)
{
	bool asks = !raw && answer_follows(talk->next);
	FREED_BY(bytes_free) struct bytes out = {0};

	expand(talk, text, size, raw, &out);
	if (!raw)
		bytes_add_text(&out, spec_of(talk)->line_end);
	if (talk->bytewise || talk->line_delay) {
		note(talk, out.at, out.size);
		bytes_add(&talk->sending, out.at, out.size);
		talk->asks = asks;
		talk->asked = false;
		wait_for(talk, WAIT_SENDING, talk->bytewise ? APART : 0);
	} else {
		send_bytes(talk, out.at, out.size, asks);
	}
}

/* ---- steps that wait ---- */

static int64_t answer_limit(const struct spec_try *talk)
{
	const struct setup *setup = &talk->copy;

	if (talk->strict)
		return talk->strict + setup->tolerance;
	if (!talk->any_answer && setup->start_limit > talk->setup->patience)
		return setup->start_limit + setup->tolerance;
	return talk->setup->patience;
}

/* A step has no other kinds than its system.  */
static const struct spec_kind *kind_named(const struct spec_try *talk, const char *name, size_t size)
{
	const struct spec_kind *kind = spec_of(talk)->kinds;

	while (strlen(kind->kind) != size || memcmp(kind->kind, name, size) != 0)
		kind++;
	return kind;
}

static void await(struct spec_try *talk, const char *kind, size_t size, bool optional)
{
	talk->kind = kind_named(talk, kind, size);
	talk->optional = optional;
	wait_for(talk, WAIT_ANSWER, answer_limit(talk));
}

/* `line`: what it has to be, and its kind.  */
static void await_same(struct spec_try *talk, const char *line, size_t size)
{
	size_t text = strcspn(line, " ");

	bytes_drop(&talk->wanted, talk->wanted.size);
	expand(talk, line, text, true, &talk->wanted);
	bytes_add(&talk->wanted, "", 0);
	talk->compares = true;
	await(talk, line + text + 1, size - text - 1, false);
}

static void check_memory(struct spec_try *talk)
{
	FREED_BY(bytes_free) struct bytes most = {0};
	int64_t peak = agent_usage_now(talk->agent).peak;

	spec_of(talk)->word(talk->state, "memory", &most);
	if (peak > strtoll(most.at, NULL, 10))
		broken(talk,
		       bytes_text("it has used %" PRId64 " bytes of memory, %s are allowed", peak, most.at));
}

static bool is_step(const char *line, size_t size, const char *word)
{
	return size == strlen(word) && memcmp(line, word, size) == 0;
}

static char *spawn(struct spec_try *talk);

/* The first time, a fresh process is told all steps anew.  The second time, it has said the same.  */
static void tell_again(struct spec_try *talk)
{
	char *problem;

	if (talk->again)
		return;
	talk->again = true;
	agent_free(talk->agent);
	spec_of(talk)->free(talk->state);
	talk->state = spec_of(talk)->new (&talk->copy);
	talk->next = talk->row->steps;
	bytes_drop(&talk->came, talk->came.size);
	talk->any_answer = false;
	talk->began = now(talk);
	bytes_add_text(&talk->lines.text, "  again:\n");
	talk->lines.count++;
	problem = spawn(talk);
	if (!problem)
		return;
	talk->over = true;
	talk->setup->unstarted(talk->user, problem);
}

static void do_step(struct spec_try *talk, const char *line, size_t size)
{
	if (size > 2 && memcmp(line, "> ", 2) == 0) {
		send_step(talk, line + 2, size - 2, false);
	} else if (size > 3 && memcmp(line, ">> ", 3) == 0) {
		send_step(talk, line + 3, size - 3, true);
	} else if (size > 2 && memcmp(line, "< ", 2) == 0) {
		await(talk, line + 2, size - 2, false);
	} else if (size > 3 && memcmp(line, "<? ", 3) == 0) {
		await(talk, line + 3, size - 3, true);
	} else if (size > 2 && memcmp(line, "= ", 2) == 0) {
		await_same(talk, line + 2, size - 2);
	} else if (size > 5 && memcmp(line, "turn ", 5) == 0) {
		talk->turn = (int)strtol(line + 5, NULL, 10);
	} else if (is_step(line, size, SPEC_SILENT) || is_step(line, size, SPEC_QUIET)) {
		talk->kind = kind_named(talk, line, size);
		wait_for(talk, WAIT_SILENCE, SILENCE);
	} else if (is_step(line, size, "bytewise")) {
		talk->bytewise = true;
	} else if (is_step(line, size, "within turn")) {
		talk->strict = talk->copy.turn_limit;
	} else if (size > 7 && memcmp(line, "within ", 7) == 0) {
		talk->strict = strtoll(line + 7, NULL, 10) * NS_PER_MS;
	} else if (is_step(line, size, "clean")) {
		if (rmdir(talk->folder) != 0) /* it is not empty */
			broken(talk, bytes_text("it has left files in its folder"));
		else
			mkdir(talk->folder, 0700);
	} else if (is_step(line, size, "again")) {
		tell_again(talk);
	} else if (is_step(line, size, "closes")) {
		agent_dismiss(talk->agent, 0);
	} else if (is_step(line, size, "memory")) {
		check_memory(talk);
	} else {
		const struct protocol *protocol = talk->setup->protocol;

		talk->well = is_step(line, size, "leaves well");
		assert(talk->well || is_step(line, size, "leaves"));
		wait_for(talk, WAIT_END,
			 protocol->limits.goodbye + protocol->limits.end +
				 talk->setup->session.setup.tolerance);
	}
}

/* Does the steps up to the next one that waits.  */
static void go_on(struct spec_try *talk)
{
	while (!talk->over && talk->wait == WAIT_NOTHING && *talk->next) {
		const char *line = talk->next;
		size_t size = strcspn(line, "\n");

		talk->next = line + size + (line[size] == '\n');
		do_step(talk, line, size);
	}
	if (!talk->over && talk->wait == WAIT_NOTHING)
		end(talk, CASE_PASSED, NULL);
}
/* ---- what the agent does ---- */

/* The message for people, without its line end.  The caller frees.  */
static char *message_words(const struct spec_try *talk, const char *bytes, size_t size)
{
	enum { SHOWN = 200 };
	struct bytes words = {0};
	FREED char *text = NULL;

	if (is_binary(talk)) {
		for (size_t i = 0; i < size && i < 10; i++)
			bytes_addf(&words, "%s%d", i ? " " : "", (unsigned char)bytes[i]);
		return words.at;
	}
	while (size && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
		size--;
	text = bytes_escaped(bytes, size < SHOWN ? size : SHOWN);
	bytes_addf(&words, "\"%s\"", text);
	return words.at;
}

/* Does it answer as if what follows the command in the last line were the command?  It has lost a word then.
 * A single character says too little: the 1 of a player stands in most lines of a referee.  */
static bool lost_command(const struct spec_try *talk, const char *came)
{
	const char *rest = talk->last_line ? strchr(talk->last_line, ' ') : NULL;
	FREED char *command = rest ? bytes_copy(talk->last_line, (size_t)(rest - talk->last_line)) : NULL;

	return command && rest[1] && rest[2] && strstr(came, rest + 1) && !strstr(came, command);
}

static void refused(struct spec_try *talk, char *came)
{
	const char *lost = lost_command(talk, came)
				   ? "; it has lost the command before that: was it still at "
				     "work on another line?"
				   : "";

	if (talk->optional)
		end(talk, CASE_SKIPPED, bytes_text("it need not do this: %s%s", came, lost));
	else
		broken(talk, bytes_text("%s%s", came, lost));
	free(came);
}

/* Is the answer the one that has to come?  */
static bool is_wanted(const struct spec_try *talk, const char *bytes, size_t size)
{
	while (!is_binary(talk) && size && strchr("\r\n \t", bytes[size - 1]) && bytes[size - 1])
		size--;
	return size == talk->wanted.size && memcmp(bytes, talk->wanted.at, size) == 0;
}

/* It is no text for people.  `problem`: what is wrong with it, or NULL.  */
static void answered(struct spec_try *talk, enum spec_heard what, const char *bytes, size_t size,
		     const char *problem)
{
	FREED char *shown = message_words(talk, bytes, size);
	char *wanted;
	char *came = bytes_text("%s %s", shown, problem ? problem : "came");

	if (what == SPEC_FITS && talk->compares && !is_wanted(talk, bytes, size)) {
		wanted = message_words(talk, talk->wanted.at, talk->wanted.size);
		end(talk, CASE_FAILED, bytes_text("expected %s, %s came", wanted, shown));
		free(wanted);
		free(came);
	} else if (what == SPEC_FITS) {
		talk->any_answer = true;
		talk->compares = false;
		wait_no_more(talk);
		free(came);
	} else if (what == SPEC_REFUSES) {
		refused(talk, came);
	} else {
		broken(talk, came);
	}
}

static void heard(struct spec_try *talk, const char *bytes, size_t size, bool unread)
{
	bool awaited = talk->wait == WAIT_ANSWER, leaves = talk->wait == WAIT_END;
	const char *unasked = leaves ? SPEC_QUIET : SPEC_SILENT;
	const struct spec_kind *kind = awaited || talk->wait == WAIT_SILENCE
					       ? talk->kind
					       : kind_named(talk, unasked, strlen(unasked));
	FREED_BY(bytes_free) struct bytes line = {0};
	FREED char *problem = NULL;
	enum spec_heard what = SPEC_PASSES;

	if (!leaves || talk->well)
		what = spec_of(talk)->heard(talk->state, kind, bytes, size, &problem, &line);
	if (what == SPEC_FITS && unread && awaited) {
		what = SPEC_WRONG;
		problem = bytes_text("came before it had read the question");
	}
	if (what != SPEC_PASSES) {
		answered(talk, what, bytes, size, problem);
	} else if (line.size) { /* in one piece: the answer is awaited as before, and read or not */
		bytes_add_text(&line, spec_of(talk)->line_end);
		send_bytes(talk, line.at, line.size, talk->asked);
	}
}

/* The size of the first message of these bytes; 0: it is not complete.  */
static size_t first_message(const struct spec_try *talk, const char *bytes, size_t size, bool ended)
{
	size_t text = 0;

	if (!size)
		return 0;
	if (spec_of(talk)->frame) {
		text = spec_of(talk)->frame(talk->state, bytes, size);
		return text <= size ? text : 0;
	}
	while (text < size && bytes[text] != '\n' && bytes[text] != '\r')
		text++;
	if (text == size)
		return ended ? size : 0;
	return text + (bytes[text] == '\r' && text + 1 < size && bytes[text + 1] == '\n') + 1;
}

/* Has the process before said the same at that place?  Else the case is broken.  What it was not heard to say
 * may be anything.  */
static bool is_the_same(struct spec_try *talk, const char *bytes, size_t size)
{
	size_t known = talk->said.size - talk->said_again;
	FREED char *before = NULL;
	const char *end;

	if (!talk->again) {
		bytes_add(&talk->said, bytes, size);
		return true;
	}
	if (!known)
		return true;
	talk->said_again += known < size ? known : size;
	if (known >= size && memcmp(talk->said.at + talk->said_again - size, bytes, size) == 0)
		return true;
	bytes = talk->said.at + talk->said.size - known;
	end = memchr(bytes, '\n', known);
	before = message_words(talk, bytes, end ? (size_t)(end - bytes) : known);
	broken(talk, bytes_text("it was told the same again, and said something else: before that %s came",
				before));
	return false;
}

static void take_messages(struct spec_try *talk, bool unread, bool ended)
{
	size_t done = 0, size;

	/* What follows the last answer of a case is another case's.  */
	while (talk->came.at && !talk->over && (talk->wait != WAIT_NOTHING || *talk->next) &&
	       (size = first_message(talk, talk->came.at + done, talk->came.size - done, ended))) {
		FREED char *message = bytes_copy(talk->came.at + done, size);

		done += size;
		add_line(&talk->lines, "< ", message, size, is_binary(talk));
		if (is_the_same(talk, message, size))
			heard(talk, message, size, unread);
	}
	bytes_drop(&talk->came, done);
}

static void got_bytes(void *user, int64_t t, enum stream stream, const char *bytes, size_t size)
{
	enum { PIECE_MOST = 1 << 20, ERRORS_MOST = 1 << 16 };
	struct spec_try *talk = user;

	if (stream == STREAM_STDERR) {
		bytes_add(&talk->errors, bytes, size);
		if (talk->errors.size > ERRORS_MOST)
			bytes_drop(&talk->errors, talk->errors.size - ERRORS_MOST);
	}
	if (stream != STREAM_STDOUT || talk->over)
		return;
	if (talk->came.size < PIECE_MOST) /* the rest of an endless message says nothing new */
		bytes_add(&talk->came, bytes, size);
	take_messages(talk, talk->asked && agent_has_not_read(talk->agent, t), false);
	awake_worked(&talk->awake, loop_now() - t);
	if (!talk->over)
		go_on(talk);
}

/* The last report of a crash on its stderr, a line each; "": there is none.  The caller frees.  */
static char *report_words(struct spec_try *talk)
{
	enum { LINES_MOST = 512 };
	const char *lines[LINES_MOST];
	bool shown[LINES_MOST];
	struct bytes words = {0};
	int count = 0;
	char *rest = NULL, *line = talk->errors.at ? strtok_r(talk->errors.at, "\r\n", &rest) : NULL;

	for (; line && count < LINES_MOST; line = strtok_r(NULL, "\r\n", &rest)) {
		line[shown_plain(line, strlen(line))] = '\0'; /* Python 3.13 colours its tracebacks */
		lines[count++] = line;
	}
	bytes_add_text(&words, "");
	crash_report_find(lines, count, shown);
	for (int i = 0; i < count; i++)
		if (shown[i])
			bytes_addf(&words, "\n  " SPEC_STDERR "%s", lines[i]);
	return words.at;
}

static void got_exit(void *user, int64_t t UNUSED, struct ending ending)
{
	struct spec_try *talk = user;
	char *refused = agent_refused(talk->agent);
	FREED char *how = refused ? refused : arbiter_ending_words(ending);
	FREED char *report = report_words(talk);
	bool crashed = ending.signalled, status = !ending.signalled && ending.code;

	take_messages(talk, false, true);
	agent_free(talk->agent);
	talk->agent = NULL;
	talk->unadvised = talk->wait != WAIT_END;
	if (talk->wait == WAIT_END && !crashed && !(talk->well && status))
		wait_no_more(talk);
	else if (!talk->over)
		broken(talk, bytes_text("it %s%s", how, report));
	if (!talk->over)
		go_on(talk);
}

/* ---- when a wait is over ---- */

/* Bytes of a message that is not complete, to follow what was expected.  */
static char *unfinished_words(const struct spec_try *talk)
{
	const struct bytes *came = &talk->came;
	size_t wanted = 0;
	FREED char *pending = NULL;

	if (!came->size)
		return bytes_text("%s", "");
	if (spec_of(talk)->frame)
		wanted = spec_of(talk)->frame(talk->state, came->at, came->size);
	pending = shown_pending(&talk->copy, came->at, came->size, wanted);
	return bytes_text(": it has sent %s", pending);
}

/* The same in words, on a line of their own.  Twins are told nothing that differs from time to time.  The
 * caller frees.  */
static char *look_words(struct spec_try *talk)
{
	struct activity activity;
	FREED char *words = NULL;

	if (!talk->row->sentence)
		return bytes_text("%s", "");
	activity = look(talk);
	talk->unadvised = activity.unread;
	words = activity_words(&activity, talk->wait == WAIT_ANSWER);
	return bytes_text("\nIt %s", words);
}

/* It has said nothing.  Was that after it had read all that was sent?  Who waits for more has nothing to say.
 */
static bool was_silent(struct spec_try *talk)
{
	struct activity activity = look(talk);

	if (activity.unread || activity.kind == ACTIVITY_WRITES)
		return !may_start(talk);
	if (!talk->read_at)
		talk->read_at = now(talk);
	return activity.kind == ACTIVITY_READS || now(talk) - talk->read_at >= WORKS_MOST;
}

/* Looks again by the deadline.  */
static void look_later(struct spec_try *talk)
{
	loop_at(talk->timer, awake_wait(&talk->awake, talk->deadline));
}

static bool is_early(struct spec_try *talk)
{
	bool early = now(talk) < talk->deadline;

	if (early)
		look_later(talk);
	return early;
}

/* Has it waited for a core while something was awaited of it?  Then nobody knows whether it is slow, or it
 * gets that time.  */
static bool was_waiting(struct spec_try *talk, const char *what)
{
	int64_t waited = agent_waited(talk->agent, 0), more = waited - talk->forgiven;

	if (setup_forgives_waiting(&talk->copy)) {
		/* It may have waited while the judge was held up, too, which moves the deadline as well: what
		   it has computed counts in any case.  */
		struct activity activity = look(talk);

		if (activity.cpu_ns >= talk->limit * (activity.threads > 1 ? activity.threads : 1))
			return false;
		talk->forgiven = waited;
		talk->deadline += more > 0 ? more : 0;
		return is_early(talk);
	}
	if (!waiting_matters(waited, talk->limit))
		return false;
	end(talk, CASE_INCONCLUSIVE,
	    bytes_text("%s within %.3f s, but it waited for a core for at least %.3f s of this", what,
		       (double)talk->limit / NS_PER_S, (double)waited / NS_PER_S));
	return true;
}

/* Hears what it has said by now.  Has that ended the wait, or does something else wait?  */
static bool has_spoken(struct spec_try *talk)
{
	return agent_drain(talk->agent, loop_now()) && (talk->over || is_early(talk));
}

/* The timer rang: does what follows if the wait is over.  */
static void rang(struct spec_try *talk)
{
	char *rest, *does;

	if (talk->over)
		return;
	if (talk->wait == WAIT_ANSWER || talk->wait == WAIT_END)
		agent_look_waiting(talk->agent);
	if (is_early(talk))
		return;
	if (talk->wait != WAIT_SENDING && has_spoken(talk))
		return;
	switch (talk->wait) {
	case WAIT_SENDING: send_next(talk); break;
	case WAIT_SILENCE:
		if (was_silent(talk)) {
			if (has_spoken(talk)) /* before it began to read */
				return;
			wait_no_more(talk);
			break;
		}
		talk->deadline = now(talk) + LOOK_AGAIN;
		look_later(talk);
		return;
	case WAIT_END:
		if (!talk->any_answer && look(talk).unread && may_start(talk)) {
			/* It has not even read that it has to leave.  */
			wait_for(talk, WAIT_END, talk->limit);
			return;
		}
		if (!was_waiting(talk, "it still runs"))
			broken(talk,
			       bytes_text("it still runs after %.3f s", (double)talk->limit / NS_PER_S));
		return;
	case WAIT_ANSWER:
		if (was_waiting(talk, "nothing of what is awaited came"))
			return;
		rest = unfinished_words(talk);
		does = look_words(talk);
		unanswered(talk, bytes_text("nothing of that came within %.3f s%s%s",
					    (double)talk->limit / NS_PER_S, rest, does));
		free(does);
		free(rest);
		return;
	case WAIT_NOTHING: break;
	}
	go_on(talk);
}
/* ---- public ---- */

/* Starts the process.  NULL, or a problem.  */
static char *spawn(struct spec_try *talk)
{
	/* One that closes a stream cannot answer any more, and will be too late.  */
	static const struct agent_events agent_events = {.bytes = got_bytes, .exited = got_exit};
	struct agent_sandbox sandbox;
	struct agent_setup wanted =
		session_agent_setup(&talk->setup->session, &talk->copy, talk->setup->seat, &sandbox);
	FREED char *command = seed_command(&talk->copy, talk->setup->seat, wanted.command);
	char *problem = NULL;

	wanted.command = command;
	wanted.directory = talk->folder;
	wanted.checked = wanted.guarded = true;
	wanted.end_ns = INT64_MAX / 4; /* who does not leave is told so */
	talk->agent = agent_spawn(talk->setup->loop, &wanted, &agent_events, talk, &problem);
	return problem;
}

static void start(void *user, int events UNUSED)
{
	struct spec_try *talk = user;
	char *problem = NULL;

	if (talk->started) {
		rang(talk);
		return;
	}
	talk->started = true;
	talk->began = now(talk);
	problem = copy_setup(talk->setup, talk->row, &talk->copy);
	talk->state = spec_of(talk)->new (&talk->copy);
	if (spec_of(talk)->line_delay)
		talk->line_delay = setup_count(&talk->copy, spec_of(talk)->line_delay) * NS_PER_MS;
	if ((talk->setup->session.temp || strstr(talk->row->steps, "clean\n")) && !problem)
		talk->folder = folder_temporary(&problem);
	if (!problem)
		problem = spawn(talk);
	if (talk->agent) {
		go_on(talk);
		return;
	}
	talk->over = true;
	talk->setup->unstarted(talk->user, problem);
}

/* ---- a game ---- */

/* The faults of the agent, a line each.  A move that needed the tolerance is none.  */
static int add_faults(struct match_file *file, int seat, struct bytes *text)
{
	struct message_query query = {
		.seats = 1u << seat, .channels = CHANNEL_BIT(CHANNEL_FAULT), .last = INT64_MAX};
	struct message messages[FAULTS_SHOWN];
	int count = match_file_after(file, &query, 0, FAULTS_SHOWN, messages), faults = 0;

	for (int i = 0; i < count; i++) {
		FREED char *words = event_words(&messages[i]);

		if (messages[i].event.kind == EVENT_FAULT) {
			bytes_addf(text, "\nforgiven in a match: %s", words);
			faults++;
		}
	}
	return faults;
}

static void add_messages(const struct spec_try *game, struct match_file *file, struct lines *lines)
{
	struct message_query query = {.seats = 1u << game->setup->seat,
				      .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << TO_AGENT | 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct message messages[MESSAGES_SHOWN];
	int count = match_file_before(file, &query, INT64_MAX, MESSAGES_SHOWN, messages);

	for (int i = 0; i < count; i++)
		add_line(lines, messages[i].direction == TO_AGENT ? "> " : "< ", messages[i].bytes,
			 messages[i].size, !*game->setup->spec->line_end);
}

/* Was its first turn over before it had read a line?  Where nothing is awaited before that, as in qchess, its
 * start took that time.  */
static bool still_started(const struct spec_try *game, const struct match *match)
{
	int seat = game->setup->seat;
	const struct turn *turn;

	for (int n = 1; n <= match->turn_count; n++)
		if ((turn = match_turn(match, n)) && turn->seat == seat)
			return false;
	return strcmp(match->verdict.reason, REASON_TIMEOUT) == 0 && match->activity[seat].unread &&
	       setup_turn_limit(&match->setup, seat) < setup_start_limit(&match->setup, seat);
}

static enum case_result result_of(const struct spec_try *game, const struct match *match, int faults)
{
	const struct verdict *verdict = &match->verdict;
	/* Nobody is to blame for what a game program does.  */
	bool of_program = strcmp(verdict->reason, REASON_GAME) == 0 ||
			  (strcmp(verdict->reason, REASON_START) == 0 && verdict->blame == SEAT_NONE);
	bool itself = strcmp(game->row->rival, SPEC_ITSELF) == 0 && verdict->blame != SEAT_NONE;

	if (game->setup->seat == SEAT_NONE ? of_program : itself || verdict->blame == game->setup->seat)
		return still_started(game, match) || match_waiting_decided(match)
			       ? CASE_INCONCLUSIVE
			       : result_if_broken(game->row);
	if (verdict->blame != SEAT_NONE || strcmp(verdict->reason, REASON_INTERRUPTED) == 0 || of_program)
		return CASE_INCONCLUSIVE;
	return faults ? CASE_WARNED : CASE_PASSED;
}

/* What the process did when its time was over, on a line of its own.  */
static void add_activity(const struct spec_try *game, const struct match *match, struct bytes *text)
{
	const struct activity *activity = &match->activity[game->setup->seat];
	FREED char *words = activity_words(activity, true);

	if (activity->kind != ACTIVITY_NOTHING)
		bytes_addf(text, "\nIt %s", words);
}

static void tell(struct spec_try *game)
{
	const struct match *match = session_match(game->session);
	struct match_file *file = session_whole_file(game->session);
	struct lines lines = {.count = 0};
	FREED_BY(bytes_free) struct bytes problem = {0};
	enum case_result result = CASE_INCONCLUSIVE;
	char *why = NULL;
	int faults;

	game->over = true;
	if (!match->over) {
		bytes_add_text(&problem, "the game was broken off");
	} else {
		bytes_addf(&problem, "the game ended: %s: %s", match->verdict.reason, match->verdict.detail);
		add_activity(game, match, &problem);
		faults = file ? add_faults(file, game->setup->seat, &problem) : 0;
		result = result_of(game, match, faults);
	}
	if (file && result != CASE_PASSED)
		add_messages(game, file, &lines);
	if (result != CASE_PASSED)
		why = why_of(game->row, problem.at, &lines, true);
	bytes_free(&lines.text);
	game->setup->over(game->user, result, why);
}

/* Seats the others.  NULL, or a problem.  */
static char *settle(const struct spec_try *game, struct setup *setup)
{
	const struct protocol *protocol = game->setup->protocol;
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	const struct option_row *players = protocol->tools->spec->players;
	char *problem = copy_setup(game->setup, game->row, setup);
	bool alone = players && setup_count(setup, players) == 1;

	if (program)
		setup_seat(setup, SEAT_NONE, setup_text(setup, program), protocol->bundle->samples);
	if (strcmp(game->row->rival, SPEC_ITSELF) == 0 && !alone)
		setup_seat(setup, SEAT_2, setup->seat[game->setup->seat].command, protocol->bundle->samples);
	else if (*game->row->rival && !alone)
		setup_seat(setup, game->setup->seat + 1, game->row->rival, protocol->bundle->samples);
	if (game->row->both)
		setup_seat(setup, SEAT_2, game->row->rival, protocol->bundle->samples);
	return problem;
}

static void ended(void *user)
{
	struct spec_try *game = user;

	game->ended = true;
	loop_at(game->timer, loop_now());
}

static void begin_game(struct spec_try *game)
{
	static const struct session_events events = {.ended = ended};
	struct session_setup session = game->setup->session;
	char *problem;
	int status;

	problem = settle(game, &session.setup);
	session.record = "";
	if (!problem)
		game->session = session_play(game->setup->loop, &session, &events, game, &problem, &status);
	setup_free(&session.setup);
	if (game->session)
		return;
	game->over = true;
	game->setup->unstarted(game->user, problem);
}

static void game_go_on(void *user, int events UNUSED)
{
	struct spec_try *game = user;

	if (!game->begun) {
		game->begun = true;
		begin_game(game);
	} else if (game->ended && !game->over) {
		tell(game);
	}
}

/* ---- both ---- */

struct spec_try *spec_try_new(const struct spec_setup *setup, const struct spec_case *row, void *user)
{
	struct spec_try *try = bytes_new(sizeof(*try));

	*try = (struct spec_try){
		.setup = setup, .row = row, .user = user, .next = row->steps, .deadline = INT64_MAX};
	try->timer = loop_timer(setup->loop, LOOP_LATER, row->steps ? start : game_go_on, try);
	loop_at(try->timer, loop_now());
	return try;
}

int spec_try_turn(const struct spec_try *talk)
{
	return talk->turn;
}

char *spec_try_lines(struct spec_try *talk)
{
	struct bytes text = {0};

	keep_lines(&talk->lines, LINES_TOLD);
	show_lines(&talk->lines, &text);
	return text.at ? text.at : bytes_text("%s", "");
}

struct session *spec_try_session(struct spec_try *game)
{
	return game->session;
}

void spec_try_free(struct spec_try *try)
{
	if (!try)
		return;
	session_free(try->session);
	agent_free(try->agent);
	if (try->folder)
		folder_remove(try->folder);
	free(try->folder);
	loop_unwatch(try->timer);
	if (try->started)
		spec_of(try)->free(try->state);
	setup_free(&try->copy);
	bytes_free(&try->sending);
	bytes_free(&try->errors);
	bytes_free(&try->sent_line);
	bytes_free(&try->came);
	bytes_free(&try->wanted);
	bytes_free(&try->said);
	free(try->last_line);
	bytes_free(&try->lines.text);
	free(try);
}
