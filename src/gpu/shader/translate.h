/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_H

#include "gpu/shader/contract.h"
#include "gpu/shader/file.h"

/* Makes SPIR-V of a program of the guest. */

enum shader_features { /* of the device */
                       SHADER_HAS_FLOAT64 = 1 << 0,
                       SHADER_HAS_INT64 = 1 << 1,
                       SHADER_HAS_FLOAT16 = 1 << 2,
                       SHADER_HAS_QUAD = 1 << 3,    /* quad operations in fragment shaders */
                       SHADER_HAS_SHUFFLE = 1 << 4, /* shuffle and ballot, in all stages */
                       SHADER_HAS_DYNAMIC_INDEX = 1
                                                  << 5, /* of textures and images, uniform or not */
                       SHADER_HAS_READ_ANY = 1 << 6,    /* reads images without a format */
                       SHADER_HAS_ADDRESSES = 1 << 7,   /* buffer device addresses */
                       SHADER_HAS_DEMOTE = 1 << 8,
                       SHADER_HAS_ATOMIC64 = 1 << 9, /* on buffers */
                       /* on request: denormals of 32 bits, whatever the other sizes do; signs of
                          zeros, infinities and NaN of 32 and 64 bits */
                       SHADER_HAS_DENORMALS = 1 << 10,
                       SHADER_HAS_INF_NAN = 1 << 11,
                       /* sums, products and comparisons of 32 bits take denormals for zero: on
                          request; always, where nothing is requested, as a trial shows */
                       SHADER_HAS_FLUSH = 1 << 12,
                       SHADER_FLUSHES = 1 << 13,
                       /* memory barriers where not all threads of a workgroup come (lavapipe 22.3
                          takes them for barriers of all) */
                       SHADER_HAS_FENCES = 1 << 14,
};

enum shader_compare { /* as the guest numbers them */
                      SHADER_OFF,
                      SHADER_NEVER,
                      SHADER_LESS,
                      SHADER_EQUAL,
                      SHADER_LESS_EQUAL,
                      SHADER_GREATER,
                      SHADER_NOT_EQUAL,
                      SHADER_GREATER_EQUAL,
                      SHADER_ALWAYS
};

enum shader_topology {
    SHADER_POINTS,
    SHADER_LINES,
    SHADER_LINES_ADJACENCY,
    SHADER_TRIANGLES,
    SHADER_TRIANGLES_ADJACENCY
};

/* What the code does not say about a resource: what its descriptor says. Where a place has no fact
 * it is a texture of floats, one of it. */
struct shader_fact {
    struct shader_place place;
    uint8_t scalar; /* enum shader_scalar */
    uint8_t format; /* of an image, as SPIR-V numbers them; 0: unknown */
    uint8_t count; /* handles from the place on that code may choose from; 0: the key's `handles` */
    bool buffer;   /* what the code takes for 1D is a buffer */
    bool multisampled;
    bool texels; /* coordinates that it is sampled at count texels: rectangle textures */
    /* Of what code only asks for its size, which does not say what it is: */
    uint8_t dim;       /* enum shader_dim */
    bool array, image; /* image: it is for loads and stores */
};

enum { SHADER_WINDOW = 16384 };

/* Transform feedback: what of each vertex goes to which buffer, as words of the space of attributes
 * (their addresses by four), one behind the other. */
enum { SHADER_CAPTURE_BUFFERS = 4, SHADER_CAPTURE_WORDS = 128, SHADER_CAPTURE_NOTHING = 0xff };
struct shader_capture {
    struct shader_capture_buffer {
        uint16_t stride; /* bytes a vertex */
        uint8_t count;
        uint8_t words[SHADER_CAPTURE_WORDS]; /* SHADER_CAPTURE_NOTHING: left as it is */
    } buffers[SHADER_CAPTURE_BUFFERS];
};

