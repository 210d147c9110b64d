#include "program/problem.h"

#include <algorithm>

namespace ireereplay::replay {

namespace {

bool is_error(const Problem& problem) { return problem.severity == Severity::kError; }

/// Sort key: kNoPlace, the whole capture, comes first.
uint64_t place(const Problem& problem) { return problem.record + 1; }

}  // namespace

void PreflightReport::add(Problem problem) {
  const bool is_first_error = is_error(problem) && (error_count_ == 0 || place(problem) < first_error_place_);
  if (is_first_error) first_error_place_ = place(problem);
  uint64_t& count = is_error(problem) ? error_count_ : warning_count_;
  if (count++ < kMaxProblems) {
    problems.push_back(std::move(problem));
    return;
  }
  ++problems_left_out;
  if (!is_first_error) return;
  // Passes over the capture follow one another: a later pass's first problem replaces the last one kept.
  *std::find_if(problems.rbegin(), problems.rend(), is_error) = std::move(problem);
}

void PreflightReport::clear_problems() {
  problems.clear();
  problems_left_out = error_count_ = warning_count_ = 0;
}

void PreflightReport::sort_problems() {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return place(a) < place(b); });
}

Status PreflightReport::first_error() const {
  if (can_run()) return Status();
  const Problem& first = *std::find_if(problems.begin(), problems.end(), [&](const Problem& problem) {
    return is_error(problem) && place(problem) == first_error_place_;
  });
  return Status(first.status, first.message).at(first.record, first.offset);
}

std::string_view usual_remedy(std::string_view code) {
  using namespace problem_code;
  if (code == kUnreadable || code == kDamagedRecord || code == kUndefinedObject) {
    return "The capture is damaged: copy the file again, or record the program again.";
  }
  if (code == kFunctionRange || code == kBindingRange || code == kBindingCount || code == kConstantCount ||
      code == kImpossibleSize) {
    return "The program asked for something its kernels cannot do, or the capture is damaged: fix the program and "
           "record it again.";
  }
  if (code == kUnsupportedOperation || code == kUnsupportedRecord) {
    return "Change the program to avoid it and record again, or choose the iree engine with a device that supports it.";
  }
  if (code == kExecutableInvalid || code == kExecutableAbi) {
    return "Record the program again, or substitute an executable that can be loaded.";
  }
  if (code == kFileMissing || code == kFileChanged || code == kFileUnreadable) {
    return "Restore the file that was recorded, or say where it is now with "
           "--replay_file_remap=CAPTURED_PREFIX=PREFIX.";
  }
  return "";
}

}  // namespace ireereplay::replay
