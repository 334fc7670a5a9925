/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "base/log.h"
#include "service/binder_parcel.h"
#include "service/layer.h"

#include <string.h>

/* IApplicationDisplayService: displays, layers, the vertical sync. */

static result get_relay(struct call *c) {
    call_return_object(c, &vi_interface_binder, NULL);
    return 0;
}

static result get_system(struct call *c) {
    call_return_object(c, &vi_interface_system, NULL);
    return 0;
}

static result get_manager(struct call *c) {
    call_return_object(c, &vi_interface_manager, NULL);
    return 0;
}

struct display_info {
    char name[0x40];
    uint64_t has_limited_layers, layers;
    uint64_t width, height;
};

static result list_displays(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    if (b.size < sizeof(struct display_info)) {
        return VI_INVALID;
    }
    struct display_info info = {"Default", 1, LAYER_MAX, VI_WIDTH, VI_HEIGHT};
    memcpy(b.data, &info, sizeof info);
    *(uint64_t *)call_out(c) = 1;
    return 0;
}

static bool known_display(const char name[0x40]) {
    static const char *const names[] = {"Default", "External", "Edid", "Internal", "Null"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(name, names[i], 0x40) == 0) {
            return true;
        }
    }
    return false;
}

static result open_display(struct call *c) {
    if (!known_display(call_in(c))) {
        log_warning(LOG_VI, "OpenDisplay: there is no display \"%.64s\"", (const char *)call_in(c));
        return VI_NOT_FOUND;
    }
    *(uint64_t *)call_out(c) = VI_DISPLAY_ID;
    return 0;
}

static result open_default_display(struct call *c) {
    *(uint64_t *)call_out(c) = VI_DISPLAY_ID;
    return 0;
}

static result get_resolution(struct call *c) {
    const int64_t size[2] = {VI_WIDTH, VI_HEIGHT};
    memcpy(call_out(c), size, sizeof size);
    return 0;
}

/* The parcel of a native window: one flat binder object that names the layer's queue. */
static result write_native_window(struct call *c, uint64_t layer, uint64_t *size_out) {
    struct parcel_reply p = {0};
    const uint32_t object[6] = {2, 0, (uint32_t)layer, 0, 0, 0};
    static const char driver[0x10] = "dispdrv";
    parcel_put_bytes(&p, object, sizeof object);
    parcel_put_bytes(&p, driver, sizeof driver);
    struct buffer b = call_buffer_out(c, 0);
    size_t used;
    if (!parcel_write(&p, b.data, b.size, &used)) {
        return VI_INVALID;
    }
    *size_out = used;
    return 0;
}

static result open_layer(struct call *c) {
    struct {
        char display[0x40];
        uint64_t layer, aruid;
    } in;
    memcpy(&in, call_in(c), sizeof in);
    if (!layer_set_open(in.layer, true)) {
        log_warning(LOG_VI, "OpenLayer: there is no layer %llu", (unsigned long long)in.layer);
        return VI_NOT_FOUND;
    }
    return write_native_window(c, in.layer, call_out(c));
}

static result close_layer(struct call *c) {
    return layer_set_open(*(const uint64_t *)call_in(c), false) ? 0 : VI_NOT_FOUND;
}

result vi_create_stray_layer(struct call *c) {
    struct {
        uint64_t layer, size;
    } out = {layer_create(), 0};
    if (!out.layer) {
        log_warning(LOG_VI, "all %u layers are taken", LAYER_MAX);
        return VI_INVALID;
    }
    result code = write_native_window(c, out.layer, &out.size);
    if (code) {
        layer_destroy(out.layer);
        return code;
    }
    memcpy(call_out(c), &out, sizeof out);
    return 0;
}

static result destroy_stray_layer(struct call *c) {
    return layer_destroy(*(const uint64_t *)call_in(c)) ? 0 : VI_NOT_FOUND;
}

static result convert_scaling_mode(struct call *c) {
    /* None, fit, fill, keep aspect, and the one without filter, as the display numbers them. */
    static const uint64_t modes[] = {0, 2, 4, 3, 1};
    uint32_t mode = *(const uint32_t *)call_in(c);
    if (mode >= sizeof modes / sizeof *modes) {
        return VI_INVALID;
    }
    *(uint64_t *)call_out(c) = modes[mode];
    return 0;
}

static result get_vsync_event(struct call *c) {
    call_return_copy(c, event_readable(vi_vsync_event()));
    return 0;
}

static const struct command commands[] = {
    {100, "GetRelayService", get_relay, COMMAND_FULL, 0, 0},
    {101, "GetSystemDisplayService", get_system, COMMAND_FULL, 0, 0},
    {102, "GetManagerDisplayService", get_manager, COMMAND_FULL, 0, 0},
    {103, "GetIndirectDisplayTransactionService", get_relay, COMMAND_FULL, 0, 0},
    {1000, "ListDisplays", list_displays, COMMAND_FULL, 0, 8},
    {1010, "OpenDisplay", open_display, COMMAND_FULL, 0x40, 8},
    {1011, "OpenDefaultDisplay", open_default_display, COMMAND_FULL, 0, 8},
    {1020, "CloseDisplay", vi_ok, COMMAND_FULL, 8, 0},
    {1101, "SetDisplayEnabled", vi_ok, COMMAND_FIXED, 0x10, 0},
    {1102, "GetDisplayResolution", get_resolution, COMMAND_FIXED, 8, 0x10},
    {2020, "OpenLayer", open_layer, COMMAND_FULL, 0x50, 8},
    {2021, "CloseLayer", close_layer, COMMAND_FULL, 8, 0},
    {2030, "CreateStrayLayer", vi_create_stray_layer, COMMAND_FULL, 0x10, 0x10},
    {2031, "DestroyStrayLayer", destroy_stray_layer, COMMAND_FULL, 8, 0},
    {2101, "SetLayerScalingMode", vi_ok, COMMAND_FIXED, 0x10, 0},
    {2102, "ConvertScalingMode", convert_scaling_mode, COMMAND_FULL, 4, 8},
    {5202, "GetDisplayVsyncEvent", get_vsync_event, COMMAND_FULL, 8, 0},
};

const struct interface vi_interface_display =
    INTERFACE("IApplicationDisplayService", commands, NULL, &vi_interface_binder,
              &vi_interface_system, &vi_interface_manager);
