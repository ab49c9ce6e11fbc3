#!/usr/bin/env bash
# Hold the tier model against scikit-learn on the same scripts and folds:
#
#   scripts/oracle.sh [DATA]      # DATA: a data directory, "data" by default
#
# It exports features, classes and folds of the research set in DATA with what
# our models find on them, lets scripts/oracle/oracle.py grade the same, and
# exits with 1 where the two disagree. scikit-learn is Debian's
# (python3-sklearn); it is installed where it is absent and apt-get may.
# KINODEX_LAB names the program (kinodex-lab); without it, it is compiled.
set -euo pipefail

data=${1:-data}
here=$(cd "$(dirname "$0")" && pwd)
python=/usr/bin/python3 # Debian's, whatever else is in PATH

say() { echo "oracle: $*" >&2; }

if ! "$python" -c 'import sklearn, scipy' 2>/dev/null; then
	say "installing python3-sklearn"
	if [ "$(id -u)" != 0 ]; then
		say "not root: install python3-sklearn first"
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-sklearn >/dev/null
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/kinodex-oracle.XXXXXX")
trap 'rm -rf "$dir"' EXIT

lab=${KINODEX_LAB:-$dir/kinodex-lab}
if [ -z "${KINODEX_LAB:-}" ]; then
	(cd "$here/.." && GOEXPERIMENT=jsonv2 go build -o "$lab" ./cmd/kinodex-lab)
fi
"$lab" evaluate tier --data "$data" --brief --repeats "${REPEATS:-3}" --permutations 0 \
	--export "$dir/matrix.csv" --figures "$dir/figures.json"
"$python" "$here/oracle/oracle.py" "$dir/matrix.csv" "$dir/figures.json"
