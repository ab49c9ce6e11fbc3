package recommend

import (
	"strings"

	"kinodex/internal/serve/table"
)

// reasons are why a rating's film was not found, in words.
var reasons = map[string]string{
	"not_in_catalogue": "not in this library", "no_such_title": "no film has this title", "other_year": "only films of another year have this title",
	"several": "several films have this title and year",
}

// unmatched returns the ratings whose film was not found.
func (s *view) unmatched() table.Table {
	t := table.Table{Name: "not found", Caption: "Films of your export that were not found here", Columns: []table.Column{{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Why"}}}
	if s.suggested == nil || s.suggested.Ratings == nil {
		return t
	}
	for _, u := range s.suggested.Ratings.Unmatched {
		year := table.Unknown()
		if u.Year != 0 {
			year = table.Year(u.Year)
		}
		t.Add(table.Text(strings.TrimSpace(u.Title+" "+u.ID)), year, table.Text(reasons[string(u.Reason)]))
	}
	return t
}

// popularity returns the value of the dial.
func popularity(s *view) string {
	if v := s.value("popularity"); v != "" {
		return v
	}
	return "0"
}
