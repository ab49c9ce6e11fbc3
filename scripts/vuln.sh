#!/usr/bin/env bash
# Look for known vulnerabilities in what the modules of this repository call, with
# govulncheck and the database of the Go project, vuln.go.dev:
#
#   scripts/vuln.sh go run golang.org/x/vuln/cmd/govulncheck@v1.9.0
#   VULNDB=file:///srv/vulndb scripts/vuln.sh …    # a copy of the database
#
# It fails when code of ours reaches a vulnerable function, and when a module cannot
# be checked. Only where the database cannot be reached nothing is checked, which it
# says, and succeeds, so that a machine without a network can run all checks. A
# database that VULNDB names must be there.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
log=$(mktemp "${TMPDIR:-/tmp}/kinodex-vuln.XXXXXX")
trap 'rm -f "$log"' EXIT

modules=$(git ls-files 'go.mod' '*/go.mod') && [ -n "$modules" ] || exit 1
status=0
while read -r module; do
	dir=$(dirname "$module")
	cd "$root/$dir" || exit 1
	echo "vuln: $dir"
	"$@" ${VULNDB:+-db "$VULNDB"} ./... >"$log" 2>&1 && continue
	cat "$log"
	# What its HTTP client says of vuln.go.dev. Code that does not compile says something else.
	if [ -z "${VULNDB:-}" ] && grep -Eq '^govulncheck: fetching vulnerabilities: (Get "http|HTTP GET .* unexpected status)' "$log"; then
		echo "vuln: the vulnerability database could not be reached: nothing was checked"
		exit "$status"
	fi
	echo "vuln: $dir has a vulnerability that is called, or could not be checked" >&2
	status=1
done <<<"$modules"
exit "$status"
