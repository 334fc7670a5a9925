/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "base/log.h"
#include "service/layer.h"

#include <string.h>

/* ISystemDisplayService and IManagerDisplayService. There is one display with one visible layer:
 * place, size and order of layers are accepted and change nothing. */

static result z_order_min(struct call *c) {
    *(int64_t *)call_out(c) = 0;
    return 0;
}

static result z_order_max(struct call *c) {
    *(int64_t *)call_out(c) = LAYER_MAX - 1;
    return 0;
}

static result logical_resolution(struct call *c) {
    const int32_t size[2] = {VI_WIDTH, VI_HEIGHT};
    memcpy(call_out(c), size, sizeof size);
    return 0;
}

struct display_mode {
    uint32_t width, height;
    float refresh_rate;
    uint32_t unknown;
};

static const struct display_mode mode = {VI_WIDTH, VI_HEIGHT, 60.0f, 0};

static result get_mode(struct call *c) {
    memcpy(call_out(c), &mode, sizeof mode);
    return 0;
}

static result list_modes(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    if (b.size < sizeof mode) {
        return VI_INVALID;
    }
    memcpy(b.data, &mode, sizeof mode);
    *(uint64_t *)call_out(c) = 1;
    return 0;
}

static const struct command system_commands[] = {
    {1200, "GetZOrderCountMin", z_order_min, COMMAND_FIXED, 8, 8},
    {1202, "GetZOrderCountMax", z_order_max, COMMAND_FIXED, 8, 8},
    {1203, "GetDisplayLogicalResolution", logical_resolution, COMMAND_FIXED, 8, 8},
    {1204, "SetDisplayMagnification", vi_ok, COMMAND_FIXED, 0x18, 0},
    {2201, "SetLayerPosition", vi_ok, COMMAND_FIXED, 0x10, 0},
    {2203, "SetLayerSize", vi_ok, COMMAND_FIXED, 0x18, 0},
    {2204, "GetLayerZ", z_order_min, COMMAND_FIXED, 8, 8},
    {2205, "SetLayerZ", vi_ok, COMMAND_FIXED, 0x10, 0},
    {2207, "SetLayerVisibility", vi_ok, COMMAND_FIXED, 0x10, 0},
    {2209, "SetLayerAlpha", vi_ok, COMMAND_FIXED, 0x10, 0},
    {2312, "CreateStrayLayer", vi_create_stray_layer, COMMAND_FULL, 0x10, 0x10},
    {3000, "ListDisplayModes", list_modes, COMMAND_FIXED, 8, 8},
    {3200, "GetDisplayMode", get_mode, COMMAND_FIXED, 8, 0x10},
};

const struct interface vi_interface_system =
    INTERFACE("ISystemDisplayService", system_commands, NULL);

static result create_managed_layer(struct call *c) {
    uint64_t layer = layer_create();
    if (!layer) {
        log_warning(LOG_VI, "CreateManagedLayer: all %u layers are taken", LAYER_MAX);
        return VI_INVALID;
    }
    *(uint64_t *)call_out(c) = layer;
    return 0;
}

static result destroy_managed_layer(struct call *c) {
    return layer_destroy(*(const uint64_t *)call_in(c)) ? 0 : VI_NOT_FOUND;
}

static const struct command manager_commands[] = {
    {2010, "CreateManagedLayer", create_managed_layer, COMMAND_FULL, 0x18, 8},
    {2011, "DestroyManagedLayer", destroy_managed_layer, COMMAND_FULL, 8, 0},
    {2012, "CreateStrayLayer", vi_create_stray_layer, COMMAND_FULL, 0x10, 0x10},
    {4201, "SetDisplayAlpha", vi_ok, COMMAND_FIXED, 0x10, 0},
    {4203, "SetDisplayLayerStack", vi_ok, COMMAND_FIXED, 0x10, 0},
    {4205, "SetDisplayPowerState", vi_ok, COMMAND_FIXED, 0x10, 0},
    {6000, "AddToLayerStack", vi_ok, COMMAND_FIXED, 0x10, 0},
    {6002, "SetLayerVisibility", vi_ok, COMMAND_FIXED, 0x10, 0},
    {7000, "SetContentVisibility", vi_ok, COMMAND_FIXED, 1, 0},
};

const struct interface vi_interface_manager =
    INTERFACE("IManagerDisplayService", manager_commands, NULL);
