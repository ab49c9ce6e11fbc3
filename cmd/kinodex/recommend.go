package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"kinodex/internal/app"
	"kinodex/internal/cli"
	"kinodex/internal/ratings"
)

// RecommendCmd recommends films to somebody who hands in an export of their own ratings.
// Nothing of it is kept.
type RecommendCmd struct {
	Ratings    string  `help:"Export of your ratings: the zip or a CSV file from Letterboxd, a CSV file from IMDb, or the zip, a JSON or a CSV file from Trakt. - is standard input." required:"" type:"path" placeholder:"FILE"`
	Limit      int     `help:"Number of films to recommend, at most 100." default:"20"`
	Popularity float64 `help:"Preference for famous films: from -1 (little known) to 1 (famous)." default:"0"`
	Unmatched  string  `help:"Write the films of the export that were not found to this CSV file, each with the reason." type:"path" placeholder:"FILE"`
	CSV        bool    `name:"csv" help:"Print the films as CSV. The summary of the export goes to standard error." xor:"form"`
	JSON       bool    `name:"json" help:"Print JSON: the summary of the export, and the data of POST /api/v1/recommend." xor:"form"`
	Data       string  `help:"Data directory with the library to recommend from. Default: ./data if it has a library, else the starter library in your cache directory." placeholder:"DIR" type:"path"`
}

