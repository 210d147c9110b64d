// random_captures FOLDER SEED COUNT OPERATIONS [--no-dispatches]: writes COUNT random programs from SEED on into
// FOLDER, SEED.ireereplay each, that leave the contents of their buffers in SEED.result. Prints how many devices each
// has, a line each. Without dispatches, nothing in them is code, and buffers are mapped in the end instead.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "replay/random_program.h"

int main(int argc, char** argv) {
  if (argc != 5 && !(argc == 6 && std::string_view(argv[5]) == "--no-dispatches")) {
    std::fprintf(stderr, "usage: random_captures FOLDER SEED COUNT OPERATIONS [--no-dispatches]\n");
    return 2;
  }
  const uint64_t first = std::strtoull(argv[2], nullptr, 10);
  const uint64_t count = std::strtoull(argv[3], nullptr, 10);
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const std::string base = std::string(argv[1]) + "/" + std::to_string(seed);
    ireereplay::replay::RandomProgramOptions options;
    options.seed = seed;
    options.operations = static_cast<uint32_t>(std::strtoul(argv[4], nullptr, 10));
    options.dispatches = argc == 5;
    if (options.dispatches) options.output_file = base + ".result";
    uint32_t devices = 0;
    const ireereplay::Status status = ireereplay::replay::write_random_program(base + ".ireereplay", options, &devices);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.to_string().c_str());
      return 1;
    }
    std::printf("%u\n", devices);
  }
  return 0;
}
