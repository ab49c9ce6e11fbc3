package wire

import (
	"net/http"
	"strconv"
	"time"
)

// timings are when the steps of an answer were done: zero for one that it does not have.
type timings struct {
	began, parsed, found time.Time
	hit                  bool // the response cache had the answer
}

// tellTimings adds Server-Timing to an answer that was asked of the library, of dialects that
// have it: what each step took, in milliseconds. parse ends when the question is known and
// may be asked, find when its answer is found, write when it is encoded and compressed. It is
// made when the answer is sent, so an answer from the response cache has its own. A 304 has
// none, since caches would put it beside the answer that they hold.
func (x *Exchange) tellTimings(status int) {
	if x.Dialect == nil || !x.Dialect.Timed || x.Visit == nil || status >= http.StatusBadRequest {
		return
	}
	var room [128]byte
	b, now, t := room[:0], time.Now(), &x.timed
	if !t.parsed.IsZero() {
		b = appendTiming(b, "parse;dur=", t.parsed.Sub(t.began))
	}
	if t.hit {
		b = append(b, "cache;desc=hit, "...)
	} else if !t.found.IsZero() {
		b = appendTiming(b, "find;dur=", t.found.Sub(t.parsed))
		b = appendTiming(b, "write;dur=", now.Sub(t.found))
	}
	b = appendTiming(b, "total;dur=", now.Sub(t.began))
	h := x.Header()
	h["Server-Timing"] = x.value(string(b[:len(b)-len(", ")]))
	if x.R.Header["Origin"] != nil {
		h["Timing-Allow-Origin"] = anyOrigin // else browsers keep it from pages of other origins
	}
}

// appendTiming appends a step and what it took, in milliseconds to three decimals.
func appendTiming(b []byte, step string, took time.Duration) []byte {
	us := max(0, took.Microseconds())
	b = append(b, step...)
	b = strconv.AppendInt(b, us/1000, 10)
	return append(b, '.', byte('0'+us/100%10), byte('0'+us/10%10), byte('0'+us%10), ',', ' ')
}
