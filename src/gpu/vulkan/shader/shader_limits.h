/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_LIMITS_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_LIMITS_H

#include "gpu/shader/file.h"
#include "gpu/shader/translate.h"
#include "gpu/vulkan/device/device.h"

/* Fails where the program's header asks for more vertices or invocations than the device has, or
 * for none. */
MUST_CHECK bool shader_fits(const struct vulkan *vk, const struct shader_program *program,
                            const struct shader_contract *contract, struct error *error);

#endif
