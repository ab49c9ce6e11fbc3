#!/usr/bin/env bash
# Measure search_films of the connector over the loopback, the server held to one
# core and the load to another:
#
#   scripts/connector-load.sh [DATA]      # DATA: a data directory; a fresh one when left out
#
# The first table is of callers with a key, four runs of a second, each with two
# accounts of its own, so that no budget ends. The second is of one caller with a key
# beside CROWD (1000) connections without one, each call of which comes from an
# address of its own. It needs two cores; wrk is installed where it is absent
# (scripts/install.sh). KINODEX names the program; without it, it is compiled. DATA gains
# nine accounts and their spending.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
say() { echo "connector-load: $*" >&2; }
"$root/scripts/install.sh" wrk
for needed in taskset curl; do
	command -v "$needed" >/dev/null || { say "$needed is not installed"; exit 1; }
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-load.XXXXXX")
server=
stop() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	rm -rf "$dir"
}
trap stop EXIT

kinodex=${KINODEX:-$dir/kinodex}
if [ -z "${KINODEX:-}" ]; then
	(cd "$root" && GOEXPERIMENT=jsonv2 go build -o "$kinodex" ./cmd/kinodex)
fi
data=${1:-$dir/data}
crowd=${CROWD:-1000}
port=$((20000 + RANDOM % 12000))
at=http://127.0.0.1:$port

GOMAXPROCS=1 taskset -c 0 "$kinodex" serve --no-snapshots --log-level error --data "$data" \
	--addr "127.0.0.1:$port" --trusted-proxies 127.0.0.1/32 &
server=$!
for _ in $(seq 600); do
	curl -sf "$at/readyz" >/dev/null && break
	kill -0 "$server" || { say "the server ended"; exit 1; }
	sleep 0.1
done

cat >"$dir/calls.lua" <<'LUA'
local words = {"night", "love", "heat", "war", "moon", "city", "house", "river", "murder", "dance",
	"train", "summer", "ghost", "king", "school", "letter", "island", "desert", "winter", "road"}
local calls, keys, one = 0, {}, nil
denied = 0
function setup(thread) one = thread end
function init(args)
	wrk.method = "POST"
	wrk.headers["Content-Type"] = "application/json"
	for i = 1, #args do keys[i] = "Bearer " .. args[i] end
end
function request()
	calls = calls + 1
	if #keys > 0 then
		wrk.headers["Authorization"] = keys[calls % #keys + 1]
	else
		wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", calls / 65536 % 256, calls / 256 % 256, calls % 256)
	end
	return wrk.format(nil, "/mcp", nil, '{"jsonrpc":"2.0","id":' .. calls ..
		',"method":"tools/call","params":{"name":"search_films","arguments":{"query":"' .. words[calls % #words + 1] .. '","limit":20}}}')
end
function response(status, headers, body)
	if status ~= 200 or body:find('"isError":true', 1, true) then denied = denied + 1 end
end
function done() print("denied " .. one:get("denied")) end
LUA

key() {
	"$kinodex" key create --data "$data" --tier studio --name load --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p'
}
load() { taskset -c 1 wrk --latency "$@"; }
figures() { grep -E "requests in|Requests/sec| 50%| 99%|denied" | tr -s ' \n' ' '; echo; }
# spent prints the server's own processor time in microseconds, which no other work blurs much.
spent() { awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print int(($12 + $13) * 1000000 / hz) }' "/proc/$server/stat"; }

echo "with a key, 16 connections:"
for _ in 1 2 3 4; do
	keys=("$(key)" "$(key)")
	before=$(spent)
	load -t1 -c16 -d1s -s "$dir/calls.lua" "$at" -- "${keys[@]}" >"$dir/run"
	answered=$(sed -n 's/^ *\([0-9]*\) requests in.*/\1/p' "$dir/run")
	echo "$(figures <"$dir/run") processor an answer $((($(spent) - before) / (answered > 0 ? answered : 1))) µs"
done
echo "with a key, one connection, beside $crowd without:"
load -t1 -c"$crowd" -d8s -s "$dir/calls.lua" "$at" >"$dir/crowd" &
waiting=$!
sleep 2
load -t1 -c1 -d4s -s "$dir/calls.lua" "$at" -- "$(key)" | figures
wait "$waiting"
echo "and those without:"
figures <"$dir/crowd"
