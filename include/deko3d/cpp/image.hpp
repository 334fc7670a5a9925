/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_IMAGE_HPP
#define WINDLASS_DEKO3D_CPP_IMAGE_HPP

#include "../image.h"
#include "../sampler.h"
#include "handle.hpp"

// Images, their layouts and views, samplers, and descriptors of both.
namespace dk {

struct ImageLayout : public detail::Opaque<::DkImageLayout> {
    uint64_t getSize() const { return ::dkImageLayoutGetSize(this); }
    uint32_t getAlignment() const { return ::dkImageLayoutGetAlignment(this); }
};

struct ImageLayoutMaker : public ::DkImageLayoutMaker {
    ImageLayoutMaker(DkDevice of) noexcept : DkImageLayoutMaker{} {
        ::dkImageLayoutMakerDefaults(this, of);
    }
    ImageLayoutMaker &setType(DkImageType value) noexcept {
        type = value;
        return *this;
    }
    ImageLayoutMaker &setFlags(uint32_t mask) noexcept {
        flags = mask;
        return *this;
    }
    ImageLayoutMaker &setFormat(DkImageFormat value) noexcept {
        format = value;
        return *this;
    }
    ImageLayoutMaker &setMsMode(DkMsMode mode) noexcept {
        msMode = mode;
        return *this;
    }
    ImageLayoutMaker &setDimensions(uint32_t width, uint32_t height = 0,
                                    uint32_t depth = 0) noexcept {
        dimensions[0] = width;
        dimensions[1] = height;
        dimensions[2] = depth;
        return *this;
    }
    ImageLayoutMaker &setMipLevels(uint32_t count) noexcept {
        mipLevels = count;
        return *this;
    }
    ImageLayoutMaker &setPitchStride(uint32_t bytes) noexcept {
        pitchStride = bytes;
        return *this;
    }
    ImageLayoutMaker &setTileSize(DkTileSize size) noexcept {
        tileSize = size;
        return *this;
    }
    void initialize(ImageLayout &obj) const { ::dkImageLayoutInitialize(&obj, this); }
};

struct Image : public detail::Opaque<::DkImage> {
    void initialize(ImageLayout const &layout, DkMemBlock memBlock, uint32_t offset) {
        ::dkImageInitialize(this, &layout, memBlock, offset);
    }
    DkGpuAddr getGpuAddr() const { return ::dkImageGetGpuAddr(this); }
    ImageLayout const &getLayout() const {
        return *static_cast<ImageLayout const *>(::dkImageGetLayout(this));
    }
};

struct ImageView : public ::DkImageView {
    ImageView(Image const &image) noexcept : DkImageView{} { ::dkImageViewDefaults(this, &image); }
    ImageView &setType(DkImageType value = DkImageType_None) noexcept {
        type = value;
        return *this;
    }
    ImageView &setFormat(DkImageFormat value = DkImageFormat_None) noexcept {
        format = value;
        return *this;
    }
    ImageView &setSwizzle(DkImageSwizzle x = DkImageSwizzle_Red,
                          DkImageSwizzle y = DkImageSwizzle_Green,
                          DkImageSwizzle z = DkImageSwizzle_Blue,
                          DkImageSwizzle w = DkImageSwizzle_Alpha) noexcept {
        swizzle[0] = x;
        swizzle[1] = y;
        swizzle[2] = z;
        swizzle[3] = w;
        return *this;
    }
    ImageView &setDsSource(DkDsSource source) noexcept {
        dsSource = source;
        return *this;
    }
    ImageView &setLayers(uint16_t first = 0, uint16_t count = 0) noexcept {
        layerOffset = first;
        layerCount = count;
        return *this;
    }
    ImageView &setMipLevels(uint8_t first = 0, uint8_t count = 0) noexcept {
        mipLevelOffset = first;
        mipLevelCount = count;
        return *this;
    }
};

struct ImageDescriptor : public detail::Opaque<::DkImageDescriptor> {
    void initialize(ImageView const &view, bool usesLoadOrStore = false, bool decayMS = false) {
        ::dkImageDescriptorInitialize(this, &view, usesLoadOrStore, decayMS);
    }
};

struct Sampler : public ::DkSampler {
    Sampler() noexcept : DkSampler{} { ::dkSamplerDefaults(this); }
    Sampler &setFilter(DkFilter min = DkFilter_Nearest, DkFilter mag = DkFilter_Nearest,
                       DkMipFilter mip = DkMipFilter_None) {
        minFilter = min;
        magFilter = mag;
        mipFilter = mip;
        return *this;
    }
    Sampler &setWrapMode(DkWrapMode u = DkWrapMode_Repeat, DkWrapMode v = DkWrapMode_Repeat,
                         DkWrapMode p = DkWrapMode_Repeat) {
        wrapMode[0] = u;
        wrapMode[1] = v;
        wrapMode[2] = p;
        return *this;
    }
    Sampler &setLodClamp(float min, float max) {
        lodClampMin = min;
        lodClampMax = max;
        return *this;
    }
    Sampler &setLodBias(float bias) {
        lodBias = bias;
        return *this;
    }
    Sampler &setLodSnap(float snap) {
        lodSnap = snap;
        return *this;
    }
    Sampler &setDepthCompare(bool enable, DkCompareOp op = DkCompareOp_Less) {
        compareEnable = enable;
        compareOp = op;
        return *this;
    }
    Sampler &setBorderColor(float r, float g, float b, float a) {
        borderColor[0].value_f = r;
        borderColor[1].value_f = g;
        borderColor[2].value_f = b;
        borderColor[3].value_f = a;
        return *this;
    }
    Sampler &setBorderColor(uint32_t r, uint32_t g, uint32_t b, uint32_t a) {
        borderColor[0].value_ui = r;
        borderColor[1].value_ui = g;
        borderColor[2].value_ui = b;
        borderColor[3].value_ui = a;
        return *this;
    }
    Sampler &setBorderColor(int32_t r, int32_t g, int32_t b, int32_t a) {
        borderColor[0].value_i = r;
        borderColor[1].value_i = g;
        borderColor[2].value_i = b;
        borderColor[3].value_i = a;
        return *this;
    }
    Sampler &setMaxAnisotropy(float max) {
        maxAnisotropy = max;
        return *this;
    }
    Sampler &setReductionMode(DkSamplerReduction mode) {
        reductionMode = mode;
        return *this;
    }
};

struct SamplerDescriptor : public detail::Opaque<::DkSamplerDescriptor> {
    void initialize(Sampler const &sampler) { ::dkSamplerDescriptorInitialize(this, &sampler); }
};

} // namespace dk

#endif
