/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATION_FILE_H
#define WINDLASS_GPU_SHADER_TRANSLATION_FILE_H

#include "gpu/shader/translate.h"

#include "base/strbuf.h"

/* A translation as bytes: a head with a hash of all that follows, the contract, the module. */

enum { TRANSLATION_LIMIT = 64 << 20 /* bytes */ };

MUST_CHECK bool translation_write(const struct shader_translation *translation, struct strbuf *out,
                                  struct error *error);
/* Fails where the bytes are of another version or not what was written; nothing in them is trusted
 * beyond the hash, but what the module says in its own language. shader_translation_free(out). */
MUST_CHECK bool translation_read(const uint8_t *bytes, size_t size, struct shader_translation *out,
                                 struct error *error);

/* ---- kept on disk ---- */

#define TRANSLATION_KEY_SIZE 65 /* SHA-256 in hexadecimal */

/* The hash of all that a translation is made of: the program, the key with its facts, and the
 * sources of the translator. */
MUST_CHECK bool translation_key(const struct shader_program *program, const struct shader_key *key,
                                char out[TRANSLATION_KEY_SIZE], struct error *error);
/* From the folder, a file a key; where it has none that is whole, shader_translate makes it, and it
 * is kept. Fails only where shader_translate does: what cannot be kept is one warning. Several
 * processes may share a folder. NULL: none is kept. `name`: what translation_key says. */
MUST_CHECK bool shader_translate_cached(const char *folder, const struct shader_program *program,
                                        const struct shader_key *key,
                                        char name[TRANSLATION_KEY_SIZE],
                                        struct shader_translation *out, struct error *error);
/* What is no translation of a program, kept under the hash of its words and contract, the name.
 * NULL: it is only named. What cannot be kept is one warning. */
MUST_CHECK bool translation_keep(const char *folder, const struct shader_translation *translation,
                                 char name[TRANSLATION_KEY_SIZE], struct error *error);
/* What the folder has under such a name. False: nothing, or nothing whole, which was said. */
MUST_CHECK bool translation_load(const char *folder, const char *name,
                                 struct shader_translation *out);
/* Removes files, longest unused first, until the rest takes at most `limit` bytes. */
void translation_cache_trim(const char *folder, uint64_t limit);

#endif
