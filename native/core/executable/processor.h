// What this processor can do, as encoded for generated code.
#pragma once

#include <string>

#include "executable/library_abi.h"

namespace ireereplay {

/// Feature words of this machine's processor: bits as in IREE's runtime/src/iree/schemas/cpu_feature_bits.inl, set only
/// for features that the operating system has enabled too. All zero on unknown architectures.
abi::Processor query_processor();

/// Names of the features in `processor`, as LLVM spells them, separated by commas.
std::string processor_feature_names(const abi::Processor& processor);

/// What the processor calls itself: "AMD EPYC 9R14 96-Core Processor"; empty where it does not.
std::string processor_name();

}  // namespace ireereplay
