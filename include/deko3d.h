/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_H
#define WINDLASS_DEKO3D_H

/* The deko3d API, compatible with devkitPro's by source and by layout: programs include this file,
 * link the library (libdeko3d, or libdeko3dd, which checks every parameter) and run on Vulkan.
 * Functions begin with dk, types with Dk, what enumerations hold with the enumeration's name. One
 * subject a file; docs/deko3d.md is the whole story. */

#include "deko3d/base.h"

#include "deko3d/command.h"
#include "deko3d/device.h"
#include "deko3d/draw.h"
#include "deko3d/dynamic.h"
#include "deko3d/image.h"
#include "deko3d/memory.h"
#include "deko3d/queue.h"
#include "deko3d/sampler.h"
#include "deko3d/shader.h"
#include "deko3d/state.h"
#include "deko3d/swapchain.h"
#include "deko3d/sync.h"
#include "deko3d/target.h"
#include "deko3d/transfer.h"
#include "deko3d/vertex.h"

#endif
