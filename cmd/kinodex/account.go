package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/text"
)

// AccountCmd groups what looks after accounts.
type AccountCmd struct {
	Create  AccountCreateCmd  `cmd:"" help:"Create an account. Example: kinodex account create --data ./data --tier writer --name Ida"`
	List    AccountListCmd    `cmd:"" help:"List accounts and what they used today. Example: kinodex account list --data ./data"`
	SetPlan AccountSetPlanCmd `cmd:"" aliases:"set-tier" help:"Change what an account pays for; servers know within a second. Example: kinodex account set-plan --data ./data acc_0123456789abcdef producer"`
}

// listedAccount is how an account is printed.
type listedAccount struct {
	ID         string      `json:"id"`
	Name       string      `json:"name"`
	Tier       access.Plan `json:"tier"`
	DailyLimit int         `json:"daily_limit"`
	UsedToday  int         `json:"used_today"`
	Created    time.Time   `json:"created_at"`
}

func listAccount(a ledger.Account, used int) listedAccount {
	return listedAccount{a.ID, a.Name, a.Plan, a.Plan.Daily(), used, a.Created}
}

// AccountCreateCmd creates an account.
type AccountCreateCmd struct {
	inLedger
	Tier string `help:"Plan: free, writer, producer or studio." required:"" placeholder:"PLAN"`
	Name string `help:"Name of the account." required:""`
	ID   string `help:"Id of the account. Default: a new one." placeholder:"ID"`
}

// Run creates the account.
func (c AccountCreateCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, func(l ledger.Ledger) error {
		name, err := properName("name", c.Name)
		if err != nil {
			return err
		}
		a, err := createAccount(ctx, l, c.ID, name, c.Tier)
		if err != nil {
			return err
		}
		return c.print(g.Out, listAccount(a, 0), func(w io.Writer) {
			fmt.Fprintf(w, "Account\t%s\nName\t%s\nTier\t%s (%d requests a day)\n", a.ID, a.Name, a.Plan, a.Plan.Daily())
		})
	})
}

// accountID is what the id of an account may be: it appears in tables, logs and
// meters.
var accountID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$`)

// createAccount adds an account; id may be empty.
func createAccount(ctx context.Context, l ledger.Ledger, id, name, tier string) (ledger.Account, error) {
	if id == "" {
		id = ledger.NewAccountID()
	}
	if !accountID.MatchString(id) {
		return ledger.Account{}, fault.Param("account", "1 to 64 letters, digits, and _ . @ - after the first")
	}
	if tier == "" {
		return ledger.Account{}, fault.Missing("tier", "one of free, writer, producer, studio, for a new account")
	}
	plan, err := access.ParsePlan(tier)
	if err != nil {
		return ledger.Account{}, err
	}
	a := ledger.Account{ID: id, Name: name, Plan: plan, Created: time.Now().UTC().Truncate(time.Microsecond)}
	err = l.CreateAccount(ctx, a)
	if errors.Is(err, ledger.ErrExists) {
		err = fault.New(fault.Conflict, "account %s exists already", id)
	}
	return a, err
}

// properName cleans a name for tables and logs.
func properName(param, s string) (string, error) {
	s = text.Clean(s)
	if n := utf8.RuneCountInString(s); n < 1 || n > 100 {
		return "", fault.Param(param, "1 to 100 characters")
	}
	return s, nil
}

// AccountListCmd lists accounts.
type AccountListCmd struct{ inLedger }

// Run lists the accounts.
func (c AccountListCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, func(l ledger.Ledger) error {
		accounts, err := l.ListAccounts(ctx)
		if err != nil {
			return err
		}
		today := ledger.DayOf(time.Now())
		rows := make([]listedAccount, len(accounts))
		for i, a := range accounts {
			meter := access.Caller{Mode: access.WithKey, Account: a.ID}.Meter()
			used, err := l.Used(ctx, meter, today)
			if err != nil {
				return err
			}
			rows[i] = listAccount(a, used)
		}
		return c.print(g.Out, rows, func(w io.Writer) {
			fmt.Fprintln(w, "ID\tNAME\tTIER\tUSED TODAY\tCREATED")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s\t%s\t%d of %d\t%s\n", r.ID, r.Name, r.Tier, r.UsedToday, r.DailyLimit, r.Created.Format(time.DateOnly))
			}
		})
	})
}

// AccountSetPlanCmd changes an account's plan.
type AccountSetPlanCmd struct {
	inLedger
	ID   string `arg:"" help:"Id of the account."`
	Tier string `arg:"" help:"Plan: free, writer, producer or studio."`
}

// Run changes the plan.
func (c AccountSetPlanCmd) Run(ctx context.Context, g *Globals) error {
	plan, err := access.ParsePlan(c.Tier)
	if err != nil {
		return err
	}
	return c.with(ctx, func(l ledger.Ledger) error {
		err := l.SetPlan(ctx, c.ID, plan)
		if errors.Is(err, ledger.ErrNotFound) {
			return fault.New(fault.NotFound, "there is no account %s", c.ID)
		}
		if err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID, "tier": plan.String()}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is on the %s plan (%d requests a day)\n", c.ID, plan, plan.Daily())
		})
	})
}
