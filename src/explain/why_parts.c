/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_parts.c - what the answers of `why` say of a seat's last turn: its times, its process, what it has not
 * ended to send, the backtrace of its crash, and what it said last.  */
#include "why_state.h"

#include "ringside/crash_report.h"
#include "ringside/sh_words.h"
#include <inttypes.h>
#include <stdlib.h>

/* ---- a seat's last turn ---- */

enum { LOOKED_THROUGH = 512 }; /* messages to a seat, back from a moment; a turn has fewer commands */

/* The message with which it began; 0: not known.  */
static int64_t start_of(const struct why_turn *turn)
{
	return turn->began_n ? turn->began_n : turn->asked_n;
}

/* The newest event of this kind on the seat, after message `since` and up to message `until`; false: there is
 * none.  */
static bool newest_event(const struct why *why, int seat, int64_t until, int64_t since, enum event_kind kind,
			 struct message *message)
{
	struct why_search search = why_from(until, -1, seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, message) && message->n > since; i++)
		if (message->event.kind == kind)
			return true;
	return false;
}

/* ---- output without its end ---- */

/* Did no message of the seat come between these two numbers?  */
static bool nothing_came(const struct why *why, int seat, int64_t from, int64_t to)
{
	struct why_search search =
		why_from(from, 1, seat, FROM_AGENT, CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR));
	struct message message;

	return !why_walk(why, &search, &message) || message.n > to;
}

/* The newest event about it up to event n, or one at the same time as n. False: there is none, or a later
 * message has those bytes.  */
static bool find_note(const struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns,
		      struct message *note)
{
	struct why_search search = why_from(n, -1, seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));

	while (why_walk(why, &search, note) && note->n > since) {
		int64_t found = note->n;

		if (note->event.kind == EVENT_PENDING)
			return nothing_came(why, seat, found, n) && why_number(why, found, note);
		if (event_reseats(&note->event) || note->event.kind == EVENT_STARTED)
			break; /* earlier output is of another process */
	}
	if (n == INT64_MAX) /* nothing follows */
		return false;
	search.step = 1;
	search.from = n + 1;
	while (why_walk(why, &search, note) && note->t_ns == t_ns)
		if (note->event.kind == EVENT_PENDING)
			return true;
	return false;
}

/* ---- times ---- */

/* The turn of the match that the seat has answered since then; NULL: none.  */
static const struct turn *answered_turn(const struct why *why, const struct why_turn *turn)
{
	const struct turn *last = match_last_of(why->match, turn->seat, why->match->turn_count);
	int64_t since = start_of(turn);

	return last && since && last->message > since && last->message <= turn->end_n ? last : NULL;
}

/* If the match was stopped for a while during the turn, says so. False: it was not.  */
static bool add_stop(struct why *why, const struct why_turn *turn, int64_t since)
{
	struct why_search search = why_from(turn->end_n, -1, SEAT_NONE, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since; i++) {
		enum event_kind kind = message.event.kind;
		bool by_person = kind == EVENT_PAUSE || kind == EVENT_STEP || kind == EVENT_STEP_SEAT ||
				 (event_stops(&message.event) && !message.size);

		if (by_person || event_stops(&message.event)) {
			bytes_addf(&why->text, "  %s (#%" PRId64 "). The clocks did not run then.\n",
				   by_person ? "A person held the match in between"
					     : "A breakpoint stopped the match in between",
				   why_name(why, message.n));
			return true;
		}
	}
	return false;
}

/* How much of the time since then the judge was held up, and the seat's clock did not count it.  `charged`:
 * how much it counted.  */
