#!/usr/bin/env bash
# Run Kinodex as many machines would, on one and without containers: the processes of
# deploy/compose/compose.yaml. PostgreSQL, Redis (or Valkey), an S3 server (versitygw), two replicas and
# HAProxy, all on the loopback address.
#
#   scripts/cluster.sh up             # start what is not running, and wait until it is ready
#   scripts/cluster.sh status         # what runs, where, and whether it is ready
#   scripts/cluster.sh stop kinodex1  # kill -9, as a machine that is lost
#   scripts/cluster.sh start kinodex1
#   scripts/cluster.sh doctor         # kinodex doctor for each replica
#   eval "$(scripts/cluster.sh env)"  # the addresses, for commands of kinodex
#   scripts/cluster.sh down           # let requests end, then end all of them; the data stays
#
# CLUSTER is the directory for data, logs and process ids (./cluster), PORT the first of ten ports
# (18080, where HAProxy listens), KINODEX the program (bin/kinodex).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:/usr/sbin:/usr/local/sbin:$root/.bin
mkdir -p "${CLUSTER:=cluster}"
dir=$(cd "$CLUSTER" && pwd)
port=${PORT:-18080}
kinodex=${KINODEX:-$root/bin/kinodex}
services=(postgres meters s3 kinodex1 kinodex2 proxy)

say() { echo "cluster: $*" >&2; }

port_of() {
	case "$1" in
	proxy) echo "$port" ;; kinodex1) echo $((port + 1)) ;; kinodex2) echo $((port + 2)) ;;
	admin1) echo $((port + 3)) ;; admin2) echo $((port + 4)) ;; statistics) echo $((port + 5)) ;;
	postgres) echo $((port + 6)) ;; meters) echo $((port + 7)) ;; s3) echo $((port + 8)) ;;
	*) say "there is no $1; there are: ${services[*]}"; exit 2 ;;
	esac
}

# settings prints what replicas and commands need. Secrets are in files, which only their owner reads.
settings() {
	local s3="endpoint=http://127.0.0.1:$(port_of s3)&region=us-east-1"
	printf 'export %s\n' \
		"KINODEX_LEDGER='postgres://kinodex@127.0.0.1:$(port_of postgres)/postgres?sslmode=disable'" \
		"KINODEX_METERS='redis://127.0.0.1:$(port_of meters)/0'" \
		"KINODEX_BUCKET='s3://objects?$s3'" "KINODEX_LIBRARY='s3://library?$s3'" \
		"AWS_ACCESS_KEY_ID_FILE='$dir/secrets/key'" "AWS_SECRET_ACCESS_KEY_FILE='$dir/secrets/secret'"
}

# as_postgres runs a command as somebody who is not root, whom PostgreSQL refuses.
as_postgres() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=postgres --regid=postgres --clear-groups --reset-env "$@"
	else
		"$@"
	fi
}

