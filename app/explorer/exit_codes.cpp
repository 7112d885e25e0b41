#include "exit_codes.h"

#include "session/session.h"

namespace tasoscope {

int exitCodeOf(const std::exception& error) {
  if (dynamic_cast<const VerificationFailed*>(&error)) return 1;
  if (dynamic_cast<const UsageError*>(&error)) return 2;
  const bool isInput = dynamic_cast<const FileError*>(&error) || dynamic_cast<const ModelError*>(&error) ||
                       dynamic_cast<const RuleError*>(&error);
  return isInput ? 3 : 4;
}

}  // namespace tasoscope
