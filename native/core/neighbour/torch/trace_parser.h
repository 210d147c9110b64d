// Reads a trace that comes in pieces: a file in windows, or what is unpacked of a compressed one.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/status.h"
#include "neighbour/torch/json_scanner.h"
#include "neighbour/torch/trace.h"
#include "neighbour/torch/trace_builder.h"

namespace ireereplay::neighbour::torch {

/// Traces are an object with the list traceEvents, or that list alone. Holds a window of the text: an event that is not
/// yet whole, and the piece that came last.
class TraceParser {
 public:
  /// An event or another member of the trace that has more bytes is refused.
  static constexpr size_t kMostValueBytes = 256 << 20;

  /// Reads into `trace`, which must outlive this.
  explicit TraceParser(Trace* trace) : trace_(*trace), builder_(trace) {}

  /// Reads the next bytes. INVALID_ARGUMENT where the text is none of a trace; what is damaged further on ends reading,
  /// which finish() then tells.
  Status feed(Bytes bytes);
  /// Reads what is left once all bytes were fed, and says in the trace whether it is whole. INVALID_ARGUMENT where it
  /// is no trace, or has nothing of its events.
  Status finish();

 private:
  enum class State : uint8_t { kBegin, kMember, kEvent, kAfter, kStopped };
  enum class Step : uint8_t { kDone, kMore, kWrong };

  Status read_all(bool is_last);
  Step step(JsonScanner* scanner);
  Step read_begin(JsonScanner* scanner);
  Step read_member(JsonScanner* scanner);
  Step read_event_or_end(JsonScanner* scanner);
  void append(Bytes bytes);
  void stop(std::string reason);
  Status refused(uint64_t offset) const;
  std::string_view window() const { return {buffer_.get() + begin_, end_ - begin_}; }

  Trace& trace_;
  TraceBuilder builder_;
  State state_ = State::kBegin;
  bool is_flat_ = false;
  bool has_events_ = false;
  /// Whether something in the same object or list came before.
  bool follows_ = false;
  Status failure_;

  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  /// What of the buffer is still to be read.
  size_t begin_ = 0;
  size_t end_ = 0;
  /// Where in the text begin_ is.
  uint64_t offset_ = 0;
  /// Less is not tried again: what is not yet whole is read anew each time.
  size_t enough_ = 0;
};

/// Has `parser` read the file at `path`, which is not compressed, to its end. Fails as File does and as the parser
/// does; CANCELLED once `cancel` is set.
Status read_file(const std::string& path, TraceParser* parser, const std::atomic<bool>& cancel);

}  // namespace ireereplay::neighbour::torch
