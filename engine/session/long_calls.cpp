#include "session/long_calls.h"

namespace tasoscope {
namespace {

thread_local int forbidden = 0;

}  // namespace

NoLongCalls::NoLongCalls() { ++forbidden; }
NoLongCalls::~NoLongCalls() { --forbidden; }

bool mayTakeLong() { return forbidden == 0; }

}  // namespace tasoscope
