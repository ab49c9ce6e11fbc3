package wire

import (
	"net/netip"

	"kinodex/internal/fault"
)

// What a dialect needs that answers in words of its own, as pages and OAuth do.

// Address is where the request comes from (REQ A-21).
func (x *Exchange) Address() netip.Addr { return x.front.Proxies.Client(x.R) }

// CountRefusal counts a refusal that the dialect answers itself: see Failures.CountRefusal.
func (x *Exchange) CountRefusal(f *fault.Fault) { x.front.CountRefusal(x.Visit, f) }

// Report settles a failure that the dialect answers itself: see Failures.Settle.
func (x *Exchange) Report(err error) {
	_ = x.front.Settle(x.Context(), x.occasion(), x.Visit, err)
}
