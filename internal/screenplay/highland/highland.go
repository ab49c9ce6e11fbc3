// Package highland finds the text in a document of Highland: an archive of a text bundle,
// whose text is Fountain. Start reading at Text.
package highland

import (
	"path"
	"strings"

	"kinodex/internal/screenplay/container"
	"kinodex/internal/text"
)

// What names the document for a stranger.
const What = "Highland document"

// Name returns the name of the file in an archive that is the text of a bundle, "" without
// one: text with an ending of plain text, in the bundle's folder or outside of any.
func Name(a *container.Archive) string {
	for _, name := range a.Names() {
		folder, file := path.Split(name)
		switch strings.ToLower(file) {
		case "text.fountain", "text.md", "text.markdown", "text.txt":
			if folder == "" || strings.HasSuffix(strings.ToLower(folder), ".textbundle/") && strings.Count(folder, "/") == 1 {
				return name
			}
		}
	}
	return ""
}

// Text returns the text of a bundle, which is Fountain.
func Text(a *container.Archive) (string, error) {
	data, err := a.Read(Name(a))
	if err != nil {
		return "", err
	}
	return text.Decode(data), nil
}
