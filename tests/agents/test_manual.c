/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_manual.c - checks the manual and the README: ringside accepts each command line and each option, a
 * match file has the documented tables, and each link has a target.
 *
 * MANUAL names the folder of the pages.  */
#include "../temp.h"
#include "../test.h"
#include "program.h"

#include "ringside/message.h"
#include "ringside/setup.h"

#include <dirent.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

static const char README[] = "../../README.md", RINGSIDE[] = "ringside ", INDENT[] = "    ";

static char *read_text(const char *name)
{
	FREED char *path = bytes_text("%s/%s", env("MANUAL"), name);
	char part[4096];
	FILE *file = fopen(path, "r");
	struct bytes text = {0};
	size_t size;

	if (!file)
		fail_msg("%s cannot be read", path);
	while ((size = fread(part, 1, sizeof(part), file)) > 0)
		bytes_add(&text, part, size);
	fclose(file);
	bytes_add(&text, "", 1);
	return text.at;
}

/* Calls look() with each page and with the README.  */
static void each_page(void (*look)(const char *name, char *text, void *user), void *user)
{
	DIR *folder = opendir(env("MANUAL"));
	struct dirent *entry;
	char *text = read_text(README);
	int pages = 0;

	look(README, text, user);
	free(text);
	assert_non_null(folder);
	while ((entry = readdir(folder))) {
		const char *end = strrchr(entry->d_name, '.');

		if (!end || strcmp(end, ".md") != 0)
			continue;
		text = read_text(entry->d_name);
		look(entry->d_name, text, user);
		free(text);
		pages++;
	}
	closedir(folder);
	assert_true(pages > 0);
}

/* ---- command lines ---- */

/* Lets a shell in this folder run the command line, with ringside checking only the options.  Returns
 * ringside's complaint, or NULL; the caller frees.  */
static char *complaint(const char *folder, const char *line)
{
	FREED char *script =
		bytes_text("{ cd '%s' && touch find.ringside-script && '%s' -h %s\n} 2>&1 >/dev/null", folder,
			   env("RINGSIDE"), line + strlen(RINGSIDE));
	char part[1024];
	FILE *pipe = popen(script, "r");
	struct bytes said = {0};
	int status;

	assert_non_null(pipe);
	while (fgets(part, sizeof(part), pipe))
		bytes_add_text(&said, part);
	status = pclose(pipe);
	if (status && !said.size)
		bytes_addf(&said, "status %d", status);
	bytes_add(&said, "", 1);
	if (*said.at)
		return said.at;
	bytes_free(&said);
	return NULL;
}

/* Where ringside begins in an indented line; NULL if the line is not a command line of ringside.  */
static const char *command_line(const char *line)
{
	const char *piped = strstr(line, " | ringside ");

	if (strncmp(line, INDENT, strlen(INDENT)) != 0)
		return NULL;
	line = piped ? piped + strlen(" | ") : line + strlen(INDENT);
	line += strncmp(line, "./", 2) == 0 || strncmp(line, "$ ", 2) == 0 ? 2 : 0;
	return strncmp(line, RINGSIDE, strlen(RINGSIDE)) == 0 ? line : NULL;
}

static void look_at_lines(const char *name, char *text, void *folder)
{
	for (char *line; (line = strsep(&text, "\n"));) {
		const char *at = command_line(line);
		char *said = at ? complaint(folder, at) : NULL;

		if (strcmp(name, README) != 0 && strstr(line, "./ringside "))
			fail_msg("%s: an installed reader has no ./ringside: %s", name, line);
		if (said)
			fail_msg("%s: %s: %s", name, line, said);
	}
}

TEST(ringside_accepts_each_command_line)
{
	TEMP char *path = temp_path("x");
	FREED char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));

	each_page(look_at_lines, folder);
}

static void look_at_begin(const char *name, char *text, void *user UNUSED)
{
	char *line = strstr(text, "\n\n");

	line = line ? line + 2 : text;
	line[strcspn(line, "\n")] = '\0';
	if (strcmp(name, README) != 0 && !command_line(line))
		fail_msg("%s begins with no command of ringside: %s", name, line);
}

TEST(each_page_begins_with_a_command)
{
	each_page(look_at_begin, NULL);
}

