/* SPDX-License-Identifier: MIT */
/* `windlass gpu list|replay FILE`: what a capture of the GPU holds, and how it is drawn. */
#include "base/options.h"
#include "cli/commands.h"
#include "gpu/capture/list.h"
#include "gpu/capture/picture.h"
#include "gpu/capture/replay.h"
#include "gpu/capture/teller.h"
#include "gpu/vulkan/renderer.h"
#include "host/clock.h"
#include "host/display_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    const char *gpu, *picture;
    int64_t until;
    bool methods, states, validate;
};

static const struct option rows[] = {
    {"until", OPTION_NUMBER, offsetof(struct settings, until), "N", NULL,
     "end behind the Nth draw, clear, launch or blit"},
    {"methods", OPTION_FLAG, offsetof(struct settings, methods), NULL, NULL,
     "list: the methods as well, by their names"},
    {"states", OPTION_FLAG, offsetof(struct settings, states), NULL, NULL,
     "what each draw is drawn with as well"},
    {"picture", OPTION_TEXT, offsetof(struct settings, picture), "FILE.png", NULL,
     "replay: the colour target that was drawn to last"},
    {"gpu", OPTION_TEXT, offsetof(struct settings, gpu), "NAME", NULL,
     "replay: the Vulkan device whose name has this part"},
    {"validate", OPTION_FLAG, offsetof(struct settings, validate), NULL, NULL,
     "replay: with Vulkan's validation layer"},
};
static const struct option_table options = {"gpu", rows, sizeof rows / sizeof *rows, false};

enum { MOST_BYTES = 1u << 31 };

struct session {
    const struct settings *settings;
    struct teller teller;
    struct method_list methods;
    struct error error;
    bool failed;
};

/* ---- what happens meanwhile ---- */

static void method(void *context, unsigned subchannel, unsigned class, unsigned number,
                   uint32_t data, unsigned left) {
    struct session *s = context;
    method_list_add(&s->methods, subchannel, class, number, data, left);
}

static void submission(void *context, uint32_t channel, uint32_t entries) {
    struct session *s = context;
    method_list_flush(&s->methods);
    printf("channel %u: a submission of %u entries\n", channel, entries);
}

static bool ends(void *context) {
    return teller_ends(&((struct session *)context)->teller);
}

static void save_picture(struct session *s) {
    const struct teller *t = &s->teller;
    uint8_t *rgba;
    if (!t->has_target) {
        s->failed = !error_set(&s->error, ERROR_UNSUPPORTED, "nothing is drawn: no picture");
        return;
    }
    const struct engine_memory memory = t->renderer.memory(t->renderer.context, t->pages);
    s->failed = !target_picture(&memory, &t->target, t->width, t->height, &rgba, &s->error);
    if (s->failed)
        return;
    s->failed = !png_write(s->settings->picture, rgba, t->width, t->height, &s->error);
    free(rgba);
}

static void done(void *context) {
    struct session *s = context;
    method_list_flush(&s->methods);
    if (s->settings->picture)
        save_picture(s);
}

/* ---- the device ---- */

static void increment(void *context, uint32_t id) {
    (void)context;
    (void)id;
}

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return 0;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return clock_ns();
}

static void channel_failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    fprintf(stderr, "windlass gpu: %s\n", error->text);
}

static const struct gpu_owner owner = {increment,      read_syncpoint, nanoseconds,
                                       channel_failed, NULL,           NULL};

/* ---- the command ---- */

static void before(void *context) {
    method_list_flush(&((struct session *)context)->methods);
}

static bool execute(struct session *s, const struct blob *file, const struct renderer *inner,
                    struct error *error) {
    const struct settings *settings = s->settings;
    const struct replay_options replay = {
        .renderer = &s->teller.renderer,
        .method = settings->methods ? method : NULL,
        .submission = submission,
        .ends = ends,
        .done = done,
        .context = s,
    };
    teller_init(&s->teller, inner, stdout, (uint64_t)settings->until);
    method_list_init(&s->methods, stdout);
    s->teller.states = settings->states;
    s->teller.before = before;
    s->teller.before_context = s;
    if (!replay_run(file, &replay, error))
        return false;
    if (s->failed)
        *error = s->error;
    return !s->failed;
}

static bool draw(struct session *s, const struct blob *file, struct error *error) {
    const struct gpu_options how = {.device = s->settings->gpu, .validate = s->settings->validate};
    struct renderer renderer;
    if (!vulkan_renderer_new(&how, &owner, &renderer, error))
        return false;
    const bool ok = execute(s, file, &renderer, error);
    renderer.finish(renderer.context);
    renderer.free(renderer.context);
    return ok;
}

static bool run(const char *word, const char *path, const struct settings *settings,
                struct error *error) {
    struct session *s = calloc(1, sizeof *s);
    struct blob file;
    if (!s || !file_read(path, MOST_BYTES, &file, error)) {
        free(s);
        return false;
    }
    s->settings = settings;
    const bool ok = !strcmp(word, "list") ? execute(s, &file, NULL, error) : draw(s, &file, error);
    blob_free(&file);
    free(s);
    return ok || error_wrap(error, "%s", path);
}

static int help(void) {
    struct strbuf text = {0};
    strbuf_add(&text, "windlass gpu list FILE: what a capture of the GPU makes it do\n"
                      "windlass gpu replay FILE: the same, drawn\n\n"
                      "Captures are made by `windlass run --gpu-capture FILE`.\n\n");
    options_help(&options, &text);
    fputs(text.text, stdout);
    strbuf_free(&text);
    return 0;
}

static int usage(const char *what) {
    fprintf(stderr, "windlass gpu: %s; --help explains\n", what);
    return 2;
}

int cli_gpu(int argc, char **argv) {
    struct settings s = {0};
    struct error error = {0};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return help();
    if (!options_from_arguments(&options, &s, &argc, argv, &error))
        return usage(error.text);
    if (argc < 2 || (strcmp(argv[1], "list") != 0 && strcmp(argv[1], "replay") != 0))
        return usage("say list or replay");
    if (argc != 3)
        return usage("takes one FILE");
    if (!strcmp(argv[1], "list") && s.picture)
        return usage("list draws nothing; say replay");
    if (s.until < 0)
        return usage("--until counts from 1 on");
    if (run(argv[1], argv[2], &s, &error))
        return 0;
    fprintf(stderr, "windlass gpu %s: %s\n", argv[1], error.text);
    return 1;
}
