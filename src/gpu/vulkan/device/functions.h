/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_FUNCTIONS_H
#define WINDLASS_GPU_VULKAN_DEVICE_FUNCTIONS_H

#include "base/error.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

/* The functions of Vulkan that we call, as pointers of the usual names. The loader is opened at run
 * time, so that programs that need no GPU start without it. Functions of a device are those of the
 * one that was opened last. */

#define VULKAN_LOADER_FUNCTIONS(X)                                                                 \
    X(vkCreateInstance)                                                                            \
    X(vkEnumerateInstanceExtensionProperties)                                                      \
    X(vkEnumerateInstanceLayerProperties)                                                          \
    X(vkEnumerateInstanceVersion)

#define VULKAN_INSTANCE_FUNCTIONS(X)                                                               \
    X(vkCreateDevice)                                                                              \
    X(vkDestroyInstance)                                                                           \
    X(vkEnumerateDeviceExtensionProperties)                                                        \
    X(vkEnumeratePhysicalDevices)                                                                  \
    X(vkGetDeviceProcAddr)                                                                         \
    X(vkGetPhysicalDeviceFeatures2)                                                                \
    X(vkGetPhysicalDeviceFormatProperties)                                                         \
    X(vkGetPhysicalDeviceFormatProperties2)                                                        \
    X(vkGetPhysicalDeviceImageFormatProperties)                                                    \
    X(vkGetPhysicalDeviceImageFormatProperties2)                                                   \
    X(vkGetPhysicalDeviceMemoryProperties)                                                         \
    X(vkGetPhysicalDeviceMemoryProperties2)                                                        \
    X(vkGetPhysicalDeviceProperties)                                                               \
    X(vkGetPhysicalDeviceProperties2)                                                              \
    X(vkGetPhysicalDeviceQueueFamilyProperties)

/* Of extensions: NULL where the extension is not there. */
#define VULKAN_INSTANCE_EXTENSION_FUNCTIONS(X)                                                     \
    X(vkCreateDebugUtilsMessengerEXT)                                                              \
    X(vkDestroyDebugUtilsMessengerEXT)                                                             \
    X(vkSetDebugUtilsObjectNameEXT)

#define VULKAN_DEVICE_OBJECT_FUNCTIONS(X)                                                          \
    X(vkAllocateCommandBuffers)                                                                    \
    X(vkAllocateDescriptorSets)                                                                    \
    X(vkAllocateMemory)                                                                            \
    X(vkBeginCommandBuffer)                                                                        \
    X(vkBindBufferMemory)                                                                          \
    X(vkBindImageMemory)                                                                           \
    X(vkCreateBuffer)                                                                              \
    X(vkCreateBufferView)                                                                          \
    X(vkCreateCommandPool)                                                                         \
    X(vkCreateComputePipelines)                                                                    \
    X(vkCreateDescriptorPool)                                                                      \
    X(vkCreateDescriptorSetLayout)                                                                 \
    X(vkCreateDescriptorUpdateTemplate)                                                            \
    X(vkCreateEvent)                                                                               \
    X(vkCreateFence)                                                                               \
    X(vkCreateGraphicsPipelines)                                                                   \
    X(vkCreateImage)                                                                               \
    X(vkCreateImageView)                                                                           \
    X(vkCreatePipelineCache)                                                                       \
    X(vkCreatePipelineLayout)                                                                      \
    X(vkCreateQueryPool)                                                                           \
    X(vkCreateSampler)                                                                             \
    X(vkCreateSemaphore)                                                                           \
    X(vkCreateShaderModule)                                                                        \
    X(vkDestroyBuffer)                                                                             \
    X(vkDestroyBufferView)                                                                         \
    X(vkDestroyCommandPool)                                                                        \
    X(vkDestroyDescriptorPool)                                                                     \
    X(vkDestroyDescriptorSetLayout)                                                                \
    X(vkDestroyDescriptorUpdateTemplate)                                                           \
    X(vkDestroyDevice)                                                                             \
    X(vkDestroyEvent)                                                                              \
    X(vkDestroyFence)                                                                              \
    X(vkDestroyImage)                                                                              \
    X(vkDestroyImageView)                                                                          \
    X(vkDestroyPipeline)                                                                           \
    X(vkDestroyPipelineCache)                                                                      \
    X(vkDestroyPipelineLayout)                                                                     \
    X(vkDestroyQueryPool)                                                                          \
    X(vkDestroySampler)                                                                            \
    X(vkDestroySemaphore)                                                                          \
    X(vkDestroyShaderModule)                                                                       \
    X(vkDeviceWaitIdle)                                                                            \
    X(vkEndCommandBuffer)                                                                          \
    X(vkFlushMappedMemoryRanges)                                                                   \
    X(vkFreeCommandBuffers)                                                                        \
    X(vkFreeDescriptorSets)                                                                        \
    X(vkFreeMemory)                                                                                \
    X(vkGetBufferDeviceAddress)                                                                    \
    X(vkGetBufferMemoryRequirements)                                                               \
    X(vkGetDeviceBufferMemoryRequirements)                                                         \
    X(vkGetDeviceImageMemoryRequirements)                                                          \
    X(vkGetDeviceQueue)                                                                            \
    X(vkGetEventStatus)                                                                            \
    X(vkGetFenceStatus)                                                                            \
    X(vkGetImageMemoryRequirements)                                                                \
    X(vkGetImageSubresourceLayout)                                                                 \
    X(vkGetPipelineCacheData)                                                                      \
    X(vkGetQueryPoolResults)                                                                       \
    X(vkGetSemaphoreCounterValue)                                                                  \
    X(vkInvalidateMappedMemoryRanges)                                                              \
    X(vkMapMemory)                                                                                 \
    X(vkMergePipelineCaches)                                                                       \
    X(vkQueueSubmit)                                                                               \
    X(vkQueueSubmit2)                                                                              \
    X(vkQueueWaitIdle)                                                                             \
    X(vkResetCommandBuffer)                                                                        \
    X(vkResetCommandPool)                                                                          \
    X(vkResetDescriptorPool)                                                                       \
    X(vkResetEvent)                                                                                \
    X(vkResetFences)                                                                               \
    X(vkResetQueryPool)                                                                            \
    X(vkSetEvent)                                                                                  \
    X(vkSignalSemaphore)                                                                           \
    X(vkUnmapMemory)                                                                               \
    X(vkUpdateDescriptorSetWithTemplate)                                                           \
    X(vkUpdateDescriptorSets)                                                                      \
    X(vkWaitForFences)                                                                             \
    X(vkWaitSemaphores)

