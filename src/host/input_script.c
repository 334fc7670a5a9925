/* SPDX-License-Identifier: MIT */
#include "host/input.h"

#include "base/file.h"
#include "base/memory.h"
#include "host/input_source.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The script is kept as a list of changes sorted by frame (stable: lines of one frame act in their
 * order); a tap is a press and a release. */

enum change_kind {
    PRESS,
    RELEASE,
    STICK_LEFT,
    STICK_RIGHT,
    TOUCH,
    UNTOUCH,
    KEY,
    UNKEY,
    CLOSE,
};

struct change {
    uint64_t frame;
    size_t order;
    enum change_kind kind;
    uint64_t button; /* or the usage of a key */
    int32_t x, y;
};

struct script {
    struct change *changes;
    size_t count, room;
};

struct line {
    const char *name; /* of the script, for messages */
    unsigned number;
    char *words[8];
    size_t word_count;
    uint64_t frame;
    struct error *error;
};

enum { TAP_FRAMES = 4, SCRIPT_LIMIT = 16 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct script playing;
static size_t played;
static struct input_state held;

static void add(struct script *s, struct change change) {
    GROW(s->changes, s->count, s->room);
    change.order = s->count;
    s->changes[s->count++] = change;
}

static bool wrong(const struct line *l, const char *what, const char *allowed) {
    return error_set(l->error, ERROR_USAGE, "%s:%u: %s; %s", l->name, l->number, what, allowed);
}

static bool wrong_word(const struct line *l, const char *what, const char *word,
                       const char *allowed) {
    return error_set(l->error, ERROR_USAGE, "%s:%u: %s \"%s\"; %s", l->name, l->number, what, word,
                     allowed);
}

static bool parse_number(const char *word, uint64_t limit, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 0);
    if (errno || *end || end == word || word[0] == '-' || value >= limit)
        return false;
    *out = value;
    return true;
}

static bool parse_axis(const char *word, int32_t *out) {
    char *end;
    double value = strtod(word, &end);
    if (*end || end == word || !(value >= -1 && value <= 1))
        return false;
    *out = (int32_t)lround(value * INPUT_STICK_RANGE);
    return true;
}

static bool take_button(const struct line *l, struct script *s, enum change_kind kind, bool tap) {
    uint64_t button = input_button(l->words[2]);
    if (!button)
        return error_set(l->error, ERROR_USAGE, "%s:%u: unknown button \"%s\"; buttons are: %s",
                         l->name, l->number, l->words[2], input_button_list());
    add(s, (struct change){.frame = l->frame, .kind = kind, .button = button});
    if (tap)
        add(s, (struct change){.frame = l->frame + TAP_FRAMES, .kind = RELEASE, .button = button});
    return true;
}

static bool take_press(const struct line *l, struct script *s) {
    return take_button(l, s, PRESS, false);
}

static bool take_release(const struct line *l, struct script *s) {
    return take_button(l, s, RELEASE, false);
}

static bool take_tap(const struct line *l, struct script *s) {
    return take_button(l, s, PRESS, true);
}

static bool take_stick(const struct line *l, struct script *s) {
    struct change c = {.frame = l->frame, .kind = STICK_LEFT};
    if (!strcmp(l->words[2], "right"))
        c.kind = STICK_RIGHT;
    else if (strcmp(l->words[2], "left"))
        return wrong_word(l, "unknown stick", l->words[2], "sticks are: left right");
    if (!parse_axis(l->words[3], &c.x) || !parse_axis(l->words[4], &c.y))
        return wrong(l, "the stick's position is no pair of numbers from -1 to 1",
                     "write: FRAME stick left|right X Y");
    add(s, c);
    return true;
}

static bool take_touch(const struct line *l, struct script *s) {
    uint64_t x, y;
    if (!parse_number(l->words[2], 1280, &x) || !parse_number(l->words[3], 720, &y))
        return wrong(l, "the touch lies outside the screen", "X is 0 to 1279, Y is 0 to 719");
    add(s, (struct change){.frame = l->frame, .kind = TOUCH, .x = (int32_t)x, .y = (int32_t)y});
    return true;
}

static bool take_key_change(const struct line *l, struct script *s, enum change_kind kind) {
    uint64_t usage;
    if (!parse_number(l->words[2], 256, &usage))
        return wrong_word(l, "unknown key", l->words[2],
                          "a key is a USB HID usage, 0 to 255 (0x04 is A)");
    add(s, (struct change){.frame = l->frame, .kind = kind, .button = usage});
    return true;
}

static bool take_key(const struct line *l, struct script *s) {
    return take_key_change(l, s, KEY);
}

static bool take_unkey(const struct line *l, struct script *s) {
    return take_key_change(l, s, UNKEY);
}

