/* import.c - a match from a file of another program: read into a private temporary match file, which
 * everybody can look at as at any other.  */
#include "file.h"

#include "ringside/protocol.h"
#include "ringside/text_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char sqlite_magic[] = "SQLite format 3";

/* A match file may be large: only its beginning is looked at.  */
static bool is_database(const char *path)
{
	char begin[sizeof sqlite_magic] = "";
	FILE *file = fopen(path, "rbe");
	size_t size = file ? fread(begin, 1, sizeof begin, file) : 0;

	if (file)
		fclose(file);
	return size == sizeof begin && memcmp(begin, sqlite_magic, sizeof begin) == 0;
}

/* False: it is no text that can be read whole.  */
static bool read_text(const char *path, struct bytes *text)
{
	struct stat status;
	char *problem;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || is_database(path))
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

/* Of all systems: the format that the text looks like, those first that the name speaks for; else the one
 * that the name speaks for, so that it says what is wrong.  NULL: none.  */
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

/* A seat's words, or a move of an agent, as the message that brought it.  */
static void add_message(struct match_file *file, int64_t *n, int64_t t_ns, int turn, int seat,
			enum channel channel, const char *text)
{
	char *line = bytes_text("%s\n", text);
	struct message message = {.n = ++*n,
				  .t_ns = t_ns,
				  .seat = seat,
				  .direction = seat == SEAT_NONE ? EVENT : FROM_AGENT,
				  .channel = channel,
				  .turn = turn,
				  .bytes = line,
				  .size = strlen(line)};

	match_file_message(file, &message);
	free(line);
}

/* What was said up to a turn.  Returns how much of it is written.  */
static int add_remarks(struct match_file *file, int64_t *n, int64_t t_ns, int turn,
		       const struct remarks *remarks, int from)
{
	for (; from < remarks->count && remarks->list[from].turn <= turn; from++) {
		const struct remark *remark = &remarks->list[from];

		add_message(file, n, t_ns, remark->turn, remark->seat, remark->channel, remark->text);
	}
	return from;
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
	told = add_remarks(file, &n, 0, 0, remarks, 0);
	for (int i = 0; i < match->turn_count; i++) {
		struct turn turn = *match_turn(match, i + 1);

		t_ns = turn.began_ns + turn.think_ns;
		told = add_remarks(file, &n, t_ns, i + 1, remarks, told);
		if (match->setup.seat[turn.seat].kind == SEAT_AGENT) {
			add_message(file, &n, t_ns, i + 1, turn.seat, moves, turn.played);
			turn.message = n;
			turn.answered = turn.played;
		} else {
			turn.flags |= TURN_BY_PERSON;
		}
		match_file_turn(file, &turn);
	}
	add_remarks(file, &n, t_ns, match->turn_count + 1, remarks, told);
	if (match->over)
		match_file_verdict(file, &match->verdict);
	match_file_commit(file);
	return file;
}

static struct match_file *import(const char *path, const struct file_format *format, const struct bytes *text,
				 char **problem)
{
	struct match_file *file;
	struct remarks remarks = {0};
	struct match match;
	char *why = format->read(text->at, text->size, &match, &remarks);

	if (why) {
		*problem = bytes_text("%s: %s", path, why);
		free(why);
		remarks_free(&remarks);
		return NULL;
	}
	file = fill(&match, &remarks, problem);
	match_free(&match);
	remarks_free(&remarks);
	return file;
}

struct match_file *match_file_import(const char *path, char **problem)
{
	const struct file_format *format = NULL;
	struct match_file *file;
	struct bytes text = {0};

	/* What is no such file is told by who opens match files.  */
	if (read_text(path, &text))
		format = choose(path, &text);
	if (format && text.size)
		file = import(path, format, &text, problem);
	else
		file = match_file_open(path, problem);
	bytes_free(&text);
	return file;
}
