#include "replay/preflight.h"

#include "hal/local/build_program.h"
#include "hal/local/plan.h"
#include "program/file_check.h"

namespace ireereplay::replay {

PreflightReport preflight(const std::string& path, const ReplayOptions& options, const std::atomic<bool>* cancel) {
  Plan plan;
  PreflightReport report;
  build_program(path, options, cancel, &plan, &report);
  if (options.check_files) {
    check_program_files(false, cancel, &plan, &report);
  } else {
    note_unchecked_files(plan.program, &report);
    report.sort_problems();
  }
  return report;
}

}  // namespace ireereplay::replay
