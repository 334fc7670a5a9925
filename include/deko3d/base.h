/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_BASE_H
#define WINDLASS_DEKO3D_BASE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions of this header that a C++ compiler may evaluate. */
#if defined(__cplusplus) && __cplusplus >= 201402L
#define DK_CONSTEXPR constexpr
#else
#define DK_CONSTEXPR static inline
#endif

#ifdef __cplusplus
#define DK_EXTERN_BEGIN extern "C" {
#define DK_EXTERN_END   }
#else
#define DK_EXTERN_BEGIN
#define DK_EXTERN_END
#endif

/* Objects that the library makes: the program holds a pointer. */
#ifdef __cplusplus
#define DK_HANDLE(name)                                                                            \
    namespace dk {                                                                                 \
    namespace detail {                                                                             \
    struct name;                                                                                   \
    }                                                                                              \
    }                                                                                              \
    using Dk##name = dk::detail::name *
#else
#define DK_HANDLE(name) typedef struct tag_Dk##name *Dk##name
#endif

/* Objects that lie where the program keeps them, and hold what only the library reads. */
#ifdef DK_INTERNAL
#define DK_OPAQUE(name, align, size)                                                               \
    enum { DkSizeOf##name = size, DkAlignOf##name = align };                                       \
    typedef struct Dk##name Dk##name
#else
#define DK_OPAQUE(name, align, size)                                                               \
    typedef struct Dk##name {                                                                      \
        alignas(align) uint8_t _storage[size];                                                     \
    } Dk##name
#endif

DK_HANDLE(Device);
DK_HANDLE(MemBlock);
DK_HANDLE(CmdBuf);
DK_HANDLE(Queue);
DK_HANDLE(Swapchain);

DK_OPAQUE(Fence, 8, 64);
DK_OPAQUE(Variable, 8, 16);
DK_OPAQUE(Shader, 8, 128);
DK_OPAQUE(ImageLayout, 8, 128);
DK_OPAQUE(Image, 8, 128);
DK_OPAQUE(ImageDescriptor, 4, 32);
DK_OPAQUE(SamplerDescriptor, 4, 32);

#undef DK_HANDLE
#undef DK_OPAQUE

typedef enum {
    DkResult_Success = 0,
    DkResult_Fail = 1,
    DkResult_Timeout = 2,
    DkResult_OutOfMemory = 3,
    DkResult_NotImplemented = 4,
    DkResult_MisalignedSize = 5,
    DkResult_MisalignedData = 6,
    DkResult_BadInput = 7,
    DkResult_BadFlags = 8,
    DkResult_BadState = 9,
} DkResult;

typedef uint64_t DkGpuAddr;   /* what the GPU calls a byte of memory: 40 bits */
typedef uintptr_t DkCmdList;  /* recorded commands; 0: none */
typedef uint32_t DkResHandle; /* an image descriptor's number, and a sampler's */
#define DK_GPU_ADDR_INVALID UINT64_MAX

/* context: the function that was called. Success: a warning; all else ends the program when this
 * returns. */
typedef void (*DkDebugFunc)(void *userData, const char *context, DkResult result,
                            const char *message);
typedef DkResult (*DkAllocFunc)(void *userData, size_t alignment, size_t size, void **out);
typedef void (*DkFreeFunc)(void *userData, void *mem);
/* Called where a command buffer has no memory left: dkCmdBufAddMemory with minReqSize bytes at
 * least. */
typedef void (*DkCmdBufAddMemFunc)(void *userData, DkCmdBuf cmdbuf, size_t minReqSize);

/* A piece of memory as the GPU sees it. */
typedef struct DkBufExtents {
    DkGpuAddr addr;
    uint32_t size;
} DkBufExtents;

#endif
