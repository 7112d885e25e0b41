#!/usr/bin/env bash
# Fails, naming the places, where a C++ file of the project is not as clang-format would write it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files -z '*.cpp' '*.h' | xargs -0 -r clang-format --dry-run -Werror
