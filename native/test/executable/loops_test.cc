#include "executable/loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "executable/control_flow.h"
#include "executable/dominators.h"
#include "made_code.h"
#include "replays.h"

namespace ireereplay {
namespace {

using test::MadeCode;

using Edges = std::vector<std::pair<uint64_t, uint64_t>>;

Edges edges_of(const std::vector<LoopEdge>& edges) {
  Edges all;
  for (const LoopEdge& edge : edges) all.emplace_back(edge.from, edge.to.value_or(0));
  return all;
}

Edges code_of(const CodeLoop& loop) {
  Edges all;
  for (const CodeInterval& code : loop.code) all.emplace_back(code.begin, code.end);
  return all;
}

TEST(Loops, AreFoundWithWhereTheyBeginRepeatAndEnd) {
  MadeCode code;
  code.pause();
  code.put(0);
  code.pause();
  const uint64_t back = code.branch(0), end = code.here();
  code.leave();
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), 1u);
  const CodeLoop& loop = found.loops[0];
  EXPECT_EQ(loop.header, code.at(0));
  EXPECT_EQ(code_of(loop), Edges({{code.at(0), end}}));
  EXPECT_EQ(edges_of(loop.back_edges), Edges({{back, code.at(0)}}));
  EXPECT_EQ(edges_of(loop.exits), Edges({{back, end}}));
  EXPECT_EQ(loop.depth, 1u);
  EXPECT_EQ(loop.parent, kNotListed);
  EXPECT_TRUE(loop.is_innermost);
  EXPECT_TRUE(loop.is_one_path);
  EXPECT_EQ(found.of_instruction, std::vector<uint32_t>({kNotListed, 0, 0, kNotListed}));
  EXPECT_TRUE(found.notes.empty());
}

TEST(Loops, AreNotFoundWhereNothingRepeats) {
  MadeCode code;
  code.branch(0);
  code.pause();
  code.jump(1);
  code.put(0);
  code.pause();
  code.put(1);
  code.leave();
  const CodeLoops found = find_loops(code.list());
  EXPECT_TRUE(found.loops.empty());
  EXPECT_TRUE(found.notes.empty());
  EXPECT_TRUE(find_loops(CodeListing()).loops.empty());
}

TEST(Loops, AreNested) {
  MadeCode code;
  code.put(0);
  code.pause();
  code.put(1);
  code.pause();
  const uint64_t first = code.branch(1), between = code.here();
  code.put(2);
  code.pause();
  code.branch(2);
  const uint64_t outer = code.branch(0), end = code.here();
  code.leave();
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), 3u);
  EXPECT_EQ(found.loops[0].header, code.at(0));
  EXPECT_EQ(found.loops[1].header, code.at(1));
  EXPECT_EQ(found.loops[2].header, code.at(2));
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(found.loops[i].parent, 0u);
    EXPECT_EQ(found.loops[i].depth, 2u);
    EXPECT_TRUE(found.loops[i].is_innermost);
  }
  EXPECT_FALSE(found.loops[0].is_innermost);
  EXPECT_FALSE(found.loops[0].is_one_path);
  EXPECT_EQ(code_of(found.loops[0]), Edges({{code.at(0), end}}));
  EXPECT_EQ(code_of(found.loops[1]), Edges({{code.at(1), between}}));
  EXPECT_EQ(edges_of(found.loops[0].exits), Edges({{outer, end}}));
  EXPECT_EQ(edges_of(found.loops[1].exits), Edges({{first, between}}));
  EXPECT_EQ(found.of_instruction, std::vector<uint32_t>({0, 1, 1, 2, 2, 0, kNotListed}));
}

TEST(Loops, AreOneWhereTheyHaveTheSameHeader) {
  MadeCode code;
  code.put(0);
  code.pause();
  const uint64_t first = code.branch(0);
  code.pause();
  const uint64_t second = code.branch(0);
  code.leave();
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(edges_of(found.loops[0].back_edges), Edges({{first, code.at(0)}, {second, code.at(0)}}));
  EXPECT_TRUE(found.loops[0].is_innermost);
  EXPECT_FALSE(found.loops[0].is_one_path);
}

TEST(Loops, MayLieInSeveralPieces) {
  MadeCode code;
  code.put(0);
  code.pause();
  code.branch(2);
  const uint64_t end = code.here();
  code.put(1);
  code.leave();
  code.put(2);
  code.pause();
  const uint64_t back = code.jump(0);
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(code_of(found.loops[0]), Edges({{code.at(0), end}, {code.at(2), code.here()}}));
  EXPECT_EQ(edges_of(found.loops[0].back_edges), Edges({{back, code.at(0)}}));
  EXPECT_TRUE(found.loops[0].is_one_path);
}

TEST(Loops, EndWhereTheFunctionDoes) {
  MadeCode code;
  code.put(0);
  code.branch(1);
  const uint64_t end = code.here();
  code.leave();
  code.put(1);
  // To before the function.
  const uint64_t out = code.here();
  code.add({0x0F, 0x84, 0, 0xF0, 0xFF, 0xFF});
  code.jump(0);
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(edges_of(found.loops[0].exits), Edges({{code.at(0), end}, {out, out + 6 - 0x1000}}));
}