static bool take_untouch(const struct line *l, struct script *s) {
    add(s, (struct change){.frame = l->frame, .kind = UNTOUCH});
    return true;
}

static bool take_close(const struct line *l, struct script *s) {
    add(s, (struct change){.frame = l->frame, .kind = CLOSE});
    return true;
}

static const struct {
    const char *name;
    size_t words;
    const char *form;
    bool (*take)(const struct line *l, struct script *s);
} actions[] = {
    {"press", 3, "write: FRAME press BUTTON", take_press},
    {"release", 3, "write: FRAME release BUTTON", take_release},
    {"tap", 3, "write: FRAME tap BUTTON", take_tap},
    {"stick", 5, "write: FRAME stick left|right X Y", take_stick},
    {"touch", 4, "write: FRAME touch X Y", take_touch},
    {"untouch", 2, "write: FRAME untouch", take_untouch},
    {"key", 3, "write: FRAME key USAGE", take_key},
    {"unkey", 3, "write: FRAME unkey USAGE", take_unkey},
    {"close", 2, "write: FRAME close", take_close},
};

static bool parse_line(struct line *l, char *text, struct script *s) {
    text[strcspn(text, "#")] = 0;
    char *rest = text;
    l->word_count = 0;
    for (char *word; (word = strtok_r(rest, " \t\r", &rest));)
        if (l->word_count < 8)
            l->words[l->word_count++] = word;
    if (!l->word_count)
        return true;
    /* Far from the end of the range, so that a tap's release does not wrap. */
    if (!parse_number(l->words[0], UINT64_MAX / 2, &l->frame))
        return wrong_word(l, "no frame number", l->words[0], "write: FRAME ACTION ...");
    for (size_t i = 0; l->word_count > 1 && i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].name, l->words[1]))
            continue;
        if (l->word_count != actions[i].words)
            return wrong_word(l, "wrong number of words for", l->words[1], actions[i].form);
        return actions[i].take(l, s);
    }
    return wrong_word(l, "unknown action", l->word_count > 1 ? l->words[1] : "",
                      "actions are: press release tap stick touch untouch key unkey close");
}

static int by_frame(const void *a, const void *b) {
    const struct change *x = a, *y = b;
    if (x->frame != y->frame)
        return x->frame < y->frame ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

bool input_parse_script(const char *text, const char *name, struct error *error) {
    struct script script = {0};
    struct line l = {.name = name, .error = error};
    char *copy = memory_string(text), *rest = copy;
    bool ok = true;
    for (char *line; ok && (line = strsep(&rest, "\n"));) {
        l.number++;
        ok = parse_line(&l, line, &script);
    }
    free(copy);
    if (!ok) {
        free(script.changes);
        return false;
    }
    if (script.count)
        qsort(script.changes, script.count, sizeof *script.changes, by_frame);
    pthread_mutex_lock(&lock);
    free(playing.changes);
    playing = script;
    played = 0;
    memset(&held, 0, sizeof held);
    input_publish(INPUT_FROM_SCRIPT, &held);
    pthread_mutex_unlock(&lock);
    return true;
}

bool input_load_script(const char *path, struct error *error) {
    struct blob file;
    if (!file_read(path, SCRIPT_LIMIT, &file, error))
        return false;
    char *text = memory_format("%.*s", (int)file.size, (const char *)file.data);
    bool ok = input_parse_script(text, path, error);
    free(text);
    blob_free(&file);
    return ok;
}

static void apply(const struct change *c) {
    uint64_t bit = 1ull << (c->button & 63);
    switch (c->kind) {
    case PRESS:
        held.buttons |= c->button;
        break;
    case RELEASE:
        held.buttons &= ~c->button;
        break;
    case STICK_LEFT:
        held.left_x = c->x;
        held.left_y = c->y;
        break;
    case STICK_RIGHT:
        held.right_x = c->x;
        held.right_y = c->y;
        break;
    case TOUCH:
        held.touch_count = 1;
        held.touches[0].x = (uint32_t)c->x;
        held.touches[0].y = (uint32_t)c->y;
        break;
    case UNTOUCH:
        held.touch_count = 0;
        break;
    case KEY:
        held.keyboard[c->button / 64] |= bit;
        break;
    case UNKEY:
        held.keyboard[c->button / 64] &= ~bit;
        break;
    case CLOSE:
        break;
    }
}

bool input_script_frame(uint64_t frame) {
    bool close = false;
    pthread_mutex_lock(&lock);
    size_t before = played;
    for (; played < playing.count && playing.changes[played].frame <= frame; played++) {
        apply(&playing.changes[played]);
        close |= playing.changes[played].kind == CLOSE;
    }
    if (played != before)
        input_publish(INPUT_FROM_SCRIPT, &held);
    pthread_mutex_unlock(&lock);
    return close;
}
