package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/cli"
	"kinodex/internal/ingest"
	"kinodex/internal/sources"
)

// SourcesCmd groups what gets source files.
type SourcesCmd struct {
	List   SourcesListCmd   `cmd:"" help:"List the sources with their address, content, terms and size, and the key that they need. Example: kinodex sources list --data ./data"`
	Fetch  SourcesFetchCmd  `cmd:"" help:"Download new files of the named sources, or of all sources whose terms you accepted. Example: kinodex sources fetch filmdb --accept-terms --data ./data"`
	Status SourcesStatusCmd `cmd:"" help:"List the downloaded files with their dates, and unfinished downloads. Example: kinodex sources status --data ./data"`
	Add    SourcesAddCmd    `cmd:"" help:"Add a source: the address of a file, or a folder on this machine, in any format that kinodex build reads. If the name is that of an existing source, the new address replaces its address. Example: kinodex sources add awards https://films.example.com/oscars.csv --data ./data"`
	Remove SourcesRemoveCmd `cmd:"" help:"Remove an added source and its downloaded files. Example: kinodex sources remove awards --data ./data"`
}

// sourcesRoot is where a data directory keeps fetched sources.
func sourcesRoot(data string) string { return filepath.Join(data, "sources") }

// sourceFlags are those of commands that ask servers.
type sourceFlags struct {
	Address        map[string]string `help:"Replacement address for filmdb, moviedb, moviedb-exports, wikidata or wikipedia. Example: --address filmdb=https://mirror.example.com/imdb/" placeholder:"NAME=URL" mapsep:","`
	MoviedbFilms   int               `name:"moviedb-films" help:"Number of films to download from the movie database, the most popular first. 0: all. Example: --moviedb-films 50000" default:"0"`
	MoviedbRate    float64           `name:"moviedb-rate" help:"Requests per second to the movie database. Example: --moviedb-rate 10" default:"20"`
	WikipediaFilms int               `name:"wikipedia-films" help:"Number of films to download the plots of from Wikipedia, those with the most votes first. 0: all. Example: --wikipedia-films 10000" default:"0"`
	WikipediaRate  float64           `name:"wikipedia-rate" help:"Requests per second to Wikipedia, one at a time. Example: --wikipedia-rate 0.5" default:"1"`
	MaxBytes       int64             `name:"max-bytes" help:"Maximum size of a file or an answer, in bytes. Default: the limit that kinodex sources list prints for the source. Example: --max-bytes 20000000000" placeholder:"BYTES"`
	Contact        string            `help:"E-mail address or page at which the operators of source servers can reach you, sent with every request. Example: --contact films@example.com" placeholder:"TEXT"`
}

// options returns what the flags say, and the key that the environment has.
func (f sourceFlags) options() (sources.Options, error) {
	agent := "Kinodex/" + ServiceVersion
	if f.Contact != "" {
		if strings.ContainsAny(f.Contact, "\r\n") {
			return sources.Options{}, errors.New("--contact must be one line")
		}
		agent += " (" + f.Contact + ")"
	}
	if f.MoviedbFilms < 0 || f.MoviedbRate <= 0 || f.MoviedbRate > 40 {
		return sources.Options{}, errors.New("--moviedb-films must be 0 or more, and --moviedb-rate above 0 and at most 40 requests per second")
	}
	if f.WikipediaFilms < 0 || f.WikipediaRate <= 0 || f.WikipediaRate > 5 {
		return sources.Options{}, errors.New("--wikipedia-films must be 0 or more, and --wikipedia-rate above 0 and at most 5 requests per second")
	}
	if f.MaxBytes < 0 || f.MaxBytes > 1<<50 {
		return sources.Options{}, errors.New("--max-bytes must be a number of bytes, such as 20000000000 for 20 GB")
	}
	return sources.Options{
		MaxBytes: f.MaxBytes, Addresses: f.Address, MoviedbKey: strings.TrimSpace(os.Getenv(sources.MoviedbKey)), MoviedbFilms: f.MoviedbFilms,
		Rate: f.MoviedbRate, WikipediaFilms: f.WikipediaFilms, WikipediaRate: f.WikipediaRate, Agent: agent,
	}, nil
}

// open opens what was fetched into a data directory, to fetch more, with progress and
// messages on to. With allowShrink, files that lost half of their rows are taken.
func (f sourceFlags) open(data string, allowShrink bool, to io.Writer) (*sources.Store, error) {
	o, err := f.options()
	if err != nil {
		return nil, err
	}
	tell := cli.Progress(to)
	o.AllowShrink = allowShrink
	o.Tell = func(line string) { fmt.Fprintln(to, line) }
	o.Progress = func(name, unit string, done, total int64) {
		tell(ingest.Progress{Stage: name, Done: done, Total: max(total, done), Unit: unit})
	}
	return sources.Open(sourcesRoot(data), o)
}

