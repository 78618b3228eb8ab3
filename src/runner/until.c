/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* until.c - notices in the games of a series what --until and --until-failure wait for, and keeps the match
 * files of that game and of the games before it that its processes have played: a mistake may be theirs.
 *
 * A game in which it happens is played to its end, so it counts like any other.  A word stands for reasons
 * why a game is lost; a condition is that of a breakpoint that does not stop.  */
#include "until.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/match_file.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- what is waited for ---- */

/* Waits for a verdict by any fault, and for a message that breaks the protocol, although the game may go on.
 */
static const char fault[] = "fault";

struct until {
	const char *
		word; /* of the reasons that it waits for; "": any by which a seat loses; NULL: a condition */
	struct breakpoints *breakpoints;
	const struct session *session;
	bool happened; /* in this game; then: */
	int turn, seat;
	char *what; /* owned */
};

/* That word.  */
static const char *word_of(const struct runner_call *call)
{
	const char *typed = call->series.until;

	if (!typed)
		return call->series.until_failure ? "" : NULL;
	if (strcmp(typed, fault) == 0)
		return "";
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->until && strcmp(reason->until, typed) == 0)
			return reason->until;
	return NULL;
}

/* Adds the breakpoint.  NULL, or what is wrong with it.  */
static char *add(const struct runner_call *call, struct breakpoints *breakpoints)
{
	struct match before = match_before(&call->match.session.setup);
	const char *word = word_of(call);
	struct condition_mistake mistake = {0};
	char *typed = bytes_text("%s%s", word ? "" : "if ", call->series.until);
	char *problem = NULL, *line;

	if (!breakpoints_add(breakpoints, word ? CATCHPOINT : BREAKPOINT, false, typed, &before, &mistake)) {
		line = bytes_text("--until %s", call->series.until);
		problem = condition_pointed(line, mistake.at + strlen("--until ") - strlen("if "),
					    mistake.text);
		free(line);
		free(mistake.text);
	}
	free(typed);
	return problem;
}

static void note(void *user, const struct stop *stop, const char *what)
{
	struct until *until = user;

	if (until->happened || session_played(until->session)->over)
		return;
	until->happened = true;
	until->turn = stop->turn;
	until->seat = stop->seat;
	free(until->what);
	until->what = bytes_text("%s", what);
}

char *until_problem(const struct runner_call *call)
{
	struct breakpoints *breakpoints;
	char *problem;

	if (call->series.until && call->series.until_failure)
		return bytes_text("--until and --until-failure: choose one of them");
	if (!call->series.until)
		return NULL;
	breakpoints = breakpoints_new();
	problem = add(call, breakpoints);
	breakpoints_free(breakpoints);
	return bytes_behind(problem, "expected crash, illegal, timeout, fault or a condition\n");
}

struct until *until_new(const struct runner_call *call)
{
	const char *word = word_of(call), *typed = call->series.until;
	struct until *until;

	if (!typed && !call->series.until_failure)
		return NULL;
	until = bytes_new(sizeof(*until));
	*until = (struct until){.word = word, .breakpoints = breakpoints_new()};
	breakpoints_note(until->breakpoints, note, until);
	if (!word || (typed && strcmp(typed, fault) == 0))
		free(add(call, until->breakpoints)); /* no problem: until_problem() */
	return until;
}

void until_free(struct until *until)
{
	if (!until)
		return;
	breakpoints_free(until->breakpoints);
	free(until->what);
	free(until);
}

void until_watch(struct until *until, struct session *session)
{
	if (!until)
		return;
	until->session = session;
	until->happened = false;
	breakpoints_watch(until->breakpoints, session);
}

void until_lose(struct until *until)
{
	if (until)
		breakpoints_lose(until->breakpoints);
}

/* Is the verdict what the word stands for?  */
static bool is_lost_by(const char *word, const struct verdict *verdict)
{
	const struct reason *reason = reason_named(verdict->reason);

	if (verdict->failed == SEAT_NONE)
		return false;
	return !*word || (reason && reason->until && strcmp(reason->until, word) == 0);
}

char *until_found(struct until *until, const struct match *match, int *turn, int *seat)
{
	const struct verdict *verdict = &match->verdict;
	char *found = NULL;

	if (!until)
		return NULL;
	if (until->happened) {
		*turn = until->turn;
		*seat = until->seat;
		found = bytes_text("%s", until->what);
	} else if (until->word && is_lost_by(until->word, verdict)) {
		*turn = match->turn_count + 1;
		*seat = verdict->failed;
		found = bytes_text("%s", verdict->detail ? verdict->detail : "");
	}
	until->happened = false;
	return found;
}

void until_break(const struct runner_call *call, struct breakpoints *breakpoints)
{
	if (call->series.until)
		free(add(call, breakpoints));
}

/* ---- the match files that stay ---- */

/* Folders of series before that stay.  */
enum { FOLDERS_KEPT = 9 };

