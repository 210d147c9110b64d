#include "replay/problem.h"

namespace ireereplay::replay {

std::string_view usual_remedy(std::string_view code) {
  using namespace problem_code;
  if (code == kUnreadable || code == kDamagedRecord || code == kUndefinedObject) {
    return "The capture is damaged: copy the file again, or record the program again.";
  }
  if (code == kFunctionRange || code == kBindingRange || code == kBindingCount || code == kConstantCount ||
      code == kImpossibleSize) {
    return "The program asked for what its kernels cannot do, or the capture is damaged: mend the program and record "
           "it again.";
  }
  if (code == kUnsupportedOperation || code == kUnsupportedRecord) {
    return "Change the program so that it does not use it, and record again; or choose the iree engine with a device "
           "that has it.";
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
