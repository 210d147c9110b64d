#include "roof/machine.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "executable/processor.h"

namespace ireereplay::roof {

namespace {

/// The first word of a file; empty where there is none.
std::string read_word(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// "48K" or "32M" as bytes; 0 for what is not such a size.
uint64_t parse_size(const std::string& text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc()) return 0;
  const std::string_view unit(rest, static_cast<size_t>(end - rest));
  const uint64_t factor = unit.empty()  ? 1
                          : unit == "K" ? 1ull << 10
                          : unit == "M" ? 1ull << 20
                          : unit == "G" ? 1ull << 30
                                        : 0;
  return factor != 0 && value <= UINT64_MAX / factor ? value * factor : 0;
}

/// One cache, by the level and the processors that the system says share it.
struct Instance {
  uint64_t bytes = 0;
  uint32_t sharers = 0;
};

std::vector<uint32_t> usable_processors() {
  std::vector<uint32_t> processors;
#if defined(__linux__)
  // Machines with more processors than the set has places for refuse the call: then all are taken.
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
    for (uint32_t i = 0; i < CPU_SETSIZE; ++i) {
      if (CPU_ISSET(i, &allowed)) processors.push_back(i);
    }
  }
#endif
  if (processors.empty()) {
    processors.resize(std::max(std::thread::hardware_concurrency(), 1u));
    for (uint32_t i = 0; i < processors.size(); ++i) processors[i] = i;
  }
  return processors;
}

}  // namespace

std::vector<Cache> read_caches(const std::string& folder, std::span<const uint32_t> processors) {
  std::map<uint32_t, std::map<std::string, Instance>> levels;
  for (const uint32_t processor : processors) {
    const std::string caches = folder + "/cpu" + std::to_string(processor) + "/cache/index";
    for (uint32_t index = 0;; ++index) {
      const std::string cache = caches + std::to_string(index) + "/";
      const std::string type = read_word(cache + "type");
      if (type.empty()) break;
      const uint64_t bytes = parse_size(read_word(cache + "size"));
      const uint64_t level = parse_size(read_word(cache + "level"));
      if (type == "Instruction" || bytes == 0 || level == 0 || level > 9) continue;
      Instance& instance = levels[static_cast<uint32_t>(level)][read_word(cache + "shared_cpu_list")];
      instance.bytes = bytes;
      ++instance.sharers;
    }
  }
  std::vector<Cache> found;
  for (const auto& [level, instances] : levels) {
    Cache cache{.level = level, .bytes = UINT64_MAX, .count = static_cast<uint32_t>(instances.size())};
    for (const auto& [sharing, instance] : instances) {
      cache.bytes = std::min(cache.bytes, instance.bytes);
      cache.total_bytes += instance.bytes;
      cache.sharers = std::max(cache.sharers, instance.sharers);
    }
    found.push_back(cache);
  }
  return found;
}

Machine describe_machine() {
  Machine machine;
  machine.processors = usable_processors();
  machine.features = processor_feature_names(query_processor());
  machine.caches = read_caches("/sys/devices/system/cpu", machine.processors);
  // A list of nodes; systems that know of none have no such file.
  const std::string nodes = read_word("/sys/devices/system/node/has_memory");
  machine.has_near_memory = nodes.find_first_of(",-") != std::string::npos;
  return machine;
}

}  // namespace ireereplay::roof
