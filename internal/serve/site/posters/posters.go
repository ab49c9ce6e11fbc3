// Package posters is the page of the posters that were read: by tone, colour and mood, with
// what all of them have in common; and the page that reads a poster of one's own.
//
// Only pictures that the service stores itself are shown. A film whose poster was read elsewhere has
// its cover.
package posters

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/poster"
	"kinodex/internal/poster/vision"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the page, and the one that reads a picture that is sent: its form is open to
// all, an answer is for those whose plan has it.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/posters", Takes: page.Named("tone", "temperature", "harmony", "mood", "offset"), Get: show, Data: true, Need: access.Needs.Posters})
	s.Handle(page.Route{Path: "/posters/read", Get: form, Need: access.Needs.Posters})
	s.Handle(page.Route{Path: "/posters/read", Post: readOwn, Data: true, Account: true, Need: access.Needs.PosterAnalyze, Files: app.MostPicture, Heavy: true})
}

// perPage is how many posters a page shows.
const perPage = 20

// view is what the page is made of.
type view struct {
	v       *page.View
	found   *app.Posters
	posters []one
	figures *poster.Figures
	choices []group
}

// one is a poster with its reading.
type one struct {
	ID      film.ID
	Title   string
	Year    *int
	Reading vision.Reading
	Picture string // the address of the stored picture; empty for none
}

// words returns the poster's tone, temperature and moods, each word once.
func (p *one) words() string {
	var all []string
	for _, w := range append([]string{p.Reading.Palette.Tone, p.Reading.Palette.Temperature}, p.Reading.Mood.Words...) {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return strings.Join(all, ", ")
}

// group is what posters can be chosen by.
type group struct {
	Title string
	All   []part.Choice
}

func show(v *page.View) error {
	s := &view{v: v}
	p := v.Query()
	q := app.PostersQuestion{
		Limit:  perPage,
		Labels: poster.Labels{Tone: p.Get("tone"), Temperature: p.Get("temperature"), Harmony: p.Get("harmony")},
	}
	if mood := p.Get("mood"); mood != "" {
		q.Labels.Mood = []string{mood}
	}
	if text := p.Get("offset"); text != "" {
		var err error
		if q.Offset, err = strconv.Atoi(text); err != nil {
			return fault.Param("offset", "a number of posters")
		}
	}
	var err error
	if s.figures, err = v.Visit.PosterStats(v.Context()); err != nil {
		return err
	}
	if s.found, err = v.Visit.Posters(v.Context(), q); err != nil {
		return err
	}
	if err := s.read(); err != nil {
		return err
	}
	s.choose()
	tables := []table.Table{s.table()}
	if r := s.rivers(); len(r.Periods) > 1 {
		tables = append(tables, r.Table())
	}
	for _, c := range s.counts() {
		tables = append(tables, c.Table())
	}
	return v.Answer(page.Answer{
		Title: "Posters", Description: "Posters by tone, colour and mood, and what they have in common.", Content: postersPage(s),
		Data: s.found.Page, Tables: tables, API: v.API("/api/v1/posters/films", "tone", "temperature", "harmony", "mood"),
	})
}

// read decodes the readings of the page.
func (s *view) read() error {
	for _, row := range s.found.Page {
		reading, err := row.Analysis.Value(s.v.Base())
		if err != nil {
			return err
		}
		picture, err := row.Poster.Value(s.v.Base())
		if err != nil {
			return err
		}
		p := one{ID: row.FilmdbID, Title: row.Title, Year: row.Year, Reading: reading}
		if picture != nil && s.v.Stored(*picture) {
			p.Picture = *picture
		}
		s.posters = append(s.posters, p)
	}
	return nil
}

// choose sets what posters can be chosen by: labels with how many posters have them.
func (s *view) choose() {
	for _, g := range []struct {
		title, parameter string
		counts           map[string]int
	}{{"Tone", "tone", s.figures.Deep.Tone}, {"Temperature", "temperature", s.figures.Deep.Temperature}, {"Harmony of colours", "harmony", s.figures.Deep.Harmony}} {
		all := group{Title: g.title}
		for _, value := range byCount(g.counts) {
			c := part.Choice{Name: value, Count: g.counts[value], On: s.v.Query().Get(g.parameter) == value}
			c.Href = s.v.With(g.parameter, value, "offset", "")
			if c.On {
				c.Href = s.v.With(g.parameter, "", "offset", "")
			}
			all.All = append(all.All, c)
		}
		s.choices = append(s.choices, all)
	}
}

// byCount returns the keys, the largest count first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// next and first return the addresses of other pages of the list, or "".
func (s *view) next() string {
	if end := s.found.Offset + len(s.found.Page); end < s.found.Total && len(s.found.Page) > 0 {
		return s.v.With("offset", strconv.Itoa(end))
	}
	return ""
}

func (s *view) first() string {
	if s.found.Offset == 0 {
		return ""
	}
	return s.v.With("offset", "")
}

// table returns the posters of the page with what was read of them.
func (s *view) table() table.Table {
	t := table.Table{Name: "posters", Caption: "What was read of these posters", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Tone"}, {Name: "Temperature"}, {Name: "Harmony"}, {Name: "Largest colour"},
		{Name: "Faces", Numeric: true}, {Name: "Text", Doc: "share of the picture that is lettering", Numeric: true},
		{Name: "Design score", Unit: "of 100", Doc: "a score of craft from stated formulas; not a judgement of taste", Numeric: true}}}
	for _, p := range s.posters {
		colour := table.Unknown()
		if len(p.Reading.DominantColors) > 0 {
			colour = table.Text(p.Reading.DominantColors[0].Name)
		}
		t.Add(table.Link(p.Title, part.FilmPath(p.ID, p.Title)), table.Year(p.Year), table.Text(p.Reading.Palette.Tone), table.Text(p.Reading.Palette.Temperature),
			table.Text(p.Reading.Palette.Harmony), colour, table.Int(len(p.Reading.Faces)), table.Percent(p.Reading.Text.Area, 0), table.Float(p.Reading.DesignQuality.Score, 0))
	}
	return t
}

