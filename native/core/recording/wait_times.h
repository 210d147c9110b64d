// When submissions were submitted, and when what they wait on was done: from the order of a program's operations and
// from when each was executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ireereplay::replay {

class StepTimes;
struct Program;
struct Submission;

class WaitTimes {
 public:
  WaitTimes(const Program& program, const StepTimes& times, const std::vector<Submission>& submissions);

  struct Times {
    /// When the replay came by: the submission recorded before it had begun, and what the host waited for in between
    /// had ended.
    uint64_t submitted_ns = 0;
    /// When the last of those that signal what it waits on had ended; 0 where it waits on nothing that was executed.
    uint64_t ready_ns = 0;
  };
  /// Of submission `i`, which began to be executed at `begin_ns`: nothing is later than that.
  Times of(size_t i, uint64_t begin_ns) const;

 private:
  /// What an operation comes after. 0 for nothing.
  struct After {
    uint64_t signalled_ns = 0;
    uint64_t host_ns = 0;
  };
  After* after_of(uint64_t record);
  /// When an operation was done, or where nothing of it is executed what it comes after.
  uint64_t done_ns(uint64_t record);

  const StepTimes& times_;
  const std::vector<Submission>& submissions_;
  std::vector<After> after_;                    // Of each submission.
  std::vector<uint64_t> begun_;                 // When the latest submission before each had begun.
  std::unordered_map<uint64_t, After> others_;  // Of what the host does, by record.
  size_t latest_ = 0;                           // The submission that was looked up last.
};

}  // namespace ireereplay::replay
