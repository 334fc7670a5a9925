/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_VI_H
#define WINDLASS_SERVICE_VI_H

#include "service/service.h"

/* What the display's files share. */

#define VI_WIDTH      1280
#define VI_HEIGHT     720
#define VI_DISPLAY_ID 1ull /* of "Default", the only display */

#define VI_NOT_FOUND RESULT(114, 7)
#define VI_INVALID   RESULT(114, 1)

extern const struct interface vi_interface_display; /* IApplicationDisplayService */
extern const struct interface vi_interface_system;  /* ISystemDisplayService */
extern const struct interface vi_interface_manager; /* IManagerDisplayService */
extern const struct interface vi_interface_binder;  /* IHOSBinderDriver */

result vi_ok(struct call *c);
/* Commands of several interfaces. */
result vi_create_stray_layer(struct call *c);

/* The event of the display's vertical sync. */
struct event *vi_vsync_event(void);
bool vi_start(struct error *error); /* starts the 60 Hz thread */

#endif
