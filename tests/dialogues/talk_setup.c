/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* talk_setup.c - who sits where, by which options, and how the dialogue begins.  */
#include "talk.h"

#include "ringside/sh_words.h"
#include "ringside/words.h"

#include <stdlib.h>
#include <string.h>

static const struct option_place *place_of(const char *name, size_t size)
{
	for (const struct option_place *place = setup_places; place->row; place++)
		if (strlen(place->row->name) == size && strncmp(place->row->name, name, size) == 0)
			return place;
	return NULL;
}

/* NULL, or why not; the caller frees.  */
static char *set_option(struct setup *setup, const char *name, size_t size, const char *text)
{
	const struct option_place *place = place_of(name, size);
	FREED char *own = bytes_copy(name, size);
	char *problem = NULL;
	int64_t value;

	if (!place)
		problem = setup_set(setup, own, text);
	else if (option_value(place->row, text, &value))
		option_store(place, setup, value, text);
	else
		problem = option_refusal(place->row, text);
	return problem;
}

static bool is_switch(const struct protocol *protocol, const char *name, size_t size)
{
	const struct option_place *place = place_of(name, size);

	if (place)
		return !place->row->argument;
	for (const struct option_row *const *row = protocol->options; row && *row; row++)
		if (strlen((*row)->name) == size && strncmp((*row)->name, name, size) == 0)
			return !(*row)->argument && (*row)->help;
	return false;
}

static void set_options(struct talk *talk, char **words)
{
	for (; *words; words++) {
		const char *name = *words + 2, *equals = strchr(*words, '='),
			   *text = equals ? equals + 1 : NULL;
		size_t size = equals ? (size_t)(equals - name) : strlen(name);
		char *problem;

		if (strncmp(*words, "--", 2) != 0)
			talk_failed("expected an option, got \"%s\"", *words);
		if (!text && is_switch(talk->protocol, name, size))
			text = "yes";
		else if (!text && words[1])
			text = *++words;
		if (!text)
			talk_failed("expected a value, got nothing behind \"%s\"", *words);
		problem = set_option(&talk->dialogue.setup, name, size, text);
		if (problem)
			talk_failed("expected options, got %s", problem);
	}
}

static void set_system(struct talk *talk, const char *text)
{
	char *problem = NULL, **words = sh_words_split(text, &problem);
	struct setup *setup = &talk->dialogue.setup;

	if (!words || !*words)
		talk_failed("expected a system, got %s", problem ? problem : "nothing");
	if (talk->protocol)
		talk_failed("expected one system, got another");
	talk->protocol = protocol_named(*words);
	if (!talk->protocol)
		talk_failed("expected a system, got \"%s\"", *words);
	dialogue_init_lmc(&talk->dialogue, talk->protocol->name);
	for (int s = 0; s < SEATS; s++)
		if (setup->seat[s].kind == SEAT_AGENT) {
			free(setup->seat[s].command);
			setup->seat[s].command = bytes_text("/players/pbrain-%d", s);
		}
	set_options(talk, words + 1);
	protocol_usual(talk->protocol, setup); /* which depends on --strict and --tc, ... */
	set_options(talk, words + 1);          /* and gives way to an option, as on the command line */
	free(words);
}

static char *one_option(struct talk *talk, const struct talk_statement *statement)
{
	size_t size = strcspn(statement->text, " ");
	const char *value = statement->text + size + strspn(statement->text + size, " ");
	FREED char *text = statement->below.count ? talk_text(&statement->below) : bytes_text("%s", value);

	return set_option(&talk->dialogue.setup, statement->text, size, text);
}

static void set_seat(struct talk *talk, const char *text)
{
	struct setup *setup = &talk->dialogue.setup;
	int seat = talk_seat(&text);

	free(setup->seat[seat].command);
	setup->seat[seat] = (struct seat_setup){.kind = strcmp(text, "human") == 0 ? SEAT_HUMAN : SEAT_FREE};
	if (setup->seat[seat].kind == SEAT_FREE && strcmp(text, "free") != 0)
		setup_seat(setup, seat, text, NULL);
}

static void set_line_end(struct talk *talk, const char *text)
{
	if (strcmp(text, "\\r\\n") == 0)
		talk->dialogue.end = "\r\n";
	else if (strcmp(text, "\\n") != 0)
		talk_failed("expected \\n or \\r\\n, got \"%s\"", text);
}

static void set_name(struct talk *talk, const char *text)
{
	int seat = talk_seat(&text);

	setup_name(&talk->dialogue.setup, seat, text);
}

static void begin(struct talk *talk, const char *text)
{
	unsigned alive = 0;

	if (talk->dialogue.judge)
		talk_failed("expected one \"begin\", got another");
	if (talk_word(&text, "warm"))
		while (*text)
			alive |= 1u << talk_seat(&text);
	talk->dialogue.manual = talk_word(&text, "unstarted");
	dialogue_begin_warm(&talk->dialogue, alive);
}

/* Ends this match, and makes the setup of one that continues after so many turns of it.  NULL, or why that
 * cannot be; the caller frees.  */
char *talk_resume(struct talk *talk, const char *text)
{
	struct dialogue next, *old = &talk->dialogue;
	char *problem;

	dialogue_replays(old);
	dialogue_init_lmc(&next, talk->protocol->name);
	problem = talk->protocol->openings->resume(judge_match(old->judge), (int)talk_number(&text),
						   &next.setup);
	if (problem) {
		dialogue_free(&next);
		return problem;
	}
	dialogue_free(old);
	*old = next;
	talk->message = -1;
	return NULL;
}

bool talk_setup(struct talk *talk, const char *word, const struct talk_statement *statement)
{
	const char *text = statement->text;
	char *problem = NULL;

	if (strcmp(word, "system") == 0) {
		set_system(talk, statement->text);
		return true;
	}
	if (!talk->protocol)
		talk_failed("expected \"system\" first, got \"%s\"", word);
	if (strcmp(word, "refused") == 0)
		talk->refusal = one_option(talk, statement);
	else if (strcmp(word, "option") == 0)
		problem = one_option(talk, statement);
	else if (strcmp(word, "seat") == 0)
		set_seat(talk, statement->text);
	else if (strcmp(word, "line-end") == 0)
		set_line_end(talk, statement->text);
	else if (strcmp(word, "game") == 0)
		talk->dialogue.setup.game = (int)talk_number(&text);
	else if (strcmp(word, "name") == 0)
		set_name(talk, text);
	else if (strcmp(word, "resume-after") == 0)
		problem = talk_resume(talk, text);
	else if (strcmp(word, "begin") == 0)
		begin(talk, statement->text);
	else
		return false;
	if (problem)
		talk_failed("expected an option or a position, got %s", problem);
	return true;
}
