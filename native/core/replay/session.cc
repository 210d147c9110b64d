#include "replay/session.h"

#include <algorithm>
#include <optional>

#include "base/chance.h"
#include "base/clock.h"
#include "hal/local/build_program.h"
#include "hal/local/crash_report.h"
#include "hal/local/disturb_memory.h"
#include "hal/local/executor.h"
#include "hal/local/function_times.h"
#include "hal/local/kept_state.h"
#include "hal/local/kernel_floor.h"
#include "hal/local/lower.h"
#include "hal/local/perf_file.h"
#include "hal/local/plan.h"
#include "hal/local/substitute_requests.h"
#include "program/noise.h"
#include "recording/device_metrics.h"
#include "recording/last_profile.h"
#include "recording/recorder.h"
#include "recording/run_end.h"
#include "recording/sampler.h"
#include "recording/waited.h"
#include "recording/write_profile.h"
#include "recording/write_samples.h"
#include "replay/outcome_check.h"

namespace ireereplay::replay {

class Session::State {
 public:
  Plan plan;
  PreflightReport report;
  ReplayOptions options;  // What a profile is made with.
  /// The one that runs: `recorded` where a profile is, `sampled` where that has samples, `timed` where functions are.
  std::unique_ptr<Executor> executor;
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<DeviceMetrics> metrics;  // Where a profile has them.
  std::unique_ptr<Sampler> sampler;        // The same. Its threads end before it does.
  std::unique_ptr<TracedExecutor<RecordingTrace>> recorded;
  std::unique_ptr<TracedExecutor<SamplingTrace>> sampled;
  std::unique_ptr<FunctionTimes> times;
  std::unique_ptr<TracedExecutor<FunctionTrace>> timed;
  std::unique_ptr<PerfFile> perf;  // Where it was asked for.
  std::optional<StateWatch> state_watch;
  std::optional<uint64_t> noise;  // Of what memory held that nothing wrote.
  uint64_t prepare_ns = 0;
  bool step_by_step = false;

  template <typename Use>
  auto with_executor(Use use) const {
    if (recorded != nullptr) return use(*recorded);
    if (sampled != nullptr) return use(*sampled);
    return timed != nullptr ? use(*timed) : use(*executor);
  }

  /// Where advance_to() is: the command ahead.
  using Place = Executor::Place;
  Place ahead;

  /// The command at a place, and the step that executes its command buffer.
  std::pair<const Command*, const Command*> at(const Place& place) const {
    const Command& step = plan.steps[place.step];
    if (step.op != PlanOp::kExecute) return {&step, nullptr};
    return {static_cast<const Instance*>(step.what)->begin + place.command, &step};
  }

