#!/usr/bin/env bash
# Run a command beside a PostgreSQL, a Redis and an S3 server (versitygw) of its
# own, which are stopped and forgotten when it ends:
#
#   scripts/services.sh go test ./internal/ledger/...
#
# Without a command it prints the environment to use and runs until interrupted.
# All listen on the loopback address, on free ports, with their data in a
# temporary directory. What is not installed is installed: the databases with
# apt-get, where it may; the S3 server with go install into .bin.
set -euo pipefail

say() { echo "services: $*" >&2; }

postgres_bin() { { ls -d /usr/lib/postgresql/*/bin /usr/local/pgsql/bin 2>/dev/null || true; } | sort -V | tail -1; }

missing=()
[ -n "$(postgres_bin)" ] || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
if [ ${#missing[@]} -gt 0 ]; then
	say "installing ${missing[*]}"
	if [ "$(id -u)" != 0 ]; then
		say "not root: install ${missing[*]} first"
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
bin=$(postgres_bin)

versitygw=$(command -v versitygw || true)
if [ -z "$versitygw" ]; then
	versitygw=$PWD/.bin/versitygw
	if [ ! -x "$versitygw" ]; then
		say "installing versitygw"
		GOBIN=$PWD/.bin GOFLAGS= GOEXPERIMENT= "${GO:-go}" install github.com/versity/versitygw/cmd/versitygw@v1.8.0
	fi
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-services.XXXXXX")
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
	as=(setpriv --reuid=postgres --regid=postgres --clear-groups --reset-env)
	chown postgres "$dir"
fi
chmod 755 "$dir"
cd "$dir" # somewhere the other user may be

stop() {
	trap - EXIT INT TERM
	[ -z "${redis_pid:-}" ] || kill "$redis_pid" 2>/dev/null || true
	[ -z "${postgres_up:-}" ] || "${as[@]}" "$bin/pg_ctl" -D "$dir/postgres" -m immediate -w stop >/dev/null 2>&1 || true
	[ -z "${s3_pid:-}" ] || kill "$s3_pid" 2>/dev/null || true
	[ -z "${redis_pid:-}" ] || wait "$redis_pid" 2>/dev/null || true
	[ -z "${s3_pid:-}" ] || wait "$s3_pid" 2>/dev/null || true
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# free_port prints a port of the loopback address that nobody listens on.
free_port() {
	local port
	while :; do
		port=$((20000 + RANDOM % 12000))
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
	done
}

"${as[@]}" "$bin/initdb" -D "$dir/postgres" -U kinodex -A trust -E UTF8 --locale=C.UTF-8 >"$dir/initdb.log" 2>&1 ||
	{ cat "$dir/initdb.log" >&2; exit 1; }
for _ in 1 2 3 4 5; do
	postgres_port=$(free_port)
	if "${as[@]}" "$bin/pg_ctl" -D "$dir/postgres" -l "$dir/postgres.log" -w -t 60 start \
		-o "-p $postgres_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$dir -c max_connections=300" >/dev/null; then
		postgres_up=yes
		break
	fi
done
[ -n "${postgres_up:-}" ] || { cat "$dir/postgres.log" >&2; exit 1; }

# Redis says no more than that it could not listen, so another port is tried.
for _ in 1 2 3 4 5; do
	redis_port=$(free_port)
	redis-server --bind 127.0.0.1 --port "$redis_port" --dir "$dir" --save "" --appendonly no \
		--daemonize no --logfile "$dir/redis.log" &
	redis_pid=$!
	for _ in $(seq 100); do
		kill -0 "$redis_pid" 2>/dev/null || { redis_pid=; break; }
		(exec 3<>"/dev/tcp/127.0.0.1/$redis_port") 2>/dev/null && break 2
		sleep 0.05
	done
done
[ -n "${redis_pid:-}" ] || { cat "$dir/redis.log" >&2; exit 1; }

mkdir "$dir/s3" "$dir/attributes"
export AWS_ACCESS_KEY_ID=testkey AWS_SECRET_ACCESS_KEY=testsecret123
for _ in 1 2 3 4 5; do
	s3_port=$(free_port)
	ROOT_ACCESS_KEY=$AWS_ACCESS_KEY_ID ROOT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY \
		"$versitygw" --port "127.0.0.1:$s3_port" --region us-east-1 --quiet posix --sidecar "$dir/attributes" "$dir/s3" >"$dir/s3.log" 2>&1 &
	s3_pid=$!
	for _ in $(seq 100); do
		kill -0 "$s3_pid" 2>/dev/null || { s3_pid=; break; }
		(exec 3<>"/dev/tcp/127.0.0.1/$s3_port") 2>/dev/null && break 2
		sleep 0.05
	done
done
[ -n "${s3_pid:-}" ] || { cat "$dir/s3.log" >&2; exit 1; }

export KINODEX_TEST_POSTGRES="postgres://kinodex@127.0.0.1:$postgres_port/postgres?sslmode=disable"
export KINODEX_TEST_REDIS="redis://127.0.0.1:$redis_port/0"
export KINODEX_TEST_S3="s3://tests?endpoint=http://127.0.0.1:$s3_port&region=us-east-1"

if [ $# -gt 0 ]; then
	cd "$OLDPWD"
	status=0
	"$@" || status=$?
	exit "$status"
fi
echo "export KINODEX_TEST_POSTGRES='$KINODEX_TEST_POSTGRES'"
echo "export KINODEX_TEST_REDIS='$KINODEX_TEST_REDIS'"
echo "export KINODEX_TEST_S3='$KINODEX_TEST_S3' AWS_ACCESS_KEY_ID=$AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY"
say "running; interrupt to stop"
wait "$redis_pid"
