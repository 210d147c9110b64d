// Replaying a capture on this machine's processor: preflight says whether it can be done, a session prepares it once
// and runs it any number of times.
//
//   auto report = replay::preflight(path, options);               // executes nothing that is in the capture
//   auto session = replay::Session::prepare(path, options);       // loads its executables: engine process only
//   auto result = (*session)->run({.outputs = &sink, .cancel = &flag});
//
// A captured executable is native code from a file: prepare() and run() belong in a process that may die.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"
#include "hal/local/run.h"
#include "program/options.h"
#include "program/problem.h"

namespace ireereplay {
class Chance;
enum class ElementType : uint8_t;
}  // namespace ireereplay

namespace ireereplay::replay {

struct CheckedBinding;
struct Command;
struct KeptState;
struct Plan;
struct RunEnd;
struct SubstituteRequest;

/// A capture ready to be replayed: executables loaded, memory laid out, commands lowered.
class Session {
 public:
  /// Runs preflight and prepares if it finds no errors. On failure the status is that of the first error; `report`, if
  /// given, is filled in either case.
  static Result<std::unique_ptr<Session>> prepare(const std::string& path, const ReplayOptions& options,
                                                  PreflightReport* report = nullptr,
                                                  const std::atomic<bool>* cancel = nullptr);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Executes every recorded operation once, including host writes and file reads. May be called again after it has
  /// returned, even after a failure; not from two threads at once. With ReplayOptions::profile each run writes its
  /// profile, also one that fails, or whose kernel is the end of the process (crash_report.h).
  Result<ReplayResult> run(const RunControl& control = {});

  /// The same, into a reusable result, so that repetitions allocate next to nothing.
  Status run_again(const RunControl& control, ReplayResult* result);

  /// From here on the host writes, and files give, other inputs, as ReplayOptions::perturbation says; the
  /// recorded ones without a seed. Not while a run goes on.
  void perturb(std::optional<uint32_t> seed);

  /// Steps through a session of ReplayOptions::step_by_step: executes everything recorded before the dispatch of
  /// `record` that `via` executes (kNoPlace for the first) and not executed yet. Each command ends before the next
  /// begins; nothing is read back. NOT_FOUND, with nothing executed, when there is none ahead; after any other failure
  /// the session is unusable.
  Status advance_to(uint64_t record, uint64_t via, const RunControl& control);
  /// Executes the dispatch that advance_to() found, `count` times (1 at least) without a pause, and gives the
  /// nanoseconds of one. It stays the one ahead.
  Result<double> time_dispatch(const RunControl& control, uint64_t count = 1);
  /// The memory that it binds: ranges that neither touch nor overlap, in order.
  std::vector<std::span<uint8_t>> bound_memory() const;
  /// Its bindings as parts of that memory, of which bindings that have one have `types`, in order.
  std::vector<CheckedBinding> bindings_ahead(std::span<const std::optional<ElementType>> types) const;

  /// The command ahead in a session of ReplayOptions::step_by_step, and the step that executes its command buffer
  /// (nullptr outside of one); nullptr twice behind the last.
  std::pair<const Command*, const Command*> ahead();
  /// Executes the command ahead, and goes on to the next. Nothing is read back. After a failure the session is good for
  /// nothing more.
  Status execute_ahead(const RunControl& control);

  /// Makes what is left in memory from the last run wrong here and there, by chance: a run that does not write all its
  /// results finds other ones. `everywhere` changes a word in each KiB of each buffer, and scratch; otherwise it is one
  /// word of one buffer.
  void disturb_memory(bool everywhere, Chance* chance);

  /// Makes what workgroups find in local memory, on the stack and in registers something else: nothing says what that
  /// holds when they begin. On the thread that runs.
  void disturb_scratch(Chance* chance);

  /// What kernels have left behind besides results, as far as anything was executed. Not while a run goes on.
  std::optional<KeptState> kept_state() const;

  /// What substitutes ask the machine for, whether or not that code has been reached.
  std::vector<SubstituteRequest> requests() const;

  /// Nanoseconds that the kernels take when they are called in a bare loop on this thread and nothing else is done: the
  /// floor below every run on one thread. 0 when a kernel fails, or there are more than 16 million workgroups. Not
  /// while a run goes on; buffers hold nothing of meaning afterwards.
  uint64_t time_kernels();

  /// Safe from any thread while the session lives.
  Progress progress() const;

  const PreflightReport& report() const;
  /// What is executed.
  const Plan& plan() const;
  /// Time to prepare it.
  uint64_t prepare_ns() const;

  /// What a buffer holds now (after a run, or one that stopped before a record). NOT_FOUND for an id that is not a
  /// buffer, FAILED_PRECONDITION when its memory has since been given to another buffer.
  Result<std::vector<uint8_t>> read_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const;

  /// Replaces bytes of a buffer. Fails as read_buffer does.
  Status write_buffer(uint64_t buffer_id, uint64_t offset, Bytes bytes);

 private:
  class State;
  explicit Session(std::unique_ptr<State> state);
  /// A run of which a profile is written.
  Status record_run(const RunControl& control, ReplayResult* result);
  /// Runs before that one that are only sampled, as many as were asked for. `begin_ns` is when the current one began.
  Status run_to_sample(const RunControl& control, ReplayResult* result, uint64_t* begin_ns);
  /// Writes the profile, and says so in the result; fails as the run did.
  Status keep_profile(const RunEnd& end, ReplayResult* result);
  /// Where a range of a buffer is.
  Result<uint8_t*> find_buffer(uint64_t buffer_id, uint64_t offset, uint64_t length) const;
  std::unique_ptr<State> state_;
};

}  // namespace ireereplay::replay
