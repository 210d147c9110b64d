// Whatever the bytes are, preflight answers.
#include <unistd.h>

#include <cstdio>
#include <random>

#include "fixtures.h"

namespace ireereplay::replay {
namespace {

TEST(Preflight, AnswersForMutatedCaptures) {
  const std::vector<uint8_t> original = read_all(fixture("small.ireereplay"));
  std::mt19937_64 random(20261121);
  const std::string path = testing::TempDir() + "mutated-" + std::to_string(::getpid()) + ".ireereplay";
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<uint8_t> bytes = original;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) {
      const size_t at = random() % (bytes.size() - 8);
      switch (random() % 4) {
        case 0:
          bytes[at] ^= static_cast<uint8_t>(1u << random() % 8);
          break;
        case 1:
          bytes[at] = static_cast<uint8_t>(random());
          break;
        case 2: {
          const uint64_t value = random() % 2 == 0 ? ~0ull : 1ull << (random() % 64);
          std::memcpy(bytes.data() + (at & ~7ull), &value, 8);
          break;
        }
        default:
          bytes.resize(std::max<size_t>(24, bytes.size() - random() % 64));
          bytes.resize(std::max<size_t>(bytes.size(), 32));
          break;
      }
    }
    std::FILE* file = std::fopen(path.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    const PreflightReport report = preflight(path, {});
    if (!report.can_run()) ++refused;
  }
  std::remove(path.c_str());
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace ireereplay::replay
