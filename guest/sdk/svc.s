// SPDX-License-Identifier: MIT
// Supervisor calls in the C order of arguments: an output pointer takes a register slot on the way
// in, and its value comes back in x1 (x2 for a second one).
    .macro SVC name, number
    .section .text.\name, "ax"
    .global \name
    .type \name, %function
\name:
    svc     #\number
    ret
    .endm

    .macro SVC_OUT32 name, number
    .section .text.\name, "ax"
    .global \name
    .type \name, %function
\name:
    str     x0, [sp, #-16]!
    svc     #\number
    ldr     x9, [sp], #16
    str     w1, [x9]
    ret
    .endm

    .macro SVC_OUT64 name, number
    .section .text.\name, "ax"
    .global \name
    .type \name, %function
\name:
    str     x0, [sp, #-16]!
    svc     #\number
    ldr     x9, [sp], #16
    str     x1, [x9]
    ret
    .endm

    SVC_OUT64 svcSetHeapSize, 0x01
    SVC svcSetMemoryPermission, 0x02
    SVC svcSetMemoryAttribute, 0x03
    SVC svcMapMemory, 0x04
    SVC svcUnmapMemory, 0x05
    SVC svcExitProcess, 0x07
    SVC_OUT32 svcCreateThread, 0x08
    SVC svcStartThread, 0x09
    SVC svcExitThread, 0x0a
    SVC svcSleepThread, 0x0b
    SVC_OUT32 svcGetThreadPriority, 0x0c
    SVC svcSetThreadPriority, 0x0d
    SVC svcSetThreadCoreMask, 0x0f
    SVC svcGetCurrentProcessorNumber, 0x10
    SVC svcSignalEvent, 0x11
    SVC svcClearEvent, 0x12
    SVC svcMapSharedMemory, 0x13
    SVC svcUnmapSharedMemory, 0x14
    SVC_OUT32 svcCreateTransferMemory, 0x15
    SVC svcCloseHandle, 0x16
    SVC svcResetSignal, 0x17
    SVC_OUT32 svcWaitSynchronization, 0x18
    SVC svcCancelSynchronization, 0x19
    SVC svcArbitrateLock, 0x1a
    SVC svcArbitrateUnlock, 0x1b
    SVC svcWaitProcessWideKeyAtomic, 0x1c
    SVC svcSignalProcessWideKey, 0x1d
    SVC svcGetSystemTick, 0x1e
    SVC_OUT32 svcConnectToNamedPort, 0x1f
    SVC svcSendSyncRequest, 0x21
    SVC_OUT64 svcGetThreadId, 0x25
    SVC svcBreak, 0x26
    SVC svcOutputDebugString, 0x27
    SVC_OUT64 svcGetInfo, 0x29
    SVC svcSetThreadActivity, 0x32
    SVC svcGetThreadContext3, 0x33
    SVC svcWaitForAddress, 0x34
    SVC svcSignalToAddress, 0x35
    SVC_OUT32 svcReplyAndReceive, 0x43
    SVC_OUT32 svcCreateCodeMemory, 0x4b
    SVC svcControlCodeMemory, 0x4c
    SVC svcSetProcessMemoryPermission, 0x73
    SVC svcMapProcessCodeMemory, 0x77
    SVC svcUnmapProcessCodeMemory, 0x78

    .section .text.svcQueryMemory, "ax"
    .global svcQueryMemory
svcQueryMemory:
    str     x1, [sp, #-16]!
    svc     #0x06
    ldr     x9, [sp], #16
    str     w1, [x9]
    ret

    .macro SVC_OUT32_TWICE name, number
    .section .text.\name, "ax"
    .global \name
    .type \name, %function
\name:
    stp     x0, x1, [sp, #-16]!
    svc     #\number
    ldp     x9, x10, [sp], #16
    str     w1, [x9]
    str     w2, [x10]
    ret
    .endm

    SVC_OUT32_TWICE svcCreateSession, 0x40
    SVC_OUT32_TWICE svcCreateEvent, 0x45
