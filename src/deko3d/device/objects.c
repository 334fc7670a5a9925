/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

/* What programs keep for us is as large as the public header says. */
#define FITS(name)                                                                                 \
    _Static_assert(sizeof(struct Dk##name) <= DkSizeOf##name &&                                    \
                       _Alignof(struct Dk##name) <= DkAlignOf##name,                               \
                   #name " fits")
FITS(Fence);
FITS(Variable);
FITS(Shader);
FITS(ImageLayout);
FITS(Image);
FITS(ImageDescriptor);
FITS(SamplerDescriptor);