static int64_t held_in(const struct why *why, const struct why_turn *turn, int64_t since_n, int64_t since_ns,
		       int64_t *charged)
{
	struct why_search search = why_from(turn->end_n, -1, SEAT_NONE, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message message;
	int64_t held = 0;

	for (int i = 0; i < LOOKED_THROUGH && why_walk(why, &search, &message) && message.n > since_n; i++) {
		int64_t ns = message.event.number[0], most = message.t_ns - since_ns;

		if (message.event.kind == EVENT_HELD_UP && ns > 0)
			held += ns < most ? ns : most;
		if (message.event.kind == EVENT_CHARGED && ns == turn->seat)
			*charged += message.event.number[1];
	}
	return held > *charged ? held - *charged : 0;
}

static void add_moment(struct why *why, const char *what, int64_t ns, int64_t n)
{
	char time[VALUE_CLOCK];

	bytes_addf(&why->text, "  %-9s %s  #%" PRId64 "\n", what, value_clock(ns, time), why_name(why, n));
}

/* "the limit is 1.000 s: 1.23 ms over". The tolerance may have been used for the match limit.  `waited`: what
 * was added to the limit.  */
static void add_limit(struct why *why, const char *name, int64_t limit, int64_t waited, int64_t tolerance,
		      int64_t took)
{
	char text[VALUE_CLOCK];

	bytes_addf(&why->text, "; %s is %s", name, why_span(limit, text));
	if (waited)
		bytes_addf(&why->text, " plus %s of waiting (--forgive-waiting)", why_span(waited, text));
	limit += waited;
	if (tolerance)
		bytes_addf(&why->text, " plus %s of tolerance", why_span(tolerance, text));
	if (took >= limit + tolerance)
		bytes_addf(&why->text, ": %s over", why_span(took - limit - tolerance, text));
	else if (took >= limit)
		bytes_addf(&why->text, ": %s over, forgiven", why_span(took - limit, text));
}

static void add_clock(struct why *why, int64_t before, int64_t after, const struct time_control *control)
{
	char text[VALUE_CLOCK], *words = time_control_words(control);

	bytes_addf(&why->text, "  clock     %s left before", why_span(before, text));
	bytes_addf(&why->text, ", %s after", why_span(after, text));
	if (time_control_is_plain(control))
		bytes_addf(&why->text, ", of %s for the match\n", why_span(control->period[0].time, text));
	else
		bytes_addf(&why->text, ", by the clock %s\n", words);
	free(words);
}

static void add_thought(struct why *why, const struct why_turn *turn, const char *reason, int64_t since_n,
			int64_t since_ns)
{
	struct setup setup = why->match->setup; /* a shallow copy */
	const struct turn *answered = answered_turn(why, turn);
	const struct turn *before =
		match_last_of(why->match, turn->seat, answered ? answered->n - 1 : why->match->turn_count);
	int64_t took =
		answered ? answered->think_ns : (turn->answer_n ? turn->answer_ns : turn->end_ns) - since_ns;
	bool starting = strcmp(reason, REASON_START) == 0;
	struct waiting waiting = {0}; /* for a core, as it was recorded last */
	struct message event;
	struct time_control clock;
	int64_t limit, left, charged = 0, held = held_in(why, turn, since_n, since_ns, &charged);
	bool turns;
	char text[VALUE_CLOCK];

	setup.seat[turn->seat].kind = SEAT_AGENT; /* then; a person may sit there now */
	turns = setup_turn_limit(&setup, turn->seat) && turn->seat != SEAT_NONE; /* a game program has none */
	limit = setup_given(&setup, OPTION_TAPPED) ? 0 /* the other judge's, which remarks tell */
		: starting                         ? setup_start_limit(&setup, turn->seat)
		: turns                            ? setup_turn_limit(&setup, turn->seat)
		: turn->seat                       ? setup_guard(&setup, turn->seat)
						   : setup.hang_limit;
	clock = setup_clock(&setup, turn->seat);
	left = before && before->left_ns != INT64_MAX ? before->left_ns : time_control_first(&clock);
	if (!answered && add_stop(why, turn, since_n))
		return;
	/* A debugger held it, or it was held before a crash.  */
	if (!answered && newest_event(why, turn->seat, turn->end_n, since_n, EVENT_TRACED, &event)) {
		bytes_add_text(&why->text,
			       "  The process was held in between. Its clock did not run then.\n");
		return;
	}
	if (newest_event(why, turn->seat, turn->end_n, since_n, EVENT_WAITED, &event))
		waiting = waiting_from(&event.event);
	held = answered ? answered->held_ns : held;
	took -= answered ? 0 : held;
	bytes_addf(&why->text, "  %-9s %s", starting ? "took" : "thought", why_span(took, text));
	if (limit)
		add_limit(why,
			  starting ? "the limit (--start-time)"
			  : turns  ? "the limit for a turn"
				   : "the guard (--hang-time)",
			  limit, setup_forgives_waiting(&setup) ? waiting.ns : 0, setup.tolerance, took);
	bytes_add_text(&why->text, "\n");
	if (waiting.ns) {
		bytes_addf(&why->text, "  waited    %s for a core", why_span(waiting.ns, text));
		bytes_addf(&why->text, "; it had one for %s", why_span(waiting.cpu_ns, text));
		bytes_addf(&why->text, " of %s\n", why_span(waiting.took_ns, text));
	}
	if (charged)
		bytes_addf(&why->text, "  flooded   ringside worked %s on what it wrote, which counts\n",
			   why_span(charged, text));
	if (held)
		bytes_addf(&why->text, "  judge held up %s in between, which does not count\n",
			   why_span(held, text));
	if (time_control_is_set(&clock) && !starting)
		add_clock(why, left - turn->spent_ns, left - turn->spent_ns - took, &clock);
}

static bool is_start(const struct message *message)
{
	return message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS;
}

/* ---- the process ---- */

/* Does the event say how a process started or fared?  */
static bool is_news(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_STARTED:
	case EVENT_STAYS:
	case EVENT_EXITED:
	case EVENT_ENDED:
	case EVENT_NOT_STARTED:
	case EVENT_MEMORY:
	case EVENT_FOLDER:
	case EVENT_UNREADABLE:
	case EVENT_UNWRITABLE:
	case EVENT_CLOSED_OUTPUT:
	case EVENT_CLOSED_INPUT: return true;
	default: return false;
	}
}

