#!/usr/bin/env bash
# Installs what is missing, builds the release preset with all tests, and runs them.
# usage: packaging/test.sh [--all] [--without-oracle]
#   --all             also checks the format, runs clang-tidy on what changed, and runs the fast tests under sanitizers
#   --without-oracle  leaves out the comparison with ONNX Runtime, which needs Node.js, npm and its registry
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/packaging/lib.sh"

all=false
oracle=true
for argument in "$@"; do
  case $argument in
    --all) all=true ;;
    --without-oracle) oracle=false ;;
    -h | --help)
      sed -n '2,5s/^# //p' "$0"
      exit 0
      ;;
    *) fail "unknown argument $argument (usage: packaging/test.sh [--all] [--without-oracle])" ;;
  esac
done

failures=()

# stage NAME COMMAND...: runs it, remembers that it failed, and goes on.
stage() {
  local name=$1 start=$SECONDS
  shift
  say "$name"
  "$@" || failures+=("$name")
  printf -- '-- %s: %d s\n' "$name" $((SECONDS - start))
}

build() {
  configure "$@" -DTASOSCOPE_TESTS=ON
  cmake --build "$root/build/$1" --parallel "$(jobs)" >"$log/build-$1.log" 2>&1 ||
    { grep -E -A 20 'FAILED|error|Error' "$log/build-$1.log" | head -n 60; fail "the $1 build failed (whole log: $log/build-$1.log)"; }
}

run_tests() {
  local preset=$1
  shift
  (cd "$root" && ctest --preset "$preset" --parallel "$(jobs)" "$@")
}

test_release() {
  if $oracle; then
    run_tests release
  else
    run_tests release --label-exclude oracle
    say "Not checked, as asked by --without-oracle: whether these agree with ONNX Runtime"
    (cd "$root" && ctest --preset release -N -L oracle | grep '#') || echo "  (no such test)"
  fi
}

lists=("$root/packaging/packages-run.txt" "$root/packaging/packages-test.txt")
if $oracle; then lists+=("$root/packaging/packages-oracle.txt"); fi
if $all; then lists+=("$root/packaging/packages-check.txt"); fi

prepare_build_folder
install_packages "${lists[@]}"
if $all; then stage "Format" "$root/packaging/check-format.sh"; fi
stage "Release build" build release -DTASOSCOPE_BENCHMARKS=ON
stage "Tests" test_release
if $all; then
  stage "clang-tidy" "$root/packaging/check-tidy.sh"
  stage "Sanitizer build" build sanitize
  stage "Fast tests under the address and undefined-behaviour sanitizers" run_tests sanitize
fi

if [ ${#failures[@]} -gt 0 ]; then
  say "Failed"
  printf '  %s\n' "${failures[@]}"
  exit 1
fi
say "All passed"
