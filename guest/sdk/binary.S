/* SPDX-License-Identifier: MIT */
/* A file's bytes as NAME. */
    .section .rodata.NAME, "a"
    .balign 256
    .global NAME
NAME:
    .incbin FILE
    .section .note.GNU-stack, "", @progbits
