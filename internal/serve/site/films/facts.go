package films

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

func countryNames(f *film.Film) (all []string) {
	for _, code := range f.Countries {
		all = append(all, part.CountryName(code))
	}
	return all
}

func languageNames(f *film.Film) (all []string) {
	for _, code := range f.Languages {
		all = append(all, part.LanguageName(code))
	}
	return all
}

// companies returns who produced it, with their countries where those are known.
func companies(f *film.Film) (all []string) {
	for _, c := range f.ProductionCompanies {
		name := c.Name
		if c.Country != nil {
			name += " (" + part.CountryName(*c.Country) + ")"
		}
		all = append(all, name)
	}
	return all
}

// watching returns where the film can be seen, by country in order of their names.
func watching(f *film.Film) table.Table {
	t := table.Table{Name: f.ID.String() + " watching", Stacks: true, Caption: "Services by country, as the source last said",
		Columns: []table.Column{{Name: "Country"}, {Name: "With a subscription"}, {Name: "To rent"}, {Name: "To buy"}}}
	codes := slices.SortedFunc(maps.Keys(f.WatchProviders), func(a, b string) int {
		return strings.Compare(part.CountryName(a), part.CountryName(b))
	})
	for _, code := range codes {
		w := f.WatchProviders[code]
		t.Add(table.Text(part.CountryName(code)), services(w.Flatrate), services(w.Rent), services(w.Buy))
	}
	return t
}

// titles returns what the film is called elsewhere. The kind is empty for the plain title of a
// country or language.
func (r *record) titles() table.Table {
	t := table.Table{Name: r.f.ID.String() + " titles", Stacks: true, Caption: "Other titles of " + r.title(),
		Columns: []table.Column{{Name: "Title"}, {Name: "Country or language"}, {Name: "Kind"}, {Name: "Source"}}}
	for _, other := range r.f.Titles {
		var where []string
		if other.Region != nil {
			where = append(where, part.CountryName(*other.Region))
		}
		if other.Language != nil {
			where = append(where, part.LanguageName(*other.Language))
		}
		place, kind := table.Unknown(), table.Text("")
		if len(where) > 0 {
			place = table.Text(strings.Join(where, ", "))
		}
		if other.Kind != nil {
			kind = table.Text(*other.Kind)
		}
		t.Add(table.Text(other.Title), place, kind, table.Text(part.SourceName(other.Source)))
	}
	return t
}

// releases returns when the film was released where, by country in order of their names. A
// certification leads to the films that have the same.
func (r *record) releases() table.Table {
	t := table.Table{Name: r.f.ID.String() + " releases", Stacks: true, Caption: "Releases of " + r.title(),
		Columns: []table.Column{{Name: "Country"}, {Name: "Date"}, {Name: "Certification"}, {Name: "Kind"}, {Name: "Source"}}}
	all := slices.SortedStableFunc(slices.Values(r.f.Releases), func(a, b film.Release) int {
		return strings.Compare(part.CountryName(a.Country), part.CountryName(b.Country))
	})
	for _, one := range all {
		mark := table.Text(one.Certification)
		if m := one.Certification; m != nil {
			mark = mark.To(part.Address("/films", "certification", film.CertificationKey(one.Country, *m)))
		}
		t.Add(table.Text(part.CountryName(one.Country)), table.Text(one.Date), mark, table.Text(one.Kind), table.Text(part.SourceName(one.Source)))
	}
	return t
}

// basedOn returns what the film is based on.
func basedOn(f *film.Film) (all []string) {
	for _, w := range f.BasedOn {
		if work := w.Described(); work != "" {
			all = append(all, work)
		}
	}
	return all
}

