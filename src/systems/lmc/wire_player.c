/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_player.c - what the judge hears of a player of the Learning Machine Challenge.  */
#include "wire_player.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

void lmc_player_started(struct judge *judge, struct lmc_player *player, int seat, bool warm)
{
	*player = (struct lmc_player){.named = warm};
	if (warm) {
		referee_ready(judge, seat);
		return;
	}
	referee_ask(judge, seat, CHANNEL_COMMENT, "# ringside ready\n");
	referee_await(judge, seat, referee_setup(judge)->start_limit);
}

bool lmc_player_settled(const struct lmc_player *player)
{
	return player->named && !player->awaited;
}

void lmc_player_ask(struct judge *judge, struct lmc_player *player, int seat)
{
	player->waits = false;
	player->awaited = true;
	referee_start_clock(judge, seat);
	referee_ask(judge, seat, CHANNEL_COMMAND, "@command play\n");
}

char *lmc_player_overridden(struct judge *judge, struct lmc_player *player, int seat, const char *line)
{
	struct text played;

	if (player->awaited && !line)
		referee_supersede(judge, seat);
	player->awaited = player->waits = false;
	if (!line)
		return NULL;
	played = lmc_read_text((struct text){line, strlen(line)}).data;
	return bytes_copy(played.at, played.size);
}

void lmc_player_late(struct judge *judge, struct lmc_player *player, int seat)
{
	if (player->awaited)
		referee_drop_answer(judge, seat, &lmc_faults[LMC_LATE_OUTPUT]);
	player->awaited = player->waits = false;
}

/* The line has no effect.  */
static void fault(struct judge *judge, int seat, enum lmc_fault row)
{
	referee_drop(judge);
	referee_broke(judge, seat, &lmc_faults[row]);
}

void lmc_forgive(struct judge *judge, struct lmc_player *player, int seat, unsigned leniencies)
{
	for (int i = 0; i < LMC_LENIENCIES && !referee_match(judge)->over; i++) {
		if (!(leniencies & ~player->forgiven & 1u << i))
			continue;
		player->forgiven |= 1u << i;
		referee_broke(judge, seat, &lmc_faults[LMC_FORGIVEN + i]);
	}
}

static void take_name(struct judge *judge, struct lmc_player *player, int seat, struct text name)
{
	enum { NAME_MOST = 64 };
	struct text rest = name, word = text_word(&rest);
	char *shown;

	if (player->named) {
		fault(judge, seat, LMC_SECOND_NAME);
		return;
	}
	if (!word.size) {
		fault(judge, seat, LMC_EMPTY_NAME);
		return;
	}
	if (rest.size && referee_broke(judge, seat, &lmc_faults[LMC_BLANK_NAME]))
		return;
	shown = bytes_escaped(word.at, word.size < NAME_MOST ? word.size : NAME_MOST);
	referee_name(judge, seat, shown, strlen(shown));
	free(shown);
	player->named = true;
	referee_ready(judge, seat);
}

enum lmc_heard lmc_hear_info(struct judge *judge, struct lmc_player *player, int seat, struct text data)
{
	struct text word = text_word(&data);

	if (text_is(word, "name"))
		take_name(judge, player, seat, data);
	else if (text_is(word, "exit") && !data.size)
		return LMC_HEARD_EXIT;
	else
		fault(judge, seat, LMC_UNKNOWN_INFO);
	return LMC_HEARD_NOTHING;
}

/* Is it an output, with a channel or without?  */
static bool is_output(const struct lmc_line *line, bool words)
{
	struct text rest = line->data;

	text_word(&rest);
	if (line->channel.at)
		return text_is(line->channel, "output");
	return !line->comment && line->data.size && (words || !rest.size);
}

bool lmc_player_is_answer(struct judge *judge, struct lmc_player *player, const struct message *message,
			  bool words)
{
	struct lmc_line line = lmc_read(message);

	if (!player->named || !is_output(&line, words))
		return false;
	lmc_forgive(judge, player, message->seat, line.leniencies);
	return !referee_match(judge)->over;
}

struct text lmc_player_answer(const struct lmc_player *player, const struct message *message, bool words)
{
	struct lmc_line line = lmc_read(message);

