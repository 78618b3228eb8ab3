/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_layout.c - no pane covers another or leaves the screen, at any size.  */
#include "../test.h"
#include "ringside/layout.h"

static const struct channel_pane few[] = {
	{"commands", 1}, {"moves", 2}, {"MESSAGE", 4}, {"DEBUG", 8}, {"ERROR UNKNOWN", 16},
	{"stderr", 32},  {0}};
static const struct channel_pane one[] = {{"all", CHANNEL_ALL}, {0}};
static const struct channel_pane many[] = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1},
					   {"g", 1}, {"h", 1}, {"i", 1}, {"j", 1}, {"k", 1}, {0}};

static const char *const layouts[] = {
#define X(name, help) name,
	LAYOUTS(X)
#undef X
};

enum { LAYOUT_COUNT = sizeof(layouts) / sizeof(layouts[0]) };

static bool inside(struct area area, struct area body)
{
	return area.y >= body.y && area.x >= body.x && area.y + area.height <= body.y + body.height &&
	       area.x + area.width <= body.x + body.width;
}

static bool disjoint(struct area a, struct area b)
{
	return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

static void check(const struct layout_request *request)
{
	struct place places[LAYOUT_PLACES];
	int count = layout_places(request, places);

	if (count < 1 || count > LAYOUT_PLACES)
		fail_msg("%s in %d x %d: %d panes", request->name, request->body.height, request->body.width,
			 count);
	for (int i = 0; i < count; i++) {
		struct area area = places[i].area;

		if (!inside(area, request->body))
			fail_msg("%s in %d x %d: pane %d leaves the body", request->name,
				 request->body.height, request->body.width, i);
		if (area.height < 3 || area.width < 10)
			fail_msg("%s in %d x %d: pane %d is %d x %d", request->name, request->body.height,
				 request->body.width, i, area.height, area.width);
		for (int j = 0; j < i; j++)
			if (!disjoint(area, places[j].area))
				fail_msg("%s in %d x %d: panes %d and %d overlap", request->name,
					 request->body.height, request->body.width, i, j);
	}
}

TEST(panes_never_overlap_or_leave_the_screen)
{
	const struct channel_pane *const panes[] = {few, one, many, NULL};
	static const int boards[][2] = {{17, 33}, {5, 8}, {66, 140}};
	static const struct layout_shifts shifts[] = {
		{{5, -7, 3, 0}, {{1, 2, -3, 4}, {-9, 9, -9, 9}, {2, 2, 2, 2}}},
		{{1000, -1000, 1000, 1000}, {{-1000, 1000, 1000, -1000}, {1000, 1000, -1000, 1}, {1000}}},
	};

	for (int height = LAYOUT_HEIGHT; height <= 200; height++)
		for (int width = LAYOUT_WIDTH; width <= 400; width += width < 170 ? 1 : 7)
			for (int i = 0; i < LAYOUT_COUNT; i++)
				for (int k = 0; k < 4; k++)
					check(&(struct layout_request){
						.name = layouts[i],
						.body = layout_screen(height, width).body,
						.agents = (unsigned)((height + width) % 8),
						.board_height = boards[k % 3][0],
						.board_width = boards[k % 3][1],
						.panes = panes[k],
						.gdb = width % 2 != 0,
						.seat = (height + k) % 3,
						.shifts = k < 2 ? &shifts[k] : NULL});
}

TEST(the_parts_of_the_screen_cover_it_without_a_gap)
{
	for (int height = LAYOUT_HEIGHT; height <= 200; height++) {
		struct screen_areas areas = layout_screen(height, 80);

		assert_int_equal(areas.header.y, 0);
		assert_int_equal(areas.body.y, areas.header.height);
		assert_int_equal(areas.timeline.y, areas.body.y + areas.body.height);
		assert_int_equal(areas.timeline.height, height >= 30 ? 2 : 1);
		assert_int_equal(areas.prompt.y, areas.timeline.y + areas.timeline.height);
		assert_int_equal(areas.hint.y, height - 1);
	}
}

static struct layout_request gomoku(const char *name, int height, int width)
{
	return (struct layout_request){.name = name,
				       .body = layout_screen(height, width).body,
				       .agents = 1u << SEAT_1 | 1u << SEAT_2,
				       .board_height = 16,
				       .board_width = 33,
				       .panes = few};
}

TEST(the_whole_board_is_visible_at_80_by_24)
{
	struct layout_request request = gomoku("auto", 24, 80);
	struct place places[LAYOUT_PLACES];

	assert_int_equal(layout_places(&request, places), 4);
	assert_int_equal(places[0].kind, PLACE_BOARD);
	assert_int_equal(places[0].area.width, 35);
	assert_true(places[0].area.height >= 18);
}

TEST(the_moves_are_listed_below_a_board_that_leaves_room)
{
	struct layout_request request = gomoku("wide", 50, 160);
	struct place places[LAYOUT_PLACES];
	int count = layout_places(&request, places);

	assert_int_equal(count, 6);
	assert_int_equal(places[0].kind, PLACE_BOARD);
	assert_int_equal(places[0].area.height, 16 + 2 + 5); /* with the evaluations */
	assert_int_equal(places[1].kind, PLACE_TRAFFIC);     /* it keeps its digit */
	assert_int_equal(places[5].kind, PLACE_MOVES);
	assert_int_equal(places[5].area.y, places[0].area.y + places[0].area.height);
	assert_int_equal(places[5].area.x, places[0].area.x);
	request.board_height = request.body.height - 2 - 8;
	assert_int_equal(layout_places(&request, places), 6);
	assert_int_equal(places[0].area.height, request.board_height + 2);
	request.board_height++; /* then the last column has it, on a tall screen */
	assert_int_equal(layout_places(&request, places), 6);
	assert_int_equal(places[5].kind, PLACE_MOVES);
	assert_int_equal(places[5].area.x, places[3].area.x);
	assert_int_equal(places[5].area.y + places[5].area.height, request.body.y + request.body.height);
	request = gomoku("wide", 30, 160);
	assert_int_equal(layout_places(&request, places), 5);
	request = gomoku("wide", 60, 220); /* large stones leave fewer rows */
	request.board_height = request.body.height - 2 - 5;
	assert_int_equal(layout_places(&request, places), 6);
	assert_int_equal(places[5].area.height, 5);
	request = gomoku("moves", 24, 80);
	assert_int_equal(layout_places(&request, places), 2);
	assert_int_equal(places[1].kind, PLACE_MOVES);
}

TEST(auto_is_wide_from_120_columns_on)
{
	struct layout_request narrow = gomoku("auto", 24, 119), wide = gomoku("auto", 24, 120);
	struct place places[LAYOUT_PLACES];

	assert_int_equal(layout_places(&narrow, places), 4);
	assert_int_equal(layout_places(&wide, places), 5);
}

TEST(a_person_has_no_traffic_pane)
{
	struct layout_request request = gomoku("auto", 24, 80);
	struct place places[LAYOUT_PLACES];

	request.agents = 1u << SEAT_2;
	assert_int_equal(layout_places(&request, places), 3);
	assert_int_equal(places[1].seat, SEAT_2);
}

TEST(a_game_program_has_panes_of_its_own)
{
	static const char *const names[] = {"narrow", "wide"};
	struct place places[LAYOUT_PLACES];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct layout_request request = gomoku(names[i], 24, 160);
		int without = layout_places(&request, places), found = 0, with;

		request.agents |= 1u << SEAT_NONE;
		with = layout_places(&request, places);
		assert_int_equal(with, without + 1);
		for (int k = 0; k < with; k++)
			found += places[k].program && places[k].seats == 1u << SEAT_NONE;
		assert_int_equal(found, 1);
	}
}

