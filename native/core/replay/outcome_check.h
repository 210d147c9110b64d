// Whether what is timed is also right. A kernel may be right as long as it is watched: so what timed executions leave
// is compared, too, after some that are chosen by chance and after the last, and what they have to overwrite holds
// something else before each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/chance.h"
#include "hal/local/run.h"
#include "replay/outcome.h"
#include "replay/verification.h"

namespace ireereplay::replay {

/// What a dispatch binds, as a part of an Outcome.
struct CheckedBinding {
  uint32_t ordinal = 0;
  Outcome::Piece part;
  std::optional<ElementType> type;  ///< Without one it is compared byte by byte.
};

/// Compares what executions of one dispatch leave with what they have to.
class OutcomeCheck final : public BetweenExecutions {
 public:
  /// `memory` is what the dispatch binds: as many bytes as `right` has. What is chosen by chance follows from `seed`.
  OutcomeCheck(std::vector<std::span<uint8_t>> memory, std::shared_ptr<const Outcome> right,
               std::vector<CheckedBinding> bindings, const Tolerance& tolerance, uint64_t seed);

  /// Fills what has to be overwritten with bytes by chance, other ones each time.
  void poison();
  /// Makes the last execution's results wrong in one place, so that the next has to make them right again.
  void between() override;
  /// Whether between() can do that.
  bool can_repeat() const {
    return !right_->overwritten.empty() || (right_->is_repeatable && !right_->changed.empty());
  }
  /// Whether what is there now is near enough to be what another kernel leaves that computes the same: within the
  /// tolerance, or a hundredth of the largest number of its binding. Nothing when it is. What is further away may still
  /// be right for the application, which may look at less.
  std::optional<WrongOutcome> compare_roughly() const;
  /// From here on what is there now is what is right.
  void adopt();
  /// Whether a kernel of that outcome overwrites all that it has to.
  bool is_covered_by(const Outcome& other) const;
  /// Whether it is to be compared now: by chance.
  bool is_due() { return chance_.below(kOneOf) == 0; }
  Chance* chance() { return &chance_; }
  /// Compares what the right execution changes, or all that is bound. Nothing when it is right.
  std::optional<WrongOutcome> compare(bool all);
  /// How often it was compared.
  uint64_t compared() const { return compared_; }

 private:
  static constexpr size_t kOneOf = 8;

  /// Calls `use(memory, place, length)` for the parts of a piece, each in one range of memory, until it gives false.
  template <typename Use>
  bool each_part(const Outcome::Piece& piece, Use use) const;
  bool is_as_it_was(const Outcome::Piece& piece) const;
  std::vector<uint8_t> found(const Outcome::Piece& piece) const;

  std::vector<std::span<uint8_t>> memory_;
  std::vector<uint64_t> places_;  // Where each range begins in an Outcome.
  std::shared_ptr<const Outcome> right_;
  std::vector<uint8_t> after_;  // What is right.
  std::vector<CheckedBinding> bindings_;
  const Tolerance tolerance_;
  Chance chance_;
  std::vector<uint8_t> noise_;
  uint64_t compared_ = 0;
};

}  // namespace ireereplay::replay
