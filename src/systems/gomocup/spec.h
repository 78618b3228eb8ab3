/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec.h - the cases of the Gomocup protocol.  */
#ifndef RINGSIDE_GOMOCUP_SPEC_H
#define RINGSIDE_GOMOCUP_SPEC_H

#include "ringside/spec.h"
#include "wire.h"

extern const struct spec_case gomocup_cases[];

#endif