  /// The first place of the dispatch, from the next command on. A command buffer is searched once, however often it is
  /// executed.
  std::optional<Place> find(uint64_t record, uint64_t via) const {
    const auto is_it = [&](const Command& command) {
      return command.record == record && plan.dispatch_of(command) != nullptr;
    };
    std::vector<bool> is_known(plan.instances.size());
    for (size_t i = ahead.step; i < plan.steps.size(); ++i) {
      const Command& step = plan.steps[i];
      if (step.op != PlanOp::kExecute) {
        if (via == kNoPlace && is_it(step)) return Place{i, 0};
        continue;
      }
      const auto* instance = static_cast<const Instance*>(step.what);
      const auto index = static_cast<size_t>(instance - plan.instances.data());
      if (is_known[index] || (via != kNoPlace && step.record != via)) continue;
      const uint32_t first = i == ahead.step ? ahead.command : 0;
      for (uint32_t c = first; c < instance->count; ++c) {
        if (is_it(instance->begin[c])) return Place{i, c};
      }
      is_known[index] = first == 0;
    }
    return {};
  }
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::prepare(const std::string& path, const ReplayOptions& options,
                                                  PreflightReport* report, const std::atomic<bool>* cancel) {
  const uint64_t begin = now_ns();
  auto state = std::make_unique<State>();
  if (options.perturbation && options.allow_file_writes)
    return Status(StatusCode::kInvalidArgument,
                  "results computed from perturbed inputs are never written to your files");
  if (options.profile) IR_RETURN_IF_ERROR(check_profile_output(options.profile->output, path));
  build_program(path, options, cancel, &state->plan, &state->report);
  check_program_files(true, cancel, &state->plan, &state->report);
  Status status = state->report.first_error();
  if (status.ok()) status = lower(&state->plan, &state->report, cancel);
  if (report != nullptr) *report = state->report;
  if (!status.ok()) return status;
  if (options.perf) {
    IR_ASSIGN_OR_RETURN(state->perf, PerfFile::write(state->plan, *options.perf));
  }
  state->step_by_step = options.step_by_step;
  state->state_watch.emplace(state->plan);
  if (options.profile && !options.step_by_step) {
    IR_ASSIGN_OR_RETURN(state->recorder, Recorder::create(state->plan));
    if (options.profile->data.device_metrics) state->metrics = std::make_unique<DeviceMetrics>();
    state->options.profile = options.profile;
    state->options.time_functions = options.time_functions;
    state->options.stop_before_record = options.stop_before_record;
    state->options.stop_before_command = options.stop_before_command;
    const RecordingTrace recording{state->recorder.get()};
    if (options.profile->sampling) {
      IR_ASSIGN_OR_RETURN(state->sampler, Sampler::create(state->plan, *options.profile->sampling));
      state->sampled =
          std::make_unique<TracedExecutor<SamplingTrace>>(state->plan, SamplingTrace{recording, state->sampler.get()});
    } else {
      state->recorded = std::make_unique<TracedExecutor<RecordingTrace>>(state->plan, recording);
    }
  } else if (options.time_functions && !options.step_by_step) {
    state->times = std::make_unique<FunctionTimes>(state->plan);
    state->timed = std::make_unique<TracedExecutor<FunctionTrace>>(state->plan, FunctionTrace{state->times.get()});
  } else {
    state->executor = std::make_unique<Executor>(state->plan);
  }
  state->prepare_ns = now_ns() - begin;
  std::unique_ptr<Session> session(new Session(std::move(state)));
  session->perturb(options.perturbation);
  if (options.placement && !options.guard_buffers) {
    session->state_->noise = spread(*options.placement);
    const hal::HostMemory& memory = session->plan().memory;
    fill_with_noise({memory.data(), memory.size()}, *session->state_->noise);
    Chance chance(*session->state_->noise);
    session->disturb_scratch(&chance);
  }
  return session;
}

Result<ReplayResult> Session::run(const RunControl& control) {
  ReplayResult result;
  IR_RETURN_IF_ERROR(run_again(control, &result));
  return result;
}

Status Session::run_again(const RunControl& control, ReplayResult* reused) {
  if (state_->step_by_step)
    return Status(StatusCode::kFailedPrecondition, "this session can only be stepped through, not run");
  const Plan& plan = state_->plan;
  ReplayResult& result = *reused;
  result.scopes.clear();
  result.outputs.clear();
  result.operations_executed = plan.program.operation_count;
  result.operations_skipped = plan.program.failed_operation_count;
  result.dispatches = plan.dispatch_count;
  result.bytes_transferred = plan.transfer_bytes;
  result.added_edges = plan.added_edges;
  result.assumed_signals = plan.program.assumed_signals;
  result.prepare_ns = state_->prepare_ns;
  result.peak_bytes = plan.layout.size;
  result.worker_count = plan.worker_count;
  if (result.devices.size() != plan.devices.size()) {
    result.devices.clear();
    for (const hal::Device& device : plan.devices) result.devices.push_back(device.uri);
  }
  result.scopes.reserve(plan.program.scopes.size());
  result.outputs.reserve(plan.output_count);
  result.functions.clear();
  result.profile.clear();
  result.profile_events = 0;
  result.sampling.clear();
  result.absent_metrics.clear();
  if (state_->recorder != nullptr) return record_run(control, &result);
  if (state_->times != nullptr) state_->times->clear();
  IR_RETURN_IF_ERROR(state_->with_executor([&](auto& executor) { return executor.run(control, &result); }));
  if (state_->times != nullptr) result.functions = state_->times->collect();
  return Status();
}

Status Session::record_run(const RunControl& asked, ReplayResult* result) {
  State& state = *state_;
  RunControl control = asked;
  control.is_ended_when_cancelled = true;
  RunEnd end;
  // A thread that takes metrics is not there in a copy of the process.
  LastProfile last(state.plan, {*state.recorder, nullptr, state.sampler.get()}, state.sampler.get(), state.options,
                   *result, end.begin_ns);
  const KeptAtTheEnd kept(&last);
  struct Sampling {
    Sampler* sampler;
    explicit Sampling(Sampler* of) : sampler(of) {
      if (sampler != nullptr) sampler->begin();
    }
    void end() {
      if (Sampler* const ended = std::exchange(sampler, nullptr)) ended->end();
    }
    ~Sampling() { end(); }
  } sampling(state.sampler.get());
  if (state.sampler != nullptr) {
    IR_RETURN_IF_ERROR(run_to_sample(control, result, &end.begin_ns));
    state.sampler->begin_run(false);
  }
  state.recorder->clear();
  if (state.metrics != nullptr) state.metrics->begin();
  const auto waited_before = waited_for_processors_ns();
  end.begin_ns = now_ns();
  end.status = state.with_executor([&](auto& executor) { return executor.run(control, result); });
  end.end_ns = now_ns();
  if (state.sampler != nullptr) state.sampler->end_run(end.end_ns - end.begin_ns, !end.status.ok());
  sampling.end();
  end.scopes = result->scopes;
  // A thread that ended in between would make it less than before.
  if (const auto waited = waited_for_processors_ns(); waited && waited_before && *waited >= *waited_before)
    end.waited_ns = *waited - *waited_before;
  if (state.metrics != nullptr) state.metrics->end();
  return keep_profile(end, result);
}

Status Session::run_to_sample(const RunControl& control, ReplayResult* result, uint64_t* begin_ns) {
  State& state = *state_;
  // A quarter of more runs than these are not sampled: of fewer, all are needed.
  constexpr uint64_t kFewestRuns = 40;
  const uint64_t sampled_ns = uint64_t{state.options.profile->sampling->seconds} * 1000000000;
  uint64_t until = now_ns() + sampled_ns;
  RunControl unread = control;
  unread.outputs = nullptr;
  // What is left of the time is for the last run, whose events are in the profile.
  const uint64_t enough = state.options.profile->sampling->enough;
  for (uint64_t took = 0; now_ns() + took < until && (enough == 0 || state.sampler->taken() < enough);) {
    state.recorder->clear();
    state.sampler->begin_run(took != 0 && took * kFewestRuns < sampled_ns);
    *begin_ns = now_ns();
    RunEnd end;
    end.begin_ns = *begin_ns;
    end.status = state.with_executor([&](auto& executor) { return executor.run(unread, result); });
    end.end_ns = now_ns();
    took = end.end_ns - end.begin_ns;
    if (!state.sampler->end_run(took, !end.status.ok())) until += took;
    if (!end.status.ok()) {
      end.scopes = result->scopes;
      return keep_profile(end, result);
    }
    result->scopes.clear();
    result->outputs.clear();
  }
  return Status();
}

Status Session::keep_profile(const RunEnd& end, ReplayResult* result) {
  State& state = *state_;
  const auto events =
      write_profile(state.plan, {*state.recorder, state.metrics.get(), state.sampler.get()}, state.options, end);
  if (!end.status.ok()) {
    // What keeps the profile from being written is of less interest than what ended the run.
    if (!events.ok()) return end.status;
    const Status& status = end.status;
    return Status(status.code(), status.message() + "; the profile of what had run up to that point is in " +
                                     state.options.profile->output)
        .at(status.record(), status.offset());
  }
  IR_RETURN_IF_ERROR(events.status());
  result->profile = state.options.profile->output;
  result->profile_events = *events;
  if (state.sampler != nullptr) result->sampling = sampling_json(*state.sampler);
  if (state.metrics != nullptr) {
    for (const std::string_view name : state.metrics->absent()) result->absent_metrics.emplace_back(name);
  }
  if (state.options.time_functions) result->functions = state.recorder->function_times();
  return Status();
}

Status Session::advance_to(uint64_t record, uint64_t via, const RunControl& control) {
  State& state = *state_;
  if (!state.step_by_step)
    return Status(StatusCode::kFailedPrecondition, "the session is for running, not for stepping");
  const auto target = state.find(record, via);
  if (!target) {
    return Status(StatusCode::kNotFound,
                  "record #" + std::to_string(record) + " is not a dispatch that has yet to be executed");
  }
  IR_RETURN_IF_ERROR(state.executor->run_part(state.ahead, *target, control));
  state.ahead = *target;
  return Status();
}

Result<double> Session::time_dispatch(const RunControl& control, uint64_t count) {
  const auto [command, step] = state_->at(state_->ahead);
  return state_->executor->time_command(*command, step, count, control);
}

std::pair<const Command*, const Command*> Session::ahead() {
  State& state = *state_;
  const std::vector<Command>& steps = state.plan.steps;
  // A command buffer may be empty.
  while (state.ahead.step < steps.size() && steps[state.ahead.step].op == PlanOp::kExecute &&
         static_cast<const Instance*>(steps[state.ahead.step].what)->count == 0)
    state.ahead = {state.ahead.step + 1, 0};
  if (state.ahead.step == steps.size()) return {nullptr, nullptr};
  return state.at(state.ahead);
}

Status Session::execute_ahead(const RunControl& control) {
  State& state = *state_;
  if (!state.step_by_step)
    return Status(StatusCode::kFailedPrecondition, "the session is for running, not for stepping");
  const auto [command, step] = ahead();
  if (command == nullptr) return Status(StatusCode::kNotFound, "there is nothing more to execute");
  const bool is_last = step == nullptr || state.ahead.command + 1 == static_cast<const Instance*>(step->what)->count;
  const State::Place next =
      is_last ? State::Place{state.ahead.step + 1, 0} : State::Place{state.ahead.step, state.ahead.command + 1};
  IR_RETURN_IF_ERROR(state.executor->run_part(state.ahead, next, control));
  state.ahead = next;
  return Status();
}

std::vector<std::span<uint8_t>> Session::bound_memory() const {
  const Plan& plan = state_->plan;
  const Dispatch* dispatch = plan.dispatch_of(*state_->at(state_->ahead).first);
  std::vector<std::span<uint8_t>> ranges;
  for (uint32_t i = 0; dispatch != nullptr && i < dispatch->state.binding_count; ++i) {
    auto* const begin = static_cast<uint8_t*>(dispatch->state.binding_pointers[i]);
    if (begin != nullptr) ranges.push_back({begin, dispatch->state.binding_lengths[i]});
  }
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.data() < b.data(); });
  std::vector<std::span<uint8_t>> joined;
  for (const std::span<uint8_t>& range : ranges) {
    if (joined.empty() || range.data() > joined.back().data() + joined.back().size()) {
      joined.push_back(range);
      continue;
    }
    uint8_t* const begin = joined.back().data();
    uint8_t* const end = std::max(begin + joined.back().size(), range.data() + range.size());
    joined.back() = {begin, static_cast<size_t>(end - begin)};
  }
  return joined;
}

