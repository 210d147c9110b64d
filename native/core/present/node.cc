#include "present/node.h"

#include <charconv>

#include "present/housekeeping.h"

namespace ireereplay {

namespace {

bool parse_decimal(std::string_view text, uint64_t* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

std::optional<uint32_t> object_ordinal(const CaptureIndex& index, std::string_view digits) {
  uint64_t id = 0;
  if (!parse_decimal(digits, &id)) return std::nullopt;
  const ObjectEntry* object = index.find_object(id);
  if (object == nullptr) return std::nullopt;
  return static_cast<uint32_t>(object - index.objects().data());
}

}  // namespace

std::string node_key(const CaptureIndex& index, const Node& node) {
  switch (node.kind) {
    case Node::Kind::kObjectType:
      return "t" + std::to_string(node.id);
    case Node::Kind::kObject:
      return "o" + std::to_string(index.objects()[node.id].id);
    case Node::Kind::kRun:
      return "h" + std::to_string(node.id);
    case Node::Kind::kMore:
      return "more";
    case Node::Kind::kRecord:
      break;
  }
  std::string key = std::to_string(node.id);
  if (node.via_object) return key + "@o" + std::to_string(index.objects()[node.via].id);
  if (node.via != kNoRecord) key += "@" + std::to_string(node.via);
  return key;
}

std::optional<Node> parse_node_key(const CaptureIndex& index, std::string_view key) {
  Node node;
  uint64_t number = 0;
  if (key.empty()) return std::nullopt;
  if (key == "more") {
    node.kind = Node::Kind::kMore;
    return node;
  }
  if (key[0] == 't') {
    if (!parse_decimal(key.substr(1), &number) || number >= kObjectTypes) return std::nullopt;
    node.kind = Node::Kind::kObjectType;
    node.id = static_cast<uint32_t>(number);
    return node;
  }
  if (key[0] == 'h') {
    if (!parse_decimal(key.substr(1), &number) || number >= index.size()) return std::nullopt;
    node.kind = Node::Kind::kRun;
    node.id = static_cast<uint32_t>(number);
    if (!run_beginning_at(index, node.id)) return std::nullopt;
    return node;
  }
  if (key[0] == 'o') {
    const auto ordinal = object_ordinal(index, key.substr(1));
    if (!ordinal) return std::nullopt;
    node.kind = Node::Kind::kObject;
    node.id = *ordinal;
    return node;
  }
  const size_t at = key.find('@');
  if (!parse_decimal(key.substr(0, at), &number) || number >= index.size()) return std::nullopt;
  node.id = static_cast<uint32_t>(number);
  if (at == std::string_view::npos) return node;
  const std::string_view via = key.substr(at + 1);
  if (!via.empty() && via[0] == 'o') {
    const auto ordinal = object_ordinal(index, via.substr(1));
    if (!ordinal) return std::nullopt;
    node.via = *ordinal;
    node.via_object = true;
    return node;
  }
  if (!parse_decimal(via, &number) || number >= index.size()) return std::nullopt;
  node.via = static_cast<uint32_t>(number);
  return node;
}

uint64_t node_number(const Node& node) {
  // Kinds use disjoint ranges of `via`: submissions are record numbers, objects are marked by the top bits.
  switch (node.kind) {
    case Node::Kind::kObjectType:
      return 0xFFFFFFFE00000000ull | node.id;
    case Node::Kind::kObject:
      return 0xFFFFFFFD00000000ull | node.id;
    case Node::Kind::kMore:
      return 0xFFFFFFFC00000000ull;
    case Node::Kind::kRun:
      return 0xFFFFFFFB00000000ull | node.id;
    case Node::Kind::kRecord:
      break;
  }
  if (node.via_object) return (0x8000000000000000ull | uint64_t{node.via} << 32) | node.id;
  return uint64_t{node.via} << 32 | node.id;
}

Node node_of_number(uint64_t number) {
  Node node;
  node.id = static_cast<uint32_t>(number);
  const uint32_t high = static_cast<uint32_t>(number >> 32);
  if (high == 0xFFFFFFFE) {
    node.kind = Node::Kind::kObjectType;
  } else if (high == 0xFFFFFFFD) {
    node.kind = Node::Kind::kObject;
  } else if (high == 0xFFFFFFFB) {
    node.kind = Node::Kind::kRun;
  } else {
    node.via = high;
  }
  return node;
}

}  // namespace ireereplay
