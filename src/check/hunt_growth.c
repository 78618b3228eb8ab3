/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_growth.c - what an agent has ever more of: memory, descriptors, threads, processes and files, per move
 * and per game, told when it does not level off.  */
#include "check.h"
#include "hunt.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/match_file.h"
#include "ringside/sh_words.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

/* What an agent may have ever more of.  */
enum amount { AMOUNT_MEMORY, AMOUNT_DESCRIPTORS, AMOUNT_THREADS, AMOUNT_PROCESSES, AMOUNT_FILES, AMOUNTS };

/* An amount at the end of each game, or of each turn.  */
struct growth {
	int64_t *at; /* owned */
	int count;
};

/* At the ends of the turns of the last game, and of the games; `now`: the last known one, or -1.  */
struct grown {
	struct growth moves, games;
	int64_t now;
};

static void grow(struct growth *growth, int64_t amount)
{
	growth->at = bytes_grown(growth->at, growth->count, sizeof(*growth->at));
	growth->at[growth->count++] = amount;
}

/* By how many bytes a step memory grows, if it does not level off; else 0.  */
static int64_t growth_of(const struct growth *growth)
{
	enum { STEPS_LEAST = 8, LEAST = 4 << 20 };
	int half = growth->count / 2, last = growth->count - 1;
	int64_t early, late;

	if (growth->count < STEPS_LEAST)
		return 0;
	for (int i = half; i < last; i++) /* memory that was given back is no leak */
		if (growth->at[i + 1] < growth->at[i])
			return 0;
	early = (growth->at[half] - growth->at[0]) / half;
	late = (growth->at[last] - growth->at[half]) / (last - half);
	if (growth->at[last] - growth->at[0] < LEAST || late * 2 < early)
		return 0;
	return late;
}

static int64_t least_of(const struct growth *growth, int from, int to)
{
	int64_t least = growth->at[from];

	for (int i = from; i < to; i++)
		least = growth->at[i] < least ? growth->at[i] : least;
	return least;
}

/* By how much a count has grown, if its least in each quarter is higher than in the one before, and it does
 * not level off; else 0.  What comes and goes, as the children of a shell, does not raise the least.  */
static int64_t rise_of(const struct growth *growth)
{
	enum { STEPS_LEAST = 8, QUARTERS = 4, LEAST = 4 };
	int64_t least[QUARTERS];

	if (growth->count < STEPS_LEAST)
		return 0;
	for (int i = 0; i < QUARTERS; i++) {
		least[i] = least_of(growth, growth->count * i / QUARTERS, growth->count * (i + 1) / QUARTERS);
		if (i && least[i] <= least[i - 1])
			return 0;
	}
	if (least[3] - least[0] < LEAST || (least[3] - least[2]) * 2 < least[1] - least[0])
		return 0;
	return growth->at[growth->count - 1] - growth->at[0];
}

static void add_growth(struct hunt *hunt, const struct job *job, char *what, char *command)
{
	hunt_add_entry(hunt, (struct entry){.harm = GROWS,
					    .what = bytes_text("%s, and it does not level off", what),
					    .ways = bytes_text("%s", job->name),
					    .command = command,
					    .seat = SEAT_1,
					    .times = 1});
	free(what);
}

static void look_at_memory(struct hunt *hunt, const struct job *job, const struct grown *memory,
			   const char *file)
{
	int64_t a_move = growth_of(&memory->moves), a_game = growth_of(&memory->games),
		bytes = a_move ? a_move : a_game;
	FREED char *size = option_words(&option_memory, bytes), *quoted = sh_words_quoted(file);

	if (!bytes)
		return;
	add_growth(hunt, job, bytes_text("%s a %s", size, a_move ? "move" : "game"),
		   bytes_text("ringside open %s --batch -x 'info seat 1'", quoted));
	hunt->entries[hunt->entry_count - 1].file = bytes_text("%s", file);
	hunt_add_leak(hunt, hunt->entry_count - 1);
}

static void look_at_count(struct hunt *hunt, const struct job *job, const struct grown *grown,
			  const char *name)
{
	int64_t moves = rise_of(&grown->moves), rise = moves ? moves : rise_of(&grown->games);
	FREED char *agent = sh_words_quoted(hunt->call->words[0]);
	struct bytes command = {0};

	if (!rise)
		return;
	bytes_addf(&command, "ringside hunt %s %s --only games", hunt->call->match.protocol->name, agent);
	if (hunt->call->series.games_said)
		bytes_addf(&command, " --games %d", hunt->call->series.games);
	check_add_options(&command, hunt->call, &hunt->call->match.session.setup);
	add_growth(hunt, job,
		   bytes_text("%" PRId64 " more %s in %d %s", rise, name,
			      moves ? grown->moves.count : grown->games.count, moves ? "moves" : "games"),
		   command.at);
}

