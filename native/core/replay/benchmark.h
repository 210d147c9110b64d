// Measuring a session, and one dispatch of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hal/host_memory.h"
#include "replay/dispatch_list.h"
#include "replay/outcome.h"
#include "replay/session.h"

namespace ireereplay::replay {

class OutcomeCheck;
class OutputsCheck;
struct Tolerance;

/// When to stop: after this many iterations, or earlier, once they have taken this long in total.
struct MeasureLimits {
  uint64_t iterations = 1;
  uint64_t total_ns = ~0ull;
  /// Walks through memory beyond every cache before each iteration, outside of its time.
  bool cold_caches = false;
  /// Executes so many times between two readings of the clock, for what is too short for them: each of `iterations` is
  /// then as many executions, and its time the mean of theirs. 1 for a dispatch that cannot be executed again on what
  /// it leaves; of a whole session then no scopes are timed.
  uint64_t batch = 1;
};

/// Times of the iterations of a session, in order.
struct Measurement {
  struct Scope {
    std::string name;
    uint64_t begin_record = 0;
    uint64_t end_record = 0;
  };
  std::vector<double> times;        ///< Nanoseconds of each iteration.
  std::vector<Scope> scopes;        ///< Every occurrence of a scope in an iteration, as it ends.
  std::vector<double> scope_times;  ///< The times of `scopes` in each iteration, iteration after iteration.
  /// Nanoseconds that threads spent in file reads, all together, in the same order as `times` and `scope_times`. Of a
  /// dispatch none.
  std::vector<double> file_read_times;
  std::vector<double> scope_file_read_times;
  /// With a breakdown: iterations that nothing was recorded of, one beside each of `times`, and their scopes.
  std::vector<double> bare_times;
  std::vector<double> bare_scope_times;
  /// Of executions whose results were compared, what was wrong; then nothing more was executed.
  std::optional<WrongOutcome> wrong;
  uint64_t batch = 1;  ///< Executions in each of `times`, of which it is the mean.
  double cpu_ns = 0;   ///< Processor time of the whole process over all iterations; of a breakdown those recorded.
  double wall_ns = 0;  ///< From begin to end: more than the sum of `times` by what the loop takes.
};

/// Runs `session` again and again. CANCELLED ends it early; then what had been measured is in `measurement`, too. With
/// a `check` there are runs among them, and sometimes one after the last, whose outputs are compared and whose time is
/// not in it; before each run, memory is disturbed.
Status measure(Session& session, const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement,
               OutputsCheck* check = nullptr);

/// Runs `session` once more; what of its outputs is wrong, if anything.
Result<std::optional<WrongOutcome>> check_run(Session& session, const std::atomic<bool>* cancel, OutputsCheck* check);

/// What two readings of the clock in a row take, in nanoseconds: the median of many.
double clock_overhead_ns();

/// The dispatches of a capture, each executed alone on the inputs that it has in a replay: one session that goes from
/// one to the next, and of which it is also known which dispatches there are. The capture is decoded once, and what
/// comes before a dispatch is executed once, as long as none is gone back to. Beside the session's memory it keeps what
/// the current dispatch overwrites, and nothing of the others.
class DispatchBenchmark {
 public:
  ~DispatchBenchmark();
  DispatchBenchmark(const DispatchBenchmark&) = delete;
  DispatchBenchmark& operator=(const DispatchBenchmark&) = delete;
  /// Nothing has been executed yet. Fails as Session::prepare().
  static Result<std::unique_ptr<DispatchBenchmark>> prepare(const std::string& path, const ReplayOptions& options,
                                                            PreflightReport* report = nullptr,
                                                            const std::atomic<bool>* cancel = nullptr);
  /// Those that are asked for of the dispatches that are executed.
  Result<DispatchList> list(const ListedPart& part) const;
  /// What goes through the capture; nullptr after a failure.
  const Session* session() const { return session_.get(); }
  /// Executes all that comes before the dispatch of `record`, in the execution at record `via`; kNoPlace takes the
  /// first. For one that has been passed it begins anew, and after a failure. NOT_FOUND for what is no dispatch. The
  /// time limit is for the way there, and again for the first execution of the dispatch.
  Status go_to(uint64_t record, uint64_t via, const RunControl& control);
  /// What the dispatch makes of its inputs; executes it a few times. RESOURCE_EXHAUSTED where it binds more than an
  /// eighth of the machine's memory.
  Result<Outcome> outcome(const std::atomic<bool>* cancel);
  /// From here on, until go_to(), the dispatch is executed on the inputs of `right`, the original's outcome. It is
  /// executed once, for what it has to leave: something near to what the original does (OutcomeCheck), or at least
  /// everywhere where that does; otherwise what it leaves is wrong, and given. What measure() executes is compared with
  /// that: outside of its times, after executions that are chosen by chance and after the last. Bindings have `types`,
  /// in order; those without one, and those that are not there, are compared byte by byte. Before each execution, what
  /// has to be overwritten holds something else. FAILED_PRECONDITION where the dispatch binds another number of bytes
  /// than that of `right`.
  Result<std::optional<WrongOutcome>> expect(std::shared_ptr<const Outcome> right,
                                             std::span<const std::optional<ElementType>> types,
                                             const Tolerance& tolerance, uint64_t seed,
                                             const std::atomic<bool>* cancel);
  /// Compares all memory that is bound with what the last execution of measure() had to leave there; nothing where
  /// nothing was expected, or executed.
  std::optional<WrongOutcome> check();
  /// How many executions were compared since expect().
  uint64_t compared() const;
  /// Executes the dispatch; before each time its memory is made what it had been, outside of the time. The first time
  /// it is also executed once before.
  Status measure(const MeasureLimits& limits, const std::atomic<bool>* cancel, Measurement* measurement);
  /// The memory that the dispatch binds, as it is now.
  std::vector<std::span<uint8_t>> bound_memory() const { return session_->bound_memory(); }
  /// Bytes that are kept to be restored.
  uint64_t kept_bytes() const { return kept_.size(); }

 private:
  /// A piece of memory that the dispatch changes, and where its former contents are kept.
  struct Written {
    uint8_t* target = nullptr;
    uint64_t length = 0;
    uint64_t place = 0;
  };

  DispatchBenchmark();
  Status begin(PreflightReport* report, const std::atomic<bool>* cancel);
  Status advance(uint64_t record, uint64_t via, const RunControl& control);
  Status keep(const RunControl& control);
  void restore();
  /// Executed again on what it leaves it leaves the same: it can be timed without restoring its inputs in between.
  Result<bool> is_repeatable(const RunControl& control);
  void forget();
  /// Gives up what was executed in part: it cannot be gone on with.
  void fail();

  std::string path_;
  ReplayOptions options_;
  std::unique_ptr<Session> session_;
  uint64_t timeout_ns_ = 0;
  bool is_there_ = false;  // At a dispatch.
  bool is_kept_ = false;
  hal::HostMemory kept_;
  std::vector<Written> written_;
  std::optional<bool> repeatable_;  // Once it is known.
  std::unique_ptr<OutcomeCheck> check_;
  bool was_executed_ = false;  // Since restore().
};

}  // namespace ireereplay::replay
