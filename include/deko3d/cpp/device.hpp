/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_DEVICE_HPP
#define WINDLASS_DEKO3D_CPP_DEVICE_HPP

#include "../device.h"
#include "../memory.h"
#include "../shader.h"
#include "../sync.h"
#include "handle.hpp"

// Devices, memory, fences and variables, shaders.
namespace dk {

struct Device : public detail::Handle<::DkDevice> {
    using Handle::Handle;
    void destroy() {
        ::dkDeviceDestroy(*this);
        _clear();
    }
    uint64_t getCurrentTimestamp() { return ::dkDeviceGetCurrentTimestamp(*this); }
    uint64_t getCurrentTimestampInNs() { return ::dkDeviceGetCurrentTimestampInNs(*this); }
};
using UniqueDevice = detail::UniqueHandle<Device>;

struct DeviceMaker : public ::DkDeviceMaker {
    DeviceMaker() noexcept : DkDeviceMaker{} { ::dkDeviceMakerDefaults(this); }
    DeviceMaker &setUserData(void *data) noexcept {
        userData = data;
        return *this;
    }
    DeviceMaker &setCbDebug(DkDebugFunc function) noexcept {
        cbDebug = function;
        return *this;
    }
    DeviceMaker &setCbAlloc(DkAllocFunc function) noexcept {
        cbAlloc = function;
        return *this;
    }
    DeviceMaker &setCbFree(DkFreeFunc function) noexcept {
        cbFree = function;
        return *this;
    }
    DeviceMaker &setFlags(uint32_t mask) noexcept {
        flags = mask;
        return *this;
    }
    Device create() const { return Device{::dkDeviceCreate(this)}; }
};

struct MemBlock : public detail::Handle<::DkMemBlock> {
    using Handle::Handle;
    void destroy() {
        ::dkMemBlockDestroy(*this);
        _clear();
    }
    void *getCpuAddr() { return ::dkMemBlockGetCpuAddr(*this); }
    DkGpuAddr getGpuAddr() { return ::dkMemBlockGetGpuAddr(*this); }
    uint32_t getSize() { return ::dkMemBlockGetSize(*this); }
    DkResult flushCpuCache(uint32_t offset, uint32_t size) {
        return ::dkMemBlockFlushCpuCache(*this, offset, size);
    }
};
using UniqueMemBlock = detail::UniqueHandle<MemBlock>;

struct MemBlockMaker : public ::DkMemBlockMaker {
    MemBlockMaker(DkDevice of, uint32_t bytes) noexcept : DkMemBlockMaker{} {
        ::dkMemBlockMakerDefaults(this, of, bytes);
    }
    MemBlockMaker &setFlags(uint32_t mask) noexcept {
        flags = mask;
        return *this;
    }
    MemBlockMaker &setStorage(void *memory) noexcept {
        storage = memory;
        return *this;
    }
    MemBlock create() const { return MemBlock{::dkMemBlockCreate(this)}; }
};

struct Fence : public detail::Opaque<::DkFence> {
    DkResult wait(int64_t timeout_ns = -1) { return ::dkFenceWait(this, timeout_ns); }
    void import(uint32_t id, uint32_t value) { ::dkFenceImport(this, id, value); }
};

struct Variable : public detail::Opaque<::DkVariable> {
    void initialize(DkMemBlock mem, uint32_t offset) { ::dkVariableInitialize(this, mem, offset); }
    uint32_t read() const { return ::dkVariableRead(this); }
    void signal(DkVarOp op, uint32_t value) const { ::dkVariableSignal(this, op, value); }
};

struct Shader : public detail::Opaque<::DkShader> {
    bool isValid() const { return ::dkShaderIsValid(this); }
    DkStage getStage() const { return ::dkShaderGetStage(this); }
};

struct ShaderMaker : public ::DkShaderMaker {
    ShaderMaker(DkMemBlock memory, uint32_t offset) noexcept : DkShaderMaker{} {
        ::dkShaderMakerDefaults(this, memory, offset);
    }
    ShaderMaker &setControl(const void *section) noexcept {
        control = section;
        return *this;
    }
    ShaderMaker &setProgramId(uint32_t id) noexcept {
        programId = id;
        return *this;
    }
    void initialize(Shader &obj) const { ::dkShaderInitialize(&obj, this); }
};

} // namespace dk

#endif
