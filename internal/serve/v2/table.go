package v2

import (
	"bytes"
	"encoding/json"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/serve/site/table"
	"kinodex/internal/serve/wire"
)

// answerTable answers with films as CSV (REQ F2-65): a row of the columns' names, then a row a
// film. total counts all matches; cursor is where the next page begins, nil on the last.
func answerTable(x *wire.Exchange, films *app.Records, total int, cursor *string) error {
	columns := films.Columns()
	head := table.Table{Name: "films"}
	for _, c := range columns {
		head.Columns = append(head.Columns, table.Column{Name: c.Name()})
	}
	out := bytes.NewBuffer(x.Body())
	w, err := table.NewCSVWriter(out, head)
	if err != nil {
		return err
	}
	cells := make([]table.Cell, len(columns))
	for i := range films.Len() {
		row, err := films.Row(i, columns, x.Base())
		if err != nil {
			return err
		}
		for c, value := range row {
			cells[c] = cell(value)
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	x.AnswerCSV(out.Bytes(), total, cursor)
	return nil
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
