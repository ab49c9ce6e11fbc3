package tables

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// notExported are the fields of a film that tables leave out, with the reason.
var notExported = map[string]string{
	"poster":                 "an address of this server",
	"poster_full_url":        "an address of this server",
	"poster_mini_url":        "an address of this server",
	"external_ids.filmdb_id": "filmdb_id is a column",
	"links":                  "addresses of this server",
	"cast.profile_url":       "an address that nobody may keep",
	"collection.source":      "the source of its name is that of the film's other facts",
}

// A field that is added to a film is a column, too, or is left out for a stated reason.
func TestEveryFieldOfAFilmIsAColumn(t *testing.T) {
	left := map[string]bool{}
	eachField(reflect.TypeFor[film.Film](), "", nil, func(name string, path []int) {
		var with, without film.Film
		fill(reflect.ValueOf(&with).Elem(), path, true)
		fill(reflect.ValueOf(&without).Elem(), path, false)
		if !reflect.DeepEqual(rowOf(&with), rowOf(&without)) {
			return
		}
		for part := name; ; part = part[:strings.LastIndexByte(part, '.')] {
			if notExported[part] != "" {
				left[part] = true
				return
			}
			if !strings.Contains(part, ".") {
				break
			}
		}
		t.Errorf("%s of a film is in no column: give it a row in columns.md, or add it to notExported", name)
	})
	for name := range notExported {
		if !left[name] {
			t.Errorf("%s is a column or no field: take it out of notExported", name)
		}
	}
}

// eachField calls tell with the name of every field, those of parts included, and its path.
func eachField(t reflect.Type, prefix string, path []int, tell func(name string, path []int)) {
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		name, path := prefix+name, append(slices.Clone(path), i)
		if part := element(t.Field(i).Type); part.Kind() == reflect.Struct {
			eachField(part, name+".", path, tell)
		} else {
			tell(name, path)
		}
	}
}

// element returns what a pointer points to, and what a list or map has.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	return t
}

// fill makes the parts on the way to the field of a path and, if set, gives it a value.
func fill(v reflect.Value, path []int, set bool) {
	if len(path) == 0 && !set {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), path, set)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), path, set)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		part := reflect.New(v.Type().Elem()).Elem()
		fill(part, path, set)
		v.SetMapIndex(reflect.ValueOf(film.Departments[0]), part)
	case reflect.Struct:
		fill(v.Field(path[0]), path[1:], set)
	case reflect.String:
		v.SetString("2001-02-03")
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		if v.CanUint() {
			v.SetUint(1)
		} else {
			v.SetInt(1)
		}
	}
}
