/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* whowrote.c - `ringside rerun FILE --whowrote EXPRESSION`: who wrote the bytes of an expression last?
 *
 * gdb runs a fresh process without address randomisation, which is told the recorded messages, several times:
 *
 *     where is it?   the expression, where the process crashes, leaves, or stands after the last message
 *     how often?     its bytes change, in the last turn; if never, in all turns
 *     who was it?    stops at the last of these changes
 *
 * So gdb stops once, however often they change.  Each process has to do the same as the one before.  The
 * script src/samples/debug/ringside_whowrote.py does it in gdb and tells it on stderr.  Where no hardware
 * watchpoint works, valgrind runs the process and watches its memory, with the same script.  */
#include "whowrote.h"

#include "case_report.h"
#include "rerun.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "ringside/sh_words.h"
#include <inttypes.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Before each line of the script.  */
#define MARK "ringside-whowrote "

/* The signal by which the script is asked; it has the same.  */
enum { ASK = 63 };

#define GDB "gdb -nx -q -batch -iex \"set debuginfod enabled off\" -iex \"set auto-load off\" -x \"$0\""

/* Both get the script, and the command of the agent.  The agent has the pipes; gdb has the terminal or the
 * pipe of stderr alone.  */
static const char by_gdb[] =
	"exec 8<&0 9>&1; RINGSIDE_PROGRAM=\"$1\" exec " GDB " --args \"$@\" </dev/null >/dev/null";
static const char by_valgrind[] = "(RINGSIDE_PROGRAM=\"$1\" RINGSIDE_VALGRIND=$$ " GDB
				  " </dev/null >/dev/null; kill -9 $$) & unset RINGSIDE_WHOWROTE; "
				  "exec valgrind -q --vgdb=full --vgdb-error=0 --log-file=/dev/null \"$@\"";

/* What the fresh processes are told to do, and what came out.  */
struct quest {
	const struct rerun_games *games;
	struct runner_call *call;
	const struct rerun_options *options;
	bool valgrind;    /* it watches */
	const char *lack; /* why, for people; NULL: it was wanted */
	char *expression; /* owned; "": one of the line where it crashes */
	int asked_turn;   /* of the last game, before which the bytes are watched; 0: from the beginning */
	bool whole; /* being asked in the middle changes what it does: valgrind breaks off a read then */

	pid_t process; /* the agent's; 0: not known yet */
	bool begun;    /* the script has it */
	bool armed;    /* it was asked to watch */
	bool over;     /* all was told */
	int written;   /* the turn of the last message to it */
	json_t *said;  /* the last thing that the script said; NULL: nothing */
	int game, turn;
	bool before; /* the turn */
	char *words; /* the last other line; NULL: none */
};

/* ---- while a process runs ---- */

static void ask(const struct quest *quest)
{
	kill(quest->process, ASK);
}

static void begins(void *user, pid_t process)
{
	struct quest *quest = user;

	quest->process = quest->valgrind ? process : 0;
	quest->begun = quest->armed = false;
}

static void writes(void *user, int game, int turn)
{
	struct quest *quest = user;

	quest->written = turn;
	if (!quest->asked_turn || quest->armed || !quest->begun || game + 1 < quest->games->count ||
	    turn < quest->asked_turn)
		return;
	quest->armed = true;
	ask(quest);
}

