#include "profile/clock_fit.h"

#include <gtest/gtest.h>

#include <limits>

namespace ireereplay::profile {
namespace {

format::ClockCorrelation sample(uint64_t id, uint64_t tick, uint64_t ns) {
  format::ClockCorrelation made;
  made.flags = format::kClockDeviceTick | format::kClockHostCpuTimestamp;
  made.sample_id = id;
  made.device_tick = tick;
  made.host_cpu_timestamp_ns = ns;
  return made;
}

DeviceClock clock_of(std::initializer_list<format::ClockCorrelation> samples) {
  DeviceClock clock;
  for (const auto& one : samples) clock.add(one);
  return clock;
}

TEST(ProfileClock, IsTheLineThroughTheFirstAndTheLastSample) {
  const auto fit = fit_clock(clock_of({sample(4, 1000, 50000), sample(5, 7, 3), sample(6, 1300, 51000)}));
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->first_sample_id, 4u);
  EXPECT_EQ(fit->last_sample_id, 6u);
  EXPECT_DOUBLE_EQ(fit->ns_per_tick(), 1000.0 / 300.0);
  EXPECT_EQ(fit->duration_ns(0), 0);
  EXPECT_EQ(fit->duration_ns(300), 1000);
  // 3.33, 6.67 and 10 nanoseconds: to the nearest.
  EXPECT_EQ(fit->duration_ns(1), 3);
  EXPECT_EQ(fit->duration_ns(2), 7);
  EXPECT_EQ(fit->duration_ns(3), 10);
  EXPECT_EQ(fit->time_ns(1003), 50010);
  EXPECT_EQ(fit->time_ns(997), 49990);
}

TEST(ProfileClock, IsNotKnownWhereSamplesDoNotGiveALine) {
  EXPECT_FALSE(fit_clock({}));
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 1, 1)})));
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 10, 10), sample(2, 10, 20)})));
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 10, 10), sample(2, 20, 10)})));
  auto unaligned = sample(2, 15, 15);
  unaligned.flags |= format::kClockDeviceTickUnaligned;
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 10, 10), unaligned, sample(3, 20, 20)})));
  auto without_host = sample(2, 20, 20);
  without_host.flags = format::kClockDeviceTick;
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 10, 10), without_host})));
  EXPECT_FALSE(fit_clock(clock_of({sample(1, 10, 10), sample(2, 20, 1ull << 63)})));
}

TEST(ProfileClock, SaysWhatDoesNotFit) {
  const auto fit = fit_clock(clock_of({sample(1, 0, 0), sample(2, 1, std::numeric_limits<int64_t>::max())}));
  ASSERT_TRUE(fit.has_value());
  EXPECT_EQ(fit->duration_ns(1), std::numeric_limits<int64_t>::max());
  EXPECT_FALSE(fit->duration_ns(2));
  EXPECT_FALSE(fit->time_ns(~0ull));
  const DeviceTime time = device_time(fit, 1, ~0ull);
  EXPECT_TRUE(time.valid);
  EXPECT_FALSE(time.fit);
  EXPECT_FALSE(device_time(fit, 0, 5).valid);
  EXPECT_FALSE(device_time(fit, 5, 4).valid);
}

}  // namespace
}  // namespace ireereplay::profile
