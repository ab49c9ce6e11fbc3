// Package publicnet tells addresses of the public internet from those of this machine, of a
// private network, or of something that is not for everybody. Whatever connects to where a
// stranger leads asks it when it dials, after the name was resolved: so no name server can say
// one thing when an address is checked and another when it is used.
//
// It imports the standard library alone.
package publicnet

import "net/netip"

// special are networks within the public ranges that are not for the public internet
// (IANA's special-purpose registries): shared, documentation, benchmarking, relays,
// and translators whose addresses hold an IPv4 address.
var special = func() (nets []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		nets = append(nets, netip.MustParsePrefix(s))
	}
	return nets
}()

// global is the part of IPv6 that is allocated for global unicast.
var global = netip.MustParsePrefix("2000::/3")

// Has reports whether an address is one of the public internet. An IPv4 address that is written
// as one of IPv6 is the IPv4 address.
func Has(a netip.Addr) bool {
	a = a.Unmap()
	if a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	if a.Is6() && !global.Contains(a) {
		return false
	}
	for _, net := range special {
		if net.Contains(a) {
			return false
		}
	}
	return true
}
