// SPDX-License-Identifier: MIT
#version 450
#extension GL_GOOGLE_include_directive : require
#define TEXEL vec4
#define SOURCE sampler2D
#define SPREAD
#include "blit.glsl"