// SourcesFetchCmd downloads what is new.
type SourcesFetchCmd struct {
	Names       []string `arg:"" optional:"" name:"name" help:"Sources, or single files of a source (filmdb/title.ratings). Default: all sources whose terms you accepted."`
	Data        string   `help:"Data directory for the downloaded files." default:"data" type:"path"`
	AcceptTerms bool     `name:"accept-terms" help:"Accept the terms of the named sources, which kinodex sources list prints. The data directory records the acceptance and its time. Example: --accept-terms" env:"-"`
	AllowShrink bool     `name:"allow-shrink" help:"Accept a file that has less than half the rows of the previous one. Without this flag, the previous file stays." env:"-"`
	JSON        bool     `name:"json" help:"Print JSON."`
	sourceFlags
}

// Run fetches and prints what became of each file. What fails is an error at the end.
func (c SourcesFetchCmd) Run(ctx context.Context, g *Globals) error {
	store, err := c.open(c.Data, c.AllowShrink, g.Err)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.AcceptTerms {
		if err := acceptTerms(store, c.Names, g.Err); err != nil {
			return err
		}
	}
	outcomes, err := store.Fetch(ctx, c.Names)
	if c.JSON && outcomes != nil {
		return errors.Join(printJSON(g.Out, outcomes), err)
	}
	return errors.Join(writeOutcomes(g.Out, outcomes), err)
}

// acceptTerms accepts the terms of the named sources and says so. Somebody who names none
// has not said which.
func acceptTerms(store *sources.Store, names []string, to io.Writer) error {
	if len(names) == 0 {
		return errors.New("name the sources whose terms you accept; kinodex sources list prints the terms. Example: kinodex sources fetch filmdb wikidata --accept-terms")
	}
	for _, name := range names {
		name, _, _ = strings.Cut(name, "/")
		if err := store.Accept(name); err != nil {
			return err
		}
		for _, s := range store.Sources() {
			if s.Name == name && s.Terms != "" {
				fmt.Fprintf(to, "you accepted the terms of %s: %s (%s)\n", name, s.Terms, s.TermsAt)
			}
		}
	}
	return nil
}

// writeOutcomes prints a line for each file.
func writeOutcomes(to io.Writer, outcomes []sources.Outcome) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, o := range outcomes {
		size := ""
		if o.Bytes > 0 {
			size = bytesOf(o.Bytes)
		}
		rows := ""
		if o.Rows > 0 {
			rows = fmt.Sprintf("%d rows", o.Rows)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", strings.Trim(o.Source+"/"+o.File, "/"), o.Status, size, rows, o.Reason)
	}
	return w.Flush()
}

// bytesOf returns a size for people.
func bytesOf(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%d bytes", n)
}

// SourcesListCmd lists sources.
type SourcesListCmd struct {
	Data    string            `help:"Data directory." default:"data" type:"path"`
	Address map[string]string `help:"Replacement address for a source, as for kinodex sources fetch." placeholder:"NAME=URL" mapsep:","`
	JSON    bool              `name:"json" help:"Print JSON."`
}

// Run prints the sources. It asks nobody.
func (c SourcesListCmd) Run(g *Globals) error {
	store, err := readSources(c.Data, c.Address)
	if err != nil {
		return err
	}
	all := store.Status()
	if c.JSON {
		return printJSON(g.Out, all)
	}
	for _, s := range all {
		fmt.Fprintf(g.Out, "%s  %s\n", s.Name, s.Address)
		lines := [][2]string{{"gives", s.Gives}}
		if s.Terms != "" {
			accepted := "not accepted"
			if s.AcceptedAt != nil {
				accepted = "accepted " + s.AcceptedAt.Format(time.DateOnly)
			}
			lines = append(lines, [2]string{"terms", s.Terms + " " + s.TermsAt + " (" + accepted + ")"})
		}
		if s.Size != "" {
			lines = append(lines, [2]string{"size", "about " + s.Size})
		}
		if s.MaxBytes > 0 {
			lines = append(lines, [2]string{"bound", bytesOf(s.MaxBytes) + " for a file or an answer (--max-bytes of kinodex sources fetch)"})
		}
		if s.Key != "" {
			key := "a key of your own in " + s.Key + " for " + s.WithoutKey
			if s.KeyGiven {
				key += " (given)"
			}
			lines = append(lines, [2]string{"key", key})
		}
		for _, l := range lines {
			fmt.Fprintf(g.Out, "    %-6s %s\n", l[0], l[1])
		}
	}
	return nil
}

