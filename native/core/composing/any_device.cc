#include "composing/any_device.h"

#include <algorithm>

#include "program/decoder.h"
#include "program/schedule.h"

namespace ireereplay::composing {

namespace {

/// IREE's tools wait after each operation for what it signals: one that waits for a later one keeps them for ever.
Status check_order(const replay::Program& program) {
  const auto& steps = program.steps;
  const auto late = std::adjacent_find(steps.begin(), steps.end(), [](const auto& before, const auto& after) {
    return after.command.record < before.command.record;
  });
  if (late == steps.end()) return Status();
  const replay::StepInfo& waiting = late[1];
  return Status(StatusCode::kFailedPrecondition, "the operation waits for a signal from record #" +
                                                     std::to_string(late->command.record) +
                                                     ", which comes later: IREE's tools, which wait for each "
                                                     "operation to finish, would wait forever")
      .at(waiting.command.record, waiting.record_offset);
}

/// A copy that writes its own files writes no others.
Status check_files(const replay::Program& program) {
  for (const replay::StepInfo& step : program.steps) {
    if (step.command.op != replay::Op::kWriteFile) continue;
    const replay::FileInfo& file = program.files[program.transfers[step.command.index].file];
    return Status(StatusCode::kPermissionDenied,
                  "the capture writes to '" + file.captured_path + "': only the native engine can save what is written")
        .at(step.command.record, step.record_offset);
  }
  return Status();
}

}  // namespace

Result<replay::Program> decode_for_any_device(const std::string& path, const std::atomic<bool>& cancelled) {
  replay::ReplayOptions options;
  options.for_other_engine = true;
  options.allow_file_writes = true;  // So that each write is a step.
  replay::Program program;
  replay::PreflightReport report;
  replay::Decoder(options, &program, &report).decode(path, &cancelled);
  if (!cancelled.load(std::memory_order_relaxed)) replay::schedule(options, &program, &report);
  if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
  report.sort_problems();
  IR_RETURN_IF_ERROR(report.first_error());
  IR_RETURN_IF_ERROR(check_order(program));
  IR_RETURN_IF_ERROR(check_files(program));
  return program;
}

}  // namespace ireereplay::composing
