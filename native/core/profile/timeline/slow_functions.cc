#include <algorithm>
#include <map>
#include <tuple>

#include "base/decimal.h"
#include "profile/timeline/cause.h"
#include "profile/timeline/distribution.h"
#include "profile/timeline/statistics.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

/// Fewer dispatches say nothing about which of them are slow.
constexpr uint64_t kFewest = 5;
/// A function is slow when it takes this many times as long as others of its launch.
constexpr double kSlow = 2;

struct Launch {
  uint32_t what = 0;
  Distribution times;
  SliceId longest;
  std::vector<uint64_t> kept;
};

std::string grid_of(const What& what) {
  return decimal(what.count[0]) + " × " + decimal(what.count[1]) + " × " + decimal(what.count[2]);
}

class SlowFunctions {
 public:
  explicit SlowFunctions(const Timeline& timeline) : timeline_(timeline), launches_(timeline.whats.size()) {
    for (const auto& track : timeline.tracks) {
      if (!track->has_dispatches()) continue;
      for (uint32_t i = 0; i < track->slices.size(); ++i) {
        Launch& launch = launches_[timeline.whats[track->slices.what(i)].launch];
        const uint64_t duration = track->slices.duration(i);
        if (launch.kept.empty() || static_cast<double>(duration) > launch.times.most) {
          launch.longest = {track->id, i};
          launch.times.most = static_cast<double>(duration);
        }
        launch.kept.push_back(duration);
      }
    }
    for (uint32_t what = 0; what < launches_.size(); ++what) {
      launches_[what].what = what;
      if (!launches_[what].kept.empty()) launches_[what].times = distribution_of(launches_[what].kept);
    }
  }

  void find(std::vector<Cause>* causes) {
    find_slow(causes);
    find_outliers(causes);
    find_largest(causes);
  }

 private:
  const Name& name_of(const Launch& launch) const { return timeline_.names[timeline_.whats[launch.what].name]; }
  CausePiece longest_of(const Launch& launch, std::string text) const {
    return piece_of(*timeline_.track(launch.longest.track), launch.longest.index, std::move(text));
  }

  /// Against the middle of other functions with the same grid and workgroups.
  void find_slow(std::vector<Cause>* causes) {
    using Shape = std::array<uint32_t, 6>;
    // Whatever its constants are and what is bound to it.
    std::map<Shape, std::map<uint32_t, Launch>> shapes;
    for (const Launch& launch : launches_) {
      const What& what = timeline_.whats[launch.what];
      if (launch.times.count == 0 || !what.has_grid()) continue;
      Launch& whole =
          shapes[{what.count[0], what.count[1], what.count[2], what.size[0], what.size[1], what.size[2]}][what.name];
      if (whole.kept.empty() || launch.times.most > whole.times.most) {
        whole.what = launch.what;
        whole.longest = launch.longest;
        whole.times.most = launch.times.most;
      }
      whole.kept.insert(whole.kept.end(), launch.kept.begin(), launch.kept.end());
    }
    for (auto& [shape, functions] : shapes) {
      if (functions.size() < 2) continue;
      std::vector<const Launch*> launches;
      for (auto& [name, launch] : functions) {
        launch.times = distribution_of(launch.kept);
        launches.push_back(&launch);
      }
      const Launch* slowest = *std::max_element(launches.begin(), launches.end(), [](const Launch* a, const Launch* b) {
        return a->times.total < b->times.total;
      });
      std::vector<double> others;
      for (const Launch* launch : launches)
        if (launch != slowest) others.push_back(launch->times.median);
      const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
      std::nth_element(others.begin(), middle, others.end());
      if (*middle <= 0 || slowest->times.median < kSlow * *middle) continue;
      const double times = slowest->times.median / *middle;
      Cause cause;
      cause.kind = "function";
      cause.cost = slowest->times.total - static_cast<double>(slowest->times.count) * *middle;
      cause.sentence = {
          longest_of(*slowest, name_of(*slowest).text),
          {" takes " + time_words(slowest->times.median) + ", " + times_words(times) + " as long as " +
           (others.size() == 1 ? "the other function" : "the " + decimal(others.size()) + " other functions") +
           " with the same grid of " + grid_of(timeline_.whats[slowest->what]) + " workgroups (" + time_words(*middle) +
           "), which adds " + time_words(cause.cost) + " in " + decimal(slowest->times.count) +
           (slowest->times.count == 1 ? " dispatch." : " dispatches.")}};
      cause.evidence = {longest_of(*slowest, "its longest dispatch, " + time_words(slowest->times.most))};
      for (const Launch* launch : launches) {
        if (launch == slowest || cause.evidence.size() == 3) continue;
        cause.evidence.push_back(longest_of(*launch, name_of(*launch).text + ", " + time_words(launch->times.median)));
      }
      causes->push_back(std::move(cause));
    }
  }

