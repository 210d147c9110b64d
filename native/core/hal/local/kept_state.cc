#include "hal/local/kept_state.h"

#include <algorithm>

#include "executable/elf_symbols.h"
#include "hal/local/plan.h"

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

}  // namespace ireereplay::replay