static const char *said(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool told(const struct quest *quest, const char *what)
{
	const char *is = said(quest->said, "told");

	return is && strcmp(is, what) == 0;
}

static bool heard(void *user, int game, int turn, bool before, const char *line)
{
	struct quest *quest = user;
	bool own = strncmp(line, MARK, sizeof(MARK) - 1) == 0;
	json_t *object = own ? json_loads(line + sizeof(MARK) - 1, 0, NULL) : NULL;

	if (!object) {
		if (*line) {
			free(quest->words);
			quest->words = bytes_text("%s", line);
		}
		return true;
	}
	json_decref(quest->said);
	quest->said = object;
	quest->game = game;
	quest->turn = turn;
	quest->before = before;
	if (!told(quest, "begun"))
		return false;
	quest->begun = true;
	if (!quest->valgrind)
		quest->process = (pid_t)json_integer_value(json_object_get(object, "pid"));
	if (quest->over)
		ask(quest);
	return true;
}

static void over(void *user)
{
	struct quest *quest = user;

	if (quest->begun && !quest->over)
		ask(quest);
	quest->over = true;
}

/* ---- one process ---- */

/* Lets a process do the task, which is consumed.  NULL, or a problem; the caller frees.  */
static char *try(struct quest *quest, json_t *task, int *status)
{
	FREED char *script = agent_sample_file("debug/ringside_whowrote.py");
	FREED char *task_words = match_json_line(task), *task_quoted = sh_words_quoted(task_words);
	FREED char *how = sh_words_quoted(quest->valgrind ? by_valgrind : by_gdb);
	FREED char *file = script ? sh_words_quoted(script) : NULL;
	FREED char *under =
		bytes_text("env RINGSIDE_WHOWROTE=%s sh -c %s %s", task_quoted, how, file ? file : "");
	const struct rerun_look look = {.under = under,
					.user = quest,
					.begins = begins,
					.writes = writes,
					.line = heard,
					.over = over};
	struct rerun_looked looked;
	char *problem;

	json_decref(task);
	if (!script)
		return bytes_text("ringside_whowrote.py is not installed");
	json_decref(quest->said);
	quest->said = NULL;
	quest->over = false;
	problem = rerun_look(quest->games, quest->call, quest->options, &look, &looked);
	*status = looked.status;
	if (!problem && looked.differs)
		problem = bytes_text("a fresh process does not do the same, so its memory is another one: %s",
				     looked.differs);
	else if (!problem && !quest->said)
		problem = bytes_text("gdb said nothing%s%s", quest->words ? ": " : "",
				     quest->words ? quest->words : "");
	free(looked.differs);
	return problem;
}

static json_t *task_of(const struct quest *quest)
{
	return json_pack("{s:s}", "expression", quest->expression);
}

static json_t *watching_task(const struct quest *quest, const json_t *end)
{
	json_t *task = task_of(quest);

	json_object_set(task, "address", json_object_get(end, "address"));
	json_object_set(task, "size", json_object_get(end, "size"));
	if (quest->asked_turn)
		json_object_set_new(task, "asked", json_true());
	return task;
}

/* ---- words ---- */

/* " in turn 39 of m-2.ringside"; the caller frees.  */
static char *turn_words(const struct quest *quest, const char *how, int game, int turn)
{
	struct bytes text = {0};

	bytes_addf(&text, " %s turn %d", how, turn);
	if (quest->games->count > 1)
		bytes_addf(&text, " of %s", quest->games->at[game].path);
	return text.at;
}

/* The first place of the agent's own, or else the first one; NULL: there is none.  */
static const char *place_of(const json_t *stack)
{
	for (size_t i = 0; i < json_array_size(stack); i++) {
		const json_t *frame = json_array_get(stack, i);

		if (json_is_true(json_object_get(frame, "own")))
			return said(frame, "place");
	}
	return said(json_array_get(stack, 0), "place");
}

/* Why there is no answer, by what the script said last; the caller frees.  */
static char *refusal(const struct quest *quest)
{
	const json_t *now = quest->said;
	const char *expression = quest->expression, *at = said(now, "at"), *why = said(now, "problem");

	if (told(quest, "script"))
		return bytes_text("%s runs what is no machine code, or another program, which gdb does not "
				  "see: name the program that it starts behind --seat %d; of Python, `why` "
				  "has the traceback",
				  said(now, "program"), quest->games->seat);
	if (told(quest, "no symbols"))
		return bytes_text("%s has no symbols, so gdb knows no %s: build it with -g",
				  said(now, "program"), expression);
	if (told(quest, "no guess"))
		return bytes_text(
			"%s%snothing in the line where it ended is a bad pointer in memory: name an "
			"expression",
			at ? at : "", at ? ": " : "");
	if (told(quest, "unknown"))
		return bytes_text("gdb does not know %s%s%s: %s", expression, at ? " in " : "", at ? at : "",
				  why ? why : "");
	if (told(quest, "too large"))
		return bytes_text("%s has %" JSON_INTEGER_FORMAT
				  " bytes, and the hardware watches about 32: name a part of it, or add "
				  "--valgrind",
				  expression, json_integer_value(json_object_get(now, "size")));
	if (told(quest, "hot"))
		return bytes_text("%s changes more than %" JSON_INTEGER_FORMAT
				  " times by turn %d: name a part of it that changes less often",
				  expression, json_integer_value(json_object_get(now, "hits")), quest->turn);
	if (told(quest, "gone") || told(quest, "begun"))
		return bytes_text("the process was gone, or had become another program, before gdb could "
				  "look at %s",
				  expression);
	return bytes_text("gdb: %s", why ? why : "no word");
}

/* ---- the answer ---- */

static void print_stack(const json_t *stack)
{
	for (size_t i = 0; i < json_array_size(stack); i++)
		say("    %s%s\n", i ? "from " : "by ", said(json_array_get(stack, i), "place"));
}

static void print_end(const struct quest *quest, const json_t *end, int game, int turn)
{
	const char *why = said(end, "why"), *at = said(end, "at");
	FREED char *in = turn_words(quest, "in", game, turn);

	if (strcmp(why, "asked") == 0)
		say("after the last message");
	else
		say("%s%s", strcmp(why, "exit") == 0 ? "as it left" : why, in);
	if (at)
		say(", in %s", at);
	say("\n");
}

/* Prints who it was; `now`: the script's words at that write, NULL: there was none.  */
static int answer(const struct quest *quest, const json_t *end, int end_game, int end_turn, const json_t *now)
{
	const json_t *stack = json_object_get(now, "stack");
	const char *value = said(end, "value"), *place = place_of(stack), *bytes = said(now, "bytes");
	bool kernel = now && bytes && said(end, "bytes") && strcmp(bytes, said(end, "bytes")) != 0;
	FREED char *in = turn_words(quest, quest->before ? "before" : "in", quest->game, quest->turn);

	if (quest->call->json) {
		say_object(json_pack("{s:s,s:s,s:s,s:O,s:O,s:O,s:o,s:o,s:o,s:o,s:b,s:b,s:s}", "expression",
				     quest->expression, "value", value, "type", said(end, "type"), "size",
				     json_object_get(end, "size"), "end", json_object_get(end, "why"),
				     "end_place", json_object_get(end, "at"), "file",
				     now ? match_json_words(quest->games->at[quest->game].path) : json_null(),
				     "turn", now ? json_integer(quest->turn) : json_null(), "place",
				     match_json_words(place), "stack",
				     now ? json_incref((json_t *)stack) : json_null(), "before_turn",
				     now && quest->before, "then_by_the_system", kernel, "watched_by",
				     quest->valgrind ? "valgrind" : "hardware"));
		return now ? WHOWROTE_FOUND : WHOWROTE_NOBODY;
	}
	if (!now) {
		say("%s = %s: no instruction has changed it since the process began, so it comes from the "
		    "program's file, or the system wrote it (a read, say)\n",
		    quest->expression, value);
	} else {
		say("%s = %s was written at %s%s\n", quest->expression, value, place ? place : "??", in);
		print_stack(stack);
		if (kernel)
			say("the system changed it after that (a read into it, say), which no watchpoint "
			    "sees\n");
	}
	say("seen %s", strncmp(said(end, "why"), "SIG", 3) == 0 ? "at " : "");
	print_end(quest, end, end_game, end_turn);
	if (quest->lack)
		say("%s, so valgrind watched it, where the heap lies otherwise\n", quest->lack);
	return now ? WHOWROTE_FOUND : WHOWROTE_NOBODY;
}

/* ---- the quest ---- */

/* Do both say the same of where it is, and of its bytes?  */
static bool is_same_end(const json_t *a, const json_t *b)
{
	static const char *const keys[] = {"why", "at", "address", "bytes"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i])))
			return false;
	return true;
}

