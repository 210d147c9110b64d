#include "present/bit_names.h"

#include <span>

#include "base/hex.h"

namespace ireereplay {

namespace {

struct BitName {
  uint32_t bit;
  std::string_view name;
};

constexpr BitName kAccessScopes[] = {
    {0x001, "IndirectCommandRead"}, {0x002, "ConstantRead"},  {0x004, "DispatchRead"}, {0x008, "DispatchWrite"},
    {0x010, "TransferRead"},        {0x020, "TransferWrite"}, {0x040, "HostRead"},     {0x080, "HostWrite"},
    {0x100, "MemoryRead"},          {0x200, "MemoryWrite"},
};
constexpr BitName kBufferUsages[] = {
    {0x00000001, "TransferSource"},
    {0x00000002, "TransferTarget"},
    {0x00000100, "DispatchIndirectParameters"},
    {0x00000200, "DispatchUniformRead"},
    {0x00000400, "DispatchStorageRead"},
    {0x00000800, "DispatchStorageWrite"},
    {0x00001000, "DispatchImageRead"},
    {0x00002000, "DispatchImageWrite"},
    {0x00010000, "SharingExport"},
    {0x00020000, "SharingReplicate"},
    {0x00040000, "SharingConcurrent"},
    {0x00080000, "SharingImmutable"},
    {0x01000000, "MappingScoped"},
    {0x02000000, "MappingPersistent"},
    {0x04000000, "MappingOptional"},
    {0x08000000, "MappingAccessRandom"},
    {0x10000000, "MappingAccessSequentialWrite"},
};
constexpr BitName kCommandBufferModes[] = {
    {0x001, "OneShot"},    {0x010, "AllowInlineExecution"},  {0x020, "Unvalidated"},
    {0x040, "Unretained"}, {0x080, "RetainProfileMetadata"}, {0x100, "RetainDispatchMetadata"},
};
constexpr BitName kCommandCategories[] = {{0x1, "Transfer"}, {0x2, "Dispatch"}};
constexpr BitName kExecutionStages[] = {
    {0x01, "CommandIssue"}, {0x02, "CommandProcess"}, {0x04, "Dispatch"},
    {0x08, "Transfer"},     {0x10, "CommandRetire"},  {0x20, "Host"},
};
constexpr BitName kMemoryAccesses[] = {
    {0x01, "Read"}, {0x02, "Write"}, {0x04, "Discard"}, {0x08, "MayAlias"}, {0x10, "Unaligned"}, {0x20, "Any"},
};
/// What is local is visible, too: the larger comes first.
constexpr BitName kMemoryTypes[] = {
    {0x01, "Optimal"},    {0x46, "HostLocal"},   {0x02, "HostVisible"},   {0x04, "HostCoherent"},
    {0x08, "HostCached"}, {0x30, "DeviceLocal"}, {0x10, "DeviceVisible"},
};

std::span<const BitName> names_of(Bits bits) {
  switch (bits) {
    case Bits::kUnnamed:
      return {};
    case Bits::kAccessScope:
      return kAccessScopes;
    case Bits::kBufferUsage:
      return kBufferUsages;
    case Bits::kCommandBufferMode:
      return kCommandBufferModes;
    case Bits::kCommandCategory:
      return kCommandCategories;
    case Bits::kExecutionStage:
      return kExecutionStages;
    case Bits::kMemoryAccess:
      return kMemoryAccesses;
    case Bits::kMemoryType:
      return kMemoryTypes;
  }
  return {};
}

}  // namespace

Bits bits_of_field(std::string_view field) {
  if (field == "usage" || field == "allowed_usage") return Bits::kBufferUsage;
  if (field == "type" || field == "memory_type") return Bits::kMemoryType;
  if (field == "access" || field == "allowed_access" || field == "memory_access") return Bits::kMemoryAccess;
  if (field == "source_stage_mask" || field == "target_stage_mask") return Bits::kExecutionStage;
  if (field == "mode") return Bits::kCommandBufferMode;
  if (field == "command_categories") return Bits::kCommandCategory;
  return Bits::kUnnamed;
}

std::string bit_names(Bits bits, uint64_t mask) {
  std::string text;
  const auto names = names_of(bits);
  if (names.empty()) return text;
  for (const auto& [bit, name] : names) {
    if ((mask & bit) != bit) continue;
    mask &= ~static_cast<uint64_t>(bit);
    if (!text.empty()) text += '|';
    text += name;
  }
  if (mask == 0) return text;
  return (text.empty() ? text : text + "|") + hex(mask, 1);
}

std::string bit_names_or_number(Bits bits, uint64_t mask) {
  std::string names = bit_names(bits, mask);
  return names.empty() ? hex(mask, 1) : names;
}

}  // namespace ireereplay
