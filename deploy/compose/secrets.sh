#!/bin/sh
# Makes the secrets of compose.yaml, once. What exists is kept.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
[ -s secrets/postgres ] || random >secrets/postgres
[ -s secrets/s3_key ] || random | cut -c1-20 | tr -d '\n' >secrets/s3_key
[ -s secrets/s3_secret ] || random >secrets/s3_secret
printf 'postgres://kinodex:%s@postgres/kinodex?sslmode=disable' "$(cat secrets/postgres)" >secrets/ledger
# Compose gives files as they are: the user of the image, who owns none of them, must read them.
chmod 711 secrets
chmod 444 secrets/*
