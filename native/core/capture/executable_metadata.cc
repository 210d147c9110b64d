#include "capture/executable_metadata.h"

namespace ireereplay {

using format::ExecutableFunctionMetadata;
using format::ExecutableMetadataHeader;
using format::ExecutableParameterMetadata;

Result<ExecutableMetadataHeader> check_executable_metadata(uint16_t version_major, Bytes head,
                                                           uint64_t metadata_length) {
  if (metadata_length < sizeof(ExecutableMetadataHeader) || head.size() < sizeof(ExecutableMetadataHeader)) {
    return Status(StatusCode::kDataLoss, "replay executable metadata is too short");
  }
  const auto header = load<ExecutableMetadataHeader>(head);
  // In 1.0 the length of names was a reserved field.
  if (header.reserved1 != 0 || (version_major == 1 && header.function_name_storage_length != 0)) {
    return Status(StatusCode::kDataLoss, "replay executable metadata reserved fields must be zero");
  }
  uint64_t functions = 0;
  uint64_t parameters = 0;
  uint64_t expected = sizeof(ExecutableMetadataHeader);
  if (!checked_mul(header.function_count, sizeof(ExecutableFunctionMetadata), &functions) ||
      !checked_mul(header.parameter_count, sizeof(ExecutableParameterMetadata), &parameters) ||
      !checked_add(expected, functions, &expected) || !checked_add(expected, parameters, &expected) ||
      !checked_add(expected, header.function_name_storage_length, &expected) || expected != metadata_length) {
    return Status(StatusCode::kDataLoss, "replay executable metadata length mismatch");
  }
  return header;
}

Result<std::vector<ExecutableFunction>> decode_executable_metadata(uint16_t version_major, Bytes metadata) {
  std::vector<ExecutableFunction> functions;
  if (metadata.empty()) return functions;
  IR_ASSIGN_OR_RETURN(const ExecutableMetadataHeader header,
                      check_executable_metadata(version_major, metadata, metadata.size()));
  const uint64_t functions_end = sizeof(header) + header.function_count * sizeof(ExecutableFunctionMetadata);
  const uint64_t names_begin = functions_end + header.parameter_count * sizeof(ExecutableParameterMetadata);
  uint64_t parameter = functions_end;
  uint64_t name = names_begin;
  functions.reserve(header.function_count);
  for (uint64_t i = 0; i < header.function_count; ++i) {
    const auto record =
        load<ExecutableFunctionMetadata>(metadata, sizeof(header) + i * sizeof(ExecutableFunctionMetadata));
    const uint64_t parameter_bytes = uint64_t{record.parameter_count} * sizeof(ExecutableParameterMetadata);
    if (parameter_bytes > names_begin - parameter || record.name_length > metadata.size() - name) {
      return Status(StatusCode::kDataLoss,
                    "replay executable metadata of function " + std::to_string(i) + " extends past its end");
    }
    ExecutableFunction& function = functions.emplace_back();
    function.flags = record.flags;
    for (int axis = 0; axis < 3; ++axis) function.workgroup_size[axis] = record.workgroup_size[axis];
    function.constant_count = record.constant_count;
    function.binding_count = record.binding_count;
    for (uint16_t p = 0; p < record.parameter_count; ++p) {
      function.parameters.push_back(
          load<ExecutableParameterMetadata>(metadata, parameter + p * sizeof(ExecutableParameterMetadata)));
    }
    function.name.assign(reinterpret_cast<const char*>(metadata.data()) + name, record.name_length);
    parameter += parameter_bytes;
    name += record.name_length;
  }
  return functions;
}

}  // namespace ireereplay
