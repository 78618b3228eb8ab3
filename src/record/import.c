/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* import.c - reads a match from a file of another program into a private temporary match file, which is used
 * like any other.  */
#include "file.h"

#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char sqlite_magic[] = "SQLite format 3";

static bool is_database(const char *text, size_t size)
{
	return size >= sizeof sqlite_magic && memcmp(text, sqlite_magic, sizeof sqlite_magic) == 0;
}

bool match_file_is_database(const char *path)
{
	char begin[sizeof sqlite_magic] = "";

	return is_database(begin, file_beginning(path, begin, sizeof begin));
}

/* False: it is not a text file or pipe, or cannot be read.  */
static bool read_text(const char *path, struct bytes *text)
{
	struct stat status;
	char *problem;

	if (stat(path, &status) != 0 ||
	    (S_ISREG(status.st_mode) ? match_file_is_database(path) : !S_ISFIFO(status.st_mode)))
		return false;
	problem = text_file_read(path, text);
	free(problem);
	return !problem;
}

static bool names(const char *path, const struct file_format *format)
{
	const char *dot = strrchr(path, '.');

	return dot && strcasecmp(dot + 1, format->name) == 0;
}

/* The format, of any system, that the text looks like, preferably one with the ending of the name.  If it
 * looks like none: the one with that ending, so that it can say what is wrong. NULL: none.  */
static const struct file_format *choose(const char *path, const struct bytes *text)
{
	const struct file_format *named = NULL, *looked = NULL;

	for (int i = 0; protocol_at(i); i++)
		for (const struct file_format *const *f = protocol_at(i)->formats; f && *f; f++) {
			bool looks = (*f)->looks(text->at, text->size);

			if (names(path, *f) && looks)
				return *f;
			if (names(path, *f) && !named)
				named = *f;
			if (looks && !looked)
				looked = *f;
		}
	return looked ? looked : named;
}

/* Adds words of a seat or a move of an agent as a message.  */
static void add_message(struct match_file *file, int64_t *n, int64_t t_ns, int turn, int seat,
			enum channel channel, const char *text)
{
	FREED char *line = bytes_text(seat == SEAT_NONE ? "%s" : "%s\n", text);
	struct message message = {.n = ++*n,
				  .t_ns = t_ns,
				  .seat = seat,
				  .direction = seat == SEAT_NONE ? EVENT : FROM_AGENT,
				  .channel = channel,
				  .turn = turn,
				  .bytes = line,
				  .size = strlen(line),
				  .event.kind = seat == SEAT_NONE ? EVENT_REMARK : EVENT_NOTHING};

	match_file_message(file, &message);
}

/* Adds what was said up to a turn, also to the turn what its seat has said of its search (NULL: there is no
 * such turn).  Returns how many remarks are written.  */
static int add_remarks(struct match_file *file, int64_t *n, int64_t t_ns, int last,
		       const struct remarks *remarks, int from, const struct setup *setup, struct turn *turn)
{
	const struct protocol *protocol = protocol_named(setup->system);

	for (; from < remarks->count && remarks->list[from].turn <= last; from++) {
		const struct remark *remark = &remarks->list[from];

		add_message(file, n, t_ns, remark->turn, remark->seat, remark->channel, remark->text);
		if (protocol->said && turn && remark->turn == turn->n && remark->seat == turn->seat)
			protocol->said(setup,
				       &(struct message){
					       .n = *n, .bytes = remark->text, .size = strlen(remark->text)},
				       &turn->said);
	}
	return from;
}

/* The event that the judge writes at the end of a match.  */
static void add_verdict(struct match_file *file, int64_t *n, int64_t t_ns, const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	FREED char *words = bytes_text("%s", verdict->detail ? verdict->detail : "");
	struct message note = {
		.n = ++*n,
		.t_ns = t_ns,
		.seat = verdict->blame,
		.direction = EVENT,
		.channel = CHANNEL_EVENT,
		.turn = match->turn_count,
		.bytes = words,
		.size = strlen(words),
		.event = {.kind = EVENT_VERDICT, .word = verdict->reason, .number = {verdict->winner}}};

	match_file_message(file, &note);
}

static struct match_file *fill(const struct match *match, const struct remarks *remarks, char **problem)
{
	struct match_file *file = match_file_create("", &match->setup, problem);
	enum channel moves = protocol_named(match->setup.system)->moves;
	int64_t n = 0, t_ns = 0;
	int told;

