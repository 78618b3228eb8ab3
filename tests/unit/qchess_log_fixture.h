/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_log_fixture.h - logs of quantum chess for tests: texts to read, and matches to write.
 *
 * QCHESS_LOGS names the folder of the logs that the original wrote.  */
#ifndef RINGSIDE_TESTS_QCHESS_LOG_FIXTURE_H
#define RINGSIDE_TESTS_QCHESS_LOG_FIXTURE_H

#include "qchess_fixture.h"
#include "ringside/mistake.h"
#include "systems/qchess/log.h"

#include "ringside/bytes.h"

#define HEAD  "# Log starts 2013-05-10 09:50:45.382246\n# white : Ada\n# black : Bob\n# Initial board\n"
#define START "# Start game\n"
#define STAMP "2013-05-10 09:50:46 : "
/* The board, in the order in which a log has it.  */
#define BOARD                                                                                                \
	"white unknown ['rook', '?pawn'] at 0,1\nblack king ['king', 'king'] at 3,0\n"                       \
	"white king ['king', 'king'] at 3,7\n"

static inline const struct file_format *format(void)
{
	return qchess_formats[0];
}

static inline struct bytes file_text(const char *name)
{
	const char *folder = getenv("QCHESS_LOGS");
	struct bytes text = {0};
	char path[1000], part[4096];
	size_t size;
	FILE *file;

	if (!folder)
		fail_msg("QCHESS_LOGS names no folder: run this by make check");
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "rb");
	if (!file)
		fail_msg("%s cannot be read", path);
	while ((size = fread(part, 1, sizeof(part), file)) > 0)
		bytes_add(&text, part, size);
	fclose(file);
	return text;
}

static inline struct match read_good(const char *text)
{
	struct remarks remarks = {0};
	struct match match;
	char *problem;

	assert_true(format()->looks(text, strlen(text)));
	problem = format()->read(text, strlen(text), 1, &match, &remarks, &(const char *){NULL});
	if (problem)
		fail_msg("%s", problem);
	assert_int_equal(remarks.count, 0);
	return match;
}

static inline void expect_wrong(const char *text, const char *expected)
{
	struct remarks remarks = {0};
	struct match match;
	const char *wrong = NULL;
	char *problem = format()->read(text, strlen(text), 1, &match, &remarks, &wrong);

	assert_non_null(problem);
	problem = location_problem("file", location_of(text, wrong), problem);
	assert_text(problem, expected);
}

static inline char *written(const struct match *match)
{
	struct remarks remarks = {0};
	struct bytes out = {0};
	char *problem = format()->write(match, &remarks, &out);

	if (problem)
		fail_msg("%s", problem);
	return out.at;
}

/* Reading the text and writing it again gives the same text.  */
static inline void expect_same(const char *text)
{
	struct match match FREED_BY(match_free) = read_good(text);

	assert_text(written(&match), text);
}

/* Reads and frees a log, whose verdict must be this.  */
static inline void expect_verdict(const char *text, int winner, const char *reason, int blame)
{
	struct match match FREED_BY(match_free) = read_good(text);

	assert_true(match.over);
	assert_int_equal(match.verdict.winner, winner);
	assert_string_equal(match.verdict.reason, reason);
	assert_int_equal(match.verdict.blame, blame);
}

#endif
