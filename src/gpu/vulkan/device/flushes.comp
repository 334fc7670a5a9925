// SPDX-License-Identifier: MIT
// What a device makes of denormals where nobody says: the first word is 0 where it takes all of them for zero.
#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Numbers { uint left; float denormal, least, one, half_, zero; };
void main()
{
    uint sums = floatBitsToUint(denormal + zero) | floatBitsToUint(least - least * (one + half_));
    uint products = floatBitsToUint(denormal * one) | floatBitsToUint(least * half_);
    uint fused = floatBitsToUint(fma(denormal, one, zero)) | floatBitsToUint(fma(least, half_, zero));
    uint compared = uint(denormal > zero) | uint(zero != denormal);
    left = (sums | products | fused) & 0x7fffffffu | compared;
}
