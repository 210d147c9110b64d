#include "composing/repetitions.h"

#include <algorithm>
#include <span>
#include <utility>

#include "capture/payload.h"
#include "composing/any_device.h"
#include "composing/lone_dispatch.h"
#include "composing/open_scopes.h"
#include "composing/split_execution.h"
#include "composing/tap_writer.h"
#include "program/named_ranges.h"
#include "sharing/named_objects.h"

namespace ireereplay::composing {

namespace {

using format::PayloadType;
using replay::CommandInfo;
using replay::Program;
using sharing::SourceCapture;

/// The dispatch of a program, as the queue_execute at `via` executes it; null where there is none.
const CommandInfo* find_dispatch(const Program& program, uint64_t record, uint64_t via) {
  const auto is_it = [&](const CommandInfo& command) {
    return command.op == replay::Op::kDispatch && command.record == record;
  };
  for (const replay::StepInfo& step : program.steps) {
    if (via == kNoPlace && is_it(step.command)) return &step.command;
    if (step.command.op != replay::Op::kExecute || step.command.record != via) continue;
    const replay::InstanceInfo& instance = program.instances[step.command.index];
    const auto commands = std::span(program.commands).subspan(instance.commands_begin, instance.command_count);
    const auto found = std::find_if(commands.begin(), commands.end(), is_it);
    return found == commands.end() ? nullptr : &*found;
  }
  return nullptr;
}

/// What the dispatch binds, overlapping ranges as one.
std::vector<BoundRange> bound_by(const Program& program, const CommandInfo& command) {
  std::vector<BoundRange> bound;
  visit_ranges(program, command, [&](const replay::BufferRange& range, replay::RangeRole, uint32_t) {
    if (range.length != 0) bound.push_back({program.buffers[range.buffer].id, range.offset, range.length});
  });
  std::sort(bound.begin(), bound.end(), [](const BoundRange& one, const BoundRange& other) {
    return std::pair(one.buffer, one.offset) < std::pair(other.buffer, other.offset);
  });
  std::vector<BoundRange> merged;
  for (const BoundRange& range : bound) {
    if (merged.empty() || merged.back().buffer != range.buffer ||
        range.offset > merged.back().offset + merged.back().length) {
      merged.push_back(range);
    } else {
      const uint64_t end = std::max(merged.back().offset + merged.back().length, range.offset + range.length);
      merged.back().length = end - merged.back().offset;
    }
  }
  return merged;
}

Status check_plan(const RepeatedDispatch& repeated, const std::vector<BoundRange>& bound) {
  for (const Repetition& one : repeated.repetitions) {
    if (one.executable >= repeated.executables.size())
      return Status(StatusCode::kInvalidArgument, "a repetition names an executable that is not listed");
  }
  for (const BoundRange& range : repeated.overwritten) {
    const bool is_bound = std::any_of(bound.begin(), bound.end(), [&](const BoundRange& one) {
      return one.buffer == range.buffer && range.offset >= one.offset && range.length <= one.length &&
             range.offset - one.offset <= one.length - range.length;
    });
    if (!is_bound || range.offset % 4 != 0 || range.length % 4 != 0)
      return Status(StatusCode::kInvalidArgument,
                    "a range to overwrite is not bound, or does not begin and end at multiples of four");
  }
  return Status();
}

class RepetitionWriter {
 public:
  RepetitionWriter(const SourceCapture& source, const RepeatedDispatch& repeated, const std::atomic<bool>& cancelled)
      : source_(source), repeated_(repeated), cancelled_(cancelled) {}

