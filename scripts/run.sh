#!/usr/bin/env bash
# Serve with a new sign-in link, and on a fresh data directory a key, to try it with.
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
has_keys=$("$bin" key list --data "$data" --json 2>/dev/null | grep '"id"' || true)
# A link at every start: the last one is used up, or was lost with a start that was interrupted.
# On the Operator plan, when its account is made, so that it opens /admin too.
link=$("$bin" signin-link --data "$data" --account owner --plan operator --name Operator --base-url "http://$addr" --json | value link) ||
	link="none was made; try $more_links"
key="$data has keys already; they are shown once."
if [ -z "$has_keys" ]; then
	key=$("$bin" key create --data "$data" --account owner --name try --json | value key)
	key="A key for programs (shown once):

    $bold$key$plain

    curl -H 'X-API-Key: $key' 'http://$addr/api/v2/films?q=heat'"
fi
echo "Starting. A link that opens the site follows when the service is ready."
welcome="A link that signs you in to the site (good once, for 15 minutes):

    $bold$link$plain

$key

Another link:  $more_links
Another key:   $more_keys"
KINODEX_WELCOME="
$rule
${bold}Kinodex is ready: http://$addr$plain  (Ctrl+C ends it)

$welcome
$rule
" exec "$bin" serve --addr "$addr" --data "$data"
