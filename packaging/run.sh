#!/usr/bin/env bash
# Installs what is missing, builds the programs, and opens the explorer on MODEL.onnx, or on a sample, optimized.
# Without a display it does the same job on the command line and says where the results are.
# usage: packaging/run.sh [MODEL.onnx]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/packaging/lib.sh"

# Measured: compiling the programs takes about this many minutes of one core.
readonly core_minutes=8

case ${1:-} in
  -h | --help)
    sed -n '2,4s/^# //p' "$0"
    exit 0
    ;;
  -*) fail "unknown option $1 (usage: packaging/run.sh [MODEL.onnx])" ;;
esac
[ $# -le 1 ] || fail "one model at most (usage: packaging/run.sh [MODEL.onnx])"
model=
if [ $# = 1 ]; then
  [ -r "$1" ] || fail "cannot read $1"
  model=$(realpath "$1")
fi

prepare_build_folder
programs=$root/build/release/bin

build_programs() {
  local jobs
  jobs=$(jobs)
  if [ ! -x "$programs/tasoscope-explorer" ]; then
    say "Building the programs: the first time about $(((core_minutes + jobs - 1) / jobs)) minutes with $jobs compilers at once"
  fi
  if [ -e "$root/build/release/CMakeCache.txt" ]; then
    configure release
  else
    configure release -DTASOSCOPE_TESTS=OFF
  fi
  cmake --build "$root/build/release" --parallel "$jobs" --target tasoscope tasoscope-explorer tasoscope-display-check ||
    fail "the programs could not be built"
}

# Whether a window can be opened: the variables may name a display that does not answer.
has_display() {
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] &&
    (ulimit -c 0 && timeout 20 "$programs/tasoscope-display-check") >/dev/null 2>&1
}

open_explorer() {
  if [ -n "$model" ]; then
    exec "$programs/tasoscope-explorer" "$model"
  fi
  "$programs/tasoscope" zoo make taso-module -o "$results/taso-module.onnx" >/dev/null
  exec "$programs/tasoscope-explorer" --optimize "$results/taso-module.onnx"
}

work_without_display() {
  local name before after
  say "No display answers: doing the job on the command line"
  if [ -z "$model" ]; then
    model=$results/taso-module.onnx
    "$programs/tasoscope" zoo make taso-module -o "$model"
  fi
  name=$(basename "$model" .onnx)
  before=$results/$name.before.svg
  after=$results/$name.after.svg
  "$programs/tasoscope" optimize "$model" -o "$results/$name.optimized.onnx"
  "$programs/tasoscope" show "$model" -o "$before"
  "$programs/tasoscope" show "$results/$name.optimized.onnx" -o "$after"
  say "Done"
  cat <<TEXT
  before:           $before
  after:            $after
  optimized model:  $results/$name.optimized.onnx
TEXT
}

install_packages "$root/packaging/packages-run.txt"
build_programs
results=$root/build/results
mkdir -p "$results"
if has_display; then
  open_explorer
else
  work_without_display
fi
