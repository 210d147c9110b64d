// Barriers as runs, against a plain list of them.
#include "profile/barriers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "fixtures.h"
#include "profile/writer.h"
#include "recording/chunk_stream.h"

namespace ireereplay::profile {
namespace {

using format::BarrierRun;
using test::TemporaryFile;

Result<Barriers> written(const std::vector<BarrierRun>& runs) {
  const TemporaryFile output;
  ChunkMetadata metadata;
  metadata.session_id = 1;
  {
    auto writer = BundleWriter::create(output.path());
    EXPECT_TRUE(writer.ok() && writer->begin_session(metadata).ok());
    replay::OwnChunkStream<BarrierRun> stream(format::kBarriersContentType, metadata, *writer);
    for (const BarrierRun& run : runs) EXPECT_TRUE(stream.append(run).ok());
    EXPECT_TRUE(stream.finish().ok() && writer->end_session(metadata).ok() && writer->close().ok());
  }
  const std::atomic<bool> never = false;
  const auto bundle = Bundle::open(*File::open(output.path()), never);
  EXPECT_TRUE(bundle.ok());
  return Barriers::read(**bundle, never);
}

TEST(Barriers, AreFoundAgainWhereverTheyLie) {
  std::mt19937 random(11);
  for (int round = 0; round < 50; ++round) {
    std::vector<BarrierRun> runs;
    std::vector<std::vector<uint64_t>> begins(3);
    for (size_t buffer = 0; buffer < begins.size(); ++buffer) {
      uint64_t record = random() % 50;
      for (uint32_t i = random() % 60; i > 0; --i) {
        // Mostly at equal distances, now and then far away.
        record += random() % 20 == 0 ? uint64_t{1} << (random() % 40) : random() % 4 == 0 ? 1 + random() % 5 : 2;
        begins[buffer].push_back(record);
        add_barrier(buffer + 7, record, &runs);
      }
    }
    const auto barriers = written(runs);
    ASSERT_TRUE(barriers.ok()) << barriers.status().to_string();
    for (size_t buffer = 0; buffer < begins.size(); ++buffer) {
      const auto expect = [&](uint64_t record) {
        const auto after = std::upper_bound(begins[buffer].begin(), begins[buffer].end(), record);
        EXPECT_EQ(barriers->region_of(buffer + 7, record), after == begins[buffer].begin() ? 0 : after[-1])
            << "round " << round << ", record " << record;
      };
      expect(0);
      for (const uint64_t begin : begins[buffer])
        for (uint64_t record = begin - std::min<uint64_t>(begin, 2); record <= begin + 2; ++record) expect(record);
    }
    EXPECT_EQ(barriers->region_of(99, 1000), 0u);
  }
}

TEST(Barriers, BehindEachDispatchAreOneRun) {
  std::vector<BarrierRun> runs;
  for (uint64_t record = 12; record < 200'012; record += 2) add_barrier(3, record, &runs);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].count, 100'000u);
}

TEST(Barriers, OfAHostileProfileAreLookedUpInNoTime) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  const auto barriers = written({{0, 0, 1, 10, 4, 0},
                                 {0, UINT32_MAX, 1, 20, 0, 0},
                                 {0, UINT32_MAX, 1, 25, UINT32_MAX, 0},
                                 {0, UINT32_MAX, 1, kMost - 5, UINT32_MAX, 0}});
  ASSERT_TRUE(barriers.ok()) << barriers.status().to_string();
  EXPECT_EQ(barriers->region_of(1, 15), 0u);  // Of none.
  EXPECT_EQ(barriers->region_of(1, 24), 20u);
  EXPECT_EQ(barriers->region_of(1, 30), 25u);
  EXPECT_EQ(barriers->region_of(1, kMost), kMost - 5);
}

}  // namespace
}  // namespace ireereplay::profile
