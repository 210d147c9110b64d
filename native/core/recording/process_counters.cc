#include "recording/process_counters.h"

#include <dirent.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ireereplay::replay {

namespace {

std::vector<pid_t> threads() {
  std::vector<pid_t> found;
  DIR* const folder = ::opendir("/proc/self/task");
  if (folder == nullptr) return found;
  while (const dirent* const entry = ::readdir(folder))
    if (const long id = std::strtol(entry->d_name, nullptr, 10); id > 0) found.push_back(static_cast<pid_t>(id));
  ::closedir(folder);
  return found;
}

/// A descriptor; -1 with errno.
int open_counter(const CountedEvent& event, pid_t thread) {
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof(attributes));
  attributes.size = sizeof(attributes);
  attributes.type = event.type;
  attributes.config = event.config;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

void ProcessCounters::begin() {
  close();
  const std::vector<pid_t> counted = threads();
  for (size_t i = 0; i < events_.size(); ++i) {
    for (const pid_t thread : counted) {
      const int counter = open_counter(events_[i], thread);
      if (counter >= 0) {
        counters_[i].push_back(counter);
      } else if (errno != ESRCH) {  // The thread has ended.
        for (const int open : counters_[i]) ::close(open);
        counters_[i].clear();
        break;
      }
    }
  }
}

void ProcessCounters::close() {
  for (std::vector<int>& counters : counters_) {
    for (const int counter : counters) ::close(counter);
    counters.clear();
  }
}

std::optional<uint64_t> ProcessCounters::read(size_t index) const {
  if (counters_[index].empty()) return std::nullopt;
  uint64_t total = 0;
  for (const int counter : counters_[index]) {
    struct {
      uint64_t value, enabled_ns, running_ns;
    } counted;
    if (::read(counter, &counted, sizeof(counted)) != sizeof(counted)) return std::nullopt;
    if (counted.enabled_ns == counted.running_ns) {
      total += counted.value;
    } else if (counted.running_ns != 0) {
      total += static_cast<uint64_t>(static_cast<double>(counted.value) * static_cast<double>(counted.enabled_ns) /
                                     static_cast<double>(counted.running_ns));
    } else {
      // Asked for all the time, never counted: what it would be is not known.
      return std::nullopt;
    }
  }
  return total;
}

}  // namespace ireereplay::replay
