/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/blocking.h"
#include "base/log.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The thread that makes pipelines beside the draws: first those of the list, then those that draws
 * have linked, once more. Its own are `layouts` and `modules`; a job's pipeline is the worker's,
 * and lives as long. All else that two threads see is under the lock. */

enum state {
    JOB_WAITS,
    JOB_RUNS,
    JOB_MADE,
    JOB_FAILED,
    JOB_TAKEN, /* a draw makes it itself */
};

struct pipeline_job {
    struct pipeline_recipe recipe;
    uint64_t hash;
    enum state state;
    bool linked; /* by a draw, of the following */
    VkPipeline parts[PIPELINE_PARTS];
    VkPipelineLayout layout;
    VkPipeline pipeline;
    struct pipeline_job *next;       /* of the bucket */
    struct pipeline_job *next_asked; /* of what draws ask for */
};

enum { BUCKETS = 1024 };

struct pipeline_worker {
    struct pipeline_worker_options options; /* not the list */
    struct pipeline_layouts *layouts;
    struct pipeline_modules *modules; /* NULL: nothing is made ahead */
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct pipeline_job *buckets[BUCKETS];
    struct pipeline_job **listed; /* in the order of the list */
    size_t listed_count, listed_next;
    struct pipeline_job *asked, *asked_last;
    struct pipeline_worker_counts counts;
    bool tidied, stopping, ended, joined, abandoned;
    _Atomic uint64_t jobs_ended;
};

/* ---- jobs, with the lock held ---- */

static struct pipeline_job *find(struct pipeline_worker *w, const struct pipeline_recipe *recipe,
                                 uint64_t hash) {
    for (struct pipeline_job *j = w->buckets[hash % BUCKETS]; j; j = j->next)
        if (j->hash == hash && !memcmp(&j->recipe, recipe, sizeof *recipe))
            return j;
    return NULL;
}

static struct pipeline_job *add(struct pipeline_worker *w, const struct pipeline_recipe *recipe,
                                uint64_t hash) {
    struct pipeline_job *j = NEW(struct pipeline_job);
    memcpy(&j->recipe, recipe, sizeof *recipe);
    j->hash = hash;
    j->next = w->buckets[hash % BUCKETS];
    w->buckets[hash % BUCKETS] = j;
    w->counts.waiting++;
    return j;
}

static void ask(struct pipeline_worker *w, struct pipeline_job *j) {
    j->state = JOB_WAITS;
    j->next_asked = NULL;
    if (w->asked)
        w->asked_last->next_asked = j;
    else
        w->asked = j;
    w->asked_last = j;
}

/* What comes next; NULL: nothing now. */
static struct pipeline_job *next_job(struct pipeline_worker *w) {
    while (w->listed_next < w->listed_count) {
        struct pipeline_job *j = w->listed[w->listed_next++];
        if (j->state == JOB_WAITS)
            return j;
    }
    while (w->asked) {
        struct pipeline_job *j = w->asked;
        w->asked = j->next_asked;
        if (j->state == JOB_WAITS)
            return j;
    }
    return NULL;
}

/* ---- the thread ---- */

static bool make_compute(struct pipeline_worker *w, const struct pipeline_source *source,
                         VkPipeline *out, struct error *error) {
    struct vulkan *vk = w->options.vk;
    VkPipelineLayout layout;
    if (!pipeline_compute_layout(vk, source->sets[0], &layout, error))
        return false;
    const bool ok = pipeline_make_compute(vk, layout, source->modules[0], out, error);
    vkDestroyPipelineLayout(vk->device, layout, NULL);
    return ok;
}

static bool make_listed(struct pipeline_worker *w, const struct pipeline_job *j, VkPipeline *out,
                        struct error *error) {
    const struct pipeline_worker_options *o = &w->options;
    struct pipeline_source source = {.recipe = &j->recipe, .layouts = w->layouts};
    VkPipeline parts[PIPELINE_PARTS];
    VkPipelineLayout layout;
    if (!pipeline_modules_find(w->modules, &source, error))
        return false;
    if (j->recipe.is_compute)
        return make_compute(w, &source, out, error);
    if (!o->parts)
        return pipeline_make(o->vk, &source, out, error);
    return pipeline_layout_find(w->layouts, source.sets, EVERY_STAGE, &layout, error) &&
           pipeline_parts_find(o->parts, &source, parts, error) &&
           pipeline_link(o->vk, layout, parts, true, out, error);
}

/* `linked`: when the job began a draw had linked its parts, which change no more. */
static bool make(struct pipeline_worker *w, const struct pipeline_job *j, bool linked,
                 VkPipeline *out, struct error *error) {
    const struct pipeline_worker_options *o = &w->options;
    *out = VK_NULL_HANDLE;
    return linked ? pipeline_link(o->vk, j->layout, j->parts, true, out, error)
                  : make_listed(w, j, out, error);
}

static void do_job(struct pipeline_worker *w, struct pipeline_job *j) {
    static bool failed;
    struct error error = {0};
    VkPipeline made;
    const bool linked = j->linked;
    j->state = JOB_RUNS;
    pthread_mutex_unlock(&w->lock);
    const bool ok = make(w, j, linked, &made, &error);
    if (!ok)
        log_once(&failed, LOG_GPU, "a pipeline beside the draws: %s; draws make their own",
                 error.text);
    pthread_mutex_lock(&w->lock);
    if (!ok && !linked && j->linked) { /* meanwhile */
        ask(w, j);
        return;
    }
    j->pipeline = ok ? made : VK_NULL_HANDLE;
    j->state = ok ? JOB_MADE : JOB_FAILED;
    w->counts.ahead += ok && !linked;
    w->counts.optimized += ok && linked;
    w->counts.waiting--;
    atomic_fetch_add(&w->jobs_ended, 1);
    pthread_cond_broadcast(&w->changed);
}

