/* SPDX-License-Identifier: MIT */
/* lz4: blocks, high compression, frames with checksums, a dictionary stream, damaged input. */
#include "data.h"

#include <lz4.h>
#include <lz4frame.h>
#include <lz4hc.h>

enum { SIZE = 300000, ROOM = SIZE + SIZE / 100 + 4096 };

static char packed[ROOM], back[SIZE];

static void block(const struct data_set *set, const char *how, int size) {
    memset(back, 0xa5, sizeof back);
    if (LZ4_decompress_safe(packed, back, size, SIZE) != SIZE)
        printf("%s %s cannot be read back\n", how, set->name);
    data_report(how, set, packed, (size_t)size, back);
}

static void blocks(const struct data_set *set) {
    char how[32];
    const char *from = (const char *)set->bytes;
    for (int acceleration = 1; acceleration <= 17; acceleration += 8) {
        snprintf(how, sizeof how, "fast %d", acceleration);
        block(set, how, LZ4_compress_fast(from, packed, SIZE, ROOM, acceleration));
    }
    for (int level = 3; level <= 12; level += 3) {
        snprintf(how, sizeof how, "high %d", level);
        block(set, how, LZ4_compress_HC(from, packed, SIZE, ROOM, level));
    }
}

static void frame(const struct data_set *set) {
    const LZ4F_preferences_t wishes = {
        .frameInfo = {.blockSizeID = LZ4F_max64KB,
                      .blockMode = LZ4F_blockLinked,
                      .contentChecksumFlag = LZ4F_contentChecksumEnabled,
                      .blockChecksumFlag = LZ4F_blockChecksumEnabled},
        .compressionLevel = 4,
    };
    const size_t size = LZ4F_compressFrame(packed, ROOM, set->bytes, set->size, &wishes);
    LZ4F_dctx *context;
    size_t taken = 0, given = 0, hint = 1;
    if (LZ4F_isError(size) || LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
        exit(1);
    memset(back, 0xa5, sizeof back);
    while (hint && taken < size) {
        size_t in = size - taken < 5003 ? size - taken : 5003, out = SIZE - given;
        hint = LZ4F_decompress(context, back + given, &out, packed + taken, &in, NULL);
        if (LZ4F_isError(hint)) {
            printf("frame: %s\n", LZ4F_getErrorName(hint));
            exit(1);
        }
        taken += in;
        given += out;
    }
    LZ4F_freeDecompressionContext(context);
    data_report("frame", set, packed, size, back);
}

/* Each piece refers to those before it. */
static void stream(const struct data_set *set) {
    LZ4_stream_t *s = LZ4_createStream();
    size_t size = 0;
    for (int at = 0; at < SIZE; at += 10000)
        size += (size_t)LZ4_compress_fast_continue(s, (const char *)set->bytes + at, packed + size,
                                                   10000, ROOM - (int)size, 1);
    LZ4_freeStream(s);
    printf("stream %s: %zu bytes %016llx\n", set->name, size,
           (unsigned long long)data_checksum(packed, size));
}

int main(void) {
    struct data_set sets[DATA_SETS];
    data_make(sets, SIZE);
    for (int i = 0; i < DATA_SETS; i++) {
        blocks(&sets[i]);
        frame(&sets[i]);
        stream(&sets[i]);
    }
    const int size = LZ4_compress_default((const char *)sets[0].bytes, packed, SIZE, ROOM);
    printf("cut: %d\n", LZ4_decompress_safe(packed, back, size - 1, SIZE) < 0);
    return 0;
}
