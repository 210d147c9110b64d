#include "replay/lockstep.h"

#include "../replays.h"
#include "../rewritten_capture.h"
#include "replay/dispatch_list.h"
#include "replay/matched_commands.h"

namespace ireereplay::replay {
namespace {

using test::Copied;
using test::TemporaryFile;

const std::string kBlockFile = fixture("models/block/block.sync.ireereplay");

ReplayOptions on(const std::string& device) {
  ReplayOptions options;
  options.devices = {device};
  options.poison = 0xCD;
  return options;
}

struct Stepped {
  std::optional<Divergence> first;
  uint64_t compared = 0;
  uint64_t unmatched_a = 0;
  uint64_t unmatched_b = 0;
};

Stepped step(const LockstepSide& a, const LockstepSide& b) {
  auto lockstep = Lockstep::prepare(a, b, {});
  EXPECT_TRUE(lockstep.ok()) << lockstep.status().to_string();
  if (!lockstep.ok()) return {};
  auto first = (*lockstep)->next({});
  EXPECT_TRUE(first.ok()) << first.status().to_string();
  return {first.ok() ? *std::move(first) : std::nullopt, (*lockstep)->compared(), (*lockstep)->unmatched_a(),
          (*lockstep)->unmatched_b()};
}

uint64_t count_dispatches(const std::string& path) {
  auto list = list_dispatches(path, on("local-sync"), {});
  EXPECT_TRUE(list.ok());
  return list.ok() ? list->dispatches.size() : 0;
}

TEST(Lockstep, FindsNothingBetweenDevices) {
  for (const char* name : {"small.ireereplay", "models/block/block.sync.ireereplay", "command-buffers-1k.ireereplay",
                           "queue-mixed-1k.ireereplay"}) {
    const std::string path = fixture(name);
    const Stepped stepped = step({path, on("local-sync")}, {path, on("local-task")});
    EXPECT_FALSE(stepped.first) << name;
    EXPECT_GE(stepped.compared, count_dispatches(path)) << name;
  }
}

/// The transformer, with one constant changed that function `ordinal` of its executable reads.
void change_constant(const std::string& target, size_t ordinal, std::string* function) {
  test::rewrite(kBlockFile, target, [&](std::vector<Copied>& records) {
    Copied& prepare = test::first_of(records, format::PayloadType::kExecutablePrepare);
    const PartRange data = test::part_of(prepare, Part::kData);
    const Bytes elf = Bytes(prepare.payload).subspan(data.offset, data.length);
    const auto code = describe_code(elf);
    ASSERT_TRUE(code.ok());
    const uint64_t constant = test::constant_of(elf, code->functions[ordinal]);
    ASSERT_NE(constant, 0u);
    *function = code->functions[ordinal].name;
    prepare.payload[data.offset + constant] ^= 0x10;
  });
}

// Done when: verify names its dispatch as the first divergence in the middle of the transformer.
TEST(Lockstep, FindsTheDispatchWhoseKernelHasAnotherConstant) {
  const TemporaryFile changed;
  std::string function;
  change_constant(changed.path(), 9, &function);
  const auto list = list_dispatches(kBlockFile, on("local-sync"), {});
  ASSERT_TRUE(list.ok());
  const auto first = std::find_if(list->dispatches.begin(), list->dispatches.end(),
                                  [&](const ListedDispatch& one) { return one.function == function; });
  ASSERT_NE(first, list->dispatches.end());
  ASSERT_GT(first - list->dispatches.begin(), 3) << "it is in the middle";
  const Stepped stepped = step({kBlockFile, on("local-sync")}, {changed.path(), on("local-task")});
  ASSERT_TRUE(stepped.first);
  EXPECT_EQ(stepped.first->b.function, function);
  EXPECT_EQ(stepped.first->b.record, first->record);
  EXPECT_EQ(stepped.first->a.record, first->record) << "their records are the same";
  EXPECT_EQ(stepped.unmatched_a + stepped.unmatched_b, 0u);
  size_t written = 0;
  for (const ComparedRange& range : stepped.first->ranges) {
    EXPECT_NE(range.a.buffer, 0u);
    EXPECT_EQ(range.a.before, range.b.before) << "what it found is the same";
    written += range.a.after != range.b.after;
  }
  EXPECT_GE(written, 1u) << "a buffer may be bound twice";
}

TEST(Lockstep, GoesOnBehindADivergence) {
  const TemporaryFile changed;
  std::string function;
  change_constant(changed.path(), 9, &function);
  auto lockstep = Lockstep::prepare({kBlockFile, on("local-sync")}, {changed.path(), on("local-sync")}, {});
  ASSERT_TRUE(lockstep.ok());
  std::vector<uint64_t> records;
  for (;;) {
    auto next = (*lockstep)->next({});
    ASSERT_TRUE(next.ok()) << next.status().to_string();
    if (!*next) break;
    records.push_back((*next)->b.record);
  }
  EXPECT_GT(records.size(), 1u) << "what works on its results differs, too";
  EXPECT_GE((*lockstep)->compared(), count_dispatches(kBlockFile));
}

#if defined(__x86_64__)
TEST(Lockstep, FindsASubstituteThatWritesNothing) {
  ReplayOptions substituted = on("local-sync");
  // xor eax,eax; ret
  substituted.substitutions.push_back({false, "", 4, "", with_kernel({0x31, 0xC0, 0xC3}), "nothing"});
  const std::string small = fixture("small.ireereplay");
  const Stepped stepped = step({small, on("local-sync")}, {small, substituted});
  ASSERT_TRUE(stepped.first);
  EXPECT_EQ(stepped.first->b.record, 27u);
  EXPECT_EQ(stepped.first->b.function, "elementwise_mul");
}
#endif

TEST(Lockstep, LeavesOutWhatOnlyOneCaptureHas) {
  const TemporaryFile longer;
  const std::string small = fixture("small.ireereplay");
  uint64_t doubled = 0;
  test::rewrite(small, longer.path(), [&](std::vector<Copied>& records) {
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i].header.operation_code != format::Operation::kCommandBufferDispatch) continue;
      records.insert(records.begin() + static_cast<ptrdiff_t>(i), records[i]);
      doubled = i;
      break;
    }
  });
  ASSERT_NE(doubled, 0u);
  for (uint64_t i = 0; i < 2; ++i) {
    const LockstepSide one{small, on("local-sync")}, other{longer.path(), on("local-sync")};
    const Stepped stepped = i == 0 ? step(one, other) : step(other, one);
    EXPECT_EQ(stepped.unmatched_a, i);
    EXPECT_EQ(stepped.unmatched_b, 1 - i);
  }
}