// videos returns the film's videos. Their names lead to the sites that have them, where the
// address of a video there is known; nothing of them is loaded.
func (r *record) videos() table.Table {
	t := table.Table{Name: r.f.ID.String() + " videos", Stacks: true, Caption: "Videos of " + r.title(),
		Columns: []table.Column{{Name: "Video"}, {Name: "Kind"}, {Name: "Site"}, {Name: "Language"}, {Name: "Published"}, {Name: "By its makers"}, {Name: "Source"}}}
	for _, v := range r.f.Videos {
		name, language, day, official := v.Key, table.Unknown(), table.Unknown(), table.Unknown()
		if v.Name != nil {
			name = *v.Name
		}
		if v.Language != nil {
			language = table.Text(part.LanguageName(*v.Language))
		}
		if v.PublishedAt != nil {
			date, _, _ := strings.Cut(*v.PublishedAt, "T")
			day = table.Text(date)
		}
		if v.Official != nil {
			official = table.YesNo(*v.Official)
		}
		kind := table.Text(v.Kind)
		kind.Text = strings.ReplaceAll(kind.Text, "_", " ")
		t.Add(table.Text(name).To(videoAddress(v)), kind, table.Text(v.Site), language, day, official, table.Text(part.SourceName(v.Source)))
	}
	return t
}

// videoAddresses is where sites have their videos, before the key.
var videoAddresses = map[string]string{"YouTube": "https://www.youtube.com/watch?v=", "Vimeo": "https://vimeo.com/"}

// videoAddress returns where a video is, "" where that is not known.
func videoAddress(v film.Video) string {
	if before := videoAddresses[v.Site]; before != "" {
		return before + url.QueryEscape(v.Key)
	}
	return ""
}

// images returns the film's pictures as their source states them. They lead to the source;
// none is loaded.
func (r *record) images() table.Table {
	t := table.Table{Name: r.f.ID.String() + " pictures", Stacks: true, Caption: "Pictures of " + r.title(),
		Columns: []table.Column{{Name: "Kind"}, {Name: "Width", Numeric: true, Doc: "In pixels."}, {Name: "Height", Numeric: true, Doc: "In pixels."}, {Name: "Language of its words"}, {Name: "Source"}}}
	for _, i := range r.f.Images {
		language := table.Text("")
		if i.Language != nil {
			language = table.Text(part.LanguageName(*i.Language))
		}
		t.Add(table.Text(i.Kind).To(i.URL), table.Int(i.Width), table.Int(i.Height), language, table.Text(part.SourceName(i.Source)))
	}
	return t
}

// services returns names in a line; none is said as such, for the source was asked.
func services(names []string) table.Cell {
	if len(names) == 0 {
		return table.Cell{Text: "none", Value: ""}
	}
	return table.Text(strings.Join(names, ", "))
}

// returned returns a return on the budget in percent: 250% is a gain of two and a half times
// the budget.
func returned(roi *float64) table.Cell {
	if roi == nil {
		return table.Unknown()
	}
	c := table.Percent(*roi, 0)
	c.Text += " of the budget"
	return c
}

// bestPicture says how the film fared for Best Picture; empty where it was not nominated.
func bestPicture(f *film.Film) string {
	if f.Awards.BestPicture == nil {
		return ""
	}
	return "Best Picture: " + *f.Awards.BestPicture
}

// ids returns the film's ids by the names of the databases.
func (r *record) ids() [][2]string {
	all := [][2]string{{"IMDb", r.f.ID.String()}}
	if id := r.f.ExternalIDs.MoviedbID; id != nil {
		all = append(all, [2]string{"TMDB", strconv.Itoa(*id)})
	}
	for _, other := range r.f.ExternalIDs.Others {
		all = append(all, [2]string{databaseName(other.Database), other.ID})
	}
	return all
}

// inLine returns names in a line, unknown where there are none.
func inLine(names []string) table.Cell {
	if len(names) == 0 {
		return table.Unknown()
	}
	return table.Text(strings.Join(names, ", "))
}

// line returns what stands below the title: running time, certification, countries.
func (r *record) line() (all []table.Cell) {
	for _, c := range []table.Cell{table.Runtime(r.f.Runtime), certification(r.f), inLine(countryNames(r.f))} {
		if c.Known() {
			all = append(all, c)
		}
	}
	return all
}

// certification returns for whom a film is: the mark of the United States, or that of the film's
// first country.
func certification(f *film.Film) table.Cell {
	for _, country := range append([]string{"US"}, f.Countries...) {
		for _, one := range f.Releases {
			if one.Country == country && one.Certification != nil {
				return table.Text(*one.Certification + " (" + country + ")")
			}
		}
	}
	return table.Unknown()
}

