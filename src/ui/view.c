/* view.c - the place in the match that is shown.  */
#include "ringside/view.h"

bool view_is_live(const struct view *view)
{
	return view->turns == VIEW_LIVE && session_shown(view->session) < 0;
}

int view_turns(const struct view *view)
{
	int count = session_match(view->session)->turn_count;

	return view->turns == VIEW_LIVE || view->turns > count ? count : view->turns;
}

int64_t view_message(const struct view *view)
{
	const struct match *match = session_match(view->session);
	int turns = view_turns(view);
	const struct turn *turn;

	if (view->turns == VIEW_LIVE || (match->over && turns == match->turn_count))
		return INT64_MAX;
	if ((turn = match_turn(match, turns)) && turn->message > 0)
		return turn->message;
	/* Before the first move, or after one that a person played: all until the next answer came.  */
	while ((turn = match_turn(match, ++turns)))
		if (turn->message > 0)
			return turn->message - 1;
	return INT64_MAX;
}

void view_goto(struct view *view, int turns)
{
	if (turns >= session_match(view->session)->turn_count)
		view->turns = VIEW_LIVE;
	else
		view->turns = turns < 0 ? 0 : turns;
}
