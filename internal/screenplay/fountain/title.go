package fountain

import (
	"slices"
	"strings"
	"unicode"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// titleKeys are the usual entries of a title page. One of them makes the block
// that a text begins with a title page, its other entries included.
var titleKeys = map[string]bool{
	"title": true, "credit": true, "author": true, "authors": true, "source": true, "draft date": true, "date": true,
	"contact": true, "copyright": true, "notes": true, "draft": true, "revision": true, "written by": true,
	"contact info": true, "watermark": true, "format": true, "episode": true, "series": true, "language": true,
}

// titlePage reads the title page, if the text begins with one, and gives the
// lines after it. Each entry is an element; its values are joined by line feeds.
// Keys are in lower case. Without a title page all lines are returned.
func (w *fountainWriter) titlePage(lines []fountainLine) []fountainLine {
	first := 0
	for first < len(lines) && lines[first].blank() {
		first++
	}
	last, usual := first, false
	for ; last < len(lines) && !lines[last].blank(); last++ {
		key, _, ok := titleKey(lines[last].text)
		if !ok && (last == first || !indented(lines[last].text)) {
			break
		}
		usual = usual || titleKeys[key]
	}
	if !usual {
		return lines
	}
	for i := first; i < last; {
		key, value, _ := titleKey(lines[i].text)
		e := screenplay.Element{Kind: screenplay.TitlePage, Start: lines[i].start, End: lines[i].end}
		var values []string
		if value != "" {
			values = append(values, Unmarked(value))
		}
		for i++; i < last; i++ {
			if _, _, another := titleKey(lines[i].text); another {
				break
			}
			values = append(values, strings.TrimSpace(Unmarked(lines[i].text)))
			e.End = lines[i].end
		}
		if key == "title" {
			values = once(values)
		}
		e.Text = strings.Join(values, "\n")
		w.add(e)
		w.script.Title = append(w.script.Title, screenplay.Field{Key: key, Value: e.Text})
	}
	return lines[last:]
}

// once returns lines without those that say again what one before them says: a title that
// is on the cover and on the page.
func once(lines []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(lines, func(line string) bool {
		key := text.Key(line)
		twice := seen[key]
		seen[key] = key != ""
		return twice
	})
}

// titleKey takes "Key: value" apart. The key begins the line, without
// indentation.
// It has at most 40 bytes, no slash and no round bracket. The key is returned in
// lower case; both are empty when ok is false.
func titleKey(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	if !ok || key == "" || indented(line) || len(key) > 40 || strings.ContainsAny(key, "/()") {
		return "", "", false
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), true
}

// indented reports whether the first byte of a line is white space.
func indented(line string) bool {
	return line != "" && unicode.IsSpace(rune(line[0]))
}
