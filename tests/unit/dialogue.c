/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* dialogue.c - a judge and scripted agents.  */
#include "dialogue.h"

#include "../sim/same.h"
#include "ringside/protocol.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define fail_msg dialogue_failed

static void is_text(const char *got, const char *expected)
{
	if (strcmp(got, expected) != 0)
		fail_msg("expected \"%s\", got \"%s\"", expected, got);
}

void dialogue_init(struct dialogue *dialogue, const char *size)
{
	*dialogue = (struct dialogue){.now = 1000, .end = "\r\n"};
	setup_init(&dialogue->setup);
	dialogue->setup.checked = true;
	dialogue->setup.system = "gomocup";
	setup_set(&dialogue->setup, "size", size);
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		dialogue->setup.seat[s].kind = SEAT_AGENT;
		dialogue->setup.seat[s].command = bytes_text("/brains/pbrain-%d", s);
	}
}

void dialogue_init_lmc(struct dialogue *dialogue, const char *system)
{
	*dialogue = (struct dialogue){.now = 1000, .end = "\n"};
	setup_init(&dialogue->setup);
	dialogue->setup.checked = true;
	dialogue->setup.system = system;
	for (int s = protocol_option(protocol_named(system), OPTION_COMMAND) ? SEAT_NONE : SEAT_1; s < SEATS;
	     s++) {
		dialogue->setup.seat[s].kind = SEAT_AGENT;
		dialogue->setup.seat[s].command = bytes_text("/players/%d", s);
	}
}

void dialogue_init_qchess(struct dialogue *dialogue)
{
	dialogue_init_lmc(dialogue, "qchess");
	dialogue->setup.turn_limit = 60 * (int64_t)NS_PER_S;
}

void dialogue_free(struct dialogue *dialogue)
{
	judge_free(dialogue->judge);
	setup_free(&dialogue->setup);
	for (int i = 0; i < dialogue->line_count; i++) {
		free(dialogue->lines[i].message.bytes);
		free(dialogue->lines[i].words);
	}
	free(dialogue->lines);
}

static void keep(struct dialogue *dialogue, const struct message *message)
{
	struct line line = {.message = *message, .words = event_words(message)};

	line.message.bytes = bytes_copy(message->bytes, message->size);
	if (dialogue->line_count == dialogue->line_room) {
		dialogue->line_room = dialogue->line_room ? 2 * dialogue->line_room : 64;
		dialogue->lines = bytes_resized(dialogue->lines, (size_t)dialogue->line_room * sizeof(line));
	}
	dialogue->lines[dialogue->line_count++] = line;
}

void dialogue_settle(struct dialogue *dialogue)
{
	struct effect effect;

	while (judge_effect(dialogue->judge, dialogue->now, &effect)) {
		switch (effect.kind) {
		case EFFECT_SPAWN:
			dialogue->spawns[effect.seat]++;
			if (!dialogue->manual)
				judge_started(dialogue->judge, dialogue->now, effect.seat);
			break;
		case EFFECT_DRAIN:
			if (dialogue->in_pipe[effect.seat]) {
				const char *bytes = dialogue->in_pipe[effect.seat];

				dialogue->in_pipe[effect.seat] = NULL;
				judge_bytes(dialogue->judge, dialogue->now, effect.seat, STREAM_STDOUT, bytes,
					    strlen(bytes));
			}
			break;
		case EFFECT_MESSAGE: keep(dialogue, &effect.message); break;
		case EFFECT_TURN: dialogue->turns++; break;
		case EFFECT_TAKEBACK:
			dialogue->takebacks++;
			dialogue->left = effect.turns;
			break;
		case EFFECT_DISMISS: dialogue->dismissals[effect.seat]++; break;
		case EFFECT_SCORE: dialogue->scores++; break;
		case EFFECT_NAME: dialogue->names++; break;
		case EFFECT_FREEZE: dialogue->frozen[effect.seat] = true; break;
		case EFFECT_THAW: dialogue->frozen[effect.seat] = false; break;
		case EFFECT_SEAT: dialogue->seatings++; break;
		case EFFECT_VERDICT: dialogue->verdicts++; break;
		}
	}
}

void dialogue_begin_warm(struct dialogue *dialogue, unsigned alive)
{
	char *problem = NULL;

	dialogue->judge = judge_new(&dialogue->setup, &problem);
	if (!dialogue->judge)
		fail_msg("no judge: %s", problem);
	judge_begin(dialogue->judge, dialogue->now, alive, false);
	dialogue_settle(dialogue);
}

void dialogue_begin(struct dialogue *dialogue)
{
	dialogue_begin_warm(dialogue, 0);
}

void dialogue_ready(struct dialogue *dialogue)
{
	const char *size = setup_given(&dialogue->setup, "size");

	dialogue_begin(dialogue);
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		FREED char *script = bytes_text("> ABOUT\n< name=\"b%d\"\n> START %s\n< OK\n", s, size);

		if (dialogue->setup.seat[s].kind == SEAT_AGENT)
			talk(dialogue, s, script);
	}
}

