// The exit codes of the weft command (docs/exit-codes.md), and the one place that chooses them.
#pragma once

#include <array>

#include "support/result.h"

namespace weft {

/// 126 and above are left to shells: 128+n means killed by signal n.
enum class ExitCode : int {
    kSuccess = 0,
    kDifference = 1,  ///< weft check found what it looks for
    kUsage = 2,
    kDocument = 3,
    kInput = 4,
    kFunctor = 5,
    kCompile = 6,
    kMemory = 7,
    kDevice = 8,
    kOutput = 9,
    kPartial = 10,  ///< some of the outputs were written
    kCancelled = 11,
    kInternal = 12,
    kTrust = 13,  ///< a document brings code that has not been trusted
};

/// Codes of troubles that may pass, elsewhere or later: for farms that try again by themselves.
inline constexpr std::array kRetryCodes = {
    static_cast<int>(ExitCode::kMemory), static_cast<int>(ExitCode::kDevice),
    static_cast<int>(ExitCode::kOutput), static_cast<int>(ExitCode::kCancelled)};

constexpr ExitCode exit_code_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::kUsage: return ExitCode::kUsage;
        case ErrorKind::kDocument: return ExitCode::kDocument;
        case ErrorKind::kInput: return ExitCode::kInput;
        case ErrorKind::kFunctor: return ExitCode::kFunctor;
        case ErrorKind::kTrust: return ExitCode::kTrust;
        case ErrorKind::kCompile: return ExitCode::kCompile;
        case ErrorKind::kMemory: return ExitCode::kMemory;
        case ErrorKind::kDevice: return ExitCode::kDevice;
        case ErrorKind::kOutput: return ExitCode::kOutput;
        case ErrorKind::kCancelled: return ExitCode::kCancelled;
        case ErrorKind::kFault:
        case ErrorKind::kInternal: break;
    }
    return ExitCode::kInternal;
}

}  // namespace weft