/* Lets gdb look for it, and lets valgrind watch where the hardware cannot.  NULL, or a problem.  */
static char *find(struct quest *quest, int *status)
{
	char *tools[] = {"valgrind", NULL};
	FREED char *program = agent_program(tools, NULL, &(char *){NULL});
	char *problem;

	if (quest->valgrind)
		return try(quest, task_of(quest), status);
	problem = try(quest, task_of(quest), status);
	if (problem || !told(quest, "no hardware"))
		return problem;
	quest->lack = "no hardware watchpoint works here (a virtual machine?)";
	if (!program)
		return bytes_text("%s, and gdb alone is a thousand times too slow: install valgrind, which "
				  "watches memory without it",
				  quest->lack);
	quest->valgrind = true;
	return try(quest, task_of(quest), status);
}

static char *otherwise(const struct quest *quest)
{
	return bytes_text(
		"a second process does not do the same as the first, so nobody can say who wrote %s: "
		"is its memory different each time (threads, time, chance)?",
		quest->expression);
}

/* How often the bytes change: watches the last turn first, and all of them if they do not change there.
 * NULL, or a problem.  */
static char *count(struct quest *quest, const json_t *end, json_int_t *hits, int *status)
{
	char *problem = NULL;
	int last = quest->written;

	*hits = 0;
	for (int i = last > 1 && !quest->whole ? 0 : 1; i < 2 && !problem && !*hits; i++) {
		quest->asked_turn = i == 0 ? last : 0;
		problem = try(quest, watching_task(quest, end), status);
		if (problem)
			return problem;
		if (!told(quest, "end"))
			return refusal(quest);
		if (!is_same_end(quest->said, end)) {
			if (!quest->valgrind || !quest->asked_turn)
				return otherwise(quest);
			quest->whole = true;
			continue;
		}
		*hits = json_integer_value(json_object_get(quest->said, "hits"));
	}
	return problem;
}

