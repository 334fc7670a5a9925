/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CPP_HANDLE_HPP
#define WINDLASS_DEKO3D_CPP_HANDLE_HPP

#include "../base.h"

#include <cstddef>
#include <utility>

namespace dk {
namespace detail {

// A C handle as a value: copying copies the handle, and nothing ends by itself.
template <typename T> class Handle {
  public:
    using Type = T;
    constexpr Handle() noexcept = default;
    constexpr Handle(std::nullptr_t) noexcept {}
    constexpr Handle(T handle) noexcept : m_handle{handle} {}
    constexpr operator T() const noexcept { return m_handle; }
    constexpr operator bool() const noexcept { return m_handle != nullptr; }
    constexpr bool operator!() const noexcept { return m_handle == nullptr; }

  protected:
    void _clear() noexcept { m_handle = nullptr; }
    void _set(T handle) noexcept { m_handle = handle; }

  private:
    T m_handle = nullptr;
};

template <typename T> constexpr bool operator==(Handle<T> const &a, Handle<T> const &b) {
    return static_cast<T>(a) == static_cast<T>(b);
}

template <typename T> constexpr bool operator!=(Handle<T> const &a, Handle<T> const &b) {
    return static_cast<T>(a) != static_cast<T>(b);
}

// The one owner of what T (Device, Queue, ...) is a handle of: destroys it in the end.
template <typename T> class UniqueHandle final : public T {
  public:
    UniqueHandle() noexcept = default;
    UniqueHandle(T &&from) noexcept : T{from} { from = nullptr; }
    UniqueHandle(UniqueHandle &&from) noexcept : T{static_cast<T const &>(from)} { from._clear(); }
    UniqueHandle(UniqueHandle const &) = delete;
    ~UniqueHandle() { end(); }

    UniqueHandle &operator=(UniqueHandle const &) = delete;
    UniqueHandle &operator=(std::nullptr_t) {
        end();
        return *this;
    }
    UniqueHandle &operator=(UniqueHandle &&from) {
        if (this != &from) {
            end();
            T::_set(from);
            from._clear();
        }
        return *this;
    }

  private:
    void end() {
        if (*this)
            T::destroy(); // which clears the handle
    }
};

// An object that the library fills, of zeros until then.
template <typename T> struct Opaque : public T {
    constexpr Opaque() noexcept : T{} {}
};

} // namespace detail
} // namespace dk

#endif