std::vector<CheckedBinding> Session::bindings_ahead(std::span<const std::optional<ElementType>> types) const {
  const std::vector<std::span<uint8_t>> memory = bound_memory();
  const Dispatch* dispatch = state_->plan.dispatch_of(*state_->at(state_->ahead).first);
  std::vector<CheckedBinding> bindings;
  for (uint32_t i = 0; dispatch != nullptr && i < dispatch->state.binding_count; ++i) {
    const auto* const begin = static_cast<const uint8_t*>(dispatch->state.binding_pointers[i]);
    if (begin == nullptr) continue;
    uint64_t place = 0;
    for (const std::span<uint8_t>& range : memory) {
      if (begin >= range.data() && begin < range.data() + range.size()) {
        place += static_cast<uint64_t>(begin - range.data());
        break;
      }
      place += range.size();
    }
    bindings.push_back({i, {place, dispatch->state.binding_lengths[i]}, i < types.size() ? types[i] : std::nullopt});
  }
  return bindings;
}

void Session::disturb_memory(bool everywhere, Chance* chance) {
  replay::disturb_memory(state_->plan, everywhere, chance);
  if (everywhere) disturb_scratch(chance);
}

void Session::perturb(std::optional<uint32_t> seed) {
  Plan& plan = state_->plan;
  const uint64_t key = seed ? spread(*seed) : 0;
  for (Transfer& transfer : plan.transfers) {
    const TransferInfo& info = plan.program.transfers[transfer.info];
    if (transfer.target != nullptr && (transfer.file != nullptr || info.data_offset != kNoPlace))
      transfer.pattern = key;
  }
}

