// Errors as values: Result<T> carries either a value or one Error that a person can act on.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace weft {

/// What kind of thing went wrong; the command line maps each to an exit code (docs/exit-codes.md).
enum class ErrorKind {
    kUsage,      ///< a flag, a name or a value that the user gave
    kDocument,   ///< a .weft file or a graph
    kInput,      ///< a picture that cannot be read
    kFunctor,    ///< a functor's source
    kTrust,      ///< code in a document that the user has not trusted
    kCompile,    ///< the kernel compiler
    kMemory,     ///< out of memory
    kDevice,     ///< a device that is missing or was lost
    kOutput,     ///< a picture that cannot be written
    kCancelled,  ///< the user stopped it
    kFault,      ///< the SIMT checker found a fault in a kernel: our bug, seen before it does harm
    kInternal,   ///< our bug
};

/// One failure: what was seen, what was expected, what to do, in one line of plain words. After a
/// kFault's first line follows the checker's report.
struct Error {
    ErrorKind kind = ErrorKind::kInternal;
    std::string message;
};

/// Either a T or an Error. Test it before use: * and -> require a value, error() requires an error.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    const Error& error() const { return std::get<1>(state_); }

  private:
    std::variant<T, Error> state_;
};

/// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    const Error& error() const { return *error_; }

  private:
    std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace weft