/* State that hardly any program sets. Compared as bytes: zero all of it first. */
enum { SHADER_WINDOWS = 8, SHADER_VIEWPORTS = 16 };
struct shader_seldom {
    /* Of fragment shaders: pixels outside of all rectangles are left out, or those within one. */
    bool windows, windows_exclusive;
    uint8_t window_count;
    struct shader_window {
        uint16_t x0, y0, x1, y1; /* x1 and y1 lie outside */
    } window[SHADER_WINDOWS];
    bool stipple; /* pixels whose bit is not set are left out: row y, from the left of each byte */
    uint32_t pattern[32];
    /* Of the last stage in front of the rasterizer: position_swizzle of each viewport. */
    bool swizzles;
    uint8_t swizzle[SHADER_VIEWPORTS][4];
};

struct shader_key {
    /* the device */
    uint32_t features;
    uint32_t storage_alignment;
    uint32_t storage_limit; /* storage buffers that may be bound; others through the address map */
    uint8_t lanes;          /* of a subgroup, where it is sure; 0: not */
    uint8_t version;        /* of SPIR-V: 3, 4, 5 */
    uint8_t set;
    bool map_only; /* all memory through the address map */

    /* the pipeline */
    uint8_t vertex_scalar[SHADER_GENERICS]; /* of the attributes */
    uint8_t target_scalar[SHADER_TARGETS];
    uint8_t targets;    /* that there are, a bit each: what is written to others goes nowhere */
    bool one_color;     /* output 0 goes to all of them, as with programs whose header says so */
    uint32_t written;   /* locations that the stage before writes; others read as (0, 0, 0, 1) */
    uint8_t alpha_test; /* enum shader_compare, of target 0, against the push constant */
    bool point_size;    /* points whose size the program does not write take the push constant's */
    bool point_sprite[10];    /* fixed texture coordinates that point sprites replace */
    bool point_origin_bottom; /* y of point coordinates goes upward */
    bool round_points;        /* alpha is multiplied by how much of the pixel is in the circle */
    bool depth_minus_one; /* depth goes from -1 to 1 and the device wants 0 to 1; of the last stage
                             in front of the rasterizer only, as is point_size */
    /* Of the same stage: which coordinate of the position, as it is or negated, each of the four
     * is: as the GPU numbers them, twice the coordinate plus 1 where negated. All 0: each itself.
     */
    uint8_t position_swizzle[4];
    bool window_positions; /* positions are pixels of a window; the viewport is SHADER_WINDOW wide
                              and high */
    bool dual_source;      /* target 1 is the second source of target 0's blending */
    uint8_t clip_distances, cull_distances; /* which distances do so, a bit each */
    bool early_tests, post_depth_coverage, per_sample;
    uint8_t topology;                     /* geometry: of its input */
    uint8_t patch_vertices;               /* tessellation control: of its input */
    uint8_t tess_primitive, tess_spacing; /* evaluation: isolines, triangles, quads; equal,
                                             fractional odd, fractional even */
    bool tess_clockwise, tess_points;
    uint32_t group[3], shared_size;
    uint32_t local_size, local_negative;  /* bytes at addresses from 0 up, and from -1 down */
    uint32_t local_window, shared_window; /* where generic addresses mean these memories */
    uint8_t handle_slot; /* the constant buffer of handles that instructions number */
    uint8_t handles;     /* how many handles code chooses from where no fact says; 0: 8 */
    const struct shader_fact *facts;
    size_t fact_count;
    const struct shader_capture *capture; /* of the last stage in front of the rasterizer; NULL */
    const struct shader_seldom *seldom;   /* NULL: nothing of it */
};

enum { SHADER_LOCAL_WINDOW = 0x01000000, SHADER_SHARED_WINDOW = 0x03000000 }; /* deko3d's */

/* The key of a file's program on a device that can do everything, as its header says; the caller
 * changes what it knows better. */
void shader_key_init(struct shader_key *key, const struct shader_program *program);

struct shader_translation {
    uint32_t *words;
    size_t count; /* of words */
    struct shader_contract contract;
};

/* Fails where the code is no code of the GPU, or does something that cannot be translated; the
 * error says what, at which offset and what the word is. */
MUST_CHECK bool shader_translate(const struct shader_program *program, const struct shader_key *key,
                                 struct shader_translation *out, struct error *error);
void shader_translation_free(struct shader_translation *translation);

#endif
