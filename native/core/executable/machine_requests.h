// What an executable's machine code asks the machine for, besides computing: what tells it when, or how often, it is
// called may make it do something else while it is measured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace ireereplay {

enum class RequestKind : uint8_t { kClock, kCounter, kRandom, kSystemCall, kThread };
/// "clock", "counter", "random", "system-call", "thread".
std::string_view request_kind_name(RequestKind kind);

struct MachineRequest {
  RequestKind kind = RequestKind::kClock;
  std::string what;   ///< An instruction, such as "rdtsc"; or a function that is imported, such as "clock_gettime".
  std::string place;  ///< Of an instruction: "kernel+0x10", ".text+0x40"; empty of an import.
};

/// What is in `elf`, the first of each instruction, then imports; empty when it is not an ELF file for x86-64. Code
/// that is not reached counts. Takes time linear in its size.
std::vector<MachineRequest> find_machine_requests(Bytes elf);

}  // namespace ireereplay
