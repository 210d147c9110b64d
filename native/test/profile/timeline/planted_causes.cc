#include "profile/timeline/planted_causes.h"

namespace ireereplay::test {

TimelineBundle even_run(int dispatches, int64_t slow_function_times) {
  TimelineBundle bundle;
  bundle.replay = R"({"workers":4})";
  int64_t now = 1000;
  for (int i = 0; i < dispatches; ++i) {
    const auto function = static_cast<uint32_t>(i % 4);
    const int64_t duration = 10'000 * (function == 2 ? slow_function_times : 1);
    bundle.add_submission(static_cast<uint64_t>(i) + 1, now, now, 0);
    bundle.add_dispatch(now, now + duration, function, 64, static_cast<uint64_t>(i) + 1);
    for (uint32_t worker = 0; worker < 4; ++worker) bundle.add_share(worker, now, now + duration - 100 * worker, 16);
    now += duration + 50;
  }
  return bundle;
}

TimelineBundle run_with_starved_worker() {
  TimelineBundle bundle = even_run(0);
  int64_t now = 1000;
  for (int i = 0; i < 100; ++i) {
    bundle.add_dispatch(now, now + 10'000, static_cast<uint32_t>(i % 4), 64);
    for (uint32_t worker = 0; worker < 4; ++worker)
      bundle.add_share(worker, now, now + (worker == 2 ? 500 : 9'900), worker == 2 ? 1 : 21);
    now += 10'050;
  }
  return bundle;
}

TimelineBundle run_with_semaphore_wait() {
  TimelineBundle bundle = even_run(100);
  const int64_t end = bundle.executions.back().end_host_time_ns;
  bundle.add_submission(200, end - 5000, end + 900'000, 1);
  bundle.add_dispatch(end + 900'000, end + 910'000, 0, 64, 200);
  for (uint32_t worker = 0; worker < 4; ++worker) bundle.add_share(worker, end + 900'000, end + 910'000, 16);
  return bundle;
}

}  // namespace ireereplay::test
