// Names of loaded kernels for Linux's perf.
#pragma once

#include <memory>

#include "base/status.h"
#include "hal/local/plan.h"
#include "program/perf_request.h"

namespace ireereplay::replay {

/// A file of names, mapped as long as this lives: perf notes the mapping, and finds the file by it.
class PerfFile {
 public:
  /// Writes the functions of the plan's executables, by where they are loaded in this process. UNAVAILABLE where the
  /// file cannot be written or, for jitdump, not be mapped as code.
  static Result<std::unique_ptr<PerfFile>> write(const Plan& plan, const PerfRequest& request);
  ~PerfFile();
  PerfFile(const PerfFile&) = delete;
  PerfFile& operator=(const PerfFile&) = delete;

 private:
  PerfFile() = default;
  void* mapped_ = nullptr;
};

}  // namespace ireereplay::replay
