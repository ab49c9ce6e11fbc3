#!/usr/bin/env bash
# Hold the description of the interface against programs of others: two linters with
# their recommended rules (test/description/redocly.yaml and spectral.yaml say which are
# off, and why), and three generators, whose clients are compiled and make a call each.
# KINODEX names the program; without it, it is compiled.
#
# The tools come from npm, with the versions and checksums of
# test/description/package-lock.json, into test/description/node_modules, and from the
# Go module proxy.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/test/description
go=${GO:-go}

say() { echo "description: $*" >&2; }

lock=$(cat "$here/package.json" "$here/package-lock.json" "$here/.npmrc" | cksum)
if [ "$(cat "$here/node_modules/.lock" 2>/dev/null)" != "$lock" ]; then
	say "installing the tools"
	if ! (cd "$here" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000); then
		say "npm could not install the tools. Is its registry within reach? It asks at: $(cd "$here" && npm config get registry 2>/dev/null)"
		exit 1
	fi
	echo "$lock" >"$here/node_modules/.lock"
fi

# The generator of methods needs a newer Node than most machines have; npm brings one.
node=node
for one in "$here"/node_modules/node-linux-*/bin/node; do
	"$one" --version >/dev/null 2>&1 && node=$one
done
tool() { PATH=$(dirname "$(command -v "$node")"):$PATH "$node" "$here/node_modules/$1" "${@:2}"; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-description.XXXXXX")
server=
stop() {
	trap - EXIT INT TERM
	if [ -n "$server" ]; then
		kill "$server" 2>/dev/null || true
		wait "$server" 2>/dev/null || true
	fi
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

kinodex=${KINODEX:-$dir/kinodex}
if [ -z "${KINODEX:-}" ]; then
	say "compiling the program"
	(cd "$root" && GOEXPERIMENT=jsonv2 "$go" build -o "$kinodex" ./cmd/kinodex)
fi

say "starting the program"
port=$("$node" -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
KINODEX_KEY=$("$kinodex" key create --data "$dir/data" --account reader --tier studio --name description --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
"$kinodex" serve --data "$dir/data" --addr "127.0.0.1:$port" >"$dir/server.log" 2>&1 &
server=$!
export KINODEX_KEY KINODEX_URL=http://127.0.0.1:$port
for ((tries = 0; tries < 1200; tries++)); do
	curl -fso /dev/null "$KINODEX_URL/readyz" && break
	kill -0 "$server" 2>/dev/null || { cat "$dir/server.log"; exit 1; }
	sleep 0.1
done
curl -fsS "$KINODEX_URL/openapi.json" -o "$dir/openapi.json"

cd "$here"
say "linting"
tool @redocly/cli/bin/cli.js lint --config redocly.yaml --max-problems 1000 "$dir/openapi.json" >"$dir/redocly.txt" 2>&1 || { cat "$dir/redocly.txt"; exit 1; }
! grep -q 'warning' "$dir/redocly.txt" || { cat "$dir/redocly.txt"; exit 1; }
tool @stoplight/spectral-cli/dist/index.js lint --fail-severity=hint -r spectral.yaml "$dir/openapi.json"

say "generating and compiling types and methods in TypeScript"
rm -rf src/generated out && mkdir -p src/generated
tool openapi-typescript/bin/cli.js "$dir/openapi.json" -o src/generated/types.d.ts >"$dir/types.txt" 2>&1 || { cat "$dir/types.txt"; exit 1; }
tool @hey-api/openapi-ts/bin/run.js -i "$dir/openapi.json" -o src/generated/methods --no-log-file >"$dir/methods.txt" 2>&1 || { cat "$dir/methods.txt"; exit 1; }
tool typescript/bin/tsc -p tsconfig.json
"$node" out/types.js
"$node" out/methods.js

say "generating and compiling a client in Go"
cd oapi
"$go" run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package main "$dir/openapi.json" >api.go
"$go" run .
