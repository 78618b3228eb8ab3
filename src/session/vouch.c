/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vouch.c - decides whether a program may start that a match file names: ringside has started it for that
 * file before, or a person accepts it.
 *
 * Processes start in players_spawn() alone, which asks vouch_spawns(). What a person types is accepted before
 * that. What is left came from the file: from its table of seats, or from an event of its messages.  */
#include "session_state.h"

#include "ringside/protocol.h"
#include "ringside/trust.h"
#include <stdlib.h>
#include <string.h>

/* The id of the file that this session reads, or goes on in a copy of.  */
static const char *id_of(const struct session *session)
{
	return session->file_id ? session->file_id : trust_own_id();
}

static const char *path_of(const struct session *session)
{
	const char *path = session->file ? match_file_path(session->file) : "";

	return *path ? path : "the match file";
}

void vouch_for_file(struct session *session, struct match_file *file)
{
	const char *id = match_file_id(file);

	free(session->file_id);
	session->file_id = id ? bytes_text("%s", id) : NULL;
	session->has_strangers = true;
}

const char *vouch_folder(const struct session *session, const struct setup *setup)
{
	const char *strange = setup_strange_folder(setup);

	return strange && trust_has_folder(id_of(session), strange) ? strange : setup_folder(setup);
}

static struct launch launch_of(const struct session *session, const struct setup *setup, const char *command)
{
	const char *own = vouch_folder(session, setup);

	return (struct launch){.command = command,
			       .own = own,
			       .confined = session->setup.sandbox ? CONFINED_SANDBOX : CONFINED_NOT,
			       .missed = own ? NULL : setup_strange_folder(setup)};
}

/* The same as the match file wants it, for the question.  */
static struct launch wanted_launch(const struct session *session, const struct setup *setup,
				   const char *command)
{
	struct launch launch = launch_of(session, setup, command);

	if (launch.missed)
		launch.own = launch.missed;
	return launch;
}

void vouch_accept(struct session *session, const struct setup *setup, const char *command)
{
	struct launch launch = launch_of(session, setup, command);

	trust_accept(id_of(session), &launch);
}

/* Is there a match file that stays when this process has ended?  */
static bool is_kept(const struct session *session)
{
	return session->has_strangers || (session->setup.record && *session->setup.record);
}

char *vouch_spawns(const struct session *session, const struct setup *setup, int seat, struct launch *launch)
{
	struct launch launches[SEATS] = {0};
	const char *id = id_of(session);
	char *words, *problem;

	if (!setup->seat[seat].command)
		return bytes_text("the match file names no program for seat %d", seat);
	*launch = launch_of(session, setup, setup->seat[seat].command);
	if (!session->has_strangers || trust_lets(id, launch, session->setup.trust)) {
		if (is_kept(session))
			trust_remember(id, launch);
		else
			trust_accept(id, launch);
		return NULL;
	}
	launches[seat] = *launch;
	words = trust_words(path_of(session), launches);
	problem = bytes_text("%sit is not started without --trust", words);
	free(words);
	return problem;
}

/* ---- the question ---- */

static void forget_question(struct session *session)
{
	free(session->question);
	session->question = NULL;
	for (int s = 0; s < SEATS; s++) {
		free(session->asked_for[s]);
		session->asked_for[s] = NULL;
	}
}

char *session_vouch(struct session *session, const struct setup *setup, unsigned seats)
{
	struct launch launches[SEATS] = {0};
	bool asks = false;

	forget_question(session);
	for (int s = 0; s < SEATS && session->has_strangers && !session->setup.trust; s++) {
		struct launch launch = wanted_launch(session, setup, setup->seat[s].command);

		if (!(seats >> s & 1) || setup->seat[s].kind != SEAT_AGENT || !launch.command ||
		    trust_lets(id_of(session), &launch, false))
			continue;
		launches[s] = launch;
		session->asked_for[s] = bytes_text("%s", launch.command);
		asks = true;
	}
	if (!asks)
		return NULL;
	session->question = trust_words(path_of(session), launches);
	return bytes_text("%sthey are not started without --trust", session->question);
}

const char *session_question(const struct session *session)
{
	return session->question;
}

void session_answer(struct session *session, bool yes)
{
	for (int s = 0; s < SEATS && yes; s++)
		if (session->asked_for[s]) {
			struct launch launch =
				wanted_launch(session, &session_match(session)->setup, session->asked_for[s]);

			trust_accept(id_of(session), &launch);
		}
	forget_question(session);
}

void vouch_free(struct session *session)
{
	forget_question(session);
	free(session->file_id);
}
