#include "profile/timeline/search.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace ireereplay::profile::timeline {

namespace {

using Field = SearchTerm::Field;

struct FieldName {
  std::string_view name;
  Field field;
};
constexpr std::array<FieldName, 10> kFields = {{{"fn", Field::kFunction},
                                                {"function", Field::kFunction},
                                                {"dur", Field::kDuration},
                                                {"duration", Field::kDuration},
                                                {"track", Field::kTrack},
                                                {"rec", Field::kRecord},
                                                {"record", Field::kRecord},
                                                {"status", Field::kStatus},
                                                {"name", Field::kName},
                                                {"text", Field::kName}}};

/// "950ns", "1.5ms", "2s"; without a unit nanoseconds.
bool parse_duration(std::string_view text, uint64_t* out) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !(value >= 0)) return false;
  const std::string unit = lower_case(text.substr(static_cast<size_t>(end - text.data())));
  if (unit == "us" || unit == "µs") {
    value *= 1e3;
  } else if (unit == "ms") {
    value *= 1e6;
  } else if (unit == "s") {
    value *= 1e9;
  } else if (!unit.empty() && unit != "ns") {
    return false;
  }
  if (value >= 18446744073709551616.0) return false;
  *out = static_cast<uint64_t>(value);
  return true;
}

/// Fills the term's value; a sentence when it is none.
const char* parse_value(std::string_view value, SearchTerm& term) {
  if (!value.empty() && value[0] == '!') {
    term.is_negated = !term.is_negated;
    value.remove_prefix(1);
  }
  if (value.empty()) return "a value is missing after the colon";
  if (term.field == Field::kDuration) {
    term.comparison = take_comparison(value);
    return parse_duration(value, &term.low) ? nullptr
                                            : "a duration is a number with a unit, as in dur:>1ms or dur:<=20us";
  }
  if (term.field != Field::kRecord) {
    term.pattern = lower_case(value);
    return nullptr;
  }
  const size_t dots = value.find("..");
  if (dots == std::string_view::npos) {
    term.comparison = take_comparison(value);
    if (!parse_query_number(value, &term.low))
      return "records are given by number, as in rec:12, rec:>100 or rec:10..20";
    term.high = term.low;
    return nullptr;
  }
  return parse_query_number(value.substr(0, dots), &term.low) && parse_query_number(value.substr(dots + 2), &term.high)
             ? nullptr
             : "a range of records has two numbers, as in rec:10..20";
}

/// Which durations a term asks for: those from `low` to `high`, none where that is less; or all others.
struct DurationRange {
  uint64_t low = 0;
  uint64_t high = UINT64_MAX;
  bool is_negated = false;

  explicit DurationRange(const SearchTerm& term) : is_negated(term.is_negated) {
    const uint64_t bound = term.low;
    switch (term.comparison) {
      case Comparison::kEqual:
        low = high = bound;
        return;
      case Comparison::kLess:
      case Comparison::kGreaterEqual:
        // One is what the other is not. Looking for what is long needs no look at most slices.
        low = bound;
        is_negated = is_negated != (term.comparison == Comparison::kLess);
        return;
      case Comparison::kLessEqual:
      case Comparison::kGreater:
        is_negated = is_negated != (term.comparison == Comparison::kLessEqual);
        if (bound == UINT64_MAX) {
          low = 1;
          high = 0;
        } else {
          low = bound + 1;
        }
        return;
    }
  }
};

/// Decides one track's slices, 64 at a time: what holds of each is a bit.
class TrackMatcher {
 public:
  TrackMatcher(const Timeline& timeline, const Track& track, const std::vector<SearchTerm>& terms,
               const std::vector<std::vector<bool>>& by_name)
      : timeline_(timeline), track_(track), terms_(terms), by_name_(by_name) {}

  /// False when no slice of the track can match.
  bool can_match() const {
    for (const SearchTerm& term : terms_) {
      if (term.field == Field::kTrack && matches_pattern(term.pattern, track_.name) == term.is_negated) return false;
    }
    return true;
  }