static int rising(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Their names begin with the time, so the first are the oldest.  */
static void remove_oldest(const char *folder)
{
	DIR *entries = opendir(folder);
	const struct dirent *entry;
	char **names = NULL;
	int count = 0;

	while (entries && (entry = readdir(entries)))
		if (*entry->d_name != '.') {
			names = bytes_resized(names, ((size_t)count + 1) * sizeof(*names));
			names[count++] = bytes_text("%s%s", folder, entry->d_name);
		}
	if (entries)
		closedir(entries);
	if (count)
		qsort(names, (size_t)count, sizeof(*names), rising);
	for (int i = 0; i < count; i++) {
		const char *pid = strrchr(names[i], '_'); /* its run may go on */
		bool goes_on =
			pid && atoi(pid + 1) > 1 && (kill((pid_t)atoi(pid + 1), 0) == 0 || errno == EPERM);

		if (i < count - FOLDERS_KEPT && !goes_on)
			folder_remove(names[i]);
		free(names[i]);
	}
	free(names);
}

static char *make_folder(char **problem)
{
	char *all = state_path("until/"), when[32], *folder;
	time_t now = time(NULL);
	struct tm local;

	if (!all) {
		*problem = bytes_text("the games cannot be kept, because HOME is not set: --record FILE says "
				      "where");
		return NULL;
	}
	strftime(when, sizeof(when), "%Y-%m-%d_%H%M%S", localtime_r(&now, &local));
	folder = bytes_text("%s%s_%d/", all, when, (int)getpid());
	folders_make(all, true);
	remove_oldest(all);
	free(all);
	if (mkdir(folder, S_IRWXU) == 0)
		return folder;
	*problem = bytes_text("the games cannot be kept: %s: %s: --record FILE keeps them elsewhere", folder,
			      strerror(errno));
	free(folder);
	return NULL;
}

char *found_begin(struct found *found, struct runner_call *call, bool series)
{
	char *problem = NULL;

	*found = (struct found){.series = series};
	if (!call->series.until && !call->series.until_failure)
		return NULL;
	if (!call->series.record) {
		found->folder = make_folder(&problem);
		if (problem)
			return problem;
		call->series.record = bytes_text("%sgame.ringside", found->folder);
	}
	found->record = call->series.record;
	return NULL;
}

static char *path_of(const struct found *found, int game)
{
	return found->series ? match_file_of_game(found->record, game) : bytes_text("%s", found->record);
}

/* The game that one of the processes of this game had played before it, or the seat's; 0: none.  */
static int game_before(const struct found *found, int game, int seat)
{
	char *path = path_of(found, game), *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	int before = 0;

	for (int s = 0; file && s < SEATS && !before; s++)
		if (seat < 0 || s == seat)
			before = match_file_game_before(file, s);
	match_file_close(file);
	free(problem);
	free(path);
	return before;
}

static void remove_game(const struct found *found, int game)
{
	char *path = path_of(found, game);

	free(match_file_remove(path));
	free(path);
}

static int length(const int *games)
{
	int count = 0;

	while (games && games[count])
		count++;
	return count;
}

bool found_game(struct found *found, int table, const struct result_line *line)
{
	int count, game = line->game;

	if (!found->record)
		return false;
	while (found->tables <= table) {
		found->games =
			bytes_resized(found->games, ((size_t)found->tables + 1) * sizeof(*found->games));
		found->games[found->tables++] = NULL;
	}
	count = length(found->games[table]);
	if (found->folder && count && !game_before(found, game, -1))
		while (count)
			remove_game(found, found->games[table][--count]);
	found->games[table] =
		bytes_resized(found->games[table], ((size_t)count + 2) * sizeof(**found->games));
	found->games[table][count] = game;
	found->games[table][count + 1] = 0;
	if (!line->until.what.at || found->kept)
		return false;
	found->kept = game;
	found->table = table;
	found->turn = line->until.turn;
	found->seat = line->until.seat;
	found->what = piece_text(line->until.what);
	return true;
}

/* The commands that look at it.  */
static void add_commands(struct bytes *text, const struct found *found, const char *tool)
{
	int seat = found->seat, before = 0;
	char *path = path_of(found, found->kept);

	for (int game = found->kept; (game = game_before(found, game, seat)) > 0;)
		before++;
	bytes_addf(text, "\n  ringside open %s", path);
	if (seat != SEAT_NONE)
		bytes_addf(text, "\n  ringside rerun %s --seat %d%s", path, seat, tool);
	if (seat != SEAT_NONE && before == 1)
		bytes_add_text(text, "   # and the game that its process had played before");
	else if (seat != SEAT_NONE && before)
		bytes_addf(text, "   # and the %d games that its process had played before", before);
	free(path);
}

char *found_words(const struct found *found, const struct runner_call *call, int games)
{
	struct bytes text = {0};

	if (call->series.until)
		bytes_addf(&text, "--until '%s': ", call->series.until);
	else
		bytes_add_text(&text, "--until-failure: ");
	if (!found->kept) {
		bytes_addf(&text, "it has not happened in %d game%s", games, games == 1 ? "" : "s");
		return text.at;
	}
	bytes_addf(&text, "in game %d, ", found->kept);
	if (found->turn)
		bytes_addf(&text, "turn %d", found->turn);
	else
		bytes_add_text(&text, "before its first turn");
	bytes_addf(&text, ", after %d game%s without it: %s", games - 1, games - 1 == 1 ? "" : "s",
		   found->what);
	add_commands(&text, found, call->match.session.valgrind ? " --valgrind" : "");
	return text.at;
}

static bool is_kept(const struct found *found, int game)
{
	const int *games = found->kept ? found->games[found->table] : NULL;

	for (int i = 0; games && games[i]; i++)
		if (games[i] == game)
			return true;
	return false;
}

void found_end(struct found *found)
{
	int *games = NULL, count;

	if (found->folder && found->kept && found->series) {
		count = match_file_games(found->record, &games);
		for (int i = 0; i < count; i++)
			if (!is_kept(found, games[i]))
				remove_game(found, games[i]);
		free(games);
	} else if (found->folder && !found->kept) {
		folder_remove(found->folder);
	}
	for (int i = 0; i < found->tables; i++)
		free(found->games[i]);
	free(found->games);
	free(found->folder);
	free(found->what);
}
