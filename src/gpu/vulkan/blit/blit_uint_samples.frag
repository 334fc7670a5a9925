// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require
#define TEXEL uvec4
#define SOURCE usampler2DMS
#define SAMPLES
#include "blit.glsl"
