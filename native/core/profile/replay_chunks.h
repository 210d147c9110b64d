// What this engine adds to the bundles that it records, so that each event leads to its record in the capture: chunks
// of content types of its own, which other readers skip as they skip every type that they do not know. Layouts are
// like those of format.h: little-endian, each record beginning with its length, padding explicit.
//
// An event needs no field of its own for its record. A queue event's is named here by its event id, an operation of a
// command buffer by the command buffer's id and the operation's index; a host execution names both, its submission
// (whose id is that of its queue event) and its operation. Executables, command buffers and allocations have the object
// ids of the capture.
#pragma once

#include <cstdint>
#include <string_view>

#include "profile/format.h"

namespace ireereplay::profile::format {

/// RecordRun[].
inline constexpr std::string_view kRecordsContentType = "application/vnd.ireereplay.profile.records";

/// Which records of the capture things of the profile come from: the first from `record`, the next from the one after
/// it, and so on.
struct RecordRun {
  uint32_t record_length = {};
  EndpointType type = {};       ///< kQueueEvent, kCommandOperation or kMemoryEvent.
  uint64_t id = {};             ///< The first event's, or the command buffer's.
  uint32_t command_index = {};  ///< Of the first kCommandOperation; kNone32 of others.
  uint32_t count = {};          ///< Events, or operations of the one command buffer.
  uint64_t record = {};         ///< Position in the capture, from 0.
};
static_assert(sizeof(RecordRun) == 32);

/// WorkerShare[]: where work was shared between threads.
inline constexpr std::string_view kWorkerSharesContentType = "application/vnd.ireereplay.profile.worker-shares";

/// What one thread did of one host execution. Tiles and busy times of all threads add up to the event's tile_count and
/// tile_duration_sum_ns.
struct WorkerShare {
  uint32_t record_length = {};
  uint32_t worker = {};  ///< 0 is the thread that runs the replay.
  uint64_t event_id = {};
  int64_t start_host_time_ns = {};  ///< When it began its first tile, and ended its last.
  int64_t end_host_time_ns = {};
  int64_t tile_duration_sum_ns = {};
  uint64_t tile_count = {};
};
static_assert(sizeof(WorkerShare) == 48);

/// TileRun[]: which tiles of a shared execution each thread did, in the order of its shares.
inline constexpr std::string_view kTileRunsContentType = "application/vnd.ireereplay.profile.tile-runs";

/// Tiles that one thread did of one host execution, each after the one before it: of a dispatch its workgroups, x
/// first; of a transfer its pieces. Only of executions that several threads have shares of: where one has all, its
/// share says so. The runs of a share ascend, do not touch, and add up to its tile_count; where there was no room for
/// all, none of that share is there.
struct TileRun {
  uint32_t record_length = {};
  uint32_t worker = {};
  uint64_t event_id = {};
  uint64_t first_tile = {};
  uint64_t tile_count = {};
};
static_assert(sizeof(TileRun) == 32);

/// Dependency[]: what waited for what, so that the graph of a run can be drawn from its profile alone. Beside host
/// executions that no filter thinned out; elsewhere it would name what is not there.
inline constexpr std::string_view kDependenciesContentType = "application/vnd.ireereplay.profile.dependencies";

enum class DependencyKind : uint32_t {
  kNone = 0,
  kRecorded = 1,        ///< `to` waits for a semaphore that `from` signals.
  kReadAfterWrite = 2,  ///< Both touch a buffer, as in the next two; nothing recorded orders them.
  kWriteAfterRead = 3,
  kWriteAfterWrite = 4,
  kReusedMemory = 5,  ///< The buffer of `to` was given memory that a buffer of `from` had before.
  kScope = 6,         ///< One of them begins or ends a scope.
  kOutput = 7,        ///< Both are outputs, which are delivered in recorded order.
  kBarrier = 8,       ///< Of a command buffer. Not among Dependency[]: see BarrierRun.
  kLeftOut = 9,       ///< `object` is how many there was no room for, or no time to find; all else is 0.
};

/// Two things by their records in the capture.
struct Dependency {
  uint32_t record_length = {};
  DependencyKind kind = {};
  /// The submission of two commands of the command buffer that it executes; 0 of operations of queues and of the host.
  uint64_t id = {};
  uint64_t from = {};
  uint64_t to = {};
  uint64_t object = {};  ///< Id of the semaphore, or of the buffer as `to` knows it; 0 for neither.
};
static_assert(sizeof(Dependency) == 40);

/// BarrierRun[]: the barriers of command buffers, which are dependencies too.
inline constexpr std::string_view kBarriersContentType = "application/vnd.ireereplay.profile.barriers";

/// Barriers of a command buffer at equal distances. Everything before the record that one names comes before that
/// record and everything after it.
struct BarrierRun {
  uint32_t record_length = {};
  uint32_t count = {};
  uint64_t id = {};     ///< Of the command buffer.
  uint64_t first = {};  ///< Position in the capture of the first command after the first barrier.
  uint32_t step = {};   ///< Records from there to the first command after the next one; 0 of a single barrier.
  uint32_t reserved = {};
};
static_assert(sizeof(BarrierRun) == 32);

/// ScopeRun[], each followed by its name: every time that a scope was run from its begin to its end.
inline constexpr std::string_view kScopesContentType = "application/vnd.ireereplay.profile.scopes";

struct ScopeRun {
  uint32_t record_length = {};
  uint32_t depth = {};         ///< 0 is outermost.
  uint64_t begin_record = {};  ///< Positions in the capture, from 0.
  uint64_t end_record = {};
  int64_t start_host_time_ns = {};
  int64_t end_host_time_ns = {};  ///< All work inside is completed.
  uint32_t name_length = {};      ///< In bytes.
  uint32_t reserved = {};
};
static_assert(sizeof(ScopeRun) == 48);

/// LaunchShape[]: what dispatches are launched with beside their grid. The first of the file is number 0.
inline constexpr std::string_view kLaunchShapesContentType = "application/vnd.ireereplay.profile.launch-shapes";

/// Followed by the constants, four bytes each, up to a multiple of eight bytes, and by the lengths of what is bound, in
/// bytes, eight bytes each.
struct LaunchShape {
  uint32_t record_length = {};
  uint32_t constant_count = {};
  uint32_t binding_count = {};
  uint32_t reserved = {};
};
static_assert(sizeof(LaunchShape) == 16);

/// LaunchList[]: which of those dispatches have. Beside host executions; said once for each recorded operation.
inline constexpr std::string_view kLaunchesContentType = "application/vnd.ireereplay.profile.launches";

/// Followed by the number of a LaunchShape for each of `count` things, four bytes each: operations of a command buffer
/// from index `first` on, or of no command buffer submissions from id `first` on. kNone32 of what is no dispatch, or of
/// one that there were too many shapes for.
struct LaunchList {
  uint32_t record_length = {};
  uint32_t count = {};
  uint64_t submission_id = {};  ///< Where the command buffer is executed by it; 0: wherever no other list says more.
  uint64_t command_buffer_id = {};
  uint64_t first = {};
};
static_assert(sizeof(LaunchList) == 32);

/// Sample[]: where threads were, some hundred times a second of their time on a processor. The machine code is in the
/// bundle's code objects, whose ids are those of their executables.
inline constexpr std::string_view kSamplesContentType = "application/vnd.ireereplay.profile.samples";

inline constexpr uint64_t kNone64 = ~0ull;

struct Sample {
  uint32_t record_length = {};
  uint32_t worker = {};          ///< As in WorkerShare.
  uint64_t executable_id = {};   ///< Of the dispatch that the thread executed; 0 of anything else.
  uint64_t address = {};         ///< Of the instruction, in the executable's file; 0 of one outside of its code.
  uint64_t record = {};          ///< Of the dispatch or transfer, from 0; kNone64 of the engine's own work.
  uint64_t execute_record = {};  ///< Of the queue_execute that executes it; kNone64 outside of a command buffer.
  uint64_t tile = {};            ///< Workgroup, x first, or piece of a transfer.
  int64_t host_time_ns = {};
  uint32_t function_ordinal = {};  ///< Of the dispatch; kNone32 of anything else.
  uint32_t weight = {};            ///< Samples that it stands for: those that the system could not take in between.
  /// The call instruction of the function that the address is in, where that is not the dispatch's own and it is known;
  /// else 0.
  uint64_t call_address = {};
};
static_assert(sizeof(Sample) == 72);

/// JSON: {"event": "clock", "rate_hz": n, "allowed_overhead": x, "interrupt_ns": n, "most_overhead": x, "method":
/// "perf_events" or "timers", "runs": n, "lost": "n", "cost": {"ratio": x, "low": x, "high": x, "runs": n},
/// "all_executions": true, "processor": what it calls itself, "host": name, "message": why not all threads were
/// sampled}. "allowed_overhead" is there where the rate was chosen by it; overheads are parts of a run's time, 0.01 for
/// 1 %, and "interrupt_ns" what a sample took of a thread, where that could be measured (SamplingRate). "cost" is how
/// many times as long sampled runs took as others in between, where there are enough. "runs" is how often the replay
/// was executed; the events of the bundle are of the last, and where "all_executions" is true they have each dispatch
/// of it.
inline constexpr std::string_view kSamplingContentType = "application/vnd.ireereplay.profile.sampling+json";

/// JSON: {"capture": path, "capture_bytes": "n", "capture_modified_ns": "n", "devices": [...], "workers": n, "whole":
/// true, "ran_ns": "n", "waited_ns": "n", "status": "OK", and where a run failed "message", "record"}. A file of the
/// same path, size and time of change is the same capture; one that was recorded again is not. "whole" is false where
/// filters left something out, or something else was executed than the capture holds. "ran_ns" is how long the replay
/// took, "waited_ns" what threads of the process waited for a processor meanwhile, all together, where that is counted.
inline constexpr std::string_view kReplayContentType = "application/vnd.ireereplay.profile.replay+json";

}  // namespace ireereplay::profile::format
