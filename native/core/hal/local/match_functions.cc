#include "hal/local/match_functions.h"

#include <map>
#include <set>
#include <string>

namespace ireereplay::replay {

namespace {

std::string describe(uint64_t flags, uint32_t constants, uint32_t bindings, uint32_t parameters,
                     const uint32_t (&size)[3]) {
  return "(flags=" + std::to_string(flags) + " constants=" + std::to_string(constants) +
         " bindings=" + std::to_string(bindings) + " parameters=" + std::to_string(parameters) + " workgroup_size=[" +
         std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]) + "])";
}

Status mismatch(const ExecutableInfo& info, const std::string& what) {
  return Status(StatusCode::kFailedPrecondition,
                "replay executable " + std::to_string(info.id) +
                    (info.substitute.empty() ? "" : " (substitute '" + info.substitute + "')") + " " + what);
}

Status compare(const ExecutableInfo& info, const ExecutableInfo::Function& captured, const LoadedFunction& loaded) {
  const format::ExecutableFunctionMetadata& wanted = captured.metadata;
  const abi::DispatchAttributes& given = loaded.attributes;
  const uint32_t size[3] = {given.workgroup_size_x, given.workgroup_size_y, given.workgroup_size_z};
  const uint64_t flags = given.flags & (abi::kFunctionSequential | abi::kFunctionWorkgroupSizeDynamic);
  if (wanted.flags != flags || wanted.constant_count != given.constant_count ||
      wanted.binding_count != given.binding_count || wanted.parameter_count != given.parameter_count ||
      wanted.workgroup_size[0] != size[0] || wanted.workgroup_size[1] != size[1] ||
      wanted.workgroup_size[2] != size[2]) {
    return mismatch(
        info, "function '" + loaded.name + "' ABI mismatch: captured=" +
                  describe(wanted.flags, wanted.constant_count, wanted.binding_count, wanted.parameter_count,
                           wanted.workgroup_size) +
                  " loaded=" + describe(flags, given.constant_count, given.binding_count, given.parameter_count, size));
  }
  if (wanted.parameter_count == 0) return Status();
  if (loaded.parameters.size() != wanted.parameter_count) {
    return mismatch(info, "function '" + loaded.name + "' does not describe its parameters");
  }
  for (uint32_t i = 0; i < wanted.parameter_count; ++i) {
    const format::ExecutableParameterMetadata& a = info.parameters[captured.parameter_begin + i];
    const abi::Parameter& b = loaded.parameters[i];
    const uint8_t type = b.type <= 2 ? b.type : 0;
    if (a.type != type || a.size != b.size || a.flags != b.flags || a.offset != b.offset) {
      return mismatch(info, "function '" + loaded.name + "' parameter " + std::to_string(i) + " ABI mismatch");
    }
  }
  return Status();
}

}  // namespace

Result<std::vector<const LoadedFunction*>> match_functions(const ExecutableInfo& info, const Executable& executable) {
  std::vector<const LoadedFunction*> result;
  std::map<std::string_view, const LoadedFunction*> by_name;
  for (const LoadedFunction& function : executable.functions()) by_name.try_emplace(function.name, &function);
  std::set<const LoadedFunction*> taken;
  for (size_t i = 0; i < info.functions.size(); ++i) {
    const ExecutableInfo::Function& captured = info.functions[i];
    const LoadedFunction* found = nullptr;
    if (captured.name.empty()) {
      if (i < executable.functions().size()) found = &executable.functions()[i];
    } else {
      const auto named = by_name.find(captured.name);
      if (named != by_name.end()) found = named->second;
    }
    if (found == nullptr) {
      return Status(StatusCode::kNotFound,
                    "replay executable " + std::to_string(info.id) +
                        (info.substitute.empty() ? "" : " (substitute '" + info.substitute + "')") +
                        " has no function '" + captured.name + "', which the capture calls");
    }
    if (!taken.insert(found).second)
      return mismatch(info, "captured function '" + captured.name + "' resolves to the same function as another");
    IR_RETURN_IF_ERROR(compare(info, captured, *found));
    result.push_back(found);
  }
  return result;
}

}  // namespace ireereplay::replay
