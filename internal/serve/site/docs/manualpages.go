package docs

import (
	"strings"

	"kinodex"
	"kinodex/internal/fault"
	"kinodex/internal/serve/site/docs/manual"
	"kinodex/internal/serve/site/markdown"
	"kinodex/internal/serve/site/page"
)

// contents shows where to find what.
func (f *family) contents(v *page.View) error {
	return v.Answer(page.Answer{
		Title: "Documentation", Description: "How to begin, the reference with examples that run, errors, limits, agents and the manual.",
		Content: contentsPage(f.manual.Groups()),
	})
}

// listManual shows the documents of the manual.
func (f *family) listManual(v *page.View) error {
	return v.Answer(page.Answer{
		Title: "Manual", Description: "Every document that the program carries.", Content: manualPage(f.manual.Groups()),
	})
}

// showDocument shows one document of the manual.
func (f *family) showDocument(v *page.View) error {
	address := manual.Prefix
	if folder := v.PathValue("folder"); folder != "" {
		address += "/" + folder
	}
	d := f.manual.At(address + "/" + v.PathValue("document"))
	if d == nil {
		return fault.New(fault.NotFound, "the manual has no document at this address")
	}
	p, err := d.Page()
	if err != nil {
		return err
	}
	return v.Answer(page.Answer{Title: p.Title, Description: p.Title + ": " + firstSentence(p), Content: documentPage(p, d)})
}

// firstSentence returns the beginning of a document, for search engines.
func firstSentence(p *markdown.Page) string {
	for _, s := range p.Sections {
		if line, _, _ := strings.Cut(s.Text, "\n"); line != "" {
			return cut(line, 150)
		}
	}
	return ""
}

// cut shortens a text to at most n runes, at a space where there is one.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	s = string(runes[:n])
	if at := strings.LastIndexByte(s, ' '); at > n/2 {
		s = s[:at]
	}
	return s + "…"
}

// connectorPage is the document that says how agents are connected.
const connectorPage = "docs/connector.md"

const (
	connectTitle = "Connect an agent"
	connectSays  = "How to connect Claude, ChatGPT, Cursor, VS Code and other agents to this service."
)

// connect shows how agents are connected to this service: the part of the connector's
// document that says so, with the address of the service in it.
func (f *family) connect(v *page.View) error {
	source, err := kinodex.Documents.ReadFile(connectorPage)
	if err != nil {
		return err
	}
	here := strings.NewReplacer("https://films.example.com", v.Base(), "https://YOUR-HOST", v.Base())
	p, err := markdown.Render([]byte(here.Replace(section(string(source), "Connect"))), f.manual.Links(connectorPage))
	if err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title: connectTitle, Description: connectSays,
		Content: connectPage(p, v.Base()+"/mcp"),
	})
}

// section returns the part of a document in Markdown below a heading of the second level, up
// to the next one.
func section(source, heading string) string {
	_, rest, _ := strings.Cut(source, "\n## "+heading+"\n")
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

// headings returns the sections of a document that its list of contents names.
func headings(p *markdown.Page) (all []markdown.Section) {
	for _, s := range p.Sections {
		if s.ID != "" && s.Level == 2 {
			all = append(all, s)
		}
	}
	return all
}
