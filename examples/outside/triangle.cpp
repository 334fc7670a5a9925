/* SPDX-License-Identifier: MIT */
// A program outside of windlass that links the installed library: a triangle, by deko3d.hpp, into a
// picture. Makefile and CMakeLists.txt are two ways to build it.
#include <deko3d.hpp>
#include <deko3d_host.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr uint32_t width = 320, height = 240;
constexpr uint32_t page = DK_MEMBLOCK_ALIGNMENT;

struct Vertex {
    float position[4], color[4];
};
constexpr std::array<Vertex, 3> vertices = {{
    {{0.0f, 0.8f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}},
    {{-0.8f, -0.8f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 1.0f}},
    {{0.8f, -0.8f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f, 1.0f}},
}};

uint32_t up(uint64_t size, uint32_t align) {
    return static_cast<uint32_t>((size + align - 1) / align * align);
}

std::vector<char> read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.empty())
        throw std::runtime_error(path + ": cannot be read");
    return bytes;
}

// The library tells of mistakes; what it does not return from ends the program.
void told(void *, const char *context, DkResult result, const char *message) {
    std::fprintf(stderr, "%s: %d: %s\n", context, result, message ? message : "");
}

class Program {
  public:
    Program(const std::string &vertex, const std::string &fragment) {
        device = dk::DeviceMaker{}.setCbDebug(told).create();
        queue = dk::QueueMaker{device}.setFlags(DkQueueFlags_Graphics).create();
        make_images();
        code = block(0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached |
                                  DkMemBlockFlags_Code);
        load(vert, vertex);
        load(frag, fragment);
        data = block(sizeof vertices, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
        std::memcpy(data.getCpuAddr(), vertices.data(), sizeof vertices);
        words = block(0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
        commands = dk::CmdBufMaker{device}.create();
        commands.addMemory(words, 0, words.getSize());
    }

    ~Program() {
        queue.waitIdle();
    }

    void frame() {
        const int slot = queue.acquireImage(swapchain);
        queue.submitCommands(record(dk::ImageView{images[static_cast<size_t>(slot)]}));
        queue.presentImage(swapchain, slot);
        queue.waitIdle();
    }

    bool picture(const char *path) {
        return dkHostScreenshot(device, path);
    }

  private:
    dk::MemBlock block(uint64_t size, uint32_t flags) {
        return dk::MemBlockMaker{device, up(size, page)}.setFlags(flags).create();
    }

    void make_images() {
        dk::ImageLayout layout;
        dk::ImageLayoutMaker{device}
            .setFlags(DkImageFlags_UsageRender | DkImageFlags_UsagePresent)
            .setFormat(DkImageFormat_RGBA8_Unorm)
            .setDimensions(width, height)
            .initialize(layout);
        const uint32_t size = up(layout.getSize(), layout.getAlignment());
        pixels = block(uint64_t{size} * images.size(),
                       DkMemBlockFlags_GpuCached | DkMemBlockFlags_Image);
        std::array<DkImage const *, 2> shown;
        for (uint32_t i = 0; i < images.size(); i++) {
            images[i].initialize(layout, pixels, i * size);
            shown[i] = &images[i];
        }
        dkHostWindowDefaults(&window);
        window.headless = true;
        window.unpaced = true;
        swapchain = dk::SwapchainMaker{device, &window, shown}.create();
    }

    void load(dk::Shader &shader, const std::string &path) {
        const auto bytes = read(path);
        std::memcpy(static_cast<char *>(code.getCpuAddr()) + code_used, bytes.data(), bytes.size());
        dk::ShaderMaker{code, code_used}.initialize(shader);
        if (!shader.isValid())
            throw std::runtime_error(path + ": no DKSH file");
        code_used = up(code_used + bytes.size(), DK_SHADER_CODE_ALIGNMENT);
    }

    DkCmdList record(const dk::ImageView &target) {
        commands.clear();
        commands.bindRenderTargets(&target);
        commands.setViewports(0, {{0.0f, 0.0f, float(width), float(height), 0.0f, 1.0f}});
        commands.setScissors(0, {{0, 0, width, height}});
        commands.clearColor(0, DkColorMask_RGBA, 0.0f, 0.0f, 0.2f, 1.0f);
        commands.bindShaders(DkStageFlag_GraphicsMask, {&vert, &frag});
        commands.bindRasterizerState(dk::RasterizerState{}.setCullMode(DkFace_None));
        commands.bindColorState(dk::ColorState{});
        commands.bindColorWriteState(dk::ColorWriteState{});
        commands.bindDepthStencilState(dk::DepthStencilState{}.setDepthTestEnable(false));
        commands.bindVtxAttribState(
            {DkVtxAttribState{0, 0, offsetof(Vertex, position), DkVtxAttribSize_4x32,
                              DkVtxAttribType_Float, 0},
             DkVtxAttribState{0, 0, offsetof(Vertex, color), DkVtxAttribSize_4x32,
                              DkVtxAttribType_Float, 0}});
        commands.bindVtxBufferState(DkVtxBufferState{sizeof(Vertex), 0});
        commands.bindVtxBuffer(0, data.getGpuAddr(), sizeof vertices);
        commands.draw(DkPrimitive_Triangles, vertices.size(), 1, 0, 0);
        return commands.finishList();
    }

    // In the order of their making: what is made of others ends before them.
    DkHostWindow window;
    dk::UniqueDevice device;
    dk::UniqueMemBlock pixels, code, data, words;
    dk::UniqueQueue queue;
    dk::UniqueSwapchain swapchain;
    dk::UniqueCmdBuf commands;
    std::array<dk::Image, 2> images;
    dk::Shader vert, frag;
    uint32_t code_used = 0;
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s VERTEX.dksh FRAGMENT.dksh PICTURE.png\n", argv[0]);
        return 2;
    }
    try {
        Program program(argv[1], argv[2]);
        program.frame();
        if (!program.picture(argv[3]))
            throw std::runtime_error(std::string(argv[3]) + ": cannot be written");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
