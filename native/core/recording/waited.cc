#include "recording/waited.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace ireereplay::replay {

namespace {

std::optional<uint64_t> waited_ns(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  char text[128] = {};
  const ssize_t length = ::read(file, text, sizeof(text) - 1);
  ::close(file);
  unsigned long long ran = 0, waited = 0;
  if (length <= 0 || std::sscanf(text, "%llu %llu", &ran, &waited) != 2) return std::nullopt;
  return waited;
}

}  // namespace

std::optional<uint64_t> waited_for_processors_ns() {
  DIR* const folder = ::opendir("/proc/self/task");
  if (folder == nullptr) return std::nullopt;
  std::optional<uint64_t> sum;
  while (const dirent* const entry = ::readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    // A thread that ends meanwhile is not counted.
    if (const auto waited = waited_ns("/proc/self/task/" + std::string(entry->d_name) + "/schedstat"))
      sum = sum.value_or(0) + *waited;
  }
  ::closedir(folder);
  return sum;
}

}  // namespace ireereplay::replay
