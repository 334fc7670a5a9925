/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_DESCRIBE_H
#define WINDLASS_GPU_ENGINE_DESCRIBE_H

#include "base/strbuf.h"

/* docs/gpu_methods.md, from the tables that the engines read. */
void describe_methods(struct strbuf *out);

#endif
