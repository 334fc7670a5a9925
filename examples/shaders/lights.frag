// SPDX-License-Identifier: MIT
// Four lights over what was drawn into three textures.
#version 460
struct Light {
    vec3 place;
    float fade;
    vec4 color;
};
layout(location = 0) in vec2 coordinate;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D colors;
layout(binding = 1) uniform sampler2D normals;
layout(binding = 2) uniform sampler2D places;
layout(std140, binding = 0) uniform Lights {
    Light light[4];
    vec4 ambient;
};
void main()
{
    vec3 normal = texture(normals, coordinate).xyz * 2.0 - 1.0;
    vec3 place = texture(places, coordinate).xyz;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        vec3 way = light[i].place - place;
        float fade = 1.0 / (1.0 + dot(way, way) * light[i].fade);
        sum += light[i].color.rgb * (max(dot(normal, normalize(way)), 0.0) * fade);
    }
    color = vec4((sum + ambient.rgb) * texture(colors, coordinate).rgb, 1.0);
}
