package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// KeyCmd groups what looks after API keys. All of it works while a server runs
// on the same ledger.
type KeyCmd struct {
	Create KeyCreateCmd `cmd:"" help:"Create an API key and print it. The key is not shown again. Example: kinodex key create --data ./data --tier studio --name me"`
	List   KeyListCmd   `cmd:"" help:"List keys without their secrets. Example: kinodex key list --data ./data"`
	Revoke KeyRevokeCmd `cmd:"" help:"Revoke a key. Servers refuse it within a second. Example: kinodex key revoke --data ./data key_0123456789abcdef"`
	Rotate KeyRotateCmd `cmd:"" help:"Replace a key with a new one. The old key keeps working for a time (--overlap). Example: kinodex key rotate --data ./data key_0123456789abcdef --overlap 24h"`
}

// inLedger has the flags that every command on accounts, keys and the audit log
// takes.
type inLedger struct {
	Data   string `help:"Data directory." default:"data" type:"path"`
	Ledger string `help:"Ledger: the database of accounts and keys, as sqlite:PATH or postgres://… Set a URL with a password in KINODEX_LEDGER, because other users of the machine can read command lines. Default: kinodex.db in the data directory. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	Meters string `help:"Redis that counts spending instead of the ledger: redis://… The command needs it to list today's use of accounts. Example: redis://cache.example.com/0" placeholder:"URL"`
	Plans  string `help:"File with the daily budgets that the command prints, as for kinodex serve." placeholder:"FILE" type:"existingfile"`
	JSON   bool   `name:"json" help:"Print JSON."`
}

// with opens the ledger, calls do with it and closes it. The errors of both are
// returned. A ledger that was not there is made, and told of: it may be a wrong one.
// do must not spend: the meters are not opened, so that a key can be
// revoked while they do not answer.
func (c inLedger) with(ctx context.Context, g *Globals, do func(ledger.Ledger) error) error {
	if err := showsPassword(os.Args, "meters", c.Meters); err != nil {
		return err
	}
	missing := missingLedger(c.Data, c.Ledger)
	l, closer, err := openLedger(ctx, c.Data, c.Ledger, "", nil)
	if err != nil {
		return err
	}
	if missing != "" {
		fmt.Fprintf(g.Err, "kinodex: a new ledger was made, %s: only a server with the same --data or --ledger uses it\n", missing)
	}
	return errors.Join(do(l), closer.Close())
}

// print writes v as JSON if --json was given, else what table writes. table
// separates columns by tabs, and they are printed aligned.
func (c inLedger) print(out io.Writer, v any, table func(io.Writer)) error {
	if c.JSON {
		return printJSON(out, v)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	table(w)
	return w.Flush()
}

// KeyCreateCmd creates a key, and its account unless that exists.
type KeyCreateCmd struct {
	inLedger
	Tier    string `help:"Plan of the account: free, writer, producer, studio or operator. Needed only for a new account." placeholder:"PLAN"`
	Name    string `help:"Name of the key, and of a new account." required:""`
	Account string `help:"Id of the account that owns the key. The command creates the account if it does not exist. Keys of one account share its daily budget. Default: a new account." placeholder:"ID"`
	Scopes  string `help:"Scopes of the key, comma-separated: read, write, ai, admin. Default: the scopes of the plan." placeholder:"LIST"`
	Sandbox bool   `help:"Create a sandbox key, which costs no budget."`
	Expires string `help:"Expiry of the key: a date, a time, or a duration from now. Default: never. Example: 2030-01-31, or 720h" placeholder:"WHEN"`
}

// Run creates the key and prints it with its secret, which cannot be shown again.
func (c KeyCreateCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		now := time.Now()
		o := ledger.Order{Account: c.Account, Plan: c.Tier, Name: c.Name, Sandbox: c.Sandbox}
		var err error
		if c.Scopes != "" {
			scopes, err := access.ParseScopes(c.Scopes)
			if err != nil {
				return err
			}
			o.Scopes = &scopes
		}
		if o.Expires, err = when(c.Expires, now); err != nil {
			return err
		}
		key, account, token, err := ledger.Issue(ctx, l, o, operator(), now)
		if err != nil {
			return err
		}
		return c.printNewKey(g.Out, identity.DescribeNewKey(key, account.Plan, token), account.Plan)
	})
}

// printNewKey prints a new key with its secret, its scopes and the daily budget of
// the plan.
func (c inLedger) printNewKey(out io.Writer, made identity.NewKey, plan access.Plan) error {
	policy, err := readPlans(c.Plans)
	if err != nil {
		return err
	}
	return c.print(out, made, func(w io.Writer) {
		fmt.Fprintf(w, "Key\t%s\n\t(shown only once: save it now)\n", made.Key)
		fmt.Fprintf(w, "Id\t%s\nAccount\t%s\nTier\t%s (%s)\nScopes\t%s\nExpires\t%s\n",
			made.ID, made.Account, made.Tier, budgetOf(policy.Daily(plan)), strings.Join(made.Scopes, ","), shortTime(made.ExpiresAt))
	})
}

// when parses a time: a date (midnight UTC), a time by RFC 3339, or a duration from
// now in Go's notation. An empty s is the zero time, which means never.
func when(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(s); err == nil {
		return now.Add(d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fault.Param("expires", "a date (2030-01-31), a time (2030-01-31T12:00:00Z) or a duration from now (720h)")
}

// operator returns who runs the command, for the audit log: "cli:" and the name of
// the user of the machine, or "cli:unknown".
func operator() ledger.By {
	name := "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	return ledger.By{Actor: "cli:" + name, From: "local"}
}

// KeyListCmd lists keys.
type KeyListCmd struct {
	inLedger
	Account string `help:"List only keys of this account." placeholder:"ID"`
}

// Run prints the keys, the oldest first, without their secrets: only their first
// and last characters.
func (c KeyListCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		keys, err := l.ListKeys(ctx, c.Account)
		if err != nil {
			return err
		}
		rows := make([]identity.Key, len(keys))
		for i, k := range keys {
			rows[i] = identity.DescribeKey(k, time.Now())
		}
		return c.print(g.Out, rows, func(w io.Writer) {
			fmt.Fprintln(w, "ID\tKEY\tACCOUNT\tNAME\tSCOPES\tSTATUS\tCREATED\tLAST USED")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s…%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Prefix, r.Last4, r.Account, r.Name,
					strings.Join(r.Scopes, ","), r.Status, r.CreatedAt.Format(time.DateOnly), shortTime(r.LastUsedAt))
			}
		})
	})
}

// shortTime returns a time to the minute, or "never" for nil.
func shortTime(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.Format("2006-01-02 15:04")
}

// KeyRevokeCmd ends a key.
type KeyRevokeCmd struct {
	inLedger
	ID string `arg:"" help:"Id of the key (key_…), not the key itself."`
}

// Run revokes the key. It takes the id of the key, not the key.
func (c KeyRevokeCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		if _, err := ledger.Revoke(ctx, l, c.ID, operator(), time.Now()); err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID, "status": "revoked"}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is revoked\n", c.ID)
		})
	})
}

// KeyRotateCmd makes a key in the place of another.
type KeyRotateCmd struct {
	inLedger
	ID      string        `arg:"" help:"Id of the key (key_…), not the key itself."`
	Overlap time.Duration `help:"Time for which the old key keeps working, at most 720h." default:"24h"`
}

// Run creates a key in the place of another and prints it with its secret. The old
// key ends after the overlap.
func (c KeyRotateCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		key, account, token, err := ledger.Rotate(ctx, l, c.ID, c.Overlap, operator(), time.Now())
		if err != nil {
			return err
		}
		return c.printNewKey(g.Out, identity.DescribeNewKey(key, account.Plan, token), account.Plan)
	})
}
