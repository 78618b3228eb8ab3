/* dialogue.c - a judge and scripted agents.  */
#include "dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void dialogue_init(struct dialogue *dialogue, const char *size)
{
	*dialogue = (struct dialogue){.now = 1000};
	setup_init(&dialogue->setup);
	dialogue->setup.system = "gomocup";
	setup_set(&dialogue->setup, "size", size);
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		dialogue->setup.seat[s].kind = SEAT_AGENT;
		dialogue->setup.seat[s].command = bytes_text("/brains/pbrain-%d", s);
	}
}

void dialogue_free(struct dialogue *dialogue)
{
	judge_free(dialogue->judge);
	setup_free(&dialogue->setup);
	for (int i = 0; i < dialogue->line_count; i++)
		free(dialogue->lines[i].message.bytes);
	free(dialogue->lines);
}

static void keep(struct dialogue *dialogue, const struct message *message)
{
	struct line line = {.message = *message};

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
		case EFFECT_VERDICT: dialogue->verdicts++; break;
		}
	}
}

void dialogue_begin(struct dialogue *dialogue)
{
	char *problem = NULL;

	dialogue->judge = judge_new(&dialogue->setup, &problem);
	if (!dialogue->judge)
		fail_msg("no judge: %s", problem);
	judge_begin(dialogue->judge, dialogue->now, 0);
	dialogue_settle(dialogue);
}

void dialogue_ready(struct dialogue *dialogue)
{
	const char *size = setup_get(&dialogue->setup, "size", "");

	dialogue_begin(dialogue);
	for (int s = SEAT_1; s <= SEAT_2; s++) {
		char *script = bytes_text("> ABOUT\n< name=\"b%d\"\n> START %s\n< OK\n", s, size);

		if (dialogue->setup.seat[s].kind == SEAT_AGENT)
			talk(dialogue, s, script);
		free(script);
	}
}

void dialogue_at(struct dialogue *dialogue, int64_t t)
{
	dialogue->now = t;
	judge_time(dialogue->judge, t);
	dialogue_settle(dialogue);
}

void dialogue_bytes(struct dialogue *dialogue, int seat, const char *bytes, size_t size)
{
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
		if (message->size == size + 2 && memcmp(message->bytes, text, size) == 0 &&
		    memcmp(message->bytes + size, "\r\n", 2) == 0)
			return;
		if (message->channel != CHANNEL_INFO)
			fail_msg("seat %d: \"%.*s\" was expected, \"%s\" was written", seat, (int)size, text,
				 message->bytes);
	}
	fail_msg("seat %d: \"%.*s\" was expected, nothing was written", seat, (int)size, text);
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
			fail_msg("seat %d: \"%s\" was written, nothing was expected", seat,
				 dialogue->lines[i].message.bytes);
}

void dialogue_wish(struct dialogue *dialogue, struct wish wish)
{
	char *problem = judge_wish(dialogue->judge, dialogue->now, &wish);

	if (problem)
		fail_msg("refused: %s", problem);
	dialogue_settle(dialogue);
}

void dialogue_refused(struct dialogue *dialogue, struct wish wish)
{
	char *problem = judge_wish(dialogue->judge, dialogue->now, &wish);

	assert_non_null(problem);
	free(problem);
	dialogue_settle(dialogue);
}

const struct message *dialogue_find(const struct dialogue *dialogue, int seat, const char *begin)
{
	for (int i = dialogue->line_count; i-- > 0;)
		if (dialogue->lines[i].message.seat == seat &&
		    strncmp(dialogue->lines[i].message.bytes, begin, strlen(begin)) == 0)
			return &dialogue->lines[i].message;
	return NULL;
}

void dialogue_verdict(const struct dialogue *dialogue, int winner, const char *reason, int blame)
{
	const struct match *match = judge_match(dialogue->judge);

	assert_true(match->over);
	assert_string_equal(match->verdict.reason, reason);
	assert_int_equal(match->verdict.winner, winner);
	assert_int_equal(match->verdict.blame, blame);
	assert_int_equal(dialogue->verdicts, 1);
}

void dialogue_moves(const struct dialogue *dialogue, const char *moves)
{
	const struct match *match = judge_match(dialogue->judge);
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int i = 0; i < match->turn_count; i++)
		bytes_addf(&text, "%s%s", i ? " " : "", match->turns[i].played);
	assert_string_equal(text.at, moves);
	bytes_free(&text);
}
