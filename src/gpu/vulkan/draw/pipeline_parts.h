/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DRAW_PIPELINE_PARTS_H
#define WINDLASS_GPU_VULKAN_DRAW_PIPELINE_PARTS_H

#include "base/file.h"
#include "gpu/vulkan/draw/pipeline.h"

/* What the files of pipelines share. Two threads make them: the one that draws, and one beside it
 * (pipeline_worker.c). Each has layouts of its own, which Vulkan takes for the same where they are
 * defined alike; the driver's cache and the parts belong to both. */

/* ---- what a pipeline is made of, in any process ---- */

/* A key with names for numbers; or the one name of a launch's program. Compared as bytes, and kept
 * on disk as such. */
struct pipeline_recipe {
    struct pipeline_vertices vertices;
    struct pipeline_rest rest; /* `units`: 1 where there is one */
    char names[PIPELINE_STAGES][TRANSLATION_KEY_SIZE];
    bool is_compute; /* names[0] is its program's; all else is zero */
};
void pipeline_recipe_of_compute(const struct shader_unit *unit, struct pipeline_recipe *out);
void pipeline_recipe_of(const struct pipeline_key *key,
                        const struct shader_unit *const units[PIPELINE_STAGES],
                        struct pipeline_recipe *out);
/* Whether it is one that this program could have written: nothing leads out of its arrays. */
bool pipeline_recipe_is_sound(const struct pipeline_recipe *recipe);
uint64_t pipeline_recipe_hash(const struct pipeline_recipe *recipe);
uint64_t pipeline_hash(uint64_t hash, const void *from, size_t size);

/* The four parts of VK_EXT_graphics_pipeline_library. */
enum pipeline_part { PART_VERTEX_INPUT, PART_SHADERS, PART_FRAGMENT, PART_OUTPUT, PIPELINE_PARTS };
/* What of a recipe a part is made of; the rest is zero. */
void pipeline_recipe_part(const struct pipeline_recipe *recipe, enum pipeline_part part,
                          struct pipeline_recipe *out);

/* ---- layouts, one thread's ---- */

struct pipeline_layouts;
/* `parts`: for parts that are linked. */
struct pipeline_layouts *pipeline_layouts_new(struct vulkan *vk, bool parts);
void pipeline_layouts_free(struct pipeline_layouts *l);
/* By their sets; NULL: a stage that is off has nothing in its. `stages`: a bit for each stage whose
 * set is known; others only where parts are linked. */
enum { EVERY_STAGE = (1 << PIPELINE_STAGES) - 1 };
MUST_CHECK bool pipeline_layout_find(struct pipeline_layouts *l,
                                     const struct set_layout *const sets[PIPELINE_STAGES],
                                     uint32_t stages, VkPipelineLayout *out, struct error *error);

/* ---- objects of Vulkan ---- */

struct pipeline_source {
    const struct pipeline_recipe *recipe;
    VkShaderModule modules[PIPELINE_STAGES];
    const struct set_layout *sets[PIPELINE_STAGES];
    struct pipeline_layouts *layouts; /* the thread's */
};
MUST_CHECK bool pipeline_make(struct vulkan *vk, const struct pipeline_source *source,
                              VkPipeline *out, struct error *error);
MUST_CHECK bool pipeline_make_compute(struct vulkan *vk, VkPipelineLayout layout,
                                      VkShaderModule module, VkPipeline *out, struct error *error);
MUST_CHECK bool pipeline_make_part(struct vulkan *vk, const struct pipeline_source *source,
                                   enum pipeline_part part, VkPipeline *out, struct error *error);
/* `optimized`: as good as if it had been made whole, which takes as long. */
MUST_CHECK bool pipeline_link(struct vulkan *vk, VkPipelineLayout layout,
                              const VkPipeline parts[PIPELINE_PARTS], bool optimized,
                              VkPipeline *out, struct error *error);

