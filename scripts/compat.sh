#!/usr/bin/env bash
# Point published clients of TMDb, OMDb and Stremio at the program:
#
#   scripts/compat.sh
#
# KINODEX names the program; without it, it is compiled. The clients come from npm,
# with the versions and checksums of test/compat/package-lock.json, into
# test/compat/node_modules; they are installed again only when that file changes. No
# script of theirs runs on installing. See docs/compat.md.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/test/compat

say() { echo "compat: $*" >&2; }

for needed in node npm; do
	command -v "$needed" >/dev/null || { say "$needed is not installed; Node 20 or newer brings it"; exit 1; }
done
node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' || { say "Node 20 or newer is needed; this is $(node --version)"; exit 1; }

lock=$(cat "$here/package.json" "$here/package-lock.json" "$here/.npmrc" | cksum)
if [ "$(cat "$here/node_modules/.lock" 2>/dev/null)" != "$lock" ]; then
	say "installing the clients"
	if ! (cd "$here" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error \
		--fetch-retries=1 --fetch-timeout=60000); then
		say "npm could not install the clients. Is its registry within reach? It asks at: $(cd "$here" && npm config get registry 2>/dev/null)"
		exit 1
	fi
	echo "$lock" >"$here/node_modules/.lock"
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-compat.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

kinodex=${KINODEX:-$dir/kinodex}
if [ -z "${KINODEX:-}" ]; then
	say "compiling the program"
	(cd "$root" && GOEXPERIMENT=jsonv2 "${GO:-go}" build -o "$kinodex" ./cmd/kinodex)
fi
KINODEX=$(realpath "$kinodex") TMPDIR=$dir node --test --test-reporter=spec "$here/clients.test.mjs"
