package wire

import (
	"strconv"
	"strings"

	"kinodex/internal/fault"
)

// pinHeader names the version of the service that a request was written for; answers carry
// the service's own under the same name.
const pinHeader = "X-Service-Version"

// oldestPinned is the oldest version whose requests are answered as they were then. Since it
// came, version 2 has only been added to.
const oldestPinned = "2.2.0"

// pinned refuses a request that was written for a version which this one does not answer for
// (REQ V-09): an older one than oldestPinned, or a later one than its own, whose fields and
// parameters the request may count on. No cache may keep the refusal, which the address does
// not tell. Parts that are left out may be anything: 2 and 2.4.
func (x *Exchange) pinned() error {
	asked := strings.TrimSpace(x.R.Header.Get(pinHeader))
	if asked == "" {
		return nil
	}
	if notBefore(asked, oldestPinned) && notBefore(x.front.Version, asked) {
		return nil
	}
	x.private = true
	return fault.Param(pinHeader, "a version from "+oldestPinned+" to "+x.front.Version)
}

// notBefore reports whether version a is b or a later one, as far as both have parts. What is
// no version is before everything.
func notBefore(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	if len(as) > 3 || len(bs) > 3 {
		return false
	}
	for i := range min(len(as), len(bs)) {
		m, err := strconv.ParseUint(as[i], 10, 16)
		n, err2 := strconv.ParseUint(bs[i], 10, 16)
		if err != nil || err2 != nil {
			return false
		}
		if m != n {
			return m > n
		}
	}
	return true
}
