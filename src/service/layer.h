/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_LAYER_H
#define WINDLASS_SERVICE_LAYER_H

#include "service/buffer_queue.h"

/* Layers of the one display. A layer has a number, the same number names its buffer queue to the
 * binder relay. They are few, and their queues are never freed. */

#define LAYER_MAX 8u

/* A new layer's number (1 to LAYER_MAX), 0 when all are taken. The applet's
 * CreateManagedDisplayLayer and vi's own commands end here. */
uint64_t layer_create(void);
/* A program that opens its window again and again makes a new layer each time: one that it closed
 * may be taken when no other is left. True where the layer exists. */
bool layer_set_open(uint64_t layer, bool open);
/* True where the layer existed. */
bool layer_destroy(uint64_t layer);
/* The queue of a layer that exists, else NULL. The queue stays valid memory for good: one that was
 * closed meanwhile answers BUFFER_NO_INIT. */
struct buffer_queue *layer_queue(uint64_t layer);

#endif
