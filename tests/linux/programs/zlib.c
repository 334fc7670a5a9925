/* SPDX-License-Identifier: MIT */
/* zlib: streams at several levels and strategies in uneven pieces, checksums, damaged input. */
#include "data.h"

#include <zlib.h>

enum { SIZE = 300000 };

static uint8_t packed[SIZE * 2], back[SIZE];

static void check(int code, int wanted, const char *what) {
    if (code == wanted)
        return;
    printf("%s: %d instead of %d\n", what, code, wanted);
    exit(1);
}

static size_t pack(const struct data_set *set, int level, int strategy, int window) {
    z_stream z = {0};
    check(deflateInit2(&z, level, Z_DEFLATED, window, 8, strategy), Z_OK, "deflateInit2");
    z.next_out = packed;
    z.avail_out = sizeof packed;
    for (size_t done = 0, piece = 1; done < set->size;
         done += piece, piece = piece * 3 % 40009 + 1) {
        if (piece > set->size - done)
            piece = set->size - done;
        z.next_in = set->bytes + done;
        z.avail_in = (uInt)piece;
        check(deflate(&z, piece % 16 ? Z_NO_FLUSH : Z_SYNC_FLUSH), Z_OK, "deflate");
    }
    check(deflate(&z, Z_FINISH), Z_STREAM_END, "deflate's end");
    const size_t size = z.total_out;
    deflateEnd(&z);
    return size;
}

static void unpack(size_t size, int window) {
    z_stream z = {.next_in = packed};
    int code = Z_OK;
    memset(back, 0xa5, sizeof back);
    check(inflateInit2(&z, window), Z_OK, "inflateInit2");
    z.next_out = back;
    for (size_t piece = 7; code == Z_OK; piece = piece * 5 % 30011 + 1) {
        const size_t left = size - z.total_in, room = sizeof back - z.total_out;
        z.avail_in = (uInt)(piece < left ? piece : left);
        z.avail_out = (uInt)(piece * 2 < room ? piece * 2 : room);
        code = inflate(&z, Z_NO_FLUSH);
        if (code == Z_BUF_ERROR)
            code = Z_OK;
    }
    check(code, Z_STREAM_END, "inflate's end");
    inflateEnd(&z);
}

int main(void) {
    static const struct {
        const char *name;
        int level, strategy, window;
    } ways[] = {
        {"level 1", 1, Z_DEFAULT_STRATEGY, 15},
        {"level 6", 6, Z_DEFAULT_STRATEGY, 15},
        {"level 9 gzip", 9, Z_DEFAULT_STRATEGY, 31},
        {"filtered", 5, Z_FILTERED, -15},
        {"Huffman only", 6, Z_HUFFMAN_ONLY, 15},
        {"run lengths", 6, Z_RLE, 12},
        {"fixed codes", 6, Z_FIXED, -15},
        {"stored", 0, Z_DEFAULT_STRATEGY, 15},
    };
    struct data_set sets[DATA_SETS];
    data_make(sets, SIZE);
    for (int i = 0; i < DATA_SETS; i++) {
        printf("%s: crc32 %08lx, adler32 %08lx\n", sets[i].name,
               crc32(0, sets[i].bytes, (uInt)sets[i].size),
               adler32(1, sets[i].bytes, (uInt)sets[i].size));
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            size_t size = pack(&sets[i], ways[k].level, ways[k].strategy, ways[k].window);
            unpack(size, ways[k].window);
            data_report(ways[k].name, &sets[i], packed, size, back);
        }
    }
    uLongf room = sizeof back;
    compress2(packed, &(uLongf){sizeof packed}, sets[0].bytes, SIZE, 6);
    packed[1000] ^= 0x10;
    printf("damaged: %d\n", uncompress(back, &room, packed, 60000));
    return 0;
}
