#!/usr/bin/env bash
# Run the tests of the clients in clients/ beside the program that KINODEX names:
#
#   scripts/clients.sh          # all of them
#   scripts/clients.sh python   # one: go, python, typescript
#
# What checks types, and Deno, come from npm, with the versions and checksums of
# test/clients/package-lock.json, into test/clients/node_modules. Chromium is installed
# with apt-get when it is absent, where that may be.
#
# KINODEX_TEST_LIBRARY names a data directory with a full library; the tests that walk
# through all films then walk through those.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "clients: $*" >&2; }
[ -x "${KINODEX:-}" ] || { say "KINODEX names no program"; exit 1; }

test_go() { (cd clients/go && "${GO:-go}" test -count=1 ./...); }

# tools installs what checks types, unless it is there.
tools() {
	local lock
	lock=$(cat test/clients/package.json test/clients/package-lock.json | cksum)
	[ "$(cat test/clients/node_modules/.lock 2>/dev/null)" != "$lock" ] || return 0
	say "installing the tools"
	# Not npm ci, which wants the packages of all platforms in the lock file.
	if ! (cd test/clients && npm install --no-save --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000); then
		say "npm could not install the tools. Is its registry within reach? It asks at: $(cd test/clients && npm config get registry 2>/dev/null)"
		return 1
	fi
	echo "$lock" >test/clients/node_modules/.lock
}

test_python() {
	tools
	(
		cd clients/python
		../../test/clients/node_modules/.bin/pyright --pythonversion 3.11 kinodex tests/typed.py tests/first_five.py
		python3 -W error::ResourceWarning -m unittest -q
	)
}

test_typescript() {
	local tsc=../../test/clients/node_modules/.bin/tsc
	tools
	scripts/install.sh chromium
	KINODEX_TEST_BROWSER=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
	export KINODEX_TEST_BROWSER
	(
		cd clients/typescript
		rm -rf dist
		$tsc -p tsconfig.json
		$tsc --noEmit --strict --noUncheckedIndexedAccess --target ES2022 --module NodeNext --typeRoots ../../test/clients/node_modules/@types test/types.ts
		node --test --test-reporter=spec test/*.test.mjs
	)
}

for client in ${1:-go python typescript}; do
	say "$client"
	"test_$client"
done
