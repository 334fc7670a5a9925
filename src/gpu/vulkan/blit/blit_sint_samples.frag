// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require
#define TEXEL ivec4
#define SOURCE isampler2DMS
#define SAMPLES
#include "blit.glsl"