/* The help of each command ends with two.  */
TEST(ringside_accepts_the_examples_of_each_command)
{
	TEMP char *path = temp_path("x");
	FREED char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));
	struct outcome all = ringside("all", (const char *const[]){"--complete", "", NULL});
	char *rest = all.out, *line;
	int commands = 0;

	while ((line = strsep(&rest, "\n")) && *line) {
		const char *name = strsep(&line, "\t");
		struct outcome outcome = ringside("help", (const char *const[]){"-h", name, NULL});
		char *at = strstr(outcome.out, "\nexamples:\n");
		int examples = 0;

		if (*name == '-')
			continue;
		if (!at)
			fail_msg("-h %s: no examples", name);
		for (at += strlen("\nexamples:\n"); *at; examples++) {
			char *example = strsep(&at, "\n") + 2, *said;

			assert_int_equal(strncmp(example, RINGSIDE, strlen(RINGSIDE)), 0);
			assert_int_equal(strncmp(example + strlen(RINGSIDE), name, strlen(name)), 0);
			if ((said = complaint(folder, example)))
				fail_msg("%s: %s", example, said);
		}
		assert_int_equal(examples, 2);
		commands++;
	}
	assert_true(commands > 15);
}

TEST(a_misspelt_option_is_noticed)
{
	static const char *const lines[] = {"    ./ringside run gomocup A B --gamez 3 # comment",
					    "    zcat x | ringside opne -:3",
					    "    ringside play gomocup A B --rule renjuu"};
	TEMP char *path = temp_path("x");
	FREED char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));

	for (size_t i = 0; i < LENGTH(lines); i++) {
		FREED char *said = complaint(folder, command_line(lines[i]));

		assert_non_null(said);
	}
	assert_null(command_line("    sqlite3 match.ringside"));
}

/* Looks for options in code, as `--games N`.  The README also has options of other programs.  */
static void look_for_options(const char *name, char *text, void *help)
{
	static const char mark[] = "`--", letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	if (strcmp(name, README) == 0)
		return;
	for (char *at = text; (at = strstr(at, mark)); at++) {
		int size = (int)strspn(at + 1, letters);
		FREED char *wanted = bytes_text("\n  %.*s ", size, at + 1);

		if (!strstr(help, wanted))
			fail_msg("%s: ringside has no option %.*s", name, size, at + 1);
	}
}

TEST(ringside_knows_each_option)
{
	const char *args[] = {"help", "options", NULL};
	struct outcome outcome = ringside("help", args);

	assert_int_equal(outcome.status, 0);
	each_page(look_for_options, outcome.out);
}

static void look_for_page(const char *name, char *text UNUSED, void *manual)
{
	FREED char *page = bytes_text(" ringside-%.*s(7)", (int)strcspn(name, "."), name);

	if (strcmp(name, README) != 0 && !strstr(manual, page))
		fail_msg("ringside(1) does not name%s", page);
}

TEST(ringside_1_names_each_page)
{
	const char *args[] = {"--manual", NULL};
	struct outcome outcome = ringside("page", args);

	each_page(look_for_page, outcome.out);
}

/* The words behind the colon of the page's title.  */
static char *title_of(const char *text)
{
	const char *begin = strstr(text, ": ");

	assert_non_null(begin);
	return bytes_copy(begin + 2, strcspn(begin + 2, "\n"));
}

static void look_for_help(const char *name, char *text, void *user UNUSED)
{
	char *page = bytes_text("%.*s", (int)strcspn(name, "."), name), *title = NULL, *wanted;
	struct outcome outcome;

	if (strcmp(name, README) == 0) {
		free(page);
		return;
	}
	outcome = ringside("page", ARGS("help", page));
	title = title_of(text);
	wanted = bytes_text("\nMore: ringside-%s(7)\n", page);
	assert_int_equal(outcome.status, 0);
	if (!strstr(outcome.out, wanted))
		fail_msg("help %s: %s", page, outcome.out);
	if (strstr(outcome.out, ": page of the manual: ") && !strstr(outcome.out, title))
		fail_msg("help %s has another title: %s", page, outcome.out);
	free(wanted);
	free(title);
	free(page);
}

TEST(help_knows_each_page)
{
	each_page(look_for_help, NULL);
}

/* ---- the match file ---- */

static char *record(void)
{
	char *path = temp_path("match.ringside");
	const char *args[] = {"run", "gomocup", "sample:random", "sample:random", "--size", "5", "--record",
			      path,  NULL};

	ends(ringside("manual", args), 0, NULL, NULL);
	return path;
}

