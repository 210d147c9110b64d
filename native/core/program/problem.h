// What preflight says about a capture: every reason why a replay would fail, hang or differ, each with its place in the
// file and what the user can do about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace ireereplay::replay {

/// An error keeps a replay from starting. A warning does not, but the user should know of it.
enum class Severity : uint8_t { kError, kWarning };

/// One reason.
struct Problem {
  Severity severity = Severity::kError;
  /// Stable kebab-case name of the kind of problem, for programs and for remedies as buttons: see problem codes below.
  std::string_view code;
  /// The status with which a replay would fail there, in IREE's words.
  StatusCode status = StatusCode::kFailedPrecondition;
  /// Record (0-based, file order) and byte offset of its header in the capture; kNoPlace when it is about the whole.
  uint64_t record = kNoPlace;
  uint64_t offset = kNoPlace;
  /// What is wrong, one sentence, with what was expected and what was found.
  std::string message;
  /// What to do about it, one sentence; empty when there is nothing to do.
  std::string remedy;
};

// Problem codes. A front end may key its remedies on them; the words of messages may change, these do not.
namespace problem_code {
inline constexpr std::string_view kUnreadable = "unreadable-capture";               // cannot be opened or framed
inline constexpr std::string_view kDamagedRecord = "damaged-record";                // a payload that contradicts itself
inline constexpr std::string_view kUnsupportedVersion = "unsupported-version";      // major version is not ours
inline constexpr std::string_view kNotice = "notice";                               // newer minor version and the like
inline constexpr std::string_view kUnsupportedRecord = "unsupported-record";        // IREE refuses it too
inline constexpr std::string_view kUnsupportedOperation = "unsupported-operation";  // we do not execute it
inline constexpr std::string_view kUndefinedObject = "undefined-object";            // an id nothing created
inline constexpr std::string_view kDeviceCount = "device-count";              // fewer or more devices than recorded
inline constexpr std::string_view kUnknownDevice = "unknown-device";          // --device names none of ours
inline constexpr std::string_view kExecutableFormat = "executable-format";    // no device here runs this format
inline constexpr std::string_view kExecutableInvalid = "executable-invalid";  // the binary is not loadable
inline constexpr std::string_view kExecutableAbi = "executable-abi";          // loaded functions differ from recorded
inline constexpr std::string_view kProcessorFeature = "processor-feature";    // machine lacks what the code may need
inline constexpr std::string_view kFunctionRange = "function-out-of-range";   // function ordinal nobody defines
inline constexpr std::string_view kBindingRange = "range-out-of-bounds";      // outside of its buffer
inline constexpr std::string_view kBindingCount = "binding-count";            // differs from what the function takes
inline constexpr std::string_view kConstantCount = "constant-count";
inline constexpr std::string_view kImpossibleSize = "impossible-size";  // cannot be meant: workgroups, bytes
inline constexpr std::string_view kMemory = "not-enough-memory";        // needs more than the machine has
inline constexpr std::string_view kFileMissing = "file-missing";
inline constexpr std::string_view kFileChanged = "file-changed";  // length, identity or digest differ
inline constexpr std::string_view kFileUnreadable = "file-unreadable";
inline constexpr std::string_view kFileWrite = "file-write";                   // needs --allow_file_writes
inline constexpr std::string_view kWaitNeverSignaled = "wait-never-signaled";  // IREE hangs here
inline constexpr std::string_view kScopeUnbalanced = "scope-unbalanced";
inline constexpr std::string_view kRecordingFailed = "recording-failed";      // ends with an error, or was cut off
inline constexpr std::string_view kProfilingIgnored = "profiling-ignored";    // profiling records are not replayed
inline constexpr std::string_view kFileNotValidated = "file-not-validated";   // no digest or identity was taken
inline constexpr std::string_view kFileUnchecked = "file-unchecked";          // left alone until it is replayed
inline constexpr std::string_view kSelectorUnmatched = "selector-unmatched";  // a substitution or scope matches nothing
}  // namespace problem_code

/// What to do about an error of `code` when nothing more particular can be said; empty for codes whose problems always
/// say it themselves.
std::string_view usual_remedy(std::string_view code);

/// Everything preflight found, and what it learned about the capture on its way.
struct PreflightReport {
  /// What is kept of what add() was given: in the order of the file once preflight has ended, what is about the whole
  /// of it first.
  std::vector<Problem> problems;
  /// So many errors are kept, and so many warnings beside them.
  static constexpr size_t kMaxProblems = 1000;
  uint64_t problems_left_out = 0;

  uint64_t record_count = 0;
  /// Operations that a run executes, and operations recorded with a failure, which it skips as IREE does.
  uint64_t operation_count = 0;
  uint64_t failed_operation_count = 0;
  uint64_t dispatch_count = 0;
  uint32_t device_count = 0;
  uint32_t executable_count = 0;
  /// Bytes that buffers take at most at one time, once memory is reused; known before anything is allocated.
  uint64_t peak_bytes = 0;
  /// Bytes of all buffers together, were nothing ever freed (what IREE's tool needs).
  uint64_t total_buffer_bytes = 0;
  /// Formats of the executables in order of first use ("embedded-elf-x86_64").
  std::vector<std::string> executable_formats;

  /// Notes a problem. Every error counts, kept or not, and the first of the file is always kept.
  void add(Problem problem);
  /// Forgets all problems.
  void clear_problems();
  /// Puts them into the order of the file.
  void sort_problems();

  /// Errors found, those left out included.
  uint64_t error_count() const { return error_count_; }
  bool can_run() const { return error_count_ == 0; }
  /// The first error of the file as a Status, or OK.
  Status first_error() const;

 private:
  uint64_t error_count_ = 0;
  uint64_t warning_count_ = 0;
  uint64_t first_error_place_ = 0;
};

}  // namespace ireereplay::replay
