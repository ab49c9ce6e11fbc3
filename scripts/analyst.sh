#!/usr/bin/env bash
# Take the snapshot home as an analyst does, and ask it:
#
#   scripts/analyst.sh [OUT]
#
# Serves the starter library, downloads the Parquet file, the database and the lines by
# their links, verifies them, and runs test/analyst/notebook.mjs on the Parquet file. OUT
# gets the notebook and its charts (a temporary directory without it). DuckDB comes from
# npm with the versions and checksums of test/analyst/package-lock.json; sqlite3, when it
# is installed, checks the database. KINODEX names the program; without it, it is compiled.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/test/analyst
work=$(mktemp -d)
out=${1:-$work/notebook}
server=

say() { echo "analyst: $*" >&2; }
finish() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	[ -z "$server" ] || wait "$server" 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT

for needed in node npm curl; do
	command -v "$needed" >/dev/null || { say "$needed is not installed"; exit 1; }
done
lock=$(cat "$here/package.json" "$here/package-lock.json" "$here/.npmrc" | cksum)
if [ "$(cat "$here/node_modules/.lock" 2>/dev/null)" != "$lock" ]; then
	say "installing DuckDB"
	# Not npm ci, which wants the packages of all platforms in the lock file.
	if ! (cd "$here" && npm install --no-save --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=60000); then
		say "npm could not install DuckDB. Is its registry within reach?"
		exit 1
	fi
	echo "$lock" >"$here/node_modules/.lock"
fi
program=${KINODEX:-}
if [ -z "$program" ]; then
	program=$root/bin/kinodex
	(cd "$root" && "${GO:-go}" build -trimpath -o "$program" ./cmd/kinodex)
fi
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
base=http://127.0.0.1:$port
key=$("$program" key create --data "$work/data" --account analyst --tier producer --name analyst --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
"$program" serve --addr "127.0.0.1:$port" --data "$work/data" 2>"$work/log" &
server=$!

# told FORMAT: the answer that leads to a file, once the server has made it.
told() {
	for _ in $(seq 240); do
		if curl -sf -H "X-API-Key: $key" "$base/api/v2/catalog/snapshot?format=json&file=$1" >"$work/told.json"; then
			return
		fi
		kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
		sleep 0.5
	done
	say "no $1 file was made within two minutes"
	exit 1
}
field() { node -e 'const v = process.argv[2].split(".").reduce((o, k) => o[k], JSON.parse(require("node:fs").readFileSync(process.argv[1]))); console.log(v)' "$work/told.json" "$1"; }

mkdir "$work/home"
for format in sqlite parquet ndjson; do
	told "$format"
	suffix=$format
	[ "$format" != ndjson ] || suffix=ndjson.gz
	curl -sf -o "$work/home/kinodex-films-$(field data.manifest.version).$suffix" "$(field data.download_url)"
done
mv "$work/told.json" "$work/home/manifest.json"
"$program" snapshot verify "$work/home"
curl -sf -H "X-API-Key: $key" "$base/api/v1/stats" >"$work/stats.json"
(cd "$here" && node notebook.mjs "$(echo "$work"/home/*.parquet)" "$out" "$work/stats.json")
if command -v sqlite3 >/dev/null; then
	films=$(sqlite3 "$(echo "$work"/home/*.sqlite)" 'PRAGMA foreign_keys = ON; SELECT count(*) FROM films')
	total=$(node -e 'console.log(JSON.parse(require("node:fs").readFileSync(process.argv[1])).data.summary.total_films)' "$work/stats.json")
	[ "$films" = "$total" ] || { say "sqlite3 counts $films films, /api/v1/stats $total"; exit 1; }
	say "sqlite3 counts $films films, as /api/v1/stats does"
fi
