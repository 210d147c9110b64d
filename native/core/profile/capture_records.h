// Which records of a capture the things of a profile come from, as this engine's recorder says.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "profile/bundle.h"
#include "profile/replay_chunks.h"

namespace ireereplay::profile {

inline constexpr uint64_t kNoRecord = ~0ull;

class CaptureRecords {
 public:
  /// Reads what a bundle says; nothing is known of a bundle that another engine recorded. CANCELLED, DATA_LOSS.
  static Result<CaptureRecords> read(const Bundle& bundle, const std::atomic<bool>& cancelled);

  /// Positions in the capture, or kNoRecord.
  uint64_t of_submission(uint64_t id) const;
  uint64_t of_command(uint64_t command_buffer, uint32_t index) const;
  /// That of the allocation or the release that a memory event is of, by the event's id.
  uint64_t of_memory(uint64_t event) const;
  /// That of the command, or of the operation of a queue where it is none.
  uint64_t of_execution(const format::HostExecutionEvent& event) const {
    return event.command_index != format::kNone32 ? of_command(event.command_buffer_id, event.command_index)
                                                  : of_submission(event.submission_id);
  }

 private:
  std::vector<format::RecordRun> submissions_;
  std::vector<format::RecordRun> memory_;
  std::unordered_map<uint64_t, std::vector<format::RecordRun>> commands_;
};

}  // namespace ireereplay::profile
