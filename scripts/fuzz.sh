#!/usr/bin/env bash
# Run every fuzz target of the module for a while each.
# usage: fuzz.sh DURATION
set -euo pipefail
for pkg in $(go list ./...); do
	for target in $(go test -list '^Fuzz' "$pkg" | grep '^Fuzz' || true); do
		echo "== $pkg $target"
		go test -run '^$' -fuzz "^${target}\$" -fuzztime "$1" -fuzzminimizetime 20x "$pkg"
	done
done
