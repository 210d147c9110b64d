#include <algorithm>
#include <charconv>

#include "base/decimal.h"
#include "profile/timeline/cause.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

struct Worker {
  const Track* track = nullptr;  ///< Null of one that did nothing at all.
  uint32_t number = 0;
  uint32_t at = 0;  ///< The first of its parts that may belong to what comes.
  double busy = 0;  ///< Within what could be shared.
  double idle = 0;
};

uint64_t workgroups_of(const What& what) {
  uint64_t count = uint64_t{what.count[0]} * what.count[1];
  return checked_mul(count, what.count[2], &count) ? count : UINT64_MAX;
}

}  // namespace

uint64_t worker_count(const Timeline& timeline) {
  uint64_t count = timeline.totals.workers;
  // Those that were there and did nothing are named by the recorder alone.
  const std::string& replay = timeline.context->replay;
  constexpr std::string_view kKey = "\"workers\":";
  if (const size_t at = replay.rfind(kKey); at != std::string::npos) {
    uint32_t recorded = 0;
    (void)std::from_chars(replay.data() + at + kKey.size(), replay.data() + replay.size(), recorded);
    count = std::max<uint64_t>(count, std::min<uint32_t>(recorded, 4096));
  }
  return count;
}

void find_imbalance(const Timeline& timeline, std::vector<Cause>* causes) {
  const uint64_t count = timeline.totals.workers == 0 ? 0 : worker_count(timeline);
  if (count < 2) return;
  std::vector<Worker> workers;
  for (const auto& track : timeline.tracks)
    if (track->track_class == TrackClass::kWorker) workers.push_back({track.get(), track->worker});
  for (uint32_t number = 0; workers.size() < count; ++number) {
    const auto has = [&](const Worker& worker) { return worker.number == number; };
    if (std::none_of(workers.begin(), workers.end(), has)) workers.push_back({nullptr, number});
  }
  double idle = 0, most_idle = 0;
  SliceId worst;
  bool has_worst = false;
  for (const auto& track : timeline.tracks) {
    if (!track->has_dispatches() || track->source != ChunkKind::kHostExecutionEvents) continue;
    for (Worker& worker : workers) worker.at = 0;
    for (uint32_t i = 0; i < track->slices.size(); ++i) {
      const uint32_t what = track->slices.what(i);
      // What has fewer workgroups than there are workers cannot keep all of them busy.
      if (workgroups_of(timeline.whats[what]) < count) continue;
      const int64_t start = track->slices.start(i), end = track->slices.end(i);
      double here = 0;
      for (Worker& worker : workers) {
        double busy = 0;
        if (worker.track != nullptr) {
          const SliceTrack& parts = worker.track->slices;
          while (worker.at < parts.size() && parts.start(worker.at) < start && parts.end(worker.at) <= start)
            ++worker.at;
          // Another dispatch's part is work, too.
          for (uint32_t k = worker.at; k < parts.size() && parts.start(k) < end; ++k) {
            const int64_t begin = std::max(parts.start(k), start), stop = std::min(parts.end(k), end);
            if (stop > begin) busy += static_cast<double>(stop - begin);
          }
        }
        const double left = std::max(static_cast<double>(end - start) - busy, 0.0);
        worker.busy += busy;
        worker.idle += left;
        here += left;
      }
      idle += here;
      if (here > most_idle || !has_worst) {
        most_idle = here;
        worst = {track->id, i};
        has_worst = true;
      }
    }
  }
  if (!has_worst || idle <= 0) return;
  const auto starved = std::max_element(workers.begin(), workers.end(),
                                        [](const Worker& a, const Worker& b) { return a.idle < b.idle; });
  double all = 0;
  for (const Worker& worker : workers) all += worker.busy;
  const auto others = static_cast<double>(workers.size() - 1);
  const double mean_of_others = (all - starved->busy) / others;
  Cause cause;
  cause.kind = "imbalance";
  cause.cost = idle / static_cast<double>(workers.size());
  const std::string sentence = "During dispatches, the " + decimal(workers.size()) + " workers are idle for " +
                               percent_words(idle / (idle + all)) + " of the time, " + time_words(cause.cost) +
                               " per worker on average";
  if (starved->busy < 0.8 * mean_of_others) {
    const std::string name = "worker " + decimal(starved->number);
    cause.sentence = {{name, starved->track == nullptr || starved->track->size() == 0
                                 ? std::nullopt
                                 : std::optional(SliceId{starved->track->id, 0})},
                      {" is starved: it works for " + time_words(starved->busy) + " while the others work for " +
                       time_words(mean_of_others) + " each. " + sentence + "."}};
  } else {
    cause.sentence = {{sentence + "; worker " + decimal(starved->number) + " is idle the longest, " +
                       time_words(starved->idle) + "."}};
  }
  const Track& track = *timeline.track(worst.track);
  cause.evidence = {piece_of(track, worst.index,
                             timeline.name_of(track, worst.index).text + ", where workers are idle for " +
                                 time_words(most_idle) + " in total")};
  causes->push_back(std::move(cause));
}

}  // namespace ireereplay::profile::timeline