	if (!file)
		return NULL;
	if (match->started_us)
		match_file_started(file, match->started_us);
	told = add_remarks(file, &n, 0, 0, remarks, 0, &match->setup, NULL);
	for (int i = 0; i < match->turn_count; i++) {
		struct turn turn = *match_turn(match, i + 1);

		t_ns = turn.began_ns + turn.think_ns;
		told = add_remarks(file, &n, t_ns, i + 1, remarks, told, &match->setup, &turn);
		if (match->setup.seat[turn.seat].kind == SEAT_AGENT) {
			add_message(file, &n, t_ns, i + 1, turn.seat, moves, turn.played);
			turn.message = n;
			turn.answered = turn.played;
		} else {
			turn.flags |= TURN_BY_PERSON;
		}
		match_file_turn(file, &turn);
	}
	add_remarks(file, &n, t_ns, match->turn_count + 1, remarks, told, &match->setup, NULL);
	if (match->over) {
		add_verdict(file, &n, match->ended_ns > t_ns ? match->ended_ns : t_ns, match);
		match_file_verdict(file, &match->verdict);
	}
	match_file_commit(file);
	return file;
}

/* The remarks about the file itself, in a line that begins with its name; NULL: none.  */
static char *notice_of(const struct remarks *remarks, const char *name)
{
	struct bytes text = {0};

	for (int i = 0; i < remarks->count; i++)
		if (remarks->list[i].seat == SEAT_NONE && remarks->list[i].channel == CHANNEL_EVENT)
			bytes_addf(&text, "%s%s", text.size ? "; " : "", remarks->list[i].text);
	if (text.size) {
		char *notice = bytes_text("%s: %s", name, text.at);

		bytes_free(&text);
		return notice;
	}
	return NULL;
}

/* What follows the name of a file: FILE:MOVE, FILE:PART:MOVE or FILE:PART:.  -1: not said.  */
struct words {
	char *path;   /* owned */
	int64_t part; /* a game of a file of another program, from 1, or a branch of a match file */
	int64_t move;
};

/* A file of another program: its name for problems, its text, and what to read of it.  */
struct source {
	const char *name;
	struct bytes text;
	const struct file_format *format;
	struct words *words;
};

/* In a file with several games FILE:2 is the second.  Adds a remark if none was chosen. NULL, or why the game
 * does not exist.  */
static char *choose_game(struct source *source, struct remarks *remarks)
{
	const struct file_format *format = source->format;
	struct words *words = source->words;
	int games = format->games ? format->games(source->text.at, source->text.size) : 1;

	if (words->part < 0 && words->move >= 0 && games > 1) {
		words->part = words->move;
		words->move = -1;
	}
	if (words->part == 0 || (words->part > games && words->part > 1))
		return bytes_text("holds %d game%s, counted from 1: there is no game %lld", games,
				  games == 1 ? "" : "s", (long long)words->part);
	if (games > 1 && words->part < 0)
		remarks_add(remarks, 0, SEAT_NONE, CHANNEL_EVENT,
			    bytes_text("holds %d games: this is the first, FILE:2 the second (FILE:2:41 the "
				       "second before its move 41)",
				       games));
	if (words->part < 0)
		words->part = 1;
	return NULL;
}

static struct match_file *import(struct source *source, char **problem)
{
	struct match_file *file = NULL;
	struct remarks remarks = {0};
	const char *text = source->text.at, *wrong = NULL;
	size_t size = source->text.size;
	struct match match;
	char *why;

	*problem = location_of_nul(source->name, text, size);
	if (*problem)
		return NULL;
	why = choose_game(source, &remarks);
	if (!why)
		why = source->format->read(text, size, (int)source->words->part, &match, &remarks, &wrong);
	if (why) {
		*problem = location_problem(source->name,
					    wrong ? location_of(text, wrong) : (struct location){0}, why);
	} else {
		/* A match that goes on from it has the usual limits.  */
		protocol_usual(protocol_named(match.setup.system), &match.setup);
		file = fill(&match, &remarks, problem);
		match_free(&match);
	}
	if (file)
		file->notice = notice_of(&remarks, source->name);
	remarks_free(&remarks);
	return file;
}

static struct match_file *import_stdin(struct source *source, char **problem)
{
	*problem = text_file_read("-", &source->text);
	if (*problem)
		return NULL;
	source->format = choose("-", &source->text);
	if (source->format)
		return import(source, problem);
	*problem = bytes_text(
		is_database(source->text.at, source->text.size)
			? "%s: a match file cannot be read from a pipe: give its name in place of -"
		: source->text.size ? "%s: is in no known format (ringside list names them)"
				    : "%s: is empty: expected a match in a format of another program",
		source->name);
	return NULL;
}

