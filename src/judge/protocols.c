/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* protocols.c - looks systems up in the table that the program is linked with, says what a system's rows say
 * of its options and limits, and whether a system is complete: a missing member would crash the program in
 * the middle of a match.  */
#include "ringside/protocol.h"

#include "ringside/bytes.h"
#include <string.h>

const struct protocol *protocol_named(const char *name)
{
	for (const struct protocol *const *row = protocols; name && *row; row++)
		if (strcmp((*row)->name, name) == 0)
			return *row;
	return NULL;
}

const struct protocol *protocol_at(int i)
{
	const struct protocol *const *row = protocols;

	while (*row && i-- > 0)
		row++;
	return *row && (*row)->unruled ? NULL : *row;
}

const struct option_row *protocol_option(const struct protocol *protocol, enum option_type type)
{
	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((*row)->type == type)
			return *row;
	return NULL;
}

char *protocol_refuses(const struct protocol *protocol, int seat, const char *command)
{
	static const char begins[] = "sample:";
	size_t size = strcspn(command, " \t"), before = sizeof(begins) - 1;
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);

	if (seat == SEAT_NONE || !program || !protocol->bundle->programs ||
	    strncmp(command, begins, before) != 0)
		return NULL;
	for (const char *const *name = protocol->bundle->programs; *name; name++)
		if (strlen(*name) == size - before && strncmp(command + before, *name, size - before) == 0)
			return bytes_text("sample:%s is a game program: use it with --%s", *name,
					  program->name);
	return NULL;
}

char *protocol_unplayed(const char *system, bool tapped)
{
	const struct protocol *protocol = protocol_named(system);

	if (protocol && protocol->unruled)
		return bytes_text("%s has no rules: nobody can play, only ringside tap listens", system);
	if (!tapped || !protocol || !protocol->tap || !protocol->tap->outside)
		return NULL;
	return bytes_text(
		"another judge has the rules of this game: nobody can play here. `ringside rerun` tells an "
		"agent the same again, and `ringside minimise` less of it");
}

const struct first_words first_begins = {"Who begins", " begins", "the side that began", "the other"};

const struct first_words *protocol_first_of_program(const struct setup *setup UNUSED)
{
	static const struct first_words player_1 = {"Player 1 or 2 of the game", " is the game's player 1",
						    "the game's player 1", "its player 2"};

	return &player_1;
}

const struct first_words *protocol_first(const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);

	if (setup_lone_seat(setup) != SEAT_NONE)
		return NULL;
	return protocol && protocol->texts->first ? protocol->texts->first(setup) : &first_begins;
}

int protocol_begins(const struct setup *setup)
{
	const struct protocol *protocol = protocol_named(setup->system);

	return protocol && protocol->begins ? protocol->begins(setup) : setup->first;
}

void protocol_usual(const struct protocol *protocol, struct setup *setup)
{
	bool limited = setup->match_limit || setup_given(setup, option_match_time1.name) ||
		       setup_given(setup, option_match_time2.name);

	if ((protocol->limits.match_alone && limited) || setup_given(setup, option_tc.name))
		setup->turn_limit = 0;
	else if (protocol->limits.turn)
		setup->turn_limit = protocol->limits.turn;
	setup->tolerance = setup->strict ? 0 : protocol->limits.tolerance;
}

bool protocol_is_answer(const struct protocol *protocol, int seat, enum channel channel)
{
	unsigned people = CHANNEL_BIT(CHANNEL_STDERR) | CHANNEL_BIT(CHANNEL_COMMENT) |
			  CHANNEL_BIT(CHANNEL_DEBUG) | CHANNEL_BIT(CHANNEL_MESSAGE);

	return (seat == SEAT_NONE ? ~people : protocol->answers) & CHANNEL_BIT(channel);
}

bool protocol_names_file(const struct protocol *protocol, const struct setup *setup, const char *words,
			 bool exists)
{
	const struct protocol_openings *openings = protocol->openings;

	return exists ||
	       (openings && openings->is ? !openings->is(setup, words) : strpbrk(words, "./") != NULL);
}

bool protocol_rejoins(const struct protocol *protocol)
{
	return !protocol->texts->misled;
}

bool protocol_uses_socket(const struct protocol *protocol, const struct setup *setup)
{
	return protocol->uses_socket && protocol->uses_socket(setup);
}

/* ---- is it complete? ---- */

/* The first pointer that is NULL among those that the judge and the rooms above it use without a question, by
 * its name; NULL: none is.  */
static const char *missing(const struct protocol *protocol)
{
#define REQUIRE(member)                                                                                      \
	if (!protocol->member)                                                                               \
		return #member;
	REQUIRE(name)
	REQUIRE(options)
	REQUIRE(texts)
	REQUIRE(texts->title)
	REQUIRE(texts->panes)
	REQUIRE(texts->reasons)
	REQUIRE(bundle)
	REQUIRE(bundle->demo[0])
	REQUIRE(bundle->samples)
	REQUIRE(tools)
	REQUIRE(channel)
	REQUIRE(new)
	REQUIRE(free)
	REQUIRE(started)
	REQUIRE(begin)
	REQUIRE(ask)
	REQUIRE(received)
	REQUIRE(answer)
	REQUIRE(move_form)
	REQUIRE(timeout)
	REQUIRE(play)
#undef REQUIRE
	return NULL;
}

/* Members that exclude or need each other, for people; NULL: they are fine.  */
static const char *contradiction(const struct protocol *protocol)
{
	const struct protocol_framing *framing = protocol->framing;

	if (!(protocol->answers & CHANNEL_BIT(protocol->moves)))
		return "moves is none of the channels of answers";
	if (framing && (!framing->frame || !framing->end))
		return "framing needs frame and end";
	if (!(framing && framing->wanted) != !protocol->texts->partial)
		return "wanted and partial belong together";
	if (protocol->limits.goodbye && !protocol->goodbye)
		return "limits.goodbye needs goodbye";
	if (protocol->openings && !protocol->openings->resume)
		return "openings needs resume";
	if (protocol->tools->twins && !protocol->tools->spec)
		return "twins needs spec";
	if (protocol_rejoins(protocol) && !protocol->reseat)
		return "misled is missing, and no position is told, which needs reseat";
	return NULL;
}

/* The same for a row of its options.  */
static const char *row_contradiction(const struct option_row *row)
{
	bool is_ini = row->type == OPTION_INI;

	if (is_ini != (row->from_ini != NULL))
		return "OPTION_INI and from_ini belong together";
	if (!row->folder != !row->ending)
		return "folder and ending belong together";
	if (!row->content && (is_ini || row->folder))
		return "content is missing";
	if (row->content && !is_ini && row->type != OPTION_FILE)
		return "content belongs to OPTION_FILE or OPTION_INI";
	if (option_lacks_path(row))
		return "path does not say what happens with the file or folder";
	return NULL;
}

char *protocol_check(const struct protocol *protocol)
{
	const char *name = protocol->name ? protocol->name : "a system", *wrong;

	wrong = missing(protocol);
	if (wrong)
		return bytes_text("%s: %s is missing", name, wrong);
	wrong = contradiction(protocol);
	if (wrong)
		return bytes_text("%s: %s", name, wrong);
	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((wrong = row_contradiction(*row)))
			return bytes_text("%s: --%s: %s", name, (*row)->name, wrong);
	return NULL;
}
