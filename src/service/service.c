/* SPDX-License-Identifier: MIT */
#include "service/service.h"

#include "service/nv_gpu.h"
#include "service/ports.h"
#include "service/sm.h"

struct service_options service_options;

bool service_start(const struct service_options *options, struct error *error) {
    service_options = *options;
    for (port_start *const *start = port_starts; *start; start++)
        if (!(*start)(error))
            return error_wrap(error, "services");
    sm_start();
    nv_gpu_expect();
    return true;
}
