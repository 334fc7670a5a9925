/* SPDX-License-Identifier: MIT */
#include "differential.h"

#include "compare.h"
#include "expect.h"
#include "paths.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *outcome_name(enum outcome outcome) {
    static const char *const names[] = {
        [OUTCOME_PASSED] = "passed", [OUTCOME_FAILED] = "FAILED", [OUTCOME_SKIPPED] = "skipped"};
    return names[outcome];
}

static void output_name(const struct scene *scene, const struct output *o, char *out, size_t size) {
    if (o->kind == OUTPUT_RESOURCE)
        snprintf(out, size, "%s", scene->resources[o->at].name);
    else if (o->kind == OUTPUT_TARGET)
        snprintf(out, size, "rt%u", o->at);
    else
        snprintf(out, size, "depth");
}

/* Does the other compiler's module mean on this device what it means on the guest's? */
static bool has_reference(const struct gpu *gpu, const struct scene *scene) {
    return !scene->tolerance.lanes || gpu->vk->lanes == 32;
}

/* Why this device has nothing to compare; NULL: it has. */
static const char *why_not(const struct differential *d, const struct gpu *gpu,
                           const struct scene *scene) {
    if (!has_reference(gpu, scene) && (d->reference_twice || !expect_find(scene->name)))
        return "subgroups have another number of lanes than 32";
    if (scene->needs_streams && !gpu->vk->extras.transform_feedback.geometryStreams)
        return "the device has no geometry streams";
    return NULL;
}

static bool keep_picture(const struct differential *d, const struct scene *scene, const char *name,
                         const char *path_name, const struct result *result) {
    struct error error = {0};
    if (!d->setup.keep || result->words || !result->bytes.data)
        return true;
    char *path = memory_format("%s/%s.%s.%s.png", d->setup.keep, scene->name, name, path_name);
    const bool ok = result_picture(result, path, &error);
    if (!ok)
        printf("  %s: %s\n", path, error.text);
    free(path);
    return ok;
}

static bool compare_printed(const struct tolerance *tolerance, const char *name,
                            const struct result *a, const struct result *b) {
    struct strbuf report = {0};
    const bool ok = compare_results(tolerance, name, a, b, &report);
    fputs(report.text, stdout);
    strbuf_free(&report);
    return ok;
}

/* An output beside what it must be. */
static bool compare_expected(const struct scene *scene, const struct expectation *expectation,
                             size_t at, struct world *translated) {
    const struct tolerance tolerance = {.ulps = expectation->ulps};
    struct error error = {0};
    struct result a = {0}, b;
    char name[2 * SCENE_TEXT];
    output_name(scene, &scene->outputs[at], name, sizeof name);
    if (!world_read(translated, &scene->outputs[at], &a, &error)) {
        printf("  %s: %s\n", name, error.text);
        return false;
    }
    b = a;
    b.bytes.data = memory_new(a.bytes.size);
    expectation->fill[at](scene, &b);
    strcat(name, ", as expected");
    const bool ok = compare_printed(&tolerance, name, &a, &b);
    result_free(&a);
    result_free(&b);
    return ok;
}

static bool compare_output(const struct differential *d, const struct scene *scene,
                           const struct output *o, struct world *reference,
                           struct world *translated) {
    char name[SCENE_TEXT];
    struct error error = {0};
    struct result a = {0}, b = {0};
    output_name(scene, o, name, sizeof name);
    bool ok = world_read(translated, o, &a, &error) && world_read(reference, o, &b, &error);
    if (!ok)
        printf("  %s: %s\n", name, error.text);
    ok = ok && compare_printed(&scene->tolerance, name, &a, &b);
    ok &= keep_picture(d, scene, name, "translated", &a);
    ok &= keep_picture(d, scene, name, "reference", &b);
    result_free(&a);
    result_free(&b);
    return ok;
}

