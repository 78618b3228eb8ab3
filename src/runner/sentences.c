/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sentences.c - the cases of a protocol's document, heard instead of asked (sentences.h).
 *
 * A case goes on from step to step while the judge says what the case would say.  Lines that ask nothing of
 * the kind may come between (struct spec: aside).  At any other line the case is over: what follows is about
 * something else.  Limits, the process and its folder are not looked at here.  */
#include "sentences.h"

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include <stdlib.h>
#include <string.h>

struct heard_case {
	const struct spec_case *row; /* NULL: it is over */
	void *state;                 /* the system's */
	const char *next;            /* its steps that are left */
	const struct spec_kind
		*kind; /* of the answer that is awaited, or of what may not come; NULL: neither */
	bool awaits;
};

struct sentences {
	const struct spec *spec;
	struct heard_case *cases;
	int count;
	struct bytes came; /* the part of a line without its end */
	char **found;      /* owned, as they are */
	int found_count;
};

static const struct spec *spec_of(const struct protocol *protocol)
{
	return protocol->tools ? protocol->tools->spec : NULL;
}

bool sentences_can(const struct protocol *protocol)
{
	const struct spec *spec = spec_of(protocol);

	return spec && !spec->frame && *spec->line_end;
}

static const struct spec_kind *kind_named(const struct spec *spec, const char *name, size_t size)
{
	const struct spec_kind *kind = spec->kinds;

	while (kind->kind && (strlen(kind->kind) != size || strncmp(kind->kind, name, size) != 0))
		kind++;
	return kind->kind ? kind : NULL;
}

static void end_case(const struct sentences *sentences, struct heard_case *one)
{
	if (one->row)
		sentences->spec->free(one->state);
	one->row = NULL;
}

/* The words behind the step's first one; NULL: the step begins otherwise.  */
static const char *behind(const char *step, const char *word)
{
	size_t size = strlen(word);

	return strncmp(step, word, size) == 0 && (step[size] == ' ' || step[size] == '\n') ? step + size
											   : NULL;
}

static const char *step_after(const char *step)
{
	step += strcspn(step, "\n");
	return step + (*step == '\n');
}

/* Goes on to the next step at which something has to be said.  */
static void go_on(const struct sentences *sentences, struct heard_case *one)
{
	const char *rest, *step;

	one->kind = NULL;
	one->awaits = false;
	while (*(step = one->next)) {
		if (behind(step, ">"))
			return;
		one->next = step_after(step);
		if (behind(step, "turn") || behind(step, "within"))
			continue;
		rest = behind(step, "<");
		rest = rest ? rest : behind(step, "<?");
		one->awaits = rest != NULL;
		rest = rest ? rest + 1 : behind(step, SPEC_SILENT) || behind(step, SPEC_QUIET) ? step : NULL;
		one->kind = rest ? kind_named(sentences->spec, rest, strcspn(rest, "\n")) : NULL;
		if (one->kind)
			return;
		break; /* it asks what is not heard */
	}
	end_case(sentences, one);
}

/* Does a case with these options hold for what is played with that setup?  */
static bool holds_for(const struct spec_case *row, const struct setup *setup)
{
	FREED char *words = bytes_text("%s", row->options ? row->options : "");
	char *rest, *word;

	for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		char *text = strchr(word, '=');

		*text++ = '\0';
		if (!setup_given(setup, word) || (*text && strcmp(setup_given(setup, word), text) != 0))
			return false;
	}
	return row->steps && !row->rival;
}

struct sentences *sentences_new(const struct protocol *protocol, const struct setup *setup)
{
	struct sentences *sentences = bytes_new(sizeof(*sentences));
	const struct spec_case *row = spec_of(protocol)->cases;

	sentences->spec = spec_of(protocol);
	for (; row->name; row++)
		sentences->count++;
	sentences->cases = bytes_new(sizeof(*sentences->cases) * (size_t)sentences->count);
	for (int i = 0; i < sentences->count; i++) {
		struct heard_case *one = &sentences->cases[i];

		row = &sentences->spec->cases[i];
		if (!holds_for(row, setup))
			continue;
		*one = (struct heard_case){
			.row = row, .state = sentences->spec->new (setup), .next = row->steps};
		go_on(sentences, one);
	}
	return sentences;
}

/* ---- what the judge says ---- */

/* Appends the line of a step, with what its names stand for.  False: one of them is not known.  */
static bool expand(const struct sentences *sentences, struct heard_case *one, struct bytes *line)
{
	const char *text = one->next + strlen("> ");
	size_t size = strcspn(text, "\n"), at = 0;

	while (at < size) {
		size_t plain = strcspn(text + at, "$\n"), named = at + plain < size,
		       length = named ? strspn(text + at + plain + 1, "abcdefghijklmnopqrstuvwxyz") : 0;
		FREED char *name = bytes_copy(text + at + plain + named, length);

		bytes_add(line, text + at, plain);
		if (named && (!sentences->spec->word || !sentences->spec->word(one->state, name, line)))
			return false;
		at += plain + named + length;
	}
	return true;
}

