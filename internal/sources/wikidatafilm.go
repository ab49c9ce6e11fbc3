package sources

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kinodex/internal/ingest/source"
)

// wikidataFilm is what Wikidata says of one film: a line of the files that are kept.
type wikidataFilm struct {
	Item      string `json:"wikidata_id"` // Q42198
	FilmdbID  string `json:"imdb_id"`
	MoviedbID int    `json:"moviedb_id,omitempty"`
	// Released is the earliest time of release, YYYY-MM-DD.
	Released  string            `json:"released,omitempty"`
	IDs       map[string]string `json:"external_ids,omitempty"` // by property
	Countries []string          `json:"countries,omitempty"`    // ISO 3166-1 alpha-2
	Languages []string          `json:"languages,omitempty"`    // ISO 639-1
	BoxOffice []wikidataSum     `json:"box_office,omitempty"`
	Budget    []wikidataSum     `json:"budget,omitempty"`
	BasedOn   []wikidataWork    `json:"based_on,omitempty"`
	Directors []wikidataItem    `json:"directors,omitempty"`
	Awards    []wikidataItem    `json:"awards,omitempty"`
	Nominated []wikidataItem    `json:"nominations,omitempty"`
	Series    []wikidataItem    `json:"series,omitempty"`
	Labels    map[string]string `json:"labels,omitempty"`  // what it is called, by language
	Article   string            `json:"article,omitempty"` // the title of its article in the English Wikipedia
}

// wikidataItem is something that a film is related to.
type wikidataItem struct {
	Item  string `json:"wikidata_id"`
	Label string `json:"label,omitempty"` // in English
}

// wikidataWork is something that a film is based on.
type wikidataWork struct {
	wikidataItem
	Authors []wikidataItem `json:"authors,omitempty"`
	Forms   []wikidataItem `json:"forms,omitempty"`   // of creative work: novel
	Classes []wikidataItem `json:"classes,omitempty"` // what it is an instance of: literary work
}

// wikidataSum is money; Place is the item that it is for, "" for the world.
type wikidataSum struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	Place    string `json:"place,omitempty"`
}

// binding is one row of an answer.
type binding struct {
	Film, IMDb, Property, Value, Code, Label, Place, Work struct {
		Value string `json:"value"`
	}
}

// addTo adds what a row says to the film it is about. A row without a film or its id in
// the film database says nothing.
func (b *binding) addTo(films map[string]*wikidataFilm) {
	item, value := itemOf(b.Film.Value), b.Value.Value
	if item == "" || !strings.HasPrefix(b.IMDb.Value, "tt") {
		return
	}
	f := films[item]
	if f == nil {
		f = &wikidataFilm{Item: item, FilmdbID: b.IMDb.Value}
		films[item] = f
	}
	f.FilmdbID = min(f.FilmdbID, b.IMDb.Value) // of an item with two, always the same
	related := wikidataItem{itemOf(value), b.Label.Value}
	switch b.Property.Value {
	case "label":
		f.label(b.Code.Value, value)
	case "article": // of which an item has one at most
		f.Article = value
	case "P4947":
		if n, err := strconv.Atoi(value); err == nil && (f.MoviedbID == 0 || n < f.MoviedbID) {
			f.MoviedbID = n
		}
	case "P577":
		if day, _, _ := strings.Cut(value, "T"); f.Released == "" || day < f.Released {
			f.Released = day
		}
	case "P495":
		f.Countries = added(f.Countries, b.Code.Value)
	case "P364":
		f.Languages = added(f.Languages, b.Code.Value)
	case "P2142":
		f.BoxOffice = addedSum(f.BoxOffice, b)
	case "P2130":
		f.Budget = addedSum(f.Budget, b)
	case "P144":
		if w := f.work(related.Item); w != nil {
			w.Label = related.Label
		}
	case "P50":
		if w := f.work(itemOf(b.Work.Value)); w != nil {
			w.Authors = addedItem(w.Authors, related)
		}
	case "P7937":
		if w := f.work(itemOf(b.Work.Value)); w != nil {
			w.Forms = addedItem(w.Forms, related)
		}
	case "P31":
		if w := f.work(itemOf(b.Work.Value)); w != nil {
			w.Classes = addedItem(w.Classes, related)
		}
	case "P57":
		f.Directors = addedItem(f.Directors, related)
	case "P166":
		f.Awards = addedItem(f.Awards, related)
	case "P1411":
		f.Nominated = addedItem(f.Nominated, related)
	case "P179":
		f.Series = addedItem(f.Series, related)
	default:
		if f.IDs == nil {
			f.IDs = map[string]string{}
		}
		if have, ok := f.IDs[b.Property.Value]; !ok || value < have {
			f.IDs[b.Property.Value] = value
		}
	}
}

// longestLabel is how many characters Wikidata's labels have at most.
const longestLabel = 250

// label notes what the film is called in a language, unless nobody asked for the language or it is
// no label.
func (f *wikidataFilm) label(language, label string) {
	if label == "" || utf8.RuneCountInString(label) > longestLabel || !slices.Contains(source.WikidataLanguages, language) {
		return
	}
	if f.Labels == nil {
		f.Labels = map[string]string{}
	}
	if have, ok := f.Labels[language]; !ok || label < have {
		f.Labels[language] = label
	}
}

// work returns the work of an item that the film is based on, which it adds if need be; nil for
// "".
func (f *wikidataFilm) work(item string) *wikidataWork {
	if item == "" {
		return nil
	}
	at, found := slices.BinarySearchFunc(f.BasedOn, item, func(w wikidataWork, item string) int { return cmp.Compare(w.Item, item) })
	if !found {
		f.BasedOn = slices.Insert(f.BasedOn, at, wikidataWork{wikidataItem: wikidataItem{Item: item}})
	}
	return &f.BasedOn[at]
}

// itemOf returns the item at the end of an address: Q42198; "" when there is none.
func itemOf(address string) string {
	item := address[strings.LastIndexByte(address, '/')+1:]
	if len(item) < 2 || item[0] != 'Q' {
		return ""
	}
	return item
}

// added returns the sorted list with s in it once; s may be empty.
func added(list []string, s string) []string {
	if at, found := slices.BinarySearch(list, s); !found && s != "" {
		list = slices.Insert(list, at, s)
	}
	return list
}

// addedItem is added for items.
func addedItem(list []wikidataItem, it wikidataItem) []wikidataItem {
	at, found := slices.BinarySearchFunc(list, it, func(a, b wikidataItem) int { return cmp.Compare(a.Item, b.Item) })
	if !found && it.Item != "" {
		list = slices.Insert(list, at, it)
	}
	return list
}

// addedSum adds the sum of a row. What is no whole number above 0 with a currency is left
// out.
func addedSum(list []wikidataSum, b *binding) []wikidataSum {
	text, _, _ := strings.Cut(strings.TrimPrefix(b.Value.Value, "+"), ".")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || b.Code.Value == "" {
		return list
	}
	s := wikidataSum{n, b.Code.Value, itemOf(b.Place.Value)}
	compare := func(a, b wikidataSum) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Amount, b.Amount))
	}
	at, found := slices.BinarySearchFunc(list, s, compare)
	if !found {
		list = slices.Insert(list, at, s)
	}
	return list
}

// inOrder returns the films by item, so that the same answers make the same file.
func inOrder(films map[string]*wikidataFilm) []*wikidataFilm {
	return slices.SortedFunc(maps.Values(films), func(a, b *wikidataFilm) int {
		return cmp.Or(cmp.Compare(len(a.Item), len(b.Item)), cmp.Compare(a.Item, b.Item))
	})
}
