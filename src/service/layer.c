/* SPDX-License-Identifier: MIT */
#include "service/layer.h"

static struct {
    pthread_mutex_t lock;
    bool taken[LAYER_MAX];
    bool closed[LAYER_MAX]; /* by the program, which may still name it */
    struct buffer_queue queues[LAYER_MAX];
} layers = {.lock = PTHREAD_MUTEX_INITIALIZER};

uint64_t layer_create(void) {
    uint64_t layer = 0;
    pthread_mutex_lock(&layers.lock);
    for (uint32_t i = 0; i < 2 * LAYER_MAX && !layer; i++) {
        uint32_t at = i % LAYER_MAX;
        if (!layers.taken[at] || (i >= LAYER_MAX && layers.closed[at])) {
            layers.taken[at] = true;
            layers.closed[at] = false;
            buffer_queue_open(&layers.queues[at]);
            layer = at + 1;
        }
    }
    pthread_mutex_unlock(&layers.lock);
    return layer;
}

bool layer_set_open(uint64_t layer, bool open) {
    pthread_mutex_lock(&layers.lock);
    bool found = layer - 1 < LAYER_MAX && layers.taken[layer - 1];
    if (found) {
        layers.closed[layer - 1] = !open;
    }
    pthread_mutex_unlock(&layers.lock);
    return found;
}

bool layer_destroy(uint64_t layer) {
    pthread_mutex_lock(&layers.lock);
    bool found = layer - 1 < LAYER_MAX && layers.taken[layer - 1];
    if (found) {
        layers.taken[layer - 1] = false;
        buffer_queue_close(&layers.queues[layer - 1]);
    }
    pthread_mutex_unlock(&layers.lock);
    return found;
}

struct buffer_queue *layer_queue(uint64_t layer) {
    pthread_mutex_lock(&layers.lock);
    bool found = layer - 1 < LAYER_MAX && layers.taken[layer - 1];
    pthread_mutex_unlock(&layers.lock);
    return found ? &layers.queues[layer - 1] : NULL;
}
