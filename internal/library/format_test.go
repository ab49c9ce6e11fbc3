package library_test

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/library"
)

// A record is read by the number of its view's fields, but for those that came later; answers lack a
// member that the description requires where records of before are served; and the catalogue has a
// column for each order. So a generation of other fields, members or orders cannot be served. Format
// tells so, and a starter of another format is installed anew.
func TestFormatIsRaisedWithTheFieldsAndOrdersOfFilms(t *testing.T) {
	const (
		format = 5
		layout = "d9b1e3a5f016cf67"
	)
	var names []string
	for _, v := range film.Views {
		names = append(names, v.String()+": "+strings.Join(v.Fields()[:v.Ended()], " "))
	}
	for i := range reflect.TypeFor[film.Film]().NumField() {
		if f := reflect.TypeFor[film.Film]().Field(i); f.Tag.Get("later") == "" {
			names = append(names, requiredMembers(f.Tag.Get("json"), f.Type)...)
		}
	}
	names = append(names, "orders: "+strings.Join(film.SortFields, " "))
	sum := sha256.Sum256([]byte(strings.Join(names, "\n")))
	if got := hex.EncodeToString(sum[:8]); got != layout || library.Format != format {
		t.Errorf("the layout is %s in format %d, was %s in format %d: raise library.Format when fields, their members or orders change, and write both here (docs/decisions/0095: what does not raise it)",
			got, library.Format, layout, format)
	}
}

// requiredMembers returns the dotted names of the members that a value of a type always has, and theirs.
func requiredMembers(at string, t reflect.Type) (names []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, option, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() && name != "" && option == "" {
			names = append(append(names, at+"."+name), requiredMembers(at+"."+name, f.Type)...)
		}
	}
	return names
}
