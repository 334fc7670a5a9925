/* SPDX-License-Identifier: MIT */
#include "gpu/texture/etc2_oracle.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <math.h>
#include <stdlib.h>

/* Texels are fetched by a shader and leave it as the bits of their floats, so that nothing rounds
 * them on the way. */

static const char vertex_source[] = "#version 300 es\n"
                                    "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, "
                                    "gl_VertexID == 2 ? 3 : -1, 0, 1); }";
static const char fragment_source[] =
    "#version 300 es\n"
    "precision highp float; precision highp int; precision highp sampler2D;\n"
    "uniform sampler2D blocks; out uvec4 bits;\n"
    "void main() { bits = floatBitsToUint(texelFetch(blocks, ivec2(gl_FragCoord.xy), 0)); }";

static bool make_program(uint32_t *out, struct error *error) {
    const char *const sources[] = {vertex_source, fragment_source};
    static const GLenum stages[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    GLint linked = 0;
    *out = glCreateProgram();
    for (unsigned i = 0; i < 2; i++) {
        const GLuint shader = glCreateShader(stages[i]);
        glShaderSource(shader, 1, &sources[i], NULL);
        glCompileShader(shader);
        glAttachShader(*out, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(*out);
    glGetProgramiv(*out, GL_LINK_STATUS, &linked);
    return linked || error_set(error, ERROR_TOOL, "OpenGL ES takes no shaders here");
}

bool etc2_oracle_open(struct etc2_oracle *oracle, struct error *error) {
    static const EGLint config_wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    EGLConfig config = NULL;
    EGLint count = 0;
    *oracle = (struct etc2_oracle){0};
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        return error_set(error, ERROR_UNSUPPORTED, "there is no EGL without a window here");
    oracle->display = display;
    eglBindAPI(EGL_OPENGL_ES_API);
    /* A context without a configuration suits, as there is no surface. */
    if (!eglChooseConfig(display, config_wanted, &config, 1, &count) || count == 0)
        config = EGL_NO_CONFIG_KHR;
    oracle->context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (oracle->context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, oracle->context)) {
        etc2_oracle_close(oracle);
        return error_set(error, ERROR_UNSUPPORTED, "there is no OpenGL ES 3 here");
    }
    if (make_program(&oracle->program, error))
        return true;
    etc2_oracle_close(oracle);
    return false;
}

void etc2_oracle_close(struct etc2_oracle *oracle) {
    if (oracle->context)
        eglDestroyContext(oracle->display, oracle->context);
    eglTerminate(oracle->display);
}

/* ---- texels ---- */

/* A float of a unorm or snorm number with so many steps, back to it. */
static uint32_t number_of(uint32_t bits, float steps, uint32_t mask) {
    const union {
        uint32_t bits;
        float value;
    } f = {bits};
    return (uint32_t)(int32_t)lrintf(f.value * steps) & mask;
}

static uint32_t texel_of(enum etc2_kind kind, const uint32_t bits[4]) {
    uint32_t word = 0;
    if (kind <= ETC2_RGBA) {
        for (unsigned i = 0; i < 4; i++)
            word |= number_of(bits[i], 255, 0xff) << (8 * i);
        return word;
    }
    const float steps = kind == ETC2_R_SIGNED || kind == ETC2_RG_SIGNED ? 32767 : 65535;
    return number_of(bits[0], steps, 0xffff) | number_of(bits[1], steps, 0xffff) << 16;
}

static void make_target(GLsizei width, GLsizei height, GLuint *frame, GLuint *target) {
    glGenRenderbuffers(1, target);
    glBindRenderbuffer(GL_RENDERBUFFER, *target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, width, height);
    glGenFramebuffers(1, frame);
    glBindFramebuffer(GL_FRAMEBUFFER, *frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, *target);
}

bool etc2_oracle_decode(const struct etc2_oracle *oracle, enum etc2_kind kind, unsigned across,
                        unsigned down, const uint8_t *blocks, uint32_t *out, struct error *error) {
    static const GLenum formats[ETC2_KINDS] = {
        GL_COMPRESSED_RGB8_ETC2,      GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
        GL_COMPRESSED_RGBA8_ETC2_EAC, GL_COMPRESSED_R11_EAC,
        GL_COMPRESSED_SIGNED_R11_EAC, GL_COMPRESSED_RG11_EAC,
        GL_COMPRESSED_SIGNED_RG11_EAC};
    const GLsizei width = (GLsizei)(across * ETC2_SIZE), height = (GLsizei)(down * ETC2_SIZE);
    const size_t texels = (size_t)width * height;
    uint32_t *bits = malloc(texels * 4 * sizeof *bits);
    GLuint texture, frame, target;
    make_target(width, height, &frame, &target);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, formats[kind], width, height, 0,
                           (GLsizei)(across * down * etc2_block_size(kind)), blocks);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glUseProgram(oracle->program);
    glViewport(0, 0, width, height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, width, height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, bits);
    glDeleteTextures(1, &texture);
    glDeleteFramebuffers(1, &frame);
    glDeleteRenderbuffers(1, &target);
    const GLenum result = glGetError();
    for (size_t i = 0; i < texels && result == GL_NO_ERROR; i++)
        out[i] = texel_of(kind, bits + 4 * i);
    free(bits);
    return result == GL_NO_ERROR ||
           error_set(error, ERROR_TOOL, "OpenGL ES says 0x%x of a texture", result);
}