  /// What slices are is decided once for all that are the same.
  MatchBits find() const {
    std::vector<uint8_t> by_what(timeline_.whats.size(), 1);
    bool needs_whats = false;
    for (size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].field > Field::kFunction) continue;
      needs_whats = true;
      for (size_t what = 0; what < by_what.size(); ++what)
        if (by_name_[i][timeline_.whats[what].name] == terms_[i].is_negated) by_what[what] = 0;
    }
    std::vector<DurationRange> durations;
    std::vector<const SearchTerm*> records;
    std::vector<StatusTerm> statuses;
    for (const SearchTerm& term : terms_) {
      if (term.field == Field::kDuration) durations.emplace_back(term);
      if (term.field == Field::kRecord) records.push_back(&term);
      if (term.field == Field::kStatus) statuses.push_back({&term, is_status(term, 0)});
    }
    const SliceTrack& slices = track_.slices;
    return slices.match([&](const auto& index_of, size_t count, const auto& longest) {
      const auto bits_where = [&](const auto& holds) {
        uint64_t bits = 0;
        for (size_t k = 0; k < count; ++k) bits |= static_cast<uint64_t>(holds(index_of(k))) << k;
        return bits;
      };
      uint64_t bits = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
      for (const DurationRange& range : durations) {
        if (range.low != 0 && longest() < range.low) {
          if (!range.is_negated) return uint64_t{0};
          continue;
        }
        bits &= bits_where([&](size_t index) {
          const uint64_t duration = slices.duration(index);
          return (duration >= range.low && duration <= range.high) != range.is_negated;
        });
      }
      if (needs_whats && bits != 0) bits &= bits_where([&](size_t index) { return by_what[slices.what(index)] != 0; });
      for (const SearchTerm* term : records) {
        if (bits == 0) break;
        bits &= bits_where([&](size_t index) { return has_record(*term, slices.record(index)) != term->is_negated; });
      }
      for (const StatusTerm& status : statuses) {
        const SearchTerm& term = *status.term;
        if (track_.failed.empty()) {
          if (status.is_ok == term.is_negated) bits = 0;
        } else if (bits != 0) {
          bits &= bits_where([&](size_t index) {
            const uint32_t code = track_.status_of(slices.row(index));
            return (code == 0 ? status.is_ok : is_status(term, code)) != term.is_negated;
          });
        }
      }
      return bits;
    });
  }

 private:
  /// A term that asks for a status, and whether OK is it.
  struct StatusTerm {
    const SearchTerm* term;
    bool is_ok;
  };

  static bool is_status(const SearchTerm& term, uint32_t code) { return lower_case(status_name(code)) == term.pattern; }
  static bool has_record(const SearchTerm& term, uint32_t record) {
    if (record == kNoRecord32) return false;
    return term.high != term.low ? record >= term.low && record <= term.high : holds(term.comparison, record, term.low);
  }

  const Timeline& timeline_;
  const Track& track_;
  const std::vector<SearchTerm>& terms_;
  const std::vector<std::vector<bool>>& by_name_;
};

}  // namespace

bool parse_search(std::string_view text, std::vector<SearchTerm>* out, QueryMistake* mistake) {
  out->clear();
  size_t at = 0, begin = 0;
  std::string word;
  while (next_query_word(text, at, &word, &begin)) {
    if (word.empty()) continue;
    SearchTerm term;
    std::string_view rest = word;
    if (rest.size() > 1 && rest[0] == '-') {
      term.is_negated = true;
      rest.remove_prefix(1);
    }
    if (const size_t colon = rest.find(':'); colon != std::string_view::npos && colon > 0) {
      const std::string name = lower_case(rest.substr(0, colon));
      const auto field = std::find_if(kFields.begin(), kFields.end(),
                                      [&](const FieldName& candidate) { return candidate.name == name; });
      if (field != kFields.end()) {
        term.field = field->field;
        if (const char* message = parse_value(rest.substr(colon + 1), term)) {
          *mistake = {message, begin, at};
          return false;
        }
        out->push_back(std::move(term));
        continue;
      }
      if (std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
        *mistake = {"there is no field \"" + name + "\": fields are fn, dur, track, rec, status, name", begin,
                    begin + colon};
        return false;
      }
    }
    term.pattern = lower_case(rest);
    out->push_back(std::move(term));
  }
  return true;
}

