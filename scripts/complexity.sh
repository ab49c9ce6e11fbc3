#!/usr/bin/env bash
# Hold the cognitive complexity of functions at 30 or less, as gocognit counts it:
#
#   scripts/complexity.sh go run github.com/uudashr/gocognit/cmd/gocognit@v1.2.0
#
# scripts/lint/gocognit.txt lists the functions that exceed it, with their complexity. They may
# not become more complex, and when one became simpler, its line must change or go, so that the
# list only shrinks. Tests and generated files do not count.
set -uo pipefail
cd "$(dirname "$0")/.."
limit=30
list=scripts/lint/gocognit.txt

files=$(git ls-files -co --exclude-standard '*.go' ':!*_test.go' | xargs grep -sLE '^// Code generated .* DO NOT EDIT\.$')
# go run tells on its standard error that gocognit found something, which listed functions are.
found=$("$@" -over "$limit" -f '{{.Complexity}} {{.Pos.Filename}} {{.FuncName}}' $files 2> >(grep -v '^exit status 1$' >&2))
status=$?
if [ "$status" -ne 0 ] && [ -z "$found" ]; then
	echo "gocognit could not count" >&2
	exit 1
fi
awk -v limit="$limit" -v list="$list" '
	{ of = $2 " " $3 }
	FILENAME == list { listed[of] = $1; next }
	!NF { next }
	!(of in listed) { print of " has a complexity of " $1 ", more than " limit ": divide it"; bad = 1 }
	of in listed && $1 > listed[of] { print of " had a complexity of " listed[of] " and has " $1 ": divide it"; bad = 1 }
	of in listed && $1 < listed[of] { print of " has a complexity of only " $1 " now: write that into " list; bad = 1 }
	{ seen[of] }
	END {
		for (of in listed) if (!(of in seen)) { print of " no longer exceeds " limit ": remove it from " list; bad = 1 }
		exit bad
	}' "$list" <(echo "$found")
