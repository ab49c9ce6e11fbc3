// Package admin is the pages for who runs the service: accounts, keys, the audit log,
// libraries, servers, and what was asked by day and in the last hour. They are for the admin scope alone, which the visit
// checks; to others they are refused.
//
// What is done here is done as the command line does it, and is in the audit log with who
// did it. Start reading at Register.
package admin

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/serve/traffic"
)

// Register adds the pages. hour is what the process counts of its requests.
func Register(s *page.Site, hour *traffic.Hour) {
	for path, r := range map[string]page.Route{
		"/admin":               {Get: overview(hour), Data: true},
		"/admin/traffic":       {Get: lastHour(hour), Data: true},
		"/admin/accounts":      {Get: accounts, Post: addAccount, Data: true, Takes: page.Named("q", "offset")},
		"/admin/accounts/{id}": {Get: account, Post: changeAccount},
		"/admin/keys":          {Get: keys, Post: revokeKey, Data: true, Takes: page.Named("account", "offset")},
		"/admin/log":           {Get: auditLog, Data: true, Takes: page.Named("account", "actor", "target", "action", "before")},
		"/admin/libraries":     {Get: libraries, Data: true, Takes: page.Named("generation", "q")},
		"/admin/servers":       {Get: servers, Data: true},
	} {
		r.Path, r.Account, r.Volatile, r.Need = path, true, true, access.Needs.Administer
		s.Handle(r)
	}
}

// sections are the pages for who runs the service.
var sections = []part.Section{{Path: "/admin", Name: "Overview"}, {Path: "/admin/traffic", Name: "Last hour"}, {Path: "/admin/accounts", Name: "Accounts"}, {Path: "/admin/keys", Name: "Keys"},
	{Path: "/admin/log", Name: "Log"}, {Path: "/admin/libraries", Name: "Libraries"}, {Path: "/admin/servers", Name: "Servers"}}

// answer answers with a page.
func answer(v *page.View, title string, a page.Answer) error {
	a.Title = title
	a.Content = frame(v.R.URL.Path, a.Content)
	return v.Answer(a)
}

// overview returns the handler of GET /admin: requests and refusals by day, and what serves.
func overview(hour *traffic.Hour) func(*page.View) error {
	return func(v *page.View) error { return overviewOf(v, hour.Report(time.Now())) }
}

func overviewOf(v *page.View, hour traffic.Report) error {
	u, err := v.Visit.UsageOfAll(v.Context())
	if err != nil {
		return err
	}
	l, err := v.Visit.Libraries(v.Context())
	if err != nil {
		return err
	}
	running, err := v.Visit.Servers(v.Context())
	if err != nil {
		return err
	}
	stores := "take writes"
	if err := v.Visit.Stores(v.Context()); err != nil {
		stores = "do not take writes now; the log of the server says why"
	}
	days := table.Table{Name: "by day", Caption: "Requests by UTC day, of all accounts and of those without one", Columns: columns("Day")}
	for _, d := range u.Days {
		days.Add(table.Text(d.Date), table.Int(d.Requests), table.Int(d.Units), table.Int(d.Refused))
	}
	operations := table.Table{Name: "by operation", Caption: "Requests by operation, the last 90 days", Columns: columns("Operation")}
	for _, o := range u.Operations {
		operations.Add(table.Text(o.Operation), table.Int(o.Requests), table.Int(o.Units), table.Int(o.Refused))
	}
	let := byDay(u.Days, "requests", "Requests by day", func(d app.UsageDay) int { return d.Requests })
	refused := byDay(u.Days, "refusals", "Refusals by day", func(d app.UsageDay) int { return d.Refused })
	return answer(v, "Running the service", page.Answer{
		Content: overviewPage(l, running, stores, hour, let, refused, operations), Data: u, Tables: []table.Table{days, operations},
	})
}

func columns(first string) []table.Column {
	return []table.Column{{Name: first}, {Name: "Requests", Numeric: true}, {Name: "Units", Numeric: true, Doc: "What accounts spent of their budgets"},
		{Name: "Refused", Numeric: true, Doc: "By plan, scope, limit or budget"}}
}

// byDay returns a count of the last 30 days as a picture.
func byDay(days []app.UsageDay, id, title string, count func(app.UsageDay) int) chart.Strip {
	s := chart.Strip{Head: chart.Head{ID: id, Title: title, Desc: "Of all accounts and of those without one, by UTC day, the newest to the right."},
		Category: "Day", Value: chart.Axis{Name: "Requests", Unit: "requests"}}
	for _, d := range days[max(0, len(days)-30):] {
		s.Bars = append(s.Bars, chart.Bar{Label: d.Date, Value: float64(count(d))})
	}
	return s
}

// some reports whether a bar of a picture is not zero.
func some(s chart.Strip) bool {
	return slices.ContainsFunc(s.Bars, func(b chart.Bar) bool { return b.Value != 0 })
}

// rows is how many rows a page has.
const rows = 50

// offset returns the parameter offset.
func offset(v *page.View) (int, error) {
	given := v.Query().Get("offset")
	if given == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(given)
	if err != nil {
		return 0, fault.Param("offset", "a whole number")
	}
	return n, nil
}

// next returns the address of the next page of a list, or "".
func next(v *page.View, from, total int) string {
	if from+rows >= total {
		return ""
	}
	return v.With("offset", strconv.Itoa(from+rows))
}