// Run reads the export, asks the library and prints the films to standard output. An export
// of which no film was liked, or none is in the library, is an error.
func (c RecommendCmd) Run(ctx context.Context, g *Globals) error {
	name, data, err := c.read()
	if err != nil {
		return err
	}
	export, err := ratings.Read(name, data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if export.Films == 0 {
		return fmt.Errorf("%s has no film that was seen or rated: %s", name, passedOver(export))
	}
	local, err := openLocalApp(ctx, localOptions{data: c.Data}, g.Err)
	if err != nil {
		return err
	}
	defer local.Close()
	found, err := c.ask(ctx, local, export)
	if err != nil {
		return err
	}
	if c.Unmatched != "" {
		if err := cli.CreateFile(c.Unmatched, func(w io.Writer) error { return writeUnmatched(w, found.Ratings.Unmatched) }); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return writeJSON(g, struct {
			Export *ratings.Export `json:"export"`
			*app.Suggestions
		}{export, found})
	case c.CSV:
		return errors.Join(c.understood(g.Err, name, export, found), writeSuggestions(g.Out, found))
	}
	return errors.Join(c.understood(g.Out, name, export, found), printSuggestions(g.Out, found))
}

// read returns the export and what to call it.
func (c RecommendCmd) read() (name string, data []byte, err error) {
	from := io.Reader(os.Stdin)
	name = "standard input"
	if c.Ratings != "-" {
		f, err := os.Open(c.Ratings)
		if err != nil {
			return "", nil, err
		}
		defer f.Close()
		name, from = filepath.Base(c.Ratings), f
	}
	data, err = io.ReadAll(io.LimitReader(from, ratings.MaxFile+1))
	return name, data, err
}

// ask asks for the films. Of an export with more films than a question may have, the newest
// are the question's.
func (c RecommendCmd) ask(ctx context.Context, local *localApp, export *ratings.Export) (found *app.Suggestions, err error) {
	defer local.Rescue(&err)
	visit, err := local.Visit(writer)
	if err != nil {
		return nil, err
	}
	defer visit.Close()
	return visit.Suggest(ctx, app.SuggestQuestion{
		Ratings: export.Rows[:min(len(export.Rows), app.MaxRatings)], Limit: c.Limit, Popularity: c.Popularity,
	})
}

// mostUnmatched is how many films that were not found are printed.
const mostUnmatched = 10

// mismatches say in words why a film was not found.
var mismatches = map[app.Mismatch]string{
	app.NotInCatalogue: "the library does not have this id",
	app.NoSuchTitle:    "the library has no film of this title",
	app.OtherYear:      "the library has this title, but of another year",
	app.SeveralFilms:   "several films have this title and year",
}

// understood prints what was read of the export, and what became of it.
func (c RecommendCmd) understood(w io.Writer, name string, export *ratings.Export, found *app.Suggestions) error {
	r := found.Ratings
	said := &strings.Builder{}
	fmt.Fprintf(said, "Read %s: an export of %s, ratings from %s.\n", name, export.Source, export.Scale)
	fmt.Fprintf(said, "  %d films seen, %d of them rated", export.Films, export.Rated)
	if r.Mean != nil {
		fmt.Fprintf(said, "; mean %.1f, deviation %.1f on a scale to 10", *r.Mean, *r.Deviation)
	}
	fmt.Fprintf(said, ".\n  %d found by id, %d by title and year, %d not found.\n", r.ByID, r.ByTitle, len(r.Unmatched))
	fmt.Fprintf(said, "  The best %d count as liked; the list leaves out what you have seen (%d films).\n", r.Liked, *found.LeftOut)
	if s := passedOver(export); s != "" {
		fmt.Fprintf(said, "  Skipped: %s.\n", s)
	}
	if over := len(export.Rows) - r.Rows; over > 0 {
		fmt.Fprintf(said, "  Only the newest %d films are used; %d older ones are not.\n", r.Rows, over)
	}
	if len(r.Unmatched) > 0 {
		fmt.Fprintln(said, "\nNot found:")
	}
	for _, u := range r.Unmatched[:min(mostUnmatched, len(r.Unmatched))] {
		fmt.Fprintf(said, "  %s: %s\n", calledAs(u), mismatches[u.Reason])
	}
	if more := len(r.Unmatched) - mostUnmatched; more > 0 && c.Unmatched == "" {
		fmt.Fprintf(said, "  and %d more: use --unmatched FILE to write all of them\n", more)
	} else if more > 0 {
		fmt.Fprintf(said, "  and %d more, in %s\n", more, c.Unmatched)
	}
	_, err := io.WriteString(w, said.String()+"\n")
	return err
}

// passedOver says which rows of an export were not used, and why; empty when all were.
func passedOver(e *ratings.Export) string {
	var parts []string
	for _, x := range []struct {
		n    int
		what string
	}{
		{e.Listed, "of a watchlist or list, which does not say that they were seen"},
		{e.LeftOut, "of shows, episodes, games or people"},
		{e.Unusable, "without a title or an id"},
		{e.BadRatings, "whose rating is none of the scale, which count as seen alone"},
	} {
		switch {
		case x.n == 1:
			parts = append(parts, "1 row "+x.what)
		case x.n > 1:
			parts = append(parts, fmt.Sprintf("%d rows %s", x.n, x.what))
		}
	}
	if e.CutShort {
		parts = append(parts, "a last row that is not whole: the file seems cut short")
	}
	if parts == nil && e.Films == 0 {
		return "it is empty"
	}
	return strings.Join(parts, "; ")
}

// calledAs returns what an export calls a film.
func calledAs(u app.UnmatchedRating) string {
	name := u.Title
	if name == "" {
		name = u.ID
	}
	if u.Year != 0 {
		name += fmt.Sprintf(" (%d)", u.Year)
	}
	return name
}

// printSuggestions prints the films as a table for people.
func printSuggestions(out io.Writer, found *app.Suggestions) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "TITLE\tYEAR\tSCORE\tWHY")
	for i := range found.Films {
		f := &found.Films[i]
		fmt.Fprintf(w, "%s\t%s\t%.1f\t%s\n", f.Title, yearOrUnknown(f.Year), f.Score, f.Reasons[0])
	}
	return w.Flush()
}

// yearOrUnknown returns a year for people.
func yearOrUnknown(year *string) string {
	if year == nil {
		return "unknown"
	}
	return *year
}

// writeSuggestions writes the films as CSV, the best first. A year that is not known is empty.
func writeSuggestions(out io.Writer, found *app.Suggestions) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"place", "filmdb_id", "title", "year", "genres", "score", "reasons"}}
	for i := range found.Films {
		f := &found.Films[i]
		year := ""
		if f.Year != nil {
			year = *f.Year
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), f.FilmdbID.String(), f.Title, year, strings.Join(f.Genres, ", "),
			strconv.FormatFloat(f.Score, 'f', 2, 64), strings.Join(f.Reasons, "; "),
		})
	}
	return w.WriteAll(rows)
}

// writeUnmatched writes the films that were not found as CSV.
func writeUnmatched(out io.Writer, all []app.UnmatchedRating) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"filmdb_id", "title", "year", "reason"}}
	for _, u := range all {
		year := ""
		if u.Year != 0 {
			year = strconv.Itoa(u.Year)
		}
		rows = append(rows, []string{u.ID, u.Title, year, mismatches[u.Reason]})
	}
	return w.WriteAll(rows)
}
