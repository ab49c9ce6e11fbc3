package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"kinodex/internal/catalog"
	"kinodex/internal/dataquality"
	"kinodex/internal/fault"
	"kinodex/internal/library"
)

// LibraryAuditCmd lists suspicious films of the generation that serves.
type LibraryAuditCmd struct {
	Data     string             `help:"Data directory." default:"data" type:"path"`
	Class    string             `help:"List all findings of this class only." placeholder:"NAME"`
	Examples int                `help:"Number of findings to list per class, the best known films first." default:"3"`
	Max      dataquality.Limits `help:"Fail if a class has more findings than this. Example: --max duplicate=0,no_country=5000" placeholder:"CLASS=N" mapsep:","`
	JSON     bool               `name:"json" help:"Print JSON."`
}

// auditAnswer is what the command prints as JSON.
type auditAnswer struct {
	Generation string               `json:"generation"`
	Films      int                  `json:"films"`
	Classes    []dataquality.Result `json:"classes"`
}

// Run prints how many films of each class there are, what the class means, and some of the
// films. It returns an error after that if a limit of Max is exceeded. Unknown classes are
// refused before anything is read.
func (c LibraryAuditCmd) Run(ctx context.Context, g *Globals) error {
	if err := knownClasses(c.Max, c.Class); err != nil {
		return err
	}
	if c.Examples < 0 {
		return fault.Param("examples", "an integer from 0")
	}
	lib, err := library.Open(library.Root(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	auditor := dataquality.NewAuditor()
	for d := range lib.Catalog.Len() {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := lib.Catalog.Film(catalog.Doc(d))
		if err != nil {
			return err
		}
		auditor.Add(f)
	}
	results := auditor.Results()
	answer := auditAnswer{Generation: lib.Generation(), Films: auditor.Films(), Classes: c.shown(results)}
	if c.JSON {
		err = printJSON(g.Out, answer)
	} else {
		err = printAudit(g.Out, answer)
	}
	if err != nil {
		return err
	}
	return c.Max.Check(results)
}

// shown returns the results that were asked for, with as many findings as are to be shown.
func (c LibraryAuditCmd) shown(results []dataquality.Result) []dataquality.Result {
	var shown []dataquality.Result
	for _, r := range results {
		switch {
		case c.Class == r.Name:
			return []dataquality.Result{r}
		case c.Class == "":
			r.Findings = r.Findings[:min(c.Examples, len(r.Findings))]
			shown = append(shown, r)
		}
	}
	return shown
}

// printAudit writes the classes as a table, each with its findings below it.
func printAudit(to io.Writer, a auditAnswer) error {
	fmt.Fprintf(to, "generation %s: %d films\n\n", a.Generation, a.Films)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FINDINGS\tCLASS\tMEANING")
	for _, r := range a.Classes {
		fmt.Fprintf(w, "%d\t%s\t%s\n", r.Count, r.Name, r.Meaning)
		for _, f := range r.Findings {
			fmt.Fprintf(w, "\t  %s\t%s\n", f.ID, describeFinding(&f))
		}
	}
	return w.Flush()
}

// describeFinding returns a finding in a line of text.
func describeFinding(f *dataquality.Finding) string {
	line := fmt.Sprintf("%s (%d): %s", f.Title, f.Year, f.Detail)
	if len(f.With) > 0 {
		others := make([]string, len(f.With))
		for i, id := range f.With {
			others[i] = id.String()
		}
		line += ", with " + strings.Join(others, ", ")
	}
	return line
}

// knownClasses refuses limits and a class, which may be empty, that the audit does not know.
func knownClasses(limits dataquality.Limits, class string) error {
	unknown := limits.Unknown()
	if class != "" {
		unknown = append(unknown, dataquality.Limits{class: 0}.Unknown()...)
	}
	if len(unknown) == 0 {
		return nil
	}
	var names []string
	for _, c := range dataquality.Classes() {
		names = append(names, c.Name)
	}
	return fault.New(fault.InvalidParameter, "no class of the audit is called %q; there are %s", unknown[0], strings.Join(names, ", "))
}
