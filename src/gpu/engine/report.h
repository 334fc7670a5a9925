/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_REPORT_H
#define WINDLASS_GPU_ENGINE_REPORT_H

#include "gpu/engine/shared.h"

#include "base/error.h"

enum report_result { REPORT_DONE, REPORT_NOT_THERE, REPORT_NOT_MAPPED };

/* SET_REPORT_SEMAPHORE_A to D, the same of the 3D and the compute class: D is written. */
enum report_result report_execute(const struct engine_shared *s, const uint32_t registers[3],
                                  uint32_t data);
bool report_not_mapped(const uint32_t registers[3], struct error *error);

#endif
