/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* query.c - pages of messages, filtered by seats, channels, directions and a pattern, and counts of messages
 * without their text: sizes, faults, ends of turns.
 *
 * A filter is a set of kinds (file.h). SQLite skips the stretches without any of them; the other rows are
 * filtered here, which is faster than a callback from SQLite for each row. With a pattern few rows are
 * wanted, and a callback is faster: SQLite then need not hand out the others.  */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "file.h"

#include "ringside/bytes.h"
#include "ringside/match_file.h"
#include "ringside/message.h"
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum {
	MATCH_LIMIT = 100000, /* steps in one message: some patterns take ages on some texts */
	JIT_STACK = 1024 * 1024,
	JIT_STACK_FIRST = 32 * 1024
};

struct compiled {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
};

enum {
	/* Most bytes that a page keeps allocated for the next one.  */
	PAGE_KEPT = 1024 * 1024,
	/* The meanings of short messages are cached, because binary protocols repeat them.  */
	MEANINGS = 4096,
	MEANING_SIZE = 8,
};

/* A short message, and whether its meaning fits the pattern.  */
struct meaning {
	char bytes[MEANING_SIZE];
	unsigned char size, channel, direction;
	bool little, known, fits;
};

/* What may_fit() knows of the messages of a kind.  */
enum look {
	LOOK_NO,     /* they are not asked for */
	LOOK_TEXT,   /* their bytes are shown */
	LOOK_STDERR, /* the same, but escape sequences are not shown */
	LOOK_MAYBE   /* what is shown is not in their bytes */
};

struct pattern {
	char *text;
	bool is_plain;            /* it only fits itself, in capitals or not */
	bool marks[256];          /* for may_contain() */
	void *compiled;           /* match_file_patterns' */
	unsigned char *looks;     /* enum look, by kind, for the present query */
	struct meaning *meanings; /* by hash; NULL: none was needed */
};

static void free_compiled(void *pattern)
{
	FREED struct compiled *compiled = pattern;

	pcre2_jit_stack_free(compiled->stack);
	pcre2_match_context_free(compiled->context);
	pcre2_match_data_free(compiled->data);
	pcre2_code_free(compiled->code);
}

/* A text is read as UTF-8: letters beyond ASCII have cases too, and a dot is a character.  Bytes that are no
   UTF-8 match nothing (PCRE2_MATCH_INVALID_UTF).  */
static void *pattern_compile(const char *pattern, size_t size, bool any_case, size_t *at, char **problem)
{
	uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (any_case ? PCRE2_CASELESS : 0);
	struct compiled *compiled;
	pcre2_code *code;
	char why[256];
	int error;

	code = pcre2_compile((PCRE2_SPTR)pattern, size, options, &error, at, NULL);
	if (!code) {
		pcre2_get_error_message(error, (PCRE2_UCHAR *)why, sizeof why);
		*problem = bytes_text("the pattern cannot be used: %s", why);
		return NULL;
	}
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* optional: not every machine has a JIT */
	compiled = bytes_new(sizeof(*compiled));
	compiled->code = code;
	compiled->data = pcre2_match_data_create(1, NULL);
	compiled->context = pcre2_match_context_create(NULL);
	compiled->stack = pcre2_jit_stack_create(JIT_STACK_FIRST, JIT_STACK, NULL);
	pcre2_set_match_limit(compiled->context, MATCH_LIMIT);
	pcre2_jit_stack_assign(compiled->context, NULL, compiled->stack);
	return compiled;
}

/* False, too, if the pattern takes too long on the text.  */
static bool pattern_matches(const void *pattern, const char *text, size_t size)
{
	const struct compiled *compiled = pattern;

	return pcre2_match(compiled->code, (PCRE2_SPTR)text, size, 0, 0, compiled->data, compiled->context) >=
	       0;
}