/* Is there something beside the reference to compare with, or nothing else? The outcome in *out. */
static bool without_reference(const struct gpu *gpu, const struct scene *scene,
                              const struct expectation *expectation, bool ok, enum outcome *out) {
    const bool differs = expectation && expectation->reference == REFERENCE_DIFFERS;
    if (!differs && has_reference(gpu, scene))
        return false;
    printf("  not compared with the reference: %s\n",
           differs ? expectation->why : "subgroups have another number of lanes than 32");
    *out = !expectation->fill[0] ? OUTCOME_SKIPPED : ok ? OUTCOME_PASSED : OUTCOME_FAILED;
    return true;
}

static enum outcome compare_all(const struct differential *d, struct gpu *gpu,
                                const struct scene *scene, struct world *translated,
                                volatile struct progress *progress) {
    struct world reference = {.gpu = gpu};
    struct error error = {0};
    const struct expectation *expectation = d->reference_twice ? NULL : expect_find(scene->name);
    struct scene loose = *scene;
    enum outcome outcome;
    bool ok = true;
    for (size_t i = 0; expectation && i < EXPECT_OUTPUTS && expectation->fill[i]; i++)
        ok &= compare_expected(scene, expectation, i, translated);
    if (without_reference(gpu, scene, expectation, ok, &outcome))
        return outcome;
    if (expectation && expectation->reference == REFERENCE_AGREES_MOSTLY) {
        printf("  compared mostly with the reference: %s\n", expectation->why);
        loose.tolerance.share = EXPECT_SHARE;
    }
    fflush(stdout);
    progress->expected = ok && expectation && expectation->fill[0] && !gpu->vk->messages;
    progress->phase = PHASE_REFERENCE;
    const bool ran = path_reference(gpu, scene, &d->setup, &reference, &error);
    progress->phase = PHASE_COMPARE;
    if (!ran)
        printf("  reference: %s\n", error.text);
    for (size_t i = 0; i < scene->output_count && ran; i++)
        ok &= compare_output(d, &loose, &scene->outputs[i], &reference, translated);
    world_free(&reference);
    return ran && ok ? OUTCOME_PASSED : OUTCOME_FAILED;
}

static enum outcome run_both(const struct differential *d, struct gpu *gpu,
                             const struct scene *scene, volatile struct progress *progress) {
    struct world translated = {.gpu = gpu};
    struct error error = {0};
    bool skip = false;
    enum outcome outcome = OUTCOME_FAILED;
    progress->phase = d->reference_twice ? PHASE_REFERENCE : PHASE_TRANSLATED;
    if (d->reference_twice ? path_reference(gpu, scene, &d->setup, &translated, &error)
                           : path_translated(gpu, scene, &d->setup, &translated, &skip, &error)) {
        outcome = compare_all(d, gpu, scene, &translated, progress);
    } else {
        printf("  translated: %s\n", error.text);
        skip |= error.kind == ERROR_UNSUPPORTED && !has_reference(gpu, scene);
        outcome = skip ? OUTCOME_SKIPPED : OUTCOME_FAILED;
    }
    world_free(&translated);
    return outcome;
}

enum outcome differential_run(const struct differential *d, const struct scene *scene,
                              volatile struct progress *progress) {
    struct gpu gpu;
    struct error error = {0};
    progress->phase = PHASE_OPEN;
    if (!gpu_open(&gpu, &error)) {
        printf("  %s\n", error.text);
        return error.kind == ERROR_UNSUPPORTED ? OUTCOME_SKIPPED : OUTCOME_FAILED;
    }
    enum outcome outcome = OUTCOME_SKIPPED;
    const char *why = why_not(d, &gpu, scene);
    char name[SCENE_TEXT];
    if (why)
        printf("  %s\n", why);
    else if (!world_possible(&gpu, scene, name))
        printf("  %s: the device has no such image\n", name);
    else
        outcome = run_both(d, &gpu, scene, progress);
    if (!gpu.vk->validated)
        printf("  not validated: vulkan-validationlayers is not installed\n");
    if (gpu.vk->messages) {
        printf("  %u messages of the validation layer\n", gpu.vk->messages);
        outcome = OUTCOME_FAILED;
    }
    gpu_close(&gpu);
    return outcome;
}