// mostRivers is how many colours the rivers show.
const mostRivers = 10

// rivers returns the colours of posters by decade of the film.
func (s *view) rivers() chart.Rivers {
	r := chart.Rivers{
		Head:  chart.Head{ID: "rivers", Title: "Colours of posters by decade", Desc: "The mean share of the largest named colours in the posters of each decade."},
		Share: chart.Axis{Name: "Share of the picture", Format: chart.Percent}, Period: "Decade",
	}
	r.Periods = slices.Sorted(maps.Keys(s.figures.DNA.ByDecade))
	total := map[string]float64{}
	for _, decade := range r.Periods {
		for _, hue := range s.figures.DNA.ByDecade[decade].Colors {
			total[hue.Name] += hue.Share
		}
	}
	names := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for _, name := range names[:min(mostRivers, len(names))] {
		c := chart.Colour{Hex: vision.Hex(name), Name: name}
		for _, decade := range r.Periods {
			share := 0.0
			for _, hue := range s.figures.DNA.ByDecade[decade].Colors {
				if hue.Name == name {
					share = hue.Share
				}
			}
			c.Shares = append(c.Shares, share)
		}
		r.Colours = append(r.Colours, c)
	}
	return r
}

// riverFinding says which colour covers the most of the posters of the newest decade.
func riverFinding(r chart.Rivers) string {
	last := len(r.Periods) - 1
	most := slices.MaxFunc(r.Colours, func(a, b chart.Colour) int { return cmp.Compare(a.Shares[last], b.Shares[last]) })
	return fmt.Sprintf("%s covers %s of the posters of the %s", capital(most.Name), table.Share(most.Shares[last], 0), r.Periods[last])
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// count is how many posters have each label, as a picture with its finding.
type count struct {
	chart.Strip
	title, unit, about string
}

// counts returns what the posters are counted by.
func (s *view) counts() []count {
	tone := counted("tone", "Tone", "How many posters are how bright.", s.figures.Deep.Tone)
	faces := counted("faces", "Faces", "On how many posters how many faces were found.", s.figures.Deep.Faces)
	harmony := counted("mood", "Harmony of colours", "How many posters have which harmony.", s.figures.Deep.Harmony)
	all := []count{
		{tone, "Tone", "Posters by tone", "From very dark to very bright, by mean lightness."},
		{faces, "Faces", "Posters by number of faces", "Frontal faces that were found; turned and small ones are missed."},
		{harmony, "Harmony of colours", "Posters by harmony of colours", "By the angles between the largest colours."},
	}
	for i, words := range []string{"%s of the posters have a %s tone", "%s of the posters have this many faces: %s", "%s of the posters have %s colours"} {
		if b, share, ok := all[i].Peak(); ok {
			all[i].title = fmt.Sprintf(words, table.Share(share, 0), b.Label)
		}
	}
	return all
}

// counted returns how many posters have each label, as a picture.
func counted(id, title, about string, counts map[string]int) chart.Strip {
	s := chart.Strip{Head: chart.Head{ID: id, Title: title, Desc: about}, Category: title, Value: chart.Axis{Name: "Posters", Unit: "posters"}}
	for _, value := range byCount(counts) {
		s.Bars = append(s.Bars, chart.Bar{Label: value, Value: float64(counts[value])})
	}
	return s
}
