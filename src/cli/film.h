/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film.h - `ringside export` of a film.  */
#ifndef RINGSIDE_CLI_FILM_H
#define RINGSIDE_CLI_FILM_H

#include "ringside/cli.h"

/* The film that --format names, or else the ending of --output; NULL: none.  */
const struct file_format *cli_film_format(const struct invocation *invocation);
/* Writes it.  Returns the exit status.  */
int cli_film(struct invocation *invocation, const struct file_format *format);

#endif