/* The usual cause of an exit status or a signal, for people; NULL: not known. A static string. *by_code: a
 * line of the program is, so a tool can name it.  */
static const char *usual_cause(const struct event *event, bool *by_code)
{
	static const struct {
		const char *signal; /* "": none */
		int status; /* what a shell says for it, though a program may exit so by itself; 0: none */
		const char *meaning;
		bool by_code; /* a line of the program did it */
	} endings[] = {
		{"SIGSEGV", 139, "access to memory that is not its own", true},
		{"SIGBUS", 135, "access to memory that does not exist", true},
		{"SIGABRT", 134, "a failed assertion, or memory that was freed twice", true},
		{"SIGFPE", 136, "a division by zero, or a result that is too large", true},
		{"SIGILL", 132, "an instruction that this processor does not have", true},
		{"SIGKILL", 0, "another program killed it, or the system ran out of memory", false},
		{"SIGTERM", 0, "another program told it to end", false},
		{"SIGPIPE", 0, "a write to a pipe that nobody reads", false},
		{"SIGXCPU", 0, "it used more CPU time than allowed", false},
		{"SIGXFSZ", 0, "it wrote a file larger than allowed", false},
		{"", 126, "the shell could not run the program", false},
		{"", 127, "the shell did not find the program", false},
		{"", 137, "the system may have run out of memory", false},
	};
	const char *signal = event->kind == EVENT_ENDED && event->word ? event->word : NULL;
	int64_t status = event->kind == EVENT_EXITED ? event->number[0] : 0;

	*by_code = false;
	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (signal ? strcmp(endings[i].signal, signal) == 0 : status && status == endings[i].status) {
			*by_code = endings[i].by_code;
			return endings[i].meaning;
		}
	return NULL;
}

static void add_process(struct why *why, const struct message *message)
{
	char time[VALUE_CLOCK], *words = event_words(message);

	bytes_addf(&why->text, "  %s  #%" PRId64 "  It %s.\n", value_clock(message->t_ns, time),
		   why_name(why, message->n), words);
	free(words);
}

enum { FRAMES_SHOWN = 8, OTHERS_SHOWN = 3 };

/* Adds the first thread from its first own frame on, and the first own frame of some others.  Returns the
 * number of threads.  */
static int add_threads(struct why *why, const struct message *note)
{
	const char *at = note->bytes, *end = at + note->size;
	int threads = 0, shown = 0, others = 0;
	long number = 0;
	bool own = false;

	for (char *line; (line = why_next_line(&at, end)); free(line)) {
		bool first = strncmp(line, "Thread ", 7) == 0, is_own = crash_report_is_own(line);

		if (first) {
			threads++;
			own = false;
			number = strtol(line + 7, NULL, 10);
		} else if (threads > 1 && is_own && !own && others++ < OTHERS_SHOWN) {
			bytes_addf(&why->text, "    thread %ld: %s\n", number, line);
		} else if (threads <= 1 && (own || is_own) && crash_report_is_frame(line) &&
			   shown++ < FRAMES_SHOWN) {
			bytes_addf(&why->text, "    %s\n", line);
		}
		own = own || is_own;
	}
	return threads;
}

/* How the remark begins that there can be none, perhaps from before the match.  */
static const char none[] = "no backtrace: ";

static bool is_none(const struct message *note)
{
	return note->event.kind == EVENT_REMARK && strncmp(note->bytes, none, strlen(none)) == 0;
}

