/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally_forms.c - prints the tables of a tournament, and writes the files that options ask for: the same for
 * `tally` and at the end of a `tournament`.  */
#include "tally.h"

#include "ringside/cli.h"
#include "ringside/match_json.h"
#include "ringside/say.h"
#include "runner/report.h"
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many games have a picture in a page, if not more are asked for.  */
enum { PICTURES = 200 };

/* What the forms are made of.  */
struct tables {
	const struct tallied *tallied;
	struct ranks ranks;
	struct sheets sheets;
	const struct sprt *sprt; /* NULL: no test */
};

static char *text_form(const struct tables *tables)
{
	char *title = tally_title(tables->tallied), *test;
	struct bytes text = {0};

	text_add_wrapped(&text, title);
	for (int i = 0; i < tables->sheets.count; i++)
		sheet_add_text(&text, &tables->sheets.at[i]);
	if (tables->sprt) {
		test = tally_sprt_words(tables->tallied, tables->sprt);
		bytes_add_text(&text, "\n");
		text_add_wrapped(&text, test);
		free(test);
	}
	free(title);
	return text.at;
}

static char *json_form(const struct tables *tables)
{
	json_t *object = tally_json(tables->tallied, &tables->ranks, tables->sprt);
	char *line = match_json_line(object), *text = bytes_text("%s\n", line);

	json_decref(object);
	free(line);
	return text;
}

static char *csv_form(const struct tables *tables)
{
	return tally_csv(tables->tallied, &tables->ranks);
}

static char *markdown_form(const struct tables *tables)
{
	char *title = tally_title(tables->tallied), *test;
	struct bytes text = {0};

	bytes_add_text(&text, "# ");
	markdown_add(&text, title);
	bytes_add_text(&text, "\n");
	for (int i = 0; i < tables->sheets.count; i++)
		sheet_add_markdown(&text, &tables->sheets.at[i]);
	if (tables->sprt) {
		test = tally_sprt_words(tables->tallied, tables->sprt);
		bytes_add_text(&text, "\n");
		markdown_add(&text, test);
		bytes_add_text(&text, "\n");
		free(test);
	}
	free(title);
	return text.at;
}

/* NULL and a problem: the boards cannot be drawn.  */
static char *html_form(const struct tables *tables, int replays, char **problem)
{
	char *test = tables->sprt ? tally_sprt_words(tables->tallied, tables->sprt) : NULL;
	char *page = tally_html(tables->tallied, &tables->ranks, &tables->sheets, test, replays, problem);

	free(test);
	if (!*problem)
		return page;
	free(page);
	return NULL;
}

static bool is_stdout(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* Writes a file, or stdout. NULL, or a problem.  */
static char *write_file(const char *option, const char *path, char *text)
{
	FILE *file = is_stdout(path) ? stdout : fopen(path, "we");
	bool good = file && say_to(file, "%s", text);
	int error = errno;

	if (file && (file == stdout ? fflush(file) : fclose(file)) != 0 && good) {
		good = false;
		error = errno;
	}
	free(text);
	return good ? NULL : bytes_text("--%s %s: cannot be written: %s", option, path, strerror(error));
}

/* Writes the files that were asked for.  */
static char *write_files(const struct invocation *invocation, const struct tables *tables)
{
	char *problem = NULL, *page;

	if (invocation->tally.csv)
		problem = write_file("csv", invocation->tally.csv, csv_form(tables));
	if (!problem && invocation->tally.markdown)
		problem = write_file("markdown", invocation->tally.markdown, markdown_form(tables));
	if (problem || !invocation->tally.html)
		return problem;
	page = html_form(tables, invocation->tally.html_games, &problem);
	return problem ? problem : write_file("html", invocation->tally.html, page);
}

/* Writes these files, and the text or the object to `to`.  */
static char *write_all(const struct invocation *invocation, const struct tables *tables, FILE *to)
{
	/* Boards are drawn in a locale of their own, so the text comes first.  */
	char *text = invocation->json ? json_form(tables) : text_form(tables);
	char *problem = write_files(invocation, tables);

	if (!is_stdout(invocation->tally.csv) && !is_stdout(invocation->tally.markdown) &&
	    !is_stdout(invocation->tally.html))
		say_to(to, "%s", text);
	free(text);
	return problem;
}

static struct tables tables_of(const struct tallied *tallied, const struct sprt *sprt)
{
	struct tables tables = {.tallied = tallied, .ranks = ranks_of(tallied), .sprt = sprt};

	tally_sheets(tallied, &tables.ranks, &tables.sheets);
	return tables;
}

static void tables_free(struct tables *tables)
{
	sheets_free(&tables->sheets);
	ranks_free(&tables->ranks);
}

static int status_of(const struct tables *tables)
{
	struct pairs pairs;

	if (!tables->sprt)
		return EXIT_VERDICT;
	pairs = standings_pairs(&tables->tallied->standings, 0);
	return report_sprt_status(tables->sprt, &pairs);
}

static bool is_same_file(const char *path, const char *other)
{
	struct stat one, two;

	return strcmp(path, other) == 0 || (stat(path, &one) == 0 && stat(other, &two) == 0 &&
					    one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

/* The file of a form is written at the end, perhaps days later, and what was in it is lost.  */
static char *check_form(const struct invocation *invocation, const char *option, const char *path)
{
	char *copy = bytes_text("%s", path ? path : "");
	bool can = !path || is_stdout(path) || access(path, W_OK) == 0 ||
		   (errno == ENOENT && access(dirname(copy), W_OK) == 0);
	char *problem =
		can ? NULL : bytes_text("--%s %s: cannot be written: %s", option, path, strerror(errno));

	free(copy);
	for (int i = -1; path && i < invocation->word_count && !problem; i++) {
		const char *other = i < 0 ? invocation->series.results : invocation->words[i];

		if (other && !is_stdout(path) && is_same_file(path, other))
			problem = bytes_text(
				"--%s %s: would overwrite that file, which is read: choose another name",
				option, path);
	}
	return problem;
}

char *tally_check_forms(const struct invocation *invocation)
{
	char *problem = check_form(invocation, "csv", invocation->tally.csv);

	if (!problem)
		problem = check_form(invocation, "markdown", invocation->tally.markdown);
	return problem ? problem : check_form(invocation, "html", invocation->tally.html);
}

char *tally_begin(const struct invocation *invocation, struct tallied *tallied)
{
	struct sprt sprt;

	*tallied = (struct tallied){0};
	if (invocation->tally.html)
		tallied->keeps =
			invocation->tally.html_games > PICTURES ? invocation->tally.html_games : PICTURES;
	else if (invocation->tally.html_games)
		return bytes_text("--html-games is for a page: add --html FILE");
	return invocation->tally.sprt ? sprt_read(invocation->tally.sprt, &sprt) : NULL;
}

int tally_end(const struct invocation *invocation, struct tallied *tallied, FILE *to)
{
	struct tables tables;
	struct sprt sprt;
	char *problem;
	int status;

	if (invocation->tally.sprt)
		free(sprt_read(invocation->tally.sprt, &sprt)); /* tally_begin() has checked it */
	tally_settle(tallied);
	say_lines(tallied->notes.at);
	tables = tables_of(tallied, invocation->tally.sprt ? &sprt : NULL);
	problem = write_all(invocation, &tables, to);
	status = problem ? say_failure(problem, EXIT_CANNOT_RUN) : say_finish();
	if (status == EXIT_VERDICT)
		status = status_of(&tables);
	tables_free(&tables);
	tally_free(tallied);
	return status;
}
