#!/usr/bin/env bash
# Name calls whose error is lost:
#
#   scripts/errcheck.sh go run github.com/kisielk/errcheck@v1.10.0
#
# scripts/lint/errcheck.txt names the functions whose errors may be lost. A deferred Close,
# Remove, RemoveAll or Rollback may lose its error too: where a file was written, the error
# of closing it is returned besides. Write _ = in front of any other call whose error does
# not matter.
set -uo pipefail
cd "$(dirname "$0")/.."

# go run tells on its standard error that errcheck found something, which deferred calls are.
found=$("$@" -exclude scripts/lint/errcheck.txt -ignoretests -ignoregenerated ./... 2> >(grep -v '^exit status 1$' >&2))
status=$?
if [ "$status" -ne 0 ] && [ -z "$found" ]; then
	echo "errcheck could not check" >&2
	exit 1
fi
lost=$(grep -Ev '\sdefer [^{]+\.(Close|Remove|RemoveAll|Rollback)\(.*\)( //.*)?$' <<<"$found")
if [ -n "$lost" ]; then
	echo "$lost"
	echo "errcheck: the error of these calls is lost; return it, or write _ = where that is right" >&2
	exit 1
fi
