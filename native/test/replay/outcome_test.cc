#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "replay/find_outcome.h"
#include "replay/outcome_check.h"

namespace ireereplay::replay {
namespace {

/// Memory as a dispatch binds it: an input, and a result whose last granule nobody writes.
class Memory {
 public:
  Memory() : input_(256), result_(256 + Outcome::kGranule) {
    std::iota(input_.begin(), input_.end(), uint8_t{1});
    std::fill(result_.begin(), result_.end(), uint8_t{0xEE});
  }
  std::vector<std::span<uint8_t>> bound() { return {std::span(input_), std::span(result_)}; }
  std::vector<CheckedBinding> bindings() const {
    return {{0, {0, input_.size()}, ElementType::kI8}, {1, {input_.size(), result_.size()}, ElementType::kI8}};
  }
  uint8_t* input() { return input_.data(); }
  uint8_t* result() { return result_.data(); }
  size_t written() const { return result_.size() - Outcome::kGranule; }
  Outcome outcome(const std::function<void()>& execute) {
    Result<Outcome> found = find_outcome(bound(), [&] {
      execute();
      return Status();
    });
    EXPECT_TRUE(found.ok());
    return *std::move(found);
  }

 private:
  std::vector<uint8_t> input_, result_;
};

void negate(Memory& memory) {
  for (size_t i = 0; i < memory.written(); ++i) memory.result()[i] = static_cast<uint8_t>(~memory.input()[i]);
}

TEST(Outcome, SaysWhatIsOverwritten) {
  Memory memory;
  const std::vector<uint8_t> before = bytes_of(memory.bound());
  const Outcome outcome = memory.outcome([&] { negate(memory); });
  EXPECT_EQ(bytes_of(memory.bound()), before);
  EXPECT_EQ(outcome.before, before);
  EXPECT_TRUE(outcome.is_repeatable);
  ASSERT_EQ(outcome.overwritten.size(), 1u);
  EXPECT_EQ(outcome.overwritten[0].place, 256u);
  EXPECT_EQ(outcome.overwritten[0].length, 256u);
}

TEST(Outcome, DoesNotTakeWhatIsReadForOverwritten) {
  Memory adds;
  const Outcome sums = adds.outcome([&] {
    for (size_t i = 0; i < adds.written(); ++i)
      adds.result()[i] = static_cast<uint8_t>(adds.result()[i] + adds.input()[i]);
  });
  EXPECT_FALSE(sums.is_repeatable);
  EXPECT_TRUE(sums.overwritten.empty());
  Memory clears;
  // The same of what it has cleared already, but not of anything else.
  const Outcome bits = clears.outcome([&] {
    for (size_t i = 0; i < clears.written(); ++i) clears.result()[i] &= 0x0F;
  });
  EXPECT_TRUE(bits.is_repeatable);
  EXPECT_TRUE(bits.overwritten.empty());
  EXPECT_FALSE(bits.changed.empty());
}

TEST(Outcome, SaysNothingOfWhatIsLeftAsItIs) {
  Memory memory;
  const Outcome outcome = memory.outcome([] {});
  EXPECT_TRUE(outcome.changed.empty());
  EXPECT_TRUE(outcome.overwritten.empty());
}

/// A check of `execute`, at what it leaves the first time.
OutcomeCheck check_of(Memory& memory, const std::function<void()>& execute, uint64_t seed = 1) {
  const auto right = std::make_shared<const Outcome>(memory.outcome(execute));
  OutcomeCheck check(memory.bound(), right, memory.bindings(), Tolerance(), seed);
  check.poison();
  execute();
  EXPECT_FALSE(check.compare_roughly());
  check.adopt();
  return check;
}

TEST(OutcomeCheck, FindsWhatIsNotWrittenAgain) {
  Memory memory;
  OutcomeCheck check = check_of(memory, [&] { negate(memory); });
  for (int i = 0; i < 100; ++i) {
    check.poison();
    negate(memory);
    EXPECT_FALSE(check.compare(false));
    EXPECT_FALSE(check.compare(true));
    ASSERT_TRUE(check.can_repeat());
    check.between();
    const auto wrong = check.compare(false);
    ASSERT_TRUE(wrong);
    EXPECT_EQ(wrong->ordinal, 1u);
    check.poison();
    EXPECT_TRUE(check.compare(false));
  }
}

TEST(OutcomeCheck, FindsThatAnInputWasChanged) {
  Memory memory;
  OutcomeCheck check = check_of(memory, [&] { negate(memory); });
  check.poison();
  negate(memory);
  memory.input()[7] ^= 1;
  EXPECT_FALSE(check.compare(false));  // The result is right.
  const auto wrong = check.compare(true);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->ordinal, 0u);
}

TEST(OutcomeCheck, MakesResultsInPlaceWrongWithWhatWasThere) {
  Memory memory;
  const auto clear = [&] {
    for (size_t i = 0; i < memory.written(); ++i) memory.result()[i] &= 0x0F;
  };
  OutcomeCheck check = check_of(memory, clear);
  ASSERT_TRUE(check.can_repeat());
  check.between();
  EXPECT_TRUE(check.compare(false));
  clear();
  EXPECT_FALSE(check.compare(false));
}

TEST(OutcomeCheck, FillsWithOtherBytesEachTime) {
  Memory memory;
  OutcomeCheck check = check_of(memory, [&] { negate(memory); });
  check.poison();
  const std::vector<uint8_t> first(memory.result(), memory.result() + memory.written());
  check.poison();
  EXPECT_FALSE(std::equal(first.begin(), first.end(), memory.result()));
}

TEST(OutcomeCheck, KnowsWhetherAnotherKernelWritesAsMuch) {
  Memory memory;
  OutcomeCheck check = check_of(memory, [&] { negate(memory); });
  const auto half = [&] {
    for (size_t i = 0; i < memory.written() / 2; ++i) memory.result()[i] = 0;
  };
  const auto all = [&] { std::fill(memory.result(), memory.result() + memory.written(), uint8_t{0}); };
  std::fill(memory.result(), memory.result() + memory.written(), uint8_t{0x55});
  EXPECT_FALSE(check.is_covered_by(memory.outcome(half)));
  EXPECT_TRUE(check.is_covered_by(memory.outcome(all)));
}

}  // namespace
}  // namespace ireereplay::replay
