package admin

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/serve/traffic"
)

// drawnRoutes is how many routes a picture has; the table has all.
const drawnRoutes = 12

// trafficView is what the page of the last hour shows.
type trafficView struct {
	hour    traffic.Report
	total   traffic.Counts
	refused int
	minutes part.Figure
	byClass chart.Stack
	// The pictures below are empty where there is nothing to draw.
	times   part.Figure
	byTime  chart.Intervals
	errors  part.Figure
	byError chart.Stack
	why     part.Figure
	byWhy   chart.Stack
	who     table.Table
}

// lastHour returns the handler of GET /admin/traffic, which shows what this process counted in the
// last hour.
func lastHour(hour *traffic.Hour) func(*page.View) error {
	return func(v *page.View) error {
		p := hour.Report(time.Now())
		s := trafficView{hour: p, total: p.Total(), refused: p.TotalRefused(), who: refusals(p.Refusals), byWhy: byReason(p.Refusals)}
		minutes, routes := minutesTable(p.Minutes), routesTable(p.Routes)
		s.byClass, s.minutes = byMinute(p.Minutes), part.Figure{Title: minutesFinding(s.total), Unit: "Requests a minute by status, UTC", Table: minutes}
		s.byTime, s.times = byTime(p.Routes), part.Figure{Title: timesFinding(p.Routes), Unit: "Time of an answer by route, the busiest routes first, in milliseconds on a logarithmic scale", Table: routes,
			About: "Of 100 requests, 50, 95 and 99 took at most so long, the writing of the answer included. A figure is at most a quarter off."}
		s.byError, s.errors = byError(p.Routes), part.Figure{Title: errorsFinding(p.Routes), Unit: "Requests with an error by route, the most errors first", Table: routes,
			About: "A rejected request (status 400 to 499) has a mistake, asks for something that is not there, or was refused. A failed one (500 to 599) is the fault of the service, or came when it was too busy."}
		why := s.byWhy.Table()
		why.Name = "by reason"
		s.why = part.Figure{Title: refusalsFinding(p.Refusals), Unit: "Refused requests and calls by reason", Table: why}
		return answer(v, "The last hour", page.Answer{Content: trafficPage(s), Data: p, Tables: []table.Table{minutes, routes, why, s.who}})
	}
}

// clock returns the time of day of a minute.
func clock(at time.Time) string { return at.UTC().Format("15:04") }

func minutesTable(minutes []traffic.Minute) table.Table {
	t := table.Table{Name: "by minute", Caption: "Requests by minute of the last hour, the newest last", Columns: []table.Column{
		{Name: "Minute", Unit: "UTC"}, {Name: "Requests", Numeric: true}, {Name: "Answered", Numeric: true, Doc: "Status 200 to 299"},
		{Name: "Unchanged or elsewhere", Numeric: true, Doc: "Status 300 to 399"}, {Name: "Rejected", Numeric: true, Doc: "Status 400 to 499"},
		{Name: "Failed", Numeric: true, Doc: "Status 500 to 599"}, {Name: "Cut", Numeric: true, Doc: "The client went before the answer"}}}
	for _, m := range minutes {
		at := table.Cell{Text: clock(m.At), Value: m.At.UTC().Format(time.RFC3339)}
		t.Add(at, table.Int(m.Requests), table.Int(m.Answered), table.Int(m.Redirected), table.Int(m.Rejected), table.Int(m.Failed), table.Int(m.Cut))
	}
	return t
}

func routesTable(routes []traffic.RouteReport) table.Table {
	t := table.Table{Name: "by route", Caption: "Requests by route in the last hour, the busiest first", Columns: []table.Column{
		{Name: "Route"}, {Name: "Requests", Numeric: true}, {Name: "Rejected", Numeric: true}, {Name: "Failed", Numeric: true},
		{Name: "p50", Unit: "ms", Numeric: true, Doc: "Half of the requests took at most so long"}, {Name: "p95", Unit: "ms", Numeric: true}, {Name: "p99", Unit: "ms", Numeric: true}}}
	for _, r := range routes {
		t.Add(table.Text(routeName(r.Route)), table.Int(r.Requests), table.Int(r.Rejected), table.Int(r.Failed), millis(r.P50), millis(r.P95), millis(r.P99))
	}
	return t
}

