// When each step of a plan was executed, in recorded order; and when the replay came by what leaves nothing to execute.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hal/local/plan.h"
#include "recording/recorder.h"

namespace ireereplay::replay {

class StepTimes {
 public:
  StepTimes(const Plan& plan, const Recorder& recorder);

  struct Executed {
    uint64_t record = 0;
    const Command* step = nullptr;
    Share share;  ///< Of a command buffer: all its commands. Empty where the run did not come.
  };
  /// The step of a record; nullptr where it left nothing to execute.
  const Executed* find(uint64_t record) const;
  /// When all steps recorded before had ended; nothing when there are none.
  std::optional<uint64_t> ended_before(uint64_t record) const;
  /// When the first of those recorded after began; nothing when none did.
  std::optional<uint64_t> begun_after(uint64_t record) const;

 private:
  std::vector<Executed> steps_;  // By record.
  std::vector<uint64_t> ended_;  // The last end of the first i + 1.
  std::vector<uint64_t> begun_;  // The first begin from i on; 0 for none.
};

}  // namespace ireereplay::replay