void dialogue_named(struct dialogue *dialogue)
{
	static const char *const scripts[] = {
		"> # ringside ready\n< @info name game\n",
		"> # ringside ready\n< @info name p1\n",
		"> # ringside ready\n< @info name p2\n",
	};

	dialogue_begin(dialogue);
	for (int s = 0; s < SEATS; s++)
		if (dialogue->setup.seat[s].kind == SEAT_AGENT)
			talk(dialogue, s, scripts[s]);
}

void dialogue_at(struct dialogue *dialogue, int64_t t)
{
	dialogue->now = t;
	judge_time(dialogue->judge, t);
	dialogue_settle(dialogue);
}

void dialogue_bytes(struct dialogue *dialogue, int seat, const char *bytes, size_t size)
{
	dialogue->spoke_unasked[seat] =
		judge_bytes(dialogue->judge, dialogue->now, seat, STREAM_STDOUT, bytes, size);
	dialogue_settle(dialogue);
}

static bool is_to(const struct line *line, int seat)
{
	return line->message.seat == seat && line->message.direction == TO_AGENT && !line->told;
}

static void expect(struct dialogue *dialogue, int seat, const char *text, size_t size)
{
	for (int i = 0; i < dialogue->line_count; i++) {
		struct line *line = &dialogue->lines[i];
		struct message *message = &line->message;

		if (!is_to(line, seat))
			continue;
		line->told = true;
		if (message->size == size + strlen(dialogue->end) &&
		    memcmp(message->bytes, text, size) == 0 &&
		    memcmp(message->bytes + size, dialogue->end, strlen(dialogue->end)) == 0)
			return;
		if (message->channel != CHANNEL_INFO)
			fail_msg("expected \"%.*s\" to seat %d, got \"%.*s\"", (int)size, text, seat,
				 (int)message_text_size(message, NULL), message->bytes);
	}
	fail_msg("expected \"%.*s\" to seat %d, got nothing", (int)size, text, seat);
}

void talk(struct dialogue *dialogue, int seat, const char *script)
{
	while (*script) {
		size_t size = strcspn(script, "\n");

		if (script[0] == '>')
			expect(dialogue, seat, script + 2, size - 2);
		else
			dialogue_bytes(dialogue, seat, script + 2, size - 2 + 1);
		script += size + 1;
	}
}

void dialogue_silent(struct dialogue *dialogue, int seat)
{
	for (int i = 0; i < dialogue->line_count; i++)
		if (is_to(&dialogue->lines[i], seat) && dialogue->lines[i].message.channel != CHANNEL_INFO)
			fail_msg("expected nothing to seat %d, got \"%.*s\"", seat,
				 (int)message_text_size(&dialogue->lines[i].message, NULL),
				 dialogue->lines[i].message.bytes);
}

void dialogue_exit(struct dialogue *dialogue, int seat, struct ending ending)
{
	judge_exited(dialogue->judge, dialogue->now, seat, ending);
	dialogue_settle(dialogue);
}

void dialogue_request(struct dialogue *dialogue, struct request request)
{
	char *problem = judge_request(dialogue->judge, dialogue->now, &request);

	if (problem)
		fail_msg("expected the request to be granted, got \"%s\"", problem);
	dialogue_settle(dialogue);
}

void dialogue_refused(struct dialogue *dialogue, struct request request)
{
	FREED char *problem = judge_request(dialogue->judge, dialogue->now, &request);

	if (!problem)
		fail_msg("expected the request to be refused, got nothing");
	dialogue_settle(dialogue);
}

static const struct line *find(const struct dialogue *dialogue, int seat, const char *begin)
{
	for (int i = dialogue->line_count; i-- > 0;)
		if (dialogue->lines[i].message.seat == seat &&
		    strncmp(dialogue->lines[i].words, begin, strlen(begin)) == 0)
			return &dialogue->lines[i];
	return NULL;
}

const struct message *dialogue_find(const struct dialogue *dialogue, int seat, const char *begin)
{
	const struct line *line = find(dialogue, seat, begin);

	return line ? &line->message : NULL;
}

const char *dialogue_words(const struct dialogue *dialogue, int seat, const char *begin)
{
	const struct line *line = find(dialogue, seat, begin);

	return line ? line->words : NULL;
}

int dialogue_count(const struct dialogue *dialogue, int seat, const char *begin)
{
	int count = 0;

	for (int i = 0; i < dialogue->line_count; i++)
		count += dialogue->lines[i].message.seat == seat &&
			 strncmp(dialogue->lines[i].words, begin, strlen(begin)) == 0;
	return count;
}

char *dialogue_text(const struct dialogue *dialogue, unsigned seats)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < dialogue->line_count; i++) {
		const struct message *message = &dialogue->lines[i].message;

		if (!(seats & 1u << message->seat) || message->direction == EVENT)
			continue;
		if (seats & (seats - 1))
			bytes_addf(&text, "%d", message->seat);
		bytes_addf(&text, "%c %.*s\n", message->direction == TO_AGENT ? '>' : '<',
			   (int)message_text_size(message, NULL), message->bytes);
	}
	return text.at;
}

