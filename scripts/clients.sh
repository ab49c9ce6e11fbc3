#!/usr/bin/env bash
# Run the tests of the clients in clients/ beside the program that KINODEX names:
#
#   scripts/clients.sh          # all of them
#   scripts/clients.sh go       # one: go
#
# KINODEX_TEST_LIBRARY names a data directory with a full library; the tests that walk
# through all films then walk through those.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "clients: $*" >&2; }
[ -x "${KINODEX:-}" ] || { say "KINODEX names no program"; exit 1; }

test_go() { (cd clients/go && "${GO:-go}" test -count=1 ./...); }

for client in ${1:-go}; do
	say "$client"
	"test_$client"
done
