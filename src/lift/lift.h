/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_LIFT_H
#define WINDLASS_LIFT_LIFT_H

#include "base/error.h"
#include "base/strbuf.h"
#include "container/program.h"
#include "lift/machine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program becomes C: functions are found, analysed and printed, with a table file, the image and
 * a build.ninja beside them; lift_build turns the folder into an executable. */

#define LIFT_BASE       0x08000000ull /* first module; the next ones 2 MiB aligned after it */
#define LIFT_COMPILER   "clang-19"
#define LIFT_FILE_MIN   1500 /* instructions a C file, by the number of processors */
#define LIFT_FILE_MAX   8000
#define LIFT_FILE_LARGE 20000 /* one function may be longer: its compiler wants more memory */

/* How much of FPCR and FPSR lifted code keeps: what the program can see of it, all, or nothing and
 * results that differ (docs/float.md). */
enum lift_float { LIFT_FLOAT_AUTO, LIFT_FLOAT_EXACT, LIFT_FLOAT_FAST };

/* stage: "functions", "C files", "compile"; total may be 0 while it is unknown. Called from any
 * thread of the lifter, by one at a time. */
typedef void lift_progress(void *context, const char *stage, size_t done, size_t total);

struct lift_options {
    const char *folder; /* where the output goes; made when missing */
    uint64_t base;      /* 0: LIFT_BASE */
    int optimisation;   /* 1, 2 or 3; 0: 2 */
    bool debug;         /* pc and registers exact in the struct at every instruction */
    bool any_calls;     /* code behind pointers need not keep to the procedure call standard */
    bool counted;       /* code takes steps: see LIFTED_COUNTED in core/lifted.h */
    enum lift_float float_mode;
    enum machine machine;          /* the oldest processor that it shall run on */
    unsigned jobs;                 /* threads and compilers; 0: by cores and free memory */
    const char *launcher;          /* put before the compiler: "ccache"; NULL: none */
    const char *compiler;          /* NULL: LIFT_COMPILER */
    size_t file_instructions;      /* 0: LIFT_FILE_MIN to LIFT_FILE_MAX */
    const char *include_folder;    /* holds core/lifted.h and a64/lifted_ops.h */
    const char *const *archives;   /* static libraries of the runtime, NULL-terminated */
    const char *const *link_flags; /* "-lSDL2", ...; NULL-terminated */
    lift_progress *progress;       /* may be NULL */
    void *context;
};

struct lift_stats {
    size_t functions, blocks, instructions; /* as emitted; shared blocks count each time */
    size_t text_words, lifted_words;        /* words of the text, and those in some function */
    size_t c_bytes, c_files;
    size_t jump_tables, jump_tables_proved;
    size_t computed_gotos;    /* BR through pointers in writable memory: labels found, by address */
    size_t indirect_branches; /* BR that stayed a general indirect branch */
    size_t indirect_calls;    /* BLR */
    size_t unknown_words;     /* reached words without a row */
    size_t spins;             /* loops that only another thread can end: through a gate */
    size_t places, places_left; /* landing pads and the like; without a function */
    size_t left_to_interpreter; /* unknown words, and code that runs out of the text */
    unsigned float_level;       /* A64_FLOAT_* */
    double seconds;
};

MUST_CHECK bool lift_program(const struct program *program, const struct lift_options *options,
                             struct lift_stats *stats, struct error *error);

/* Name of a supervisor call; NULL: there is none. */
typedef const char *lift_svc_name(uint32_t number);
/* What lift_program would make of each place where code touches the system or leaves straight flow,
 * added to `out` as text or JSON. Of the options only the base counts. svc_name may be NULL. */
MUST_CHECK bool lift_coverage(const struct program *program, const struct lift_options *options,
                              lift_svc_name *svc_name, bool json, struct strbuf *out,
                              struct error *error);

/* Runs ninja in options->folder; `executable` is the path of the result. Compiler messages stand
 * in the error. Where a compiler was killed, which is for want of memory as a rule, fewer of them
 * run at a time; objects that are not what the compiler made are made once more. */
MUST_CHECK bool lift_build(const struct lift_options *options, struct strbuf *executable,
                           struct error *error);

/* The flags that shape the output, as text: part of the cache key. */
void lift_options_key(const struct lift_options *options, struct strbuf *out);

#endif
