package wire

import (
	"bytes"
	"encoding"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/param"
	"kinodex/internal/serve/encode"
	"kinodex/internal/serve/table"
)

// CSV reports whether the answer is to be CSV: the route has that, and the client prefers it
// to JSON.
func (x *Exchange) CSV() bool { return x.csv }

// prefersCSV reports whether an Accept header (RFC 9110 12.5.1) gives CSV a greater weight than
// JSON, or the same weight where it names CSV and JSON is only among anything else. A client
// that names both with one weight gets JSON.
func prefersCSV(accept []string) bool {
	if len(accept) == 0 {
		return false
	}
	csv, json := -1.0, -1.0 // not named
	var csvFit, jsonFit int
	for item := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		media, params, _ := strings.Cut(item, ";")
		media = strings.ToLower(strings.TrimSpace(media))
		q := quality(params)
		better(media, "text/csv", q, &csv, &csvFit)
		better(media, "application/json", q, &json, &jsonFit)
	}
	return csv > 0 && (csv > json || csv == json && csvFit == named && jsonFit < named)
}

// named is how closely a range fits that is the media type itself: 1 is anything, 2 the group.
const named = 3

// better takes a range's weight for a media type when the range names it more closely than
// those before did.
func better(media, of string, q float64, best *float64, fit *int) {
	group, _, _ := strings.Cut(of, "/")
	for closeness, name := range []string{"*/*", group + "/*", of} {
		if media == name && closeness+1 > *fit {
			*best, *fit = q, closeness+1
		}
	}
}

// quality returns the weight among the parameters of a media range.
func quality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		if name, _, _ := strings.Cut(strings.TrimSpace(p), "="); strings.EqualFold(strings.TrimSpace(name), "q") {
			return weight(p)
		}
	}
	return 1
}

// Place says of a page what the meta of a list says: how many matches there are on all pages,
// and where the next one begins.
type Place struct {
	Total int // negative where it is not known
	// Next is the parameter that leads to the next page, with the value At; empty on the last.
	Next, At string
}

// ByCursor is the place of a page whose next one begins at a cursor, nil on the last.
func ByCursor(total int, cursor *string) Place {
	if cursor == nil {
		return Place{Total: total}
	}
	return Place{total, "cursor", *cursor}
}

// ByOffset is the place of a page of so many rows that begins at an offset.
func ByOffset(total, offset, rows int) Place {
	if next := offset + rows; rows > 0 && next < total {
		return Place{total, "offset", strconv.Itoa(next)}
	}
	return Place{Total: total}
}

// mostNoted is how many bytes a header of Note has at most: proxies refuse long ones.
const mostNoted = 2000

// Note adds values to a header that says in an answer in CSV what meta says in JSON:
// percent-encoded, separated by commas. Empty ones, and those for which there is no room, are left out.
func (x *Exchange) Note(name string, values ...string) {
	h := x.Header()
	said := h.Get(name)
	for _, value := range values {
		value = url.PathEscape(value)
		if value == "" || len(said)+1+len(value) > mostNoted {
			continue
		}
		if said != "" {
			said += ","
		}
		said += value
	}
	if said != "" {
		h.Set(name, said)
	}
}

// AnswerFilms answers with films as CSV (REQ F2-65), with a column more for each of more, which
// give the value of the film at a place.
func (x *Exchange) AnswerFilms(films *app.Records, at Place, more ...FilmColumn) error {
	columns := films.Columns()
	names := make([]string, len(columns), len(columns)+len(more))
	for i, c := range columns {
		names[i] = c.Name()
	}
	for _, c := range more {
		names = append(names, c.Name)
	}
	return x.answerTable(names, films.Len(), at, func(i int, cells []table.Cell) ([]table.Cell, error) {
		row, err := films.Row(i, columns, x.Base())
		if err != nil {
			return nil, err
		}
		for _, value := range row {
			cells = append(cells, cell(value))
		}
		for _, c := range more {
			cells = append(cells, c.Of(i))
		}
		return cells, nil
	})
}

// FilmColumn is a column behind those of films.
type FilmColumn struct {
	Name string
	Of   func(film int) table.Cell
}

// AnswerRows answers with values as CSV (REQ F2-65): a column for each member that an R has in
// JSON, in order, and for each member of one that is itself an object; which there are follows
// from the type alone.
func AnswerRows[R any](x *Exchange, rows []R, at Place) error {
	root := memberOf("", reflect.TypeFor[R]())
	return x.answerTable(root.names("", nil), len(rows), at, func(i int, cells []table.Cell) ([]table.Cell, error) {
		encoded, err := encode.Append(nil, rows[i], x.Base())
		if err != nil {
			return nil, err
		}
		return root.cells(encoded, cells), nil
	})
}

