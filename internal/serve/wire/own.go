package wire

import (
	"net/netip"
)

// What a dialect needs that answers in words of its own, as pages and OAuth do.

// Address is where the request comes from (REQ A-21).
func (x *Exchange) Address() netip.Addr { return x.front.Proxies.Client(x.R) }

// Report settles a failure that the dialect answers itself: see Failures.Settle.
func (x *Exchange) Report(err error) {
	_ = x.front.Settle(x.Context(), x.occasion(), x.Visit, err)
}
