package library_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/library"
)

// A record is read by the number of its view's fields, but for those that came later, and the catalogue has a column
// for each order: a generation of other ones cannot be read. Format tells so, and a
// starter of another format is installed anew.
func TestFormatIsRaisedWithTheFieldsAndOrdersOfFilms(t *testing.T) {
	const (
		format = 5
		layout = "bcdd2cc8c405f3e3"
	)
	var names []string
	for _, v := range film.Views {
		names = append(names, v.String()+": "+strings.Join(v.Fields()[:v.Ended()], " "))
	}
	names = append(names, "orders: "+strings.Join(film.SortFields, " "))
	sum := sha256.Sum256([]byte(strings.Join(names, "\n")))
	if got := hex.EncodeToString(sum[:8]); got != layout || library.Format != format {
		t.Errorf("the layout is %s in format %d, was %s in format %d: raise library.Format when fields or orders change, and write both here",
			got, library.Format, layout, format)
	}
}
