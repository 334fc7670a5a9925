/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_FILE_H
#define WINDLASS_GPU_CAPTURE_FILE_H

#include "base/reader.h"

/* Captures of what a GPU was given, as a file: records in the order of time. All numbers are
 * little-endian. The file begins with CAPTURE_MAGIC and the version; each record is its kind, a
 * zero, the size of what follows (8 bytes) and that. */

#define CAPTURE_MAGIC "WLGPUCAP"
enum { CAPTURE_VERSION = 1 };

enum capture_kind {
    /* A channel, as it is when it is first met: its number, its page table's, then the state of its
     * engines (channel_save). */
    CAPTURE_CHANNEL = 1,
    /* The channel's number, its page table's, increments behind, how many entries; the entries. */
    CAPTURE_SUBMISSION,
    /* What a submission looked at for the first time follows it. Pages of guest memory have
     * numbers; some lie at several addresses. A page table's number, how many pages, the address (8
     * bytes), the first page's number (8 bytes). */
    CAPTURE_MAP,
    /* A page's number (8 bytes) and its bytes; none: zeros. */
    CAPTURE_PAGE,
    /* The pages behind it are as they are at the next submission, not the one before. Empty. */
    CAPTURE_NEXT,
};

struct capture_record {
    uint32_t kind;
    struct reader body;
};

/* Behind it `r` stands at the first record. */
MUST_CHECK bool capture_head_read(struct reader *r);
/* False: the end, or something is wrong (the reader says which). */
bool capture_record_read(struct reader *r, struct capture_record *out);

struct capture_map {
    uint32_t table, pages;
    uint64_t address, page;
};
bool capture_map_read(struct capture_record *record, struct capture_map *out);

struct capture_page {
    uint64_t page;
    const uint8_t *bytes; /* NULL: zeros */
};
bool capture_page_read(struct capture_record *record, struct capture_page *out);

struct capture_submission {
    uint32_t channel, table, added, count;
    struct reader entries; /* 8 bytes each */
};
bool capture_submission_read(struct capture_record *record, struct capture_submission *out);

struct capture_channel {
    uint32_t channel, table; /* what is left in the record is the state */
};
bool capture_channel_read(struct capture_record *record, struct capture_channel *out);

#endif
