// Package ratings reads what people export of their own film lists: from Letterboxd (the zip
// file, or one CSV file of it), IMDb (ratings and lists as CSV) and Trakt (the zip file, one
// JSON file of it or of the API, or CSV), and CSV tables with a film, or an id, and a rating.
//
// Exports are told apart by what is in them, not by their names, except that a watchlist and
// a list of films that were seen may have the same columns. Whatever the export's own scale,
// ratings are from 0 to 10. A film stands once in the result; of what an export says of it
// several times, the newest counts. Shows, episodes and games are left out and counted.
//
// Everything is pure and bounded: nothing is opened, kept or logged. The package imports
// film and text. Start reading at Read.
package ratings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/text"
)

// The bounds of what Read takes. More is an error.
const (
	MaxFile  = 32 << 20 // bytes of a file as it comes
	MaxRows  = 100_000  // rows of all its tables together, whatever they are of
	maxText  = 500      // characters of a title; a row with a longer one cannot be used
	maxTotal = 64 << 20 // bytes of an archive's files that are read, unpacked
	maxFiles = 5000     // files in an archive
	topScale = 10.0     // the greatest rating, here
	stars    = 5.0      // and at Letterboxd
	oldest   = 1800     // a year before this is none
	newest   = 2999     // and neither is one after this
)

// SeenFilm is one film that somebody has seen. Its JSON form is what the recommendations of
// version 1 take in ratings. At least one of ID, MoviedbID and Title is set.
type SeenFilm struct {
	ID            string   `json:"id,omitempty" doc:"The film's id (tt0111161)."`
	MoviedbID     int      `json:"moviedb_id,omitempty" minimum:"0" doc:"Its number in the movie database."`
	Title         string   `json:"title,omitempty" doc:"Its title, for a film without id."`
	OriginalTitle string   `json:"original_title,omitempty" doc:"Its original title, tried when no film has the title."`
	Year          int      `json:"year,omitempty" minimum:"0" doc:"Its year; the year before or after is the same film when no other has the title."`
	Rating        *float64 `json:"rating,omitempty" nullable:"true" minimum:"0" maximum:"10" doc:"From 0 to 10; none says that the film was seen."`
	Liked         bool     `json:"liked,omitempty" doc:"Marked as liked, whatever the rating."`

	date string // when that was said, as 2006-01-02 or longer; empty when unknown
}

// Export is what was read of an export. The counts are of rows of its files.
type Export struct {
	Source string     `json:"source"` // Letterboxd, IMDb, Trakt, or a table
	Scale  string     `json:"scale"`  // the export's own, such as "0.5 to 5"
	Rows   []SeenFilm `json:"-"`      // each film once, the newest first

	Films      int  `json:"films"`       // len(Rows)
	Rated      int  `json:"rated"`       // films with a rating
	Repeated   int  `json:"repeated"`    // rows of a film that has another one
	Listed     int  `json:"listed"`      // rows of watchlists and lists, which say nothing of being seen
	LeftOut    int  `json:"left_out"`    // rows of shows, episodes, games and people
	Unusable   int  `json:"unusable"`    // rows without a title and an id
	BadRatings int  `json:"bad_ratings"` // ratings that are none of the scale; the film counts as seen
	CutShort   bool `json:"cut_short"`   // a table ends in the middle of a row, which is left out
}

// The names of where an export comes from.
const (
	letterboxd = "Letterboxd"
	imdb       = "IMDb"
	trakt      = "Trakt"
	anyTable   = "a table"
)

// ErrEmpty is the error for a file without a byte in it, or with nothing but white space.
var ErrEmpty = errors.New("the file is empty")

// NotAnExport is the error for a file that is none of the exports. Looks says what it seems to
// be, which may name columns of the file: it is for whoever sent it, and not for logs.
type NotAnExport struct{ Looks string }

// Error says what was expected and what the file looks like.
func (e *NotAnExport) Error() string {
	return "this is not an export that can be read: expected the zip or a CSV file of Letterboxd, a CSV file of IMDb, " +
		"or the zip, a JSON or a CSV file of Trakt; it looks like " + e.Looks
}

// TooMuch is the error for a file beyond a bound.
type TooMuch struct{ What string }

// Error says which bound the file is beyond.
func (e *TooMuch) Error() string { return "the file is too large to be read: " + e.What }

// Read reads an export. name is the file's, of which only the last part counts, and may be
// empty. An error is ErrEmpty, *NotAnExport, *TooMuch, or says how the file is damaged.
func Read(name string, data []byte) (*Export, error) {
	if len(data) > MaxFile {
		return nil, &TooMuch{fmt.Sprintf("it may have %d bytes", MaxFile)}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, ErrEmpty
	}
	c := &collection{}
	var err error
	if bytes.HasPrefix(data, []byte("PK")) {
		err = c.archive(data)
	} else {
		err = c.file(name, data)
	}
	if err != nil {
		return nil, err
	}
	return c.export(), nil
}

