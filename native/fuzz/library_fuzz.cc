// The tables with which a CPU executable describes itself, and the sources that it embeds, on arbitrary memory. An
// input is a number of pointers, 16 bits, where each is and what it points to, 32 bits each, and then the memory that
// they are in. sections.py makes the corpus.
#include <cstdlib>

#include "executable/embedded_sources.h"
#include "executable/library_tables.h"
#include "made_elf.h"

using namespace ireereplay;

namespace {

/// As much as an executable of this size is given.
constexpr uint64_t kBudget = 1 << 22;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const Bytes input(data, size);
  const size_t pointers = load<uint16_t>(input);
  if (8 * pointers > size - 2) return 0;
  std::vector<Elf64_Rela> relocations(pointers);
  for (size_t i = 0; i < pointers; ++i) {
    relocations[i].r_offset = load<uint32_t>(input, 2 + 8 * i);
    relocations[i].r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE);
    relocations[i].r_addend = load<uint32_t>(input, 6 + 8 * i);
  }
  const Bytes table(reinterpret_cast<const uint8_t*>(relocations.data()), relocations.size() * sizeof(Elf64_Rela));
  const fuzz::MadeSection section = {".rela.dyn", table};
  const std::vector<uint8_t> elf = fuzz::made_elf({&section, 1}, input.subspan(2 + 8 * pointers));
  const ElfMemory memory(elf);
  if (const auto found = library_tables(memory, kBudget)) {
    for (const LibraryExport& each : found->exports) {
      if (!memory.is_code(each.address)) std::abort();
      for (const StagePlace& stage : each.stages) {
        if (stage.place.path.empty() && stage.place.line != 0) std::abort();
      }
    }
  }
  for (const EmbeddedSource& source : embedded_sources(memory, kBudget)) {
    const uint8_t* const at = source.content.data();
    if (!source.content.empty() && (at < elf.data() || at + source.content.size() > elf.data() + elf.size()))
      std::abort();
  }
  return 0;
}
