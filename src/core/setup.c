/* setup.c - what is agreed before a match: its defaults and its copies.  */
#include "ringside/setup.h"

#include "ringside/bytes.h"
#include "ringside/program_name.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *copied(const char *text)
{
	return text ? bytes_copy(text, strlen(text)) : NULL;
}

static struct setup_option *option_named(const struct setup *setup, const char *name)
{
	for (int i = 0; i < setup->option_count; i++)
		if (strcmp(setup->options[i].name, name) == 0)
			return &setup->options[i];
	return NULL;
}

void setup_init(struct setup *setup)
{
	*setup = (struct setup){
		.first = SEAT_1,
		.game = 1,
		.turn_limit = (int64_t)5 * NS_PER_S,
		.start_limit = (int64_t)10 * NS_PER_S,
		.hang_limit = (int64_t)60 * NS_PER_S,
		.max_line = (size_t)64 * 1024,
		.max_chatter = (size_t)1024 * 1024,
	};
}

void setup_free(struct setup *setup)
{
	for (int seat = 0; seat < SEATS; seat++) {
		free(setup->seat[seat].command);
		free(setup->seat[seat].name);
	}
	for (int i = 0; i < setup->option_count; i++) {
		free(setup->options[i].name);
		free(setup->options[i].value);
	}
	free(setup->options);
	*setup = (struct setup){0};
}

void setup_copy(struct setup *to, const struct setup *from)
{
	*to = *from;
	to->options = NULL;
	to->option_count = 0;
	for (int seat = 0; seat < SEATS; seat++) {
		to->seat[seat].command = copied(from->seat[seat].command);
		to->seat[seat].name = copied(from->seat[seat].name);
	}
	for (int i = 0; i < from->option_count; i++)
		setup_set(to, from->options[i].name, from->options[i].value);
}

void setup_set(struct setup *setup, const char *name, const char *value)
{
	struct setup_option *option = option_named(setup, name);
	char *copy = copied(value); /* before the old value goes: it may be the same memory */

	assert(name && value);
	if (!option) {
		setup->options = bytes_resized(setup->options,
					       ((size_t)setup->option_count + 1) * sizeof *setup->options);
		option = &setup->options[setup->option_count++];
		*option = (struct setup_option){.name = copied(name)};
	}
	free(option->value);
	option->value = copy;
}

void setup_unset(struct setup *setup, const char *name)
{
	struct setup_option *option = option_named(setup, name);

	if (!option)
		return;
	free(option->name);
	free(option->value);
	setup->option_count--;
	memmove(option, option + 1,
		(size_t)(setup->options + setup->option_count - option) * sizeof(*option));
}

const char *setup_get(const struct setup *setup, const char *name, const char *fallback)
{
	const struct setup_option *option = option_named(setup, name);

	assert(name);
	return option ? option->value : fallback;
}

char *setup_number(const struct setup *setup, const char *name, const char *fallback, int64_t least,
		   int64_t most, int64_t *number)
{
	const char *text = setup_get(setup, name, fallback);
	char *shown, *problem;

	assert(least >= 0 && least <= most && fallback);
	*number = 0;
	for (const char *at = text; *at >= '0' && *at <= '9' && *number <= most; at++)
		*number = 10 * *number + (*at - '0');
	if (*text && text[strspn(text, "0123456789")] == '\0' && *number >= least && *number <= most)
		return NULL;
	shown = bytes_escaped(text, strlen(text));
	problem = bytes_text("--%s %s: expected a number from %lld to %lld", name, shown, (long long)least,
			     (long long)most);
	free(shown);
	return problem;
}

bool setup_is_of_now(const struct setup *setup)
{
	return strcmp(setup_get(setup, OPTION_RULES, ""), RULES_NOW) == 0;
}

int setup_lone_seat(const struct setup *setup)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[seat_opponent(s)].kind == SEAT_FREE)
			return s;
	return SEAT_NONE;
}

void setup_name(struct setup *setup, int seat, const char *name)
{
	char *copy = copied(name);

	assert(seat >= SEAT_NONE && seat < SEATS);
	free(setup->seat[seat].name);
	setup->seat[seat].name = copy;
}

/* A name that a person has given is kept in two options: the name, and the command line that has it.  */
static const struct {
	const char *name, *command;
} given[SEATS] = {[SEAT_1] = {"name1", "name1-of"}, [SEAT_2] = {"name2", "name2-of"}};

const char *setup_given_name(const struct setup *setup, int seat)
{
	const char *name = given[seat].name ? setup_get(setup, given[seat].name, NULL) : NULL;
	const char *of = name ? setup_get(setup, given[seat].command, NULL) : NULL;
	const char *command = setup->seat[seat].command;

	assert(seat >= SEAT_NONE && seat < SEATS);
	return of && command && strcmp(of, command) == 0 ? name : NULL;
}

void setup_seat(struct setup *setup, int seat, const char *command, const char *const *samples)
{
	struct seat_setup *at = &setup->seat[seat];
	char *kept = bytes_text("%s", command ? command : "human"); /* it may be the one that is replaced */
	const char *name;

	assert(seat >= SEAT_NONE && seat < SEATS);
	free(at->command);
	free(at->name);
	at->kind = command ? SEAT_AGENT : SEAT_HUMAN;
	at->command = kept;
	if (given[seat].name && setup_get(setup, given[seat].name, NULL) &&
	    !setup_get(setup, given[seat].command, NULL))
		setup_set(setup, given[seat].command, kept);
	name = setup_given_name(setup, seat);
	at->name = name      ? bytes_text("%s", name)
		   : command ? program_name(kept, samples)
			     : bytes_text("human");
}