Result<std::shared_ptr<const Matches>> search(std::shared_ptr<const Timeline> timeline, std::string_view query,
                                              const std::atomic<bool>& cancelled) {
  auto made = std::make_shared<Matches>();
  made->timeline = timeline;
  made->query = query;
  std::vector<SearchTerm> terms;
  QueryMistake mistake;
  if (!parse_search(query, &terms, &mistake)) {
    made->mistake = mistake;
    return std::shared_ptr<const Matches>(made);
  }
  if (terms.empty()) return std::shared_ptr<const Matches>(made);
  // Of each term, whether a name matches it: names are few.
  std::vector<std::vector<bool>> by_name(terms.size());
  bool names_tracks = false;
  for (size_t i = 0; i < terms.size(); ++i) {
    names_tracks = names_tracks || terms[i].field == Field::kTrack;
    if (terms[i].field > Field::kFunction) continue;
    by_name[i].reserve(timeline->names.size());
    for (const Name& name : timeline->names) {
      by_name[i].push_back((terms[i].field == Field::kName || name.is_function) &&
                           matches_pattern(terms[i].pattern, name.text));
    }
  }
  for (const auto& track : timeline->tracks) {
    if (cancelled.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
    if (!track->has_slices() || track->size() == 0) continue;
    if (track->track_class == TrackClass::kWorker && !names_tracks) continue;
    const TrackMatcher matcher(*timeline, *track, terms, by_name);
    if (!matcher.can_match()) continue;
    MatchBits bits = matcher.find();
    made->count += bits.count();
    made->tracks.emplace(track->id, std::move(bits));
  }
  return std::shared_ptr<const Matches>(made);
}

std::optional<FoundMatch> next_match(const Matches& matches, const std::vector<uint32_t>& tracks,
                                     std::optional<SliceId> from, int64_t time, bool is_forward) {
  const Timeline& timeline = *matches.timeline;
  size_t from_place = tracks.size();
  if (from) {
    const Track* track = timeline.track(from->track);
    const auto found = std::find(tracks.begin(), tracks.end(), from->track);
    if (track != nullptr && track->has_slices() && from->index < track->size()) {
      time = track->slices.start(from->index);
      from_place = static_cast<size_t>(found - tracks.begin());
    }
  }
  constexpr int64_t kAll = std::numeric_limits<int64_t>::max();
  // Which slices of a track that begin at the time come before the place: those up to an index.
  const auto index_at = [&](size_t place, size_t of, int64_t index) -> int64_t {
    if (of == tracks.size()) return -1;
    return place < of ? kAll : place > of ? -1 : index;
  };
  std::optional<SliceId> best;
  size_t best_place = 0;
  int64_t best_time = 0;
  for (size_t i = 0; i < tracks.size(); ++i) {
    const Track* track = timeline.track(tracks[i]);
    const MatchBits* bits = matches.on(tracks[i]);
    if (track == nullptr || bits == nullptr) continue;
    const uint32_t found =
        track->slices.next_match(*bits, time, index_at(i, from_place, from ? from->index : 0), is_forward);
    if (found == track->size()) continue;
    const int64_t at = track->slices.start(found);
    const bool is_better = !best || (is_forward ? at < best_time : at >= best_time);
    if (!is_better) continue;
    best = SliceId{tracks[i], found};
    best_place = i;
    best_time = at;
  }
  if (!best) return std::nullopt;
  FoundMatch match = {*best, 1};
  for (size_t i = 0; i < tracks.size(); ++i) {
    const Track* track = timeline.track(tracks[i]);
    const MatchBits* bits = matches.on(tracks[i]);
    if (track == nullptr || bits == nullptr) continue;
    match.ordinal += track->slices.matches_before(*bits, best_time, index_at(i, best_place, best->index));
  }
  return match;
}

}  // namespace ireereplay::profile::timeline
