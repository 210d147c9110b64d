// Whether a dispatch reads some bytes, found out by trying: it is executed with these bytes and with others in their
// place, and what it leaves is compared. That it depends on them is sure; that it does not is only not seen, for
// kernels may read what changes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "replay/session.h"

namespace ireereplay::replay {

enum class Reading : uint8_t {
  kUnknown,  ///< It could not be tried, or gives other results each time.
  kNotSeen,  ///< It leaves the same, whatever the bytes are.
  kSeen,
};

/// Tries the dispatch ahead of a session of ReplayOptions::step_by_step. What the dispatch finds is there again after
/// each try. Memory: three times what the dispatch binds.
class ReadProbe {
 public:
  /// `session` outlives this, and stays where it is. Nothing is tried after `until_ns` of base/clock.h.
  ReadProbe(Session& session, const RunControl& control, uint64_t until_ns)
      : session_(session), control_(control), until_ns_(until_ns) {}

  /// Whether the dispatch depends on `bytes`, which lie in memory that it binds.
  Result<Reading> try_bytes(std::span<uint8_t> bytes);

 private:
  using Memory = std::vector<std::span<uint8_t>>;
  using Kept = std::vector<std::vector<uint8_t>>;

  Status begin();
  static Kept keep(const Memory& memory);
  void restore();
  Reading compare(std::span<uint8_t> bytes, const std::vector<uint8_t>& others) const;

  Session& session_;
  const RunControl control_;
  const uint64_t until_ns_;
  Memory memory_;
  Kept found_;  // By the dispatch.
  Kept left_;   // By it, as it was recorded.
  bool has_begun_ = false;
  bool is_steady_ = true;  // Twice the same is left.
};

}  // namespace ireereplay::replay
