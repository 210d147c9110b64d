// Numbers that are put one after the other, millions of them, without ever being copied to grow. When they are let go
// their memory is the system's again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/mapped_allocator.h"

namespace ireereplay::profile::timeline {

template <typename T>
class Pages {
 public:
  size_t size() const { return pages_.empty() ? first_.size() : pages_.size() * kPage + pages_.back().size(); }
  const T& operator[](size_t index) const {
    return index < kPage ? first_[index] : pages_[index / kPage - 1][index % kPage];
  }
  T& operator[](size_t index) { return index < kPage ? first_[index] : pages_[index / kPage - 1][index % kPage]; }
  void push_back(T value) {
    if (first_.size() < kPage) {
      first_.push_back(value);
      return;
    }
    if (pages_.empty() || pages_.back().size() == kPage) {
      pages_.emplace_back();
      pages_.back().reserve(kPage);
    }
    pages_.back().push_back(value);
  }
  /// All of them as one array, in `order` if that is not empty. Without any there is nothing to order.
  std::vector<T> copy(const std::vector<uint32_t>& order) const {
    std::vector<T> all;
    if (first_.empty()) return all;
    all.reserve(size());
    if (order.empty()) {
      all.insert(all.end(), first_.begin(), first_.end());
      for (const auto& page : pages_) all.insert(all.end(), page.begin(), page.end());
    } else {
      for (const uint32_t index : order) all.push_back((*this)[index]);
    }
    return all;
  }
  /// All of them as one array; none are left. Each page goes as soon as it is copied: both are never there at once.
  std::vector<T> take() {
    std::vector<T> all;
    all.reserve(size());
    all.insert(all.end(), first_.begin(), first_.end());
    for (Page& page : pages_) {
      all.insert(all.end(), page.begin(), page.end());
      Page().swap(page);
    }
    clear();
    return all;
  }
  void clear() {
    std::vector<T>().swap(first_);
    std::vector<Page>().swap(pages_);
  }

 private:
  static constexpr size_t kPage = 32 * 1024;
  using Page = std::vector<T, MappedAllocator<T>>;

  /// Grows as it must: there may be thousands of short lists.
  std::vector<T> first_;
  std::vector<Page> pages_;
};

}  // namespace ireereplay::profile::timeline
