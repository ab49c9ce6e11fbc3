#!/usr/bin/env bash
# Run tests many times to find those that are red by chance: as they are, then on
# one processor, then beside programs that take every processor there is.
# usage: flaky.sh [PACKAGE...] (default ./...)
# TIMES (default 50) is how often tests run as they are; in each of the other two
# ways they run a fifth of it. Tests of a package that take longer than 20 seconds
# run a fifth as often. What was red is told at once, and again at the end; what
# it printed stays in KEEP (default a new temporary directory).
set -euo pipefail

times=${TIMES:-50}
keep=${KEEP:-$(mktemp -d)}
mkdir -p "$keep"
red=$keep/red.txt
: >"$red"
load=()
trap 'rest' EXIT

# burn starts two programs for every processor that do nothing but take time.
burn() {
	for _ in $(seq $((2 * $(nproc)))); do
		(while :; do :; done) &
		load+=($!)
	done
}

rest() {
	((${#load[@]} == 0)) || kill "${load[@]}" 2>/dev/null || true
	load=()
}

# try runs the tests of a package so often, and names those that were red.
try() {
	local pkg=$1 way=$2 count=$3 out
	out=$keep/$(tr / _ <<<"$pkg")-${way// /-}.txt
	if go test -short -count="$count" -timeout 2h "$pkg" >"$out" 2>&1; then
		rm "$out"
		return
	fi
	# A panic or a timeout has no line of its own for the test it ended.
	{ grep -oE -- '--- FAIL: [^ ]+' "$out" || echo "--- FAIL: $(grep -m1 -E '^(panic|fatal)|^FAIL' "$out")"; } |
		sort | uniq -c | sed -E "s|^ *([0-9]+) --- FAIL: (.*)|red: \2 of $pkg, $way, \1 of $count times|" | tee -a "$red"
}

for pkg in $(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' "${@:-./...}"); do
	go test -c -o /dev/null "$pkg" # so that only the tests are timed
	SECONDS=0
	try "$pkg" "the first time" 1
	often=$times
	((SECONDS <= 20)) || often=$(((times + 4) / 5))
	seldom=$(((often + 4) / 5))
	echo "== $pkg: $often times, then $seldom times on one processor and beside a load"
	try "$pkg" "as it is" "$often"
	GOMAXPROCS=1 try "$pkg" "on one processor" "$seldom"
	burn
	try "$pkg" "beside a load" "$seldom"
	rest
done

if [ -s "$red" ]; then
	echo "red at least once (what it printed is in $keep):"
	cat "$red"
	exit 1
fi
echo "nothing was red"