// keys answers GET /admin/keys with the keys of all accounts.
func keys(v *page.View) error {
	from, err := offset(v)
	if err != nil {
		return err
	}
	found, err := v.Visit.Identity().Keys(v.Context(), identity.KeysQuestion{Account: v.Query().Get("account"), Offset: from, Limit: rows})
	if err != nil {
		return err
	}
	v.Known()
	t := table.Table{Name: "keys", Caption: "Keys by creation", Columns: []table.Column{{Name: "Id"}, {Name: "Name"}, {Name: "Account"}, {Name: "Scopes"}, {Name: "State"}, {Name: "Made", Unit: "UTC"}}}
	for _, k := range found.Keys {
		t.Add(table.Text(k.ID), table.Text(k.Name), table.Link(k.Account, "/admin/accounts/"+k.Account), table.Text(strings.Join(k.Scopes, ", ")), table.Text(k.Status),
			table.Text(k.CreatedAt.UTC().Format("2006-01-02 15:04")))
	}
	return answer(v, "Keys", page.Answer{Content: keysPage(found, v.Query().Get("account"), next(v, from, found.Total), v.Seal("admin keys")), Data: found.Keys, Tables: []table.Table{t}})
}

// revokeKey ends a key for good.
func revokeKey(v *page.View) error {
	if err := v.Sealed("admin keys"); err != nil {
		return err
	}
	if _, err := v.Visit.Identity().RevokeKey(v.Context(), v.Form.Get("id")); err != nil {
		return err
	}
	return v.Redirect(v.Path(part.Address("/admin/keys", "account", v.Form.Get("account"))))
}

// auditLog answers GET /admin/log with the audit log.
func auditLog(v *page.View) error {
	q := identity.AuditQuestion{Account: v.Query().Get("account"), Actor: v.Query().Get("actor"), Target: v.Query().Get("target"), Action: v.Query().Get("action"), Limit: rows}
	if given := v.Query().Get("before"); given != "" {
		n, err := strconv.ParseInt(given, 10, 64)
		if err != nil {
			return fault.Param("before", "the number of an event")
		}
		q.Before = n
	}
	found, err := v.Visit.Identity().Audit(v.Context(), q)
	if err != nil {
		return err
	}
	t := events(found.Events)
	more := ""
	if found.NextBefore != nil {
		more = v.With("before", strconv.FormatInt(*found.NextBefore, 10))
	}
	return answer(v, "Audit log", page.Answer{Content: logPage(q, t, more), Data: found.Events, Tables: []table.Table{t}})
}

// events returns events of the audit log as a table.
func events(all []identity.Event) table.Table {
	t := table.Table{Name: "events", Caption: "What was done, the newest first",
		Columns: []table.Column{{Name: "Time", Unit: "UTC"}, {Name: "What"}, {Name: "Who"}, {Name: "From"}, {Name: "Account"}, {Name: "About"}, {Name: "Detail"}}}
	for _, e := range all {
		t.Add(table.Text(e.At.UTC().Format("2006-01-02 15:04:05")), table.Text(e.Action), table.Text(e.Actor), dash(e.From), dash(e.Account), dash(e.Target), dash(e.Detail))
	}
	return t
}

// dash returns a cell of text; an empty one is shown as a dash.
func dash(s string) table.Cell {
	if s == "" {
		return table.Cell{Text: "–", Value: ""}
	}
	return table.Text(s)
}

// libraries answers GET /admin/libraries with the generations, and what the build of one of
// them left out.
func libraries(v *page.View) error {
	l, err := v.Visit.Libraries(v.Context())
	if err != nil {
		return err
	}
	t := table.Table{Name: "generations", Caption: "Generations that are kept, the oldest first",
		Columns: []table.Column{{Name: "Generation"}, {Name: "Built", Unit: "UTC"}, {Name: "Films", Numeric: true}, {Name: "Size", Unit: "MB", Numeric: true}, {Name: "State"}}}
	for _, e := range l.Generations {
		t.Add(table.Link(e.Generation, v.With("generation", e.Generation)), built(e.BuiltAt), table.Int(e.Films), table.Float(float64(e.Bytes)/1e6, 1), table.Text(stateOf(l, e.Generation)))
	}
	q := app.RejectsQuestion{Generation: v.Query().Get("generation"), Search: v.Query().Get("q"), Limit: rows}
	if q.Generation == "" {
		q.Generation = l.Serves
	}
	found, err := v.Visit.Rejects(v.Context(), q)
	if err != nil {
		return err
	}
	left := table.Table{Name: "rejects", Caption: "Rows of sources that the build left out", Columns: []table.Column{{Name: "File"}, {Name: "Line", Numeric: true}, {Name: "Reason"}, {Name: "Detail"}}}
	for _, r := range found.Rows {
		left.Add(table.Text(r.File), table.Int(r.Line), table.Text(r.Reason), dash(r.Detail))
	}
	return answer(v, "Libraries", page.Answer{Content: librariesPage(l, t, found, left, q.Search), Data: l, Tables: []table.Table{t, left}})
}

// plans are the names of all plans.
func plans() (names []string) {
	for _, p := range access.Plans() {
		names = append(names, p.String())
	}
	return names
}

// suspended reports whether an account is not let in.
func suspended(a identity.Account) bool { return a.Status == ledger.Suspended.String() }