// routeName says what the counters call the paths that are none of the service's.
func routeName(route string) string {
	switch route {
	case "none":
		return "no such path"
	case traffic.Other:
		return "other routes"
	}
	return strings.TrimSuffix(route, "{$}")
}

func millis(seconds float64) table.Cell {
	decimals := 1
	if seconds >= 0.1 {
		decimals = 0
	}
	return table.Float(seconds*1000, decimals)
}

// statuses are the parts of a minute that are drawn, with the colours of their series.
var statuses = []chart.StackPart{{Name: "Answered", Colour: 1}, {Name: "Unchanged or elsewhere", Colour: 3}, {Name: "Rejected", Colour: 2}, {Name: "Failed", Colour: 4}}

func byMinute(minutes []traffic.Minute) chart.Stack {
	s := chart.Stack{Head: chart.Head{ID: "minutes", Title: "Requests a minute", Desc: "A bar for each minute of the last hour, the newest to the right, made of what became of its requests."},
		Category: "Minute", Value: chart.Axis{Name: "Requests", Unit: "requests"}, Parts: statuses}
	for _, m := range minutes {
		s.Bars = append(s.Bars, chart.StackBar{Label: clock(m.At), Values: []float64{float64(m.Answered), float64(m.Redirected), float64(m.Rejected), float64(m.Failed)}})
	}
	return s
}

func byTime(routes []traffic.RouteReport) chart.Intervals {
	s := chart.Intervals{Head: chart.Head{ID: "times", Title: "Time of an answer by route", Desc: "For each route the time that half of the requests took at most, and the times that 95 and 99 of 100 took at most."},
		Value: chart.Axis{Name: "Time", Unit: "ms", Decimals: 1, Log: true}, PointName: "50 of 100", LevelNames: map[float64]string{0.99: "99 of 100", 0.95: "95 of 100"}}
	for _, r := range routes[:min(len(routes), drawnRoutes)] {
		s.Rows = append(s.Rows, chart.Interval{Label: routeName(r.Route), Point: r.P50 * 1000,
			Ranges: []chart.Range{{Low: r.P50 * 1000, High: r.P99 * 1000, Level: 0.99}, {Low: r.P50 * 1000, High: r.P95 * 1000, Level: 0.95}}})
	}
	return s
}

// withErrors returns the routes with errors, those with the most first.
func withErrors(routes []traffic.RouteReport) []traffic.RouteReport {
	bad := slices.DeleteFunc(slices.Clone(routes), func(r traffic.RouteReport) bool { return r.Rejected+r.Failed == 0 })
	slices.SortStableFunc(bad, func(a, b traffic.RouteReport) int { return (b.Rejected + b.Failed) - (a.Rejected + a.Failed) })
	return bad
}

func byError(routes []traffic.RouteReport) chart.Stack {
	s := chart.Stack{Head: chart.Head{ID: "errors", Title: "Errors by route", Desc: "A bar for each route with errors, made of rejected and failed requests."},
		Category: "Route", Value: chart.Axis{Name: "Requests", Unit: "requests"}, Parts: statuses[2:], Lying: true}
	bad := withErrors(routes)
	for _, r := range bad[:min(len(bad), drawnRoutes)] {
		s.Bars = append(s.Bars, chart.StackBar{Label: routeName(r.Route), Values: []float64{float64(r.Rejected), float64(r.Failed)}})
	}
	return s
}

// reason is the refusals for one reason.
type reason struct {
	code  string
	count int
}

// reasons returns how often the service refused somebody for which reason, the most frequent first.
func reasons(refusals []traffic.RefusalCount) (all []reason) {
	for _, r := range refusals {
		i := slices.IndexFunc(all, func(of reason) bool { return of.code == r.Code })
		if i < 0 {
			i = len(all)
			all = append(all, reason{code: r.Code})
		}
		all[i].count += r.Count
	}
	slices.SortStableFunc(all, func(a, b reason) int { return b.count - a.count })
	return all
}

func byReason(refusals []traffic.RefusalCount) chart.Stack {
	s := chart.Stack{Head: chart.Head{ID: "reasons", Title: "Refusals by reason", Desc: "A bar for each reason, as long as it was given often."},
		Category: "Reason", Value: chart.Axis{Name: "Refusals", Unit: "refusals"}, Parts: []chart.StackPart{{Name: "Refused", Colour: 2}}, Lying: true}
	for _, r := range reasons(refusals) {
		s.Bars = append(s.Bars, chart.StackBar{Label: whyRefused(r.code), Values: []float64{float64(r.count)}})
	}
	return s
}