/* The section of the page about a table.  The caller frees.  */
static char *section_of(const char *page, const char *table)
{
	FREED char *title = bytes_text("\n## %s\n", table);
	const char *begin = strstr(page, title), *end;

	if (!begin)
		fail_msg("%s is not documented", table);
	end = strstr(begin + strlen(title), "\n## ");
	return bytes_copy(begin, end ? (size_t)(end - begin) : strlen(begin));
}

static void expect_named(const char *page, const char *table, const char *column)
{
	FREED char *section = section_of(page, table);
	FREED char *name = bytes_text("`%s`", column);

	if (!strstr(section, name))
		fail_msg("%s: %s is not documented", table, column);
}

static int look_at_column(void *page, int count UNUSED, char **values, char **names UNUSED)
{
	expect_named(page, values[0], values[1]);
	return 0;
}

/* Each row has two texts: a table, and a name that the table's section must have.  */
static void expect_rows(sqlite3 *db, const char *sql, char *page)
{
	assert_int_equal(sqlite3_exec(db, sql, look_at_column, page, NULL), SQLITE_OK);
}

/* The tables behind the views, which the page only names.  */
#define INSIDE "('message_row', 'event', 'kind', 'stretch', 'turn_row', 'turn_more')"

TEST(the_match_file_page_documents_all_tables_columns_and_flags)
{
	TEMP char *path = record();
	FREED char *page = read_text("match-file.md");
	FREED char *flags = section_of(page, "message");
	sqlite3 *db;

	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	expect_rows(db,
		    "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p "
		    "WHERE m.name NOT IN " INSIDE,
		    page);
	expect_rows(db, "SELECT 'Inside', name FROM sqlite_master WHERE name IN " INSIDE, page);
	for (int i = 0; i < CHANNEL_COUNT; i++)
		expect_named(page, "message", channel_name((enum channel)i));
	for (int bit = 1; bit <= MESSAGE_STOPPED; bit *= 2) {
		FREED char *row = bytes_text("\n| %d | ", bit);

		if (!strstr(flags, row))
			fail_msg("flag %d is not documented", bit);
	}
	sqlite3_close(db);
}

TEST(each_query_of_a_match_file_is_valid_sql)
{
	static const char ask[] = "sqlite3 match.ringside \"";
	TEMP char *path = record();
	FREED char *page = read_text("match-file.md");
	char *rest = page, *line;
	int questions = 0;
	sqlite3 *db;

	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	while ((line = strsep(&rest, "\n"))) {
		line = strstr(line, ask);
		if (!line)
			continue;
		line += strlen(ask);
		*strrchr(line, '"') = '\0';
		if (sqlite3_exec(db, line, NULL, NULL, NULL) != SQLITE_OK)
			fail_msg("%s: %s", line, sqlite3_errmsg(db));
		questions++;
	}
	assert_true(questions > 0);
	sqlite3_close(db);
}

/* ---- links ---- */

static void look_at_links(const char *name, char *text, void *count)
{
	FREED char *folder = bytes_text("%s/%s", env("MANUAL"), name);

	*strrchr(folder, '/') = '\0';
	for (char *at = text; (at = strstr(at, "](")); (*(int *)count)++) {
		size_t size = strcspn(at += strlen("]("), "#)");
		FREED char *path = bytes_text("%s/%.*s", folder, (int)size, at);

		if (access(path, R_OK) < 0)
			fail_msg("%s: no such file: %s", name, path);
	}
}

TEST(each_link_and_picture_exists)
{
	int count = 0;

	each_page(look_at_links, &count);
	assert_true(count > 0);
}

/* In a cell of a table a bar has a backslash before it, which a man page and the page itself show as a part
 * of the code.  */
static void look_at_bars(const char *name, char *text, void *lines)
{
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), (*(int *)lines)++) {
		bool code = false;

		for (const char *at = line; *line == '|' && *at; at++) {
			code = code != (*at == '`');
			if (code && at[0] == '\\' && at[1] == '|')
				fail_msg("%s: code with a bar stands outside of tables: %s", name, line);
		}
	}
}

TEST(no_code_in_a_table_has_a_bar)
{
	int lines = 0;

	each_page(look_at_bars, &lines);
	assert_true(lines > 0);
}