TEST(Lockstep, SaysWhichSideCannotBeReplayed) {
  const auto lockstep = Lockstep::prepare({fixture("small.ireereplay"), on("local-sync")},
                                          {fixture("models/mm256/mm256-vulkan.ireereplay"), on("local-sync")}, {});
  ASSERT_FALSE(lockstep.ok());
  EXPECT_EQ(lockstep.status().message().rfind("this capture: ", 0), 0u) << lockstep.status().message();
}

TEST(Lockstep, CanBeCancelled) {
  const std::atomic<bool> cancelled = true;
  const LockstepSide small{fixture("small.ireereplay"), on("local-sync")};
  EXPECT_EQ(Lockstep::prepare(small, {kBlockFile, on("local-sync")}, {.cancel = &cancelled}).status().code(),
            StatusCode::kCancelled);
}

TEST(MatchedCommands, TellFunctionsWithoutTheNumberOfTheirDispatch) {
  EXPECT_EQ(name_without_number("jit$async_dispatch_12_matmul_64x64_f32"), "jit$async_dispatch__matmul_64x64_f32");
  EXPECT_EQ(name_without_number("main_dispatch_3"), "main_dispatch_");
  EXPECT_EQ(name_without_number("elementwise_mul"), "elementwise_mul");
  EXPECT_EQ(name_without_number(""), "");
}

}  // namespace
}  // namespace ireereplay::replay
