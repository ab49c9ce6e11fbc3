package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// AccountSetPasswordCmd gives an account a new password.
type AccountSetPasswordCmd struct {
	inLedger
	ID            string `arg:"" help:"Id of the account."`
	PasswordStdin bool   `help:"Read the password from standard input. Without this flag, the command asks for it on the terminal."`
}

// Run sets the password. It refuses an account without an email before it asks for
// anything. Prompts go to standard error. Sessions, grants and reset links of the
// account end with the change.
func (c AccountSetPasswordCmd) Run(ctx context.Context, g *Globals) error {
	return c.with(ctx, g, func(l ledger.Ledger) error {
		account, err := signsIn(ctx, l, c.ID)
		if err != nil {
			return err
		}
		ask := askPassword
		if c.PasswordStdin {
			ask = func(context.Context, io.Writer) (string, error) { return readPassword(os.Stdin) }
		}
		password, err := ask(ctx, g.Err)
		if err != nil {
			return err
		}
		hash, err := access.NewHasher(1).Hash(ctx, account.Email, password)
		if err != nil {
			return err
		}
		now := operator().Did(ledger.PasswordChanged, c.ID, c.ID, "", time.Now())
		if err := noAccount(l.SetPassword(ctx, c.ID, hash, now)); err != nil {
			return err
		}
		return c.print(g.Out, map[string]string{"id": c.ID}, func(w io.Writer) {
			fmt.Fprintf(w, "%s has a new password; all its sessions are signed out, and its clients lost their access\n", c.ID)
		})
	})
}

// signsIn returns the account with this id. It is an error if the account has no
// email, because then nobody can sign in to it.
func signsIn(ctx context.Context, l ledger.Ledger, id string) (ledger.Account, error) {
	a, err := l.Account(ctx, id)
	if err == nil && a.Email == "" {
		err = fault.New(fault.Conflict, "this account has no email, so nobody can sign in to it; create an account with --email instead")
	}
	return a, noAccount(err)
}

// readPassword reads one line, without its end. A last line without a newline counts.
// Bytes after the first 4 KiB are not read.
func readPassword(from io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(from, 4<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// askPassword asks for a password on the terminal, twice, without showing it.
// The prompts are written to to. It fails when standard input is
// no terminal and when the two passwords differ.
func askPassword(ctx context.Context, to io.Writer) (string, error) {
	terminal := int(os.Stdin.Fd())
	if !term.IsTerminal(terminal) {
		return "", errors.New("standard input is not a terminal; pipe the password in with --password-stdin")
	}
	var typed [2]string
	for i, prompt := range []string{"New password: ", "Repeat the new password: "} {
		fmt.Fprint(to, prompt)
		line, err := readUnseen(ctx, terminal)
		fmt.Fprintln(to)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = line
	}
	if typed[0] != typed[1] {
		return "", errors.New("the two passwords differ, so nothing was changed; run the command again")
	}
	return typed[0], nil
}

// readUnseen returns a line that was typed on a terminal without showing it. When
// ctx ends it returns an error and restores the state of the terminal. The
// goroutine that reads then lives until a line is entered or the process ends.
func readUnseen(ctx context.Context, terminal int) (string, error) {
	before, err := term.GetState(terminal)
	if err != nil {
		return "", err
	}
	type typedLine struct {
		line []byte
		err  error
	}
	done := make(chan typedLine, 1)
	go func() {
		line, err := term.ReadPassword(terminal)
		done <- typedLine{line, err}
	}()
	select {
	case r := <-done:
		return string(r.line), r.err
	case <-ctx.Done():
		return "", errors.Join(errors.New("interrupted; nothing was changed"), term.Restore(terminal, before))
	}
}

// AccountResetLinkCmd makes a link that sets a password.
type AccountResetLinkCmd struct {
	inLedger
	ID      string `arg:"" help:"Id of the account."`
	BaseURL string `name:"base-url" help:"Public base URL of the service, for the link. Example: https://films.example.com" default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run makes the link and prints it. The link cannot be printed again, because the
// token in it is not stored in the clear. The base URL must be https, or http on a
// loopback address. A suspended account gets no link.
func (c AccountResetLinkCmd) Run(ctx context.Context, g *Globals) error {
	if err := checkBase(c.BaseURL); err != nil {
		return err
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		account, err := signsIn(ctx, l, c.ID)
		if err != nil {
			return err
		}
		if account.Status != ledger.Active {
			return fault.New(fault.Conflict, "the account is suspended; run kinodex account resume first")
		}
		now := time.Now()
		reset, token := ledger.NewPasswordReset(c.ID, now)
		if err := noAccount(l.CreatePasswordReset(ctx, reset, operator().Did(ledger.PasswordResetCreated, c.ID, c.ID, "", now))); err != nil {
			return err
		}
		link := linkTo(c.BaseURL, "/reset-password", token.Reveal())
		return c.print(g.Out, resetLink{c.ID, account.Email, link, reset.Expires}, func(w io.Writer) {
			fmt.Fprintf(w, "Link\t%s\n\t(shown only once: give it only to the owner of the account)\n", link)
			fmt.Fprintf(w, "Account\t%s, %s\nValid\tonce, until %s UTC or until you make a newer link\n", account.ID, account.Email, reset.Expires.Format("15:04"))
		})
	})
}

// resetLink is a link as it is printed with --json. Expires is an hour after the
// link was made.
type resetLink struct {
	ID      string       `json:"id"`
	Email   access.Email `json:"email"`
	Link    string       `json:"link"`
	Expires time.Time    `json:"expires_at"`
}
