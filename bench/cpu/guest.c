/* SPDX-License-Identifier: MIT */
#include "guest.h"
#include "kernels.h"

#define TICK_HZ 19200000.0

/* With an argument, fewer rounds: the interpreter would take minutes for all of them. */
int main(int argc, char **argv) {
    (void)argv;
    uint32_t divisor = argc > 1 ? 50 : 1;
    for (unsigned i = 0; i < kernel_count; i++) {
        uint64_t start = svcGetSystemTick();
        uint64_t sum = kernels[i].run(kernels[i].rounds / divisor);
        double seconds = (double)(svcGetSystemTick() - start) / TICK_HZ;
        print("bench %s %lx %.6f", kernels[i].name, (unsigned long)sum, seconds * divisor);
    }
    return 0;
}