  /// Checks what is asked, and finds what the copy needs.
  Status survey(const Program& program) {
    const CommandInfo* const found = find_dispatch(program, repeated_.record, repeated_.via);
    if (found == nullptr) {
      const std::string where =
          repeated_.via == kNoPlace ? "" : ", executed by #" + std::to_string(repeated_.via) + ",";
      return Status(StatusCode::kNotFound, "record #" + std::to_string(repeated_.record) + where +
                                               " is not a dispatch that the replay executes");
    }
    bound_ = bound_by(program, *found);
    captured_ = program.executables[program.dispatches[found->index].executable].id;
    IR_RETURN_IF_ERROR(check_plan(repeated_, bound_));
    const bool is_command = repeated_.via != kNoPlace;
    place_ = is_command ? repeated_.via : repeated_.record;
    for (const BoundRange& range : bound_) {
      taps_.push_back({place_, range.buffer, range.offset, range.length, repeated_.path, bytes_,
                       is_command ? repeated_.record : kNoPlace, true});
      bytes_ += range.length;
    }
    if (taps_.empty())
      return Status(StatusCode::kFailedPrecondition, "the dispatch binds no buffers, so its results cannot be checked")
          .at(repeated_.record, kNoPlace);
    // The file is as long as its last tap needs.
    std::vector<Tap> all = taps_;
    const auto tapped = std::count_if(repeated_.repetitions.begin(), repeated_.repetitions.end(),
                                      [](const Repetition& one) { return one.is_tapped; });
    for (Tap& tap : all) tap.file_offset += static_cast<uint64_t>(tapped) * bytes_;
    IR_RETURN_IF_ERROR(taps_writer_.declare(program, all));
    IR_RETURN_IF_ERROR(
        sharing::each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
          if (sharing::object_of(frame.header) == captured_) last_of_executable_ = frame.index;
          return taps_writer_.note(&reader, frame);
        }));
    IR_RETURN_IF_ERROR(taps_writer_.check(taps_));
    for (const BoundRange& range : bound_)
      IR_RETURN_IF_ERROR(taps_writer_.check_copies(range.buffer, repeated_.record));
    IR_RETURN_IF_ERROR(executions_.find(source_, program, taps_, cancelled_));
    return dispatch_.find(source_, repeated_.record, repeated_.via, cancelled_);
  }

  Status write(CaptureWriter* writer) {
    writer_ = writer;
    return sharing::each_record(source_, cancelled_, [&](RecordReader& reader, const RecordFrame& frame) -> Status {
      if (frame.index > place_)
        return scopes_.is_end(frame.header) ? sharing::copy_record(*source_.file, frame, cancelled_, writer_)
                                            : Status();
      if (frame.index == place_) return write_end(frame);
      scopes_.note(frame.header);
      IR_RETURN_IF_ERROR(copy_recorded(*source_.file, &reader, frame, cancelled_, writer_));
      if (sharing::object_of(frame.header) == captured_) of_executable_.push_back(frame);
      if (frame.index == last_of_executable_) IR_RETURN_IF_ERROR(write_executables(&reader));
      const bool has_writer = !repeated_.path.empty() && frame.index + 1 == taps_writer_.machine_end();
      return has_writer ? taps_writer_.write_device(writer_) : Status();
    });
  }

  std::vector<BoundRange> take() { return std::move(bound_); }

 private:
  /// The captured executable once more for each that is asked for.
  Status write_executables(RecordReader* reader) {
    for (const PreparedExecutable& one : repeated_.executables) {
      executables_.push_back(taps_writer_.new_id());
      for (const RecordFrame& frame : of_executable_)
        IR_RETURN_IF_ERROR(write_executable(reader, of_other(frame, captured_, executables_.back()), one));
    }
    return Status();
  }

  Status write_executable(RecordReader* reader, const RecordFrame& frame, const PreparedExecutable& one) {
    const PayloadType type = frame.header.payload_type;
    if (type != PayloadType::kExecutablePrepare || one.data.empty())
      return sharing::copy_record(*source_.file, frame, cancelled_, writer_);
    IR_ASSIGN_OR_RETURN(const Bytes payload, reader->payload(frame));
    IR_ASSIGN_OR_RETURN(const PayloadLayout layout, lay_out_payload(type, payload, payload.size()));
    const auto part = [&](Part which) {
      const PartRange range = layout.find(which);
      return payload.subspan(range.offset, range.length);
    };
    const Bytes format = one.format.empty() ? part(Part::kFormat) : text_bytes(one.format);
    auto prepare = load<format::ExecutablePrepare>(payload);
    prepare.executable_data_length = one.data.size();
    prepare.executable_format_length = static_cast<uint32_t>(format.size());
    return writer_->append(frame.header,
                           {value_bytes(prepare), format, one.data, part(Part::kConstants), part(Part::kMetadata)});
  }

