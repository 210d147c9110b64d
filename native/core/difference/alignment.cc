#include "difference/alignment.h"

#include <algorithm>
#include <unordered_map>

#include "base/seeded_hash.h"

namespace ireereplay::difference {

namespace {

/// A part of both sequences, ends excluded.
struct Section {
  uint32_t a, a_end, b, b_end;
  uint32_t depth;  ///< How often unique elements have divided what it is a part of.
};

/// Dividing further would cost more than it finds.
constexpr uint32_t kMostDivisions = 2;
/// Of one search; each takes 4 bytes.
constexpr size_t kMostSteps = 4 << 20;

class Aligner {
 public:
  Aligner(std::span<const uint64_t> a, std::span<const uint64_t> b, const std::atomic<bool>& cancelled)
      : a_(a), b_(b), cancelled_(cancelled) {}

  Result<Alignment> align() {
    std::vector<Section> open = {{0, static_cast<uint32_t>(a_.size()), 0, static_cast<uint32_t>(b_.size()), 0}};
    while (!open.empty()) {
      Section part = open.back();
      open.pop_back();
      take_ends(&part);
      if (part.a == part.a_end || part.b == part.b_end) continue;
      if (part.depth < kMostDivisions) {
        if (const std::vector<Match> unique = unique_matches(part); !unique.empty()) {
          divide(part, unique, &open);
          continue;
        }
      }
      IR_RETURN_IF_ERROR(take_shortest(part));
    }
    std::sort(out_.matches.begin(), out_.matches.end(), [](const Match& x, const Match& y) { return x.a < y.a; });
    return std::move(out_);
  }

 private:
  void take(uint32_t a, uint32_t b) { out_.matches.push_back({a, b}); }

  void take_ends(Section* part) {
    while (part->a < part->a_end && part->b < part->b_end && a_[part->a] == b_[part->b]) take(part->a++, part->b++);
    while (part->a < part->a_end && part->b < part->b_end && a_[part->a_end - 1] == b_[part->b_end - 1])
      take(--part->a_end, --part->b_end);
  }

  void divide(const Section& part, const std::vector<Match>& at, std::vector<Section>* open) {
    uint32_t a = part.a, b = part.b;
    for (const Match& match : at) {
      open->push_back({a, match.a, b, match.b, part.depth + 1});
      take(match.a, match.b);
      a = match.a + 1;
      b = match.b + 1;
    }
    open->push_back({a, part.a_end, b, part.b_end, part.depth + 1});
  }

  /// The longest list, in order, of elements that occur once on either side.
  std::vector<Match> unique_matches(const Section& part) const {
    struct Places {
      uint32_t in_a = 0, in_b = 0;
      uint32_t a = 0, b = 0;
    };
    std::unordered_map<uint64_t, Places, SeededHash> places;
    for (uint32_t at = part.a; at < part.a_end; ++at) {
      Places& found = places[a_[at]];
      ++found.in_a;
      found.a = at;
    }
    for (uint32_t at = part.b; at < part.b_end; ++at) {
      Places& found = places[b_[at]];
      ++found.in_b;
      found.b = at;
    }
    std::vector<Match> unique;
    for (uint32_t at = part.a; at < part.a_end; ++at) {
      const Places& found = places[a_[at]];
      if (found.in_a == 1 && found.in_b == 1) unique.push_back({at, found.b});
    }
    // The longest growing list by patience sorting: the last of each pile, and the one before it on the pile below.
    constexpr size_t kNone = ~size_t{0};
    std::vector<size_t> piles, before(unique.size(), kNone);
    for (size_t i = 0; i < unique.size(); ++i) {
      const auto pile = std::lower_bound(piles.begin(), piles.end(), unique[i].b,
                                         [&](size_t top, uint32_t b) { return unique[top].b < b; });
      if (pile != piles.begin()) before[i] = pile[-1];
      if (pile == piles.end()) {
        piles.push_back(i);
      } else {
        *pile = i;
      }
    }
    std::vector<Match> longest;
    for (size_t i = piles.empty() ? kNone : piles.back(); i != kNone; i = before[i]) longest.push_back(unique[i]);
    std::reverse(longest.begin(), longest.end());
    return longest;
  }

  /// What a round of the search reached: x by diagonal, -1 where it reached nothing.
  struct Round {
    int64_t lowest = 0;  ///< Diagonal of the first.
    std::vector<int32_t> reached;

