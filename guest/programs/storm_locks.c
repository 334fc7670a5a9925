/* SPDX-License-Identifier: MIT */
/* Storms over mutexes and condition variables: producers and consumers, readers and writers, a
 * barrier, tokens that are handed round. */
#include "storm.h"

static struct mutex lock;

/* A wait that may time out, or not; the caller looks again in any case. */
static void wait_some(struct stormer *me, struct condition *c) {
    const Result r = condition_wait_for(c, &lock, storm_timeout(me));
    me->errors += r != 0 && r != TIMED_OUT;
}

static void wake_all(struct condition *c) {
    mutex_lock(&lock);
    condition_signal(c, -1);
    mutex_unlock(&lock);
}

/* ---- producers and consumers ---- */

enum { RING = 8, PRODUCERS = STORMERS / 2 };

static struct {
    struct condition not_full, not_empty;
    int count, head, producers;
    struct item {
        int producer;
        uint64_t number;
    } items[RING];
    uint64_t next[PRODUCERS]; /* that a consumer must see: what one produces stays in order */
} ring;

static void produce(struct stormer *me) {
    do {
        mutex_lock(&lock);
        while (ring.count == RING)
            wait_some(me, &ring.not_full);
        ring.items[(ring.head + ring.count++) % RING] = (struct item){me->self, me->given++};
        condition_signal(&ring.not_empty, 1);
        mutex_unlock(&lock);
    } while (!storm_over());
    mutex_lock(&lock);
    if (--ring.producers == 0)
        condition_signal(&ring.not_empty, -1);
    mutex_unlock(&lock);
}

static void consume(struct stormer *me) {
    mutex_lock(&lock);
    for (;;) {
        while (!ring.count && ring.producers)
            wait_some(me, &ring.not_empty);
        if (!ring.count)
            break;
        const struct item item = ring.items[ring.head];
        ring.head = (ring.head + 1) % RING;
        ring.count--;
        me->errors += item.number != ring.next[item.producer]++;
        me->taken++;
        condition_signal(&ring.not_full, 1);
        mutex_unlock(&lock);
        mutex_lock(&lock);
    }
    mutex_unlock(&lock);
}

static void pass_items(struct stormer *me) {
    if (me->self < PRODUCERS)
        produce(me);
    else
        consume(me);
}

static void nothing_more(void) {
}

static void producers_and_consumers(void) {
    ring.producers = PRODUCERS;
    storm_run(pass_items, nothing_more);
    const struct storm_sums sums = storm_sums();
    check(sums.given == sums.taken && sums.given >= PRODUCERS,
          "consumers get all that producers give");
    check(sums.errors == 0, "once each, and in order");
}

/* ---- readers and writers ---- */

enum { WRITERS = 16, WORDS = 8 };

static struct {
    struct condition changed;
    int readers, writers, waiting_writers;
    uint64_t words[WORDS]; /* all the same, but while somebody writes */
} page;

static void write_page(struct stormer *me) {
    mutex_lock(&lock);
    page.waiting_writers++;
    while (page.readers || page.writers)
        wait_some(me, &page.changed);
    page.waiting_writers--;
    page.writers++;
    mutex_unlock(&lock);
    for (int i = 0; i < WORDS; i++) {
        (*(volatile uint64_t *)&page.words[i])++;
        if (i == WORDS / 2 && storm_random(me, 8) == 0)
            svcSleepThread(0);
    }
    me->given++;
    mutex_lock(&lock);
    page.writers--;
    condition_signal(&page.changed, -1);
    mutex_unlock(&lock);
}

static void read_page(struct stormer *me) {
    mutex_lock(&lock);
    while (page.writers || page.waiting_writers)
        wait_some(me, &page.changed);
    page.readers++;
    mutex_unlock(&lock);
    const uint64_t first = *(volatile uint64_t *)&page.words[0];
    for (int i = 1; i < WORDS; i++)
        me->errors += *(volatile uint64_t *)&page.words[i] != first;
    me->taken++;
    mutex_lock(&lock);
    if (--page.readers == 0)
        condition_signal(&page.changed, -1);
    mutex_unlock(&lock);
}

