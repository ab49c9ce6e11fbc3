#!/usr/bin/env bash
# Serve, and on a fresh data directory make a key to try it with.
# usage: run.sh BINARY DATA ADDR
set -euo pipefail
bin=$1 data=$2 addr=$3
if ! "$bin" key list --data "$data" --json 2>/dev/null | grep -q '"id"'; then
	key=$("$bin" key create --data "$data" --tier studio --name first --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
	echo "A key to try it with (shown once): $key"
	echo "  curl -H 'X-API-Key: $key' 'http://$addr/api/v2/films?q=heat'"
fi
exec "$bin" serve --addr "$addr" --data "$data"