TEST(Loops, AreNotToldWhereACycleHasSeveralEntries) {
  MadeCode code;
  code.put(0);
  code.branch(2);
  code.put(1);
  code.pause();
  code.put(2);
  code.pause();
  code.branch(1);
  code.branch(0);
  code.leave();
  const CodeLoops found = find_loops(code.list());
  // The loop around it is one.
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(found.loops[0].header, code.at(0));
  EXPECT_FALSE(found.loops[0].is_innermost);
  EXPECT_FALSE(found.loops[0].is_one_path);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_NE(found.notes[0].find("can be entered at several points"), std::string::npos) << found.notes[0];
}

/// A loop, with `bytes` before it.
CodeLoops with_before(std::initializer_list<uint8_t> bytes) {
  MadeCode code;
  code.add(bytes);
  code.put(0);
  code.pause();
  code.branch(0);
  code.leave();
  return find_loops(code.list());
}

TEST(Loops, AreNotToldWhereCodeMayLeadAnywhere) {
  EXPECT_EQ(with_before({0x90}).loops.size(), 1u);
  // jne over jmp rax.
  const CodeLoops indirect = with_before({0x75, 0x02, 0xFF, 0xE0});
  EXPECT_TRUE(indirect.loops.empty());
  ASSERT_EQ(indirect.notes.size(), 1u);
  EXPECT_EQ(indirect.notes[0],
            "The function's loops are not known: at 0x1002 it jumps to an address held in a register or memory.");
  // jne into the middle of mov eax, 0.
  const CodeLoops middle = with_before({0x75, 0x01, 0xB8, 0, 0, 0, 0});
  EXPECT_TRUE(middle.loops.empty());
  ASSERT_EQ(middle.notes.size(), 1u);
  EXPECT_NE(middle.notes[0].find("the middle of an instruction"), std::string::npos);
  // No instruction of 64-bit code.
  const CodeLoops data = with_before({0x06});
  EXPECT_TRUE(data.loops.empty());
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_NE(data.notes[0].find("not a known instruction"), std::string::npos);
  // jmp rax that nothing reaches.
  EXPECT_EQ(with_before({0xEB, 0x02, 0xFF, 0xE0}).loops.size(), 1u);
}

TEST(Loops, AreNotToldOfAFunctionThatIsNotListedToItsEnd) {
  MadeCode code;
  code.put(0);
  code.pause();
  code.branch(0);
  CodeListing listing = code.list();
  EXPECT_EQ(find_loops(listing).loops.size(), 1u);
  listing.left_out = 8;
  listing.function.size += 8;
  const CodeLoops found = find_loops(listing);
  EXPECT_TRUE(found.loops.empty());
  EXPECT_EQ(found.notes.size(), 1u);
}

TEST(Loops, AreToldUpToADepth) {
  constexpr uint32_t kDeep = kMostLoopDepth + 8;
  MadeCode code;
  for (uint32_t i = 0; i < kDeep; ++i) {
    code.put(i);
    code.pause();
  }
  for (uint32_t i = kDeep; i-- > 0;) code.branch(i);
  code.leave();
  const CodeLoops found = find_loops(code.list());
  ASSERT_EQ(found.loops.size(), kMostLoopDepth);
  EXPECT_EQ(found.loops.back().depth, kMostLoopDepth);
  EXPECT_FALSE(found.loops.back().is_innermost);
  // What is left out is code of the deepest that is told.
  EXPECT_EQ(found.of_instruction[kDeep - 1], kMostLoopDepth - 1);
  EXPECT_EQ(found.notes.size(), 1u);
}

/// Random blocks with random jumps.
MadeCode random_code(std::mt19937_64& random) {
  MadeCode code;
  const auto count = static_cast<uint32_t>(2 + random() % 14);
  for (uint32_t i = 0; i < count; ++i) {
    code.put(i);
    code.pause();
    switch (random() % 6) {
      case 0:
        code.leave();
        break;
      case 1:
        code.jump(static_cast<uint32_t>(random() % count));
        break;
      case 2:
        break;
      default:
        code.branch(static_cast<uint32_t>(random() % count));
    }
  }
  code.leave();
  return code;
}

/// What can be reached from the first block without passing `without`.
std::set<uint32_t> reached(const std::vector<CodeBlock>& blocks, uint32_t without) {
  std::set<uint32_t> found;
  std::vector<uint32_t> pending = {0};
  while (!pending.empty()) {
    const uint32_t at = pending.back();
    pending.pop_back();
    if (at == without || !found.insert(at).second) continue;
    for (const uint32_t next : blocks[at].next) {
      if (next != kNotListed) pending.push_back(next);
    }
  }
  return found;
}