postgres_bin() { { ls -d /usr/lib/postgresql/*/bin /usr/local/pgsql/bin 2>/dev/null || true; } | sort -V | tail -1; }

# command_of prints how a service is started, as a line for bash.
command_of() {
	case "$1" in
	postgres)
		local as=""
		[ "$(id -u)" != 0 ] || as="setpriv --reuid=postgres --regid=postgres --clear-groups --reset-env"
		echo "exec $as $(postgres_bin)/postgres -D $dir/postgres -p $(port_of postgres) -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300" ;;
	meters)
		local server
		server=$(command -v valkey-server || command -v redis-server)
		echo "exec $server --bind 127.0.0.1 --port $(port_of meters) --dir $dir/meters --appendonly yes --appendfsync everysec --maxmemory-policy noeviction" ;;
	s3)
		echo "ROOT_ACCESS_KEY=\$(cat $dir/secrets/key) ROOT_SECRET_KEY=\$(cat $dir/secrets/secret) exec versitygw --port 127.0.0.1:$(port_of s3) --region us-east-1 --quiet posix --sidecar $dir/attributes $dir/s3" ;;
	kinodex1 | kinodex2)
		local n=${1#kinodex}
		settings
		echo "exec $kinodex serve --addr 127.0.0.1:$(port_of "$1") --admin-addr 127.0.0.1:$(port_of "admin$n") --data $dir/$1 --base-url http://127.0.0.1:$port --trusted-proxies 127.0.0.0/8 --drain-notice 3s" ;;
	proxy)
		echo "export KINODEX_PUBLIC=127.0.0.1:$port KINODEX_STATISTICS=127.0.0.1:$(port_of statistics)"
		echo "export KINODEX_REPLICA1=127.0.0.1:$(port_of kinodex1) KINODEX_REPLICA2=127.0.0.1:$(port_of kinodex2)"
		echo "exec haproxy -db -f $root/deploy/compose/haproxy.cfg" ;;
	esac
}

pid_of() { cat "$dir/run/$1" 2>/dev/null || true; }

runs() {
	local pid
	pid=$(pid_of "$1")
	[ -n "$pid" ] && kill -0 "$pid" 2>/dev/null
}

takes() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# answers reports whether a service does what it is for; PostgreSQL takes connections
# before it does.
answers() {
	[ "$1" != postgres ] || "$(postgres_bin)/pg_isready" --quiet --host 127.0.0.1 --port "$(port_of postgres)"
}

# start starts a service, if it does not run, and waits until it answers.
start() {
	local at
	at=$(port_of "$1")
	runs "$1" && return
	if takes "$at"; then
		say "port $at, which $1 wants, is taken; set PORT"
		exit 1
	fi
	setsid bash -c "$(command_of "$1")" >>"$dir/log/$1" 2>&1 </dev/null &
	echo $! >"$dir/run/$1"
	for _ in $(seq 600); do
		if ! runs "$1"; then
			say "$1 ended; the end of $dir/log/$1:"
			tail -5 "$dir/log/$1" >&2
			exit 1
		fi
		takes "$at" && answers "$1" && return
		sleep 0.1
	done
	say "$1 does not answer; see $dir/log/$1"
	exit 1
}

# finish ends services with a signal, all at once, and waits for the end of each. What has not
# ended after 45 s is killed.
finish() {
	local signal=$1 service pid
	shift
	for service in "$@"; do
		! runs "$service" || kill "-$signal" "$(pid_of "$service")" 2>/dev/null || true
	done
	for service in "$@"; do
		pid=$(pid_of "$service")
		for _ in $(seq 450); do
			runs "$service" || break
			sleep 0.1
		done
		if runs "$service"; then
			say "$service did not end: kill -9"
			kill -KILL "$pid" 2>/dev/null || true
		elif [ -n "$pid" ]; then
			say "$service ended"
		fi
		rm -f "$dir/run/$service"
	done
}

# why_not prints why what listens at a port is not ready to answer requests; nothing when it is.
why_not() {
	local answer message
	answer=$("$kinodex" healthcheck --ready --addr "127.0.0.1:$1" 2>&1) && return
	message=$(sed -n 's/.*"message": \{0,1\}"\([^"]*\)".*/\1/p' <<<"$answer")
	echo "${message:-$answer}"
}

# is_published reports whether the bucket has a library, which replicas see with their next look.
is_published() { (eval "$(settings)" && "$kinodex" library published >/dev/null 2>&1); }

# await waits until a service is ready, and says what it waits for. It fails at once where the
# bucket has no library, which only a publish changes.
await() {
	local why told=""
	for _ in $(seq 240); do
		why=$(why_not "$(port_of "$1")")
		if [ -z "$why" ]; then
			say "$1 is ready"
			return
		fi
		[ "$why" = "$told" ] || say "$1 is not ready yet: $why"
		told=$why
		[[ "$why" != *"the bucket has no library yet"* ]] || is_published || return 1
		sleep 0.5
	done
	say "$1 is not ready; see $dir/log/$1 and scripts/cluster.sh doctor"
	return 1
}

# prepare makes what is there before the first start, and keeps what exists.
prepare() {
	local wanted missing=()
	[ -x "$kinodex" ] || { say "there is no $kinodex: make build"; exit 1; }
	for wanted in haproxy versitygw; do command -v "$wanted" >/dev/null || missing+=("$wanted"); done
	command -v valkey-server >/dev/null || command -v redis-server >/dev/null || missing+=(redis-server)
	[ -n "$(postgres_bin)" ] || missing+=(postgres)
	if [ ${#missing[@]} -gt 0 ]; then
		say "missing: ${missing[*]}. To install: scripts/install.sh ${missing[*]}"
		exit 1
	fi
	mkdir -p "$dir"/{run,log,meters,s3/objects,s3/library,attributes,build}
	chmod 755 "$dir"
	if [ ! -s "$dir/secrets/secret" ]; then
		(umask 077 && mkdir -p "$dir/secrets" && for name in key secret; do
			head -c 20 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$dir/secrets/$name"
		done)
	fi
	if [ ! -s "$dir/postgres/PG_VERSION" ]; then
		mkdir -p "$dir/postgres"
		[ "$(id -u)" != 0 ] || chown postgres "$dir/postgres"
		(cd / && as_postgres "$(postgres_bin)/initdb" -D "$dir/postgres" -U kinodex -A trust -E UTF8 --locale=C.UTF-8) >"$dir/log/initdb" 2>&1 ||
			{ cat "$dir/log/initdb" >&2; exit 1; }
	fi
}

case "${1:-}" in
up)
	prepare
	for service in "${services[@]}"; do
		runs "$service" || say "starting $service"
		start "$service"
	done
	if await kinodex1 && await kinodex2 && await proxy; then
		say "ready: http://127.0.0.1:$port, replicas on $(port_of kinodex1) and $(port_of kinodex2), metrics on $(port_of admin1) and $(port_of admin2)"
	elif ! is_published; then
		say "all run, and wait for a library: $kinodex library publish --data DATA"
	else
		exit 1
	fi
	;;
down)
	running=0
	for service in "${services[@]}"; do ! runs "$service" || running=$((running + 1)); done
	if [ "$running" = 0 ]; then
		say "nothing runs"
		exit
	fi
	say "ending the replicas, which let requests under way end first: some seconds"
	finish TERM kinodex1 kinodex2
	finish TERM proxy s3 meters
	finish INT postgres
	say "all ended; the data is in $dir"
	;;
start) port_of "${2:-}" >/dev/null && prepare && start "$2" ;;
stop) port_of "${2:-}" >/dev/null && finish KILL "$2" ;;
env) settings ;;
doctor)
	eval "$(settings)"
	status=0
	for replica in kinodex1 kinodex2; do
		echo "$replica:"
		"$kinodex" doctor --data "$dir/$replica" --addr "127.0.0.1:$(port_of "$replica")" --base-url "http://127.0.0.1:$port" || status=$?
	done
	exit "$status"
	;;
status)
	for service in "${services[@]}"; do
		state=stopped
		if runs "$service"; then
			state="runs, pid $(pid_of "$service")"
			case "$service" in
			kinodex1 | kinodex2 | proxy)
				why=$(why_not "$(port_of "$service")")
				state+=${why:+, not ready: $why}
				[ -n "$why" ] || state+=", ready"
				;;
			esac
		fi
		printf '%-9s 127.0.0.1:%-5s %s\n' "$service" "$(port_of "$service")" "$state"
	done
	;;
*)
	sed -n '2,/^set -e/s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