// today returns a sum of the film in dollars of the year in which sums are compared; empty where it
// or the film's year is unknown.
func (r *record) today(sum *int64) string {
	v := part.Real(r.f, sum)
	if v == nil || r.f.Year != nil && *r.f.Year == forecast.PriceYear {
		return ""
	}
	return "about " + table.ShortDollars(*v) + " in " + part.RealDollars
}

// yearOfMoney returns the year of the dollars in which the film's sums are stated.
func (r *record) yearOfMoney() string {
	if r.f.Year == nil {
		return "the film's time"
	}
	return strconv.Itoa(*r.f.Year)
}

// missing returns in a line what is unknown of the film; empty where nothing is.
func (r *record) missing() string {
	f := r.f
	var all []string
	for _, one := range []struct {
		name    string
		unknown bool
	}{
		{"its plot", f.Overview == nil}, {"its director", f.Director == nil}, {"its running time", f.Runtime == nil},
		{"its release date", f.ReleaseDate == nil}, {"its countries", len(f.Countries) == 0}, {"its languages", len(f.Languages) == 0},
		{"its user ratings", f.Ratings.Filmdb == nil && f.Ratings.Moviedb == nil}, {"what critics thought", f.Ratings.Critics == nil},
		{"its cast", len(f.Cast) == 0}, {"its crew", len(f.CrewSummary) == 0}, {"its budget", f.BoxOffice.Budget == nil},
		{"its worldwide gross", f.BoxOffice.WorldwideGross == nil}, {"its Academy Awards", f.Awards.OscarNoms == nil}, {"films like it", len(r.similar) == 0},
	} {
		if one.unknown {
			all = append(all, one.name)
		}
	}
	return strings.Join(all, ", ")
}

// sourced is a figure of the page whose source is known.
type sourced struct {
	key, name, value string
	from             *film.Provenance
}

// anchor returns the anchor of the line that says where a figure comes from.
func anchor(key string) string { return "from-" + key }

// sourced returns the figures of the page whose source is known, in the order of the page.
func (r *record) sourced() (all []sourced) {
	f := r.f
	add := func(key, name string, c table.Cell) {
		if from := r.from(key); from != nil {
			all = append(all, sourced{key, name, c.Text, from})
		}
	}
	add("ratings.master_score", "Master score", table.Float(f.Ratings.MasterScore, 1))
	add("ratings.filmdb", filmdbRating, table.Float(f.Ratings.Filmdb, 1))
	add("ratings.filmdb_votes", "IMDb votes", table.Int(f.Ratings.FilmdbVotes))
	add("ratings.moviedb", moviedbRating, table.Float(f.Ratings.Moviedb, 1))
	add("ratings.moviedb_votes", "TMDB votes", table.Int(f.Ratings.MoviedbVotes))
	add("ratings.critics", "Critics", table.Float(f.Ratings.Critics, 0))
	add("director", "Director", table.Text(f.Director))
	add("overview", "Plot", table.Text(""))
	add("genres", "Genres", inLine(f.Genres))
	add("budget", "Budget", table.Money(f.BoxOffice.Budget))
	add("worldwide_gross", "Worldwide gross", table.Money(f.BoxOffice.WorldwideGross))
	add("roi", "Return on budget", returned(f.BoxOffice.ROI))
	add("runtime", "Running time", table.Runtime(f.Runtime))
	add("countries", "Countries", inLine(countryNames(f)))
	add("oscar_noms", "Academy Award nominations", table.Int(f.Awards.OscarNoms))
	add("oscar_wins", "Academy Awards won", table.Int(f.Awards.OscarWins))
	return all
}

// databases are the names of databases other than the two.
var databases = map[string]string{"wikidata": "Wikidata", "wikipedia": "Wikipedia", "letterboxd": "Letterboxd", "metacritic": "Metacritic", "rottentomatoes": "Rotten Tomatoes"}

// databaseName returns what a database is called.
func databaseName(key string) string { return cmp.Or(databases[key], key) }

// heading returns what a department is called, at the start of a line.
func heading(department string) string {
	name := departmentName(department)
	return strings.ToUpper(name[:1]) + name[1:]
}
