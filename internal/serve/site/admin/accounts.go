package admin

import (
	"net/url"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// link is a link that was just made, which is shown this once.
type link struct {
	address string
	expires time.Time
}

// accounts answers GET /admin/accounts with a list that can be searched.
func accounts(v *page.View) error { return accountsPageOf(v, nil, "") }

func accountsPageOf(v *page.View, made *link, problem string) error {
	from, err := offset(v)
	if err != nil {
		return err
	}
	search := v.Query().Get("q")
	found, err := v.Visit.Identity().Accounts(v.Context(), identity.AccountsQuestion{Search: search, Offset: from, Limit: rows})
	if err != nil {
		return err
	}
	v.Known()
	t := table.Table{Name: "accounts", Caption: "Accounts, the newest first", Columns: []table.Column{{Name: "Name"}, {Name: "Email"}, {Name: "Plan"}, {Name: "State"},
		{Name: "Used today", Numeric: true}, {Name: "Daily budget", Unit: "requests", Numeric: true, Doc: "unknown: the plan has no limit"}, {Name: "Since"}, {Name: "Id"}}}
	for _, a := range found.Accounts {
		limit := table.Cell{Text: "no limit", Value: "no limit"}
		if a.DailyLimit != nil {
			limit = table.Int(*a.DailyLimit)
		}
		email := table.Cell{Text: "–", Value: ""}
		if a.Email != nil {
			email = table.Text(*a.Email)
		}
		t.Add(table.Link(a.Name, "/admin/accounts/"+url.PathEscape(a.ID)), email, table.Text(a.Tier), table.Text(a.Status), table.Int(a.UsedToday), limit,
			table.Text(part.Day(a.CreatedAt)), table.Text(a.ID))
	}
	t.Columns[5].Doc = "The plan's"
	return answer(v, "Accounts", page.Answer{
		Content: accountsPage(found, t, search, next(v, from, found.Total), v.SealOnce("accounts"), made, problem, v.App.Identity().SignUpMode() != identity.SignUpOff),
		Data:    found.Accounts, Tables: []table.Table{t},
	})
}

// addAccount opens an account, or makes an invitation, as the form says, and shows the link for
// its owner, this once. The form works once.
func addAccount(v *page.View) error {
	err := v.SealedOnce("accounts")
	if err == nil {
		err = v.Once()
	}
	var made *link
	if err == nil {
		made, err = added(v)
	}
	if err != nil {
		return again(err, func(problem string) error { return accountsPageOf(v, nil, problem) })
	}
	return accountsPageOf(v, made, "")
}

// added does what the form asks for.
func added(v *page.View) (*link, error) {
	plan, err := access.ParsePlan(v.Form.Get("plan"))
	if err != nil {
		return nil, err
	}
	email := strings.TrimSpace(v.Form.Get("email"))
	if v.Form.Get("do") == "invite" {
		made, err := v.Visit.Identity().Invite(v.Context(), plan, email)
		return &link{linkTo(v, "/sign-up", made.Token), made.Expires}, err
	}
	opened, err := v.Visit.Identity().OpenAccount(v.Context(), v.Form.Get("name"), email, plan)
	if err != nil {
		return nil, err
	}
	made, err := v.Visit.Identity().ResetLink(v.Context(), opened.ID)
	return &link{linkTo(v, "/reset-password", made.Token), made.Expires}, err
}

// linkTo returns the whole address of one of our pages with a token.
func linkTo(v *page.View, path, token string) string {
	return v.Base() + path + "?" + url.Values{"token": {token}}.Encode()
}

// again shows a page once more after a form that was refused, with the reason. A failure of
// ours is returned instead.
func again(err error, show func(problem string) error) error {
	f := fault.From(err)
	if f.Kind == fault.Internal || f.Kind == fault.Upstream {
		return err
	}
	return show(f.Message)
}

// account answers GET /admin/accounts/{id} with an account, its keys and its log.
func account(v *page.View) error { return accountPageOf(v, nil, "") }

func accountPageOf(v *page.View, made *link, problem string) error {
	a, err := v.Visit.Identity().Account(v.Context(), v.PathValue("id"))
	if err != nil {
		return err
	}
	keys, err := v.Visit.Identity().Keys(v.Context(), identity.KeysQuestion{Account: a.ID, Limit: rows})
	if err != nil {
		return err
	}
	log, err := v.Visit.Identity().Audit(v.Context(), identity.AuditQuestion{Account: a.ID, Limit: 20})
	if err != nil {
		return err
	}
	v.Known()
	return answer(v, a.Name, page.Answer{Content: accountPage(accountView{
		a: a, keys: keys.Total, log: events(log.Events), form: v.SealOnce("account", a.ID), made: made, problem: problem, own: a.ID == v.Caller.Account,
	})})
}

// accountView is the page of an account.
type accountView struct {
	a       identity.Account
	keys    int
	log     table.Table
	form    string // its token
	made    *link
	problem string
	own     bool // whether it is the account of who asks
}

// changeAccount does what the form asks for. The form works once.
func changeAccount(v *page.View) error {
	id := v.PathValue("id")
	err := v.SealedOnce("account", id)
	if err == nil {
		err = v.Once()
	}
	var made *link
	if err == nil {
		made, err = changed(v, id)
	}
	switch {
	case err != nil:
		return again(err, func(problem string) error { return accountPageOf(v, nil, problem) })
	case made != nil:
		return accountPageOf(v, made, "")
	case v.Form.Get("do") == "delete":
		return v.Redirect(v.Path("/admin/accounts"))
	}
	return v.Redirect(v.Path("/admin/accounts/" + url.PathEscape(id)))
}

// changed does what the form asks for. It returns a link if one was made.
func changed(v *page.View, id string) (*link, error) {
	switch v.Form.Get("do") {
	case "suspend":
		return nil, v.Visit.Identity().SetStatus(v.Context(), id, ledger.Suspended)
	case "resume":
		return nil, v.Visit.Identity().SetStatus(v.Context(), id, ledger.Active)
	case "plan":
		plan, err := access.ParsePlan(v.Form.Get("plan"))
		if err != nil {
			return nil, err
		}
		return nil, v.Visit.Identity().SetPlan(v.Context(), id, plan)
	case "reset":
		made, err := v.Visit.Identity().ResetLink(v.Context(), id)
		if err != nil {
			return nil, err
		}
		return &link{linkTo(v, "/reset-password", made.Token), made.Expires}, nil
	case "delete":
		if v.Form.Get("sure") != "yes" {
			return nil, fault.New(fault.InvalidParameter, "tick the box to say that you mean it")
		}
		return nil, v.Visit.Identity().DeleteAccount(v.Context(), id)
	}
	return nil, fault.Param("do", "suspend, resume, plan, reset or delete")
}

// built returns when a generation was built; unknown for one whose manifest cannot be read.
func built(at time.Time) table.Cell {
	if at.IsZero() {
		return table.Unknown()
	}
	return table.Text(at.UTC().Format("2006-01-02 15:04"))
}

// stateOf returns what there is to say of a generation, in words.
func stateOf(l *app.Libraries, generation string) string {
	for _, e := range l.Generations {
		if e.Generation != generation {
			continue
		}
		switch {
		case generation == l.Serves:
			return "serves"
		case e.Problem != "":
			return "does not open"
		case e.Withheld:
			return "withheld: too few films"
		}
	}
	return "kept"
}