// readSources opens the sources of a data directory for looking.
func readSources(data string, addresses map[string]string) (*sources.Store, error) {
	return sources.Read(sourcesRoot(data), sources.Options{Addresses: addresses, MoviedbKey: strings.TrimSpace(os.Getenv(sources.MoviedbKey))})
}

// SourcesStatusCmd tells what was fetched.
type SourcesStatusCmd struct {
	Data string `help:"Data directory." default:"data" type:"path"`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Run prints what is kept and what is under way.
func (c SourcesStatusCmd) Run(g *Globals) error {
	store, err := readSources(c.Data, nil)
	if err != nil {
		return err
	}
	all := store.Status()
	if c.JSON {
		return printJSON(g.Out, all)
	}
	w := tabwriter.NewWriter(g.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FILE\tBYTES\tROWS\tFETCHED\tCHECKED\tSTATE")
	for _, s := range all {
		for _, f := range s.Files {
			state := "kept"
			if f.Missing {
				state = "missing: the next fetch downloads it again"
			}
			fmt.Fprintf(w, "%s/%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, f.File, bytesOf(f.Bytes), fmt.Sprint(f.Rows),
				f.FetchedAt.Format(time.DateOnly), f.CheckedAt.Format(time.DateOnly), state)
		}
		for _, p := range s.Partial {
			fmt.Fprintf(w, "%s/%s\t%s\t\t\t\tunfinished: the next fetch continues it\n", s.Name, p.File, bytesOf(p.Bytes))
		}
		if len(s.Files)+len(s.Partial) == 0 {
			fmt.Fprintf(w, "%s\t\t\t\t\t%s\n", s.Name, cmp.Or(folderState(s), "not downloaded"))
		}
	}
	return w.Flush()
}

// folderState says how a folder of this machine stands; "" of other sources.
func folderState(s sources.Standing) string {
	if s.Kind != sources.Folder {
		return ""
	}
	if _, err := os.Stat(s.Address); err != nil {
		return "cannot be read: " + err.Error()
	}
	return "read where it is: " + s.Address
}

// SourcesAddCmd adds a source.
type SourcesAddCmd struct {
	Name   string `arg:"" help:"Name of the source."`
	At     string `arg:"" help:"Address (https://…), or a folder or file on this machine."`
	SHA256 string `name:"sha256" help:"Expected SHA-256 of the file. A file with another digest is refused." placeholder:"HEX" env:"-"`
	Data   string `help:"Data directory." default:"data" type:"path"`
}

// Run remembers it. Nothing is downloaded yet.
func (c SourcesAddCmd) Run(g *Globals) error {
	store, err := sources.Open(sourcesRoot(c.Data), sources.Options{})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Add(c.Name, c.At, c.SHA256); err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%s was added as a source\n", c.Name)
	return err
}

// SourcesRemoveCmd forgets a source.
type SourcesRemoveCmd struct {
	Name string `arg:"" help:"Name of the source."`
	Data string `help:"Data directory." default:"data" type:"path"`
}

// Run forgets it and removes what was fetched of it.
func (c SourcesRemoveCmd) Run(g *Globals) error {
	store, err := sources.Open(sourcesRoot(c.Data), sources.Options{})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Remove(c.Name); err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%s and its downloaded files were removed\n", c.Name)
	return err
}

// fetchedSources returns what a build without --films reads, and the store, which the
// caller closes when it has read: until then nobody fetches into it.
func fetchedSources(data string) ([]string, *sources.Store, error) {
	store, err := sources.Open(sourcesRoot(data), sources.Options{})
	if err != nil {
		return nil, nil, err
	}
	paths := store.Paths()
	if len(paths) == 0 {
		return nil, nil, errors.Join(errNoSources, store.Close())
	}
	missing := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { _, err := os.Stat(path); return err == nil })
	if len(missing) > 0 {
		return nil, nil, errors.Join(fmt.Errorf("%s is missing: run kinodex sources fetch to download it again, or kinodex sources remove to remove its source", missing[0]), store.Close())
	}
	return paths, store, nil
}

// errNoSources says what to do when there is nothing to build from.
var errNoSources = errors.New("there are no source files to build from: choose sources with kinodex sources list and download them with kinodex sources fetch, or build from your own files with kinodex build --films PATH")