// answerTable sends rows as CSV, with their names above them. row appends the cells of a row.
func (x *Exchange) answerTable(names []string, rows int, at Place, row func(int, []table.Cell) ([]table.Cell, error)) error {
	head := table.Table{}
	for _, name := range names {
		head.Columns = append(head.Columns, table.Column{Name: name})
	}
	out := bytes.NewBuffer(x.Body())
	w, err := table.NewCSVWriter(out, head)
	if err != nil {
		return err
	}
	cells := make([]table.Cell, 0, len(names))
	for i := range rows {
		if cells, err = row(i, cells[:0]); err != nil {
			return err
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	h := x.Header()
	if at.Total >= 0 {
		h["X-Total-Count"] = x.value(strconv.Itoa(at.Total))
	}
	if at.Next == "cursor" {
		h["X-Next-Cursor"] = x.value(at.At)
	}
	if at.Next != "" && x.R.Method != http.MethodPost {
		h["Link"] = x.value("<" + x.nextPage(at) + `>; rel="next"`)
	}
	x.bill()
	x.send(contentCSV, http.StatusOK, out.Bytes())
	return nil
}

// nextPage returns the address of the next page: what was asked, without keys and marks of
// trackers.
func (x *Exchange) nextPage(at Place) string {
	asked := url.Values{}
	for name, raw := range param.Pairs(question(x.R.URL.RawQuery)) {
		if value, ok := param.Unescape(raw); ok {
			asked.Set(name, value)
		}
	}
	asked.Set(at.Next, at.At)
	return x.Base() + x.R.URL.EscapedPath() + "?" + asked.Encode()
}

// member is a member of an object in JSON; one with members is a column for each of those.
type member struct {
	name    string
	members []member
}

// memberOf returns the member of a name that a type is written as.
func memberOf(name string, t reflect.Type) member {
	for {
		if described, ok := reflect.Zero(t).Interface().(interface{ SchemaType() reflect.Type }); ok {
			t = described.SchemaType()
		} else if t.Kind() == reflect.Pointer {
			t = t.Elem()
		} else {
			break
		}
	}
	m := member{name: name}
	if t.Kind() != reflect.Struct || t.Implements(writesItself) || t.Implements(writesText) {
		return m
	}
	for _, f := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && tag != "" && tag != "-" {
			m.members = append(m.members, memberOf(tag, f.Type))
		}
	}
	return m
}

var (
	writesItself = reflect.TypeFor[json.Marshaler]()
	writesText   = reflect.TypeFor[encoding.TextMarshaler]()
)

// names appends the names of the member's columns, which begin with those of what it is in.
func (m member) names(in string, names []string) []string {
	name := m.name
	if in != "" {
		name = in + "." + name
	}
	if len(m.members) == 0 {
		return append(names, name)
	}
	for _, one := range m.members {
		names = one.names(name, names)
	}
	return names
}

// cells appends the cells of the member's columns, of its value in JSON.
func (m member) cells(value json.RawMessage, cells []table.Cell) []table.Cell {
	if len(m.members) == 0 {
		return append(cells, cell(value))
	}
	var object map[string]json.RawMessage // nil of null, and of what is not there
	_ = json.Unmarshal(value, &object)
	for _, one := range m.members {
		cells = one.cells(object[one.name], cells)
	}
	return cells
}

// cell returns a value in JSON as a cell: null as nothing; a list as its texts, or the names
// of its objects, joined by "; "; what else is nested as JSON.
func cell(value json.RawMessage) table.Cell {
	var v any
	if json.Unmarshal(value, &v) != nil { // damaged
		return table.Unknown()
	}
	switch v := v.(type) {
	case nil:
		return table.Unknown()
	case string:
		return table.Text(v)
	case float64:
		return table.Float(v, 0)
	case bool:
		return table.Cell{Value: v}
	case []any:
		if names, ok := namesIn(v); ok {
			return table.Text(strings.Join(names, "; "))
		}
	}
	return table.Text(string(value))
}

// namesIn returns the texts of a list, or the names of its objects; false when it has
// anything else.
func namesIn(list []any) (names []string, ok bool) {
	for _, v := range list {
		if object, nested := v.(map[string]any); nested {
			v = object["name"]
		}
		name, isText := v.(string)
		if !isText {
			return nil, false
		}
		names = append(names, name)
	}
	return names, true
}
