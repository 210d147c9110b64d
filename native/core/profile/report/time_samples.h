// Times of one thing, as many as tell how it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profile/report/output.h"

namespace ireereplay::profile {

/// Times of one function or record: of many, every second, every fourth and so on.
class TimeSamples {
 public:
  void add(int64_t ns) {
    if (count_ % stride_ == 0) {
      if (kept_.size() == kMost) {
        for (size_t i = 0; i < kMost / 2; ++i) kept_[i] = kept_[2 * i];
        kept_.resize(kMost / 2);
        stride_ *= 2;
      }
      if (count_ % stride_ == 0) kept_.push_back(ns);
    }
    ++count_;
    if (!add_to(total_ns_, ns)) total_ns_ = INT64_MAX;
  }
  uint64_t count() const { return count_; }
  int64_t total_ns() const { return total_ns_; }

  /// `"executions":n,"total_ns":n,"samples":[...]`, which is a part of an object.
  void print_to(Text& out) const {
    print(out, R"("executions":%,"total_ns":%,"samples":[)", count_, total_ns_);
    for (size_t i = 0; i < kept_.size(); ++i) print(out, i == 0 ? "%" : ",%", kept_[i]);
    out.append("]");
  }

 private:
  static constexpr size_t kMost = 1024;

  uint64_t count_ = 0;
  uint64_t stride_ = 1;
  int64_t total_ns_ = 0;
  std::vector<int64_t> kept_;
};

}  // namespace ireereplay::profile
