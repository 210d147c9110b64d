#include "composing/piece_memory.h"

#include <memory>
#include <span>

#include "base/file.h"
#include "composing/any_device.h"
#include "hal/local/plan.h"

namespace ireereplay::composing {

namespace {

Result<sharing::Piece> find_any_piece(const std::string& path, const sharing::PieceRequest& request,
                                      const std::atomic<bool>& cancelled) {
  const auto plan = std::make_shared<replay::Plan>();
  IR_ASSIGN_OR_RETURN(plan->program, decode_for_any_device(path, cancelled));
  return sharing::find_piece(plan, request);
}

std::vector<NamedRange> ranges_of(const sharing::Spans& all) {
  std::vector<NamedRange> ranges;
  for (const auto& [buffer, spans] : all) {
    for (const sharing::Span& span : spans)
      ranges.push_back({.buffer = buffer, .offset = span.begin, .length = span.end - span.begin});
  }
  return ranges;
}

}  // namespace

Result<PieceMemory> find_piece_memory(const std::string& path, const sharing::PieceRequest& request,
                                      const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const sharing::Piece piece, find_any_piece(path, request, cancelled));
  PieceMemory memory;
  if (piece.dispatch == nullptr) {
    memory.begin = {piece.begin_record, kNoPlace};
    memory.end = {piece.end_record - 1, kNoPlace};
  } else {
    const bool is_command = piece.dispatch->via != kNoPlace;
    memory.begin = {piece.begin_record, is_command ? piece.dispatch->command.record : kNoPlace};
    memory.end = memory.begin;
  }
  memory.touched = ranges_of(piece.touched);
  sharing::Spans left = piece.written;
  // What it makes itself may be gone when it ends.
  std::erase_if(left, [&](const auto& one) { return !piece.touched.contains(one.first); });
  memory.left = ranges_of(left);
  return memory;
}

Result<sharing::Extracted> write_piece(const std::string& source, const std::string& target,
                                       const sharing::PieceRequest& request, const std::string& contents,
                                       const std::atomic<bool>& cancelled) {
  IR_ASSIGN_OR_RETURN(const sharing::Piece piece, find_any_piece(source, request, cancelled));
  IR_ASSIGN_OR_RETURN(const auto file, File::open(contents));
  sharing::Contents found;
  uint64_t at = 0;
  for (const auto& [buffer, spans] : piece.touched) {
    for (const sharing::Span& span : spans) {
      std::vector<uint8_t>& bytes = found[buffer].emplace_back(span.end - span.begin);
      IR_RETURN_IF_ERROR(file->read(at, std::span<uint8_t>(bytes)));
      at += bytes.size();
    }
  }
  return sharing::write_piece(source, target, piece, found, cancelled);
}

}  // namespace ireereplay::composing
