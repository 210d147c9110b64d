#include "hal/local/executable_contents.h"

#include <algorithm>

#include "base/sha256.h"
#include "executable/code_digest.h"
#include "executable/function_extents.h"
#include "executable/machine_code.h"
#include "hal/local/match_functions.h"

namespace ireereplay::replay {

namespace {

std::string content_of(const ExecutableInfo& info) {
  Sha256 digest;
  // Their number keeps them apart from the binary.
  const uint64_t count = info.constants.size();
  digest.add(Bytes(reinterpret_cast<const uint8_t*>(&count), sizeof(count)));
  digest.add(Bytes(reinterpret_cast<const uint8_t*>(info.constants.data()), count * sizeof(uint32_t)));
  digest.add(info.data);
  return digest.finish();
}

/// Finds the code of functions in the file of an executable.
class Code {
 public:
  explicit Code(Bytes file) : file_(file), ranges_(code_of(file)), extents_(function_extents(file)) {}

  /// Of the function that begins at `address`.
  std::optional<std::string> digest_at(uint64_t address) const {
    const auto extent =
        std::lower_bound(extents_.begin(), extents_.end(), address,
                         [](const FunctionExtent& each, uint64_t wanted) { return each.address < wanted; });
    if (extent == extents_.end() || extent->address != address) return std::nullopt;
    for (const CodeRange& range : ranges_) {
      if (address < range.address || address - range.address >= range.size) continue;
      const uint64_t at = address - range.address;
      if (extent->size > range.size - at) return std::nullopt;
      return code_digest(file_.subspan(range.offset + at, extent->size));
    }
    return std::nullopt;
  }

 private:
  Bytes file_;
  std::vector<CodeRange> ranges_;
  std::vector<FunctionExtent> extents_;
};

}  // namespace

std::vector<ExecutableContent> executable_contents(const Plan& plan) {
  std::vector<ExecutableContent> contents;
  for (size_t i = 0; i < plan.executables.size(); ++i) {
    const ExecutableInfo& info = plan.program.executables[i];
    const Executable& loaded = *plan.executables[i];
    ExecutableContent& content = contents.emplace_back();
    content.id = info.id;
    content.name = loaded.name();
    content.content = content_of(info);
    const Code code(info.data);
    // The plan has called it before.
    const auto functions = match_functions(info, loaded);
    for (size_t ordinal = 0; ordinal < info.functions.size(); ++ordinal) {
      auto& function = content.functions.emplace_back();
      function.name = info.functions[ordinal].name;
      const LoadedFunction* called = functions.ok() ? (*functions)[ordinal] : nullptr;
      if (called == nullptr) continue;
      if (function.name.empty()) function.name = called->name;
      function.code = code.digest_at(reinterpret_cast<uint64_t>(called->call) - loaded.image_bias());
    }
  }
  return contents;
}

}  // namespace ireereplay::replay