  /// Single dispatches far from the middle of their own launch.
  void find_outliers(std::vector<Cause>* causes) {
    std::vector<std::pair<double, const Launch*>> found;
    for (const Launch& launch : launches_) {
      if (launch.times.count < kFewest) continue;
      double cost = 0;
      for (const uint64_t time : launch.kept)
        if (is_outlier(launch, time)) cost += static_cast<double>(time) - launch.times.median;
      if (cost > 0) found.emplace_back(cost, &launch);
    }
    std::sort(found.rbegin(), found.rend());
    if (found.size() > 3) found.resize(3);
    for (const auto& [cost, launch] : found) {
      const auto count =
          static_cast<uint64_t>(std::count_if(launch->kept.begin(), launch->kept.end(),
                                              [launch = launch](uint64_t time) { return is_outlier(*launch, time); }));
      Cause cause;
      cause.kind = "function";
      cause.cost = cost;
      cause.sentence = {{decimal(count) + " of " + decimal(launch->times.count) + " dispatches of "},
                        longest_of(*launch, name_of(*launch).text),
                        {(count == 1 ? " takes " : " take ") + std::string("far longer than the median of ") +
                         time_words(launch->times.median) + " (up to " + time_words(launch->times.most) +
                         "), which adds " + time_words(cost) + " in total."}};
      cause.evidence = {longest_of(*launch, "the longest, " + time_words(launch->times.most))};
      causes->push_back(std::move(cause));
    }
  }
  static bool is_outlier(const Launch& launch, uint64_t time) {
    const double far = std::max(8 * launch.times.mad, launch.times.median / 2);
    return static_cast<double>(time) > launch.times.median + far;
  }

  void find_largest(std::vector<Cause>* causes) {
    uint32_t largest = 0;
    uint64_t total = 0, count = 0;
    for (uint32_t i = 0; i < timeline_.names.size(); ++i) {
      if (!timeline_.names[i].is_function || timeline_.name_totals[i] <= total) continue;
      largest = i;
      total = timeline_.name_totals[i];
    }
    if (total == 0 || timeline_.span() == 0) return;
    const Launch* longest = nullptr;
    for (const Launch& launch : launches_) {
      if (launch.times.count == 0 || timeline_.whats[launch.what].name != largest) continue;
      count += launch.times.count;
      if (longest == nullptr || launch.times.most > longest->times.most) longest = &launch;
    }
    if (longest == nullptr) return;
    Cause cause;
    cause.kind = "function";
    cause.is_abnormal = false;
    cause.cost = std::min(static_cast<double>(total), static_cast<double>(timeline_.span()));
    const uint64_t active = executing(timeline_, {timeline_.origin, timeline_.end}), span = timeline_.span();
    const bool is_mostly_idle = shares_are_of_dispatches(active, span);
    const double share = static_cast<double>(total) / static_cast<double>(is_mostly_idle ? active : span);
    cause.sentence = {
        longest_of(*longest, timeline_.names[largest].text),
        {" takes " + percent_words(share) + (is_mostly_idle ? " of the time in dispatches: " : " of the span: ") +
         time_words(static_cast<double>(total)) + " in " + decimal(count) +
         (count == 1 ? " dispatch." : " dispatches.")}};
    cause.evidence = {longest_of(*longest, "its longest dispatch, " + time_words(longest->times.most))};
    causes->push_back(std::move(cause));
  }

  const Timeline& timeline_;
  std::vector<Launch> launches_;
};

}  // namespace

void find_slow_functions(const Timeline& timeline, std::vector<Cause>* causes) { SlowFunctions(timeline).find(causes); }

}  // namespace ireereplay::profile::timeline
