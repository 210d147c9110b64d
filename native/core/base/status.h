// How the core reports failure: an IREE status code, a sentence, and the place in the capture that it concerns. No
// exception leaves the core; a function that can fail returns Status or Result<T>.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ireereplay {

/// Status codes, numbers and names as in IREE's runtime/src/iree/base/status.h.
enum class StatusCode : uint32_t {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
  kDeferred = 17,
  kIncompatible = 18,
};

/// IREE's name for `code` ("OK", "DATA_LOSS", ...); empty for a code that IREE does not name.
std::string_view status_code_name(uint32_t code);
inline std::string_view status_code_name(StatusCode code) { return status_code_name(static_cast<uint32_t>(code)); }

/// Marks an unknown place.
inline constexpr uint64_t kNoPlace = ~0ull;

/// Outcome of a call that returns nothing else. Truthy when it succeeded.
/// Millions of calls succeed for one that fails: an OK status is a null pointer.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message);
  Status(StatusCode code, const char* message);
  Status(const Status& other);
  Status(Status&&) = default;
  Status& operator=(Status other) {
    failure_ = std::move(other.failure_);
    return *this;
  }
  ~Status() = default;

  bool ok() const { return failure_ == nullptr; }
  explicit operator bool() const { return ok(); }
  StatusCode code() const { return ok() ? StatusCode::kOk : failure_->code; }
  /// One sentence without the place: what is wrong, and what to do if known.
  const std::string& message() const;
  /// Position (0-based, in file order) of the record it concerns, or kNoPlace.
  uint64_t record() const { return ok() ? kNoPlace : failure_->record; }
  /// Byte offset in the capture that it concerns, or kNoPlace.
  uint64_t offset() const { return ok() ? kNoPlace : failure_->offset; }

  /// The same status, with the place filled in unless already known.
  Status at(uint64_t record, uint64_t offset) && {
    if (!ok()) add_place(record, offset);
    return std::move(*this);
  }

  /// "DATA_LOSS; record #12 at byte 4096: <message>", as shown to users.
  std::string to_string() const;

 private:
  struct Failure {
    StatusCode code;
    std::string message;
    uint64_t record = kNoPlace;
    uint64_t offset = kNoPlace;
  };
  /// Not inline, like all that only a failure needs: thousands of places end in it.
  struct Deleter {
    void operator()(Failure* failure) const;
  };

  void add_place(uint64_t record, uint64_t offset);

  std::unique_ptr<Failure, Deleter> failure_;
};

/// A value, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) { assert(!status_.ok()); }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  /// The value; where there is none, the process ends.
  T& operator*() & { return value_.value(); }
  const T& operator*() const& { return value_.value(); }
  T&& operator*() && { return std::move(value_).value(); }
  T* operator->() { return &value_.value(); }
  const T* operator->() const { return &value_.value(); }
  /// The failure; an OK status when there is a value.
  Status status() const& { return status_; }
  Status status() && { return std::move(status_); }

 private:
  // Not a variant, which takes far longer to compile.
  std::optional<T> value_;
  Status status_;
};

}  // namespace ireereplay

/// Returns the failure of `expression` from the calling function, if it fails.
#define IR_RETURN_IF_ERROR(expression)                                                       \
  do {                                                                                       \
    if (::ireereplay::Status ir_status_ = (expression); !ir_status_.ok()) return ir_status_; \
  } while (false)

/// Declares `declaration` from the value of `expression`, or returns its failure from the calling function.
#define IR_ASSIGN_OR_RETURN(declaration, expression) \
  IR_ASSIGN_OR_RETURN_(IR_CONCAT_(ir_result_, __LINE__), declaration, expression)
#define IR_ASSIGN_OR_RETURN_(result, declaration, expression) \
  auto result = (expression);                                 \
  if (!result.ok()) return std::move(result).status();        \
  declaration = *std::move(result)
#define IR_CONCAT_(a, b) IR_CONCAT2_(a, b)
#define IR_CONCAT2_(a, b) a##b