  /// What comes before the dispatch, and then its repetitions.
  Status write_end(const RecordFrame& frame) {
    if (repeated_.via == kNoPlace) {
      for (const Tap& tap : taps_) IR_RETURN_IF_ERROR(taps_writer_.write(tap, writer_));
    } else {
      IR_RETURN_IF_ERROR(executions_.write(source_, frame, taps_, true, cancelled_, &taps_writer_, writer_));
    }
    for (const BoundRange& range : bound_)
      IR_RETURN_IF_ERROR(taps_writer_.write_copy_of(reference(range), &kept_.emplace_back(), writer_));
    for (const uint64_t executable : executables_) {
      commands_.push_back(taps_writer_.new_id());
      IR_RETURN_IF_ERROR(dispatch_.record(source_, executable, commands_.back(), cancelled_, writer_));
    }
    for (const Repetition& one : repeated_.repetitions) {
      if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
      IR_RETURN_IF_ERROR(write_repetition(one));
    }
    return Status();
  }

  Status write_repetition(const Repetition& one) {
    for (size_t i = 0; i < kept_.size(); ++i)
      IR_RETURN_IF_ERROR(taps_writer_.write_back(kept_[i], reference(bound_[i]), writer_));
    for (const BoundRange& range : repeated_.overwritten)
      IR_RETURN_IF_ERROR(taps_writer_.write_fill(reference(range), one.pattern, writer_));
    format::SemaphoreTimepoint signal = {};
    IR_RETURN_IF_ERROR(taps_writer_.next_signal(dispatch_.device(), &signal, writer_));
    IR_RETURN_IF_ERROR(dispatch_.execute(executables_[one.executable], commands_[one.executable], signal, writer_));
    if (!one.is_tapped) return Status();
    for (Tap& tap : taps_) {
      tap.file_offset += bytes_;
      IR_RETURN_IF_ERROR(taps_writer_.write(tap, writer_));
    }
    return Status();
  }

  static format::BufferRef reference(const BoundRange& range) {
    return {range.buffer, range.offset, range.length, 0, 0};
  }

  const SourceCapture& source_;
  const RepeatedDispatch& repeated_;
  const std::atomic<bool>& cancelled_;
  std::vector<BoundRange> bound_;
  uint64_t place_ = 0;               ///< The record at which the source ends.
  uint64_t captured_ = 0;            ///< The executable.
  uint64_t last_of_executable_ = 0;  ///< Of its records.
  uint64_t bytes_ = 0;               ///< Of all that is bound.
  std::vector<Tap> taps_;            ///< Of the bound ranges.
  TapWriter taps_writer_;
  SplitExecutions executions_;
  LoneDispatch dispatch_;
  OpenScopes scopes_;

  CaptureWriter* writer_ = nullptr;
  std::vector<RecordFrame> of_executable_;
  std::vector<uint64_t> executables_, commands_;  ///< Ids, one each.
  std::vector<uint64_t> kept_;                    ///< Buffers with what is bound, one each.
};

}  // namespace

Result<std::vector<BoundRange>> write_repetitions(const std::string& source, const std::string& target,
                                                  const RepeatedDispatch& repeated,
                                                  const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const Program program, decode_for_any_device(source, cancelled));
  IR_ASSIGN_OR_RETURN(const SourceCapture capture, SourceCapture::open(source));
  IR_RETURN_IF_ERROR(capture.header.defect);
  RepetitionWriter copy(capture, repeated, cancelled);
  IR_RETURN_IF_ERROR(copy.survey(program));
  IR_RETURN_IF_ERROR(
      sharing::write_capture(capture, target, [&](CaptureWriter* writer) { return copy.write(writer); }).status());
  return copy.take();
}

}  // namespace ireereplay::composing
