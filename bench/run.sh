#!/usr/bin/env bash
# Measure Kinodex against its peers and write the report; docs/benchmarks.md says
# what is measured. What the films come from, one of:
#   FILMS=PATH[,PATH]  film sources, built with "kinodex build" first
#   DATA=DIR           a data directory with a built library; it is not changed
# and, when wanted:
#   OUT=DIR            where everything is built and the report is written
#   ENGINES=a,b        only these of kinodex,http,bleve,sqlite,postgres
#   QUICK=1            fewer rounds and no multiples of the films
# Further arguments go to "bench run".
set -euo pipefail
absolute() { # of each of a comma-separated list of paths
	local list=() path
	IFS=, read -ra paths <<<"$1"
	for path in "${paths[@]}"; do list+=("$(realpath -m "$path")"); done
	(IFS=, && echo "${list[*]}")
}
films=${FILMS:+$(absolute "$FILMS")}
data=${DATA:+$(absolute "$DATA")}
export GOEXPERIMENT=${GOEXPERIMENT:-jsonv2}
out=${OUT:-${TMPDIR:-/tmp}/kinodex-bench}
engines=${ENGINES:-kinodex,http,bleve,sqlite,postgres}
mkdir -p "$out"
out=$(realpath "$out")
cd "$(dirname "$0")"

if [[ -z $films && -z $data && ! -s $out/films.ndjson ]]; then
	echo "bench: name the films: FILMS=path to film sources, or DATA=data directory with a built library" >&2
	exit 2
fi

echo "== build the programs"
(cd .. && go build -trimpath -o "$out/kinodex" ./cmd/kinodex)
go build -trimpath -o "$out/bench" .
export KINODEX_BENCH_PROGRAM=$out/kinodex

# PostgreSQL: a server of its own on a private port and socket, as a user who is
# not root (it refuses root), gone again at the end.
postgres_bin=
as_postgres() { "$@"; }
start_postgres() {
	local candidates=(/usr/lib/postgresql/*/bin)
	if [[ ! -x ${candidates[-1]}/initdb ]]; then
		echo "== install PostgreSQL"
		DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql >"$out/apt.log" 2>&1 || {
			echo "bench: PostgreSQL is not there and cannot be installed; leave it out with ENGINES=kinodex,http,bleve,sqlite" >&2
			exit 1
		}
		candidates=(/usr/lib/postgresql/*/bin)
	fi
	postgres_bin=${candidates[-1]}
	pg=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-postgres.XXXXXX")
	if [[ $(id -u) == 0 ]]; then
		as_postgres() { (cd / && runuser -u postgres -- "$@"); }
		chown postgres "$pg"
	fi
	as_postgres "$postgres_bin/initdb" -D "$pg/data" -U bench -A trust --locale=C.UTF-8 >"$out/initdb.log"
	cat >>"$pg/data/postgresql.conf" <<-CONF
		listen_addresses = ''
		port = ${PGPORT:-55432}
		unix_socket_directories = '$pg'
		max_connections = 10
		shared_buffers = 2GB
		effective_cache_size = 6GB
		work_mem = 64MB
		maintenance_work_mem = 1GB
		max_wal_size = 8GB
		synchronous_commit = off
		wal_level = minimal
		max_wal_senders = 0
		random_page_cost = 1.1
		effective_io_concurrency = 200
		max_parallel_workers_per_gather = 2
		jit = off
		autovacuum = off
	CONF
	as_postgres "$postgres_bin/pg_ctl" -D "$pg/data" -l "$pg/log" -w start >/dev/null
	trap stop_postgres EXIT
	export KINODEX_BENCH_POSTGRES="host=$pg port=${PGPORT:-55432} user=bench dbname=postgres"
}
stop_postgres() {
	as_postgres "$postgres_bin/pg_ctl" -D "$pg/data" -m fast -w stop >/dev/null || true
	rm -rf "$pg"
}
if [[ ,$engines, == *,postgres,* ]]; then
	echo "== start PostgreSQL"
	start_postgres
fi

echo "== measure"
"$out/bench" run -out "$out" -engines "$engines" -sources "$films" -data "$data" ${QUICK:+-quick} "$@"
