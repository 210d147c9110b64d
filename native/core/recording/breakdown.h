// Where the time of a scope goes: to functions, each of them to launches, those to records. Times of a recorder, summed
// up after each run.
//
// The time of a part is that in which at least one of its executions went on, on whichever thread. So it is never more
// than its scope's; parts that ran side by side share time, and together may have more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/sample_statistics.h"
#include "hal/local/plan.h"
#include "hal/local/run.h"
#include "recording/recorder.h"

namespace ireereplay::replay {

/// Something in a scope that takes time.
struct BreakdownPart {
  enum class Kind : uint8_t {
    kFunction,
    kOperation,  ///< All that is no dispatch: fills, copies, accesses of files, results read back.
    kLaunch,     ///< Dispatches of a function with one grid, the same constants and as large bindings.
    kRecord,     ///< A dispatch or operation where it was recorded.
  };
  Kind kind = Kind::kFunction;
  uint32_t parent = kNoIndex;  ///< A launch's function, a record's launch or operation; kNoIndex for the others.
  PlanOp op = PlanOp::kCallGrid;
  const Dispatch* dispatch = nullptr;  ///< One of them; nullptr for operations.
  bool is_indirect = false;            ///< The grid of a launch is read from a buffer.
  uint64_t record = kNoPlace;          ///< Of a record.
  uint64_t via = kNoPlace;             ///< The queue_execute, where only one executes the record.
  uint64_t executions = 0;             ///< In an iteration.
  uint64_t bound_bytes = 0;            ///< By all of these together.
};

/// What the samples of a part say. Nanoseconds of an iteration.
struct BreakdownTime {
  double median = 0;
  double mean = 0;
  std::optional<Interval> interval;  ///< Of the median; none of fewer than six samples.
  double busy = 0;                   ///< Mean of all threads together.
};

/// The parts of one scope, or of the whole capture, in the iterations that were added.
class Breakdown {
 public:
  /// Most samples that are kept, of all parts together: 256 MiB. Beyond that every second goes.
  static constexpr uint64_t kMostSamples = (256ull << 20) / sizeof(float);

  /// Of all occurrences of a scope that ends, or of everything (nothing). `plan` must outlive this.
  Breakdown(const Plan& plan, std::optional<std::string> scope, uint64_t most_samples = kMostSamples);

  /// What a recorder noted of a run, and the scopes that it timed.
  void add(const Recorder& recorder, const ReplayResult& run);
  void clear();

  const std::optional<std::string>& scope() const { return scope_; }
  /// Every part comes after its parent.
  std::span<const BreakdownPart> parts() const { return parts_; }
  /// There are more records than can be kept apart.
  bool is_without_records() const { return is_without_records_; }
  /// Iterations that samples are kept of: at most those added.
  uint64_t sample_count() const;
  /// Median time of the scope itself, and of what of it no part went on.
  double scope_median() const;
  double rest_median() const;
  /// In the order of parts(). Sorts all samples: as long as it takes, it is not for a thread that draws.
  std::vector<BreakdownTime> times() const;
  /// Of the part at this position: everything that its samples say, the interval by ranks.
  SampleStatistics statistics(uint32_t part) const;
  /// Its samples in order, at most `most` of them: beyond that every second, fourth, ...
  std::vector<double> samples(uint32_t part, size_t most) const;
  /// Positions of at most `most` parts, of `times` those that take longest, in the order of parts(). With a part its
  /// parent is there, too, which takes no less.
  std::vector<uint32_t> longest(std::span<const BreakdownTime> times, size_t most) const;

 private:
  struct Execution {
    uint64_t index;  ///< In the recorder's.
    uint32_t part;
  };
  struct Stretch {
    uint64_t begin, end;
    uint32_t part;
  };
  class Builder;

  void keep_every_second();

  const std::optional<std::string> scope_;
  const uint64_t most_samples_;
  std::vector<BreakdownPart> parts_;
  std::vector<Execution> executions_;
  bool is_without_records_ = false;

  std::vector<float> samples_;         // Iteration after iteration, one of each part: 24 bits of nanoseconds.
  std::vector<double> scope_samples_;  // Of each of these iterations.
  std::vector<double> rest_samples_;
  std::vector<double> busy_;  // Sums over all iterations.
  uint64_t added_ = 0;
  uint64_t stride_ = 1;  // Every so many iterations one is kept.
  // Of the run being added.
  std::vector<Stretch> stretches_;
  std::vector<uint64_t> covered_until_;
  std::vector<double> sums_;
};

}  // namespace ireereplay::replay
