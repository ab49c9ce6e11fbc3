package redismeter

import (
	"errors"
	"strings"

	"github.com/redis/go-redis/v9"

	"kinodex/internal/ledger"
)

// notOpened says where a Redis was looked for and, by what it said, what to do.
func notOpened(o *redis.UniversalOptions, err error) error {
	return &ledger.OpenError{Where: "Redis at " + strings.Join(o.Addrs, ", "), Advice: adviceOn(err), Err: err}
}

// adviceOn says what to check when a Redis could not be opened; empty when that is not
// known.
func adviceOn(err error) string {
	var said redis.Error
	if !errors.As(err, &said) {
		return ledger.AdviceOn(err, "Redis or Valkey")
	}
	for prefix, advice := range map[string]string{
		"NOAUTH":      "it wants a password: redis://:PASSWORD@HOST:PORT/0",
		"WRONGPASS":   "check user and password of the address",
		"NOPERM":      "let the user run scripts and write to keys of the prefix: see ACL SETUSER",
		"LOADING":     "it reads its data: try again shortly",
		"CLUSTERDOWN": "the cluster has no primary for some of its slots: look at cluster info",
		"ERR DB":      "it has fewer databases than the address says",
	} {
		if redis.HasErrorPrefix(err, prefix) {
			return advice
		}
	}
	return ""
}
