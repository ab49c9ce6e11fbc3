package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// AccountCmd groups what looks after accounts.
type AccountCmd struct {
	Create      AccountCreateCmd      `cmd:"" help:"Create an account. Example: kinodex account create --data ./data --tier writer --name Ida --email ida@example.com"`
	List        AccountListCmd        `cmd:"" help:"List accounts with the budget that they used today. Example: kinodex account list --data ./data"`
	SetPlan     AccountSetPlanCmd     `cmd:"" aliases:"set-tier" help:"Change the plan of an account. Servers apply the change within a second. Example: kinodex account set-plan --data ./data acc_0123456789abcdef producer"`
	SetPassword AccountSetPasswordCmd `cmd:"" help:"Set a new password for an account. All its sessions end, and its clients lose their access. Example: kinodex account set-password --data ./data acc_0123456789abcdef"`
	ResetLink   AccountResetLinkCmd   `cmd:"" help:"Print a link for setting a new password of an account. The link works once, within an hour. A newer link replaces it. Example: kinodex account reset-link --data ./data --base-url https://films.example.com acc_0123456789abcdef"`
	Invite      AccountInviteCmd      `cmd:"" help:"Print an invitation link for opening an account. The link works once, within a week, unless the server runs with --sign-up off. Example: kinodex account invite --data ./data --base-url https://films.example.com --plan producer --email ida@example.com"`
	Delete      AccountDeleteCmd      `cmd:"" help:"Delete an account permanently, with its keys, sessions, grants and passkeys. Example: kinodex account delete --data ./data --yes acc_0123456789abcdef"`
	Suspend     AccountSuspendCmd     `cmd:"" help:"Suspend an account. Servers refuse its keys within a second. Example: kinodex account suspend --data ./data acc_0123456789abcdef"`
	Resume      AccountResumeCmd      `cmd:"" help:"Make a suspended account active again. Example: kinodex account resume --data ./data acc_0123456789abcdef"`
}

// accountRow is an account as the commands print it with --json. Email is null
// for an account that nobody signs in to. Tier is the plan: the published
// interface has that name for it.
type accountRow struct {
	ID         string        `json:"id"`
	Name       string        `json:"name"`
	Email      *access.Email `json:"email"`
	Tier       access.Plan   `json:"tier"`
	Status     ledger.Status `json:"status"`
	DailyLimit *int          `json:"daily_limit"` // null for no limit
	UsedToday  *int          `json:"used_today"`  // null when the meters are away
	Created    time.Time     `json:"created_at"`
}

// listAccount describes a for printing. A nil used stays null. A nil policy is the
// interface's own table of budgets.
func listAccount(a ledger.Account, used *int, policy *access.Policy) accountRow {
	listed := accountRow{a.ID, a.Name, nil, a.Plan, a.Status, nil, used, a.Created}
	if daily := policy.Daily(a.Plan); daily != access.Unlimited {
		listed.DailyLimit = &daily
	}
	if a.Email != "" {
		listed.Email = &a.Email
	}
	return listed
}

// AccountCreateCmd creates an account. Without an email nobody can sign in to it.
type AccountCreateCmd struct {
	inLedger
	Tier          string `help:"Plan of the account: free, writer, producer or studio, or operator for people who run the service." required:"" placeholder:"PLAN"`
	Name          string `help:"Name of the account." required:""`
	ID            string `help:"Id of the account. Default: a new one." placeholder:"ID"`
	Email         string `help:"Email address with which the owner signs in."`
	PasswordStdin bool   `help:"Read a password from standard input, so that it does not appear on the command line."`
}

// Run creates the account and prints it. The audit log names the user of the
// machine who ran the command.
func (c AccountCreateCmd) Run(ctx context.Context, g *Globals) error {
	policy, err := readPlans(c.Plans)
	if err != nil {
		return err
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		o := ledger.Opening{ID: c.ID, Name: c.Name, Plan: c.Tier}
		var err error
		if c.Email != "" {
			if o.Email, err = access.ParseEmail(c.Email); err != nil {
				return err
			}
		}
		if c.PasswordStdin {
			password, err := readPassword(os.Stdin)
			if err != nil {
				return err
			}
			if o.Password, err = access.NewHasher(1).Hash(ctx, o.Email, password); err != nil {
				return err
			}
		}
		a, err := ledger.Open(ctx, l, o, operator(), time.Now())
		if err != nil {
			return err
		}
		return c.print(g.Out, listAccount(a, new(int), policy), func(w io.Writer) {
			fmt.Fprintf(w, "Account\t%s\nName\t%s\nTier\t%s (%s)\n", a.ID, a.Name, a.Plan, budgetOf(policy.Daily(a.Plan)))
		})
	})
}

// limit returns the daily limit for people: a number, or "no limit".
func (r accountRow) limit() string {
	if r.DailyLimit == nil {
		return "no limit"
	}
	return strconv.Itoa(*r.DailyLimit)
}

// AccountListCmd lists accounts.
type AccountListCmd struct{ inLedger }