static bool pattern_finds(const void *pattern, const char *text, size_t size, size_t *from, size_t *length)
{
	const struct compiled *compiled = pattern;
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(compiled->data);

	if (!pattern_matches(pattern, text, size) || ends[0] > ends[1]) /* \K may put the end first */
		return false;
	*from = ends[0];
	*length = ends[1] - ends[0];
	return true;
}

static int folded(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* May the plain pattern be in what is shown of these bytes?  */
static bool may_contain(const struct pattern *pattern, const unsigned char *bytes, size_t size,
			bool is_stderr)
{
	const char *plain = pattern->text;

	for (size_t i = 0; i < size; i++) {
		size_t same = 0;

		if (!pattern->marks[bytes[i]])
			continue;
		while (plain[same] && i + same < size &&
		       folded((unsigned char)plain[same]) == folded(bytes[i + same]))
			same++;
		if (!plain[same] || (i + same < size && bytes[i + same] >= 0x80) ||
		    (is_stderr && bytes[i] == '\033'))
			return true;
	}
	return false;
}

/* may_fit(KIND, BYTES): false for most messages that do not fit the present query, without a look at more
 * columns.  */
static void may_fit(sqlite3_context *context, int count UNUSED, sqlite3_value **values)
{
	const struct match_file *file = sqlite3_user_data(context);
	const struct pattern *pattern = file->pattern;
	int kind = sqlite3_value_int(values[0]);
	enum look look = kind >= 0 && kind < file->kind_count ? pattern->looks[kind] : LOOK_NO;
	const unsigned char *bytes;

	if (look != LOOK_NO && look != LOOK_MAYBE && pattern->is_plain) {
		bytes = sqlite3_value_blob(values[1]);
		if (!may_contain(pattern, bytes, (size_t)sqlite3_value_bytes(values[1]), look == LOOK_STDERR))
			look = LOOK_NO;
	}
	sqlite3_result_int(context, look != LOOK_NO);
}

/* The compiled pattern, kept until another one is used; NULL: it cannot be used.  */
static struct pattern *pattern_of(struct match_file *file, const char *text)
{
	void *compiled;
	char *problem;
	size_t at;

	if (file->pattern && strcmp(file->pattern->text, text) == 0)
		return file->pattern;
	pattern_free(file->pattern);
	file->pattern = NULL;
	compiled = match_file_patterns.compile(text, strlen(text), true, &at, &problem);
	if (!compiled) {
		free(problem);
		return NULL;
	}
	if (!file->knows_patterns &&
	    sqlite3_create_function(file->db, "may_fit", 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, file, may_fit,
				    NULL, NULL) != SQLITE_OK) {
		match_file_patterns.free(compiled);
		file_failed(file);
		return NULL;
	}
	file->knows_patterns = true;
	file->pattern = bytes_new(sizeof *file->pattern);
	file->pattern->text = bytes_copy(text, strlen(text));
	file->pattern->is_plain = *text && !text[strcspn(text, "\\^$.[]|()?*+{}")];
	for (const char *c = text; *c; c++)
		file->pattern->is_plain = file->pattern->is_plain && *c >= ' ' && *c <= '~';
	/* Where may_contain() has to look: where the pattern may begin, or what is shown is not in the bytes.
	 * A letter beyond ASCII may count as one within; stderr has escape sequences.  */
	for (int c = 0; c < 256; c++)
		file->pattern->marks[c] =
			c >= 0x80 || c == '\033' || folded((unsigned char)c) == folded((unsigned char)*text);
	file->pattern->compiled = compiled;
	return file->pattern;
}

static bool fits_text(const struct pattern *pattern, const char *text, size_t size)
{
	return match_file_patterns.matches(pattern->compiled, text, size);
}

static bool fits_shown(const struct pattern *pattern, const struct setup *setup,
		       const struct message *message)
{
	size_t size;
	FREED char *text = shown_text(setup, message, &size);

	return fits_text(pattern, text, size);
}

/* The cache entry of the message; NULL: the message is too long.  */
static struct meaning *meaning_of(struct pattern *pattern, const struct message *message)
{
	struct meaning wanted = {.size = (unsigned char)message->size,
				 .channel = (unsigned char)message->channel,
				 .direction = (unsigned char)message->direction,
				 .little = message->flags & MESSAGE_LITTLE};
	uint64_t hash = (uint64_t)message->channel * 4 + (uint64_t)message->direction;
	struct meaning *kept;

	if (message->size > MEANING_SIZE)
		return NULL;
	if (!pattern->meanings)
		pattern->meanings = bytes_new(MEANINGS * sizeof(*pattern->meanings));
	memcpy(wanted.bytes, message->bytes, message->size);
	for (size_t i = 0; i < message->size; i++)
		hash = (hash ^ (unsigned char)message->bytes[i]) * 1099511628211u;
	kept = &pattern->meanings[(hash ^ hash >> 32) % MEANINGS];
	if (!kept->known || memcmp(kept->bytes, wanted.bytes, MEANING_SIZE) != 0 ||
	    kept->size != wanted.size || kept->channel != wanted.channel ||
	    kept->direction != wanted.direction || kept->little != wanted.little)
		*kept = wanted;
	return kept;
}

static bool fits(struct pattern *pattern, const struct setup *setup, const struct message *message)
{
	struct meaning *meaning;

	if (shown_as_it_is(setup, message))
		return fits_text(pattern, message->bytes, shown_size(setup, message));
	meaning = shown_as_meaning(setup, message) ? meaning_of(pattern, message) : NULL;
	if (!meaning)
		return fits_shown(pattern, setup, message);
	if (!meaning->known) {
		meaning->fits = fits_shown(pattern, setup, message);
		meaning->known = true;
	}
	return meaning->fits;
}

static bool asked_for(const struct message_query *query, const struct kind *kind)
{
	return query->seats & 1u << kind->seat && query->channels & CHANNEL_BIT(kind->channel) &&
	       (query->directions == 0 || query->directions & 1u << kind->direction);
}

/* Reads the numbers of a message's row, one of which is out of range. A time close to "never" would keep a
 * clock from ending.  */
static void mend(struct match_file *file, sqlite3_stmt *row, struct message *message)
{
	int64_t flags;

	file_at(file, "message_row", message->n);
	file_number(file, row, 2, 0, FILE_LARGEST, 0, &message->t_ns);
	file_small(file, row, 3, 0, INT_MAX, 0, &message->turn);
	file_number(file, row, 4, 0, INT_MAX, 0, &flags);
	message->flags = (unsigned)flags;
}

/* The message of a row; SQLite owns its bytes until the next step.  */
static struct message message_of(struct match_file *file, sqlite3_stmt *row, const struct kind *kind)
{
	void *bytes = (void *)sqlite3_column_blob(row, 5);
	int64_t t_ns = sqlite3_column_int64(row, 2), turn = sqlite3_column_int64(row, 3),
		flags = sqlite3_column_int64(row, 4);
	struct message message = {
		.n = sqlite3_column_int64(row, 0),
		.t_ns = t_ns,
		.seat = kind->seat,
		.direction = kind->direction,
		.channel = kind->channel,
		.turn = (int)turn,
		.flags = (unsigned)flags,
		.bytes = bytes ? bytes : "",
		.size = (size_t)sqlite3_column_bytes(row, 5),
	};

	if (t_ns < 0 || t_ns > FILE_LARGEST || turn < 0 || turn > INT_MAX || flags < 0 || flags > INT_MAX)
		mend(file, row, &message);
	if (sqlite3_column_int64(row, 6) != file->turns_of || message.turn > file->turns_most)
		file_check_turn(file, row, &message);
	return message;
}

static enum look look_at(const struct message_query *query, const struct kind *kind)
{
	const struct message any = {.direction = kind->direction, .channel = kind->channel};

	if (!asked_for(query, kind))
		return LOOK_NO;
	if (kind->direction == EVENT || shown_as_meaning(query->setup, &any))
		return LOOK_MAYBE;
	return kind->channel == CHANNEL_STDERR ? LOOK_STDERR : LOOK_TEXT;
}

bool file_has_arrival(struct match_file *file)
{
	return file_first(file, file_statement(file, STATEMENT_HAS_ARRIVAL), "arrival", 0, 0, 1, 0) == 1;
}

/* What people call message n, in a file with the table.  */
static int64_t file_number_of(struct match_file *file, int64_t n)
{
	return file_first(file, file_select(file, STATEMENT_NUMBER, n), "arrival", n, 1, FILE_LARGEST, n);
}

int64_t match_file_numbered(struct match_file *file, int64_t number)
{
	int64_t n;

	if (!file_has_arrival(file))
		return number;
	n = file_first(file, file_select(file, STATEMENT_NUMBERED, number), "arrival", 0, 1, FILE_LARGEST, 0);
	return n || file_number_of(file, number) != number ? n : number;
}

int64_t match_file_most_numbered(struct match_file *file)
{
	int64_t newest = match_file_newest(file), most = 0;

	if (file_has_arrival(file))
		most = file_first(file, file_statement(file, STATEMENT_MOST_NUMBERED), "arrival", 0, 0,
				  FILE_LARGEST, 0);
	return most > newest ? most : newest;
}

int64_t match_file_number(struct match_file *file, int64_t n)
{
	return file_has_arrival(file) ? file_number_of(file, n) : n;
}

/* Reads up to `limit` messages that fit, numbered `first` to `last`, in the direction of `step`. Their
 * bytes follow each other in the page. Returns how many.  */
static int collect(struct match_file *file, const struct message_query *query, int step, int64_t first,
		   int64_t last, int limit, struct message *messages)
{
	struct pattern *pattern = query->matching ? pattern_of(file, query->matching) : NULL;
	int64_t wanted = 0;
	int64_t before = step > 0 ? first - 1 : last < INT64_MAX ? last + 1 : last;
	enum statement of = pattern    ? (step > 0 ? STATEMENT_FITTING_AFTER : STATEMENT_FITTING_BEFORE)
			    : step > 0 ? STATEMENT_AFTER
				       : STATEMENT_BEFORE;
	RESET sqlite3_stmt *row = NULL;
	bool moved = file_has_arrival(file);
	int count = 0;

	for (int i = 0; i < file->kind_count; i++)
		if (asked_for(query, &file->kinds[i]))
			wanted |= KIND_BIT(i);
	if (!wanted || (query->matching && !pattern) || !(row = file_select(file, of, first, last, wanted)))
		return 0;
	if (pattern)
		pattern->looks = bytes_resized(pattern->looks, (size_t)file->kind_count);
	for (int i = 0; pattern && i < file->kind_count; i++)
		pattern->looks[i] = (unsigned char)look_at(query, &file->kinds[i]);
	while (count < limit && file_next(file, row)) {
		int64_t n = sqlite3_column_int64(row, 0), kind = sqlite3_column_int64(row, 1);

		if (step > 0 ? n <= before : n >= before) { /* else rows may repeat for ever */
			file_damaged(file, "message_row", n, "expected its number in the order of all");
			break;
		}
		before = n;
		if (kind < 0 || kind >= file->kind_count) {
			file_damaged(file, "message_row", n, "its kind is not in the table kind");
			continue;
		}
		if (!asked_for(query, &file->kinds[kind]))
			continue;
		messages[count] = message_of(file, row, &file->kinds[kind]);
		messages[count].number = moved ? file_number_of(file, n) : n;
		if (file->kinds[kind].direction == EVENT)
			file_read_event(file, &messages[count]);
		if (file->hides && !query->everything && file->hides(file->hides_user, &messages[count]))
			continue;
		if (pattern && !fits(pattern, query->setup, &messages[count]))
			continue;
		bytes_add(&file->page, messages[count].bytes, messages[count].size);
		bytes_add(&file->page, "", 1);
		count++;
	}
	return count;
}

/* The range of numbers without a gap that begins at a stage. `step` is 1 or -1. Returns how many stages it
 * spans.  */
static int run_of_stages(const struct history *history, int at, int step, int64_t *first, int64_t *last)
{
	int next = at + step;

	*first = history->stages[at].first;
	*last = history->stages[at].last;
	for (; next >= 0 && next < history->count; next += step)
		if (step > 0 && history->stages[next].first == *last + 1)
			*last = history->stages[next].last;
		else if (step < 0 && history->stages[next].last == *first - 1)
			*first = history->stages[next].first;
		else
			break;
	return (next - at) * step;
}

/* Collects from the whole history, in one direction.  */
static int collect_all(struct match_file *file, const struct message_query *query, int step, int64_t first,
		       int64_t last, int limit, struct message *messages)
{
	const struct history *history = file_history(file);
	int count = 0;

	for (int i = 0; history && i < history->count && count < limit && file->good;) {
		int64_t low, high;

		i += run_of_stages(history, step > 0 ? i : history->count - 1 - i, step, &low, &high);
		low = low > first ? low : first;
		high = high < last ? high : last;
		if (low <= high)
			count += collect(file, query, step, low, high, limit - count, messages + count);
	}
	return count;
}

static void begin_page(struct match_file *file)
{
	if (file->page.room > PAGE_KEPT)
		bytes_free(&file->page);
	file->page.size = 0;
	file->good = true;
}

/* All bytes of the page are there, and do not move any more.  */
static void point_into_page(char *at, struct message *messages, int count)
{
	for (int i = 0; i < count; i++) {
		messages[i].bytes = at;
		at += messages[i].size + 1;
	}
}

static int page(struct match_file *file, const struct message_query *query, int step, int64_t first,
		int64_t last, int limit, struct message *messages)
{
	bool began;
	int count = 0;

	begin_page(file);
	if (file_is_cancelled(file) || !file_write_stretch(file))
		return 0;
	began = file_begin_read(file); /* a kind that is added between two reads would be unknown */
	if (file->is_writer || file_read_kinds(file))
		count = collect_all(file, query, step, first, last, limit, messages);
	if (began)
		file_end_read(file);
	point_into_page(file->page.at, messages, count);
	return count;
}

bool match_file_has_kibitz(struct match_file *file)
{
	return file_first(file, file_statement(file, STATEMENT_HAS_KIBITZ), "kibitz", 0, 0, 1, 0) == 1;
}

/* A line of a kibitzer from a row.  Its bytes are those of the row.  */
static struct message kibitzed_of(struct match_file *file, sqlite3_stmt *row, int turns)
{
	const char *channel = file_chars(file, row, 2);
	struct message line = {.turn = turns + 1, .direction = FROM_AGENT, .channel = CHANNEL_UNKNOWN};

	file_number(file, row, 0, 0, FILE_LARGEST, 0, &line.n);
	file_number(file, row, 1, 0, FILE_LONGEST, 0, &line.t_ns);
	if (channel && channel_named(channel) != CHANNEL_COUNT)
		line.channel = channel_named(channel);
	line.size = (size_t)sqlite3_column_bytes(row, 3);
	line.bytes = line.size ? (char *)(uintptr_t)sqlite3_column_blob(row, 3) : (char *)"";
	return line;
}

int match_file_kibitzed(struct match_file *file, int turns, int limit, struct message *lines,
			const char **name)
{
	sqlite3_stmt *row;
	size_t named = 0;
	int count = 0;

	begin_page(file);
	*name = NULL;
	if (!match_file_has_kibitz(file) ||
	    !(row = file_select(file, STATEMENT_KIBITZ, turns, limit + 1, match_file_shown(file))))
		return 0;
	file_at(file, "kibitz", turns);
	while (count < limit && file_next(file, row)) {
		struct message line = kibitzed_of(file, row, turns);

		bytes_add(&file->page, line.bytes, line.size);
		bytes_add(&file->page, "", 1);
		if (line.n)
			lines[count++] = line;
		else
			named = file->page.size;
	}
	sqlite3_reset(row);
	if (named > 1)
		*name = file->page.at;
	if (count)
		point_into_page(file->page.at + named, lines, count);
	return count;
}

/* Limits the messages `first` to `last` to a stage of the history; false: none are left.  */
static bool cut_to_stage(const struct stage *stage, int64_t *first, int64_t *last)
{
	*first = stage->first > *first ? stage->first : *first;
	*last = stage->last < *last ? stage->last : *last;
	return *first <= *last;
}

/* Makes all written messages and kinds known to the queries. NULL: a problem is kept.  */
static const struct history *begin_to_measure(struct match_file *file)
{
	file->good = true;
	if (!file_write_stretch(file) || (!file->is_writer && !file_read_kinds(file)))
		return NULL;
	return file_history(file);
}

/* Adds the sizes of one stage; returns how many there are now.  */
static int sizes_of(struct match_file *file, const struct stage *stage, const int64_t bounds[2],
		    unsigned seats, int limit, struct message_size *sizes, int count)
{
	int64_t first = bounds[0], last = bounds[1], wanted = 0;
	RESET sqlite3_stmt *row = NULL;

	for (int i = 0; i < file->kind_count; i++)
		if (seats & 1u << file->kinds[i].seat && file->kinds[i].direction != EVENT)
			wanted |= KIND_BIT(i);
	if (!cut_to_stage(stage, &first, &last) || !wanted ||
	    !(row = file_select(file, STATEMENT_SIZES, first, last, wanted)))
		return count;
	while (count < limit && file_next(file, row)) {
		int kind = sqlite3_column_int(row, 1);

		if (kind < 0 || kind >= file->kind_count || !(seats & 1u << file->kinds[kind].seat) ||
		    file->kinds[kind].direction == EVENT || sqlite3_column_int(row, 2) > stage->turns)
			continue;
		sizes[count++] = (struct message_size){.n = sqlite3_column_int64(row, 0),
						       .seat = file->kinds[kind].seat,
						       .direction = file->kinds[kind].direction,
						       .size = sqlite3_column_int64(row, 3)};
	}
	return count;
}

/* Counts the messages that broke the protocol.  */
static void count_flagged(struct match_file *file, const struct stage *stage, int64_t first, int64_t last,
			  int faults[SEATS])
{
	sqlite3_stmt *row;

	if (!cut_to_stage(stage, &first, &last))
		return;
	row = file_select(file, STATEMENT_FLAGGED, first, last, MESSAGE_FAULT);
	while (file_next(file, row)) {
		int kind = sqlite3_column_int(row, 0);

		if (kind >= 0 && kind < file->kind_count)
			faults[file->kinds[kind].seat] += sqlite3_column_int(row, 1);
	}
}

/* Counts the faults that no message made: others have the bytes of their message, or are counts.  */
static void count_notes(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	enum { PAGE = 64 };
	struct message_query query = {.seats = ~0u,
				      .channels = CHANNEL_BIT(CHANNEL_FAULT),
				      .directions = 1u << EVENT,
				      .last = last,
				      .everything = true};
	struct message messages[PAGE];
	int got;

	do {
		got = match_file_after(file, &query, after, PAGE, messages);
		for (int i = 0; i < got; i++)
			faults[messages[i].seat] +=
				messages[i].event.kind != EVENT_FAULT_COUNT &&
				(messages[i].event.kind != EVENT_FAULT || !messages[i].size);
		if (got)
			after = messages[got - 1].n;
	} while (got == PAGE);
}

const struct matcher match_file_patterns = {
	.compile = pattern_compile,
	.matches = pattern_matches,
	.finds = pattern_finds,
	.free = free_compiled,
};

void pattern_free(struct pattern *pattern)
{
	if (!pattern)
		return;
	match_file_patterns.free(pattern->compiled);
	free(pattern->meanings);
	free(pattern->looks);
	free(pattern->text);
	free(pattern);
}

int match_file_before(struct match_file *file, const struct message_query *query, int64_t before, int limit,
		      struct message *messages)
{
	int64_t last = before - 1 < query->last ? before - 1 : query->last;
	int count = page(file, query, -1, 0, last, limit, messages);

	for (int i = 0; i < count / 2; i++) {
		struct message swapped = messages[i];

		messages[i] = messages[count - 1 - i];
		messages[count - 1 - i] = swapped;
	}
	return count;
}

int match_file_after(struct match_file *file, const struct message_query *query, int64_t after, int limit,
		     struct message *messages)
{
	if (after >= query->last)
		return 0;
	return page(file, query, 1, after + 1, query->last, limit, messages);
}

/* The wanted message is often the last one, so the pages grow.  */
bool match_file_walk_back(struct match_file *file, const struct message_query *query,
			  bool (*stops)(void *user, const struct message *message), void *user,
			  struct message *found)
{
	enum { PAGE = 64 };
	struct message page[PAGE];
	int64_t before = INT64_MAX;
	int limit = 1, count;

	while ((count = match_file_before(file, query, before, limit, page)) > 0) {
		for (int i = count - 1; i >= 0; i--)
			if (stops(user, &page[i])) {
				*found = page[i];
				return true;
			}
		if (count < limit)
			break;
		before = page[0].n;
		limit = limit < PAGE ? 4 * limit : PAGE;
	}
	return false;
}

bool match_file_matches(struct match_file *file, const struct message_query *query,
			const struct message *message)
{
	struct pattern *pattern = query->matching ? pattern_of(file, query->matching) : NULL;

	return !query->matching || (pattern && fits(pattern, query->setup, message));
}

int match_file_sizes(struct match_file *file, unsigned seats, int64_t after, int64_t last, int limit,
		     struct message_size *sizes)
{
	const struct history *history = begin_to_measure(file);
	int64_t bounds[2] = {after + 1, last};
	int count = 0;

	for (int i = 0; history && i < history->count && count < limit; i++)
		count = sizes_of(file, &history->stages[i], bounds, seats, limit, sizes, count);
	return count;
}

void match_file_faults(struct match_file *file, int64_t after, int64_t last, int faults[SEATS])
{
	const struct history *history;

	memset(faults, 0, SEATS * sizeof(*faults));
	count_notes(file, after, last, faults);
	history = begin_to_measure(file);
	for (int i = 0; history && i < history->count; i++)
		count_flagged(file, &history->stages[i], after + 1, last, faults);
}

/* The first fault of its kind has a note. The message that made it may be in the stretch before.  */
int64_t match_file_faultless(struct match_file *file)
{
	int64_t noted = 0, first;

	if (!begin_to_measure(file))
		return 0;
	for (int i = 0; i < file->kind_count; i++)
		if (file->kinds[i].channel == CHANNEL_FAULT)
			noted |= KIND_BIT(i);
	first = noted ? file_first(file, file_select(file, STATEMENT_FIRST_STRETCH, noted), "stretch", 0, 0,
				   FILE_LARGEST >> STRETCH_SHIFT, INT64_MAX)
		      : INT64_MAX;
	return first == INT64_MAX ? first : first > 1 ? (first - 1) << STRETCH_SHIFT : 0;
}

int64_t match_file_later_turn(struct match_file *file, int64_t after, int turn)
{
	const struct history *history = begin_to_measure(file);
	int64_t found = 0;

	for (int i = 0; history && i < history->count && !found; i++) {
		int64_t first = after + 1, last = INT64_MAX;

		if (cut_to_stage(&history->stages[i], &first, &last))
			found = file_first(file, file_select(file, STATEMENT_LATER_TURN, first, last, turn),
					   "message_row", first, 0, FILE_LARGEST, 0);
	}
	return found;
}

char *match_file_check_pattern(const char *pattern)
{
	size_t at;
	FREED char *why = NULL;
	void *compiled = match_file_patterns.compile(pattern, strlen(pattern), true, &at, &why);

	if (compiled) {
		match_file_patterns.free(compiled);
		return NULL;
	}
	return bytes_text("%s (after %zu bytes)", why, at);
}
