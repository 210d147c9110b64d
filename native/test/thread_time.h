// Processor time, to see how work grows: others use the machine too.
#pragma once

#include <time.h>

#include <algorithm>
#include <limits>

namespace ireereplay::test {

/// The least of three times that `work` takes on this thread, in seconds.
template <typename Work>
double thread_seconds(const Work& work) {
  const auto now = [] {
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const double begin = now();
    work();
    least = std::min(least, now() - begin);
  }
  return least;
}

}  // namespace ireereplay::test