// Run prints all accounts, the oldest first, with what each has used on the
// current UTC day. Meters that do not answer do not fail it.
func (c AccountListCmd) Run(ctx context.Context, g *Globals) error {
	policy, err := readPlans(c.Plans)
	if err != nil {
		return err
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		accounts, err := l.ListAccounts(ctx)
		if err != nil {
			return err
		}
		used, done := c.usedToday(ctx, l, g)
		defer done()
		rows := make([]accountRow, len(accounts))
		for i, a := range accounts {
			rows[i] = listAccount(a, used(a.ID), policy)
		}
		return c.print(g.Out, rows, func(w io.Writer) {
			fmt.Fprintln(w, "ID\tNAME\tTIER\tSTATUS\tUSED TODAY\tCREATED")
			for _, r := range rows {
				used := "unknown"
				if r.UsedToday != nil {
					used = fmt.Sprint(*r.UsedToday)
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s of %s\t%s\n", r.ID, r.Name, r.Tier, r.Status, used, r.limit(), r.Created.Format(time.DateOnly))
			}
		})
	})
}

// usedToday returns a function that reports how many requests an account has used
// on the current UTC day. It returns nil for every account once the meters have
// failed; that is said once on standard error. The caller calls done when it has
// asked for all accounts; done is never nil.
func (c inLedger) usedToday(ctx context.Context, l ledger.Meters, g *Globals) (used func(account string) *int, done func()) {
	done = func() {}
	unknown := func(err error) {
		l = nil
		fmt.Fprintf(g.Err, "kinodex: the budget used today could not be read: %v\n", err)
	}
	if c.Meters != "" {
		m, err := openMeters(ctx, c.Meters)
		if err == nil {
			l, done = m, func() { _ = m.Close() }
		} else {
			unknown(err)
		}
	}
	today := ledger.DayOf(time.Now())
	return func(account string) *int {
		if l == nil {
			return nil
		}
		n, err := l.Used(ctx, access.Caller{Mode: access.WithKey, Account: account}.Meter(), today)
		if err != nil {
			unknown(err)
			return nil
		}
		return &n
	}, done
}

// AccountSetPlanCmd changes an account's plan.
type AccountSetPlanCmd struct {
	inLedger
	ID   string `arg:"" help:"Id of the account."`
	Tier string `arg:"" help:"New plan: free, writer, producer, studio or operator."`
}

// Run changes the plan and prints the new one. An unknown plan or account is an
// error, and nothing is changed then.
func (c AccountSetPlanCmd) Run(ctx context.Context, g *Globals) error {
	plan, err := access.ParsePlan(c.Tier)
	if err != nil {
		return err
	}
	policy, err := readPlans(c.Plans)
	if err != nil {
		return err
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		now := operator().Did(ledger.PlanChanged, c.ID, c.ID, plan.String(), time.Now())
		if err := noAccount(l.SetPlan(ctx, c.ID, plan, now)); err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID, "tier": plan.String()}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is on the %s plan (%s)\n", c.ID, plan, budgetOf(policy.Daily(plan)))
		})
	})
}

// noAccount returns err, or a fault for people if err says that there is no such
// account. The fault does not repeat the id, because what was given may be a key.
func noAccount(err error) error {
	if errors.Is(err, ledger.ErrNotFound) {
		return fault.New(fault.NotFound, "no account has this id; list the ids with kinodex account list")
	}
	return err
}

// AccountSuspendCmd suspends an account.
type AccountSuspendCmd struct {
	inLedger
	ID string `arg:"" help:"Id of the account."`
}

// Run suspends the account. Suspending one that is suspended is no error here.
func (c AccountSuspendCmd) Run(ctx context.Context, g *Globals) error {
	return c.setStatus(ctx, g, c.ID, ledger.Suspended)
}

// AccountResumeCmd makes a suspended account active again.
type AccountResumeCmd struct {
	inLedger
	ID string `arg:"" help:"Id of the account."`
}

// Run makes the account active.
func (c AccountResumeCmd) Run(ctx context.Context, g *Globals) error {
	return c.setStatus(ctx, g, c.ID, ledger.Active)
}

// setStatus gives the account its status, records that in the audit log and prints
// the id and the status.
func (c inLedger) setStatus(ctx context.Context, g *Globals, id string, status ledger.Status) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		now := operator().Did(ledger.StatusChanged, id, id, status.String(), time.Now())
		if err := noAccount(l.SetStatus(ctx, id, status, now)); err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": id, "status": status.String()}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is %s\n", id, status)
		})
	})
}

// AccountDeleteCmd deletes an account.
type AccountDeleteCmd struct {
	inLedger
	ID  string `arg:"" help:"Id of the account."`
	Yes bool   `help:"Confirm the deletion, which cannot be undone." env:"-"`
}

// Run deletes the account. Without --yes it changes nothing and says what it would do.
func (c AccountDeleteCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		a, err := l.Account(ctx, c.ID)
		if err != nil {
			return noAccount(err)
		}
		if !c.Yes {
			return fault.New(fault.Conflict, "this would delete account %s (%s) permanently; repeat the command with --yes to delete it", a.ID, a.Name)
		}
		gone := operator().Did(ledger.AccountDeleted, c.ID, c.ID, "by an operator", time.Now())
		if err := noAccount(l.DeleteAccount(ctx, c.ID, gone)); err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID, "status": "deleted"}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is deleted\n", c.ID)
		})
	})
}
