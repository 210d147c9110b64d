// A recorded dispatch that is executed alone, any number of times, by whatever executable.
//
// A command of a command buffer is recorded into another one that has no other command, may be executed again, and gets
// the binding table of the original's execution. A dispatch of a queue is written as it is. Both wait for nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "capture/record_reader.h"
#include "capture/writer.h"
#include "sharing/copied_capture.h"

namespace ireereplay::composing {

class LoneDispatch {
 public:
  /// The dispatch at `record`, as the queue_execute at `via` executes it; kNoPlace for one of a queue. The program has
  /// it: fails only where the file does.
  Status find(const sharing::SourceCapture& source, uint64_t record, uint64_t via, const std::atomic<bool>& cancelled);

  /// Records it for an executable, into a new command buffer of the id `commands`, where it needs one.
  Status record(const sharing::SourceCapture& source, uint64_t executable, uint64_t commands,
                const std::atomic<bool>& cancelled, CaptureWriter* writer) const;
  /// Executes it as it was recorded for that executable.
  Status execute(uint64_t executable, uint64_t commands, const format::SemaphoreTimepoint& signal,
                 CaptureWriter* writer) const;
  /// The device that does.
  uint64_t device() const {
    return is_command() ? execution_.frame.header.object_id : dispatch_.frame.header.object_id;
  }

 private:
  struct Record {
    RecordFrame frame;
    std::vector<uint8_t> payload;
  };

  bool is_command() const { return commands_ != format::kNoObject; }
  Status write(uint64_t executable, uint64_t commands, Bytes signals, CaptureWriter* writer) const;

  Record dispatch_;
  Record execution_;                       ///< Of its command buffer.
  uint64_t commands_ = format::kNoObject;  ///< That command buffer.
  std::vector<RecordFrame> before_, end_;  ///< What makes and begins it, and ends it.
};

}  // namespace ireereplay::composing