// collection is the rows of an export's files, as they were read.
type collection struct {
	out   Export
	rows  []SeenFilm
	marks []mark
	read  int
}

// mark is a rating as the export has it. scale is 0 when it is told only by all of them.
type mark struct {
	value float64
	scale float64
	given bool
}

// file adds the rows of one file, which may be a table or JSON.
func (c *collection) file(name string, data []byte) error {
	if looks := binaryKind(data); looks != "" {
		return &NotAnExport{looks}
	}
	s := decode(data)
	switch trimmed := strings.TrimSpace(s); {
	case trimmed == "":
		return ErrEmpty
	case trimmed[0] == '[' || trimmed[0] == '{':
		return c.json(name, trimmed)
	case trimmed[0] == '<':
		return &NotAnExport{"a web page: export the list as a file, rather than save the page"}
	}
	return c.table(name, s)
}

// count counts a row of any kind. Beyond MaxRows it is an error.
func (c *collection) count() error {
	if c.read++; c.read > MaxRows {
		return &TooMuch{fmt.Sprintf("it may have %d rows", MaxRows)}
	}
	return nil
}

// add adds a film that was seen, or counts it as one that cannot be used.
func (c *collection) add(r SeenFilm, m mark) {
	r.Title, r.OriginalTitle = text.Clean(r.Title), text.Clean(r.OriginalTitle)
	if r.ID == "" && r.MoviedbID == 0 && r.Title == "" || utf8.RuneCountInString(r.Title) > maxText || utf8.RuneCountInString(r.OriginalTitle) > maxText {
		c.out.Unusable++
		return
	}
	c.rows, c.marks = append(c.rows, r), append(c.marks, m)
}

// export brings all ratings to one scale and returns each film once, the newest first.
func (c *collection) export() *Export {
	scale := stars
	for _, m := range c.marks {
		if m.scale == topScale || m.given && m.scale == 0 && m.value > stars {
			scale = topScale
		}
	}
	for i, m := range c.marks {
		c.rate(i, m, scale)
	}
	c.out.Scale = map[string]string{letterboxd: "0.5 to 5", imdb: "1 to 10", trakt: "1 to 10", anyTable: fmt.Sprintf("0 to %g", scale)}[c.out.Source]
	c.merge()
	for _, r := range c.out.Rows {
		if r.Rating != nil {
			c.out.Rated++
		}
	}
	c.out.Films = len(c.out.Rows)
	return &c.out
}

// rate sets the rating of the i-th row. scale is that of marks which do not say theirs.
func (c *collection) rate(i int, m mark, scale float64) {
	if m.scale == 0 {
		m.scale = scale
	}
	switch {
	case !m.given || m.value == 0: // exports write 0 for no rating
	case m.value < 0 || m.value > m.scale || m.value != m.value:
		c.out.BadRatings++
	default:
		rating := m.value * topScale / m.scale
		c.rows[i].Rating = &rating
	}
}

// merge makes one row of those of one film: the newest rating, any heart, and all that any of
// them knows to name it by. Of rows without a date, or of the same, the later ones are newer.
func (c *collection) merge() {
	order := make([]int, len(c.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.rows[b].date, c.rows[a].date), cmp.Compare(b, a))
	})
	at := map[string]int{}
	for _, i := range order {
		r := c.rows[i]
		key, j, met := "", 0, false
		for _, key = range r.keys() {
			if j, met = at[key]; met {
				break
			}
		}
		if !met {
			j = len(c.out.Rows)
			c.out.Rows = append(c.out.Rows, r)
		} else {
			c.out.Repeated++
			c.out.Rows[j].join(&r)
		}
		for _, key := range r.keys() {
			at[key] = j
		}
	}
}

// keys are what a row's film is told by: its id, its number, or else its title and year.
func (r *SeenFilm) keys() (keys []string) {
	if r.ID != "" {
		keys = append(keys, r.ID)
	}
	if r.MoviedbID != 0 {
		keys = append(keys, fmt.Sprint("#", r.MoviedbID))
	}
	if keys == nil {
		keys = append(keys, fmt.Sprint(text.Fold(r.Title), "\n", r.Year))
	}
	return keys
}

// join adds to a row what an older one of the same film says beside it.
func (r *SeenFilm) join(older *SeenFilm) {
	if r.Rating == nil {
		r.Rating = older.Rating
	}
	r.Liked = r.Liked || older.Liked
	r.ID, r.Title, r.OriginalTitle = cmp.Or(r.ID, older.ID), cmp.Or(r.Title, older.Title), cmp.Or(r.OriginalTitle, older.OriginalTitle)
	r.MoviedbID, r.Year = cmp.Or(r.MoviedbID, older.MoviedbID), cmp.Or(r.Year, older.Year)
}
