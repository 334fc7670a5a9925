/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_ERROR_H
#define WINDLASS_DEKO3D_ERROR_H

#include <deko3d.h>

/* Mistakes of the program. Those that cannot be gone on from are told by both libraries, and end
 * the program; parameters and states are only looked at by the debug library (libdeko3dd, built
 * with DK_DEBUG). The debug library tells the device's callback first, with the name of the public
 * function as context; a callback that returns ends the program as well, as on the console. */

/* device: NULL where there is none yet. */
_Noreturn void dk_raise(DkDevice device, const char *context, DkResult result, const char *message);
/* The debug library's; the other one says nothing. */
void dk_warn(DkDevice device, const char *context, const char *message);

#ifdef DK_DEBUG
#define DK_CHECK_IN(device, context, holds, result, message)                                       \
    do {                                                                                           \
        if (!(holds))                                                                              \
            dk_raise((device), (context), (result), (message));                                    \
    } while (0)
#else
/* Never evaluated, but what only checks use counts as used. */
#define DK_CHECK_IN(device, context, holds, result, message)                                       \
    ((void)(false && (holds) && (device) && (context)))
#endif
/* In a public function; others take its name from their caller and check IN it. */
#define DK_CHECK(device, holds, result, message)                                                   \
    DK_CHECK_IN(device, __func__, holds, result, message)

#define DK_CHECK_INPUT(device, holds, message) DK_CHECK(device, holds, DkResult_BadInput, message)
#define DK_CHECK_STATE(device, holds, message) DK_CHECK(device, holds, DkResult_BadState, message)
#define DK_CHECK_FLAGS(device, holds, message) DK_CHECK(device, holds, DkResult_BadFlags, message)
/* align: a power of two. */
#define DK_CHECK_SIZE(device, value, align)                                                        \
    DK_CHECK(device, ((uint64_t)(value) & ((align) - 1)) == 0, DkResult_MisalignedSize,            \
             #value " must be a multiple of " #align)
#define DK_CHECK_ALIGN(device, value, align)                                                       \
    DK_CHECK(device, ((uint64_t)(value) & ((align) - 1)) == 0, DkResult_MisalignedData,            \
             #value " must be a multiple of " #align)
#define DK_CHECK_POINTER(device, pointer)                                                          \
    DK_CHECK(device, (pointer) != NULL, DkResult_BadInput, #pointer " must not be NULL")
/* An array that may be missing where nothing of it is read. */
#define DK_CHECK_ARRAY(device, array, count)                                                       \
    DK_CHECK(device, !(count) || (array) != NULL, DkResult_BadInput, #array " must not be NULL")

#endif
