#!/usr/bin/env bash
# Measure lists of fifty films over the loopback with wrk, a load tool that is not ours:
#
#   scripts/list-load.sh [DATA]      # DATA: a data directory; a fresh one when left out
#
# The service and a bare net/http server that writes the same bytes (bench bare) are held
# to one core, wrk to another, and take turns for ROUNDS (2) rounds of PERIOD (5) seconds. Lists
# that were asked for before are 12 orders of all films; lists that nobody asked for have
# another least rating each time, below one. It needs curl and two cores; wrk is
# installed (scripts/install.sh). KINODEX names the program; without it, it is compiled.
# DATA gains an account.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
say() { echo "list-load: $*" >&2; }
for needed in taskset curl; do
	command -v "$needed" >/dev/null || { say "$needed is not installed"; exit 1; }
done
"$root/scripts/install.sh" wrk

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-load.XXXXXX")
stop() {
	kill $(jobs -p) 2>/dev/null || true
	rm -rf "$dir"
}
trap stop EXIT

kinodex=${KINODEX:-$dir/kinodex}
[ -n "${KINODEX:-}" ] || (cd "$root" && GOEXPERIMENT=jsonv2 go build -o "$kinodex" ./cmd/kinodex)
(cd "$root/bench" && GOEXPERIMENT=jsonv2 go build -o "$dir/bench" .)
data=${1:-$dir/data}
port=$((20000 + RANDOM % 12000))
ours=http://127.0.0.1:$port
bare=http://127.0.0.1:$((port + 1))

ready() {
	for _ in $(seq 600); do
		curl -sf "$1/readyz" >/dev/null && return
		kill -0 "$!" || { say "$1 ended"; exit 1; }
		sleep 0.1
	done
	say "$1 is not ready after a minute"
	exit 1
}

GOMAXPROCS=1 taskset -c 0 "$kinodex" serve --no-snapshots --log-level error --data "$data" --addr "127.0.0.1:$port" &
ours_pid=$!
ready "$ours"
key=$("$kinodex" key create --data "$data" --tier operator --name load --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')

list='/api/v2/films?limit=50&sort='
orders=(master_score year title filmdb_rating filmdb_votes critic_score runtime budget worldwide_gross roi moviedb_rating release_date)
for i in "${!orders[@]}"; do
	curl -sf -H "X-API-Key: $key" "$ours$list${orders[i]}" >"$dir/$i.json" || { say "no list by ${orders[i]}"; exit 1; }
done
echo >"$dir/stream.ndjson"
GOMAXPROCS=1 taskset -c 0 "$dir/bench" bare -address "${bare#http://}" -raw "127.0.0.1:$((port + 2))" -dir "$dir" &
bare_pid=$!
ready "$bare"

# What wrk asks for: arguments are the kind of list, the key, the coding, and the orders.
cat >"$dir/lists.lua" <<'LUA'
local kind, orders, calls, one = nil, {}, 0, nil
refused = 0
function setup(thread) one = thread end
function init(args)
	kind = args[1]
	wrk.headers["X-API-Key"] = args[2]
	wrk.headers["Accept-Encoding"] = args[3]
	for i = 4, #args do orders[#orders + 1] = args[i] end
	calls = os.time() % 1000 * 1000
end
function request()
	calls = calls + 1
	local n = calls % #orders
	if kind == "bare" then return wrk.format(nil, "/" .. n .. ".json") end
	local path = "/api/v2/films?limit=50&sort=" .. orders[n + 1]
	if kind == "new" then path = path .. string.format("&min_rating=%.6f", calls / 1000000) end
	return wrk.format(nil, path)
end
function response(status) if status ~= 200 then refused = refused + 1 end end
function done() print("refused " .. one:get("refused")) end
LUA

ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; } # of a processor, user and system

load() { # kind, address, process, coding
	local before after
	before=$(ticks "$3")
	taskset -c 1 wrk --latency -t1 -c16 -d"${period}s" -s "$dir/lists.lua" "$2" -- "$1" "$key" "$4" "${orders[@]}" >"$dir/load"
	after=$(ticks "$3")
	grep -E "requests in|Requests/sec| 50%| 99%|refused" "$dir/load" | tr -s ' \n' ' '
	awk -v ticks=$((after - before)) -v hertz="$(getconf CLK_TCK)" \
		'/requests in/ { printf "processor an answer: %.0f µs\n", ticks / hertz / $1 * 1e6 }' "$dir/load"
}

period=${PERIOD:-5}
for _ in $(seq "${ROUNDS:-2}"); do
	echo -n "bare net/http:             " && load bare "$bare" "$bare_pid" identity
	echo -n "asked before:              " && load known "$ours" "$ours_pid" identity
	echo -n "asked for the first time:  " && load new "$ours" "$ours_pid" identity
	echo -n "the first time, with gzip: " && load new "$ours" "$ours_pid" gzip
	echo -n "the first time, with zstd: " && load new "$ours" "$ours_pid" zstd
done
