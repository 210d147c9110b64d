// Numbers that are put one after the other, millions of them, without ever being copied to grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ireereplay::profile::timeline {

template <typename T>
class Pages {
 public:
  size_t size() const { return pages_.empty() ? 0 : (pages_.size() - 1) * kPage + pages_.back().size(); }
  const T& operator[](size_t index) const { return pages_[index / kPage][index % kPage]; }
  T& operator[](size_t index) { return pages_[index / kPage][index % kPage]; }
  void push_back(T value) {
    if (pages_.empty() || pages_.back().size() == kPage) {
      pages_.emplace_back();
      // The first page grows as it must: there may be thousands of short lists.
      if (pages_.size() > 1) pages_.back().reserve(kPage);
    }
    pages_.back().push_back(value);
  }
  /// All of them as one array, in `order` if that is not empty. Without any there is nothing to order.
  std::vector<T> copy(const std::vector<uint32_t>& order) const {
    std::vector<T> all;
    if (pages_.empty()) return all;
    all.reserve(size());
    if (order.empty()) {
      for (const auto& page : pages_) all.insert(all.end(), page.begin(), page.end());
    } else {
      for (const uint32_t index : order) all.push_back((*this)[index]);
    }
    return all;
  }
  void clear() { std::vector<std::vector<T>>().swap(pages_); }

 private:
  static constexpr size_t kPage = 32 * 1024;
  std::vector<std::vector<T>> pages_;
};

}  // namespace ireereplay::profile::timeline
