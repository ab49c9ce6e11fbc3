package film

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Column is one column of a table of films: a field of a view, or a member of one that is an
// object. Which columns there are follows from the view and the projection alone, never from
// the films.
type Column struct {
	field, key string
}

// Name returns the name of the column, as Project reads it: title, ratings.filmdb.
func (c Column) Name() string {
	if c.key == "" {
		return c.field
	}
	return c.field + "." + c.key
}

// Columns returns the columns of a projection of the view, in the order of its fields; nil
// selects all.
func (v View) Columns(p *Projection) (columns []Column) {
	for i, f := range viewFields[v] {
		keys := v.keys(f)
		if p != nil {
			j := p.index(i)
			if j < 0 {
				continue
			}
			if len(p.parts[j].keys) > 0 {
				keys = p.parts[j].keys
			}
		}
		if len(keys) == 0 {
			columns = append(columns, Column{field: f.name})
		}
		for _, key := range keys {
			columns = append(columns, Column{f.name, key})
		}
	}
	return columns
}

// keys returns the members of a field that may be there in the view.
func (v View) keys(f field) (keys []string) {
	if v != List || f.index != crewField {
		return f.keys
	}
	for _, department := range f.keys {
		if KeyDepartments[department] {
			keys = append(keys, department)
		}
	}
	return keys
}

// crewField is the index of the crew in Film.
var crewField = func() int {
	f, _ := reflect.TypeFor[Film]().FieldByName("CrewSummary")
	return f.Index[0]
}()

// index returns where the projection has a field of the view, -1 when it does not.
func (p *Projection) index(field int) int {
	for i := range p.parts {
		if p.parts[i].field == field {
			return i
		}
	}
	return -1
}

// Row returns the values of a film in JSON, in the order of the columns, as encoded holds
// them: an object that AppendTo wrote. A value that is not there is null.
func Row(encoded []byte, columns []Column) ([]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &fields); err != nil {
		return nil, fmt.Errorf("decode a film: %w", err)
	}
	row := make([]json.RawMessage, len(columns))
	members, of := map[string]json.RawMessage(nil), ""
	for i, c := range columns {
		value := fields[c.field]
		if c.key != "" {
			if of != c.field {
				members, of = nil, c.field
				if err := json.Unmarshal(value, &members); err != nil {
					return nil, fmt.Errorf("decode %s of a film: %w", c.field, err)
				}
			}
			value = members[c.key]
		}
		if row[i] = bytes.TrimSpace(value); len(value) == 0 {
			row[i] = json.RawMessage("null")
		}
	}
	return row, nil
}
