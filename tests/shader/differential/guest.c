/* SPDX-License-Identifier: MIT */
#include "guest.h"

#include "base/memory.h"
#include "gpu/shader/address_map.h"

#include <stdlib.h>
#include <string.h>

/* Where things are in the driver's constant buffer: deko3d's driver_constbuf.h. */
enum {
    GRAPHICS_SIZE = 0x900,
    GRAPHICS_STAGE_SIZE = 0x1a0,
    COMPUTE_SIZE = 0x300,
    COMPUTE_UNIFORMS = 0x20,
    COMPUTE_REAL_UNIFORMS = 6, /* the others are read through pointers */
};

struct places {
    uint16_t textures, images, storage;
};

static struct places places_of(enum shader_stage stage) {
    static const uint16_t bases[] = {
        [SHADER_VERTEX] = 0x010,   [SHADER_TESS_CONTROL] = 0x1b0, [SHADER_TESS_EVALUATION] = 0x350,
        [SHADER_GEOMETRY] = 0x4f0, [SHADER_FRAGMENT] = 0x690,
    };
    if (stage == SHADER_COMPUTE)
        return (struct places){0xa0, 0x120, 0x140};
    return (struct places){bases[stage], bases[stage] + 0x80, bases[stage] + 0xa0};
}

void guest_init(struct guest *guest, const struct scene *scene) {
    *guest = (struct guest){.scene = scene};
    for (size_t i = 0; i < scene->resource_count; i++) {
        /* Uniform buffers lie at multiples of 256, storage buffers where they like. */
        const uint64_t odd = scene->resources[i].kind == RESOURCE_SSBO ? (7 * i + 3) % 16 * 16 : 0;
        guest->address[i] = 0xa123450000 + (i << 24) + odd;
        guest->lead[i] = GUEST_ALIGNMENT + odd;
    }
}

static void put_word(struct guest *guest, size_t at, uint32_t word) {
    memcpy(guest->driver.data + at, &word, sizeof word);
}

static void put_address(struct guest *guest, size_t at, uint64_t address) {
    memcpy(guest->driver.data + at, &address, sizeof address);
}

/* Textures and images have descriptors one behind the other, those of samplers alike: so that a
 * handle which is but the number of a texture (that is how the compiler asks an indexed texture for
 * its size) means the texture. */
static uint32_t descriptor_of(const struct scene *scene, size_t resource) {
    uint32_t number = 0;
    for (size_t i = 0; i < resource; i++)
        number += scene->resources[i].format != NULL;
    return number;
}

static void put_resource(struct guest *guest, size_t i, enum shader_stage stage) {
    const struct resource *r = &guest->scene->resources[i];
    const struct places places = places_of(stage);
    const uint32_t number = descriptor_of(guest->scene, i);
    switch (r->kind) {
    case RESOURCE_UBO:
        if (stage == SHADER_COMPUTE)
            put_address(guest, COMPUTE_UNIFORMS + 8 * r->slot, guest->address[i]);
        break;
    case RESOURCE_SSBO:
        put_address(guest, places.storage + 16 * r->slot, guest->address[i]);
        put_word(guest, places.storage + 16 * r->slot + 8, (uint32_t)r->words * 4);
        break;
    case RESOURCE_TEXTURE:
        put_word(guest, places.textures + 4 * r->slot, number | number << 20);
        break;
    case RESOURCE_IMAGE:
        put_word(guest, places.images + 4 * r->slot, number);
        break;
    }
}

static void put_driver(struct guest *guest, const struct shader_file files[SHADER_STAGES]) {
    const struct scene *s = guest->scene;
    for (unsigned i = 0; i < 3 && s->compute; i++) {
        uint32_t size = 0;
        shader_field_get(&shader_header_layout, SHADER_COMPUTE,
                         files[SHADER_COMPUTE].programs[0].header, "block_size", i, &size);
        put_word(guest, 4 * i, size);
        put_word(guest, 12 + 4 * i, s->groups[i]);
    }
    if (!s->compute) {
        put_word(guest, 0, s->index_count ? s->vertex_offset : 0);
        put_word(guest, 4, s->first_instance);
    }
    for (size_t i = 0; i < s->resource_count; i++)
        for (unsigned stage = 0; stage < SHADER_STAGES; stage++)
            if (s->resources[i].stages >> stage & 1)
                put_resource(guest, i, stage);
}

/* Buffers come in the order of their addresses. */
static bool put_map(struct guest *guest, const struct world *world, struct error *error) {
    const struct scene *s = guest->scene;
    const size_t room =
        sizeof(struct address_map) + (s->resource_count + 1) * sizeof(struct address_map_range);
    if (!gpu_buffer_new(world->gpu, room, &guest->map, error))
        return false;
    struct address_map *map = (struct address_map *)guest->map.data;
    for (size_t i = 0; i < s->resource_count; i++) {
        const struct resource *r = &s->resources[i];
        const struct element *e = &world->resources[i];
        if (r->words)
            map->ranges[map->count++] = (struct address_map_range){guest->address[i], r->words * 4,
                                                                   e->buffer.address + e->lead};
    }
    return true;
}

