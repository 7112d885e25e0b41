#!/usr/bin/env bash
# Runs clang-tidy on the C++ sources that changed, with the release build's commands.
# usage: packaging/check-tidy.sh [BASE]
# BASE is the commit to compare with: by default where this branch left origin/main or, when it has not, the newest
# commit older than a day before HEAD. At most files_per_core sources a core are checked, those with most changed lines
# first; what is left out is named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly files_per_core=6
readonly commands=build/release/compile_commands.json
readonly folder=build/tidy
# Older ones do not know that a lambda may capture a structured binding.
tidy=$(command -v clang-tidy-16 || command -v clang-tidy) || { echo "clang-tidy was not found" >&2; exit 1; }

base_commit() {
  local base head
  head=$(git rev-parse HEAD)
  base=$(git merge-base origin/main HEAD 2>/dev/null || true)
  if [ -z "$base" ] || [ "$base" = "$head" ]; then
    base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct HEAD) - 86400))" HEAD)
  fi
  echo "${base:-$(git hash-object -t tree /dev/null)}"
}

# The changed sources, most changed lines first; a changed header stands for the source of the same name.
changed_sources() {
  git diff --numstat --no-renames --diff-filter=d "$1" -- '*.cpp' '*.h' | while read -r added removed path; do
    local source=${path%.h}
    source=${source%.cpp}.cpp
    if [ -e "$source" ] && grep -qF "\"$PWD/$source\"" "$commands"; then
      printf '%d %s\n' $((added + removed)) "$source"
    fi
  done | awk '{ lines[$2] += $1 } END { for (path in lines) print lines[path], path }' | sort -k1,1nr -k2 | cut -d ' ' -f 2
}

# clang cannot read GCC's precompiled headers, so it is given their text from a folder of its own; nor does it know all
# of GCC's options.
write_commands() {
  mkdir -p "$folder"
  (cd build/release && find . -name cmake_pch.hxx -print0 | xargs -0 -r cp --parents -t ../tidy)
  sed -E "s# -fpch-preprocess##; s# -Wno-(maybe-uninitialized|restrict|stringop-[a-z]+)##g; s# -include $PWD/build/release/# -include $PWD/$folder/#" "$commands" >"$folder/compile_commands.json"
}

[ -e "$commands" ] || { echo "build the release preset first" >&2; exit 1; }
base=${1:-$(base_commit)}
mapfile -t sources < <(changed_sources "$base")
if [ ${#sources[@]} = 0 ]; then
  echo "no C++ source changed since $base"
  exit 0
fi
limit=$((files_per_core * $(nproc)))
checked=("${sources[@]:0:limit}")
left_out=("${sources[@]:limit}")
write_commands
echo "checking ${#checked[@]} of ${#sources[@]} sources changed since $base"
printf '%s\0' "${checked[@]}" | xargs -0 -n 1 -P "$(nproc)" "$tidy" -p "$folder" --quiet --warnings-as-errors='*' 2>"$folder/messages.log" ||
  failed=true
if [ ${#left_out[@]} -gt 0 ]; then
  echo "not checked, beyond the limit of $limit:"
  printf '  %s\n' "${left_out[@]}"
fi
[ "${failed:-false}" = false ]
