#include "profile/timeline/prepared_anew.h"

#include <algorithm>
#include <unordered_map>

#include "base/seeded_hash.h"

namespace ireereplay::profile::timeline {

PreparedAnew::PreparedAnew(const Timeline& timeline) {
  const auto code_of = [&](const What& what) { return timeline.whats[what.launch].executable; };
  const auto is_of_other = [&](const What& what) { return code_of(what) != what.executable; };
  if (std::none_of(timeline.whats.begin(), timeline.whats.end(), is_of_other)) return;
  std::unordered_map<uint64_t, int64_t, SeededHash> first_starts;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches()) continue;
    // Of each code the executable that the queue executed first: those of other devices are there from the beginning.
    std::unordered_map<uint64_t, uint64_t, SeededHash> firsts;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      const What& what = timeline.whats[track->slices.what(i)];
      if (firsts.try_emplace(code_of(what), what.executable).first->second == what.executable) continue;
      const auto [found, is_new] = first_starts.try_emplace(what.executable, track->slices.start(i));
      if (!is_new) found->second = std::min(found->second, track->slices.start(i));
    }
  }
  for (const auto& [executable, start] : first_starts) {
    int64_t since = INT64_MIN;
    for (const auto& track : timeline.tracks) {
      if (!track->has_dispatches()) continue;
      const uint32_t next = track->slices.first_from(start);
      if (next != 0) since = std::max(since, track->slices.end(next - 1));
    }
    if (since != INT64_MIN && since < start) times_.emplace_back(since, start);
  }
  std::sort(times_.begin(), times_.end());
  // Executables that begin together have the same time; all others begin behind what the one before them began.
  times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
}

uint64_t PreparedAnew::within(int64_t begin, int64_t end) const {
  const auto ends_before = [](const auto& time, int64_t at) { return time.second <= at; };
  uint64_t sum = 0;
  for (auto time = std::lower_bound(times_.begin(), times_.end(), begin, ends_before);
       time != times_.end() && time->first < end; ++time)
    sum += static_cast<uint64_t>(std::min(time->second, end) - std::max(time->first, begin));
  return sum;
}

}  // namespace ireereplay::profile::timeline
