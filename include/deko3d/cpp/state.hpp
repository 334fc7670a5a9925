/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_STATE_HPP
#define WINDLASS_DEKO3D_CPP_STATE_HPP

#include "../state.h"
#include "span.hpp"

// Objects of state, each with its defaults to begin with.
namespace dk {

struct RasterizerState : public ::DkRasterizerState {
    RasterizerState() : DkRasterizerState{} { ::dkRasterizerStateDefaults(this); }
    RasterizerState &setRasterizerEnable(bool value) {
        rasterizerEnable = value;
        return *this;
    }
    RasterizerState &setDepthClampEnable(bool value) {
        depthClampEnable = value;
        return *this;
    }
    RasterizerState &setFillRectangleEnable(bool value) {
        fillRectangleEnable = value;
        return *this;
    }
    RasterizerState &setPolygonMode(DkPolygonMode value) {
        polygonModeFront = value;
        polygonModeBack = value;
        return *this;
    }
    RasterizerState &setPolygonModeFront(DkPolygonMode value) {
        polygonModeFront = value;
        return *this;
    }
    RasterizerState &setPolygonModeBack(DkPolygonMode value) {
        polygonModeBack = value;
        return *this;
    }
    RasterizerState &setCullMode(DkFace value) {
        cullMode = value;
        return *this;
    }
    RasterizerState &setFrontFace(DkFrontFace value) {
        frontFace = value;
        return *this;
    }
    RasterizerState &setProvokingVertex(DkProvokingVertex value) {
        provokingVertex = value;
        return *this;
    }
    RasterizerState &setPolygonSmoothEnable(bool value) {
        return setPolygonSmoothEnableMask(value ? static_cast<uint32_t>(DkPolygonFlag_All) : 0u);
    }
    RasterizerState &setPolygonSmoothEnableMask(uint32_t mask) {
        polygonSmoothEnableMask = mask & DkPolygonFlag_All;
        return *this;
    }
    RasterizerState &setDepthBiasEnable(bool value) {
        return setDepthBiasEnableMask(value ? static_cast<uint32_t>(DkPolygonFlag_All) : 0u);
    }
    RasterizerState &setDepthBiasEnableMask(uint32_t mask) {
        depthBiasEnableMask = mask & DkPolygonFlag_All;
        return *this;
    }
};

struct MultisampleState : public ::DkMultisampleState {
    MultisampleState() : DkMultisampleState{} { ::dkMultisampleStateDefaults(this); }
    MultisampleState &setMode(DkMsMode value) {
        mode = value;
        return *this;
    }
    MultisampleState &setRasterizerMode(DkMsMode value) {
        rasterizerMode = value;
        return *this;
    }
    MultisampleState &setAlphaToCoverageEnable(bool value) {
        alphaToCoverageEnable = value;
        return *this;
    }
    MultisampleState &setAlphaToCoverageDither(bool value) {
        alphaToCoverageDither = value;
        return *this;
    }
    MultisampleState &setCoverageToColorEnable(bool value) {
        coverageToColorEnable = value;
        return *this;
    }
    MultisampleState &setCoverageToColorOutput(unsigned target) {
        coverageToColorOutput = target & 7;
        return *this;
    }
    MultisampleState &setCoverageModulation(DkCoverageModulation value) {
        coverageModulation = value;
        return *this;
    }
    MultisampleState &setLocations() {
        ::dkMultisampleStateSetLocations(this, nullptr, 0);
        return *this;
    }
    MultisampleState &setLocations(detail::ArrayProxy<DkSampleLocation const> locations) {
        ::dkMultisampleStateSetLocations(this, locations.data(), locations.size());
        return *this;
    }
};

struct ColorState : public ::DkColorState {
    ColorState() : DkColorState{} { ::dkColorStateDefaults(this); }
    ColorState &setBlendEnable(uint32_t id, bool enable) {
        ::dkColorStateSetBlendEnable(this, id, enable);
        return *this;
    }
    ColorState &setBlendEnableMask(uint8_t value) {
        blendEnableMask = value;
        return *this;
    }
    ColorState &setLogicOp(DkLogicOp value) {
        logicOp = value;
        return *this;
    }
    ColorState &setAlphaCompareOp(DkCompareOp value) {
        alphaCompareOp = value;
        return *this;
    }
};

struct ColorWriteState : public ::DkColorWriteState {
    ColorWriteState() : DkColorWriteState{} { ::dkColorWriteStateDefaults(this); }
    ColorWriteState &setMask(uint32_t id, uint32_t colorWriteMask) {
        ::dkColorWriteStateSetMask(this, id, colorWriteMask);
        return *this;
    }
};

struct BlendState : public ::DkBlendState {
    BlendState() : DkBlendState{} { ::dkBlendStateDefaults(this); }
    BlendState &setOps(DkBlendOp color, DkBlendOp alpha) {
        ::dkBlendStateSetOps(this, color, alpha);
        return *this;
    }
    BlendState &setFactors(DkBlendFactor srcColor, DkBlendFactor dstColor, DkBlendFactor srcAlpha,
                           DkBlendFactor dstAlpha) {
        ::dkBlendStateSetFactors(this, srcColor, dstColor, srcAlpha, dstAlpha);
        return *this;
    }
    BlendState &setColorBlendOp(DkBlendOp value) {
        colorBlendOp = value;
        return *this;
    }
    BlendState &setSrcColorBlendFactor(DkBlendFactor value) {
        srcColorBlendFactor = value;
        return *this;
    }
    BlendState &setDstColorBlendFactor(DkBlendFactor value) {
        dstColorBlendFactor = value;
        return *this;
    }
    BlendState &setAlphaBlendOp(DkBlendOp value) {
        alphaBlendOp = value;
        return *this;
    }
    BlendState &setSrcAlphaBlendFactor(DkBlendFactor value) {
        srcAlphaBlendFactor = value;
        return *this;
    }
    BlendState &setDstAlphaBlendFactor(DkBlendFactor value) {
        dstAlphaBlendFactor = value;
        return *this;
    }
};

struct DepthStencilState : public ::DkDepthStencilState {
    DepthStencilState() : DkDepthStencilState{} { ::dkDepthStencilStateDefaults(this); }
    DepthStencilState &setDepthTestEnable(bool value) {
        depthTestEnable = value;
        return *this;
    }
    DepthStencilState &setDepthWriteEnable(bool value) {
        depthWriteEnable = value;
        return *this;
    }
    DepthStencilState &setStencilTestEnable(bool value) {
        stencilTestEnable = value;
        return *this;
    }
    DepthStencilState &setDepthCompareOp(DkCompareOp value) {
        depthCompareOp = value;
        return *this;
    }
    DepthStencilState &setStencilFrontFailOp(DkStencilOp value) {
        stencilFrontFailOp = value;
        return *this;
    }
    DepthStencilState &setStencilFrontPassOp(DkStencilOp value) {
        stencilFrontPassOp = value;
        return *this;
    }
    DepthStencilState &setStencilFrontDepthFailOp(DkStencilOp value) {
        stencilFrontDepthFailOp = value;
        return *this;
    }
    DepthStencilState &setStencilFrontCompareOp(DkCompareOp value) {
        stencilFrontCompareOp = value;
        return *this;
    }
    DepthStencilState &setStencilBackFailOp(DkStencilOp value) {
        stencilBackFailOp = value;
        return *this;
    }
    DepthStencilState &setStencilBackPassOp(DkStencilOp value) {
        stencilBackPassOp = value;
        return *this;
    }
    DepthStencilState &setStencilBackDepthFailOp(DkStencilOp value) {
        stencilBackDepthFailOp = value;
        return *this;
    }
    DepthStencilState &setStencilBackCompareOp(DkCompareOp value) {
        stencilBackCompareOp = value;
        return *this;
    }
};

} // namespace dk

#endif
