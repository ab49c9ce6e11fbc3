#!/usr/bin/env bash
# Serve, and on a fresh data directory make a key and a sign-in link to try it with.
# usage: run.sh BINARY DATA ADDR
set -euo pipefail
bin=$1 data=$2 addr=$3
value() { sed -n "s/.*\"$1\": *\"\\([^\"]*\\)\".*/\\1/p"; }
if ! "$bin" key list --data "$data" --json 2>/dev/null | grep -q '"id"'; then
	key=$("$bin" key create --data "$data" --account owner --tier studio --name first --json | value key)
	echo "A key to try it with (shown once): $key"
	echo "  curl -H 'X-API-Key: $key' 'http://$addr/api/v2/films?q=heat'"
	link=$("$bin" signin-link --data "$data" --account owner --base-url "http://$addr" --json | value link)
	echo "A link that signs you in to the site (good once, for 15 minutes; kinodex signin-link --data $data makes another):"
	echo "  $link"
else
	echo "$data has keys already; another one: $bin key create --data $data --tier studio --name another"
	echo "A link that signs you in to the site: $bin signin-link --data $data --account owner --base-url http://$addr"
fi
exec "$bin" serve --addr "$addr" --data "$data"
