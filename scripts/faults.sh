#!/usr/bin/env bash
# Take parts of a cluster away under load and compare what clients were answered
# with what was counted:
#
#   scripts/faults.sh                                # every fault, about five minutes
#   scripts/faults.sh -only primary-kill             # one of them
#   scripts/faults.sh -hold 5m -repeat 3 -rate 100   # for longer
#   scripts/faults.sh -measure                       # what requests cost on each setup
#
# KINODEX names the program, bin/kinodex by default. What is not installed is
# installed (scripts/install.sh). The full disk is a mounted one, which needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PATH:/usr/sbin:/usr/local/sbin

scripts/install.sh postgres redis-server haproxy versitygw
versitygw=$(command -v versitygw || echo .bin/versitygw)
dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-faults-bin.XXXXXX")
trap 'rm -rf "$dir"' EXIT
(cd test/faults && "${GO:-go}" build -o "$dir/faults" .)
"$dir/faults" -program "${KINODEX:-bin/kinodex}" -versitygw "$versitygw" "$@"
