// What a record is for: the classes that the editor draws, each with its own colour and shape.
#pragma once

#include <string_view>

#include "capture/format.h"

namespace ireereplay {

enum class RecordClass : uint8_t {
  kOther,
  kDispatch,
  kTransfer,
  kMemory,
  kExecute,
  kSync,
  kCreate,
  kHost,
  kScope,
  kObject,
  kUnsupported
};
inline constexpr size_t kRecordClassCount = 11;

/// Name in the protocol: "dispatch", "transfer", ...
std::string_view name(RecordClass record_class);
RecordClass class_of(format::RecordType type, format::Operation operation);

}  // namespace ireereplay