#define VULKAN_COMMAND_FUNCTIONS(X)                                                                \
    X(vkCmdBeginQuery)                                                                             \
    X(vkCmdBeginRendering)                                                                         \
    X(vkCmdBindDescriptorSets)                                                                     \
    X(vkCmdBindIndexBuffer)                                                                        \
    X(vkCmdBindPipeline)                                                                           \
    X(vkCmdBindVertexBuffers)                                                                      \
    X(vkCmdBindVertexBuffers2)                                                                     \
    X(vkCmdBlitImage)                                                                              \
    X(vkCmdBlitImage2)                                                                             \
    X(vkCmdClearAttachments)                                                                       \
    X(vkCmdClearColorImage)                                                                        \
    X(vkCmdClearDepthStencilImage)                                                                 \
    X(vkCmdCopyBuffer)                                                                             \
    X(vkCmdCopyBuffer2)                                                                            \
    X(vkCmdCopyBufferToImage)                                                                      \
    X(vkCmdCopyBufferToImage2)                                                                     \
    X(vkCmdCopyImage)                                                                              \
    X(vkCmdCopyImage2)                                                                             \
    X(vkCmdCopyImageToBuffer)                                                                      \
    X(vkCmdCopyImageToBuffer2)                                                                     \
    X(vkCmdCopyQueryPoolResults)                                                                   \
    X(vkCmdDispatch)                                                                               \
    X(vkCmdDispatchBase)                                                                           \
    X(vkCmdDispatchIndirect)                                                                       \
    X(vkCmdDraw)                                                                                   \
    X(vkCmdDrawIndexed)                                                                            \
    X(vkCmdDrawIndexedIndirect)                                                                    \
    X(vkCmdDrawIndirect)                                                                           \
    X(vkCmdEndQuery)                                                                               \
    X(vkCmdEndRendering)                                                                           \
    X(vkCmdExecuteCommands)                                                                        \
    X(vkCmdFillBuffer)                                                                             \
    X(vkCmdPipelineBarrier)                                                                        \
    X(vkCmdPipelineBarrier2)                                                                       \
    X(vkCmdPushConstants)                                                                          \
    X(vkCmdResetQueryPool)                                                                         \
    X(vkCmdResolveImage)                                                                           \
    X(vkCmdResolveImage2)                                                                          \
    X(vkCmdSetBlendConstants)                                                                      \
    X(vkCmdSetCullMode)                                                                            \
    X(vkCmdSetDepthBias)                                                                           \
    X(vkCmdSetDepthBiasEnable)                                                                     \
    X(vkCmdSetDepthBounds)                                                                         \
    X(vkCmdSetDepthBoundsTestEnable)                                                               \
    X(vkCmdSetDepthCompareOp)                                                                      \
    X(vkCmdSetDepthTestEnable)                                                                     \
    X(vkCmdSetDepthWriteEnable)                                                                    \
    X(vkCmdSetFrontFace)                                                                           \
    X(vkCmdSetLineWidth)                                                                           \
    X(vkCmdSetPrimitiveRestartEnable)                                                              \
    X(vkCmdSetPrimitiveTopology)                                                                   \
    X(vkCmdSetRasterizerDiscardEnable)                                                             \
    X(vkCmdSetScissor)                                                                             \
    X(vkCmdSetScissorWithCount)                                                                    \
    X(vkCmdSetStencilCompareMask)                                                                  \
    X(vkCmdSetStencilOp)                                                                           \
    X(vkCmdSetStencilReference)                                                                    \
    X(vkCmdSetStencilTestEnable)                                                                   \
    X(vkCmdSetStencilWriteMask)                                                                    \
    X(vkCmdSetViewport)                                                                            \
    X(vkCmdSetViewportWithCount)                                                                   \
    X(vkCmdUpdateBuffer)                                                                           \
    X(vkCmdWriteTimestamp2)