static bool is_among(const char *const *words, const char *line)
{
	for (; words && *words; words++)
		if (bytes_begin(line, strlen(line), *words) && strchr(" ", line[strlen(*words)]))
			return true;
	return false;
}

/* The step and the answers to it are left out.  */
static void skip_step(const struct sentences *sentences, struct heard_case *one)
{
	do
		one->next = step_after(one->next);
	while (*one->next == '<');
	go_on(sentences, one);
}

static void tell_case(const struct sentences *sentences, struct heard_case *one, const char *line)
{
	const struct spec *spec = sentences->spec;
	bool aside = is_among(spec->aside, line), said = false;

	while (one->row && !one->awaits) {
		FREED_BY(bytes_free) struct bytes wanted = {0};

		if (one->kind) { /* it was silent */
			go_on(sentences, one);
			continue;
		}
		if (!expand(sentences, one, &wanted)) {
			end_case(sentences, one);
			return;
		}
		bytes_add(&wanted, "", 0);
		said = strcmp(wanted.at, line) == 0 || (spec->alike && spec->alike(wanted.at, line));
		if (said || aside || !is_among(spec->needless, wanted.at))
			break;
		skip_step(sentences, one);
	}
	if (!one->row)
		return;
	if (!said && (one->awaits || !aside)) {
		end_case(sentences, one);
		return;
	}
	if (spec->sent)
		spec->sent(one->state, line, strlen(line));
	if (said) {
		one->next = step_after(one->next);
		go_on(sentences, one);
	}
}

void sentences_told(struct sentences *sentences, const char *bytes, size_t size)
{
	FREED char *line = bytes_copy(bytes, size);

	line[strcspn(line, "\r\n")] = '\0';
	for (int i = 0; i < sentences->count; i++)
		if (sentences->cases[i].row)
			tell_case(sentences, &sentences->cases[i], line);
}

/* ---- what the agent says ---- */

static void add_remark(struct sentences *sentences, const struct heard_case *one, const char *line,
		       const char *problem)
{
	const struct spec_case *row = one->row;
	FREED char *shown = bytes_escaped(line, strcspn(line, "\r\n"));

	sentences->found = bytes_grown(sentences->found, sentences->found_count, sizeof(*sentences->found));
	sentences->found[sentences->found_count++] = bytes_text(
		"check %s: %s%s%s\"%s\" %s. %s [%s: \"%s\"]", row->name, one->awaits ? "expected " : "",
		one->awaits ? one->kind->words : "", one->awaits ? "; " : "", shown,
		problem ? problem : "came", row->advice, row->source, row->sentence);
}

static void hear_line(struct sentences *sentences, struct heard_case *one, const char *line, size_t size)
{
	FREED_BY(bytes_free) struct bytes reply = {0};
	FREED char *problem = NULL;
	enum spec_heard what = sentences->spec->heard(one->state, one->kind, line, size, &problem, &reply);

	if (what == SPEC_PASSES && !reply.size)
		return;
	if (what == SPEC_FITS && one->awaits && !reply.size) {
		go_on(sentences, one);
		return;
	}
	if (what == SPEC_WRONG)
		add_remark(sentences, one, line, problem);
	end_case(sentences, one);
}

void sentences_wrote(struct sentences *sentences, const char *bytes, size_t size)
{
	enum { LINE_MOST = 1 << 20 };
	size_t from = 0;
	const char *end;

	bytes_add(&sentences->came, bytes, size);
	while (from < sentences->came.size &&
	       (end = memchr(sentences->came.at + from, '\n', sentences->came.size - from))) {
		size_t whole = (size_t)(end + 1 - sentences->came.at) - from;
		FREED char *line = bytes_copy(sentences->came.at + from, whole);

		for (int i = 0; i < sentences->count; i++)
			if (sentences->cases[i].row && sentences->cases[i].kind)
				hear_line(sentences, &sentences->cases[i], line, whole);
		from += whole;
	}
	bytes_drop(&sentences->came, from);
	if (sentences->came.size > LINE_MOST)
		bytes_drop(&sentences->came, sentences->came.size);
}

char *sentences_next(struct sentences *sentences)
{
	char *first;

	if (!sentences->found_count)
		return NULL;
	first = sentences->found[0];
	memmove(sentences->found, sentences->found + 1,
		sizeof(*sentences->found) * (size_t)--sentences->found_count);
	return first;
}

void sentences_free(struct sentences *sentences)
{
	if (!sentences)
		return;
	for (int i = 0; i < sentences->count; i++)
		end_case(sentences, &sentences->cases[i]);
	while (sentences->found_count)
		free(sentences->found[--sentences->found_count]);
	free(sentences->found);
	free(sentences->cases);
	bytes_free(&sentences->came);
	free(sentences);
}
