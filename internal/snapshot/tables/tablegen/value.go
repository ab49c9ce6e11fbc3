package main

import (
	"fmt"
	"reflect"
	"strings"

	"kinodex/internal/film"
)

// value is a Go expression of the generated code and what is known of it.
type value struct {
	expr      string
	typ       reflect.Type
	owner     string // the last pointer on the way to it, which may be nil
	omitempty bool   // "" is no value
}

// resolve sets what follows from where the column's value comes from.
func (c *column) resolve() error {
	if c.isKey() {
		return nil
	}
	if _, known := sqlTypes[c.kind]; !known {
		return fmt.Errorf("there is no type %q", c.kind)
	}
	ofFilms := c.table == films
	if name, isFunction := strings.CutSuffix(c.value, "()"); isFunction {
		if ofFilms {
			c.expr, c.nullable = name+"(f)", true
		} else {
			c.rows = name + "(f)"
		}
		return nil
	}
	v, rest, err := value{expr: "f", typ: reflect.TypeFor[film.Film]()}.follow(c.value)
	switch {
	case err != nil:
		return err
	case ofFilms && !v.isList():
		c.owner = v.owner
		c.expr, c.nullable, err = v.as(c.kind)
		return err
	case ofFilms || v.owner != "":
		return fmt.Errorf("%s cannot be put into this table", c.value)
	case c.isTexts():
		if c.rows = v.expr; c.kind != "text" || v.typ != reflect.TypeFor[[]string]() {
			return fmt.Errorf("a list of %s is not made of %s", c.kind, v.typ)
		}
		return nil
	case !v.isList():
		return fmt.Errorf("%s is in no list", c.value)
	}
	c.rows = v.expr
	if v, _, err = (value{expr: "x", typ: v.typ.Elem()}).follow(rest); err != nil {
		return err
	}
	if v.owner != "" {
		return fmt.Errorf("%s may be null: a member of a list cannot lie below it", v.owner)
	}
	c.expr, c.nullable, err = v.as(c.kind)
	return err
}

// follow returns the value at a path of names in JSON, or the first list of structs on the way
// and the path below it.
func (v value) follow(path string) (_ value, rest string, err error) {
	for path != "" && !v.isList() {
		var name string
		name, path, _ = strings.Cut(path, ".")
		if v, err = v.member(name); err != nil {
			return v, "", err
		}
	}
	return v, path, nil
}

func (v value) isList() bool {
	return v.typ.Kind() == reflect.Slice && v.typ.Elem().Kind() == reflect.Struct
}

// member returns the member of a struct that has a name in JSON.
func (v value) member(name string) (value, error) {
	t := v.typ
	if t.Kind() == reflect.Pointer {
		t, v.owner = t.Elem(), v.expr
	}
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		f := t.Field(i)
		if called, options, _ := strings.Cut(f.Tag.Get("json"), ","); called == name {
			return value{v.expr + "." + f.Name, f.Type, v.owner, options == "omitempty"}, nil
		}
	}
	return v, fmt.Errorf("%s has no member %q", t, name)
}

// conversions are the expressions of a column's value, by its type and that of the film's.
var conversions = map[string]map[string]string{
	"bool":   {"bool": "%s", "*bool": "%s"},
	"int32":  {"int": "int32(%s)", "*int": "narrowed(%s)"},
	"int64":  {"int": "int64(%s)", "*int": "widened(%s)", "int64": "%s", "*int64": "%s"},
	"double": {"float64": "%s", "*float64": "%s"},
	"text":   {"string": "%s", "*string": "%s", "string,omitempty": "stated(%s)", "[]string": "joined(%s)", "film.ID": "%s.String()"},
	"date":   {"*string": "days(%s)"},
}

// as returns the expression of the value in a column of a type, and whether it is a pointer,
// nil for null.
func (v value) as(kind string) (expr string, nullable bool, err error) {
	if kind == "dict" {
		kind = "text"
	}
	expr, t := v.expr, v.typ.String()
	switch {
	case v.owner != "" && v.typ.Kind() != reflect.Pointer:
		expr, t = "&"+expr, "*"+t
	case v.omitempty && t == "string":
		t += ",omitempty"
	}
	layout := conversions[kind][t]
	if layout == "" {
		return "", false, fmt.Errorf("a column of type %s cannot hold a value of type %s", kind, t)
	}
	return fmt.Sprintf(layout, expr), strings.HasPrefix(t, "*") || t == "[]string" || t == "string,omitempty", nil
}