// refusals returns whom the service refused and why. It has ids of accounts, and nothing that a
// caller sent.
func refusals(all []traffic.RefusalCount) table.Table {
	t := table.Table{Name: "refusals", Caption: "Refusals of the last hour, the most frequent first", Stacks: true, Columns: []table.Column{
		{Name: "Who"}, {Name: "Plan"}, {Name: "Why"}, {Name: "Code"}, {Name: "Refusals", Numeric: true}, {Name: "Last", Unit: "UTC"}}}
	for _, r := range all {
		who := table.Text("without an account")
		if r.Account != "" {
			who = table.Link(r.Account, "/admin/accounts/"+r.Account)
		}
		last := table.Cell{Text: clock(r.Last), Value: r.Last.UTC().Format(time.RFC3339)}
		t.Add(who, table.Text(planWords(r.Plan)), table.Text(whyRefused(r.Code)), table.Link(r.Code, "/docs/errors#"+r.Code), table.Int(r.Count), last)
	}
	return t
}

// planWords says what the plan of a caller without one is.
func planWords(plan string) string {
	switch plan {
	case "none":
		return "not known"
	case "keyless":
		return "no account"
	}
	return plan
}

// whyRefused says a code of a refusal in words. A code that it does not know stands for itself.
func whyRefused(code string) string {
	switch fault.Kind(code) {
	case fault.MissingKey:
		return "Authentication: no key, and not signed in"
	case fault.InvalidKey:
		return "Authentication: the key or sign-in is unknown, expired or revoked"
	case fault.TierNotAllowed:
		return "Plan: it does not include the operation"
	case fault.ScopeNotAllowed:
		return "Scope: the account or key may not do this"
	case fault.SandboxForbidden:
		return "Sandbox: it does not include the operation"
	case fault.QuotaExceeded:
		return "Budget: the day's requests are used up"
	case fault.RateLimited:
		return "Rate limit: too much at once, or too many films or pages"
	case fault.Overloaded:
		return "Load: the server was too busy, or took too long"
	case fault.LinkRefused:
		return "Link: it was changed, has expired or was never given out"
	case fault.SnapshotNotReady:
		return "Snapshot: it is not made yet"
	case fault.Upstream:
		return "Store: a store or another service did not answer"
	}
	return code
}

// requestsOf returns a number of requests in words.
func requestsOf(n int) string { return table.Count(n, "request") }

func minutesFinding(n traffic.Counts) string {
	switch {
	case n.Requests == 0:
		return "Nobody has asked anything yet"
	case n.Failed == 0:
		return fmt.Sprintf("None of %s failed", requestsOf(n.Requests))
	}
	return fmt.Sprintf("%s of %s failed (%s)", table.Number(n.Failed, 0), requestsOf(n.Requests), table.Share(float64(n.Failed)/float64(n.Requests), 1))
}

// enough is how many requests a route must have before its times are called slow.
const enough = 20

func timesFinding(routes []traffic.RouteReport) string {
	var slow traffic.RouteReport
	for _, r := range routes {
		if r.Requests >= enough && r.P95 > slow.P95 {
			slow = r
		}
	}
	if slow.Requests == 0 {
		return "Time of an answer by route"
	}
	return fmt.Sprintf("Slowest of the routes with %d requests or more: %s, where 95 of 100 took at most %s ms", enough, routeName(slow.Route), millis(slow.P95).Text)
}

func errorsFinding(routes []traffic.RouteReport) string {
	bad := withErrors(routes)
	if len(bad) == 0 {
		return "No request had an error"
	}
	return fmt.Sprintf("Most errors: %s, %s of %s", routeName(bad[0].Route), table.Number(bad[0].Rejected+bad[0].Failed, 0), requestsOf(bad[0].Requests))
}

func refusalsFinding(all []traffic.RefusalCount) string {
	why := reasons(all)
	if len(why) == 0 {
		return "Nobody was refused"
	}
	total := 0
	for _, r := range why {
		total += r.count
	}
	short, _, _ := strings.Cut(whyRefused(why[0].code), ":")
	return fmt.Sprintf("Most refusals: %s, %s of %s", strings.ToLower(short), table.Number(why[0].count, 0), table.Number(total, 0))
}