static void read_or_write(struct stormer *me) {
    do {
        if (me->self % (STORMERS / WRITERS) == 0)
            write_page(me);
        else
            read_page(me);
    } while (!storm_over());
}

static void readers_and_writers(void) {
    storm_run(read_or_write, nothing_more);
    const struct storm_sums sums = storm_sums();
    check(page.words[0] == sums.given && page.words[WORDS - 1] == sums.given,
          "what writers write is not lost");
    check(sums.errors == 0, "and no reader sees half of it");
}

/* ---- a barrier ---- */

static struct {
    struct condition all;
    int arrived;
    uint64_t round, last; /* the round after which nobody goes on; 0: not known yet */
    uint64_t at[STORMERS];
} barrier;

static void barrier_wait(struct stormer *me) {
    mutex_lock(&lock);
    const uint64_t round = barrier.round;
    if (++barrier.arrived == STORMERS) {
        barrier.arrived = 0;
        barrier.round++;
        if (storm_over() && !barrier.last)
            barrier.last = barrier.round;
        condition_signal(&barrier.all, -1);
    }
    while (barrier.round == round)
        wait_some(me, &barrier.all);
    mutex_unlock(&lock);
}

/* Between two waits nobody is more than a round away. */
static void meet(struct stormer *me) {
    uint64_t round = 0;
    do {
        __atomic_store_n(&barrier.at[me->self], ++round, __ATOMIC_RELAXED);
        barrier_wait(me);
        for (int i = 0; i < STORMERS; i++) {
            const uint64_t at = __atomic_load_n(&barrier.at[i], __ATOMIC_RELAXED);
            me->errors += at != round && at != round + 1;
        }
        me->given++;
    } while (__atomic_load_n(&barrier.last, __ATOMIC_RELAXED) != round);
}

static void barriers(void) {
    storm_run(meet, nothing_more);
    const struct storm_sums sums = storm_sums();
    check(sums.given == STORMERS * barrier.round && barrier.arrived == 0,
          "all threads pass a barrier as often");
    check(sums.errors == 0, "and none before all have come");
}

/* ---- tokens, each with one thread at a time ---- */

enum { TOKENS = 12 };

static struct seat {
    struct condition has;
    int tokens;
} seats[STORMERS];

/* Who begins with a token hands it on once, however short the storm is. */
static void hand_round(struct stormer *me) {
    struct seat *mine = &seats[me->self];
    mutex_lock(&lock);
    do {
        while (!mine->tokens && !storm_over())
            wait_some(me, &mine->has);
        if (!mine->tokens)
            break;
        struct seat *next = &seats[storm_random(me, STORMERS)];
        mine->tokens--;
        next->tokens++;
        condition_signal(&next->has, 1);
        me->given++;
        mutex_unlock(&lock);
        mutex_lock(&lock);
    } while (!storm_over());
    mutex_unlock(&lock);
}

static void wake_all_seats(void) {
    for (int i = 0; i < STORMERS; i++)
        wake_all(&seats[i].has);
}

static void conditions(void) {
    for (int i = 0; i < TOKENS; i++)
        seats[i].tokens = 1;
    storm_run(hand_round, wake_all_seats);
    int tokens = 0;
    for (int i = 0; i < STORMERS; i++)
        tokens += seats[i].tokens;
    const struct storm_sums sums = storm_sums();
    check(tokens == TOKENS && sums.given >= TOKENS, "tokens that go round stay as many");
    check(sums.errors == 0, "and every wait ends as it may");
}

int main(int argc, char **argv) {
    static const struct storm_row rows[] = {
        {"ring", producers_and_consumers},
        {"page", readers_and_writers},
        {"barrier", barriers},
        {"condition", conditions},
    };
    return storm_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
