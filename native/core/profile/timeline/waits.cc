#include <algorithm>
#include <optional>

#include "base/decimal.h"
#include "profile/timeline/cause.h"
#include "profile/timeline/prepared_anew.h"
#include "profile/timeline/words.h"

namespace ireereplay::profile::timeline {

namespace {

/// Submissions that are read to see what they wait on: those that waited longest.
constexpr size_t kMostRead = 1024;
constexpr size_t kMostGaps = 16384;

/// A time in which nothing is executed, and what comes after it.
struct Gap {
  int64_t begin = 0;
  int64_t end = 0;
};

/// A part of a gap in which a submission was there and not executed.
struct Wait {
  double ns = 0;
  const Track* track = nullptr;
  uint32_t index = 0;
  Gap gap;
};

class Waits {
 public:
  explicit Waits(const Timeline& timeline) : timeline_(timeline), prepared_anew_(timeline) {
    for (const auto& track : timeline.tracks)
      if (track->track_class == TrackClass::kSubmissions) submissions_.push_back(track.get());
  }

  void find(std::vector<Cause>* causes) {
    find_gaps();
    // The longest say what is waited for; millions of short ones are the cost of dispatching.
    if (gaps_.size() > kMostGaps) {
      const auto longer = [](const Gap& a, const Gap& b) { return a.end - a.begin > b.end - b.begin; };
      std::nth_element(gaps_.begin(), gaps_.begin() + kMostGaps, gaps_.end(), longer);
    }
    for (size_t i = 0; i < gaps_.size(); ++i) {
      if (i < kMostGaps) {
        attribute(gaps_[i]);
      } else {
        add_empty({gaps_[i].begin, gaps_[i].end});
      }
    }
    std::sort(waits_.begin(), waits_.end(), [](const Wait& a, const Wait& b) { return a.ns > b.ns; });
    if (waits_.size() > kMostRead) waits_.resize(kMostRead);
    double on_semaphores = 0, on_queue = 0;
    uint64_t semaphores = 0, queued = 0;
    const Wait *longest = nullptr, *longest_queued = nullptr;
    for (const Wait& wait : waits_) {
      if (waits_on_semaphore(wait)) {
        on_semaphores += wait.ns;
        ++semaphores;
        if (longest == nullptr) longest = &wait;
      } else {
        on_queue += wait.ns;
        ++queued;
        if (longest_queued == nullptr) longest_queued = &wait;
      }
    }
    if (longest != nullptr) causes->push_back(semaphore_cause(*longest, on_semaphores, semaphores));
    if (longest_queued != nullptr) {
      Cause cause;
      cause.kind = "gap";
      cause.cost = on_queue;
      cause.sentence = {{"Nothing is executed for " + time_words(on_queue) + " although " +
                         (queued == 1 ? "a submission is" : decimal(queued) + " submissions are") + " ready and " +
                         (queued == 1 ? "has" : "have") + " nothing to wait for; the longest: "},
                        submission(*longest_queued),
                        {", " + time_words(longest_queued->ns) + "."}};
      cause.evidence = {submission(*longest_queued)};
      causes->push_back(std::move(cause));
    }
    if (empty_ns_ > 0) causes->push_back(gap_cause());
  }

 private:
  /// The times between executions of any queue.
  void find_gaps() {
    std::vector<std::pair<const SliceTrack*, uint32_t>> tracks;
    for (const auto& track : timeline_.tracks) {
      const bool executes = track->track_class == TrackClass::kTransfers || track->has_dispatches() ||
                            track->track_class == TrackClass::kQueueDevice;
      if (executes && track->size() != 0) tracks.emplace_back(&track->slices, 0);
    }
    bool is_first = true;
    int64_t reached = 0;
    while (true) {
      auto* next = static_cast<std::pair<const SliceTrack*, uint32_t>*>(nullptr);
      for (auto& track : tracks) {
        if (track.second == track.first->size()) continue;
        if (next == nullptr || track.first->start(track.second) < next->first->start(next->second)) next = &track;
      }
      if (next == nullptr) return;
      const int64_t start = next->first->start(next->second), end = next->first->end(next->second);
      ++next->second;
      if (!is_first && start > reached) gaps_.push_back({reached, start});
      reached = is_first ? end : std::max(reached, end);
      is_first = false;
    }
  }

  /// What was submitted before a gap's end and executed from there on has waited in it.
  void attribute(const Gap& gap) {
    const Track* track = nullptr;
    uint32_t index = 0;
    int64_t since = gap.end;
    for (const Track* submissions : submissions_) {
      const SliceTrack& slices = submissions->slices;
      for (uint32_t i = slices.first_reaching(gap.end - 1), looks = 0;
           i < slices.size() && slices.start(i) < gap.end && looks < 256; ++i, ++looks) {
        if (slices.end(i) < gap.end || slices.ready(i) < gap.begin || slices.ready(i) > gap.end) continue;
        if (slices.start(i) >= since) continue;
        since = slices.start(i);
        track = submissions;
        index = i;
      }
    }
    const int64_t begin = std::max(gap.begin, since);
    if (track != nullptr && gap.end > begin)
      waits_.push_back({static_cast<double>(gap.end - begin), track, index, gap});
    if (begin > gap.begin) add_empty({gap.begin, begin});
  }

