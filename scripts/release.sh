#!/usr/bin/env bash
# Make what is published of a version, into dist/: programs for Linux on amd64 and arm64, a bill of
# materials (CycloneDX) of each, Debian and RPM packages, an image for both platforms, and SHA256SUMS.
#
#   scripts/release.sh              # all of it
#   PLATFORMS=amd64 scripts/release.sh
#   scripts/release.sh verify       # build the programs again from a clone elsewhere, and compare bytes
#   SIGN_KEY=~/.ssh/release scripts/release.sh   # also sign SHA256SUMS with a key of OpenSSH; that of an agent is named by its public file
#
# All is made of the commit that is checked out, from a clone of it: what is not committed is not in it.
# The same commit gives the same bytes, wherever it is built with the same Go: paths, dates and users of
# the machine are not in them. Nothing is pushed anywhere.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install.sh nfpm
PATH=$PATH:$PWD/.bin
export GOEXPERIMENT=jsonv2 CGO_ENABLED=0 GOFLAGS= GOOS=linux LC_ALL=C TZ=UTC
GO=${GO:-go}
read -ra platforms <<<"${PLATFORMS:-amd64 arm64}"
dist=${DIST:-$PWD/dist}
mkdir -p "$dist"
if [ -n "${SIGN_KEY:-}" ] && ! ssh-keygen -lf "$SIGN_KEY" >/dev/null; then
	echo "release: SIGN_KEY=$SIGN_KEY is no key of OpenSSH; ssh-keygen -t ed25519 -f FILE makes one" >&2
	exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-release.XXXXXX")
trap 'rm -rf "$work"' EXIT
git -c advice.detachedHead=false clone -q --shared . "$work/kinodex"
cd "$work/kinodex"

# build ARCH FILE: the program. -s -w leaves out what debuggers alone need.
build() {
	GOARCH=$1 "$GO" build -trimpath -buildvcs=true -ldflags '-s -w -buildid=' -o "$2" ./cmd/kinodex
}

if [ "${1:-}" = verify ]; then
	for arch in "${platforms[@]}"; do
		build "$arch" "$work/$arch"
		if ! cmp "$work/$arch" "$dist/kinodex-linux-$arch"; then
			echo "release: two builds for $arch differ" >&2
			exit 1
		fi
		echo "release: two builds for $arch are the same: $(sha256sum <"$work/$arch" | cut -d' ' -f1)"
	done
	exit 0
fi

version=$(sed -n 's/^const ServiceVersion = "\(.*\)"$/\1/p' cmd/kinodex/version.go)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH VERSION=$version MAINTAINER=${MAINTAINER:-"Kinodex <kinodex@localhost>"}

(cd deploy/release && "$GO" build -o "$work/release" .)
binaries=()
for arch in "${platforms[@]}"; do
	binary=$dist/kinodex-linux-$arch
	build "$arch" "$binary"
	binaries+=("$binary")
	"$work/release" sbom --version "$version" --out "$binary.cdx.json" "$binary"
	mkdir -p dist # of the clone, where nfpm.yaml looks for them
	cp -p "$binary" dist/kinodex
	cp "$binary.cdx.json" dist/kinodex.cdx.json
	for packager in deb rpm; do
		ARCH=$arch nfpm package --config deploy/package/nfpm.yaml --packager $packager --target "$dist/" >&2
	done
done
"$work/release" image --version "$version" --out "$dist/kinodex-$version-image.tar" "${binaries[@]}"
(cd "$dist" && find . -maxdepth 1 -name 'kinodex*' -type f -printf '%f\0' | sort -z | xargs -0 sha256sum >SHA256SUMS)
rm -f "$dist/SHA256SUMS.sig" # of a release before
if [ -n "${SIGN_KEY:-}" ]; then
	ssh-keygen -Y sign -q -n kinodex-release -f "$SIGN_KEY" "$dist/SHA256SUMS"
	echo "release: signed with $(ssh-keygen -lf "$SIGN_KEY")"
fi
echo "release: $version in $dist"
