#include "hal/local/kept_state.h"

#include <algorithm>

#include "executable/elf_symbols.h"
#include "hal/local/plan.h"
#include "program/noise.h"

namespace ireereplay::replay {

StateWatch::StateWatch(const Plan& plan) : plan_(plan) {
  for (size_t i = 0; i < plan.executables.size(); ++i) {
    if (plan.executables[i] == nullptr || plan.program.executables[i].substitute.empty()) continue;
    for (const Bytes& memory : plan.executables[i]->writable())
      watched_.push_back({i, memory, {memory.begin(), memory.end()}});
  }
}

std::optional<KeptState> StateWatch::changed() const {
  for (const auto& [index, memory, loaded] : watched_) {
    const auto [found, was] = std::mismatch(memory.begin(), memory.end(), loaded.begin());
    if (found == memory.end()) continue;
    const auto first = static_cast<uint64_t>(found - memory.begin());
    KeptState state;
    state.executable = plan_.program.executables[index].id;
    for (uint64_t i = first; i < memory.size(); ++i) state.bytes += memory[i] != loaded[i];
    const auto at = reinterpret_cast<uint64_t>(memory.data() + first);
    const uint64_t address = at - plan_.executables[index]->image_bias();
    state.place = ElfSymbols(plan_.program.executables[index].data).name_of(address);
    return state;
  }
  return {};
}

namespace {

/// Bytes [begin, end) of a plan's memory.
struct Extent {
  uint64_t begin, end;
};

/// What may hold something else, or may not be touched at all.
std::vector<Extent> extents_of(const Plan& plan) {
  const MemoryLayout& layout = plan.layout;
  std::vector<Extent> extents;
  for (size_t i = 0; i < layout.offsets.size(); ++i) {
    const uint64_t begin = layout.offsets[i];
    if (begin != MemoryLayout::kUnplaced) extents.push_back({begin, begin + plan.program.buffers[i].size});
  }
  for (const auto& [offset, length] : layout.guards) extents.push_back({offset, offset + length});
  extents.push_back({layout.size, layout.size});
  std::ranges::sort(extents, {}, &Extent::begin);
  return extents;
}

std::string bytes_text(uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

/// Where a byte outside of all buffers is, by the nearest.
std::string place_outside(const Plan& plan, uint64_t at) {
  uint64_t nearest = ~0ull;
  std::string place;
  for (size_t i = 0; i < plan.layout.offsets.size(); ++i) {
    const uint64_t begin = plan.layout.offsets[i];
    if (begin == MemoryLayout::kUnplaced) continue;
    const BufferInfo& buffer = plan.program.buffers[i];
    const uint64_t end = begin + buffer.size;
    const uint64_t distance = at < begin ? begin - at : at - end;
    if (distance >= nearest) continue;
    nearest = distance;
    const std::string name = "buffer " + std::to_string(buffer.id);
    place = at < begin      ? bytes_text(distance) + " before " + name
            : distance == 0 ? "right after the end of " + name
                            : bytes_text(distance) + " past the end of " + name;
  }
  return place;
}

}  // namespace

std::optional<KeptState> written_outside(const Plan& plan, std::optional<uint64_t> noise) {
  KeptState state;
  state.kind = KeptState::Kind::kOutside;
  uint64_t first = 0, at = 0;
  for (const Extent& extent : extents_of(plan)) {
    for (; at < extent.begin; ++at) {
      if (plan.memory.data()[at] == (noise ? noise_at(*noise, at) : 0)) continue;
      if (state.bytes++ == 0) first = at;
    }
    at = std::max(at, extent.end);
  }
  if (state.bytes == 0) return {};
  state.executable = only_substitute(plan);
  state.place = place_outside(plan, first);
  return state;
}

std::optional<uint64_t> only_substitute(const Plan& plan) {
  const auto is_one = [](const ExecutableInfo& executable) { return !executable.substitute.empty(); };
  const auto& executables = plan.program.executables;
  if (std::ranges::count_if(executables, is_one) != 1) return {};
  return std::ranges::find_if(executables, is_one)->id;
}

}  // namespace ireereplay::replay
