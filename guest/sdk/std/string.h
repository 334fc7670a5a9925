/* SPDX-License-Identifier: MIT */
/* For files of the host that guest programs share. */
#include "guest.h"
