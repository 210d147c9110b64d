// How to load an embedded ELF executable. Every number in the file is checked before it is used; a hostile file is an
// error.
#pragma once

#include <elf.h>

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/status.h"

namespace ireereplay {

/// What it takes to load a checked ELF file into memory. Addresses are the file's own, before loading.
struct ElfPlan {
  struct Segment {
    uint64_t address = 0;
    uint64_t memory_size = 0;
    uint64_t file_offset = 0;
    uint64_t file_size = 0;
    bool writable = false;
    bool executable = false;
  };
  /// Store `value`, plus the load bias when `biased`, at `address`: 8 bytes, or 4 when `is_32_bit`.
  struct Relocation {
    uint64_t address = 0;
    uint64_t value = 0;
    bool biased = false;
    bool is_32_bit = false;
  };
  struct Range {
    uint64_t address = 0;
    uint64_t size = 0;
  };

  /// Lowest address, page aligned, and bytes from there to the last segment's end.
  uint64_t base = 0;
  uint64_t size = 0;
  std::vector<Segment> segments;  ///< By address; no two share a page.
  std::vector<Relocation> relocations;
  /// Ranges that become read-only once relocated.
  std::vector<Range> read_only_after_relocation;
  /// Functions to call after loading, in order.
  std::vector<uint64_t> initializers;
  /// Address of the query function.
  uint64_t query_address = 0;

  /// The segment that contains `address`; nullptr when there is none.
  const Segment* segment_of(uint64_t address) const;
};

/// e_machine of the processor that this build is for.
#if defined(__aarch64__)
inline constexpr uint16_t kHostMachine = EM_AARCH64;
#else
inline constexpr uint16_t kHostMachine = EM_X86_64;
#endif

/// Checks an embedded ELF file for `machine` (EM_X86_64 or EM_AARCH64) and says how to load it. Maps and executes
/// nothing. Fails with FAILED_PRECONDITION, or UNIMPLEMENTED for an unknown relocation, and a sentence that names the
/// offending field.
Result<ElfPlan> plan_elf(Bytes file, uint16_t machine = kHostMachine);

}  // namespace ireereplay
