// repairCapture(source, target, cancel), packCapture(source, target, options, cancel),
// unpackCapture(source, folder, name, cancel), extractCapture(source, target, piece, options, cancel),
// leaveOutRecords(source, target, ranges, cancel).
#pragma once

#include <napi.h>

namespace ireereplay::addon {

/// Promise of the protocol's RepairResult, as JSON.
Napi::Value repair_capture(const Napi::CallbackInfo& info);

/// Promises of the protocol's PackResult, as JSON.
Napi::Value pack_capture(const Napi::CallbackInfo& info);
Napi::Value unpack_capture(const Napi::CallbackInfo& info);

/// Promise of the protocol's ExtractResult, as JSON.
Napi::Value extract_capture(const Napi::CallbackInfo& info);

/// findPieceMemory(path, piece, cancel): promise of PieceMemory of engine/addon/sharing.ts, as JSON.
Napi::Value find_piece_memory(const Napi::CallbackInfo& info);

/// writePiece(source, target, piece, contents, cancel): promise of WrittenPiece of engine/addon/sharing.ts, as JSON.
Napi::Value write_piece(const Napi::CallbackInfo& info);

/// leaveOutRecords(source, target, ranges, cancel, keepsOrder): promise of Remaining of engine/addon/sharing.ts, as
/// JSON. `ranges` are objects of `begin` and `end`.
Napi::Value leave_out_records(const Napi::CallbackInfo& info);

}  // namespace ireereplay::addon
