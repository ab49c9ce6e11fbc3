package catalog

import (
	"math"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/index"
)

// document is what text finds of a film: its titles, everyone in cast and crew,
// keywords, genres, overview and tagline (REQ F1-07, F2-19).
func document(f *film.Film) index.Document {
	d := index.Document{Title: f.Title, Keywords: f.Keywords, Genres: f.Genres, Weight: weight(f)}
	if f.OriginalTitle != nil && *f.OriginalTitle != f.Title {
		d.AltTitles = []string{*f.OriginalTitle}
	}
	for i := range f.Titles {
		d.OtherTitles = append(d.OtherTitles, f.Titles[i].Title)
	}
	if f.Year != nil {
		d.Year = *f.Year
	}
	if f.Director != nil {
		d.Directors = strings.Split(*f.Director, ", ")
	}
	people := len(f.Cast)
	for _, credits := range f.CrewSummary {
		people += len(credits)
	}
	d.People = make([]string, 0, people)
	for i := range f.Cast {
		d.People = append(d.People, f.Cast[i].Name)
	}
	for _, department := range film.Departments {
		for _, credit := range f.CrewSummary[department] {
			d.People = append(d.People, credit.Name)
		}
	}
	for _, prose := range []*string{f.Overview, f.Tagline} {
		if prose != nil {
			d.Prose = append(d.Prose, *prose)
		}
	}
	return d
}

// weight returns how well known a film is, from 0 up: ln(1 + votes), of the votes of whichever
// database counts more.
func weight(f *film.Film) float64 {
	votes := 0
	for _, v := range []*int{f.Ratings.FilmdbVotes, f.Ratings.MoviedbVotes} {
		if v != nil {
			votes = max(votes, *v)
		}
	}
	return math.Log1p(float64(votes))
}