bool guest_fill(struct guest *guest, const struct world *world,
                const struct shader_file files[SHADER_STAGES], struct error *error) {
    const size_t size = guest->scene->compute ? COMPUTE_SIZE : GRAPHICS_SIZE;
    if (!gpu_buffer_new(world->gpu, size, &guest->driver, error) || !put_map(guest, world, error))
        return false;
    put_driver(guest, files);
    for (unsigned stage = 0; stage < SHADER_STAGES; stage++) {
        if (!files[stage].count)
            continue;
        const struct blob *constants = &files[stage].programs[0].constants;
        if (!gpu_buffer_new(world->gpu, constants->size, &guest->constants[stage], error))
            return false;
        if (constants->size)
            memcpy(guest->constants[stage].data, constants->data, constants->size);
    }
    return true;
}

void guest_free(const struct gpu *gpu, struct guest *guest) {
    gpu_buffer_free(gpu, &guest->driver);
    gpu_buffer_free(gpu, &guest->map);
    for (size_t i = 0; i < SHADER_STAGES; i++)
        gpu_buffer_free(gpu, &guest->constants[i]);
}

size_t guest_facts(const struct scene *scene, enum shader_stage stage, struct shader_fact *facts) {
    const struct places places = places_of(stage);
    size_t count = 0;
    for (size_t i = 0; i < scene->resource_count; i++) {
        const struct resource *r = &scene->resources[i];
        if (!r->format || !(r->stages >> stage & 1))
            continue;
        const uint16_t base = r->kind == RESOURCE_IMAGE ? places.images : places.textures;
        facts[count++] = (struct shader_fact){
            .place = {0, (uint16_t)(base + 4 * r->slot)},
            .scalar = r->format->scalar,
            .format = r->format->spirv,
            .count = (uint8_t)r->elements,
            .buffer = r->dim == SHADER_BUFFER,
            .multisampled = r->multisampled,
            .dim = r->dim,
            .array = r->array,
            .image = r->kind == RESOURCE_IMAGE,
        };
    }
    return count;
}

/* ---- binding ---- */

/* The buffer that is constant buffer `slot` of the stage; NULL: none is bound there. */
static const struct gpu_buffer *constant_buffer(const struct guest *guest,
                                                const struct world *world, enum shader_stage stage,
                                                unsigned slot) {
    const struct scene *s = guest->scene;
    if (slot == 0)
        return &guest->driver;
    if (slot == 1)
        return &guest->constants[stage];
    if (stage == SHADER_COMPUTE && slot - 2 >= COMPUTE_REAL_UNIFORMS)
        return NULL;
    const struct resource *r = scene_resource(s, RESOURCE_UBO, slot - 2);
    return r && r->stages >> stage & 1 ? &world->resources[r - s->resources].buffer : NULL;
}

/* `words` words at the place; zeros where nothing is. */
static uint64_t place_value(const struct guest *guest, const struct world *world,
                            enum shader_stage stage, const struct shader_place *place,
                            size_t bytes) {
    const struct gpu_buffer *b = constant_buffer(guest, world, stage, place->slot);
    uint64_t value = 0;
    if (b && place->offset + bytes <= b->size)
        memcpy(&value, b->data + place->offset, bytes);
    return value;
}

