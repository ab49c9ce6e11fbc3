package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// KeyCmd groups what looks after API keys. All of it works while a server runs
// on the same ledger.
type KeyCmd struct {
	Create KeyCreateCmd `cmd:"" help:"Create an API key and print it, once. Example: kinodex key create --data ./data --tier studio --name me"`
	List   KeyListCmd   `cmd:"" help:"List keys, without what would open anything. Example: kinodex key list --data ./data"`
	Revoke KeyRevokeCmd `cmd:"" help:"Revoke a key; servers refuse it within a second. Example: kinodex key revoke --data ./data key_0123456789abcdef"`
}

// inLedger is what every command on a ledger takes.
type inLedger struct {
	Data   string `help:"Data directory." default:"data" type:"path"`
	Ledger string `help:"Where accounts and keys live. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	JSON   bool   `name:"json" help:"Print JSON."`
}

// with opens the ledger for do.
func (c inLedger) with(ctx context.Context, do func(ledger.Ledger) error) error {
	l, closer, err := openLedger(ctx, c.Data, c.Ledger)
	if err != nil {
		return err
	}
	return errors.Join(do(l), closer.Close())
}

// print writes v as JSON, or what table writes with its columns aligned.
func (c inLedger) print(out io.Writer, v any, table func(io.Writer)) error {
	if c.JSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(v)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	table(w)
	return w.Flush()
}

// KeyCreateCmd creates a key, and its account unless that exists.
type KeyCreateCmd struct {
	inLedger
	Tier    string `help:"Plan of the account: free, writer, producer or studio. May be left out when the account exists." placeholder:"PLAN"`
	Name    string `help:"Name of the key, and of the account when it is new." required:""`
	Account string `help:"Account the key belongs to; keys of one account share its daily budget. Created when there is none. Default: a new account." placeholder:"ID"`
	Scopes  string `help:"Any of read, write, ai, admin, comma-separated. Default: those of the plan." placeholder:"LIST"`
	Sandbox bool   `help:"Create a sandbox key, which uses no quota."`
}

// createdKey is what key create prints.
type createdKey struct {
	ID      string      `json:"id"`
	Key     string      `json:"key"`
	Account string      `json:"account"`
	Name    string      `json:"name"`
	Tier    access.Plan `json:"tier"`
	Scopes  []string    `json:"scopes"`
	Sandbox bool        `json:"sandbox"`
}

// Run creates the key.
func (c KeyCreateCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, func(l ledger.Ledger) error {
		name, err := properName("name", c.Name)
		if err != nil {
			return err
		}
		account, err := c.account(ctx, l, name)
		if err != nil {
			return err
		}
		scopes := account.Plan.DefaultScopes()
		if c.Scopes != "" {
			if scopes, err = access.ParseScopes(c.Scopes); err != nil {
				return err
			}
		}
		key, token := ledger.NewKey(account.ID, name, scopes, c.Sandbox, time.Now())
		if err := l.CreateKey(ctx, key); err != nil {
			return err
		}
		made := createdKey{key.ID, token.Reveal(), account.ID, name, account.Plan, scopes.Names(), c.Sandbox}
		return c.print(g.Out, made, func(w io.Writer) {
			fmt.Fprintf(w, "Key\t%s\n\t(shown once: keep it now)\n", made.Key)
			fmt.Fprintf(w, "Id\t%s\nAccount\t%s\nTier\t%s (%d requests a day)\nScopes\t%s\n",
				made.ID, made.Account, made.Tier, made.Tier.Daily(), scopes)
		})
	})
}

// account finds the account the key is for, or creates it.
func (c KeyCreateCmd) account(ctx context.Context, l ledger.Ledger, name string) (ledger.Account, error) {
	if c.Account != "" {
		switch found, err := l.Account(ctx, c.Account); {
		case err == nil && c.Tier != "" && c.Tier != found.Plan.String():
			return found, fault.New(fault.Conflict, "account %s is on the %s plan; change it with: kinodex account set-plan %s %s",
				found.ID, found.Plan, found.ID, c.Tier)
		case !errors.Is(err, ledger.ErrNotFound):
			return found, err
		}
	}
	return createAccount(ctx, l, c.Account, name, c.Tier)
}

// KeyListCmd lists keys.
type KeyListCmd struct {
	inLedger
	Account string `help:"Only keys of this account." placeholder:"ID"`
}

// listedKey is one row of key list.
type listedKey struct {
	ID       string     `json:"id"`
	Account  string     `json:"account"`
	Name     string     `json:"name"`
	Prefix   string     `json:"prefix"`
	Last4    string     `json:"last4"`
	Scopes   []string   `json:"scopes"`
	Sandbox  bool       `json:"sandbox"`
	Status   string     `json:"status"` // active, expired, revoked
	Created  time.Time  `json:"created_at"`
	LastUsed *time.Time `json:"last_used_at"`
	Expires  *time.Time `json:"expires_at"`
	Revoked  *time.Time `json:"revoked_at"`
}

// Run lists the keys.
func (c KeyListCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, func(l ledger.Ledger) error {
		keys, err := l.ListKeys(ctx, c.Account)
		if err != nil {
			return err
		}
		rows := make([]listedKey, len(keys))
		for i, k := range keys {
			rows[i] = listKey(k, time.Now())
		}
		return c.print(g.Out, rows, func(w io.Writer) {
			fmt.Fprintln(w, "ID\tKEY\tACCOUNT\tNAME\tSCOPES\tSTATUS\tCREATED\tLAST USED")
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t%s…%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Prefix, r.Last4, r.Account, r.Name,
					strings.Join(r.Scopes, ","), r.Status, r.Created.Format(time.DateOnly), shortTime(r.LastUsed))
			}
		})
	})
}

func listKey(k ledger.Key, now time.Time) listedKey {
	status := "active"
	switch {
	case !k.Revoked.IsZero():
		status = "revoked"
	case !k.Good(now):
		status = "expired"
	}
	return listedKey{k.ID, k.Account, k.Name, k.Prefix, k.Last4, k.Scopes.Names(), k.Sandbox, status,
		k.Created, orNil(k.LastUsed), orNil(k.Expires), orNil(k.Revoked)}
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func shortTime(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.Format("2006-01-02 15:04")
}

// KeyRevokeCmd ends a key.
type KeyRevokeCmd struct {
	inLedger
	ID string `arg:"" help:"Id of the key (key_…), not the key."`
}

// Run revokes the key.
func (c KeyRevokeCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, func(l ledger.Ledger) error {
		err := l.RevokeKey(ctx, c.ID, time.Now())
		if errors.Is(err, ledger.ErrNotFound) {
			// What was given may be a key, so it is not repeated.
			return fault.New(fault.NotFound, "no key has this id; kinodex key list shows the ids")
		}
		if err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID, "status": "revoked"}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is revoked\n", c.ID)
		})
	})
}
