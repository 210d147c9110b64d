// Numbers are those of the SPIR-V specification 1.6, section 2.3 (layout) and 3.
#include "executable/shader_module.h"

#include <algorithm>
#include <unordered_map>

#include "base/seeded_hash.h"

namespace ireereplay {

namespace {

constexpr uint32_t kMagic = 0x07230203, kHeaderWords = 5;
enum : uint32_t { kEntryPoint = 15, kExecutionMode = 16, kCapability = 17, kFunction = 54 };
constexpr uint32_t kLocalSize = 17;
constexpr size_t kMaxDeclared = 4096, kMaxEntryName = 4096;

}  // namespace

void describe_shader_module(GpuModule* module) {
  const Bytes code = module->code;
  const size_t words = code.size() / sizeof(uint32_t);
  const auto word = [&](size_t index) { return load<uint32_t>(code, index * sizeof(uint32_t)); };
  if (words < kHeaderWords || word(0) != kMagic) return;
  module->version = word(1);
  std::unordered_map<uint64_t, size_t, SeededHash> by_id;
  // All of this is declared before the first function.
  for (size_t at = kHeaderWords; at < words;) {
    const uint32_t length = word(at) >> 16, operation = word(at) & 0xFFFF;
    if (length == 0 || length > words - at || operation == kFunction) break;
    if (operation == kCapability && length == 2 && module->capabilities.size() < kMaxDeclared) {
      module->capabilities.push_back(word(at + 1));
    } else if (operation == kEntryPoint && length >= 4 && module->entry_points.size() < kMaxDeclared) {
      const Bytes text = code.subspan((at + 3) * sizeof(uint32_t), (length - 3) * sizeof(uint32_t));
      const auto end = std::find(text.begin(), text.begin() + std::min(text.size(), kMaxEntryName), uint8_t{0});
      by_id.emplace(word(at + 2), module->entry_points.size());
      module->entry_points.push_back({std::string(text.begin(), end), word(at + 1), std::nullopt});
    } else if (operation == kExecutionMode && length == 6 && word(at + 2) == kLocalSize) {
      if (const auto found = by_id.find(word(at + 1)); found != by_id.end())
        module->entry_points[found->second].local_size = {word(at + 3), word(at + 4), word(at + 5)};
    }
    at += length;
  }
}

}  // namespace ireereplay