static void *run(void *argument) {
    struct pipeline_worker *w = argument;
    pthread_mutex_lock(&w->lock);
    while (!w->stopping) {
        struct pipeline_job *j = next_job(w);
        if (j) {
            do_job(w, j);
            continue;
        }
        if (w->modules && !w->tidied) { /* the list has come to its end */
            w->tidied = true;
            pthread_mutex_unlock(&w->lock);
            pipeline_modules_forget(w->modules);
            pipeline_modules_trim(w->modules);
            pthread_mutex_lock(&w->lock);
            continue;
        }
        blocking_call("the next pipeline"); /* a thread that holds no core */
        pthread_cond_wait(&w->changed, &w->lock);
    }
    w->ended = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- its beginning and end ---- */

static void take_list(struct pipeline_worker *w, const struct pipeline_list *list) {
    const size_t count = pipeline_list_count(list);
    w->listed = NEW_ARRAY(struct pipeline_job *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct pipeline_recipe *recipe = pipeline_list_at(list, i);
        const uint64_t hash = pipeline_recipe_hash(recipe);
        if (!find(w, recipe, hash))
            w->listed[w->listed_count++] = add(w, recipe, hash);
    }
}

static void destroy(struct pipeline_worker *w) {
    for (unsigned i = 0; i < BUCKETS; i++)
        while (w->buckets[i]) {
            struct pipeline_job *j = w->buckets[i];
            w->buckets[i] = j->next;
            vkDestroyPipeline(w->options.vk->device, j->pipeline, NULL);
            free(j);
        }
    pipeline_modules_free(w->modules);
    pipeline_layouts_free(w->layouts);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    free(w->listed);
    free(w);
}

bool pipeline_worker_new(const struct pipeline_worker_options *options,
                         struct pipeline_worker **out, struct error *error) {
    struct pipeline_worker *w = NEW(struct pipeline_worker);
    w->options = *options;
    w->options.list = NULL;
    w->options.folder = NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->layouts = pipeline_layouts_new(options->vk, options->parts);
    if (options->folder) {
        w->modules = pipeline_modules_new(options->vk, options->folder);
        take_list(w, options->list);
    }
    const int failed = pthread_create(&w->thread, NULL, run, w);
    if (failed) {
        destroy(w);
        return error_set(error, ERROR_LIMIT, "GPU: no thread: %s; raise the limit of processes",
                         strerror(failed));
    }
    *out = w;
    return true;
}

void pipeline_worker_stop(struct pipeline_worker *w) {
    blocking_call("the end of the thread that makes pipelines");
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_broadcast(&w->changed);
    while (!w->ended && !w->abandoned)
        pthread_cond_wait(&w->changed, &w->lock);
    const bool joins = w->ended && !w->joined;
    w->joined |= joins;
    pthread_mutex_unlock(&w->lock);
    if (joins)
        pthread_join(w->thread, NULL);
}

void pipeline_worker_abandon(struct pipeline_worker *w) {
    pthread_mutex_lock(&w->lock);
    w->abandoned = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void pipeline_worker_free(struct pipeline_worker *w) {
    if (!w)
        return;
    pipeline_worker_stop(w);
    destroy(w);
}

/* ---- for the thread that draws ---- */

VkPipeline pipeline_worker_take(struct pipeline_worker *w, const struct pipeline_recipe *recipe) {
    const uint64_t hash = pipeline_recipe_hash(recipe);
    blocking_call("a pipeline that is being made");
    pthread_mutex_lock(&w->lock);
    struct pipeline_job *j = find(w, recipe, hash);
    const bool whole = !w->options.parts || recipe->is_compute;
    while (j && j->state == JOB_RUNS && whole && !w->abandoned)
        pthread_cond_wait(&w->changed, &w->lock);
    VkPipeline made = j && j->state == JOB_MADE ? j->pipeline : VK_NULL_HANDLE;
    if (j && j->state == JOB_WAITS && whole) {
        j->state = JOB_TAKEN;
        w->counts.waiting--;
    }
    pthread_mutex_unlock(&w->lock);
    return made;
}

/* One of the list that failed may come to something with parts that a draw has linked. */
struct pipeline_job *pipeline_worker_optimize(struct pipeline_worker *w,
                                              const struct pipeline_recipe *recipe,
                                              VkPipelineLayout layout,
                                              const VkPipeline parts[PIPELINE_PARTS]) {
    const uint64_t hash = pipeline_recipe_hash(recipe);
    pthread_mutex_lock(&w->lock);
    struct pipeline_job *j = find(w, recipe, hash);
    if (!j)
        j = add(w, recipe, hash);
    if (!j->linked && j->state != JOB_MADE) {
        j->linked = true;
        j->layout = layout;
        memcpy(j->parts, parts, sizeof j->parts);
        w->counts.waiting += j->state == JOB_FAILED;
        if (j->state != JOB_RUNS)
            ask(w, j);
    }
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    return j;
}

uint64_t pipeline_worker_ended(struct pipeline_worker *w) {
    return atomic_load(&w->jobs_ended);
}

bool pipeline_job_ended(struct pipeline_worker *w, const struct pipeline_job *job,
                        VkPipeline *out) {
    pthread_mutex_lock(&w->lock);
    const bool ended = job->state == JOB_MADE || job->state == JOB_FAILED;
    *out = job->state == JOB_MADE ? job->pipeline : VK_NULL_HANDLE;
    pthread_mutex_unlock(&w->lock);
    return ended;
}

void pipeline_worker_count(struct pipeline_worker *w, struct pipeline_worker_counts *out) {
    pthread_mutex_lock(&w->lock);
    *out = w->counts;
    pthread_mutex_unlock(&w->lock);
}
