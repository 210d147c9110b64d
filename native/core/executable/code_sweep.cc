#include "executable/code_sweep.h"

#include <elf.h>

#include "executable/elf_plan.h"
#include "executable/machine_code.h"

namespace ireereplay {

std::vector<SweptCode> code_to_sweep(Bytes elf) {
  // An embedded executable shows where functions start: pointers to them are relocated.
  std::vector<uint64_t> functions;
  if (const auto plan = plan_elf(elf, EM_X86_64); plan.ok()) {
    functions.push_back(plan->query_address);
    for (const ElfPlan::Relocation& relocation : plan->relocations) {
      if (relocation.biased) functions.push_back(relocation.value);
    }
  }
  std::vector<SweptCode> code;
  for (const CodeRange& range : code_of(elf)) {
    SweptCode& piece = code.emplace_back(SweptCode{elf.subspan(range.offset, range.size), range.address, {}});
    for (const uint64_t address : functions) {
      if (address >= range.address && address - range.address < range.size)
        piece.starts.push_back(address - range.address);
    }
  }
  return code;
}

}  // namespace ireereplay
