// Package account is the pages about one's own account: plan and usage, keys, links,
// sessions, passkeys, the log of what was done to it, and its end; and signing in with a passkey.
//
// The application decides what may be done; here it is shown, and forms are tied to the
// browser that was shown them. Whoever is not signed in is sent to sign in. Start reading at
// Register.
package account

import (
	"strconv"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

// Register adds the pages.
func Register(s *page.Site) {
	for path, r := range map[string]page.Route{
		"/account":          {Get: overview, Data: true},
		"/account/keys":     {Get: showKeys, Post: changeKeys},
		"/account/links":    {Get: showLinks, Post: revokeLink},
		"/account/sessions": {Get: showSessions, Post: endSessions},
		"/account/passkeys": {Get: showPasskeys, Post: changePasskeys},
		"/account/log":      {Get: showLog, Data: true, Takes: page.Named("before")},
		"/account/delete":   {Get: showDelete, Post: remove},
	} {
		r.Path, r.Account, r.Volatile = path, true, true
		s.Handle(r)
	}
	s.Handle(page.Route{Path: "/sign-in/passkey", Takes: page.Named("next"), Get: askPasskey, Post: signIn, Need: access.Needs.Stats, Volatile: true})
}

// answer answers with a page of the account.
func answer(v *page.View, title string, a page.Answer) error {
	a.Title = title
	a.Content = frame(v.R.URL.Path, a.Content)
	return v.Answer(a)
}

// overview answers GET /account with plan, budget and usage.
func overview(v *page.View) error {
	account, err := v.App.Identity().Account(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	u, err := v.Visit.Usage(v.Context())
	if err != nil {
		return err
	}
	tables := []table.Table{byDay(u.Days), byOperation(u.Operations)}
	return answer(v, "Your account", page.Answer{
		Content: overviewPage(account, u, Days(u.Days, "your-days", "Requests by day"), tables[1]), Data: u, Tables: tables,
	})
}

// shownDays is how many days a picture of usage has.
const shownDays = 30

// Days returns the requests of the last days as a picture.
func Days(days []app.UsageDay, id, title string) chart.Strip {
	s := chart.Strip{
		Head:     chart.Head{ID: id, Title: title, Desc: "How many requests were let in on each UTC day, the newest to the right."},
		Category: "Day", Value: chart.Axis{Name: "Requests", Unit: "requests"},
	}
	for _, d := range days[max(0, len(days)-shownDays):] {
		s.Bars = append(s.Bars, chart.Bar{Label: d.Date, Value: float64(d.Requests)})
	}
	return s
}

// usageColumns are the columns of a table of usage.
func usageColumns(first string) []table.Column {
	return []table.Column{{Name: first}, {Name: "Requests", Numeric: true, Doc: "Let in, those in the sandbox too"},
		{Name: "Used of the budget", Numeric: true}, {Name: "Refused", Numeric: true, Doc: "By plan, scope, limit or budget"}}
}

func byDay(days []app.UsageDay) table.Table {
	t := table.Table{Name: "usage by day", Caption: "Usage by UTC day, the newest last", Columns: usageColumns("Day")}
	for _, d := range days {
		t.Add(table.Text(d.Date), table.Int(d.Requests), table.Int(d.Units), table.Int(d.Refused))
	}
	return t
}

func byOperation(all []app.UsageOperation) table.Table {
	t := table.Table{Name: "usage by operation", Caption: "Usage by operation, the last 90 days", Columns: usageColumns("Operation")}
	for _, o := range all {
		t.Add(table.Text(o.Operation), table.Int(o.Requests), table.Int(o.Units), table.Int(o.Refused))
	}
	return t
}

// again shows a page once more after a form that was refused, with the reason. A failure of
// ours is returned instead.
func again(v *page.View, err error, show func(problem string) error) error {
	f := fault.From(err)
	if err == nil || f.Kind == fault.Internal || f.Kind == fault.Upstream {
		return err
	}
	return show(f.Message)
}

// pageOfLog is how many events a page of the log has.
const pageOfLog = 50

// showLog answers GET /account/log with what was done to the account.
func showLog(v *page.View) error {
	before := int64(0)
	if given := v.Query().Get("before"); given != "" {
		n, err := strconv.ParseInt(given, 10, 64)
		if err != nil || n < 1 {
			return fault.Param("before", "the number of an event")
		}
		before = n
	}
	events, err := v.App.Identity().OwnAudit(v.Context(), v.Caller, before, pageOfLog)
	if err != nil {
		return err
	}
	t := Events(events)
	t.Caption = "What was done to your account, the newest first"
	next := ""
	if len(events) == pageOfLog {
		next = v.With("before", strconv.FormatInt(events[len(events)-1].ID, 10))
	}
	return answer(v, "Log of your account", page.Answer{Content: logPage(t, next), Data: events, Tables: []table.Table{t}})
}

// Events returns events of the audit log as a table.
func Events(events []identity.Event) table.Table {
	t := table.Table{Name: "events", Columns: []table.Column{{Name: "Time", Unit: "UTC"}, {Name: "What"}, {Name: "Who"}, {Name: "From"}, {Name: "About"}, {Name: "Detail"}}}
	for _, e := range events {
		t.Add(table.Text(e.At.UTC().Format("2006-01-02 15:04:05")), table.Text(e.Action), table.Text(e.Actor), optional(e.From), optional(e.Target), optional(e.Detail))
	}
	return t
}

// optional returns a cell of text; an empty one is shown as a dash.
func optional(s string) table.Cell {
	if s == "" {
		return table.Cell{Text: "–", Value: ""}
	}
	return table.Text(s)
}

// showLinks answers GET /account/links with the links to forecasts that the account sent.
func showLinks(v *page.View) error {
	all, err := v.Visit.SentForecasts(v.Context())
	if err != nil {
		return err
	}
	v.Known()
	return answer(v, "Your links", page.Answer{Content: linksPage(all, v.Seal("links"))})
}

// revokeLink ends a link.
func revokeLink(v *page.View) error {
	err := v.Sealed("links")
	if err == nil {
		err = v.Visit.RevokeForecast(v.Context(), v.Form.Get("id"))
	}
	if err != nil {
		return err
	}
	return v.Redirect(v.Path("/account/links"))
}

// showSessions answers GET /account/sessions.
func showSessions(v *page.View) error {
	all, err := v.App.Identity().Sessions(v.Context(), v.Caller, v.Token)
	if err != nil {
		return err
	}
	v.Known()
	return answer(v, "Your sessions", page.Answer{Content: sessionsPage(all, v.Seal("sessions"))})
}

// endSessions ends one session, or all others.
func endSessions(v *page.View) error {
	if err := v.Sealed("sessions"); err != nil {
		return err
	}
	end := func() error { return v.App.Identity().EndSession(v.Context(), v.Caller, v.Form.Get("id")) }
	if v.Form.Get("id") == "" {
		end = func() error { return v.App.Identity().EndOtherSessions(v.Context(), v.Caller, v.Token) }
	}
	if err := end(); err != nil {
		return err
	}
	return v.Redirect(v.Path("/account/sessions"))
}

// showDelete answers GET /account/delete with a form that asks.
func showDelete(v *page.View) error { return deletePageOf(v, "") }

func deletePageOf(v *page.View, problem string) error {
	account, err := v.App.Identity().Account(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	v.Known()
	return answer(v, "Delete your account", page.Answer{Content: deletePage(named(account), account.Password != "", v.Seal("delete"), problem)})
}

// remove deletes the account of whoever is signed in, and forgets the cookie.
func remove(v *page.View) error {
	err := v.Sealed("delete")
	if err == nil && v.Form.Get("sure") != "yes" {
		err = fault.New(fault.InvalidParameter, "tick the box to say that you mean it")
	}
	if err == nil {
		err = v.App.Identity().CloseAccount(v.Context(), v.Caller, v.Token, v.Form.Get("password"))
	}
	if err != nil {
		return again(v, err, func(problem string) error { return deletePageOf(v, problem) })
	}
	v.SetCookie(session.SessionCookie, "", 0)
	return v.Redirect(v.Path("/"))
}

// named returns how an account is called on pages: by its email, or by its name.
func named(a ledger.Account) string {
	if a.Email != "" {
		return string(a.Email)
	}
	return a.Name
}
