package film_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// Every member of Filters is declared in the table once, and what it is set to is yielded once.
func TestEveryFilterIsDeclared(t *testing.T) {
	members := reflect.TypeFor[film.Filters]()
	for i := range members.NumField() {
		name := members.Field(i).Tag.Get("query")
		rows := slices.DeleteFunc(slices.Clone(film.FilterTable), func(f film.Filter) bool { return f.Name != name })
		if len(rows) != 1 {
			t.Fatalf("%s has %d rows", name, len(rows))
		}
		row := rows[0]
		if row.Of == "" || row.Label == "" || strings.Contains(row.Words, "%s") == (row.Verb == film.Flag) || row.Tag("example") == "" {
			t.Errorf("%s: %+v", name, row)
		}
		var set film.Filters
		switch member := reflect.ValueOf(&set).Elem().Field(i); member.Kind() {
		case reflect.Pointer:
			member.Set(reflect.ValueOf(new(7.5)))
		case reflect.Bool:
			member.SetBool(true)
		default:
			member.SetString(row.Tag("example"))
		}
		var names []string
		for f, v := range set.All() {
			names = append(names, f.Name)
			low, high, number := f.Range(v, time.Now())
			if number != slices.Contains(append(film.SortFields, film.Relevance), f.Of) || number && low > high {
				t.Errorf("%s compares %s from %v to %v", name, f.Of, low, high)
			}
		}
		if q := (film.Query{Filters: set}); !slices.Equal(names, []string{name}) || q.Check() != nil || q.Digest() == (&film.Query{}).Digest() {
			t.Errorf("%s set alone yields %v; %v", name, names, q.Check())
		}
	}
}
