/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_shrink.c - leaving out items: what is left is needed, each of it; and few sets are tried. Smaller
 * moves of the systems.  */
#include "../test.h"
#include "ringside/shrink.h"

#include "ringside/protocol.h"

enum { MOST = 200 };

/* It shows if all of these items are there.  */
struct needs {
	int items[4], count;
	int all;   /* items of the list */
	int tries; /* so far */
	int stop;  /* at this try; 0: never */
};

static enum shrink shows(void *user, const bool *kept)
{
	struct needs *needs = user;

	needs->tries++;
	if (needs->stop && needs->tries >= needs->stop)
		return SHRINK_STOP;
	for (int i = 0; i < needs->count; i++)
		if (!kept[needs->items[i]])
			return SHRINK_NO;
	return SHRINK_YES;
}

static int count(const bool *kept, int all)
{
	int found = 0;

	for (int i = 0; i < all; i++)
		found += kept[i];
	return found;
}

TEST(only_what_is_needed_is_left)
{
	static const struct needs cases[] = {
		{{0}, 0, MOST, 0, 0},
		{{7}, 1, MOST, 0, 0},
		{{0, 199}, 2, MOST, 0, 0},
		{{3, 4, 150}, 3, MOST, 0, 0},
		{{1, 50, 51, 198}, 4, MOST, 0, 0},
		{{0}, 1, 1, 0, 0},
		{{0, 1}, 2, 2, 0, 0},
		{{2}, 1, 3, 0, 0},
		{{0}, 0, 0, 0, 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct needs needs = cases[i];
		bool kept[MOST];

		memset(kept, true, sizeof(kept));
		shrink(kept, needs.all, shows, &needs);
		assert_int_equal(count(kept, needs.all), needs.count);
		for (int k = 0; k < needs.count; k++)
			assert_true(kept[needs.items[k]]);
	}
}

/* Which single items can be left out depends on the others.  */
static enum shrink shows_even(void *user, const bool *kept)
{
	int left = count(kept, *(int *)user);

	return left % 2 == 0 && left >= 6 ? SHRINK_YES : SHRINK_NO;
}

TEST(nothing_that_is_left_can_be_left_out_alone)
{
	int all = 64;
	bool kept[64];

	memset(kept, true, sizeof(kept));
	shrink(kept, all, shows_even, &all);
	assert_int_equal(shows_even(&all, kept), SHRINK_YES);
	for (int i = 0; i < all; i++) {
		if (!kept[i])
			continue;
		kept[i] = false;
		assert_int_equal(shows_even(&all, kept), SHRINK_NO);
		kept[i] = true;
	}
}

/* One of 200 takes about log2(200) rounds of two, not 200 tries.  */
TEST(one_item_of_many_is_found_in_few_tries)
{
	struct needs needs = {{137}, 1, MOST, 0, 0};
	bool kept[MOST];

	memset(kept, true, sizeof(kept));
	shrink(kept, MOST, shows, &needs);
	assert_true(needs.tries <= 20);
}

TEST(a_search_that_is_stopped_leaves_a_set_that_shows)
{
	for (int stop = 1; stop < 30; stop++) {
		struct needs needs = {{3, 90, 177}, 3, MOST, 0, stop};
		bool kept[MOST];

		memset(kept, true, sizeof(kept));
		shrink(kept, MOST, shows, &needs);
		assert_int_equal(needs.tries, stop);
		needs.stop = 0;
		assert_int_equal(shows(&needs, kept), SHRINK_YES);
	}
}

/* The k-th of them has k smaller ones itself.  */
TEST(a_smaller_move_is_a_move_and_ends)
{
	static const struct {
		const char *system, *move;
		int smaller;
	} rows[] = {{"gomocup", "7,7", 16}, {"gomocup", "2,0", 2},       {"gomocup", "0,0", 0},
		    {"lmc", "scissors", 2}, {"lmc", "rock", 0},          {"asimulator", "Grab", 4},
		    {"gomocup", "swap", 0}, {"asimulator", "nothing", 0}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct protocol *protocol = protocol_named(rows[i].system);
		struct setup setup FREED_BY(setup_free);
		char *move, *form, *problem;
		int k = 0;

		setup_init(&setup);
		setup.system = protocol->name;
		setup.seat[SEAT_1].kind = setup.seat[SEAT_2].kind = SEAT_HUMAN;
		for (; (move = protocol->tools->smaller(&setup, rows[i].move, k)); k++) {
			assert_text(protocol->move_form(&(struct match){.setup = setup}, 0, move, &problem),
				    move);
			form = protocol->tools->smaller(&setup, move, k);
			assert_null(form);
			free(move);
		}
		print_message("%s %s\n", rows[i].system, rows[i].move);
		assert_int_equal(k, rows[i].smaller);
	}
}

TEST_MAIN(NULL, NULL)
