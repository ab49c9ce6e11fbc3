#!/usr/bin/env bash
# Serve, and start again whenever a source file changes: templates become Go, the
# program is compiled, and a server takes the place of the old one. While the code does
# not compile, the old server goes on.
# usage: dev.sh BINARY DATA ADDR (GO names the Go command)
set -euo pipefail
bin=$1 data=$2 addr=$3
go=${GO:-go}
stamp=$(mktemp)
server=
stop() {
	[ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
	server=
}
trap 'stop; rm -f "$stamp"' EXIT
trap 'exit 0' INT TERM

# changed lists the files that were written since the last look, and the folders in which
# one came or went. Generated Go does not count: it is written below.
changed() {
	find cmd internal docs go.mod -newer "$stamp" \( -type d -o -type f \
		-regex '.*\.\(go\|mod\|templ\|css\|js\|md\|html\|sql\|tsv\|json\|txt\)' ! -name '*_templ.go' ! -name '*_test.go' \) -print
}

# build compiles what changed into a program beside the one that runs.
build() {
	if grep -q '\.templ$' <<<"$1"; then
		"$go" test -count=1 ./internal/serve/site/templates_test.go -update >/dev/null || return
	fi
	"$go" build -trimpath -o "$bin.next" ./cmd/kinodex && mv "$bin.next" "$bin"
}

serve() {
	"$bin" serve --addr "$addr" --data "$data" &
	server=$!
}

"$bin" signin-link --data "$data" --account owner --plan operator --name Operator --base-url "http://$addr" ||
	echo "no sign-in link was made; the pages that need no account are open"
serve
while sleep 1; do
	files=$(changed)
	if [ -z "$files" ]; then
		if ! kill -0 "$server" 2>/dev/null; then
			wait "$server" || true
			echo "dev: the server ended; it is started again when a file changes"
			while [ -z "$(changed)" ]; do sleep 1; done
		fi
		continue
	fi
	touch "$stamp"
	echo "dev: changed:" $files
	if build "$files"; then
		stop
		serve
	else
		echo "dev: that does not compile; the old program still serves"
	fi
done
