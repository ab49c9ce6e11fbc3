// Package atom writes Atom feeds (RFC 4287), whatever they tell of.
//
// It knows the form of a feed and nothing of its entries. Every text is escaped; a character that
// XML cannot have is replaced by U+FFFD, so that no title breaks the feed. The package imports
// the standard library alone. Start reading at Feed.
package atom

import (
	"encoding/xml"
	"fmt"
	"time"
)

// Media is the content type of a feed.
const Media = "application/atom+xml; charset=utf-8"

// Feed is a feed, or one page of it. Without an author of its own, each entry would need one.
type Feed struct {
	XMLName   xml.Name  `xml:"http://www.w3.org/2005/Atom feed"`
	Lang      string    `xml:"xml:lang,attr,omitempty"`
	ID        string    `xml:"id"` // an IRI that never changes, the same for all pages of the feed
	Title     string    `xml:"title"`
	Subtitle  string    `xml:"subtitle,omitempty"`
	Updated   time.Time `xml:"updated"`
	Author    string    `xml:"author>name"`
	Generator Generator `xml:"generator"`
	Links     []Link    `xml:"link"`
	Entries   []Entry   `xml:"entry"`
}

// Generator is the program that made a feed.
type Generator struct {
	Version string `xml:"version,attr,omitempty"`
	Name    string `xml:",chardata"`
}

// Relations of links: Self is the feed, Alternate the page with the same, and the others lead to
// pages of the feed (RFC 5005, section 3).
const (
	Self      = "self"
	Alternate = "alternate"
	First     = "first"
	Previous  = "previous"
	Next      = "next"
)

// Link leads somewhere. Href is a whole address.
type Link struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

// Entry is an entry of a feed. It needs a link to its page, since it has no content.
type Entry struct {
	ID         string     `xml:"id"` // an IRI that never changes
	Title      string     `xml:"title"`
	Updated    time.Time  `xml:"updated"`
	Links      []Link     `xml:"link"`
	Categories []Category `xml:"category"`
	Summary    string     `xml:"summary,omitempty"` // plain text
}

// Category is what an entry belongs to.
type Category struct {
	Term string `xml:"term,attr"`
}

// Append appends the feed as an XML document.
func (f *Feed) Append(dst []byte) ([]byte, error) {
	b, err := xml.Marshal(f)
	if err != nil {
		return dst, fmt.Errorf("write a feed: %w", err)
	}
	return append(append(append(dst, xml.Header...), b...), '\n'), nil
}