  void add_empty(const Gap& gap) {
    const auto empty = static_cast<double>(gap.end - gap.begin);
    empty_ns_ += empty;
    preparing_ns_ += static_cast<double>(prepared_anew_.within(gap.begin, gap.end));
    ++empty_count_;
    if (empty <= longest_empty_) return;
    longest_empty_ = empty;
    longest_gap_ = gap;
  }

  std::optional<format::QueueEvent> event_of(const Wait& wait) const {
    const auto read =
        timeline_.rows_of(ChunkKind::kQueueEvents)
            .read(*timeline_.context->bundle, wait.track->slices.row(wait.index), sizeof(format::QueueEvent));
    if (!read.ok()) return std::nullopt;
    return read->as<format::QueueEvent>();
  }
  /// What was ready before nothing was executed has waited for its turn alone.
  bool waits_on_semaphore(const Wait& wait) const {
    const auto event = event_of(wait);
    if (!event || event->wait_count == 0) return false;
    // When a device is told to wait, the host does not see when it does no more.
    if (event->dependency_strategy == format::DependencyStrategy::kDeviceBarrier) return true;
    return event->ready_host_time_ns == 0 || event->ready_host_time_ns > wait.gap.begin;
  }

  std::string name_of(const Track& track, uint32_t index) const {
    return "submission " + decimal((*track.submissions)[index]) + " (" + timeline_.name_of(track, index).text + ")";
  }
  CausePiece submission(const Wait& wait) const {
    return piece_of(*wait.track, wait.index, name_of(*wait.track, wait.index));
  }

  /// What ended last before a wait did: what signalled it, where a semaphore of the device did.
  std::optional<std::pair<const Track*, uint32_t>> waited_for(const Wait& wait) const {
    std::optional<std::pair<const Track*, uint32_t>> found;
    int64_t latest = 0;
    for (const Track* submissions : submissions_) {
      const SliceTrack& slices = submissions->slices;
      uint32_t looks = 0;
      for (uint32_t i = slices.first_from(wait.gap.end); i-- > 0 && looks < 4096; ++looks) {
        if (submissions == wait.track && i == wait.index) continue;
        if (slices.end(i) > wait.gap.end || (found && slices.end(i) <= latest)) continue;
        latest = slices.end(i);
        found = {submissions, i};
      }
    }
    return found;
  }

  Cause semaphore_cause(const Wait& longest, double total, uint64_t count) const {
    Cause cause;
    cause.kind = "wait";
    cause.cost = total;
    cause.evidence = {submission(longest)};
    cause.sentence = {{"Nothing is executed for " + time_words(total) + " while " +
                       (count == 1 ? "a submission waits on a semaphore: "
                                   : decimal(count) + " submissions wait on semaphores; the longest: ")},
                      submission(longest),
                      {" waits for " + time_words(longest.ns)}};
    if (const auto signaller = waited_for(longest)) {
      const CausePiece piece =
          piece_of(*signaller->first, signaller->second, name_of(*signaller->first, signaller->second));
      const int64_t ended = signaller->first->slices.end(signaller->second);
      cause.sentence.push_back({", after "});
      cause.sentence.push_back(piece);
      cause.sentence.push_back(
          {", which ended " + time_words(static_cast<double>(longest.gap.end - ended)) + " before it ran."});
      cause.evidence.push_back(piece);
    } else {
      cause.sentence.push_back({"."});
    }
    return cause;
  }

  Cause gap_cause() const {
    Cause cause;
    cause.kind = "gap";
    cause.cost = empty_ns_;
    const double span = static_cast<double>(timeline_.span());
    cause.sentence = {{"Between executions, nothing runs for " + time_words(empty_ns_) + " (" +
                       percent_words(span > 0 ? empty_ns_ / span : 0) + " of the span), in " +
                       counted(empty_count_, "gap") + "; the longest is " + time_words(longest_empty_) + "."}};
    if (preparing_ns_ > 0)
      cause.sentence.push_back(
          {" " + (preparing_ns_ == empty_ns_ ? "All of it" : percent_words(preparing_ns_ / empty_ns_) + " of it") +
           " precedes the first use of other executables with the same functions, such as those that a benchmark "
           "prepares for each "
           "repetition."});
    for (const auto& track : timeline_.tracks) {
      if (!track->has_dispatches() || track->size() == 0) continue;
      const uint32_t index = std::min(track->slices.first_from(longest_gap_.end), track->size() - 1);
      cause.evidence = {piece_of(*track, index, "what comes after the longest gap")};
      break;
    }
    return cause;
  }

  const Timeline& timeline_;
  std::vector<const Track*> submissions_;
  std::vector<Gap> gaps_;
  std::vector<Wait> waits_;
  double empty_ns_ = 0;
  double longest_empty_ = 0;
  uint64_t empty_count_ = 0;
  const PreparedAnew prepared_anew_;
  double preparing_ns_ = 0;  // Of what is empty.
  Gap longest_gap_;
};

}  // namespace

void find_waits(const Timeline& timeline, std::vector<Cause>* causes) { Waits(timeline).find(causes); }

}  // namespace ireereplay::profile::timeline
