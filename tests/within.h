/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* within.h - a number lies between two others: cmocka 2 warns of assert_in_range(), and 1 has no other.  */
#ifndef RINGSIDE_TESTS_WITHIN_H
#define RINGSIDE_TESTS_WITHIN_H

#include <inttypes.h>
#include <stdint.h>

#define assert_within(value, least, most)                                                                    \
	do {                                                                                                 \
		const int64_t within_is = (int64_t)(value);                                                  \
		const int64_t within_least = (int64_t)(least);                                               \
		const int64_t within_most = (int64_t)(most);                                                 \
                                                                                                             \
		if (within_is < within_least || within_is > within_most)                                     \
			fail_msg("%" PRId64 " is not within %" PRId64 " and %" PRId64, within_is,            \
				 within_least, within_most);                                                 \
	} while (0)

#endif
