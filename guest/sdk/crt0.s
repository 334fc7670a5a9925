// SPDX-License-Identifier: MIT
// Start of every guest program. The first 0x80 bytes are the NRO start and header; `windlass pack`
// fills the header. Entry state: x0 = loader environment and x1 = -1 (NRO), or x0 = 0 and x1 = main
// thread handle (NSO); x30 = the loader's return address.
    .macro VECTORS move
    \move   q0, q1, [x8], #32
    \move   q2, q3, [x8], #32
    \move   q4, q5, [x8], #32
    \move   q6, q7, [x8], #32
    \move   q8, q9, [x8], #32
    \move   q10, q11, [x8], #32
    \move   q12, q13, [x8], #32
    \move   q14, q15, [x8], #32
    \move   q16, q17, [x8], #32
    \move   q18, q19, [x8], #32
    \move   q20, q21, [x8], #32
    \move   q22, q23, [x8], #32
    \move   q24, q25, [x8], #32
    \move   q26, q27, [x8], #32
    \move   q28, q29, [x8], #32
    \move   q30, q31, [x8], #32
    .endm

    .section .crt0, "ax"
    .global _start
_start:
    b       entry
    .word   mod0 - _start
    .quad   0
    .space  0x70

// An exception comes here too, with x0 = its type and x1 = its frame.
entry:
    cmp     x0, #0
    ccmn    x1, #1, #4, ne
    b.ne    exception
    mov     x19, x0
    mov     x20, x1
    mov     x21, x30
    adrp    x0, _start
    add     x0, x0, :lo12:_start
    adrp    x1, _DYNAMIC
    add     x1, x1, :lo12:_DYNAMIC
    bl      start_relocate
    adrp    x8, loader_sp
    mov     x9, sp
    str     x9, [x8, :lo12:loader_sp]
    adrp    x8, loader_return
    str     x21, [x8, :lo12:loader_return]
    mov     x0, x19
    mov     x1, x20
    bl      start_guest
    // falls into the way out with main's result in w0

    .global start_leave
start_leave:
    adrp    x8, loader_sp
    ldr     x9, [x8, :lo12:loader_sp]
    mov     sp, x9
    adrp    x8, loader_return
    ldr     x30, [x8, :lo12:loader_return]
    cbz     x30, 1f
    ret
1:  svc     #0x07

// x0 to x8, x30, sp and pc are in the frame, and the system takes them from there when the handler is
// done; the rest is kept here. One thread at a time comes this way.
exception:
    adrp    x8, exception_registers
    add     x8, x8, :lo12:exception_registers
    stp     x9, x10, [x8, #0]
    stp     x11, x12, [x8, #16]
    stp     x13, x14, [x8, #32]
    stp     x15, x16, [x8, #48]
    stp     x17, x18, [x8, #64]
    stp     x19, x20, [x8, #80]
    stp     x21, x22, [x8, #96]
    stp     x23, x24, [x8, #112]
    stp     x25, x26, [x8, #128]
    stp     x27, x28, [x8, #144]
    str     x29, [x8, #160]
    mov     x19, x8
    add     x8, x8, #176
    VECTORS stp
    adrp    x9, guest_exception_handler
    ldr     x9, [x9, :lo12:guest_exception_handler]
    mov     w2, #0
    cbz     x9, 1f
    adrp    x10, exception_stack_end
    add     x10, x10, :lo12:exception_stack_end
    mov     sp, x10
    mov     x2, x19
    blr     x9
    mov     w2, w0
1:  add     x8, x19, #176
    VECTORS ldp
    mov     x8, x19
    ldp     x9, x10, [x8, #0]
    ldp     x11, x12, [x8, #16]
    ldp     x13, x14, [x8, #32]
    ldp     x15, x16, [x8, #48]
    ldp     x17, x18, [x8, #64]
    ldp     x19, x20, [x8, #80]
    ldp     x21, x22, [x8, #96]
    ldp     x23, x24, [x8, #112]
    ldp     x25, x26, [x8, #128]
    ldp     x27, x28, [x8, #144]
    ldr     x29, [x8, #160]
    // Result 0: go on as the frame says; another one: nobody handled it.
    mov     w0, #0xf801
    cmp     w2, #0
    csel    w0, wzr, w0, ne
    svc     #0x28

    .balign 4
mod0:
    .ascii  "MOD0"
    .word   _DYNAMIC - mod0
    .word   __bss_start - mod0
    .word   __bss_end - mod0
    .word   __eh_frame_hdr_start - mod0
    .word   __eh_frame_hdr_end - mod0
    .word   0

    .bss
    .balign 8
loader_sp:
    .space  8
loader_return:
    .space  8
    .global guest_exception_handler
guest_exception_handler:
    .space  8
    .balign 16
exception_registers: // x9 to x29, then q0 to q31
    .space  176 + 512
    .space  0x4000
exception_stack_end:
