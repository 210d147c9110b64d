#include "executable/machine_requests.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "executable/beginnings.h"
#include "executable/code_sweep.h"
#include "executable/elf_symbols.h"

namespace ireereplay {

namespace {

/// Intel SDM volume 2, AMD APM volume 3.
std::optional<RequestKind> request_of(const ZydisDecodedInstruction& instruction) {
  switch (instruction.mnemonic) {
    case ZYDIS_MNEMONIC_RDTSC:
    case ZYDIS_MNEMONIC_RDTSCP:
      return RequestKind::kClock;
    case ZYDIS_MNEMONIC_RDPMC:
    case ZYDIS_MNEMONIC_RDPRU:
      return RequestKind::kCounter;
    case ZYDIS_MNEMONIC_RDRAND:
    case ZYDIS_MNEMONIC_RDSEED:
      return RequestKind::kRandom;
    case ZYDIS_MNEMONIC_SYSCALL:
    case ZYDIS_MNEMONIC_SYSENTER:
    case ZYDIS_MNEMONIC_INT:
      return RequestKind::kSystemCall;
    default:
      return {};
  }
}

/// Functions of the C and C++ libraries and of Linux, and what their names begin with. What makes a system call ends
/// the process as it is called, unless it is for times, which Linux gives without one.
constexpr std::string_view kClocks[] = {"clock",        "gettimeofday", "time",          "times",
                                        "timespec_get", "ftime",        "clock_gettime", "clock_getres"};
constexpr std::string_view kRandoms[] = {
    "rand",    "rand_r",     "random",         "random_r",           "drand48",   "erand48",   "lrand48",
    "mrand48", "arc4random", "arc4random_buf", "arc4random_uniform", "getrandom", "getentropy"};
constexpr std::string_view kSystemCalls[] = {"syscall", "dlopen", "dlmopen", "dlsym", "dlvsym"};
constexpr std::string_view kThreads[] = {"pthread_create", "thrd_create", "clone",       "clone3",
                                         "fork",           "vfork",       "posix_spawn", "posix_spawnp"};
constexpr std::string_view kClockBeginnings[] = {"_ZNSt6chrono", "__vdso_"};
constexpr std::string_view kThreadBeginnings[] = {"_ZNSt6thread", "GOMP_parallel", "__kmpc_fork"};

std::optional<RequestKind> request_of(std::string_view import) {
  const auto is_one_of = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), import) != std::end(names);
  };
  if (is_one_of(kClocks) || begins_with_any(import, kClockBeginnings)) return RequestKind::kClock;
  if (is_one_of(kRandoms)) return RequestKind::kRandom;
  if (is_one_of(kSystemCalls)) return RequestKind::kSystemCall;
  if (is_one_of(kThreads) || begins_with_any(import, kThreadBeginnings)) return RequestKind::kThread;
  return {};
}

/// The first place of each instruction that asks.
class Requests {
 public:
  struct One {
    ZydisMnemonic mnemonic;
    RequestKind kind;
    uint64_t address;
  };

  void add(const One& one) {
    const auto is_same = [&](const One& known) { return known.mnemonic == one.mnemonic; };
    if (std::none_of(all_.begin(), all_.end(), is_same)) all_.push_back(one);
  }
  Requests& operator|=(const Requests& other) {
    for (const One& one : other.all_) add(one);
    return *this;
  }
  const std::vector<One>& all() const { return all_; }

 private:
  std::vector<One> all_;
};

}  // namespace

std::string_view request_kind_name(RequestKind kind) {
  constexpr std::string_view kNames[] = {"clock", "counter", "random", "system-call", "thread"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<MachineRequest> find_machine_requests(Bytes elf) {
  const CodeSweep sweep;
  Requests found;
  for (const SweptCode& code : code_to_sweep(elf)) {
    found |= sweep.sweep<Requests>(code.bytes, code.starts,
                                   [&](const ZydisDecodedInstruction& instruction, uint64_t offset) {
                                     Requests requests;
                                     if (const auto kind = request_of(instruction); kind)
                                       requests.add({instruction.mnemonic, *kind, code.address + offset});
                                     return requests;
                                   });
  }
  const ElfSymbols symbols(elf);
  std::vector<MachineRequest> requests;
  for (const auto& [mnemonic, kind, address] : found.all())
    requests.push_back({kind, ::ZydisMnemonicGetString(mnemonic), symbols.name_of(address)});
  for (const std::string_view import : symbols.imports()) {
    if (const auto kind = request_of(import); kind) requests.push_back({*kind, std::string(import), ""});
  }
  return requests;
}

}  // namespace ireereplay
