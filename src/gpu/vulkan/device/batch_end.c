/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/batch_parts.h"

#include <stdlib.h>
#include <string.h>

/* The thread that sees batches end: it makes the calls that wait for them, in order, and destroys
 * what was dropped. */

static void call_all(struct batch_calls *list) {
    for (size_t i = 0; i < list->count; i++)
        list->calls[i].call(list->calls[i].argument);
    list->count = 0;
}

/* In steps, so that a device that never comes to its end is left in the end. */
static void wait_for_device(struct batches *b, const struct batch *batch) {
    enum { STEP_NS = 100000000 };
    const VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &b->timeline,
        .pValues = &batch->number,
    };
    struct error error = {0};
    VkResult result = batch->submitted ? VK_TIMEOUT : VK_SUCCESS;
    while (result == VK_TIMEOUT && !atomic_load(&b->abandoned))
        result = vkWaitSemaphores(b->vk->device, &info, STEP_NS);
    if (!vulkan_ok(b->vk, result, "vkWaitSemaphores", &error))
        vulkan_lose(b->vk, &error); /* whatever it was: nobody can say what is done */
}

static void tell_device(struct batches *b, struct batch *batch) {
    const VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = b->host,
        .value = batch->number,
    };
    struct error error = {0};
    if (batch->host_works && batch->submitted &&
        !vulkan_ok(b->vk, vkSignalSemaphore(b->vk->device, &info), "vkSignalSemaphore", &error))
        vulkan_lose(b->vk, &error);
    batch->host_works = false;
}

void batches_abandon(struct batches *b) {
    atomic_store(&b->abandoned, true);
}

static void end(struct batches *b, struct batch *batch) {
    wait_for_device(b, batch);
    call_all(&batch->first);
    tell_device(b, batch);
    call_all(&batch->after);
    for (size_t i = 0; i < batch->dropped_count && !atomic_load(&b->abandoned); i++)
        batch->dropped[i].destroy(b->vk, batch->dropped[i].object);
    batch->dropped_count = 0;
}

static void *run(void *argument) {
    struct batches *b = argument;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (!b->first && !b->stopping)
            pthread_cond_wait(&b->submitted, &b->lock);
        struct batch *batch = b->first;
        if (!batch)
            break;
        pthread_mutex_unlock(&b->lock);
        end(b, batch);
        pthread_mutex_lock(&b->lock);
        b->first = batch->next;
        batch->next = b->idle;
        b->idle = batch;
        b->in_flight--;
        b->bytes_in_flight -= batch->bytes;
        atomic_store(&b->done, batch->number);
        pthread_cond_broadcast(&b->ended);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

bool batch_thread_start(struct batches *b, struct error *error) {
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->submitted, NULL);
    pthread_cond_init(&b->ended, NULL);
    const int failed = pthread_create(&b->thread, NULL, run, b);
    if (!failed)
        return true;
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->submitted);
    pthread_cond_destroy(&b->ended);
    return error_set(error, ERROR_LIMIT, "GPU: no thread: %s; raise the limit of processes",
                     strerror(failed));
}

void batch_thread_stop(struct batches *b) {
    pthread_mutex_lock(&b->lock);
    b->stopping = true;
    pthread_cond_signal(&b->submitted);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->submitted);
    pthread_cond_destroy(&b->ended);
}

void batch_thread_push(struct batches *b, struct batch *batch) {
    /* So that a program that never waits does not use up memory. */
    enum { IN_FLIGHT = 64, BYTES_IN_FLIGHT = 512 << 20 };
    batch->next = NULL;
    pthread_mutex_lock(&b->lock);
    if (b->first)
        b->last->next = batch;
    else
        b->first = batch;
    b->last = batch;
    b->in_flight++;
    b->bytes_in_flight += batch->bytes;
    pthread_cond_signal(&b->submitted);
    while (b->in_flight > IN_FLIGHT || (b->in_flight > 1 && b->bytes_in_flight > BYTES_IN_FLIGHT))
        pthread_cond_wait(&b->ended, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

struct batch *batch_thread_pop_idle(struct batches *b, bool wait) {
    pthread_mutex_lock(&b->lock);
    while (wait && !b->idle)
        pthread_cond_wait(&b->ended, &b->lock);
    struct batch *batch = b->idle;
    if (batch)
        b->idle = batch->next;
    pthread_mutex_unlock(&b->lock);
    return batch;
}

bool batch_done(struct batches *b, uint64_t number) {
    return number <= atomic_load(&b->done);
}

void batch_wait(struct batches *b, uint64_t number) {
    if (batch_done(b, number))
        return;
    if (number >= batch_number(b))
        batch_submit(b);
    if (number >= batch_number(b)) /* there was nothing in it: those before it */
        number = batch_number(b) - 1;
    pthread_mutex_lock(&b->lock);
    while (!batch_done(b, number))
        pthread_cond_wait(&b->ended, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
