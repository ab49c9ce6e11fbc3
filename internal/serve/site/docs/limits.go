package docs

import (
	"kinodex/internal/access"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

const (
	limitsTitle = "Plans and limits"
	limitsSays  = "Rate limits: requests a day by plan, what each plan reaches, and the bounds of the sandbox."
)

// limits shows what each plan may, under the operator's policy.
func (f *family) limits(v *page.View) error {
	policy := v.App.Policy()
	plans, needs := plansTable(policy), needsTable(policy)
	return v.Answer(page.Answer{
		Title: limitsTitle, Description: limitsSays,
		Content: limitsPage(plans, needs, policy.KeylessDaily(), policy.Share(v.Visit.FilmCount())), Tables: []table.Table{plans, needs}, Data: limitsData(policy, v.Visit.FilmCount()),
	})
}

// plansTable returns the plans with their budgets.
func plansTable(policy *access.Policy) table.Table {
	t := table.Table{Name: "plans", Caption: "Plans", Columns: []table.Column{
		{Name: "Plan"}, {Name: "Requests a day", Numeric: true, Doc: "Of all keys of an account together; the day begins at 00:00 UTC."},
		{Name: "Price a month", Unit: "US dollars", Numeric: true}, {Name: "Keys"}, {Name: "Scopes of a new key"},
	}}
	for _, p := range access.Plans() {
		t.Add(table.Text(p.String()), budget(policy.Daily(p)), table.Int(p.Price()), table.YesNo(p.Keys()), table.Text(p.DefaultScopes().String()))
	}
	return t
}

// budget returns a number of requests as a cell; one without a limit says so.
func budget(n int) table.Cell {
	if n == access.Unlimited {
		return table.Text("no limit")
	}
	return table.Int(n)
}

// needsTable returns what each operation needs.
func needsTable(policy *access.Policy) table.Table {
	t := table.Table{Name: "operations", Caption: "What operations need", Columns: []table.Column{
		{Name: "Operation"}, {Name: "Least plan"}, {Name: "Scope"}, {Name: "Costs", Unit: "requests", Numeric: true}, {Name: "In the sandbox"},
	}}
	for _, n := range policy.Needs() {
		t.Add(table.Text(n.Name), table.Text(n.Plan.String()), table.Text(n.Scope.String()), table.Int(n.Cost), table.YesNo(!n.NoSandbox))
	}
	return t
}

// sandboxTable returns what an account may take from the sandbox.
func sandboxTable() table.Table {
	t := table.Table{Name: "sandbox", Caption: "The sandbox, for one account", Columns: []table.Column{{Name: "What"}, {Name: "At most", Numeric: true}, {Name: "In"}}}
	t.Add(table.Text("Answers"), table.Int(access.SandboxRequests), table.Text("a minute"))
	t.Add(table.Text("Films"), table.Int(access.SandboxFilms), table.Text("a minute"))
	t.Add(table.Text("Films"), table.Int(access.SandboxDailyFilms), table.Text("a UTC day"))
	t.Add(table.Text("Analyses, uploads and forecasts"), table.Int(access.SandboxDailyHeavy), table.Text("a UTC day"))
	return t
}

// planLimit and needLimit are the rows of the tables as data.
type planLimit struct {
	Plan   string   `json:"plan"`
	Daily  *int     `json:"requests_a_day"` // nil for no limit
	Price  int      `json:"price_usd_a_month"`
	Keys   bool     `json:"keys"`
	Scopes []string `json:"scopes"`
}

type needLimit struct {
	Operation string `json:"operation"`
	Plan      string `json:"least_plan"`
	Scope     string `json:"scope"`
	Cost      int    `json:"cost"`
	Sandbox   bool   `json:"sandbox"`
}

// limitsAnswer is what the page of limits tells as data.
type limitsAnswer struct {
	Plans        []planLimit `json:"plans"`
	Operations   []needLimit `json:"operations"`
	KeylessDaily *int        `json:"keyless_daily"` // nil for no limit
	KeylessShare *int        `json:"keyless_share"` // films a day of all without a key; nil for no limit
}

func limitsData(policy *access.Policy, films int) limitsAnswer {
	var d limitsAnswer
	d.KeylessDaily, d.KeylessShare = known(policy.KeylessDaily()), known(policy.Share(films))
	for _, p := range access.Plans() {
		d.Plans = append(d.Plans, planLimit{p.String(), known(policy.Daily(p)), p.Price(), p.Keys(), p.DefaultScopes().Names()})
	}
	for _, n := range policy.Needs() {
		d.Operations = append(d.Operations, needLimit{n.Name, n.Plan.String(), n.Scope.String(), n.Cost, !n.NoSandbox})
	}
	return d
}

// known returns a budget, nil for one without a limit.
func known(n int) *int {
	if n == access.Unlimited {
		return nil
	}
	return &n
}
