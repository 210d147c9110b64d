#include "executable/machine_requests.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace ireereplay {
namespace {

using test::fixture;
using test::read_file;

TEST(MachineRequests, AreNoneInWhatTheCompilerMade) {
  for (const char* file : {"models/mm256/kernels/captured.so", "models/mm256/kernels/tile.so",
                           "models/mm256/kernels/system.so", "kernels/elementwise_mul.so"}) {
    const auto requests = find_machine_requests(read_file(fixture(file)));
    EXPECT_TRUE(requests.empty()) << file << ": " << requests[0].what << " at " << requests[0].place;
  }
}

TEST(MachineRequests, AreNoneOfWhatIsNoExecutable) {
  EXPECT_TRUE(find_machine_requests({}).empty());
  EXPECT_TRUE(find_machine_requests(read_file(fixture("models/mm256/c.npy"))).empty());
}

}  // namespace
}  // namespace ireereplay
