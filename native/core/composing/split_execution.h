// Executions of command buffers with taps in them.
//
// A command buffer is recorded once and executed any number of times, each time perhaps with other buffers in its
// binding table, and what is recorded into it runs each time. So nothing is recorded into it: an execution with taps is
// split. In its place stand executions of new command buffers, recorded right before they are executed, each with the
// commands from one tap to the next and with the binding table of the original; the taps stand between them, in the
// stream. This
//
//   - concerns that execution alone: the others execute what was recorded;
//   - needs no barrier of ours: IREE's tools wait after each operation of a queue, so that a tap sees all that the
//     commands before it have done, and nothing of those behind it;
//   - needs no slot in a binding table, and no memory but that of any tap: the buffer is named as it is in the stream,
//     where it exists;
//   - fits any mode of a command buffer: the new ones have that of the original, so that one to be executed once is
//     recorded, but never executed.
//
// The first part waits for what the original waits for, and the last part signals what that signals. Commands that may
// overlap, for there is no barrier between them, do not where a tap comes between them. That is an order which the
// capture allows; a result that depends on another one is not seen. Events keep their meaning, as they may be signaled
// in one command buffer and waited for in another. Debug groups, which have to end where they begin, are left out.
//
// IREE's drivers may execute a command buffer while it is recorded, where its mode allows that. In a copy no mode does:
// what is executed is executed where the capture says so.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/status.h"
#include "composing/tap_writer.h"
#include "program/program.h"
#include "sharing/copied_capture.h"

namespace ireereplay::composing {

class SplitExecutions {
 public:
  /// Finds the recordings of all command buffers that are executed with taps in them. Fails where a tap names no such
  /// execution, or no command of it that touches memory.
  Status find(const sharing::SourceCapture& source, const replay::Program& program, const std::vector<Tap>& taps,
              const std::atomic<bool>& cancelled);
  /// Of a tap in an execution: how many commands of its recording come before it.
  uint64_t place_of(const Tap& tap) const;

  /// Writes the execution of `frame` in parts with the taps between them, which are all of that execution's, by
  /// place_of(). Nothing comes behind the last tap where `is_last`.
  Status write(const sharing::SourceCapture& source, const RecordFrame& frame, std::span<const Tap> taps, bool is_last,
               const std::atomic<bool>& cancelled, TapWriter* tap_writer, CaptureWriter* writer);

 private:
  /// The records of a command buffer.
  struct Recording {
    std::vector<RecordFrame> before;    ///< Those that make it and begin it.
    std::vector<RecordFrame> commands;  ///< With barriers and events.
    std::vector<RecordFrame> end;
  };
  /// The commands of a recording between two taps.
  struct Part {
    size_t begin = 0;
    size_t end = 0;
    std::span<const Tap> taps;  ///< Behind them.
    bool is_executed = false;
  };

  static void note(const RecordFrame& frame, Recording* recording);
  std::vector<Part> parts_of(const Recording& recording, std::span<const Tap> taps, bool is_last) const;

  std::map<uint64_t, uint64_t> executed_;     ///< Command buffers, by the record of the queue_execute.
  std::map<uint64_t, Recording> recordings_;  ///< By command buffer.
};

/// Bits of a command buffer's mode (iree_hal_command_buffer_mode_t): it is executed once at the most; it may be
/// executed while it is recorded.
inline constexpr uint32_t kOneShot = 1u << 0;
inline constexpr uint32_t kAllowInlineExecution = 1u << 4;

/// Writes the record of a capture into a copy with taps: as it is, but that no command buffer is executed while it is
/// recorded, or has any of the bits `without` in its mode.
Status copy_recorded(const File& file, RecordReader* reader, const RecordFrame& frame,
                     const std::atomic<bool>& cancelled, CaptureWriter* writer,
                     uint32_t without = kAllowInlineExecution);

/// The same record, of the object `to` where it is of `from`.
RecordFrame of_other(RecordFrame frame, uint64_t from, uint64_t to);

}  // namespace ireereplay::composing