    int64_t at(int64_t diagonal) const {
      const int64_t place = diagonal - lowest;
      return place < 0 || place >= static_cast<int64_t>(reached.size()) ? -1 : reached[static_cast<size_t>(place)];
    }
    /// Whether the furthest way to `diagonal` comes from the one above it: leaves out an element of b.
    bool is_down(int64_t diagonal) const { return at(diagonal - 1) < at(diagonal + 1); }
  };

  /// Myers' greedy search ("An O(ND) Difference Algorithm", 1986). Where more differs than it may look at, the furthest
  /// that it came is taken, and it begins again there.
  Status take_shortest(Section part) {
    while (part.a < part.a_end && part.b < part.b_end) {
      const int64_t n = part.a_end - part.a, m = part.b_end - part.b;
      std::vector<Round> rounds;
      size_t steps = 0;
      int64_t x = 0, y = 0;
      bool is_done = false;
      while (!is_done && steps < kMostSteps) {
        if (cancelled_.load(std::memory_order_relaxed)) return Status(StatusCode::kCancelled, "cancelled");
        const auto edits = static_cast<int64_t>(rounds.size());
        Round round;
        round.lowest = -std::min(edits, m);
        const int64_t highest = std::min(edits, n);
        round.reached.assign(static_cast<size_t>(highest - round.lowest + 1), -1);
        // Each round reaches every other diagonal.
        for (int64_t diagonal = round.lowest + ((edits + round.lowest) & 1); diagonal <= highest; diagonal += 2) {
          if (edits == 0) {
            x = 0;
          } else {
            const Round& before = rounds.back();
            x = before.is_down(diagonal) ? before.at(diagonal + 1) : before.at(diagonal - 1) + 1;
          }
          y = x - diagonal;
          while (x < n && y < m && a_[part.a + static_cast<uint64_t>(x)] == b_[part.b + static_cast<uint64_t>(y)]) {
            ++x;
            ++y;
          }
          round.reached[static_cast<size_t>(diagonal - round.lowest)] = static_cast<int32_t>(x);
          is_done = x == n && y == m;
          if (is_done) break;
        }
        steps += round.reached.size();
        rounds.push_back(std::move(round));
      }
      if (!is_done && !find_furthest(rounds.back(), n, m, &x, &y)) return Status();
      out_.is_rough |= !is_done;
      take_path(part, rounds, x, y);
      part.a += static_cast<uint32_t>(x);
      part.b += static_cast<uint32_t>(y);
    }
    return Status();
  }

  static bool find_furthest(const Round& round, int64_t n, int64_t m, int64_t* x, int64_t* y) {
    int64_t best = 0;
    for (size_t i = 0; i < round.reached.size(); ++i) {
      const int64_t at = round.reached[i], down = at - (round.lowest + static_cast<int64_t>(i));
      if (at < 0 || at > n || down > m || at + down <= best) continue;
      best = at + down;
      *x = at;
      *y = down;
    }
    return best > 0;
  }

  /// Goes back from (x, y), which the last round reached, and takes what is the same on the way.
  void take_path(const Section& part, const std::vector<Round>& rounds, int64_t x, int64_t y) {
    for (size_t i = rounds.size() - 1; i > 0; --i) {
      const Round& before = rounds[i - 1];
      const int64_t diagonal = x - y;
      const int64_t from = before.is_down(diagonal) ? diagonal + 1 : diagonal - 1;
      const int64_t from_x = before.at(from), from_y = from_x - from;
      take_same(part, &x, &y, from_x, from_y);
      x = from_x;
      y = from_y;
    }
    take_same(part, &x, &y, 0, 0);
  }

  void take_same(const Section& part, int64_t* x, int64_t* y, int64_t from_x, int64_t from_y) {
    while (*x > from_x && *y > from_y) {
      --*x;
      --*y;
      take(part.a + static_cast<uint32_t>(*x), part.b + static_cast<uint32_t>(*y));
    }
  }

  std::span<const uint64_t> a_, b_;
  const std::atomic<bool>& cancelled_;
  Alignment out_;
};

}  // namespace

Result<Alignment> align(std::span<const uint64_t> a, std::span<const uint64_t> b, const std::atomic<bool>& cancelled) {
  return Aligner(a, b, cancelled).align();
}

}  // namespace ireereplay::difference