/* Parts by what they are made of, each made once; for all threads. */
struct pipeline_parts;
struct pipeline_parts *pipeline_parts_new(struct vulkan *vk);
void pipeline_parts_free(struct pipeline_parts *p);
/* All of a pipeline's; they live as long as `p`. Waits for one that another thread makes. */
MUST_CHECK bool pipeline_parts_find(struct pipeline_parts *p, const struct pipeline_source *source,
                                    VkPipeline out[PIPELINE_PARTS], struct error *error);
uint64_t pipeline_parts_count(struct pipeline_parts *p);

/* ---- files of the folder ---- */

/* A file of this device and driver, with a hash over it; `kind`: eight characters, and `unit`:
 * bytes of one record. False: there is none, or it is another's or damaged. blob_free(out). */
MUST_CHECK bool pipeline_file_read(const struct vulkan *vk, const char *path, const char *kind,
                                   uint32_t unit, struct blob *out);
MUST_CHECK bool pipeline_file_write(const struct vulkan *vk, const char *folder, const char *path,
                                    const char *kind, uint32_t unit, const void *data, size_t size,
                                    struct error *error);

/* The recipes that a program's draws have asked for, in the order of their first draws. One
 * thread's. */
struct pipeline_list;
struct pipeline_list *pipeline_list_open(struct vulkan *vk, const char *folder,
                                         const char *program);
void pipeline_list_close(struct pipeline_list *l); /* kept, where it has changed */
size_t pipeline_list_count(const struct pipeline_list *l);
const struct pipeline_recipe *pipeline_list_at(const struct pipeline_list *l, size_t i);
void pipeline_list_used(struct pipeline_list *l, const struct pipeline_recipe *recipe);

/* Modules of translations that lie on disk. One thread's. */
struct pipeline_modules;
struct pipeline_modules *pipeline_modules_new(struct vulkan *vk, const char *folder);
void pipeline_modules_free(struct pipeline_modules *m);
/* The modules and sets of a recipe; of a launch's, those of its stage 0. */
MUST_CHECK bool pipeline_modules_find(struct pipeline_modules *m, struct pipeline_source *source,
                                      struct error *error);
/* Modules go, of which nothing is made at the moment; the sets stay. */
void pipeline_modules_forget(struct pipeline_modules *m);
/* So do translations that were not used for longest, where all of them take too much of the disk.
 */
void pipeline_modules_trim(const struct pipeline_modules *m);

/* ---- the thread beside the draws ---- */

struct pipeline_worker;
struct pipeline_job;

struct pipeline_worker_options {
    struct vulkan *vk;
    struct pipeline_parts *parts; /* NULL: pipelines are made whole */
    const char *folder;           /* of translations; NULL: nothing is made ahead */
    const struct pipeline_list *list;
};
/* Takes the list's recipes as what it has to make; the list may change behind that. */
MUST_CHECK bool pipeline_worker_new(const struct pipeline_worker_options *options,
                                    struct pipeline_worker **out, struct error *error);
void pipeline_worker_stop(struct pipeline_worker *w); /* as pipelines_stop */
void pipeline_worker_abandon(struct pipeline_worker *w);
void pipeline_worker_free(struct pipeline_worker *w); /* stopped */

/* A draw needs a pipeline of this recipe. It gets the one that was made ahead, or is just being
 * made (for which it waits where pipelines are made whole), else none: then it makes its own, and
 * the thread none. */
VkPipeline pipeline_worker_take(struct pipeline_worker *w, const struct pipeline_recipe *recipe);
/* A draw has linked these parts: the thread shall link them again. pipeline_job_made says when. */
struct pipeline_job *pipeline_worker_optimize(struct pipeline_worker *w,
                                              const struct pipeline_recipe *recipe,
                                              VkPipelineLayout layout,
                                              const VkPipeline parts[PIPELINE_PARTS]);
/* Grows whenever a job has come to its end. */
uint64_t pipeline_worker_ended(struct pipeline_worker *w);
/* False: it goes on. *out: none where it failed. */
bool pipeline_job_ended(struct pipeline_worker *w, const struct pipeline_job *job, VkPipeline *out);

struct pipeline_worker_counts {
    uint64_t ahead, optimized, waiting;
};
void pipeline_worker_count(struct pipeline_worker *w, struct pipeline_worker_counts *out);

#endif
