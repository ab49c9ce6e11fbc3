package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// AuditCmd groups what reads the audit log.
type AuditCmd struct {
	List AuditListCmd `cmd:"" help:"List changes to accounts and keys with their author and origin, the newest first. Example: kinodex audit list --data ./data --limit 20"`
}

// AuditListCmd prints the audit log. Its conditions must all hold for an entry to
// be printed.
type AuditListCmd struct {
	inLedger
	Account string `help:"List only entries about this account." placeholder:"ID"`
	Target  string `help:"List only changes to this key or account." placeholder:"ID"`
	Limit   int    `help:"Maximum number of entries." default:"50"`
	Before  int64  `help:"List only entries with a lower id. Give the last id of the previous page." placeholder:"ID"`
}

// Run prints the entries, the newest first. A limit below 1 and a negative id are
// refused.
func (c AuditListCmd) Run(ctx context.Context, g *Globals) error {
	if c.Limit < 1 || c.Before < 0 {
		return fault.Param("limit", "an integer from 1")
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		found, err := l.Audit(ctx, ledger.AuditQuery{Account: c.Account, Target: c.Target, Limit: c.Limit, Before: c.Before})
		if err != nil {
			return err
		}
		rows := make([]identity.Event, len(found))
		for i, e := range found {
			rows[i] = identity.DescribeEvent(e)
		}
		return c.print(g.Out, rows, func(w io.Writer) {
			fmt.Fprintln(w, "ID\tWHEN\tWHO\tFROM\tWHAT\tACCOUNT\tTARGET\tDETAIL")
			for _, r := range rows {
				fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.At.Format(time.DateTime),
					r.Actor, r.From, r.Action, r.Account, r.Target, r.Detail)
			}
		})
	})
}