/* Nothing if it is a turn of the other seat.  */
static void take_amounts(struct grown grown[AMOUNTS], const json_t *turn)
{
	if (hunt_number(turn, "seat") != SEAT_1)
		return;
	if (json_is_integer(json_object_get(turn, "rss")))
		grown[AMOUNT_MEMORY].now = json_integer_value(json_object_get(turn, "rss"));
	for (int a = 0; a < AMOUNTS; a++)
		if (grown[a].now >= 0)
			grow(&grown[a].moves, grown[a].now);
}

/* What the agent held when it had made each of its moves: the notes of its match file (EVENT_HOLDS) say when
 * that has changed.  */
static void take_holds(struct grown grown[AMOUNTS], const json_t *turns, const char *path)
{
	enum { PAGE = 256 };
	const struct message_query query = {.seats = 1u << SEAT_1,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = INT64_MAX};
	struct message page[PAGE];
	char *problem = NULL;
	struct match_file *file = match_file_open(path, &problem);
	size_t turn = 0, count = json_array_size(turns);
	int read = 0;

	free(problem);
	for (int64_t after = 0; file && (read = match_file_after(file, &query, after, PAGE, page)) > 0;
	     after = page[read - 1].n)
		for (int i = 0; i < read; i++) {
			if (page[i].event.kind != EVENT_HOLDS)
				continue;
			for (; turn < count; turn++) { /* those before this note, but for the last of them */
				const json_t *next = json_array_get(turns, turn + 1);

				if (!next || json_integer_value(json_object_get(next, "message")) > page[i].n)
					break;
				take_amounts(grown, json_array_get(turns, turn));
			}
			for (int a = AMOUNT_DESCRIPTORS; a <= AMOUNT_PROCESSES; a++)
				grown[a].now = page[i].event.number[a - AMOUNT_DESCRIPTORS];
		}
	for (; turn < count; turn++)
		take_amounts(grown, json_array_get(turns, turn));
	match_file_close(file);
}

struct hunt_growth {
	struct grown grown[AMOUNTS];
	struct growth ends; /* when the games ended, ns of the clock of files */
};

static int64_t written_at(int folder, const char *name)
{
	struct stat file;

	return fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW) == 0
		       ? (int64_t)file.st_mtim.tv_sec * NS_PER_S + file.st_mtim.tv_nsec
		       : INT64_MAX;
}

/* How many of the files that are left were there when each game ended.  */
static void take_files(struct hunt_growth *growth, const char *path)
{
	CLOSED_FOLDER DIR *folder = opendir(path);
	FREED int64_t *left = bytes_new(((size_t)growth->ends.count + 1) * sizeof(*left));
	struct dirent *file;

	while (folder && (file = readdir(folder)))
		for (int i = 0; *file->d_name != '.' && i < growth->ends.count; i++)
			left[i] += written_at(dirfd(folder), file->d_name) <= growth->ends.at[i];
	for (int i = 0; i < growth->ends.count; i++)
		grow(&growth->grown[AMOUNT_FILES].games, left[i]);
}

struct hunt_growth *hunt_growth_new(void)
{
	struct hunt_growth *growth = bytes_new(sizeof(*growth));

	for (int a = 0; a < AMOUNTS; a++)
		growth->grown[a].now = -1;
	return growth;
}

void hunt_growth_take(struct hunt_growth *growth, const json_t *turns, const char *file)
{
	struct grown *grown = growth->grown;

	grow(&growth->ends, written_at(AT_FDCWD, file));
	for (int a = 0; a < AMOUNTS; a++)
		grown[a].moves.count = 0;
	take_holds(grown, turns, file);
	for (int a = 0; a < AMOUNTS; a++)
		if (grown[a].now >= 0)
			grow(&grown[a].games, grown[a].now);
}

void hunt_growth_tell(struct hunt_growth *growth, struct hunt *hunt, const struct job *job, const char *file,
		      const char *folder)
{
	static const char *const names[AMOUNTS] = {[AMOUNT_DESCRIPTORS] = "open descriptors",
						   [AMOUNT_THREADS] = "threads",
						   [AMOUNT_PROCESSES] = "processes",
						   [AMOUNT_FILES] = "files in $TMPDIR"};
	int before = hunt->entry_count;

	/* Processes have threads, descriptors and memory: the first that grows is the cause.  */
	for (int a = AMOUNT_PROCESSES; file && a > AMOUNT_MEMORY && hunt->entry_count == before; a--)
		look_at_count(hunt, job, &growth->grown[a], names[a]);
	if (file && hunt->entry_count == before)
		look_at_memory(hunt, job, &growth->grown[AMOUNT_MEMORY], file);
	take_files(growth, folder);
	look_at_count(hunt, job, &growth->grown[AMOUNT_FILES], names[AMOUNT_FILES]);
	free(growth->ends.at);
	for (int a = 0; a < AMOUNTS; a++) {
		free(growth->grown[a].games.at);
		free(growth->grown[a].moves.at);
	}
	free(growth);
}