static int seek(struct quest *quest, char **problem)
{
	enum { TRIES = 3 };
	int status = WHOWROTE_TROUBLE, game, turn;
	bool found = false;
	json_t *end, *task;
	json_int_t hits = 0;

	*problem = find(quest, &status);
	if (!*problem && !told(quest, "end"))
		*problem = refusal(quest);
	if (*problem)
		return status;
	end = json_incref(quest->said);
	free(quest->expression);
	quest->expression = bytes_text("%s", said(end, "expression"));
	game = quest->game;
	turn = quest->turn;
	/* A process that is asked just after its answer may still write what belongs to that, or have done
	 * so: then one process has one change more than another.  */
	for (int i = 0; i < TRIES && !*problem && !found; i++) {
		*problem = count(quest, end, &hits, &status);
		found = !hits;
		if (*problem || !hits)
			continue;
		task = watching_task(quest, end);
		json_object_set_new(task, "hit", json_integer(hits));
		*problem = try(quest, task, &status);
		found = told(quest, "hit");
		quest->whole = quest->valgrind && !found;
		if (!*problem && !found && !told(quest, "end"))
			*problem = refusal(quest);
	}
	if (!*problem && !found)
		*problem = otherwise(quest);
	if (!*problem)
		status = answer(quest, end, game, turn, hits ? quest->said : NULL);
	json_decref(end);
	return status;
}

int whowrote(const struct rerun_games *games, struct runner_call *call, const struct rerun_options *options,
	     char **problem)
{
	struct quest quest = {
		.games = games, .call = call, .options = options, .valgrind = call->match.session.valgrind};
	char *tools[] = {"gdb", NULL};
	FREED char *gdb = agent_program(tools, NULL, &(char *){NULL});
	int status;

	if (!gdb) {
		*problem =
			bytes_text("--whowrote needs gdb, which is not installed: its package is called gdb");
		return WHOWROTE_TROUBLE;
	}
	if (match_confined(&call->match) != CONFINED_NOT) {
		*problem = bytes_text("gdb cannot watch a process in a sandbox: leave out --sandbox");
		return WHOWROTE_TROUBLE;
	}
	for (int i = 1; i < games->count; i++)
		if (!games->at[i].before) {
			*problem = bytes_text("--whowrote follows one process, and %s begins with another",
					      games->at[i].path);
			return WHOWROTE_TROUBLE;
		}
	say_lines(games->notice);
	say_lines(games->warning);
	quest.expression = bytes_text("%s", options->whowrote);
	status = seek(&quest, problem);
	json_decref(quest.said);
	free(quest.words);
	free(quest.expression);
	return status;
}