static bool bind_constants(const struct guest *guest, const struct world *world,
                           const struct shader_contract *c, uint32_t set, struct pass *pass,
                           struct error *error) {
    for (unsigned slot = 0; slot < SHADER_CONSTANT_SLOTS; slot++) {
        if (!(c->constants >> slot & 1))
            continue;
        const struct gpu_buffer *b = constant_buffer(guest, world, c->stage, slot);
        if (!b)
            return error_set(error, ERROR_UNSUPPORTED,
                             "c[0x%x] is read, and nothing is bound there", slot);
        pass_bind(pass, set, BINDING_CONSTANT + slot, 0, stage_flag(c->stage),
                  VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            ->buffer = (VkDescriptorBufferInfo){b->buffer, 0, VK_WHOLE_SIZE};
    }
    if (c->address_map)
        pass_bind(pass, set, BINDING_ADDRESS_MAP, 0, stage_flag(c->stage),
                  VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            ->buffer = (VkDescriptorBufferInfo){guest->map.buffer, 0, VK_WHOLE_SIZE};
    return true;
}

static bool bind_storage(const struct guest *guest, const struct world *world,
                         const struct shader_contract *c, uint32_t at, uint32_t set,
                         struct pass *pass, struct error *error) {
    const struct shader_place *place = &c->storage[at].place;
    const uint64_t address = place_value(guest, world, c->stage, place, sizeof address);
    for (size_t i = 0; i < guest->scene->resource_count; i++) {
        const struct resource *r = &guest->scene->resources[i];
        if (!r->words || address < guest->address[i] || address >= guest->address[i] + r->words * 4)
            continue;
        const uint64_t offset = world->resources[i].lead + (address - guest->address[i]);
        const uint64_t from = offset - address % GUEST_ALIGNMENT;
        pass_bind(pass, set, BINDING_STORAGE + at, 0, stage_flag(c->stage),
                  VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
            ->buffer = (VkDescriptorBufferInfo){world->resources[i].buffer.buffer, from,
                                                world->resources[i].lead + r->words * 4 - from};
        return true;
    }
    return error_set(error, ERROR_UNSUPPORTED, "c[0x%x][0x%x] has the address of no buffer",
                     place->slot, place->offset);
}

/* A handle's resource by the number of its descriptor; SCENE_RESOURCES: none. */
static size_t described(const struct guest *guest, uint32_t number) {
    const struct scene *s = guest->scene;
    for (size_t i = 0; i < s->resource_count; i++)
        if (s->resources[i].format && descriptor_of(s, i) == number)
            return i;
    return SCENE_RESOURCES;
}

/* The resource of a handle, or that of the element before it where the handle leads nowhere. */
static size_t handle_resource(const struct guest *guest, const struct world *world,
                              const struct shader_contract *c, struct shader_place place,
                              uint32_t element, bool sampler, size_t before) {
    place.offset = (uint16_t)(place.offset + 4 * element);
    const uint32_t handle = (uint32_t)place_value(guest, world, c->stage, &place, sizeof handle);
    const size_t i = described(guest, sampler ? handle >> 20 : handle & 0xfffff);
    return i == SCENE_RESOURCES ? before : i;
}

static bool bind_texture(const struct guest *guest, struct world *world,
                         const struct shader_contract *c, uint32_t at, uint32_t set,
                         struct pass *pass, struct error *error) {
    const struct contract_texture *t = &c->textures[at];
    size_t image = SCENE_RESOURCES, sampler = SCENE_RESOURCES;
    for (uint32_t e = 0; e < t->count; e++) {
        image = handle_resource(guest, world, c, t->place, e, false, image);
        /* What is only fetched or asked may be an image, whose handle names no sampler. */
        sampler =
            handle_resource(guest, world, c, t->sampler, e, true, t->sampled ? sampler : image);
        if (image == SCENE_RESOURCES || sampler == SCENE_RESOURCES)
            return error_set(error, ERROR_UNSUPPORTED, "c[0x%x][0x%x] is the handle of no texture",
                             t->place.slot, t->place.offset);
        const bool buffer = t->dim == SHADER_BUFFER;
        struct bound *b = pass_bind(pass, set, BINDING_TEXTURE + at, e, stage_flag(c->stage),
                                    buffer ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                           : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
        b->image = (VkDescriptorImageInfo){.sampler = world->resources[sampler].sampler,
                                           .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        if (!(buffer ? world_texels(world, image, 0, &b->texels, error)
                     : world_view(world, image, t->dim, t->array, t->multisampled, 0,
                                  &b->image.imageView, error)))
            return false;
    }
    return true;
}

static bool bind_image(const struct guest *guest, struct world *world,
                       const struct shader_contract *c, uint32_t at, uint32_t set,
                       struct pass *pass, struct error *error) {
    const struct contract_image *t = &c->images[at];
    size_t image = SCENE_RESOURCES;
    for (uint32_t e = 0; e < t->count; e++) {
        image = handle_resource(guest, world, c, t->place, e, false, image);
        if (image == SCENE_RESOURCES)
            return error_set(error, ERROR_UNSUPPORTED, "c[0x%x][0x%x] is the handle of no image",
                             t->place.slot, t->place.offset);
        const bool buffer = t->dim == SHADER_BUFFER;
        struct bound *b = pass_bind(pass, set, BINDING_IMAGE + at, e, stage_flag(c->stage),
                                    buffer ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                           : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
        b->image.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        if (!(buffer ? world_texels(world, image, t->format, &b->texels, error)
                     : world_view(world, image, t->dim, t->array, t->multisampled, t->format,
                                  &b->image.imageView, error)))
            return false;
    }
    return true;
}

bool guest_bind(const struct guest *guest, struct world *world,
                const struct shader_contract *contract, uint32_t set, struct pass *pass,
                struct error *error) {
    bool ok = bind_constants(guest, world, contract, set, pass, error);
    for (uint32_t i = 0; i < contract->storage_count && ok; i++)
        ok = bind_storage(guest, world, contract, i, set, pass, error);
    for (uint32_t i = 0; i < contract->texture_count && ok; i++)
        ok = bind_texture(guest, world, contract, i, set, pass, error);
    for (uint32_t i = 0; i < contract->image_count && ok; i++)
        ok = bind_image(guest, world, contract, i, set, pass, error);
    return ok;
}
