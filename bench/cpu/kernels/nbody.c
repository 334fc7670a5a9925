/* SPDX-License-Identifier: MIT */
/* Double with square roots and divisions: bodies that attract each other, a step a round. */
#include "kernel.h"

kernel_run kernel_nbody;

enum { BODIES = 8 };

struct body {
    double place[3], speed[3], mass;
};

static void attract(struct body *a, struct body *b) {
    double d[3], square = 0.01; /* no two of them meet */
    for (int k = 0; k < 3; k++) {
        d[k] = a->place[k] - b->place[k];
        square += d[k] * d[k];
    }
    const double pull = 0.001 / (square * __builtin_sqrt(square));
    for (int k = 0; k < 3; k++) {
        a->speed[k] -= d[k] * b->mass * pull;
        b->speed[k] += d[k] * a->mass * pull;
    }
}

uint64_t kernel_nbody(uint32_t rounds) {
    struct body bodies[BODIES];
    double energy = 0;
    uint32_t seed = 7;
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++) {
            bodies[i].place[k] = (double)(kernel_random(&seed) & 1023) / 64;
            bodies[i].speed[k] = (double)(kernel_random(&seed) & 1023) / 4096;
        }
        bodies[i].mass = 1 + (double)(i & 3);
    }
    for (uint32_t r = 0; r < rounds; r++) {
        for (int i = 0; i < BODIES; i++)
            for (int j = i + 1; j < BODIES; j++)
                attract(&bodies[i], &bodies[j]);
        for (int i = 0; i < BODIES; i++)
            for (int k = 0; k < 3; k++)
                bodies[i].place[k] += 0.001 * bodies[i].speed[k];
    }
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            energy += bodies[i].mass * bodies[i].speed[k] * bodies[i].speed[k];
    return (uint64_t)(energy * 1e9);
}
