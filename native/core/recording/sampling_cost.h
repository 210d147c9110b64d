// How much longer a run takes because it is sampled, told from the same replay: of each few runs one, at random, is not
// sampled, and is compared with the one just before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/chance.h"
#include "base/clock.h"
#include "base/sample_statistics.h"

namespace ireereplay::replay {

class SamplingCost {
 public:
  /// How many times as long sampled runs take as those that were left out, and how many pairs of both say so.
  struct Ratio {
    RatioStatistics times;
    size_t pairs = 0;
  };

  /// Before the first of some runs.
  void begin();
  /// Before each run: whether to sample it. Where runs may be left out, one of each few is, never the first.
  bool begin_run(bool may_be_left_out);
  /// After each, with what it took, which tells nothing of one that failed. Whether it was sampled.
  bool end_run(uint64_t ns, bool has_failed);

  /// Runs that were sampled.
  uint32_t sampled_runs() const { return sampled_runs_; }
  /// Nothing where too few pairs say it.
  std::optional<Ratio> ratio() const;

 private:
  Chance chance_{now_ns()};
  uint32_t run_ = 0;            // The one that comes, or goes on: sampled or not.
  uint32_t next_left_out_ = 0;  // Where runs may be left out.
  bool is_left_out_ = false;    // The one that goes on.
  uint32_t sampled_runs_ = 0;
  double last_sampled_ns_ = 0;
  std::vector<double> sampled_ns_, left_out_ns_;  // In pairs, one right after the other.
};

}  // namespace ireereplay::replay