// By their definitions: a block dominates what cannot be reached without it; an edge to a block that dominates where it
// comes from makes a loop of all that reaches it without passing that block.
TEST(Loops, AreThoseOfTheirDefinition) {
  std::mt19937_64 random(11);
  size_t loops = 0, irregular = 0, deep = 0;
  for (int round = 0; round < 3000; ++round) {
    MadeCode code = random_code(random);
    const CodeListing listing = code.list();
    const std::vector<CodeBlock> blocks = find_blocks(listing);
    const Dominators dominators(blocks);
    const std::set<uint32_t> all = reached(blocks, kNotListed);
    ASSERT_EQ(all.size(), dominators.count());
    const auto address = [&](uint32_t instruction) { return listing.instructions[instruction].instruction.address; };
    std::map<uint64_t, std::set<uint32_t>> expected;  // Blocks by header.
    for (const uint32_t header : all) {
      const std::set<uint32_t> without = reached(blocks, header);
      std::set<uint32_t> body;
      std::vector<uint32_t> pending;
      for (const uint32_t each : all) {
        const bool dominates = !without.contains(each);
        ASSERT_EQ(dominators.dominates(dominators.number(header), dominators.number(each)), dominates);
        const auto& next = blocks[each].next;
        if (dominates && std::find(next.begin(), next.end(), header) != next.end()) pending.push_back(each);
      }
      if (pending.empty()) continue;
      body.insert(header);
      while (!pending.empty()) {
        const uint32_t at = pending.back();
        pending.pop_back();
        if (!body.insert(at).second) continue;
        for (const uint32_t each : all) {
          const auto& next = blocks[each].next;
          if (std::find(next.begin(), next.end(), at) != next.end()) pending.push_back(each);
        }
      }
      expected.emplace(address(blocks[header].first), std::move(body));
    }
    const CodeLoops found = find_loops(listing);
    ASSERT_EQ(found.loops.size(), expected.size());
    for (uint32_t i = 0; i < found.loops.size(); ++i) {
      const CodeLoop& loop = found.loops[i];
      const auto body = expected.find(loop.header);
      ASSERT_NE(body, expected.end());
      uint64_t bytes = 0, told = 0;
      for (const uint32_t each : body->second) {
        bytes += address(blocks[each].last()) - address(blocks[each].first) +
                 listing.instructions[blocks[each].last()].instruction.length;
        uint32_t inner = found.of_instruction[blocks[each].first];
        while (inner != kNotListed && inner != i) inner = found.loops[inner].parent;
        ASSERT_EQ(inner, i);
      }
      for (const CodeInterval& interval : loop.code) told += interval.end - interval.begin;
      ASSERT_EQ(told, bytes);
      ASSERT_TRUE(loop.parent == kNotListed || loop.parent < i);
      deep += loop.depth > 1 ? 1 : 0;
    }
    loops += found.loops.size();
    irregular += found.notes.size();
  }
  EXPECT_GT(loops, 500u);
  EXPECT_GT(deep, 50u);
  EXPECT_GT(irregular, 50u);
}

// Times grow with the number of instructions, not with its square.
TEST(Loops, AreFoundInTheLongestFunctions) {
  constexpr uint32_t kMany = kMostInstructions / 2 - 1;
  MadeCode nested, ladder;
  for (uint32_t i = 0; i < kMany; ++i) {
    nested.put(i);
    nested.pause();
  }
  for (uint32_t i = kMany; i-- > 0;) nested.branch(i);
  nested.leave();
  EXPECT_EQ(find_loops(nested.list()).loops.size(), kMostLoopDepth);
  // Each step can be reached from the first and from the one before, and leads back one step: it has several entries.
  std::mt19937_64 random(3);
  for (uint32_t i = 0; i < kMany; ++i) {
    ladder.put(i);
    ladder.pause();
    ladder.branch(static_cast<uint32_t>(random() % kMany));
  }
  ladder.leave();
  EXPECT_FALSE(find_loops(ladder.list()).notes.empty());
}

// A matrix product in three loops, as `objdump --disassemble` shows them.
TEST(Loops, AreThoseOfKernels) {
  const std::vector<uint8_t> elf = replay::captured_executable(replay::fixture("models/mm256/mm256.sync.ireereplay"));
  const auto listing = list_code(elf, 0u, std::atomic<bool>(false));
  ASSERT_TRUE(listing.ok());
  const CodeLoops found = find_loops(*listing);
  ASSERT_EQ(found.loops.size(), 3u);
  EXPECT_EQ(found.loops[0].header, 0xFA70u);
  EXPECT_EQ(found.loops[1].header, 0xFB00u);
  EXPECT_EQ(found.loops[2].header, 0xFB30u);
  EXPECT_EQ(found.loops[2].depth, 3u);
  EXPECT_TRUE(found.loops[2].is_one_path);
  ASSERT_NE(found.loops[2].place, kNotListed);
  EXPECT_EQ(listing->places[found.loops[2].place].line, 2u);
  EXPECT_TRUE(found.notes.empty());
}

}  // namespace
}  // namespace ireereplay
