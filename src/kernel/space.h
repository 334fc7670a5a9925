/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SPACE_H
#define WINDLASS_KERNEL_SPACE_H

#include "core/memory.h"
#include "kernel/block_list.h"
#include "kernel/object.h"

#include <pthread.h>

/* The address space of the process: which state each page has for the guest, and the operations
 * of the memory SVCs on it. */

/* A state word: memory type in bits 0-7, then what may be done with such memory. */
enum {
    SPACE_CAN_REPROTECT = 1 << 8,
    SPACE_CAN_IPC = 1 << 10,
    SPACE_CAN_ALIAS = 1 << 15,
    SPACE_CAN_CODE_ALIAS = 1 << 16,
    SPACE_CAN_TRANSFER = 1 << 17,
    SPACE_REF_COUNTED = 1 << 22,
    SPACE_CAN_CHANGE_ATTRIBUTE = 1 << 24,
    SPACE_CAN_CODE_MEMORY = 1 << 25,
    SPACE_CAN_PERM_LOCK = 1 << 27,
    SPACE_CODE_BIT = 1 << 14,
    SPACE_TYPE_MASK = 0xff,
};

enum {
    SPACE_FREE = 0x00000000,
    SPACE_CODE = 0x04dc7e03,
    SPACE_CODE_DATA = 0x0ffebd04,
    SPACE_NORMAL = 0x077ebd05,
    SPACE_SHARED = 0x04402006,
    SPACE_ALIAS_CODE = 0x04dd7e08,
    SPACE_ALIAS_CODE_DATA = 0x0fffbd09,
    SPACE_STACK = 0x045c3c0b,
    SPACE_THREAD_LOCAL = 0x0400000c,
    SPACE_TRANSFERED = 0x055c3c0d,
    SPACE_SHARED_TRANSFERED = 0x045c380e,
    SPACE_INACCESSIBLE = 0x00000010,
    SPACE_GENERATED_CODE = 0x04402214,
    SPACE_CODE_OUT = 0x04402015,
};

/* ---- the table (space.c) ---- */

/* Held around every use of the functions named _locked, and while the kernel touches guest memory
 * that another guest thread could unmap. Inside the kernel lock, never around it. */
void space_lock(void);
void space_unlock(void);
/* Forgets everything: all free. Host mappings are the caller's to remove first. */
void space_reset(void);
/* At start: fresh pages with a state, and the state of pages that the loader mapped. */
MUST_CHECK bool space_map_fresh(uint64_t base, uint64_t size, uint32_t state, enum guest_perm perm,
                                struct error *error);
void space_record(uint64_t base, uint64_t size, uint32_t state, enum guest_perm perm);
/* Changes the table only. */
void space_set_locked(uint64_t base, uint64_t size, uint32_t state, uint32_t perm,
                      uint32_t attribute, enum block_head head);

struct space_info {
    uint64_t base, size;
    uint32_t type, attribute, perm, ipc_count, device_count;
};
/* svcQueryMemory: any address has an answer. */
void space_query(uint64_t address, struct space_info *out);

/* Every page of a range must have these bits in its state, this permission and these attributes.
 * A mask of 0 asks for nothing. */
struct space_need {
    uint32_t state_mask, state;
    uint32_t perm_mask, perm;
    uint32_t attribute_mask, attribute;
};
/* 0xd401 where a page does not, and where the pages are not alike in state and permission; the
 * value of the first goes to *first_out (may be NULL). */
result space_check_locked(uint64_t base, uint64_t size, const struct space_need *need,
                          struct block_value *first_out);
#define SPACE_ALL_ATTRIBUTES 0xffffffffu
extern struct block_list space_blocks;
bool space_is_free_locked(uint64_t base, uint64_t size);
/* Alignment (0xcc01), size (0xca01), wrap and end of the address space (0xd401). */
result space_check_range(uint64_t base, uint64_t size);
bool space_inside(const struct guest_region *r, uint64_t base, uint64_t size);
/* Inside the ASLR region and outside heap and alias: where mappings of the guest's choice go. */
bool space_in_free_region(uint64_t base, uint64_t size);
/* Host failure under a checked request: logs it; 0xce01. */
result space_host_failure(const char *what, const struct error *error);

/* Atomic access to an aligned word that the guest can write; false where it cannot. The word may
 * go away as soon as the lock is given up. */
bool space_word_locked(uint64_t address, unsigned size, uint32_t perm);
/* Copies from and to guest memory; false where the range is not accessible. */
bool space_read(uint64_t address, void *out, uint64_t size);
bool space_write(uint64_t address, const void *data, uint64_t size);

/* ---- heap and permissions (space_heap.c, space_protect.c) ---- */

result space_set_heap_size(uint64_t size, uint64_t *address_out);
/* Before the guest starts: what it may use in all (GetInfo 6), and what code, stack and loader
 * pages took of it. */
void space_heap_reset(uint64_t limit_bytes, uint64_t fixed_bytes);
uint64_t space_limit(void);
uint64_t space_used(void);
result space_set_permission(uint64_t base, uint64_t size, uint32_t perm);
result space_set_attribute(uint64_t base, uint64_t size, uint32_t mask, uint32_t attribute);
result space_set_process_permission(uint64_t base, uint64_t size, uint32_t perm);

/* ---- mappings that move pages (space_alias.c) ---- */

void space_alias_reset(void);

result space_map_stack(uint64_t target, uint64_t source, uint64_t size);
result space_unmap_stack(uint64_t target, uint64_t source, uint64_t size);
result space_map_code(uint64_t target, uint64_t source, uint64_t size);
result space_unmap_code(uint64_t target, uint64_t source, uint64_t size);

/* ---- devices (space_device.c) ---- */

/* A device sees a range that the guest can read and write: it stays mapped until every device has
 * let it go. */
result space_device_map(uint64_t base, uint64_t size);
void space_device_unmap(uint64_t base, uint64_t size);

/* ---- mappings of memory files and lent ranges (space_lend.c) ---- */

result space_map_file(uint64_t base, int fd, uint64_t size, uint32_t state, enum guest_perm perm);
/* The range must hold this state throughout; becomes free. */
result space_unmap_file(uint64_t base, uint64_t size, uint32_t state);
/* Takes a range that is RW and has `capability`: the guest keeps `perm` on it. */
result space_lend(uint64_t base, uint64_t size, uint32_t capability, enum guest_perm perm);
/* The lent range is RW again. */
void space_return(uint64_t base, uint64_t size);
/* A lent range's pages become those of the memory file, with the contents that they have. */
MUST_CHECK bool space_share_lent(uint64_t base, uint64_t size, int fd, struct error *error);
/* A range lent without access has no pages of its own until it gets the file's contents back;
 * space_return follows. */
MUST_CHECK bool space_hide_lent(uint64_t base, uint64_t size, struct error *error);
MUST_CHECK bool space_restore_lent(uint64_t base, uint64_t size, int fd, struct error *error);

#endif
