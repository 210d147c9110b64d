// Writes one of the tests' profiles: made_profile [--KIND] PATH. Without a kind it is the one with every kind of chunk.
#include <cstdio>
#include <string_view>

#include "profile/made_profile.h"
#include "profile/one_dispatch_profile.h"
#include "profile/several_devices_profile.h"
#include "profile/timeline/planted_causes.h"

namespace {

using ireereplay::Status;
using ireereplay::test::DispatchTimes;

struct Kind {
  std::string_view flag;
  Status (*write)(const std::string& path);
};

constexpr Kind kKinds[] = {
    {"--one-dispatch",
     [](const std::string& path) {
       return ireereplay::test::write_one_dispatch_profile(path, DispatchTimes::kByDeviceAndHost);
     }},
    {"--one-dispatch-by-host",
     [](const std::string& path) {
       return ireereplay::test::write_one_dispatch_profile(path, DispatchTimes::kByHost);
     }},
    {"--several-devices", ireereplay::test::write_several_devices_profile},
    {"--slow-function", [](const std::string& path) { return ireereplay::test::even_run(100, 5).write(path); }},
    {"--starved-worker",
     [](const std::string& path) { return ireereplay::test::run_with_starved_worker().write(path); }},
    {"--semaphore-wait",
     [](const std::string& path) { return ireereplay::test::run_with_semaphore_wait().write(path); }},
};

int result_of(const Status& status) {
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.to_string().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) return result_of(ireereplay::test::write_made_profile(argv[1]));
  for (const Kind& kind : kKinds)
    if (argc == 3 && kind.flag == argv[1]) return result_of(kind.write(argv[2]));
  std::fprintf(stderr, "made_profile [KIND] PATH; the kinds:");
  for (const Kind& kind : kKinds) std::fprintf(stderr, " %s", std::string(kind.flag).c_str());
  std::fprintf(stderr, "\n");
  return 2;
}