#define VULKAN_DEVICE_EXTENSION_FUNCTIONS(X)                                                       \
    X(vkCmdBeginConditionalRenderingEXT)                                                           \
    X(vkCmdBeginQueryIndexedEXT)                                                                   \
    X(vkCmdBeginTransformFeedbackEXT)                                                              \
    X(vkCmdBindTransformFeedbackBuffersEXT)                                                        \
    X(vkCmdDrawIndirectByteCountEXT)                                                               \
    X(vkCmdEndConditionalRenderingEXT)                                                             \
    X(vkCmdEndQueryIndexedEXT)                                                                     \
    X(vkCmdEndTransformFeedbackEXT)                                                                \
    X(vkCmdPushDescriptorSetKHR)                                                                   \
    X(vkCmdPushDescriptorSetWithTemplateKHR)                                                       \
    X(vkCmdSetAlphaToCoverageEnableEXT)                                                            \
    X(vkCmdSetAlphaToOneEnableEXT)                                                                 \
    X(vkCmdSetColorBlendEnableEXT)                                                                 \
    X(vkCmdSetColorBlendEquationEXT)                                                               \
    X(vkCmdSetColorWriteMaskEXT)                                                                   \
    X(vkCmdSetConservativeRasterizationModeEXT)                                                    \
    X(vkCmdSetDepthClampEnableEXT)                                                                 \
    X(vkCmdSetDepthClipEnableEXT)                                                                  \
    X(vkCmdSetDepthClipNegativeOneToOneEXT)                                                        \
    X(vkCmdSetExtraPrimitiveOverestimationSizeEXT)                                                 \
    X(vkCmdSetLineRasterizationModeEXT)                                                            \
    X(vkCmdSetLineStippleEXT)                                                                      \
    X(vkCmdSetLineStippleEnableEXT)                                                                \
    X(vkCmdSetLogicOpEXT)                                                                          \
    X(vkCmdSetLogicOpEnableEXT)                                                                    \
    X(vkCmdSetPatchControlPointsEXT)                                                               \
    X(vkCmdSetPolygonModeEXT)                                                                      \
    X(vkCmdSetProvokingVertexModeEXT)                                                              \
    X(vkCmdSetRasterizationSamplesEXT)                                                             \
    X(vkCmdSetRasterizationStreamEXT)                                                              \
    X(vkCmdSetSampleLocationsEXT)                                                                  \
    X(vkCmdSetSampleLocationsEnableEXT)                                                            \
    X(vkCmdSetSampleMaskEXT)                                                                       \
    X(vkCmdSetTessellationDomainOriginEXT)                                                         \
    X(vkCmdSetVertexInputEXT)                                                                      \
    X(vkCmdSetViewportSwizzleNV)                                                                   \
    X(vkGetMemoryHostPointerPropertiesEXT)

#define VULKAN_DEVICE_FUNCTIONS(X)                                                                 \
    VULKAN_DEVICE_OBJECT_FUNCTIONS(X)                                                              \
    VULKAN_COMMAND_FUNCTIONS(X)

/* Hidden: the loader and layers in this process must not find these by their names. */
#define VULKAN_DECLARE(name) extern __attribute__((visibility("hidden"))) PFN_##name name;
VULKAN_DECLARE(vkGetInstanceProcAddr)
VULKAN_LOADER_FUNCTIONS(VULKAN_DECLARE)
VULKAN_INSTANCE_FUNCTIONS(VULKAN_DECLARE)
VULKAN_INSTANCE_EXTENSION_FUNCTIONS(VULKAN_DECLARE)
VULKAN_DEVICE_FUNCTIONS(VULKAN_DECLARE)
VULKAN_DEVICE_EXTENSION_FUNCTIONS(VULKAN_DECLARE)
#undef VULKAN_DECLARE

/* Opens the loader, once a process. */
MUST_CHECK bool vulkan_load(struct error *error);
MUST_CHECK bool vulkan_load_instance(VkInstance instance, struct error *error);
MUST_CHECK bool vulkan_load_device(VkDevice device, struct error *error);

#endif
