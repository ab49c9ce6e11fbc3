package guides

import (
	"strings"

	"kinodex/internal/serve/site/markdown"
	"kinodex/internal/serve/site/part"
)

// scheme is how linked writes the address of a film into Markdown.
const scheme = "film:"

// render makes the body. Each title of a cited film leads to its page, under the prefix of the
// service.
func (r *guideView) render(prefix string) error {
	rendered, err := markdown.Render([]byte(linked(r.Content, r.path)), func(destination string) (string, bool) {
		path, ours := strings.CutPrefix(destination, scheme)
		return prefix + path, ours
	})
	if err != nil {
		return err
	}
	r.body = rendered.Body
	for _, s := range rendered.Sections {
		if s.ID != "" && s.Level == 2 {
			r.toc = append(r.toc, part.Section{Path: "#" + s.ID, Name: s.Title})
		}
	}
	return nil
}

// path returns the address of the cited film that the body means by a title, or "".
func (r *guideView) path(title string) string {
	c, ok := r.Cites(title)
	if !ok {
		return ""
	}
	for _, f := range r.films {
		if f.ID == c.ID {
			return f.Path
		}
	}
	return ""
}

// linked returns Markdown in which emphasised titles (*Heat*) of films that have a path are
// links. Strong text (**…**) stays as it is. The addresses begin with scheme.
func linked(body string, path func(title string) string) string {
	var b strings.Builder
	for {
		start := strings.IndexByte(body, '*')
		if start < 0 {
			return b.String() + body
		}
		b.WriteString(body[:start])
		stars, rest := "*", body[start+1:]
		if strings.HasPrefix(rest, "*") {
			stars, rest = "**", rest[1:]
		}
		title, after, closed := strings.Cut(rest, stars)
		if !closed || strings.Contains(title, "\n\n") {
			b.WriteString(stars)
			body = rest
			continue
		}
		emphasised := stars + title + stars
		if p := path(strings.Join(strings.Fields(title), " ")); stars == "*" && p != "" {
			emphasised = "[" + emphasised + "](" + scheme + p + ")"
		}
		b.WriteString(emphasised)
		body = after
	}
}
