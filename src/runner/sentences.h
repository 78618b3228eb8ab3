/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sentences.h - which sentences of its protocol's document an agent breaks in what another judge and it say
 * (ringside tap --check).
 *
 * The cases of `ringside check` (ringside/spec.h) are followed as far as the judge happens to ask what they
 * ask.  Nothing is sent.  */
#ifndef RINGSIDE_RUNNER_SENTENCES_H
#define RINGSIDE_RUNNER_SENTENCES_H

#include <stdbool.h>
#include <stddef.h>

struct protocol;
struct setup;
struct sentences;

/* Are there sentences that can be heard?  */
bool sentences_can(const struct protocol *protocol);
/* From the beginning of the process on.  */
struct sentences *sentences_new(const struct protocol *protocol, const struct setup *setup);
/* The judge says this message.  */
void sentences_told(struct sentences *sentences, const char *bytes, size_t size);
/* The agent writes these bytes to its stdout.  */
void sentences_wrote(struct sentences *sentences, const char *bytes, size_t size);
/* The next remark, for people, a case each; NULL: there is none.  The caller frees.  */
char *sentences_next(struct sentences *sentences);
/* NULL is fine.  */
void sentences_free(struct sentences *sentences);

#endif
