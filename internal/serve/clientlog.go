package serve

import (
	"fmt"
	"net/netip"
)

// ClientLog says how much of clients' addresses the log tells.
// The zero value is LogWhole.
type ClientLog uint8

// The ways to log a client's address.
const (
	LogWhole     ClientLog = iota // 203.0.113.7
	LogTruncated                  // the network: 203.0.113.0/24, or the /48 of IPv6
	LogNone
)

// UnmarshalText reads full, truncated or off.
// Any other text is an error and leaves l as it was.
func (l *ClientLog) UnmarshalText(text []byte) error {
	switch string(text) {
	case "full":
		*l = LogWhole
	case "truncated":
		*l = LogTruncated
	case "off":
		*l = LogNone
	default:
		return fmt.Errorf("%q is none of full, truncated and off", text)
	}
	return nil
}

// of gives an address as the log tells it; empty when it tells none.
func (l ClientLog) of(client netip.Addr) string {
	switch {
	case l == LogNone || !client.IsValid():
		return ""
	case l == LogWhole:
		return client.String()
	}
	bits := 48
	if client.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(client.WithZone(""), bits).Masked().String()
}
