/* command_set.c - settings: what the board shows, and the limits of the match.  Each tells what is so now, as
 * an answer.  */
#include "commands.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* `on`, `off`, or nothing for the other way round.  */
static char *read_switch(const char *value, bool *is_on)
{
	if (*value && strcmp(value, "on") && strcmp(value, "off"))
		return bytes_text("expected on or off, not \"%s\"", value);
	*is_on = *value ? !strcmp(value, "on") : !*is_on;
	return NULL;
}

static char *evaluate(struct console *console, const char *arguments, bool *answer)
{
	char *problem = read_switch(arguments, &console->view->evaluate);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text(console->view->evaluate ? "the agents are told what the cursor is at"
						  : "the agents are not told any more what the cursor is at");
}
static char *set_switch(const char *name, const char *value, bool *is_on, bool *answer)
{
	char *problem = read_switch(value, is_on);

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("%s: %s", name, *is_on ? "on" : "off");
}

static char *set_numbers(struct console *console, const char *value, bool *answer)
{
	return set_switch("numbers of stones", value, &console->view->numbers, answer);
}

static char *set_forbidden(struct console *console, const char *value, bool *answer)
{
	return set_switch("points that the rule forbids", value, &console->view->forbidden, answer);
}

static char *set_analysis(struct console *console, const char *value, bool *answer)
{
	return set_switch("what the agents think", value, &console->view->analysis, answer);
}

static char *set_reveal(struct console *console, const char *value, bool *answer)
{
	return set_switch("what is hidden from the players", value, &console->view->reveal, answer);
}

static char *set_truth(struct console *console, const char *value, bool *answer)
{
	return set_switch("what the agents cannot know", value, &console->view->truth, answer);
}

static char *set_origin(struct console *console, const char *value, bool *answer)
{
	size_t size = strlen(value);
	bool top = size ? strncmp("top", value, size) == 0 : !console->view->origin_top;

	if (!top && size && strncmp("bottom", value, size) != 0)
		return bytes_text("expected top or bottom, not \"%s\"", value);
	console->view->origin_top = top;
	*answer = true;
	return bytes_text("row 1 of the board is at the %s", top ? "top" : "bottom");
}

static char *set_limit(struct console *console, enum request_kind kind, const char *value, bool *answer)
{
	const struct option_row *row = kind == REQUEST_TURN_LIMIT ? &option_turn_time : &option_match_time;
	char *problem, *expected;
	int64_t ns;

	if (!option_value(row, value, &ns)) {
		expected = option_expected(row);
		problem = bytes_text("expected %s, not \"%s\"", expected, value);
		free(expected);
		return problem;
	}
	problem = command_request(console, (struct request){.kind = kind, .ns = ns});
	if (problem)
		return problem;
	*answer = true;
	return bytes_text("%s is %g s from now on",
			  kind == REQUEST_TURN_LIMIT ? "the limit for a turn" : "the limit for the match",
			  (double)ns / NS_PER_S);
}

static char *set_turn_time(struct console *console, const char *value, bool *answer)
{
	return set_limit(console, REQUEST_TURN_LIMIT, value, answer);
}

static char *set_match_time(struct console *console, const char *value, bool *answer)
{
	return set_limit(console, REQUEST_MATCH_LIMIT, value, answer);
}

static char *set_timeline(struct console *console, const char *value, bool *answer)
{
	static const char *const names[MEASURE_COUNT] = {
#define X(NAME, name) [MEASURE_##NAME] = name,
		MEASURES(X)
#undef X
	};
	size_t size = strlen(value);
	int next = (console->view->measure + 1) % MEASURE_COUNT, found = *value ? MEASURE_COUNT : next;

	for (int i = 0; *value && i < MEASURE_COUNT; i++)
		if (strncmp(names[i], value, size) == 0)
			found = i;
	if (found == MEASURE_COUNT)
		return bytes_text("expected think, cpu, rss or bytes, not \"%s\"", value);
	console->view->measure = (enum measure)found;
	*answer = true;
	return bytes_text("the timeline shows %s of each move", found == MEASURE_THINK ? "the think time"
								: found == MEASURE_CPU ? "the CPU time"
								: found == MEASURE_RSS
									? "the memory at the end"
									: "the bytes, to and fro,");
}

/* The name of a setting, and what sets it.  */
#define SETTINGS(X)                                                                                          \
	X("numbers", set_numbers)                                                                            \
	X("forbidden", set_forbidden)                                                                        \
	X("analysis", set_analysis)                                                                          \
	X("reveal", set_reveal)                                                                              \
	X("turn-time", set_turn_time)                                                                        \
	X("match-time", set_match_time)                                                                      \
	X("truth", set_truth)                                                                                \
	X("timeline", set_timeline)                                                                          \
	X("origin", set_origin)

static const struct {
	const char *name;
	char *(*set)(struct console *console, const char *value, bool *answer);
} settings[] = {
#define X(name, set) {name, set},
	SETTINGS(X)
#undef X
};

static const char *const set_words[] = {
#define X(name, set) name,
	SETTINGS(X)
#undef X
		NULL};

/* Beginnings are enough: the first setting that begins so is meant.  */
static char *set(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const char *value = arguments + size + strspn(arguments + size, " ");
	struct bytes names = {0};
	char *text, *named;

	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		if (strncmp(settings[i].name, arguments, size) != 0 || strlen(settings[i].name) < size)
			continue;
		text = settings[i].set(console, value, answer);
		if (*answer)
			return text;
		named = bytes_text("%s: %s", settings[i].name, text);
		free(text);
		return named;
	}
	for (size_t i = 0; set_words[i]; i++)
		bytes_addf(&names, "%s%s", i ? ", " : "", set_words[i]);
	text = bytes_text("not \"%s\" but %s", arguments, names.at);
	bytes_free(&names);
	return text;
}
static const char *const switch_words[] = {"on", "off", NULL};

const struct command commands_of_settings[] = {
	{"set",
	 "numbers|forbidden|analysis|reveal|truth [on|off], origin [top|bottom], "
	 "timeline [think|cpu|rss|bytes], "
	 "turn-time|match-time TIME",
	 "what the board shows besides its pieces, where a gomoku board has row 1, and the timeline's bars; "
	 "change a limit, also of the turn that runs",
	 set, set_words},
	{"evaluate", "[on|off]", "tell the agents what the cursor of the board is at, or stop it", evaluate,
	 switch_words},
	{0},
};
