/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Header of a .astc file: magic 0x5ca1ab13, three bytes block size, three times three bytes size
 * (Arm, astc-encoder, "The .astc file format"). */
enum { ASTC_HEADER = 16 };
/* KTX 1 (Khronos, "KTX File Format Specification"): 12 bytes of identifier, 13 words, and then a
 * level's size and its rows. */
enum { KTX_WORDS = 13, KTX_HEADER = 12 + 4 * KTX_WORDS, GL_BYTE = 0x1401, GL_HALF = 0x140b };
static const uint8_t ktx_identifier[12] = {0xab, 'K',  'T',  'X',  ' ',  '1',
                                           '1',  0xbb, '\r', '\n', 0x1a, '\n'};

static const char *const profile_letters[] = {"s", "l", "H"};

bool astc_oracle_open(struct astc_oracle *oracle, struct error *error) {
    snprintf(oracle->folder, sizeof oracle->folder, "/tmp/windlass-astc-XXXXXX");
    if (system("command -v astcenc >/dev/null 2>&1") != 0)
        return error_set(error, ERROR_TOOL, "astcenc is not installed: run scripts/setup");
    if (!mkdtemp(oracle->folder))
        return error_set(error, ERROR_IO, "%s cannot be made", oracle->folder);
    return true;
}

static void path_of(const struct astc_oracle *oracle, const char *name, char path[128]) {
    snprintf(path, 128, "%s/%s", oracle->folder, name);
}

void astc_oracle_close(struct astc_oracle *oracle) {
    char path[128];
    path_of(oracle, "blocks.astc", path);
    unlink(path);
    path_of(oracle, "texels.ktx", path);
    unlink(path);
    rmdir(oracle->folder);
}

/* ---- files ---- */

static bool write_file(const char *path, const void *header, size_t header_size, const void *data,
                       size_t size, struct error *error) {
    FILE *file = fopen(path, "wb");
    bool done = file && fwrite(header, 1, header_size, file) == header_size &&
                fwrite(data, 1, size, file) == size;
    if (file && fclose(file))
        done = false;
    return done || error_set(error, ERROR_IO, "%s cannot be written", path);
}

static bool read_file(const char *path, size_t skip, void *data, size_t size, struct error *error) {
    FILE *file = fopen(path, "rb");
    const bool done = file && !fseek(file, (long)skip, SEEK_SET) &&
                      fread(data, 1, size, file) == size && fgetc(file) == EOF;
    if (file)
        fclose(file);
    return done || error_set(error, ERROR_FORMAT, "%s is not what astcenc was to write", path);
}

static void put24(uint8_t *at, unsigned value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    at[2] = (uint8_t)(value >> 16);
}

static size_t texels_size(enum astc_profile profile, const struct astc_picture *p) {
    return (size_t)p->width * p->height * (profile == ASTC_PROFILE_HDR ? 8 : 4);
}

static bool write_blocks(const char *path, const struct astc_picture *p, const uint8_t *blocks,
                         struct error *error) {
    uint8_t header[ASTC_HEADER] = {
        0x13, 0xab, 0xa1, 0x5c, (uint8_t)p->block_width, (uint8_t)p->block_height, 1};
    put24(header + 7, p->width);
    put24(header + 10, p->height);
    put24(header + 13, 1);
    return write_file(path, header, sizeof header, blocks, 16 * astc_picture_blocks(p), error);
}

static bool write_texels(const char *path, enum astc_profile profile, const struct astc_picture *p,
                         const void *rgba, struct error *error) {
    const bool half = profile == ASTC_PROFILE_HDR;
    const uint32_t size = (uint32_t)texels_size(profile, p);
    /* GL_RGBA is 0x1908, GL_RGBA8 0x8058, GL_RGBA16F 0x881a. */
    const uint32_t words[KTX_WORDS + 1] = {0x04030201,
                                           half ? GL_HALF : GL_BYTE,
                                           half ? 2 : 1,
                                           0x1908,
                                           half ? 0x881a : 0x8058,
                                           0x1908,
                                           p->width,
                                           p->height,
                                           0,
                                           0,
                                           1,
                                           1,
                                           0,
                                           size};
    uint8_t header[KTX_HEADER + 4];
    memcpy(header, ktx_identifier, sizeof ktx_identifier);
    memcpy(header + sizeof ktx_identifier, words, sizeof words);
    return write_file(path, header, sizeof header, rgba, size, error);
}

static bool read_texels(const char *path, enum astc_profile profile, const struct astc_picture *p,
                        void *out, struct error *error) {
    const uint32_t type = profile == ASTC_PROFILE_HDR ? GL_HALF : GL_BYTE;
    uint32_t words[KTX_WORDS + 1] = {0};
    FILE *file = fopen(path, "rb");
    const bool read = file && !fseek(file, sizeof ktx_identifier, SEEK_SET) &&
                      fread(words, 1, sizeof words, file) == sizeof words;
    if (file)
        fclose(file);
    if (!read || words[1] != type || words[3] != 0x1908 || words[6] != p->width ||
        words[7] != p->height || words[12] || words[13] != texels_size(profile, p))
        return error_set(error, ERROR_FORMAT, "%s has a header that this cannot read", path);
    return read_file(path, KTX_HEADER + 4, out, texels_size(profile, p), error);
}

/* ---- calls ---- */

static bool call(const char *what, enum astc_profile profile, const char *from, const char *to,
                 const char *rest, struct error *error) {
    char command[512];
    snprintf(command, sizeof command, "astcenc -%s%s %s %s %s -silent -j 1 >/dev/null", what,
             profile_letters[profile], from, to, rest);
    return system(command) == 0 || error_set(error, ERROR_TOOL, "this failed: %s", command);
}

bool astc_oracle_decode(const struct astc_oracle *oracle, enum astc_profile profile,
                        const struct astc_picture *p, const uint8_t *blocks, void *out,
                        struct error *error) {
    char from[128], to[128];
    path_of(oracle, "blocks.astc", from);
    path_of(oracle, "texels.ktx", to);
    return write_blocks(from, p, blocks, error) && call("d", profile, from, to, "", error) &&
           read_texels(to, profile, p, out, error);
}

bool astc_oracle_encode(const struct astc_oracle *oracle, enum astc_profile profile,
                        const struct astc_picture *p, const void *rgba, uint8_t *blocks,
                        struct error *error) {
    char from[128], to[128], rest[64];
    path_of(oracle, "texels.ktx", from);
    path_of(oracle, "blocks.astc", to);
    snprintf(rest, sizeof rest, "%ux%u -fast", p->block_width, p->block_height);
    return write_texels(from, profile, p, rgba, error) &&
           call("c", profile, from, to, rest, error) &&
           read_file(to, ASTC_HEADER, blocks, 16 * astc_picture_blocks(p), error);
}
