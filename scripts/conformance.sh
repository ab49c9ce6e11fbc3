#!/usr/bin/env bash
# Hold the connector and its sign-in against the protocol's official clients,
# inspector and conformance suite:
#
#   scripts/conformance.sh            # everything
#   scripts/conformance.sh clients    # some parts: suite,authorization,inspector,clients,stdio
#
# KINODEX names the program; without it, it is compiled. The tools come from npm,
# with the versions and checksums of test/connector/package-lock.json, into
# test/connector/node_modules; they are installed again only when that file
# changes. No script of theirs runs on installing. What is found is held against
# test/connector/expected-failures.json, and any deviation ends this with 1. See
# docs/conformance.md.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/test/connector

say() { echo "conformance: $*" >&2; }

for needed in node npm; do
	command -v "$needed" >/dev/null || { say "$needed is not installed; Node 20 or newer brings it"; exit 1; }
done

# The tools, as the lock file has them. npm ci begins by deleting what is there, so
# it is left out when that is the same.
lock=$(cat "$here/package.json" "$here/package-lock.json" "$here/.npmrc" | cksum)
if [ "$(cat "$here/node_modules/.lock" 2>/dev/null)" != "$lock" ]; then
	say "installing the tools"
	if ! (cd "$here" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error \
		--fetch-retries=1 --fetch-timeout=60000); then
		say "npm could not install the tools. Is its registry within reach? It asks at: $(cd "$here" && npm config get registry 2>/dev/null)"
		exit 1
	fi
	echo "$lock" >"$here/node_modules/.lock"
fi

# The suite needs a newer Node than most machines have; npm brings one for Linux.
recent() { "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)' 2>/dev/null; }
node=
for one in node "$here"/node_modules/node-linux-*/bin/node; do
	if recent "$one"; then
		node=$one
		break
	fi
done
[ -n "$node" ] || { say "Node 22.19 or newer is needed; this is $(node --version)"; exit 1; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-conformance.XXXXXX")
run=
stop() {
	trap - EXIT INT TERM
	if [ -n "$run" ]; then
		kill "$run" 2>/dev/null || true
		wait "$run" 2>/dev/null || true
	fi
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

kinodex=${KINODEX:-$dir/kinodex}
if [ -z "${KINODEX:-}" ]; then
	say "compiling the program"
	(cd "$root" && GOEXPERIMENT=jsonv2 "${GO:-go}" build -o "$kinodex" ./cmd/kinodex)
fi

"$node" --test --test-reporter=dot "$here/findings.test.mjs" >"$dir/own.txt" || { cat "$dir/own.txt"; exit 1; }
TMPDIR=$dir "$node" "$here/run.mjs" --kinodex "$(realpath "$kinodex")" ${1:+--only "$1"} &
run=$!
status=0
wait "$run" || status=$?
run=
exit "$status"
