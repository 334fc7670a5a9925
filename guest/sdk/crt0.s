// SPDX-License-Identifier: MIT
// Start of every guest program. The first 0x80 bytes are the NRO start and header; `windlass pack`
// fills the header. Entry state: x0 = loader environment and x1 = -1 (NRO), or x0 = 0 and x1 = main
// thread handle (NSO); x30 = the loader's return address.
    .section .crt0, "ax"
    .global _start
_start:
    b       entry
    .word   mod0 - _start
    .quad   0
    .space  0x70

// An exception comes here too, with x0 = its type and x1 = its frame: no program here handles one.
entry:
    cmp     x0, #0
    ccmn    x1, #1, #4, ne
    b.ne    unhandled
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

unhandled:
    mov     w0, #0xf801
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