/* A backtrace, or the remark that there is none.  */
static void add_backtrace(struct why *why, const struct message *note)
{
	FREED char *words = event_words(note);
	int64_t n = why_name(why, note->n);
	int threads;

	if (is_none(note))
		bytes_addf(&why->text, "  #%" PRId64 "  There is none: %s\n", n, words + strlen(none));
	else
		bytes_addf(&why->text, "  #%" PRId64 "  It %s\n", n, words);
	threads = is_none(note) ? 0 : add_threads(why, note);
	if (threads > 1)
		bytes_addf(&why->text, "    all %d threads: `why #%" PRId64 "`\n", threads, n);
}

enum {
	LINES_MOST = 512, /* lines that are looked through for a report */
	WORDS_SHOWN = 8,  /* lines without a report, or after it */
	WORD_SIZE = 160,
	REPORT_SIZE = 400, /* bytes of a line there: a long path must not hide the number of the line */
};

#define TALK                                                                                                 \
	(CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_MESSAGE) |           \
	 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN) | CHANNEL_BIT(CHANNEL_COMMENT) |          \
	 CHANNEL_BIT(CHANNEL_TEXT))

/* A line without control sequences and its end; NULL: nothing is left.  */
static char *plain_line(const char *text, size_t size)
{
	struct bytes plain = {0};
	size_t control;

	for (size_t at = 0; at < size && plain.size < REPORT_SIZE; at += control ? control : 1) {
		control = shown_sequence(text + at, size - at);
		if (!control && text[at] && text[at] != '\r' && text[at] != '\n')
			bytes_add(&plain, text + at, 1);
	}
	return plain.at;
}

/* Lines, the newest first.  */
struct output {
	char *line[LINES_MOST]; /* owned */
	int64_t n[LINES_MOST];
	enum channel channel[LINES_MOST];
	int count;
};

/* Adds the lines of a message from the last one backwards.  Blank ones part the tracebacks of a report.  */
static void add_lines(struct output *output, const struct message *message, int most)
{
	size_t end = message->size;

	while (end && output->count < most) {
		size_t from = end - 1;
		char *line;

		while (from && message->bytes[from - 1] != '\n')
			from--;
		line = plain_line(message->bytes + from, end - from);
		end = from;
		if (!line && message->channel != CHANNEL_STDERR)
			continue;
		output->line[output->count] = line ? line : bytes_text("%s", "");
		output->n[output->count] = message->n;
		output->channel[output->count++] = message->channel;
	}
}

static struct output *lines_of(const struct why *why, const struct why_turn *turn, unsigned channels,
			       int64_t since, int most)
{
	struct why_search search = why_from(turn->end_n, -1, turn->seat, FROM_AGENT, channels);
	struct output *output = bytes_new(sizeof(*output));
	struct message message;

	while (output->count < most && why_walk(why, &search, &message) && message.n > since)
		add_lines(output, &message, most);
	return output;
}

static void output_free(struct output *output)
{
	for (int i = 0; i < output->count; i++)
		free(output->line[i]);
	free(output);
}

static void add_line(struct why *why, const struct output *output, int i, size_t most)
{
	size_t size = strlen(output->line[i]);
	FREED char *shown = bytes_escaped(output->line[i], size < most ? size : most);

	bytes_addf(&why->text, "  #%-5" PRId64 " %-8s  \"%s\"\n", why_name(why, output->n[i]),
		   channel_name(output->channel[i]), shown);
}

/* Adds the last report of a crash on stderr.  Returns its last message; 0: there is none.  */
static int64_t add_report(struct why *why, const struct why_turn *turn)
{
	struct output *output = lines_of(why, turn, CHANNEL_BIT(CHANNEL_STDERR), start_of(turn), LINES_MOST);
	const char *lines[LINES_MOST];
	bool shown[LINES_MOST];
	struct crash_report report;
	int64_t last = 0;

	for (int i = 0; i < output->count; i++)
		lines[i] = output->line[output->count - 1 - i];
	report = crash_report_find(lines, output->count, shown);
	if (report.end > report.first) {
		why_heading(why, "Report of", turn->seat, turn->end_n);
		last = output->n[output->count - report.end];
	}
	for (int i = report.first; i < report.end; i++)
		if (shown[i])
			add_line(why, output, output->count - 1 - i, REPORT_SIZE);
	output_free(output);
	return last;
}

bool why_pending(struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns, int64_t asked_ns)
{
	char *words, first[VALUE_CLOCK], last[VALUE_CLOCK];
	struct message note;
	int64_t first_ns, last_ns;

	if (!find_note(why, seat, since, n, t_ns, &note))
		return false;
	first_ns = note.event.number[0];
	last_ns = note.event.number[1];
	words = shown_pending(&why->match->setup, note.bytes, note.size, (size_t)note.event.number[2]);
	bytes_addf(&why->text, "  It has sent %s  #%" PRId64 "\n", words, why_name(why, note.n));
	free(words);
	if (asked_ns < 0 || first_ns < asked_ns)
		bytes_addf(&why->text, "  The first byte came at %s, the last at %s.\n",
			   value_clock(first_ns, first), value_clock(last_ns, last));
	else
		bytes_addf(&why->text, "  The first byte came %s after the question, the last after %s.\n",
			   why_span(first_ns - asked_ns, first), why_span(last_ns - asked_ns, last));
	return true;
}

/* How long the clock ran earlier in the turn. It ran from a message that started it to the next question.  */
static int64_t spent_before(const struct why *why, const struct why_turn *turn, struct why_search *search)
{
	const struct turn *answered = answered_turn(why, turn);
	const struct turn *before =
		match_last_of(why->match, turn->seat, answered ? answered->n - 1 : why->match->turn_count);
	int64_t spent = 0, next_ns = turn->began_ns;
	struct message message;

	for (int i = 0;
	     i < LOOKED_THROUGH && why_walk(why, search, &message) && before && message.n > before->message;
	     i++) {
		if (message.flags & MESSAGE_STARTS)
			spent += next_ns - message.t_ns;
		if (message.flags & (MESSAGE_STARTS | MESSAGE_ASKS))
			next_ns = message.t_ns;
	}
	return spent;
}

struct why_turn why_turn_of(const struct why *why, int seat, int64_t n, int64_t t_ns)
{
	struct why_turn turn = {.seat = seat, .end_n = n, .end_ns = t_ns};
	struct why_search search = why_from(n, -1, seat, TO_AGENT, CHANNEL_ALL);
	const struct turn *answered;
	struct message message;

	for (int i = 0; i < LOOKED_THROUGH && !turn.began_n && why_walk(why, &search, &message); i++) {
		if (message.flags & MESSAGE_ASKS && !turn.asked_n) {
			turn.asked_n = message.n;
			turn.asked_ns = message.t_ns;
		}
		if (message.flags & MESSAGE_STARTS) {
			turn.began_n = message.n;
			turn.began_ns = message.t_ns;
		}
	}
	if (turn.began_n)
		turn.spent_ns = spent_before(why, &turn, &search);
	if ((answered = answered_turn(why, &turn)) && why_number(why, answered->message, &message)) {
		turn.answer_n = message.n;
		turn.answer_ns = message.t_ns;
	}
	return turn;
}

static void add_times(struct why *why, const struct why_turn *turn, const char *reason)
{
	int64_t since_n = start_of(turn), since_ns = turn->began_n ? turn->began_ns : turn->asked_ns;
	bool starting = strcmp(reason, REASON_START) == 0;
	char time[VALUE_CLOCK];
	struct message message;

	bool begun = starting && why_newest(why, turn->end_n, turn->seat, CHANNEL_EVENT, is_start, &message);

	/* The limit runs from the last question, if there was one. Questions that need no answer do not
	 * count.  */
	if (begun && (!turn->asked_n || turn->asked_n < message.n)) {
		since_n = message.n;
		since_ns = message.t_ns;
	} else if (begun) {
		since_n = turn->asked_n;
		since_ns = turn->asked_ns;
	}
	if (!since_n)
		return;
	why_heading(why, "Times of", turn->seat, turn->end_n);
	if (begun)
		add_moment(why, "started", message.t_ns, message.n);
	else if (turn->began_n)
		add_moment(why, "began", turn->began_ns, turn->began_n);
	if (turn->asked_n && turn->asked_n != turn->began_n && (!begun || turn->asked_n > message.n))
		add_moment(why, "asked", turn->asked_ns, turn->asked_n);
	if (turn->answer_n)
		add_moment(why, "answered", turn->answer_ns, turn->answer_n);
	else
		bytes_addf(&why->text, "  no answer until %s\n", value_clock(turn->end_ns, time));
	if (!turn->answer_n)
		why_pending(why, turn->seat, since_n, turn->end_n, turn->end_ns,
			    turn->asked_n ? turn->asked_ns : -1);
	add_thought(why, turn, reason, since_n, since_ns);
}

