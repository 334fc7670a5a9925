/* SPDX-License-Identifier: MIT */
// deko3d.hpp: that it has the classes and members that devkitPro's has, and what owners do. Of the
// library only what is called here is needed, and counts.
#define DK_HPP_SUPPORT_VECTOR
#include <deko3d.hpp>

#include <cstdio>
#include <type_traits>

#define METHOD(type, name, returned, parameters, constant)                                         \
    static_assert(                                                                                 \
        sizeof(static_cast<returned(dk::type::*) parameters constant>(&dk::type::name)) != 0,      \
        #type "::" #name);
#include "methods.inc"

#define SAME_SIZE(name)                                                                            \
    static_assert(sizeof(dk::name) == sizeof(Dk##name), "size of dk::" #name);                     \
    static_assert(alignof(dk::name) == alignof(Dk##name), "alignment of dk::" #name);
SAME_SIZE(Device)
SAME_SIZE(MemBlock)
SAME_SIZE(Fence)
SAME_SIZE(Variable)
SAME_SIZE(CmdBuf)
SAME_SIZE(Queue)
SAME_SIZE(Shader)
SAME_SIZE(ImageLayout)
SAME_SIZE(Image)
SAME_SIZE(ImageView)
SAME_SIZE(ImageDescriptor)
SAME_SIZE(Sampler)
SAME_SIZE(SamplerDescriptor)
SAME_SIZE(RasterizerState)
SAME_SIZE(MultisampleState)
SAME_SIZE(ColorState)
SAME_SIZE(ColorWriteState)
SAME_SIZE(BlendState)
SAME_SIZE(DepthStencilState)
SAME_SIZE(Swapchain)
SAME_SIZE(DeviceMaker)
SAME_SIZE(MemBlockMaker)
SAME_SIZE(CmdBufMaker)
SAME_SIZE(QueueMaker)
SAME_SIZE(ShaderMaker)
SAME_SIZE(ImageLayoutMaker)
SAME_SIZE(SwapchainMaker)

static_assert(std::is_trivially_copyable<dk::Queue>::value, "handles are values");
static_assert(std::is_convertible<dk::Queue, DkQueue>::value, "C functions take handles");
static_assert(!std::is_copy_constructible<dk::UniqueQueue>::value, "one owner");
static_assert(!std::is_copy_assignable<dk::UniqueQueue>::value, "one owner");
static_assert(std::is_nothrow_move_constructible<dk::UniqueQueue>::value, "owners change");
static_assert(std::is_convertible<dk::Device, dk::UniqueDevice>::value, "create() makes an owner");
static_assert(std::is_convertible<dk::Image &, dk::ImageView>::value, "an image is its view");

static int failures, checks, destroyed;
static uint32_t seen_count, seen_mask, seen_first;
static DkBufExtents seen_last;
static float seen_color[4];

static void check(bool holds, const char *what) {
    checks++;
    if (!holds) {
        failures++;
        std::printf("%s\n", what);
    }
}

extern "C" {
DkDevice dkDeviceCreate(DkDeviceMaker const *maker) {
    return static_cast<DkDevice>(maker->userData);
}
void dkDeviceDestroy(DkDevice) {
    destroyed++;
}
void dkCmdBufBindUniformBuffers(DkCmdBuf, DkStage, uint32_t, DkBufExtents const buffers[],
                                uint32_t count) {
    seen_count = count;
    if (count)
        seen_last = buffers[count - 1];
}
void dkCmdBufBindShaders(DkCmdBuf, uint32_t mask, DkShader const *const[], uint32_t count) {
    seen_mask = mask;
    seen_count = count;
}
void dkCmdBufReplayCmds(DkCmdBuf, const uint32_t *words, uint32_t count) {
    seen_count = count;
    seen_first = count ? words[0] : 0;
}
void dkCmdBufClearColor(DkCmdBuf, uint32_t, uint32_t mask, const void *data) {
    seen_mask = mask;
    for (int i = 0; i < 4; i++)
        seen_color[i] = static_cast<const float *>(data)[i];
}
}

static void owners() {
    int one, two;
    {
        dk::UniqueDevice a = dk::DeviceMaker{}.setUserData(&one).create();
        check(a && destroyed == 0, "an owner lives");
        dk::UniqueDevice b = std::move(a);
        check(!a && b && destroyed == 0, "an owner moves");
        a = dk::DeviceMaker{}.setUserData(&two).create();
        check(a != b, "two devices");
        a = std::move(b);
        check(destroyed == 1 && static_cast<void *>(static_cast<DkDevice>(a)) == &one,
              "what is replaced ends");
        dk::UniqueDevice &same = a;
        a = std::move(same);
        check(destroyed == 1 && a, "moved to itself");
        dk::Device plain = a;
        check(plain == a, "a handle of it is a copy");
        a = nullptr;
        check(destroyed == 2 && !a && plain, "an owner is emptied");
    }
    check(destroyed == 2, "an empty owner ends nothing");
    {
        dk::UniqueDevice c{dk::DeviceMaker{}.setUserData(&one).create()};
    }
    check(destroyed == 3, "an owner ends");
}

static void arrays() {
    dk::CmdBuf c;
    const DkBufExtents one = {1, 2};
    c.bindUniformBuffers(DkStage_Vertex, 0, one);
    check(seen_count == 1 && seen_last.addr == 1, "one object");
    c.bindUniformBuffers(DkStage_Vertex, 0, {{3, 4}, {5, 6}});
    check(seen_count == 2 && seen_last.addr == 5 && seen_last.size == 6, "a list");
    const std::array<DkBufExtents, 3> three = {{{1, 1}, {2, 2}, {7, 8}}};
    c.bindUniformBuffers(DkStage_Vertex, 0, three);
    check(seen_count == 3 && seen_last.addr == 7, "an array");
    const std::vector<DkBufExtents> four(4, DkBufExtents{9, 10});
    c.bindUniformBuffers(DkStage_Vertex, 0, four);
    check(seen_count == 4 && seen_last.addr == 9, "a vector");
    c.bindUniformBuffers(DkStage_Vertex, 0, {2, three.data()});
    check(seen_count == 2 && seen_last.addr == 2, "a count and a pointer");
    c.bindUniformBuffers(DkStage_Vertex, 0, nullptr);
    check(seen_count == 0, "nothing");
    dk::Shader vert, frag;
    c.bindShaders(DkStageFlag_GraphicsMask, {&vert, &frag});
    check(seen_count == 2 && seen_mask == 31, "shaders");
    const uint32_t words[] = {0xc0de, 2, 3};
    c.replayCmds({3, words});
    check(seen_count == 3 && seen_first == 0xc0de, "words");
}

static void values() {
    dk::CmdBuf c;
    c.clearColor(0, DkColorMask_RGBA, 0.25f, 0.5f);
    check(seen_mask == 15 && seen_color[0] == 0.25f && seen_color[1] == 0.5f && seen_color[3] == 0,
          "colours");
    const float data[] = {1, 2, 3, 4};
    c.clearColor(1, DkColorMask_A, data);
    check(seen_mask == 8 && seen_color[3] == 4, "colours of a pointer");
    c.clearColor<float>(0, DkColorMask_R);
    check(seen_color[0] == 0, "no colour is zeros");
    dk::Fence fence;
    dk::Image image;
    for (unsigned i = 0; i < sizeof fence; i++)
        check(fence._storage[i] == 0, "objects begin as zeros");
    const auto view = dk::ImageView{image}.setLayers(1, 2).setMipLevels(3, 4).setFormat();
    check(view.pImage == &image && view.layerOffset == 1 && view.layerCount == 2, "layers");
    check(view.mipLevelOffset == 3 && view.mipLevelCount == 4 && view.format == 0, "levels");
    const auto raster = dk::RasterizerState{}.setPolygonMode(DkPolygonMode_Line);
    check(raster.polygonModeFront == DkPolygonMode_Line &&
              raster.polygonModeBack == DkPolygonMode_Line && raster.cullMode == DkFace_Back,
          "both modes");
    check(dk::RasterizerState{}.setDepthBiasEnable(true).depthBiasEnableMask == 7, "biases");
    const auto blend = dk::BlendState{}.setFactors(DkBlendFactor_One, DkBlendFactor_Zero,
                                                   DkBlendFactor_SrcAlpha, DkBlendFactor_DstAlpha);
    check(blend.srcColorBlendFactor == DkBlendFactor_One &&
              blend.dstColorBlendFactor == DkBlendFactor_Zero &&
              blend.srcAlphaBlendFactor == DkBlendFactor_SrcAlpha &&
              blend.dstAlphaBlendFactor == DkBlendFactor_DstAlpha,
          "factors");
    const auto depth =
        dk::DepthStencilState{}.setDepthTestEnable(false).setStencilBackPassOp(DkStencilOp_Invert);
    check(!depth.depthTestEnable && depth.stencilBackPassOp == DkStencilOp_Invert &&
              depth.stencilFrontPassOp == DkStencilOp_Replace,
          "depth and stencil");
    const auto sampler =
        dk::Sampler{}.setBorderColor(1.0f, 0.0f, 0.0f, 0.5f).setWrapMode(DkWrapMode_Clamp);
    check(sampler.borderColor[3].value_f == 0.5f && sampler.wrapMode[0] == DkWrapMode_Clamp &&
              sampler.wrapMode[1] == DkWrapMode_Repeat,
          "samplers");
    const auto layout = dk::ImageLayoutMaker{nullptr}.setDimensions(4, 5).setPitchStride(64);
    check(layout.dimensions[1] == 5 && layout.dimensions[2] == 0 && layout.pitchStride == 64,
          "layouts");
    const std::array<DkImage const *, 2> images = {{&image, &image}};
    const dk::SwapchainMaker swapchain{nullptr, nullptr, images};
    check(swapchain.numImages == 2 && swapchain.pImages == images.data(), "swapchains");
    check(dk::SwapchainMaker(nullptr, nullptr, std::vector<DkImage const *>(3)).numImages == 3,
          "swapchains of a vector");
}

int main() {
    owners();
    arrays();
    values();
    std::printf("%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
