/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_HPP
#define WINDLASS_DEKO3D_HPP

// The deko3d API for C++14 and later, compatible by source with devkitPro's: namespace dk has a
// class for each handle and object, with the C functions as members, and one for each structure,
// with setters that are chained. Unique... end what they hold. Nothing here needs a library of its
// own.
//
// With DK_HPP_SUPPORT_VECTOR defined, arrays may be std::vector as well.

#include "deko3d.h"

#include "deko3d/cpp/command.hpp"
#include "deko3d/cpp/device.hpp"
#include "deko3d/cpp/handle.hpp"
#include "deko3d/cpp/image.hpp"
#include "deko3d/cpp/queue.hpp"
#include "deko3d/cpp/span.hpp"
#include "deko3d/cpp/state.hpp"

#endif
