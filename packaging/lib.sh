# Sourced by run.sh and test.sh: what both need to know about the system and the build.
# The caller has set `root` to the project's folder.

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit 1
}

say() {
  printf '\n== %s\n' "$1"
}

on_debian_12() {
  [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

# wanted FILES...: the packages that the lists name and this system has not.
wanted() {
  local package command rest
  cat "$@" | while read -r package command rest; do
    case $package in '' | '#'*) continue ;; esac
    if [ -n "$command" ] && command -v "$command" >/dev/null; then continue; fi
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s\n' "$package"
  done
}

# as_root COMMAND...: runs it as root, through sudo where needed.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# How much `apt-get install` would bring, in words.
amount_to_install() {
  local names
  names=$(LC_ALL=C apt-get -s -q --no-install-recommends install "$@" | awk '$1 == "Inst" { print $2 }')
  # shellcheck disable=SC2086
  LC_ALL=C apt-cache show --no-all-versions $names | awk '
    $1 == "Package:" { count++ }
    $1 == "Size:" { download += $2 }
    $1 == "Installed-Size:" { disk += $2 }
    END { printf "%d packages, %.0f MB to download, %.0f MB on disk\n", count, download / 1e6, disk / 1e3 }'
}

# install_packages FILES...: installs what the lists name and is missing; says beforehand what and how much.
install_packages() {
  if ! on_debian_12; then
    explain_other_system "$@"
    exit 1
  fi
  local missing
  missing=$(wanted "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    fail "these packages are missing, and installing them needs root or sudo: $missing"
  fi
  say "Reading the package lists of this system"
  as_root apt-get -q -o APT::Update::Error-Mode=any update >/dev/null || fail "apt-get update failed; is there a network?"
  # shellcheck disable=SC2086
  say "Installing $(amount_to_install $missing)"
  printf '%s\n' "$missing" | fold -s -w 100; echo
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $missing >"$log/install.log" 2>&1 ||
    { tail -n 15 "$log/install.log" >&2; fail "the packages could not be installed (whole log: $log/install.log)"; }
}

explain_other_system() {
  cat >&2 <<TEXT
$(basename "$0") sets up Debian 12 only; this system is another one. Tasoscope needs:

  * a C++20 compiler (GCC 12 or newer), CMake 3.25 or newer, Ninja
  * Qt 6.4 or newer (Core, Gui, Widgets, Svg, PrintSupport, Concurrent, Test), Graphviz's dot
  * ONNX 1.12 with its CMake files, protobuf 3.21, OpenSSL, fmt, abseil, CLI11, nlohmann-json, a BLAS

On Debian these are the packages of:
$(printf '  %s\n' "$@")

Once they are there:

  cmake --preset release && cmake --build --preset release
  build/release/bin/tasoscope-explorer MODEL.onnx

and, for the tests (the oracle's need Node.js 18 or newer and npm):

  ctest --preset release
TEXT
}

# How many compilers may run at once: one a core, and each needs about 1.5 GB.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '$1 == "MemAvailable:" { print int($2 / 1500000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  [ "$cores" -lt "$memory" ] && echo "$cores" || echo "$memory"
}

# prepare_build_folder: a folder for logs, and a clear word when someone else owns the build.
prepare_build_folder() {
  log=$root/build/log
  mkdir -p "$log" 2>/dev/null && [ -w "$log" ] && [ -w "$root/build" ] ||
    fail "$root/build cannot be written by $(id -un): remove it, or work as the user who made it"
}

# configure PRESET [OPTIONS...]
configure() {
  local preset=$1
  shift
  (cd "$root" && cmake --preset "$preset" "$@") >"$log/configure-$preset.log" 2>&1 ||
    { tail -n 30 "$log/configure-$preset.log" >&2; fail "CMake could not configure (whole log: $log/configure-$preset.log)"; }
}
