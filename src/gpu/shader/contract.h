/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_CONTRACT_H
#define WINDLASS_GPU_SHADER_CONTRACT_H

#include "base/strbuf.h"
#include "gpu/shader/fields.h"

/* What a translated module needs of whoever binds it. Nothing here is an object of Vulkan: it can
 * be kept on disk beside the module (translation_file.h). All of a module's resources lie in one
 * descriptor set, `set` of the key, at the bindings said here. */

enum {
    SHADER_CONSTANT_SLOTS = 18,
    SHADER_GENERICS = 32, /* attributes that stages hand on, vectors of four */
    SHADER_TARGETS = 8,
    SHADER_TEXTURES_LIMIT = 32, /* of a stage */
    SHADER_IMAGES_LIMIT = 16,
    SHADER_STORAGE_LIMIT = 32,

    BINDING_CONSTANT = 0, /* + slot: a storage buffer, 64 KiB at most, that is only read */
    BINDING_ADDRESS_MAP = 18,
    BINDING_STORAGE = 32, /* + its place in the list */
    BINDING_TEXTURE = 64,
    BINDING_IMAGE = 128,
};

/* Where something that describes a resource lies: a byte of a constant buffer. */
struct shader_place {
    uint8_t slot;
    uint16_t offset;
};

enum shader_dim { SHADER_1D, SHADER_2D, SHADER_3D, SHADER_CUBE, SHADER_BUFFER };
enum shader_scalar { SHADER_FLOAT, SHADER_SINT, SHADER_UINT };

/* A storage buffer. At its place lies a guest address of 64 bits; the binding starts there, rounded
 * down to the key's storage_alignment, and ends with the guest's buffer. */
struct contract_storage {
    struct shader_place place;
    bool written; /* atomics too */
};

/* A texture with its sampler (combined), `count` of them one behind the other: array elements of
 * the binding, whose handles are words from the place on. */
struct contract_texture {
    struct shader_place place;
    struct shader_place sampler; /* another place only where the code takes it from one */
    uint8_t dim, scalar, count;
    bool array, multisampled, compare;
    bool sampled; /* no: only fetched or asked, and the sampler does not matter */
};

/* A storage image. The view's format must be `format`, as SPIR-V numbers them, whatever that of the
 * image: code that moves raw bits sees unsigned words. 0: the image's own, or what is written as it
 * (a view of sRGB writes as plain numbers). One image may stand here in several formats. Accesses
 * out of range rely on robust image access. */
struct contract_image {
    struct shader_place place;
    uint8_t dim, scalar, count, format;
    bool array, multisampled, read, written, atomic;
};

struct shader_contract {
    uint8_t stage;                                 /* enum shader_stage */
    uint32_t constants;                            /* which slots are read, a bit each */
    uint32_t constant_size[SHADER_CONSTANT_SLOTS]; /* bytes that are read; 65536: any */
    bool address_map; /* memory through a table of ranges (address_map.h) */
    bool map_written; /* and not only read */
    bool push;        /* struct shader_push is read */
    uint8_t lanes;    /* 32: runs right only where subgroups have that many lanes; 0: anywhere */
    uint32_t storage_count, texture_count, image_count;
    struct contract_storage storage[SHADER_STORAGE_LIMIT];
    struct contract_texture textures[SHADER_TEXTURES_LIMIT];
    struct contract_image images[SHADER_IMAGES_LIMIT];
    uint32_t inputs,
        outputs;     /* locations, a bit each; a vertex shader's inputs are its attributes */
    uint32_t patch;  /* those of patches, written or read */
    uint8_t targets; /* of a fragment shader, a bit each */
    bool depth, sample_mask; /* it writes them */
    uint32_t group[3], shared_size;
};

/* A line for each thing that it needs or does. */
void shader_contract_print(const struct shader_contract *contract, struct strbuf *out);

/* Push constants, as all modules see them. */
struct shader_push {
    float alpha_reference;
    float point_size;
    float y_direction; /* 1, or -1 where the viewport is flipped */
    uint32_t instance; /* the number of the draw's first instance: not 0 where state changed between
                          the instances of a draw */
};

#endif