const char *match_file_notice(const struct match_file *file)
{
	return file ? file->notice : NULL;
}

/* Cuts :N off the end.  -1: there is none, or a file has the whole text as its name.  */
static int64_t cut_number(char *text)
{
	char *colon = strrchr(text, ':'), *digit = colon ? colon + 1 : text;

	while (isdigit((unsigned char)*digit))
		digit++;
	if (!colon || !colon[1] || *digit || access(text, F_OK) == 0)
		return -1;
	*colon = '\0';
	return strtoll(colon + 1, NULL, 10);
}

static struct words split(const char *text)
{
	struct words words = {.path = bytes_text("%s", text), .part = -1, .move = -1};
	size_t size = strlen(text);

	if (size > 1 && text[size - 1] == ':' && access(text, F_OK) != 0) {
		words.path[size - 1] = '\0';
		words.part = cut_number(words.path);
		if (words.part < 0)
			words.path[size - 1] = ':';
		return words;
	}
	words.move = cut_number(words.path);
	words.part = words.move < 0 ? -1 : cut_number(words.path);
	return words;
}

static struct match_file *open_database(const struct words *words, char **problem)
{
	struct match_file *file = match_file_open(words->path, problem);

	if (!file || words->part < 0 ||
	    match_file_show(file, words->part > INT_MAX ? INT_MAX : (int)words->part))
		return file;
	*problem =
		bytes_text("%s: there is no branch %lld (ringside open %s --batch -x 'info branches' lists "
			   "them)",
			   words->path, (long long)words->part, words->path);
	match_file_close(file);
	return NULL;
}

/* NULL, or why the match has no such move.  */
static char *check_move(struct match_file *file, const struct words *words)
{
	char *problem = NULL;
	struct match match;

	if (words->move < 0)
		return NULL;
	if (!match_file_match(file, &match))
		return bytes_text("%s", match_file_problem(file));
	if (words->move < 1 || words->move > (int64_t)match.turn_count + 1)
		problem = bytes_text(
			"%s: it has only %d move%s, and no position before move %lld: expected a "
			"number from 1 to %lld",
			text_file_name(words->path), match.turn_count, match.turn_count == 1 ? "" : "s",
			(long long)words->move, (long long)match.turn_count + 1);
	match_free(&match);
	return problem;
}

static struct match_file *open_words(const char *text, struct words *words, char **problem)
{
	struct source source = {.name = text_file_name(words->path), .words = words};
	struct match_file *file = NULL;

	if (strcmp(words->path, "-") == 0) {
		file = import_stdin(&source, problem);
	} else {
		/* match_file_open() says what is wrong with any other file.  */
		if (read_text(words->path, &source.text))
			source.format = choose(words->path, &source.text);
		if (source.format && source.text.size)
			file = import(&source, problem);
		else if (access(words->path, F_OK) == 0)
			file = open_database(words, problem);
		else
			file = match_file_open(text, problem);
	}
	bytes_free(&source.text);
	return file;
}

struct match_file *match_file_at(const char *text, struct match_place *place, char **problem)
{
	struct words words = split(text);
	struct match_file *file = open_words(text, &words, problem);

	*place = (struct match_place){.branch = -1, .turns = -1};
	*problem = file ? check_move(file, &words) : *problem;
	if (*problem) {
		match_file_close(file);
		file = NULL;
	}
	if (file && *match_file_path(file))
		place->branch = (int)words.part;
	if (file && words.move > 0)
		place->turns = (int)words.move - 1;
	free(words.path);
	return file;
}

char *match_file_named(const char *text)
{
	return split(text).path;
}

struct match_file *match_file_import(const char *text, char **problem)
{
	struct match_place place;
	struct match_file *file = match_file_at(text, &place, problem);

	if (file && place.turns >= 0) {
		*problem = bytes_text("%s: names a position: leave the move out", text);
		match_file_close(file);
		file = NULL;
	}
	return file;
}

char *match_file_match_at(struct match_file *file, const struct match_place *place, struct match *match)
{
	if (!match_file_match(file, match))
		return bytes_text("%s", match_file_problem(file));
	if (place->turns >= 0 && place->turns < match->turn_count)
		match_take_back(match, place->turns);
	return NULL;
}
