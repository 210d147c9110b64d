#include "replay/benchmark.h"

#include <algorithm>
#include <cstring>
#include <ctime>

#include "base/clock.h"
#include "hal/local/plan.h"
#include "replay/cache_flusher.h"
#include "replay/find_outcome.h"
#include "replay/outcome_check.h"
#include "replay/outputs_check.h"

namespace ireereplay::replay {

namespace {

/// How many times room is made for in advance, with `each` of them an iteration: growing would cost time between two.
uint64_t expected_times(const MeasureLimits& limits, uint64_t each) {
  constexpr uint64_t kMost = 1 << 20;
  return std::min(limits.iterations, kMost / std::max<uint64_t>(each, 1)) * each;
}

/// Calls `iterate(&time)` until the limits say that it is enough.
template <typename Iterate>
Status repeat(const MeasureLimits& limits, Measurement* measurement, Iterate iterate) {
  CacheFlusher flusher(limits.cold_caches);
  measurement->times.reserve(expected_times(limits, 1));
  measurement->file_read_times.reserve(expected_times(limits, 1));
  const uint64_t begin = now_ns(), cpu_begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  double total = 0;
  Status status;
  for (uint64_t i = 0; i < limits.iterations && total < static_cast<double>(limits.total_ns) && status.ok(); ++i) {
    flusher.flush();
    double time = 0;
    status = iterate(&time);
    if (!status.ok()) break;
    measurement->times.push_back(time);
    total += time;
  }
  measurement->cpu_ns += static_cast<double>(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin);
  measurement->wall_ns += static_cast<double>(now_ns() - begin);
  return status;
}

uint64_t size_of(const std::vector<std::span<uint8_t>>& memory) {
  uint64_t size = 0;
  for (const std::span<uint8_t>& range : memory) size += range.size();
  return size;
}

}  // namespace

Result<std::optional<WrongOutcome>> check_run(Session& session, const std::atomic<bool>* cancel, OutputsCheck* check) {
  session.disturb_memory(true, check->chance());
  check->begin();
  IR_RETURN_IF_ERROR(session.run({.outputs = check, .cancel = cancel}).status());
  return check->wrong();
}

Status measure(Session& session, const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement,
               OutputsCheck* check) {
  ReplayResult result;
  const RunControl control = {.outputs = nullptr, .cancel = cancel};
  measurement->batch = limits.batch;
  // Before one of them, or after the last.
  uint64_t checked_at = check != nullptr && check->is_due() ? check->chance()->below(limits.iterations + 1) : ~0ull;
  const auto prepare = [&]() -> Status {
    if (check == nullptr) return Status();
    if (measurement->times.size() == checked_at) {
      checked_at = ~0ull;
      IR_ASSIGN_OR_RETURN(measurement->wrong, check_run(session, cancel, check));
      if (measurement->wrong) return Status(StatusCode::kCancelled, "");
    }
    session.disturb_memory(true, check->chance());
    return Status();
  };
  const auto finish = [&](const Status& status) -> Status {
    if (measurement->wrong) return Status();
    if (status.ok() && checked_at != ~0ull) {
      IR_ASSIGN_OR_RETURN(measurement->wrong, check_run(session, cancel, check));
    }
    return status;
  };
  if (limits.batch > 1) {
    return finish(repeat(limits, measurement, [&](double* time) {
      IR_RETURN_IF_ERROR(prepare());
      const uint64_t begin = now_ns();
      double file_read_ns = 0;
      for (uint64_t i = 0; i < limits.batch; ++i) {
        if (i != 0 && check != nullptr) session.disturb_memory(false, check->chance());
        IR_RETURN_IF_ERROR(session.run_again(control, &result));
        file_read_ns += static_cast<double>(result.file_read_ns);
      }
      const auto batch = static_cast<double>(limits.batch);
      *time = static_cast<double>(now_ns() - begin) / batch;
      measurement->file_read_times.push_back(file_read_ns / batch);
      return Status();
    }));
  }
  return finish(repeat(limits, measurement, [&](double* time) {
    IR_RETURN_IF_ERROR(prepare());
    IR_RETURN_IF_ERROR(session.run_again(control, &result));
    *time = static_cast<double>(result.execute_ns);
    if (measurement->scopes.empty()) {
      for (const ScopeTime& scope : result.scopes)
        measurement->scopes.push_back({scope.name, scope.begin_record, scope.end_record});
      measurement->scope_times.reserve(expected_times(limits, result.scopes.size()));
      measurement->scope_file_read_times.reserve(expected_times(limits, result.scopes.size()));
    }
    measurement->file_read_times.push_back(static_cast<double>(result.file_read_ns));
    for (const ScopeTime& scope : result.scopes) {
      measurement->scope_times.push_back(static_cast<double>(scope.duration_ns));
      measurement->scope_file_read_times.push_back(static_cast<double>(scope.file_read_ns));
    }
    return Status();
  }));
}

double clock_overhead_ns() {
  constexpr int kReadings = 1001;
  std::vector<uint64_t> distances;
  for (int i = 0; i < kReadings; ++i) {
    const uint64_t begin = now_ns();
    distances.push_back(now_ns() - begin);
  }
  std::nth_element(distances.begin(), distances.begin() + kReadings / 2, distances.end());
  return static_cast<double>(distances[kReadings / 2]);
}

DispatchBenchmark::DispatchBenchmark() = default;

DispatchBenchmark::~DispatchBenchmark() = default;

uint64_t DispatchBenchmark::compared() const { return check_ ? check_->compared() : 0; }

Result<std::unique_ptr<DispatchBenchmark>> DispatchBenchmark::prepare(const std::string& path,
                                                                      const ReplayOptions& options,
                                                                      PreflightReport* report,
                                                                      const std::atomic<bool>* cancel) {
  auto result = std::unique_ptr<DispatchBenchmark>(new DispatchBenchmark);
  result->path_ = path;
  result->options_ = options;
  result->options_.step_by_step = true;
  IR_RETURN_IF_ERROR(result->begin(report, cancel));
  return result;
}

Status DispatchBenchmark::begin(PreflightReport* report, const std::atomic<bool>* cancel) {
  session_.reset();  // Its memory goes before the next is asked for.
  IR_ASSIGN_OR_RETURN(session_, Session::prepare(path_, options_, report, cancel));
  return Status();
}

Result<DispatchList> DispatchBenchmark::list(const ListedPart& part) const {
  if (session_ == nullptr) return Status(StatusCode::kFailedPrecondition, "the benchmark has failed");
  return list_dispatches(session_->plan().program, part);
}

Status DispatchBenchmark::go_to(uint64_t record, uint64_t via, const RunControl& control) {
  forget();
  timeout_ns_ = control.timeout_ns;
  const Status status = advance(record, via, control);
  is_there_ = status.ok();
  if (!status.ok() && status.code() != StatusCode::kNotFound) fail();
  return status;
}

Status DispatchBenchmark::advance(uint64_t record, uint64_t via, const RunControl& control) {
  if (session_ != nullptr) {
    const Status status = session_->advance_to(record, via, control);
    if (status.code() != StatusCode::kNotFound) return status;
  }
  IR_RETURN_IF_ERROR(begin(nullptr, control.cancel));
  return session_->advance_to(record, via, control);
}

Status DispatchBenchmark::measure(const MeasureLimits& limits, const std::atomic<bool>* cancel,
                                  Measurement* measurement) {
  if (!is_there_) return Status(StatusCode::kFailedPrecondition, "the benchmark has not reached a dispatch");
  if (!is_kept_) {
    if (Status status = keep({.cancel = cancel, .timeout_ns = timeout_ns_}); !status.ok()) {
      fail();
      return status;
    }
  }
  RunControl control = {.cancel = cancel};
  measurement->batch = 1;
  // One that leaves its last results as they are would not be told from one that makes them again, nor one that keeps
  // them in local memory.
  const bool can_repeat = !check_ || (check_->can_repeat() && session_->plan().local_memory_size == 0);
  if (limits.batch > 1 && can_repeat) {
    IR_ASSIGN_OR_RETURN(const bool repeatable, is_repeatable(control));
    if (repeatable) measurement->batch = limits.batch;
  }
  if (check_) control.between = &*check_;
  const Status status = repeat(limits, measurement, [&](double* time) {
    restore();
    if (check_) {
      check_->poison();
      session_->disturb_scratch(check_->chance());
    }
    IR_ASSIGN_OR_RETURN(*time, session_->time_dispatch(control, measurement->batch));
    was_executed_ = true;
    if (check_ && check_->is_due()) measurement->wrong = check_->compare(false);
    return measurement->wrong ? Status(StatusCode::kCancelled, "") : Status();
  });
  if (measurement->wrong) return Status();
  if (status.ok() && check_ && was_executed_) measurement->wrong = check_->compare(false);
  return status;
}

Result<Outcome> DispatchBenchmark::outcome(const std::atomic<bool>* cancel) {
  if (!is_there_) return Status(StatusCode::kFailedPrecondition, "the benchmark has not reached a dispatch");
  if (is_kept_) restore();
  const std::vector<std::span<uint8_t>> memory = bound_memory();
  const uint64_t size = size_of(memory);
  if (size > hal::machine_memory() / 8) {
    return Status(StatusCode::kResourceExhausted, "the dispatch binds " + std::to_string(size) +
                                                      " bytes, more than an eighth of this machine's memory");
  }
  const RunControl control = {.cancel = cancel, .timeout_ns = timeout_ns_};
  auto outcome = find_outcome(memory, [&] { return session_->time_dispatch(control).status(); });
  if (!outcome.ok()) fail();
  return outcome;
}

Result<std::optional<WrongOutcome>> DispatchBenchmark::expect(std::shared_ptr<const Outcome> right,
                                                              std::span<const std::optional<ElementType>> types,
                                                              const Tolerance& tolerance, uint64_t seed,
                                                              const std::atomic<bool>* cancel) {
  if (!is_there_) return Status(StatusCode::kFailedPrecondition, "the benchmark has not reached a dispatch");
  const std::vector<std::span<uint8_t>> memory = bound_memory();
  if (size_of(memory) != right->before.size())
    return Status(StatusCode::kFailedPrecondition,
                  "the dispatch binds different memory than the dispatch that it is compared with");
  forget();
  put_bytes(right->before, memory);
  OutcomeCheck check(memory, right, session_->bindings_ahead(types), tolerance, seed);
  check.poison();
  const RunControl control = {.cancel = cancel, .timeout_ns = timeout_ns_};
  if (Status status = session_->time_dispatch(control).status(); !status.ok()) {
    fail();
    return status;
  }
  std::optional<WrongOutcome> wrong = check.compare_roughly();
  check.adopt();
  put_bytes(right->before, memory);
  if (wrong) {
    IR_ASSIGN_OR_RETURN(const Outcome own, outcome(cancel));
    if (check.is_covered_by(own)) wrong.reset();
  }
  check_ = std::make_unique<OutcomeCheck>(std::move(check));
  return wrong;
}

std::optional<WrongOutcome> DispatchBenchmark::check() {
  if (!check_ || !was_executed_) return {};
  return check_->compare(true);
}

Result<bool> DispatchBenchmark::is_repeatable(const RunControl& control) {
  if (repeatable_.has_value()) return *repeatable_;
  restore();
  IR_RETURN_IF_ERROR(session_->time_dispatch(control).status());
  std::vector<uint8_t> left;
  for (const Written& range : written_) left.insert(left.end(), range.target, range.target + range.length);
  IR_RETURN_IF_ERROR(session_->time_dispatch(control).status());
  uint64_t place = 0;
  const bool same = std::all_of(written_.begin(), written_.end(), [&](const Written& range) {
    const bool equal = std::memcmp(range.target, left.data() + place, range.length) == 0;
    place += range.length;
    return equal;
  });
  repeatable_ = same;
  return same;
}

Status DispatchBenchmark::keep(const RunControl& control) {
  uint64_t size = 0;
  std::vector<Written> bound;
  for (const std::span<uint8_t>& range : session_->bound_memory()) {
    bound.push_back({range.data(), range.size(), size});
    size += range.size();  // Parts of one block of memory.
  }
  IR_ASSIGN_OR_RETURN(kept_, hal::HostMemory::allocate(size));
  written_ = std::move(bound);
  is_kept_ = true;
  for (const Written& range : written_) std::memcpy(kept_.data() + range.place, range.target, range.length);
  IR_RETURN_IF_ERROR(session_->time_dispatch(control).status());
  // What it left as it was, an input, need not be restored: with the same inputs it does the same again.
  std::vector<Written> changed;
  uint64_t place = 0;
  constexpr uint64_t kPiece = 4096;
  for (const Written& range : written_) {
    for (uint64_t from = 0; from < range.length; from += kPiece) {
      const uint64_t length = std::min(kPiece, range.length - from);
      const uint8_t* const before = kept_.data() + range.place + from;
      if (std::memcmp(before, range.target + from, length) == 0) continue;
      std::memmove(kept_.data() + place, before, length);
      const bool follows = !changed.empty() && changed.back().target + changed.back().length == range.target + from;
      if (follows) {
        changed.back().length += length;
      } else {
        changed.push_back({range.target + from, length, place});
      }
      place += length;
    }
  }
  written_ = std::move(changed);
  kept_.truncate(place);
  return Status();
}

void DispatchBenchmark::restore() {
  was_executed_ = false;
  for (const Written& range : written_) std::memcpy(range.target, kept_.data() + range.place, range.length);
}

void DispatchBenchmark::forget() {
  // What comes after finds what one execution leaves.
  restore();
  written_.clear();
  kept_ = hal::HostMemory();
  is_kept_ = false;
  repeatable_.reset();
  check_.reset();
}

void DispatchBenchmark::fail() {
  written_.clear();
  kept_ = hal::HostMemory();
  is_kept_ = is_there_ = false;
  check_.reset();
  session_.reset();
}

}  // namespace ireereplay::replay
