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
# installed with apt-get, where it may; the S3 server with go install into .bin. The
# full disk is a mounted one, which needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PATH:/usr/sbin:/usr/local/sbin

missing=()
ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1 || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v haproxy >/dev/null || missing+=(haproxy)
if [ ${#missing[@]} -gt 0 ]; then
	echo "faults: installing ${missing[*]}" >&2
	if [ "$(id -u)" != 0 ]; then
		echo "faults: not root: install ${missing[*]} first" >&2
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	# In runlevel 1 packages start no services.
	apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
versitygw=$(command -v versitygw || true)
if [ -z "$versitygw" ]; then
	versitygw=.bin/versitygw
	if [ ! -x "$versitygw" ]; then
		echo "faults: installing versitygw" >&2
		GOBIN=$PWD/.bin GOFLAGS= GOEXPERIMENT= "${GO:-go}" install github.com/versity/versitygw/cmd/versitygw@v1.8.0
	fi
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-faults-bin.XXXXXX")
trap 'rm -rf "$dir"' EXIT
(cd test/faults && "${GO:-go}" build -o "$dir/faults" .)
"$dir/faults" -program "${KINODEX:-bin/kinodex}" -versitygw "$versitygw" "$@"
