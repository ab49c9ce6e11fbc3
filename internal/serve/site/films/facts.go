package films

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
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

// bestPicture says how the film fared for Best Picture.
func bestPicture(f *film.Film) table.Cell {
	switch {
	case f.Awards.BestPicture != nil:
		return table.Text(*f.Awards.BestPicture)
	case f.Awards.OscarNoms != nil:
		return table.Text("not nominated")
	}
	return table.Unknown()
}

// identifier returns a number that is not a quantity.
func identifier(n *int) table.Cell {
	if n == nil {
		return table.Unknown()
	}
	return table.Text(strconv.Itoa(*n))
}

// databases are the names of databases other than the two.
var databases = map[string]string{"wikidata": "Wikidata", "letterboxd": "Letterboxd", "metacritic": "Metacritic", "rottentomatoes": "Rotten Tomatoes"}

// databaseName returns what a database is called.
func databaseName(key string) string { return cmp.Or(databases[key], key) }

// heading returns what a department is called, at the start of a line.
func heading(department string) string {
	name := departmentName(department)
	return strings.ToUpper(name[:1]) + name[1:]
}