/* What finds the line that did it: what ended the process tells only what came of it.  */
static void add_finders(struct why *why, int seat, int64_t n)
{
	const struct seat_setup *agent = why_sitting(why, seat, n);
	bool tapped = setup_given(&why->match->setup, OPTION_TAPPED) != NULL;
	FREED char *quoted = NULL;

	if (tapped)
		bytes_add_text(&why->text, "  `ringside rerun FILE --valgrind` tells it the same again");
	else
		bytes_addf(&why->text, "  `ringside rerun FILE --seat %d --valgrind` plays this match again",
			   seat);
	bytes_add_text(&why->text, ", and shows the first wrong access to memory.\n");
	if (tapped || agent->kind != SEAT_AGENT || !agent->command)
		return;
	quoted = sh_words_quoted(agent->command);
	bytes_addf(&why->text, "  `ringside hunt %s %s` looks for its line, and for other mistakes.\n",
		   why->protocol->name, quoted);
}

static void add_process_of(struct why *why, const struct why_turn *turn)
{
	const char *meaning;
	bool by_code;
	struct message message, activity;

	if (!why_newest(why, turn->end_n, turn->seat, CHANNEL_EVENT, is_news, &message))
		return; /* the match is from a file without events of processes */
	why_heading(why, "Process of", turn->seat, turn->end_n);
	if (message.event.kind != EVENT_NOT_STARTED &&
	    newest_event(why, turn->seat, turn->end_n, start_of(turn), EVENT_DOING, &activity))
		add_process(why, &activity);
	else if (is_start(&message))
		bytes_add_text(&why->text, "  It was running.\n");
	/* newest_event() has let go of the bytes, so the message is read again.  */
	if (is_start(&message) || !why_number(why, message.n, &message))
		return;
	add_process(why, &message);
	meaning = usual_cause(&message.event, &by_code);
	if (meaning)
		bytes_addf(&why->text, "  Usual cause: %s.\n", meaning);
	if (by_code)
		add_finders(why, turn->seat, turn->end_n);
}

/* After a stop between messages there is one such event for each seat.  */
void why_activity(struct why *why, int64_t n, int64_t t_ns)
{
	for (int s = 0; s < SEATS; s++) {
		struct why_turn turn = why_turn_of(why, s, n, t_ns);
		struct message message;

		if (!turn.asked_n || !newest_event(why, s, n + SEATS, start_of(&turn), EVENT_DOING, &message))
			continue;
		why_heading(why, "Process of", s, n);
		add_process(why, &message);
	}
}

bool why_never_ran(const struct why *why, const struct why_turn *turn)
{
	struct message message;

	return why_newest(why, turn->end_n, turn->seat, CHANNEL_EVENT, is_news, &message) &&
	       message.event.kind == EVENT_NOT_STARTED;
}

static void add_backtrace_of(struct why *why, const struct why_turn *turn)
{
	struct why_search search = why_from(INT64_MAX, -1, turn->seat, EVENT, CHANNEL_BIT(CHANNEL_EVENT));
	struct message note;

	while (why_walk(why, &search, &note))
		if (is_none(&note) || (note.event.kind == EVENT_BACKTRACE && note.n > start_of(turn))) {
			why_heading(why, "Backtrace of", turn->seat, turn->end_n);
			if (why_number(why, note.n, &note)) /* its text is gone */
				add_backtrace(why, &note);
			return;
		}
}

static void add_last_words(struct why *why, const struct why_turn *turn)
{
	int64_t reported = add_report(why, turn);
	struct output *output =
		lines_of(why, turn, TALK, reported ? reported : start_of(turn), 2 * WORDS_SHOWN);
	int shown = 0, from = 0;

	for (; from < output->count && shown < WORDS_SHOWN; from++)
		shown += *output->line[from] != '\0';
	if (shown)
		why_heading(why, "Last words of", turn->seat, turn->end_n);
	while (from-- > 0)
		if (*output->line[from])
			add_line(why, output, from, WORD_SIZE);
	output_free(output);
}

void why_sections(struct why *why, const struct why_turn *turn, unsigned sections, const char *reason)
{
	if (sections & WHY_TIMES)
		add_times(why, turn, reason);
	if (sections & WHY_PROCESS)
		add_process_of(why, turn);
	if (sections & WHY_BACKTRACE)
		add_backtrace_of(why, turn);
	if (sections & WHY_WORDS)
		add_last_words(why, turn);
}
