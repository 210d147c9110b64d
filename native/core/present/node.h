// A row of the record tree: what it stands for, and its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "capture/index.h"

namespace ireereplay {

/// One node. The same record may be several: a command stands under each submission that executes it.
struct Node {
  /// kRun is a run of housekeeping records; kMore follows the last row that there is room for.
  enum class Kind : uint8_t { kRecord, kObject, kObjectType, kRun, kMore };

  Kind kind = Kind::kRecord;
  uint16_t depth = 0;
  /// Record number, of a run its first; ordinal in CaptureIndex::objects(), or object type.
  uint32_t id = 0;
  /// For a record: the submission that executes it, or kNoRecord; below an object: its ordinal.
  uint32_t via = kNoRecord;
  /// `via` is an object.
  bool via_object = false;

  bool same_as(const Node& other) const {
    return kind == other.kind && id == other.id && via == other.via && via_object == other.via_object;
  }
};

/// Object types that there are; a node of kind kObjectType has an id below it.
inline constexpr uint32_t kObjectTypes = 13;

/// Name of a node, stable over sessions: "12", "12@224" (executed by 224), "12@o4" (below object 4), "o4", "t4";
/// "h12" (the run that begins with 12), "more".
std::string node_key(const CaptureIndex& index, const Node& node);
/// The node of that name, at depth 0; nothing when the capture has none.
std::optional<Node> parse_node_key(const CaptureIndex& index, std::string_view key);

/// A number for each node of a capture, whatever its depth.
uint64_t node_number(const Node& node);
/// The node of that number, at depth 0, when it is of a node that can have others below it.
Node node_of_number(uint64_t number);

}  // namespace ireereplay