/* An installed page finds its pictures beside it, and no file of the sources.  */
static void look_at_installed(const char *name, char *text, void *installed)
{
	static const char pictures[] = "../../tests/screen/pictures/";

	if (strcmp(name, README) == 0)
		return;
	for (char *at = text; (at = strstr(at, "]("));) {
		size_t size = strcspn(at += strlen("]("), "#)");
		FREED char *row = NULL;

		if (!memchr(at, '/', size))
			continue;
		row = bytes_text("\t%.*s", (int)(size - strlen("../../")), at + strlen("../../"));
		if (strncmp(at, pictures, strlen(pictures)) != 0 || !strstr(installed, row))
			fail_msg("%s: make install leaves out %.*s", name, (int)size, at);
	}
}

TEST(a_page_names_only_files_that_are_installed)
{
	FREED char *installed = read_text("local.mk");

	each_page(look_at_installed, installed);
}

/* groff 1.24 warns of a font that terminals do not have.  */
TEST(a_man_page_has_fonts_of_terminals_and_names_the_page_of_a_link_behind_its_words)
{
	static const char lines[] = "printf '%%s\\n' '# x: y' 'See [b](b.md#c), the [rule](b.md) and "
				    "[below](#c): \\fCrun\\fR.' | "
				    "sh '%s/man-page.sh' \"$0\" ringside-x";
	TEMP char *lowdown = temp_path("lowdown");
	FREED char *script = bytes_text(lines, env("MANUAL"));
	FILE *file = fopen(lowdown, "w");

	assert_non_null(file);
	fputs("#!/bin/sh\nexec cat\n", file);
	fclose(file);
	assert_int_equal(chmod(lowdown, S_IRWXU), 0);
	ends(run_program("/bin/sh", "page", ARGS("-c", script, lowdown)), ANY,
	     "See **ringside-b**(7), the rule (**ringside-b**(7)) and below: \\fBrun\\fR.", NULL);
}

/* The text between two marks.  The caller frees.  */
static char *part_of(const char *text, const char *begins, const char *ends)
{
	const char *begin = strstr(text, begins), *end = begin ? strstr(begin, ends) : NULL;

	if (!end)
		fail_msg("there is no part from %s to %s", begins, ends);
	return bytes_copy(begin, (size_t)(end - begin));
}

/* A name as roff has it, without its backslashes.  */
static char *plain(const char *name, size_t size)
{
	struct bytes text = {0};

	for (size_t i = 0; i < size; i++)
		if (name[i] != '\\')
			bytes_add(&text, name + i, 1);
	bytes_add(&text, "", 1);
	return text.at;
}

TEST(ringside_1_has_all_settings_variables_and_files)
{
	static const char *const names[] = {
		".B COLORFGBG\n",
		".B RINGSIDE_PLAYER\n",
		".B TMPDIR\n",
		".B XDG_CONFIG_HOME\n",
		".B XDG_STATE_HOME\n",
		".B $XDG_STATE_HOME/ringside/marks\n",
		"what the bars of the timeline measure [think]: think, cpu, rss, bytes or score",
		".B $XDG_STATE_HOME/ringside/matches\n"};
	struct outcome outcome = ringside("page", ARGS("--manual"));
	FREED char *part = part_of(outcome.out, ".SS Settings of [player NAME]\n", "\n.SH ");
	FREED char *players = plain(part, strlen(part));

	for (size_t i = 0; i < LENGTH(names); i++)
		if (!strstr(outcome.out, names[i]))
			fail_msg("ringside(1) lacks %s", names[i]);
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		FREED char *tag = bytes_text(".BI \"%s \" ", seat_setting_rows[i].name);

		if (!strstr(players, tag))
			fail_msg("ringside(1) lacks %s", tag);
	}
}

/* The page about the config names both.  */
TEST(help_knows_each_setting_of_the_screen)
{
	static const char tag[] = "\n.BI \"";
	struct outcome outcome = ringside("page", ARGS("--manual"));
	FREED char *settings = part_of(outcome.out, ".SS Settings of [screen]\n", "\n.SS ");
	char *at = settings;
	int count = 0;

	for (; (at = strstr(at, tag)); count++) {
		char *name, *row;

		at += strlen(tag);
		name = plain(at, strcspn(at, " "));
		row = bytes_text("%s: setting (:set)\n", name);
		ends(ringside("help", ARGS("help", name)), 0, row, NULL);
		free(name);
		free(row);
	}
	assert_true(count > 0);
}

TEST_MAIN(NULL, NULL)
