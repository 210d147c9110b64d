// Work that repeats itself as often as samples are taken would always be met at the same place. So how long a thread
// waits for the next sample is changed by chance, again and again, at times that have nothing to do with the work.
#pragma once

#include "base/chance.h"

namespace ireereplay::replay {

/// Both in periods as they were asked for.
struct PeriodVariation {
  double lasts = 0;   ///< How long until the next change.
  double period = 0;  ///< From one sample to the next, until then.
};

/// What lasts seldom enough to cost nothing, often enough that few samples in a row are alike.
inline constexpr double kShortestVariation = 4, kLongestVariation = 12;

/// Each change begins to wait anew, and half a period is lost on average: 1/period makes up for it, with a mean of
/// 1 + 0.5 / 8, so that as many samples are taken as were asked for.
inline PeriodVariation vary_period(Chance& chance) {
  constexpr double kShortest = 0.69, kLongest = 1.245;
  constexpr size_t kSteps = size_t{1} << 30;
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(chance.below(kSteps)) / static_cast<double>(kSteps);
  };
  const double lasts = between(kShortestVariation, kLongestVariation);
  return {lasts, between(kShortest, kLongest)};
}

}  // namespace ireereplay::replay
