/* SPDX-License-Identifier: MIT */
/* zstd: levels, streams with checksums, long distances, a trained dictionary, input that is cut. */
#include "data.h"

#include <zdict.h>
#include <zstd.h>

enum { SIZE = 200000, ROOM = SIZE + SIZE / 50 + 1024 };

static uint8_t packed[ROOM], back[SIZE];

static size_t check(size_t code, const char *what) {
    if (!ZSTD_isError(code))
        return code;
    printf("%s: %s\n", what, ZSTD_getErrorName(code));
    exit(1);
}

static void levels(const struct data_set *set) {
    static const int all[] = {-5, 1, 3, 6, 9, 13, 16, 19};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char how[32];
        snprintf(how, sizeof how, "level %d", all[i]);
        const size_t size = check(ZSTD_compress(packed, ROOM, set->bytes, SIZE, all[i]), how);
        memset(back, 0xa5, sizeof back);
        check(ZSTD_decompress(back, SIZE, packed, size), how);
        data_report(how, set, packed, size, back);
    }
}

static void stream(const struct data_set *set) {
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_DCtx *d = ZSTD_createDCtx();
    ZSTD_outBuffer out = {packed, ROOM, 0};
    check(ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 5), "level");
    check(ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1), "checksum");
    check(ZSTD_CCtx_setParameter(c, ZSTD_c_enableLongDistanceMatching, 1), "long distance");
    for (size_t at = 0, piece = 1; at < SIZE; at += piece, piece = piece * 3 % 20011 + 1) {
        if (piece > SIZE - at)
            piece = SIZE - at;
        ZSTD_inBuffer in = {set->bytes + at, piece, 0};
        const int last = at + piece == SIZE;
        while (check(ZSTD_compressStream2(c, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue),
                     "compressStream2") &&
               (last || in.pos < in.size))
            ;
    }
    ZSTD_outBuffer result = {back, SIZE, 0};
    memset(back, 0xa5, sizeof back);
    for (size_t at = 0; at < out.pos; at += 4099) {
        ZSTD_inBuffer in = {packed + at, out.pos - at < 4099 ? out.pos - at : 4099, 0};
        while (in.pos < in.size)
            check(ZSTD_decompressStream(d, &result, &in), "decompressStream");
    }
    ZSTD_freeCCtx(c);
    ZSTD_freeDCtx(d);
    data_report("stream", set, packed, out.pos, back);
}

static void dictionary(const struct data_set *set) {
    static uint8_t words[16384];
    enum { SAMPLES = 400, SAMPLE = 500 };
    size_t sizes[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        sizes[i] = SAMPLE;
    const size_t size =
        check(ZDICT_trainFromBuffer(words, sizeof words, set->bytes, sizes, SAMPLES), "training");
    printf("dictionary of %s: %zu bytes %016llx\n", set->name, size,
           (unsigned long long)data_checksum(words, size));
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_DCtx *d = ZSTD_createDCtx();
    const struct data_set piece = {set->name, set->bytes + 190000, 2000};
    const size_t n =
        check(ZSTD_compress_usingDict(c, packed, ROOM, piece.bytes, piece.size, words, size, 7),
              "with dictionary");
    check(ZSTD_decompress_usingDict(d, back, SIZE, packed, n, words, size), "with dictionary");
    data_report("with dictionary", &piece, packed, n, back);
    ZSTD_freeCCtx(c);
    ZSTD_freeDCtx(d);
}

int main(void) {
    struct data_set sets[DATA_SETS];
    data_make(sets, SIZE);
    for (int i = 0; i < DATA_SETS; i++) {
        levels(&sets[i]);
        stream(&sets[i]);
    }
    dictionary(&sets[0]);
    dictionary(&sets[1]);
    const size_t size = check(ZSTD_compress(packed, ROOM, sets[0].bytes, SIZE, 3), "level 3");
    printf("cut: %s\n", ZSTD_getErrorName(ZSTD_decompress(back, SIZE, packed, size - 1)));
    return 0;
}
