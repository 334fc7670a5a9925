/* SPDX-License-Identifier: MIT */
#include "lift/workers.h"

#include "base/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct crew {
    size_t pieces;
    atomic_size_t next;
    workers_piece *run;
    void *context;
};

struct worker {
    struct crew *crew;
    unsigned number;
    pthread_t thread;
};

/* That this process may run on. */
static unsigned processors(void) {
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0) /* fails above 1,024 */
        return (unsigned)CPU_COUNT(&set);
    return online > 0 ? (unsigned)online : 1;
}

unsigned workers_count(unsigned wanted, size_t pieces) {
    size_t threads = wanted ? wanted : processors();
    return threads < pieces ? (unsigned)threads : pieces ? (unsigned)pieces : 1;
}

static void *work(void *context) {
    const struct worker *w = context;
    struct crew *crew = w->crew;
    for (size_t i; (i = atomic_fetch_add(&crew->next, 1)) < crew->pieces;)
        crew->run(crew->context, w->number, i);
    return NULL;
}

void workers_run(unsigned threads, size_t pieces, workers_piece *run, void *context) {
    struct crew crew = {.pieces = pieces, .run = run, .context = context};
    struct worker *workers = NEW_ARRAY(struct worker, threads ? threads : 1);
    unsigned started = 1;
    workers[0] = (struct worker){.crew = &crew};
    for (; started < threads; started++) {
        workers[started] = (struct worker){.crew = &crew, .number = started};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    free(workers);
}
