/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_SPAN_HPP
#define WINDLASS_DEKO3D_CPP_SPAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#ifdef DK_HPP_SUPPORT_VECTOR
#include <vector>
#endif

namespace dk {
namespace detail {

// An array that a call reads, however the caller has it: one object, a braced list, a std::array, a
// count and a pointer. It owns nothing: only good as a parameter.
template <typename T> class ArrayProxy {
    using Element = typename std::remove_const<T>::type;

  public:
    constexpr ArrayProxy(std::nullptr_t) noexcept : m_count{0}, m_data{nullptr} {}
    ArrayProxy(T &one) noexcept : m_count{1}, m_data{&one} {}
    ArrayProxy(uint32_t count, T *data) noexcept : m_count{count}, m_data{data} {}
    ArrayProxy(std::initializer_list<T> const &list) noexcept
        : m_count{static_cast<uint32_t>(list.size())}, m_data{list.begin()} {}
    template <std::size_t N>
    ArrayProxy(std::array<Element, N> &array) noexcept
        : m_count{static_cast<uint32_t>(N)}, m_data{array.data()} {}
    template <std::size_t N>
    ArrayProxy(std::array<Element, N> const &array) noexcept
        : m_count{static_cast<uint32_t>(N)}, m_data{array.data()} {}
#ifdef DK_HPP_SUPPORT_VECTOR
    template <typename Allocator = std::allocator<Element>>
    ArrayProxy(std::vector<Element, Allocator> &vector) noexcept
        : m_count{static_cast<uint32_t>(vector.size())}, m_data{vector.data()} {}
    template <typename Allocator = std::allocator<Element>>
    ArrayProxy(std::vector<Element, Allocator> const &vector) noexcept
        : m_count{static_cast<uint32_t>(vector.size())}, m_data{vector.data()} {}
#endif

    T *data() const noexcept { return m_data; }
    uint32_t size() const noexcept { return m_count; }
    bool empty() const noexcept { return m_count == 0; }
    const T *begin() const noexcept { return m_data; }
    const T *end() const noexcept { return m_data + m_count; }
    const T &front() const noexcept { return m_data[0]; }
    const T &back() const noexcept { return m_data[m_count - 1]; }

  private:
    uint32_t m_count;
    T *m_data;
};

} // namespace detail
} // namespace dk

#endif
