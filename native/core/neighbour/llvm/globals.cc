#include "neighbour/llvm/globals.h"

#include <algorithm>

#include "base/decimal.h"

namespace ireereplay::neighbour::llvm {

namespace {

/// Longer names are no names.
constexpr uint32_t kMostName = 4096;

class GlobalsReader {
 public:
  explicit GlobalsReader(const std::shared_ptr<const File>& file) : window_(file, 16 * 1024) {}

  Globals read() {
    Globals found;
    uint32_t count = 0;
    found.end = number(&count);
    for (uint32_t i = 0; found.end.ok() && i < count; ++i) {
      Global variable;
      found.end = read_one(&variable);
      if (found.end.ok()) found.variables.push_back(std::move(variable));
    }
    const uint64_t left = window_.file().size() - at_;
    if (!found.end.ok()) {
      found.end = Status(StatusCode::kDataLoss, "it declares " + counted(count, "variable") +
                                                    " but ends within variable " + decimal(found.variables.size() + 1) +
                                                    " (" + found.end.message() + "); copy the file again");
    } else if (left != 0) {
      found.end = Status(StatusCode::kDataLoss,
                         counted(left, "byte") + " follow the variables that it declares; copy the file again");
    }
    return found;
  }

 private:
  template <typename Number>
  Status number(Number* value) {
    IR_ASSIGN_OR_RETURN(const Bytes bytes, window_.view(at_, sizeof(Number)));
    *value = load<Number>(bytes);
    at_ += sizeof(Number);
    return Status();
  }

  /// A variable's head, and its first bytes; the rest is skipped.
  Status read_one(Global* variable) {
    uint32_t name_length = 0;
    IR_RETURN_IF_ERROR(number(&name_length));
    IR_RETURN_IF_ERROR(number(&variable->bytes));
    if (name_length == 0 || name_length > kMostName) {
      return Status(StatusCode::kDataLoss, "its name would take up " + counted(name_length, "byte"));
    }
    IR_ASSIGN_OR_RETURN(const Bytes name, window_.view(at_, name_length));
    // With the NUL that ends it.
    variable->name.assign(reinterpret_cast<const char*>(name.data()), name_length - 1);
    variable->offset = at_ + name_length;
    const uint64_t left = window_.file().size() - variable->offset;
    if (variable->bytes > left) {
      return Status(StatusCode::kDataLoss, "it would take up " + counted(variable->bytes, "byte") + ", but only " +
                                               decimal(left) + (left == 1 ? " is left" : " are left"));
    }
    IR_ASSIGN_OR_RETURN(const Bytes first, window_.view(variable->offset, std::min(variable->bytes, kShownOfGlobal)));
    variable->first.assign(first.begin(), first.end());
    at_ = variable->offset + variable->bytes;
    return Status();
  }

  FileWindow window_;
  uint64_t at_ = 0;
};

}  // namespace

Globals read_globals(const std::shared_ptr<const File>& file) { return GlobalsReader(file).read(); }

}  // namespace ireereplay::neighbour::llvm