static const struct message *line_at(const void *user, int i)
{
	return &((const struct dialogue *)user)->lines[i].message;
}

void dialogue_replays(const struct dialogue *dialogue)
{
	struct recording recording = {
		.setup = &dialogue->setup, .at = line_at, .user = dialogue, .count = dialogue->line_count};
	char *problem = recording_differs(&recording, judge_match(dialogue->judge), NULL);

	if (problem)
		fail_msg("%s", problem);
}

static bool is_sought(const struct why_search *search, const struct message *message)
{
	return search->seats & 1u << message->seat && search->channels & CHANNEL_BIT(message->channel) &&
	       (!search->directions || search->directions & 1u << message->direction) &&
	       (search->step < 0 ? message->n <= search->from : message->n >= search->from);
}

struct asked {
	const struct dialogue *dialogue;
	char *bytes; /* of the message found last; as in a file they live until the next search */
};

static bool find_nearest(void *user, const struct why_search *search, struct message *message)
{
	struct asked *asked = user;
	const struct dialogue *dialogue = asked->dialogue;
	const struct message *best = NULL;

	for (int i = 0; i < dialogue->line_count; i++) {
		const struct message *one = &dialogue->lines[i].message;

		if (is_sought(search, one) &&
		    (!best || (search->step < 0 ? one->n > best->n : one->n < best->n)))
			best = one;
	}
	if (!best)
		return false;
	if (asked->bytes)
		memset(asked->bytes, '?', strlen(asked->bytes));
	free(asked->bytes);
	asked->bytes = bytes_copy(best->bytes, best->size);
	*message = *best;
	message->bytes = asked->bytes;
	return true;
}

static const struct message *held_at_gate(void *user, int i)
{
	return judge_held(((const struct asked *)user)->dialogue->judge, i);
}

static bool pending_now(void *user, int seat, struct pending_bytes *pending)
{
	return judge_pending(((const struct asked *)user)->dialogue->judge, seat, STREAM_STDOUT, pending);
}

static char *ask_why(const struct dialogue *dialogue, enum why_what what, int64_t n, bool *answer)
{
	struct asked asked = {.dialogue = dialogue};
	struct why_source source = {.match = judge_match(dialogue->judge),
				    .stopped = judge_state(dialogue->judge) == JUDGE_PAUSED,
				    .find = find_nearest,
				    .held = held_at_gate,
				    .pending = pending_now,
				    .user = &asked};
	char *text = why(&source, what, n, answer);

	free(asked.bytes);
	return text;
}

char *dialogue_why(const struct dialogue *dialogue, enum why_what what, int64_t n)
{
	bool answer;
	char *text = ask_why(dialogue, what, n, &answer);

	if (!answer)
		fail_msg("why does not answer but says: %s", text);
	return text;
}

char *dialogue_no_why(const struct dialogue *dialogue, enum why_what what, int64_t n)
{
	bool answer;
	char *text = ask_why(dialogue, what, n, &answer);

	if (answer)
		fail_msg("why answers: %s", text);
	return text;
}

/* `why` explains every verdict: its rule, and the messages that prove it.  */
static void verdict_is_explained(const struct dialogue *dialogue)
{
	const struct verdict *verdict = &judge_match(dialogue->judge)->verdict;
	FREED char *text = dialogue_why(dialogue, WHY_VERDICT, 0);
	FREED char *newest = dialogue_why(dialogue, WHY_NEWEST, 0);

	is_text(text, newest);
	if (!strstr(text, verdict->reason) || !strstr(text, verdict->detail) || !strstr(text, "\nRule\n"))
		fail_msg("\"%s\" is not explained by: %s", verdict->reason, text);
	for (int i = 0; i < PROOFS && verdict->proof[i]; i++) {
		FREED char *link = bytes_text("\n  #%-5" PRId64 " ", verdict->proof[i]);

		if (!strstr(text, link))
			fail_msg("message %" PRId64 " proves it, and is not in: %s", verdict->proof[i], text);
	}
}

void dialogue_verdict(const struct dialogue *dialogue, int winner, const char *reason, int blame)
{
	const struct match *match = judge_match(dialogue->judge);
	const struct verdict *verdict = &match->verdict;

	if (!match->over)
		fail_msg("expected the verdict %s, got none", reason);
	if (strcmp(verdict->reason, reason) != 0 || verdict->winner != winner || verdict->blame != blame)
		fail_msg("expected winner %d, %s, blame %d, got winner %d, %s, blame %d", winner, reason,
			 blame, verdict->winner, verdict->reason, verdict->blame);
	if (dialogue->verdicts != 1)
		fail_msg("expected one verdict, got %d", dialogue->verdicts);
	verdict_is_explained(dialogue);
}

void dialogue_moves(const struct dialogue *dialogue, const char *moves)
{
	const struct match *match = judge_match(dialogue->judge);
	struct bytes text FREED_BY(bytes_free) = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < match->turn_count; i++)
		bytes_addf(&text, "%s%s", i ? " " : "", match->turns[i].played);
	is_text(text.at, moves);
}
