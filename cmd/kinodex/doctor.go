package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"kinodex/internal/access"
)

// DoctorCmd looks at what a server needs, as the server would be started: it takes the flags and
// variables of kinodex serve. It changes nothing, but for a probe that it writes and removes.
type DoctorCmd struct {
	ServeCmd
	FreeDisk int64         `name:"free-disk" help:"Required free disk space in MiB, in addition to the space for a second library generation." default:"1024" placeholder:"MIB"`
	Timeout  time.Duration `help:"Maximum time for one check." default:"10s"`
	JSON     bool          `name:"json" help:"Print JSON."`
}

// verdict is the result of a check.
type verdict string

// The results of a check: as it should be, worth a look, and what keeps the server from serving.
const (
	fine    verdict = "ok"
	warning verdict = "warning"
	failing verdict = "failure"
)

// finding is what one check found. Do says what to do unless all is as it should be.
type finding struct {
	Check  string  `json:"check"`
	Result verdict `json:"result"`
	Detail string  `json:"detail"`
	Do     string  `json:"do,omitempty"`
}

// checkUp is a run of checks: what they found so far.
type checkUp struct {
	DoctorCmd
	findings []finding
}

// ok records that a check found all as it should be.
func (r *checkUp) ok(check, format string, a ...any) {
	r.findings = append(r.findings, finding{check, fine, fmt.Sprintf(format, a...), ""})
}

// warn records what is worth a look, and what to do.
func (r *checkUp) warn(check, do, format string, a ...any) {
	r.findings = append(r.findings, finding{check, warning, fmt.Sprintf(format, a...), do})
}

// fail records what keeps the server from serving, and what to do.
func (r *checkUp) fail(check, do, format string, a ...any) {
	r.findings = append(r.findings, finding{check, failing, fmt.Sprintf(format, a...), do})
}

// errUnwell makes the command fail when a check did; the report says which.
var errUnwell = errors.New("a check failed; the advice is beside it")

// Run makes every check and prints what they found. It fails when one of them failed; a warning is no
// failure.
func (c DoctorCmd) Run(ctx context.Context, g *Globals) error {
	r := &checkUp{DoctorCmd: c}
	for _, check := range []func(*checkUp, context.Context){
		(*checkUp).program, (*checkUp).configuration, (*checkUp).directory, (*checkUp).disk, (*checkUp).library,
		(*checkUp).books, (*checkUp).meters, (*checkUp).bucket, (*checkUp).published, (*checkUp).model, (*checkUp).traces, (*checkUp).address,
	} {
		within, cancel := context.WithTimeout(ctx, c.Timeout)
		check(r, within)
		cancel()
	}
	failed := false
	for i := range r.findings { // errors may hold what was configured
		f := &r.findings[i]
		f.Detail = access.Redact(f.Detail)
		failed = failed || f.Result == failing
	}
	if err := r.print(g.Out); err != nil {
		return err
	}
	if failed {
		return errUnwell
	}
	return nil
}

// print writes the report, for people or for programs.
func (r *checkUp) print(to io.Writer) error {
	if r.JSON {
		return printJSON(to, r.findings)
	}
	var b strings.Builder
	for _, f := range r.findings {
		fmt.Fprintf(&b, "%-8s %-14s %s\n", f.Result, f.Check, f.Detail)
		if f.Do != "" {
			fmt.Fprintf(&b, "%-8s %-14s → %s\n", "", "", f.Do)
		}
	}
	_, err := io.WriteString(to, b.String())
	return err
}
