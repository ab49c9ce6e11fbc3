#!/usr/bin/env bash
# Run a command beside a PostgreSQL (directly and through PgBouncer in transaction
# mode), a Redis, a Redis with a replica and a sentinel, a Redis Cluster and an S3
# server (versitygw) of its own, which are stopped and forgotten when it ends:
#
#   scripts/services.sh go test ./internal/ledger/...
#
# Without a command it prints the environment to use and runs until interrupted.
# All listen on the loopback address, on free ports, with their data in a
# temporary directory. What is not installed is installed (scripts/install.sh).
set -euo pipefail

say() { echo "services: $*" >&2; }

postgres_bin() { { ls -d /usr/lib/postgresql/*/bin /usr/local/pgsql/bin 2>/dev/null || true; } | sort -V | tail -1; }

"$(dirname "$0")/install.sh" postgres redis-server pgbouncer versitygw
bin=$(postgres_bin)
versitygw=$(command -v versitygw || echo "$(cd "$(dirname "$0")/.." && pwd)/.bin/versitygw")

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-services.XXXXXX")
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
	as=(setpriv --reuid=postgres --regid=postgres --clear-groups --reset-env)
	chown postgres "$dir"
fi
chmod 755 "$dir"
cd "$dir" # somewhere the other user may be

children=()
stop() {
	trap - EXIT INT TERM
	[ ${#children[@]} = 0 ] || kill "${children[@]}" 2>/dev/null || true
	[ -z "${postgres_up:-}" ] || "${as[@]}" "$bin/pg_ctl" -D "$dir/postgres" -m immediate -w stop >/dev/null 2>&1 || true
	[ ${#children[@]} = 0 ] || wait "${children[@]}" 2>/dev/null || true
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

# up NAME COMMAND...: start a server that listens on $port, a free one of the
# loopback address, in $dir/NAME. Where another process took the port meanwhile,
# another one is tried: $port in the command is written PORT.
up() {
	local name=$1 try
	shift
	mkdir -p "$dir/$name"
	for _ in 1 2 3 4 5; do
		port=$(free_port)
		"${@//PORT/$port}" >"$dir/$name/log" 2>&1 &
		pid=$!
		for try in $(seq 200); do
			kill -0 "$pid" 2>/dev/null || break
			if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
				children+=("$pid")
				return
			fi
			sleep 0.05
		done
		kill "$pid" 2>/dev/null || true
	done
	cat "$dir/$name/log" >&2
	exit 1
}

# redis NAME OPTIONS...: a Redis that forgets.
redis() {
	local name=$1
	shift
	up "$name" redis-server "$@" --bind 127.0.0.1 --port PORT --dir "$dir/$name" --save "" --appendonly no --daemonize no
}

cat >"$dir/pgbouncer.ini" <<END
[databases]
* = host=127.0.0.1 port=$postgres_port user=kinodex
[pgbouncer]
listen_addr = 127.0.0.1
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 8
END
pgbouncer=$(PATH=$PATH:/usr/sbin command -v pgbouncer)
up pgbouncer "${as[@]}" bash -c "{ cat '$dir/pgbouncer.ini'; echo listen_port = PORT; } >'$dir/pgbouncer-PORT.ini' && exec '$pgbouncer' '$dir/pgbouncer-PORT.ini'"
pgbouncer_port=$port

redis redis
redis_port=$port

redis primary
primary_port=$port
redis replica --replicaof 127.0.0.1 "$primary_port"
printf '%s\n' "sentinel monitor meters 127.0.0.1 $primary_port 1" "sentinel down-after-milliseconds meters 1000" >"$dir/sentinel.conf"
up sentinel redis-server "$dir/sentinel.conf" --sentinel --bind 127.0.0.1 --port PORT --dir "$dir" --daemonize no
sentinel_port=$port

nodes=()
for n in 1 2 3; do
	redis "node$n" --cluster-enabled yes --cluster-config-file nodes.conf --cluster-node-timeout 2000
	nodes+=("127.0.0.1:$port")
done
redis-cli --cluster create "${nodes[@]}" --cluster-yes >"$dir/cluster.log" 2>&1 || { cat "$dir/cluster.log" >&2; exit 1; }
for node in "${nodes[@]}"; do
	until redis-cli -p "${node#*:}" cluster info | grep -q cluster_state:ok; do sleep 0.1; done
done

mkdir "$dir/objects" "$dir/attributes"
export AWS_ACCESS_KEY_ID=testkey AWS_SECRET_ACCESS_KEY=testsecret123
export ROOT_ACCESS_KEY=$AWS_ACCESS_KEY_ID ROOT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY
up s3 "$versitygw" --port 127.0.0.1:PORT --region us-east-1 --quiet posix --sidecar "$dir/attributes" "$dir/objects"
s3_port=$port

export KINODEX_TEST_POSTGRES="postgres://kinodex@127.0.0.1:$postgres_port/postgres?sslmode=disable"
export KINODEX_TEST_PGBOUNCER="postgres://kinodex@127.0.0.1:$pgbouncer_port/postgres?sslmode=disable"
export KINODEX_TEST_REDIS="redis://127.0.0.1:$redis_port/0"
export KINODEX_TEST_REDIS_SENTINEL="redis://127.0.0.1:$sentinel_port/0?master=meters"
export KINODEX_TEST_REDIS_CLUSTER="redis://$(IFS=,; echo "${nodes[*]}")"
export KINODEX_TEST_S3="s3://tests?endpoint=http://127.0.0.1:$s3_port&region=us-east-1"

if [ $# -gt 0 ]; then
	cd "$OLDPWD"
	status=0
	"$@" || status=$?
	exit "$status"
fi
echo "export KINODEX_TEST_POSTGRES='$KINODEX_TEST_POSTGRES'"
echo "export KINODEX_TEST_PGBOUNCER='$KINODEX_TEST_PGBOUNCER'"
echo "export KINODEX_TEST_REDIS='$KINODEX_TEST_REDIS' KINODEX_TEST_REDIS_SENTINEL='$KINODEX_TEST_REDIS_SENTINEL' KINODEX_TEST_REDIS_CLUSTER='$KINODEX_TEST_REDIS_CLUSTER'"
echo "export KINODEX_TEST_S3='$KINODEX_TEST_S3' AWS_ACCESS_KEY_ID=$AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY"
say "running; interrupt to stop"
wait "${children[0]}"
