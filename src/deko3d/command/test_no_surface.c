/* SPDX-License-Identifier: MIT */
#include "deko3d/image/surface.h"

/* For tests whose commands look at no image. */
void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context) {
    (void)view;
    (void)use;
    (void)out;
    dk_raise(d, context, DkResult_NotImplemented, "no image was expected");
}
