#include "composing/taps.h"

#include <algorithm>

#include "composing/any_device.h"
#include "composing/open_scopes.h"
#include "composing/split_execution.h"
#include "composing/tap_writer.h"
#include "sharing/copied_capture.h"

namespace ireereplay::composing {

namespace {

using sharing::SourceCapture;

class Composer {
 public:
  Composer(const SourceCapture& source, std::vector<Tap> taps, CopyUntil until, const std::atomic<bool>& cancelled)
      : source_(source), taps_(std::move(taps)), until_(until), cancelled_(cancelled) {}

  /// Checks the taps, and finds what the copy needs.
  Status survey(const replay::Program& program) {
    std::erase_if(taps_, [](const Tap& tap) { return tap.length == 0; });  // Their files are written already.
    IR_RETURN_IF_ERROR(tap_writer_.declare(program, taps_));
    IR_RETURN_IF_ERROR(sharing::each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) {
      return tap_writer_.note(&reader, frame);
    }));
    IR_RETURN_IF_ERROR(tap_writer_.check(taps_));
    IR_RETURN_IF_ERROR(executions_.find(source_, program, taps_, cancelled_));
    std::stable_sort(taps_.begin(), taps_.end(),
                     [&](const Tap& one, const Tap& other) { return order_of(one) < order_of(other); });
    return Status();
  }

  Status write(CaptureWriter* writer) {
    writer_ = writer;
    next_ = taps_.begin();
    return sharing::each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
      if (until_ == CopyUntil::kLastTap && next_ == taps_.end() && frame.index >= tap_writer_.machine_end())
        return scopes_.is_end(frame.header) ? sharing::copy_record(*source_.file, frame, cancelled_, writer_)
                                            : Status();
      IR_RETURN_IF_ERROR(write_taps(frame.index, kBefore));
      IR_RETURN_IF_ERROR(write_record(&reader, frame));
      if (frame.index + 1 == tap_writer_.machine_end()) IR_RETURN_IF_ERROR(tap_writer_.write_device(writer_));
      return write_taps(frame.index, kBehind);
    });
  }

 private:
  enum When : uint64_t { kBefore, kIn, kBehind };
  struct Order {
    uint64_t record;
    uint64_t when;
    uint64_t place;
    auto operator<=>(const Order&) const = default;
  };

  Order order_of(const Tap& tap) const {
    if (tap.command == kNoPlace) return {tap.record, tap.before ? kBefore : kBehind, 0};
    return {tap.record, kIn, executions_.place_of(tap)};
  }

  /// The taps that come next, as far as they belong there.
  std::span<const Tap> take(uint64_t record, When when) {
    const auto begin = next_;
    while (next_ != taps_.end() && next_->record == record && order_of(*next_).when == when) ++next_;
    return {begin, next_};
  }

  Status write_taps(uint64_t record, When when) {
    for (const Tap& tap : take(record, when)) IR_RETURN_IF_ERROR(tap_writer_.write(tap, writer_));
    return Status();
  }

  Status write_record(RecordReader* reader, const RecordFrame& frame) {
    scopes_.note(frame.header);
    const std::span<const Tap> within = take(frame.index, kIn);
    if (within.empty()) return copy_recorded(*source_.file, reader, frame, cancelled_, writer_);
    const bool is_last = until_ == CopyUntil::kLastTap && next_ == taps_.end();
    return executions_.write(source_, frame, within, is_last, cancelled_, &tap_writer_, writer_);
  }

  const SourceCapture& source_;
  std::vector<Tap> taps_;  ///< In the order in which they are replayed.
  const CopyUntil until_;
  const std::atomic<bool>& cancelled_;
  TapWriter tap_writer_;
  SplitExecutions executions_;

  CaptureWriter* writer_ = nullptr;
  std::vector<Tap>::const_iterator next_;
  OpenScopes scopes_;
};

}  // namespace

Result<uint64_t> write_taps(const std::string& source, const std::string& target, std::vector<Tap> taps,
                            const std::atomic<bool>& cancelled, CopyUntil until) {
  IR_ASSIGN_OR_RETURN(const replay::Program program, decode_for_any_device(source, cancelled));
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  Composer composer(capture, std::move(taps), until, cancelled);
  IR_RETURN_IF_ERROR(composer.survey(program));
  return sharing::write_capture(capture, target, [&](CaptureWriter* writer) { return composer.write(writer); });
}

}  // namespace ireereplay::composing
