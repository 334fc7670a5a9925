/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_OUTPUT_H
#define WINDLASS_LIFT_OUTPUT_H

#include "lift/discover.h"
#include "lift/lift.h"
#include "lift/summary.h"

/* The files that a lifted program consists of, in options->folder:
 *   code_0000.c ...   functions, some thousand instructions a file
 *   table.c           struct lifted_program with everything that core/ must know
 *   image.S, *.bin    the module images and the whole file, by .incbin
 *   build.ninja       makes ./program of them and the runtime's archives: each object with a file
 *                     NAME.o.sum of its hash, which is looked at again before they are linked */

/* A C file to compile. */
struct output_object {
    char *name;          /* without its ending */
    size_t instructions; /* of functions in it */
};

struct output {
    const struct lift_options *options;
    unsigned float_level; /* A64_FLOAT_*, the same in all C files */
    struct output_object *objects;
    size_t object_count, object_room;
    size_t c_bytes, c_files, instructions_done, instructions_total;
    bool shared; /* ./program is a shared object without images: see sequence.h */
};

void output_add_object(struct output *o, const char *name, size_t instructions);
/* The objects' names. */
void output_free(struct output *o);
/* Instructions a C file: small enough that all processors have work, not so small that reading the
 * headers counts. */
size_t output_file_limit(const struct output *o);
/* What each C file of functions begins with. */
void output_head(const struct output *o, struct strbuf *out);
MUST_CHECK bool output_code(struct output *o, const struct text *t, const struct discovery *d,
                            const struct summary *s, struct error *error);
/* Removes the C files that an earlier, larger output left in the folder. */
void output_remove_stale(const struct output *o);
MUST_CHECK bool output_tables(struct output *o, const struct program *p, const struct text *texts,
                              const struct discovery *found, struct error *error);
MUST_CHECK bool output_ninja(struct output *o, struct error *error);
/* Writes folder/name; a file that already says the same keeps its time, so that ninja does not
 * compile it again. */
MUST_CHECK bool output_file(const struct lift_options *options, const char *name, const void *data,
                            size_t size, struct error *error);
/* The module's name as it may stand in C strings and file names. */
char *output_module_name(const struct module *m);

#endif