TEST(gdb_is_below_the_others_in_every_layout)
{
	struct place places[LAYOUT_PLACES];

	for (int i = 0; i < LAYOUT_COUNT; i++) {
		struct layout_request request = gomoku(layouts[i], 24, 80);
		int count;

		request.gdb = true;
		count = layout_places(&request, places);
		assert_true(count >= 2);
		assert_int_equal(places[count - 1].kind, PLACE_GDB);
		assert_int_equal(places[count - 1].area.width, 80);
		assert_true(places[count - 1].area.height >= 10);
		for (int k = 0; k < count - 1; k++)
			assert_true(places[k].kind != PLACE_GDB &&
				    places[k].area.y + places[k].area.height <= places[count - 1].area.y);
	}
}

TEST(the_selected_agent_cycles_through_the_seats)
{
	assert_int_equal(layout_next_seat(7, SEAT_2, 1), SEAT_NONE);
	assert_int_equal(layout_next_seat(7, SEAT_NONE, -1), SEAT_2);
	assert_int_equal(layout_next_seat(6, SEAT_2, 1), SEAT_1);
	assert_int_equal(layout_next_seat(3, SEAT_1, 1), SEAT_NONE);
	assert_int_equal(layout_next_seat(4, SEAT_2, 1), SEAT_2);
}

TEST(channels_shows_both_seats_if_there_is_room)
{
	struct layout_request narrow = gomoku("channels", 24, 80), wide = gomoku("channels", 50, 160);
	struct place places[LAYOUT_PLACES];

	assert_int_equal(layout_places(&wide, places), 12);
	assert_int_equal(layout_places(&narrow, places), 6);
	assert_int_equal(places[0].seat, SEAT_1);
	narrow.seat = SEAT_2;
	layout_places(&narrow, places);
	assert_int_equal(places[0].seat, SEAT_2);
	assert_true(places[0].area.height >= 6);
}

TEST(layouts_are_known_by_name)
{
	assert_non_null(layout_named("channels"));
	assert_null(layout_named("tables"));
	assert_string_equal(layout_named("terminals"), "terminals");
	assert_null(layout_named("tables"));
}

TEST_MAIN(NULL, NULL)
