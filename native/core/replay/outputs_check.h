// Whether runs that are timed are also right: what the application reads back, compared after some that are chosen by
// chance.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/chance.h"
#include "base/element.h"
#include "hal/local/run.h"
#include "replay/outcome_check.h"
#include "replay/verification.h"

namespace ireereplay::replay {

/// An output as it has to be.
struct RightOutput {
  std::vector<uint8_t> bytes;
  std::optional<ElementType> type;  ///< Without one it is compared byte by byte.
  size_t unwritten_end = 0;         ///< Bytes at its end that are not compared.
};

/// Receives the outputs of runs, and compares them.
class OutputsCheck final : public OutputSink {
 public:
  OutputsCheck(std::vector<RightOutput> right, const Tolerance& tolerance, uint64_t seed);

  /// Whether a run is to be compared now, by chance: the numbers follow from the seed.
  bool is_due() { return chance_.below(kOneOf) == 0; }
  Chance* chance() { return &chance_; }
  /// A run begins whose outputs will be written.
  void begin();
  Status write(const OutputRange& range, Bytes bytes) override;
  /// The first output that was not right, if any; its ordinal is its place among the outputs of a run. One of another
  /// length, or one too many, is wrong. To be asked at the end of a run.
  std::optional<WrongOutcome> wrong() const;
  /// How many runs were compared.
  uint64_t compared() const { return compared_; }

 private:
  static constexpr size_t kOneOf = 4;

  std::vector<RightOutput> right_;
  /// What was found last, and was right: most runs give the same, bit for bit.
  std::vector<std::vector<uint8_t>> accepted_;
  const Tolerance tolerance_;
  Chance chance_;
  size_t next_ = 0;
  uint64_t compared_ = 0;
  std::optional<WrongOutcome> wrong_;
};

}  // namespace ireereplay::replay
