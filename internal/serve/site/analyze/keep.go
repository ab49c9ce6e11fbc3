package analyze

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"strings"

	"kinodex/internal/ordered"
	"kinodex/internal/serve/encode"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/site/web"
	"kinodex/internal/text"
)

// kept shows the analyses that this browser keeps, or the one that the address names. Both are
// in the browser alone: the page has a place for them, and the module keep fills it.
func kept(v *page.View) error {
	return v.Answer(page.Answer{
		Title: "Kept analyses", Description: "The analyses that your browser keeps. The service has none of them.",
		Content: keptPage(), Scripts: []string{"keep", "analyze"},
	})
}

// save answers a form that was posted with the report as one file.
func save(v *page.View) error {
	if err := v.Sealed("analyze"); err != nil {
		return err
	}
	r, err := read(v)
	if f := v.Correctable(err); f != nil {
		return show(v, f)
	}
	if err != nil {
		return err
	}
	r.saved = true
	style, err := web.Inline()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	ctx := part.WithPrefix(v.Context(), v.Base()) // its links lead to the service, from wherever the file lies
	if err := savedFile(r, style+titledPages(r.title())).Render(ctx, &b); err != nil {
		return err
	}
	v.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.html"`, fileStem(r.title())))
	v.SendHTML(200, b.Bytes())
	return nil
}

// fileStem returns the name of the file of an analysis, without its extension: letters, digits
// and hyphens.
func fileStem(title string) string {
	stem := text.Slug(title)
	if stem == "" {
		stem = "screenplay"
	}
	return stem[:min(len(stem), 80)] + "-analysis"
}

// titledPages returns the rule by which the printed pages of a file have its title.
func titledPages(title string) string { return "@page{@top-left{content:" + quoted(title) + "}}" }

// quoted returns a text as a string of CSS, in which all but letters, digits and blanks of ASCII
// is escaped.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == ' ' || c < 0x80 && (c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'):
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, `\%06x`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// dataBlock is what a page shows, as data within the page, which browsers do not run. In JSON a < stands
// in texts alone, so that its escape ends no element and begins no comment.
func dataBlock(shown any) (string, error) {
	data, err := encode.Append([]byte(`{"data":`), shown, "")
	if err != nil {
		return "", err
	}
	short, err := columns(append(data, '}'))
	if err != nil {
		return "", err
	}
	return `<script type="application/json" id="analysis-data">` + strings.ReplaceAll(string(short), "<", `\u003c`) + `</script>`, nil
}

// inColumns is the name of the only member of an object that stands for a list. The interface names no
// member like this.
const inColumns = "@"

// columns returns data with each list of three or more objects that have the same members as an object of
// lists, {"@":{"scene":[1,2,3],…}}. It compresses to two thirds: the scenes of a feature come twice. The
// module keep makes the lists again.
func columns(data jsontext.Value) (jsontext.Value, error) {
	switch data.Kind() {
	case '{':
		var members ordered.Map[jsontext.Value]
		if err := json.Unmarshal(data, &members); err != nil {
			return nil, err
		}
		for i := range members {
			var err error
			if members[i].Value, err = columns(members[i].Value); err != nil {
				return nil, err
			}
		}
		return json.Marshal(members)
	case '[':
		var list []jsontext.Value
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, err
		}
		if table, ok := byMember(list); ok {
			whole, err := json.Marshal(table)
			if err != nil {
				return nil, err
			}
			if whole, err = columns(whole); err != nil {
				return nil, err
			}
			return json.Marshal(ordered.Map[jsontext.Value]{{Key: inColumns, Value: whole}})
		}
		for i := range list {
			var err error
			if list[i], err = columns(list[i]); err != nil {
				return nil, err
			}
		}
		return json.Marshal(list)
	}
	return data, nil
}

// byMember returns a list of objects by member; ok is false for a list that is short, or whose objects
// have different members.
func byMember(list []jsontext.Value) (table ordered.Map[[]jsontext.Value], ok bool) {
	if len(list) < 3 {
		return nil, false
	}
	for i, item := range list {
		var row ordered.Map[jsontext.Value]
		if item.Kind() != '{' || json.Unmarshal(item, &row) != nil || len(row) == 0 || i > 0 && len(row) != len(table) {
			return nil, false
		}
		for j, m := range row {
			if i == 0 {
				table.Add(m.Key, nil)
			}
			if table[j].Key != m.Key {
				return nil, false
			}
			table[j].Value = append(table[j].Value, m.Value)
		}
	}
	return table, true
}
