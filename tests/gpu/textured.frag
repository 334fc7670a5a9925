// SPDX-License-Identifier: MIT
#version 450
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D t;
void main() {
    color = texture(t, place.xy);
}
