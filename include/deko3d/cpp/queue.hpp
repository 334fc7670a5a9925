/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_QUEUE_HPP
#define WINDLASS_DEKO3D_CPP_QUEUE_HPP

#include "../queue.h"
#include "../swapchain.h"
#include "handle.hpp"

#include <array>
#ifdef DK_HPP_SUPPORT_VECTOR
#include <vector>
#endif

// Queues and swapchains.
namespace dk {

struct Queue : public detail::Handle<::DkQueue> {
    using Handle::Handle;
    void destroy() {
        ::dkQueueDestroy(*this);
        _clear();
    }
    bool isInErrorState() { return ::dkQueueIsInErrorState(*this); }
    void waitFence(DkFence &fence) { ::dkQueueWaitFence(*this, &fence); }
    void signalFence(DkFence &fence, bool flush = false) {
        ::dkQueueSignalFence(*this, &fence, flush);
    }
    void submitCommands(DkCmdList cmds) { ::dkQueueSubmitCommands(*this, cmds); }
    void flush() { ::dkQueueFlush(*this); }
    void waitIdle() { ::dkQueueWaitIdle(*this); }
    int acquireImage(DkSwapchain swapchain) { return ::dkQueueAcquireImage(*this, swapchain); }
    void presentImage(DkSwapchain swapchain, int imageSlot) {
        ::dkQueuePresentImage(*this, swapchain, imageSlot);
    }
};
using UniqueQueue = detail::UniqueHandle<Queue>;

struct QueueMaker : public ::DkQueueMaker {
    QueueMaker(DkDevice of) noexcept : DkQueueMaker{} { ::dkQueueMakerDefaults(this, of); }
    QueueMaker &setFlags(uint32_t mask) noexcept {
        flags = mask;
        return *this;
    }
    QueueMaker &setCommandMemorySize(uint32_t bytes) noexcept {
        commandMemorySize = bytes;
        return *this;
    }
    QueueMaker &setFlushThreshold(uint32_t bytes) noexcept {
        flushThreshold = bytes;
        return *this;
    }
    QueueMaker &setPerWarpScratchMemorySize(uint32_t bytes) noexcept {
        perWarpScratchMemorySize = bytes;
        return *this;
    }
    QueueMaker &setMaxConcurrentComputeJobs(uint32_t count) noexcept {
        maxConcurrentComputeJobs = count;
        return *this;
    }
    Queue create() const { return Queue{::dkQueueCreate(this)}; }
};

struct Swapchain : public detail::Handle<::DkSwapchain> {
    using Handle::Handle;
    void destroy() {
        ::dkSwapchainDestroy(*this);
        _clear();
    }
    void acquireImage(int &imageSlot, DkFence &fence) {
        ::dkSwapchainAcquireImage(*this, &imageSlot, &fence);
    }
    void setCrop(int32_t left, int32_t top, int32_t right, int32_t bottom) {
        ::dkSwapchainSetCrop(*this, left, top, right, bottom);
    }
    void setSwapInterval(uint32_t interval) { ::dkSwapchainSetSwapInterval(*this, interval); }
};
using UniqueSwapchain = detail::UniqueHandle<Swapchain>;

struct SwapchainMaker : public ::DkSwapchainMaker {
    SwapchainMaker(DkDevice of, void *window, DkImage const *const images[],
                   uint32_t count) noexcept
        : DkSwapchainMaker{} {
        ::dkSwapchainMakerDefaults(this, of, window, images, count);
    }
    template <std::size_t N>
    SwapchainMaker(DkDevice of, void *window, std::array<DkImage const *, N> const &images) noexcept
        : SwapchainMaker{of, window, images.data(), static_cast<uint32_t>(N)} {}
#ifdef DK_HPP_SUPPORT_VECTOR
    SwapchainMaker(DkDevice of, void *window, std::vector<DkImage const *> const &images) noexcept
        : SwapchainMaker{of, window, images.data(), static_cast<uint32_t>(images.size())} {}
#endif
    Swapchain create() const { return Swapchain{::dkSwapchainCreate(this)}; }
};

} // namespace dk

#endif