void Session::disturb_scratch(Chance* chance) {
  state_->with_executor([&](auto& executor) { executor.disturb_scratch(chance); });
}

std::optional<KeptState> Session::kept_state() const {
  const State& state = *state_;
  if (auto data = state.state_watch->changed()) return data;
  if (state.with_executor([](const auto& executor) { return executor.changed_float_control(); })) {
    KeptState control;
    control.kind = KeptState::Kind::kControl;
    control.executable = only_substitute(state.plan);
    return control;
  }
  return written_outside(state.plan, state.noise);
}

std::vector<SubstituteRequest> Session::requests() const { return substitute_requests(state_->plan); }

uint64_t Session::time_kernels() { return replay::time_kernels(state_->plan); }

Progress Session::progress() const {
  const Plan& plan = state_->plan;
  const Position& position = *state_->with_executor([](const auto& executor) { return &executor.position(); });
  Progress progress;
  progress.record_count = plan.program.record_count;
  const Command* command = position.command.load(std::memory_order_relaxed);
  const Command* step = position.step.load(std::memory_order_relaxed);
  if (command == nullptr) return progress;
  // Where the stream is, not where its command buffer was recorded.
  progress.record = step != nullptr ? step->record : command->record;
  if (const uint32_t scope = state_->with_executor([](const auto& executor) { return executor.scope(); });
      scope != kNoIndex)
    progress.scope = plan.program.scopes[scope].name;
  if (const Dispatch* dispatch = plan.dispatch_of(*command)) {
    const DispatchNote& note = plan.note_of(dispatch);
    progress.function = plan.program.executables[note.executable].functions[note.function].name;
  }
  return progress;
}

