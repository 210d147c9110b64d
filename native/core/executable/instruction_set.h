// Which extensions of the processor an executable's machine code uses: code compiled for a newer processor dies of
// SIGILL, and nothing in the file says what it was compiled for but the instructions themselves.
#pragma once

#include <string>

#include "base/bytes.h"

namespace ireereplay {

/// Extensions of x86-64 beyond what every such processor has, as far as compilers choose them for kernels.
struct InstructionSets {
  bool avx = false;
  bool fma = false;
  bool bmi = false;  ///< BMI1 and BMI2.
  bool avx512 = false;
};

/// What the instructions of x86-64 machine `code` use, read one behind the other. Reading ends at the first that we do
/// not know, so that what is not code is never taken for some.
InstructionSets find_instruction_sets(Bytes code);

/// What this machine's processor has; all of it on others than x86-64, whose code is not looked at.
InstructionSets host_instruction_sets();

/// The names of those in `needed` that are not in `present`: "AVX-512", "AVX, FMA"; empty when nothing is missing.
std::string missing_instruction_sets(const InstructionSets& needed, const InstructionSets& present);

}  // namespace ireereplay
