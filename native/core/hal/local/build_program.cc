#include "hal/local/build_program.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "hal/local/plan.h"
#include "program/decoder.h"
#include "program/file_check.h"
#include "program/levels.h"
#include "program/schedule.h"

namespace ireereplay::replay {

namespace {

void choose_devices(const ReplayOptions& options, Plan* plan, PreflightReport* report) {
  const auto problem = [&](std::string_view code, const Status& status, std::string remedy) {
    report->add({Severity::kError, code, status.code(), kNoPlace, kNoPlace, status.message(), std::move(remedy)});
  };
  std::vector<std::string> uris = options.devices;
  if (uris.empty()) uris.assign(std::max(plan->program.device_count, 1u), "local-sync");
  for (const std::string& uri : uris) {
    auto device = hal::parse_device(uri);
    if (!device.ok()) {
      problem(problem_code::kUnknownDevice, device.status(), "Choose local-sync or local-task, or the iree engine.");
      continue;
    }
    plan->devices.push_back(*std::move(device));
  }
  const uint32_t recorded = plan->program.device_count;
  if (recorded != uris.size() && report->record_count != 0 && recorded != 0) {
    problem(problem_code::kDeviceCount,
            Status(recorded > uris.size() ? StatusCode::kOutOfRange : StatusCode::kFailedPrecondition,
                   "replay captured " + std::to_string(recorded) + " device(s) but " + std::to_string(uris.size()) +
                       " are given"),
            "Give --device once for each recorded device, in the order in which they were recorded.");
  }
}

uint32_t worker_count(const ReplayOptions& options, const Plan& plan) {
  const bool task = std::any_of(plan.devices.begin(), plan.devices.end(),
                                [](const hal::Device& device) { return device.kind == hal::DeviceKind::kLocalTask; });
  if (!task) return 1;
  constexpr uint32_t kMaxWorkers = 256;
  const uint32_t wanted =
      options.task_worker_count != 0 ? options.task_worker_count : std::max(std::thread::hardware_concurrency(), 1u);
  return std::min(wanted, kMaxWorkers);
}

std::string size_text(const MemoryLayout& layout) {
  if (layout.size != MemoryLayout::kTooLarge) return std::to_string(layout.size);
  return "more than " + std::to_string(MemoryLayout::kMaxSize);
}

void check_memory(const Plan& plan, PreflightReport* report) {
  const uint64_t memory = hal::machine_memory();
  // Cannot wrap: lengths in a file.
  uint64_t payloads = plan.recorded.size();
  for (const ExecutableInfo& executable : plan.program.executables) payloads += executable.data_length;
  uint64_t needed = 0;
  const bool fits = checked_add(plan.layout.size, payloads, &needed) && needed <= memory;
  if (fits && plan.layout.holds(plan.program)) return;
  report->add({Severity::kError, problem_code::kMemory, StatusCode::kResourceExhausted, kNoPlace, kNoPlace,
               "buffers need " + size_text(plan.layout) + " bytes at once, on top of the capture's own " +
                   std::to_string(payloads) + ", but this machine has " + std::to_string(memory),
               "Replay on a machine with more memory."});
}

// The bytes that steps write into buffers; a command buffer's once.
void find_recorded_bytes(Plan* plan) {
  const Program& program = plan->program;
  std::vector<bool> seen(program.instances.size());
  const auto want = [&](const CommandInfo& command) {
    if (command.op != Op::kWrite) return;
    const TransferInfo& transfer = program.transfers[command.index];
    plan->recorded.want(transfer.data_offset, transfer.target.length);
  };
  for (const StepInfo& step : program.steps) {
    want(step.command);
    if (step.command.op != Op::kExecute || seen[step.command.index]) continue;
    seen[step.command.index] = true;
    const InstanceInfo& instance = program.instances[step.command.index];
    for (uint32_t i = 0; i < instance.command_count; ++i) want(program.commands[instance.commands_begin + i]);
  }
  plan->recorded.join();
}

void make_program(const std::string& path, const ReplayOptions& options, const std::atomic<bool>* cancel, Plan* plan,
                  PreflightReport* report) {
  const auto cancelled = [&] { return cancel != nullptr && cancel->load(std::memory_order_relaxed); };
  Program& program = plan->program;
  Decoder(options, &program, report).decode(path, cancel);
  report->record_count = program.record_count;
  report->operation_count = program.operation_count;
  report->failed_operation_count = program.failed_operation_count;
  report->device_count = program.device_count;
  report->executable_count = static_cast<uint32_t>(program.executables.size());
  if (cancelled()) return;
  choose_devices(options, plan, report);
  plan->worker_count = worker_count(options, *plan);
  plan->share_after_ns = options.task_share_after_ns;

  schedule(options, &program, report);
  if (cancelled()) return;
  find_lifetimes(&program);
  find_recorded_bytes(plan);
  const bool keep_all = options.stop_before_record != kNoPlace;
  plan->layout = lay_out_memory(program,
                                options.guard_buffers ? Reuse::kGuarded
                                : keep_all            ? Reuse::kNever
                                                      : Reuse::kAfterLastUse,
                                options.placement);
  report->peak_bytes = plan->layout.size;
  report->total_buffer_bytes = plan->layout.total;
  check_memory(*plan, report);
  if (cancelled()) return;
  // Edges may take more memory than all else, and only who looks at a profile asks for them.
  const uint64_t budget = options.profile ? options.table_budget : 0;
  if (plan->worker_count > 1 && !options.step_by_step && report->can_run())
    plan->added_edges = sort_into_levels(plan->layout, budget, &program);
  for (const StepInfo& step : program.steps) {
    if (step.command.op == Op::kDispatch) ++report->dispatch_count;
    if (step.command.op == Op::kExecute) report->dispatch_count += program.instances[step.command.index].dispatch_count;
  }
}

void note_cancelled(const std::atomic<bool>* cancel, PreflightReport* report) {
  if (cancel == nullptr || !cancel->load(std::memory_order_relaxed)) return;
  report->clear_problems();
  report->add({Severity::kError, problem_code::kUnreadable, StatusCode::kCancelled, kNoPlace, kNoPlace,
               "cancelled before the replay's operations were known", ""});
}

}  // namespace

void build_program(const std::string& path, const ReplayOptions& options, const std::atomic<bool>* cancel, Plan* plan,
                   PreflightReport* report) {
  make_program(path, options, cancel, plan, report);
  // Found in passes; shown in file order, after those that concern the whole file.
  report->sort_problems();
  note_cancelled(cancel, report);
}

void check_program_files(bool keep, const std::atomic<bool>* cancel, Plan* plan, PreflightReport* report) {
  check_files(keep, cancel, &plan->program, report);
  report->sort_problems();
  note_cancelled(cancel, report);
}

}  // namespace ireereplay::replay