const PreflightReport& Session::report() const { return state_->report; }

const Plan& Session::plan() const { return state_->plan; }

uint64_t Session::prepare_ns() const { return state_->prepare_ns; }

Result<std::vector<uint8_t>> Session::read_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const {
  IR_ASSIGN_OR_RETURN(const uint8_t* bytes, find_buffer(buffer_id, offset, length));
  return std::vector<uint8_t>(bytes, bytes + length);
}

Status Session::write_buffer(uint64_t buffer_id, uint64_t offset, Bytes bytes) {
  IR_ASSIGN_OR_RETURN(uint8_t * target, find_buffer(buffer_id, offset, bytes.size()));
  std::copy(bytes.begin(), bytes.end(), target);
  return Status();
}

Result<uint8_t*> Session::find_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const {
  const Plan& plan = state_->plan;
  for (uint32_t i = 0; i < plan.program.buffers.size(); ++i) {
    const BufferInfo& buffer = plan.program.buffers[i];
    if (buffer.id != buffer_id) continue;
    if (offset > buffer.size || length > buffer.size - offset) {
      return Status(StatusCode::kOutOfRange, "the range lies outside of buffer " + std::to_string(buffer_id) +
                                                 ", which has " + std::to_string(buffer.size) + " bytes");
    }
    if (plan.layout.offsets[i] == MemoryLayout::kUnplaced) {
      return Status(StatusCode::kFailedPrecondition,
                    "nothing in the replay touches buffer " + std::to_string(buffer_id) + ", so it has no memory");
    }
    // Shared memory holds its latest buffer.
    for (uint32_t other = 0; other < plan.program.buffers.size(); ++other) {
      const BufferInfo& later = plan.program.buffers[other];
      if (other == i || plan.layout.offsets[other] == MemoryLayout::kUnplaced || later.first_step <= buffer.last_step)
        continue;
      const uint64_t begin = plan.layout.offsets[i] + offset, from = plan.layout.offsets[other];
      if (from < begin + length && begin < from + later.size) {
        return Status(StatusCode::kFailedPrecondition,
                      "the memory of buffer " + std::to_string(buffer_id) + " has since been given to buffer " +
                          std::to_string(later.id) + "; stop the replay at an earlier record to look at it");
      }
    }
    return plan.memory.data() + plan.layout.offsets[i] + offset;
  }
  return Status(StatusCode::kNotFound, "object " + std::to_string(buffer_id) + " is not a buffer of this replay");
}

}  // namespace ireereplay::replay
