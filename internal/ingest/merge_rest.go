package ingest

import (
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/text"
)

// awards sets the Academy Award nominations and wins. A film of the covered years that is not
// listed has 0 of both; outside those years both are null.
func (m *merger) awards(f *film.Film, g group) {
	noms, wins := 0, 0
	var best string
	var from *statement
	for i := range g {
		s := &g[i]
		for _, n := range s.Nominations {
			noms++
			if n.Won {
				wins++
			}
			if text.Fold(n.Category) == "best picture" {
				switch {
				case n.Won:
					best = "won"
				case best == "":
					best = "nominated"
				}
			}
			from = s
		}
	}
	if from == nil {
		if !m.facts.awardYears.covers(*f.Year) {
			return
		}
		from = &statement{input: m.facts.awards}
	}
	f.Awards.OscarNoms, f.Awards.OscarWins = &noms, &wins
	if best != "" {
		f.Awards.BestPicture = &best
	}
	m.provenance(f, "oscar_noms", "nomination_count", "US", from)
	m.provenance(f, "oscar_wins", "win_count", "US", from)
}

// watching sets the services of all rows by country and offer, each once and in alphabetical
// order. Rows with a country code that has not two letters are left out.
func (m *merger) watching(f *film.Film, g group) {
	for i := range g {
		for _, p := range g[i].Providers {
			if len(p.Country) != 2 || p.Name == "" {
				continue
			}
			if f.WatchProviders == nil {
				f.WatchProviders = map[string]film.Watching{}
			}
			country := upper(p.Country)
			w := f.WatchProviders[country]
			switch p.Offer {
			case "flatrate":
				w.Flatrate = insert(w.Flatrate, p.Name)
			case "rent":
				w.Rent = insert(w.Rent, p.Name)
			case "buy":
				w.Buy = insert(w.Buy, p.Name)
			}
			f.WatchProviders[country] = w
		}
	}
}

// insert returns the sorted names with the name in its place, once. It may change names.
func insert(names []string, name string) []string {
	i, found := slices.BinarySearch(names, name)
	if found {
		return names
	}
	return slices.Insert(names, i, name)
}

var (
	// sizedPath is an address on source.ImageServer, of any size.
	sizedPath = regexp.MustCompile(`^https?://image\.tmdb\.org/t/p/[a-z0-9]+(/[\w.-]+)$`)
	// sizedName is an address whose size is a directive in the file's name. The
	// picture is named before "._V1_"; what follows asks for a size and a crop.
	sizedName = regexp.MustCompile(`^https?://([\w.-]*(?:media-amazon|media-imdb|ssl-images-amazon)\.com/images/M/[\w@,-]+)\._V1_`)
)

// posters sets the poster's address in three sizes: 500, full and 185 pixels wide. Where its
// server has no sizes all three are the same address. Without a poster they stay null.
func (m *merger) posters(f *film.Film, g group) {
	s := m.best(g, "poster", func(s *statement) bool { return posterOf(s) != "" })
	if s == nil {
		return
	}
	address := posterOf(s)
	full, mini := address, address
	if p := sizedPath.FindStringSubmatch(address); p != nil {
		address, full, mini = source.ImageServer+"w500"+p[1], source.ImageServer+"original"+p[1], source.ImageServer+"w185"+p[1]
	} else if p := sizedName.FindStringSubmatch(address); p != nil {
		stem := "https://" + p[1]
		address, full, mini = stem+"._V1_SX500.jpg", stem+"._V1_.jpg", stem+"._V1_SX185.jpg"
	}
	cdn := "cdn"
	f.Poster = film.Poster{URL: &address, Source: &cdn}
	f.PosterFull, f.PosterMini = &full, &mini
}

// posterOf returns the address of the poster that a row gives, "" when it gives none or the
// picture stands for "no picture".
func posterOf(s *statement) string {
	address := s.PosterURL
	if address == "" && strings.HasPrefix(s.PosterPath, "/") {
		address = source.ImageServer + "w500" + s.PosterPath
	}
	if !strings.HasPrefix(address, "http") || strings.Contains(address, "/images/S/") || strings.Contains(address, "/images/G/") {
		return ""
	}
	return address
}
