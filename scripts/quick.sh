#!/usr/bin/env bash
# Look at what a change touched, in less than a minute: format, vet and short tests of
# the packages whose files differ from BASE (default: where this branch left main, or
# the last commit), and the rules for the whole tree. make check looks at everything.
# usage: quick.sh [BASE] (GO names the Go command)
set -euo pipefail
go=${GO:-go}
base=${1:-$(git merge-base HEAD main 2>/dev/null || echo HEAD)}
files=$({ git diff --name-only --diff-filter=d "$base"; git ls-files -o --exclude-standard; } | sort -u)
gofiles=$(grep '\.go$' <<<"$files" || true)
if [ -n "$gofiles" ]; then
	unformatted=$(gofmt -l $gofiles)
	[ -z "$unformatted" ] || { echo "not gofmt-ed:"; echo "$unformatted"; exit 1; }
fi
"$go" build ./...

# A file belongs to the nearest folder above it that is a package of this module: what
# is embedded and test data lie below one.
packages=()
while read -r dir; do
	while [ "$dir" != . ] && ! compgen -G "$dir/*.go" >/dev/null; do dir=$(dirname "$dir"); done
	[ "$dir" = . ] || packages+=("./$dir")
done < <(grep -E '^(cmd|internal|clients/generate|deploy)/' <<<"$files" | grep -vE '^deploy/release/' | xargs -r -n1 dirname | sort -u)
mapfile -t packages < <(printf '%s\n' . "${packages[@]}" | sort -u)
"$go" vet "${packages[@]}"
"$go" test -short "${packages[@]}"
