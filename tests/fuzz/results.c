/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* results.c - a target of the fuzzer: a file of a tournament's results.
 *
 * What is read is written in each form, without pictures, and no form has a treacherous character (words.h).
 * The walk through JSON takes all that jansson takes, and nothing that jansson refuses for its grammar.  */
#include "targets.h"

#include "ringside/match_json.h"
#include "ringside/words.h"
#include "tally/tally.h"

#include <stdlib.h>

/* Deeper texts are refused, and jansson takes them.  */
static bool is_deep(const char *text, size_t size)
{
	int brackets = 0;

	for (size_t i = 0; i < size; i++)
		brackets += text[i] == '[' || text[i] == '{';
	return brackets > 30;
}

static void walk(const char *text, size_t size)
{
	struct scan scan = scan_of(text, size);
	json_error_t error;
	json_t *value;

	if (!size || memchr(text, '\0', size)) /* jansson takes a NUL behind a value for the end */
		return;
	value = json_loadb(text, size, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &error);
	while (scan.at < scan.end && strchr(" \t\r\n", *scan.at) && *scan.at)
		scan.at++;
	scan_skip(&scan);
	scan_end(&scan);
	if (value && scan.wrong && !is_deep(text, size))
		fuzz_wrong("jansson takes it; the walk expected %s at byte %zu", scan.wrong,
			   (size_t)(scan.where - text));
	if (!value && !scan.wrong && json_error_code(&error) == json_error_invalid_syntax &&
	    !memchr(text, '\\', size)) /* half of a surrogate pair is no mistake for the walk */
		fuzz_wrong("jansson refuses it: %s", error.text);
	json_decref(value);
}

static void check(const char *form, char *text)
{
	const char *at = text;

	while (*at) {
		size_t size = words_harmless(at, strlen(at));

		at += size;
		if (*at && *at != '\n')
			fuzz_wrong("a treacherous character in %s: %s", form, at);
		at += *at != '\0';
	}
	free(text);
}

/* All texts of the sheets in a form.  */
static char *sheets_in(const struct sheets *sheets, void (*add)(struct bytes *to, const struct sheet *sheet))
{
	struct bytes text = {0};

	bytes_add_text(&text, "");
	for (int i = 0; i < sheets->count; i++)
		add(&text, &sheets->at[i]);
	return text.at;
}

static void write_all(const struct tallied *tallied)
{
	static const struct sprt sprt = {0, 20, 0.05, 0.05, SPRT_NORMALIZED};
	struct ranks ranks = ranks_of(tallied);
	struct sheets sheets = {0};
	json_t *object = tally_json(tallied, &ranks, &sprt);

	tally_sheets(tallied, &ranks, &sheets);
	check("the title", tally_title(tallied));
	check("the test", tally_sprt_words(tallied, &sprt));
	check("the text", sheets_in(&sheets, sheet_add_text));
	check("Markdown", sheets_in(&sheets, sheet_add_markdown));
	check("HTML", sheets_in(&sheets, sheet_add_html));
	check("CSV", tally_csv(tallied, &ranks));
	check("JSON", match_json_line(object));
	json_decref(object);
	sheets_free(&sheets);
	ranks_free(&ranks);
}

void fuzz_results(struct rest input)
{
	struct tallied tallied = {.keeps = 2};
	char *problem;

	walk((const char *)input.at, input.size);
	problem = tally_read(&tallied, fuzz_nameless(input));
	if (!problem) {
		tally_settle(&tallied);
		write_all(&tallied);
	}
	tally_free(&tallied);
	free(problem);
}
