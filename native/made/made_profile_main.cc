// Writes one of the tests' profiles: made_profile [--one-dispatch | --one-dispatch-by-host] PATH. Without a flag it is
// the one with every kind of chunk.
#include <cstdio>
#include <string_view>

#include "profile/made_profile.h"
#include "profile/one_dispatch_profile.h"

int main(int argc, char** argv) {
  using ireereplay::test::DispatchTimes;
  const std::string_view flag = argc == 3 ? argv[1] : "";
  ireereplay::Status status;
  if (argc == 2) {
    status = ireereplay::test::write_made_profile(argv[1]);
  } else if (flag == "--one-dispatch") {
    status = ireereplay::test::write_one_dispatch_profile(argv[2], DispatchTimes::kByDeviceAndHost);
  } else if (flag == "--one-dispatch-by-host") {
    status = ireereplay::test::write_one_dispatch_profile(argv[2], DispatchTimes::kByHost);
  } else {
    std::fprintf(stderr, "made_profile [--one-dispatch | --one-dispatch-by-host] PATH\n");
    return 2;
  }
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.to_string().c_str());
  return 1;
}