	if (!player->named || !player->awaited || !is_output(&line, words))
		return (struct text){0};
	return (struct text){line.data.size ? line.data.at : "", line.data.size};
}

enum lmc_heard lmc_player_heard(struct judge *judge, struct lmc_player *player, const struct message *message,
				bool words, struct text *played)
{
	struct lmc_line line = lmc_read(message);
	int seat = message->seat;

	if (line.comment)
		return LMC_HEARD_NOTHING;
	if (!line.channel.at && !line.data.size) {
		referee_drop(judge); /* an empty line says nothing, as the second half of a CR LF */
		return LMC_HEARD_NOTHING;
	}
	lmc_forgive(judge, player, seat, line.leniencies);
	if (referee_match(judge)->over)
		return LMC_HEARD_NOTHING;
	if (text_is(line.channel, "info"))
		return lmc_hear_info(judge, player, seat, line.data);
	if (!player->named) {
		fault(judge, seat, LMC_BEFORE_NAME);
		return LMC_HEARD_NOTHING;
	}
	if (line.channel.at && !text_is(line.channel, "output")) {
		fault(judge, seat, LMC_UNHEARD_CHANNEL);
		return LMC_HEARD_NOTHING;
	}
	if (!is_output(&line, words)) {
		fault(judge, seat, LMC_BLANK_LINE);
		return LMC_HEARD_NOTHING;
	}
	if (!player->awaited || message->flags & MESSAGE_UNASKED) {
		fault(judge, seat, LMC_UNASKED_OUTPUT);
		return LMC_HEARD_NOTHING;
	}
	player->awaited = false;
	*played = line.data;
	return LMC_HEARD_OUTPUT;
}

void lmc_tell_slow(struct judge *judge, const int64_t think_ns[SEATS], const int64_t moves[SEATS])
{
	const int64_t most = 100 * (int64_t)NS_PER_MS;

	for (int s = SEAT_1; s < SEATS; s++) {
		int64_t mean = moves[s] ? think_ns[s] / moves[s] : 0;

		if (mean > most && referee_setup(judge)->seat[s].kind == SEAT_AGENT) /* in whole ms */
			referee_notice_of(judge, s, &lmc_notices[LMC_SLOW],
					  (mean + NS_PER_MS / 2) / NS_PER_MS * NS_PER_MS, 0, NULL);
	}
}

/* Of sums of what is no binary fraction.  */
#define NOISE 1e-9

static double size_of(double difference)
{
	return difference < 0 ? -difference : difference;
}

static void add_sums(struct bytes *text, const struct match *match, struct lmc_chance chance, double ahead,
		     const char *rounds)
{
	bool draw = size_of(ahead) <= chance.margin + NOISE;

	bytes_addf(text, "%s%.9g : %.9g in %s", draw && size_of(ahead) > NOISE ? "a statistical draw: " : "",
		   match->sum[SEAT_1], match->sum[SEAT_2], rounds);
	if (!chance.known)
		return;
	bytes_addf(text, ", %s %.1f points", draw ? "within" : "by more than", chance.margin);
	if (size_of(chance.mean) > NOISE)
		bytes_addf(text, " from the %.9g : %.9g that chance gives", chance.mean, -chance.mean);
}

void lmc_verdict(struct judge *judge, const char *reason, struct lmc_chance chance, const char *rounds,
		 const char *said)
{
	const struct match *match = referee_match(judge);
	double ahead = (match->sum[SEAT_1] - match->sum[SEAT_2]) / 2 - chance.mean;
	struct bytes detail = {0};
	int lone = setup_lone_seat(&match->setup);

	if (said && *said)
		bytes_addf(&detail, "%s; ", said);
	if (lone != SEAT_NONE)
		bytes_addf(&detail, "a sum of %.9g in %s", match->sum[lone], rounds);
	else
		add_sums(&detail, match, chance, ahead, rounds);
	referee_verdict(judge,
			lone != SEAT_NONE                         ? WINNER_NONE
			: size_of(ahead) <= chance.margin + NOISE ? WINNER_DRAW
			: ahead > 0                               ? SEAT_1
								  : SEAT_2,
			reason, SEAT_NONE, "%s", detail.at);
	bytes_free(&detail);
}
