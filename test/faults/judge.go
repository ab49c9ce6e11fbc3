package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// limits are what a fault may cost.
type limits struct {
	cut     int           // requests of unknown outcome
	other   int           // answers that are neither whole nor a refusal with Retry-After
	failing time.Duration // from the first failure to the last one
	lost    bool          // whether what was counted may be forgotten
	felt    bool          // whether some request must fail, or nothing was taken away
}

// row is what a fault did.
type row struct {
	name, what                     string
	asked, ok, refused, cut, other int
	unpaid, extra                  int           // answers that are not counted; counts without an answer
	failing                        time.Duration // from the first failure to the last one
	slowest                        time.Duration // of the answers that came as asked
	wrong                          []string
}

// code finds the code of an error in an answer.
var code = regexp.MustCompile(`"code": ?"[a-z_]+"`)

// judge compares what clients were answered with what was counted.
func judge(s scenario, all []*answer, counted int) row {
	r := row{name: s.name, what: s.what, asked: len(all)}
	var first, last time.Time
	for _, a := range all {
		took := a.came.Sub(a.sent)
		switch {
		case a.ok():
			r.ok++
			r.slowest = max(r.slowest, took)
			continue
		case a.cut():
			r.cut++
		case a.refused():
			r.refused++
		default:
			r.other++
			r.wrongly("an answer was %d %s without Retry-After", a.status, code.FindString(string(a.body)))
		}
		if first.IsZero() {
			first = a.sent
		}
		last = a.sent
	}
	r.failing = last.Sub(first)
	r.unpaid, r.extra = max(0, r.ok-counted), max(0, counted-r.ok)
	r.hold(s.limits)
	return r
}

// hold notes what is beyond the limits.
func (r *row) hold(l limits) {
	if r.unpaid > 0 && !l.lost {
		r.wrongly("%d answers are not paid for", r.unpaid)
	}
	if r.extra > r.cut {
		r.wrongly("%d are counted without an answer, and only %d were cut off", r.extra, r.cut)
	}
	if r.cut > l.cut {
		r.wrongly("%d requests were cut off, want at most %d", r.cut, l.cut)
	}
	if r.failing > l.failing {
		r.wrongly("requests failed over %v, want at most %v", r.failing.Round(time.Millisecond), l.failing)
	}
	if l.felt && r.ok == r.asked {
		r.wrongly("every request was answered, so nothing was taken away")
	}
	if r.ok == 0 {
		r.wrongly("nothing was answered")
	}
}

// wellAfter is how long before its end a load is answered again: a fault is over by then.
const wellAfter = 500 * time.Millisecond

// recovered notes when requests still failed at the end of the load.
func recovered(all []*answer, r *row) {
	for _, a := range slices.Backward(all) {
		if all[len(all)-1].sent.Sub(a.sent) >= wellAfter {
			return
		}
		if !a.ok() {
			r.wrongly("requests still failed when the load ended")
			return
		}
	}
}

// wrongly notes once what is wrong.
func (r *row) wrongly(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.wrong, text) && len(r.wrong) < 5 {
		r.wrong = append(r.wrong, text)
	}
}

// table writes rows as Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| fault | asked | answered | refused with Retry-After | cut off | other | answered, not counted | counted, not answered | failing for | slowest answer | |\n")
	b.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n")
	for _, r := range rows {
		verdict := "as it should be"
		if len(r.wrong) > 0 {
			verdict = strings.Join(r.wrong, "; ")
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s |\n", r.name, r.asked, r.ok, r.refused, r.cut, r.other, r.unpaid, r.extra,
			seconds(r.failing), seconds(r.slowest), verdict)
	}
	return b.String()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
