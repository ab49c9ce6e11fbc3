#!/usr/bin/env bash
# Serve, and on a fresh data directory make a key and a sign-in link to try it with.
# They are printed by the server when it is ready, below what it logged until then. They are
# handed to it in its environment: others on the machine can read a command line.
# usage: run.sh BINARY DATA ADDR
set -euo pipefail
bin=$1 data=$2 addr=$3
value() { sed -n "s/.*\"$1\": *\"\\([^\"]*\\)\".*/\\1/p"; }
bold= plain=
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ] && [ -z "${NO_COLOR:-}" ]; then
	bold=$'\e[1m' plain=$'\e[0m'
fi
rule=$(printf '%.0s─' {1..72})
more_links="$bin signin-link --data $data --account owner --base-url http://$addr"
more_keys="$bin key create --data $data --tier studio --name another"
if ! "$bin" key list --data "$data" --json 2>/dev/null | grep -q '"id"'; then
	# On the Operator plan, so that its link opens /admin too.
	"$bin" account create --data "$data" --id owner --tier operator --name Operator --json >/dev/null
	key=$("$bin" key create --data "$data" --account owner --name try --json | value key)
	link=$("$bin" signin-link --data "$data" --account owner --base-url "http://$addr" --json | value link)
	echo "Starting. A link that opens the site and a key for programs follow when the service is ready."
	welcome="A link that signs you in to the site (good once, for 15 minutes):

    $bold$link$plain

A key for programs (shown once):

    $bold$key$plain

    curl -H 'X-API-Key: $key' 'http://$addr/api/v2/films?q=heat'

Another link:  $more_links
Another key:   $more_keys"
else
	welcome="$data has keys already.

A link that signs you in:  $more_links
Another key:               $more_keys"
fi
KINODEX_WELCOME="
$rule
${bold}Kinodex is ready: http://$addr$plain  (Ctrl+C ends it)

$welcome
$rule
" exec "$bin" serve --addr "$addr" --data "$data"
