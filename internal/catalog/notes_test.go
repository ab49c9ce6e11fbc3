package catalog

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Bounds of a note: what people remember is a few words, since it counts as such.
const (
	mostTags       = 24
	mostRemembered = 70 // words
)

// Every row of the table is a film's id, tags in plain words, each once, and a sentence or nothing.
func TestNotesAreWellFormed(t *testing.T) {
	tag := regexp.MustCompile(`^[\p{L}0-9][\p{L}0-9' .&/:-]{1,29}$`)
	last, rows := film.ID(0), 0
	for n := range Notes() {
		rows++
		if n.Film <= last {
			t.Errorf("%s stands behind %s", n.Film, last)
		}
		last = n.Film
		if len(n.Tags) == 0 || len(n.Tags) > mostTags {
			t.Errorf("%s has %d tags", n.Film, len(n.Tags))
		}
		keys := map[string]bool{}
		for _, s := range n.Tags {
			if !tag.MatchString(s) || s != strings.ToLower(s) || keys[s] {
				t.Errorf("%s: tag %q", n.Film, s)
			}
			keys[s] = true
		}
		if words := len(text.Words(n.Remembered)); words > mostRemembered || n.Remembered != strings.TrimSpace(n.Remembered) {
			t.Errorf("%s: %d words are remembered, %q", n.Film, words, n.Remembered)
		}
	}
	if lines := strings.Count(notesText, "\n"); rows != lines || rows == 0 {
		t.Errorf("%d of %d rows are read", rows, lines)
	}
}

// apart are tags that no film has together with others.
var apart = map[string][]string{
	"for young children": {"gore", "graphic violence", "sexual violence", "sex scenes", "torture", "terrifying", "disturbing", "adults only", "strong language", "drug use"},
	"for children":       {"gore", "sexual violence", "sex scenes", "torture", "disturbing", "adults only"},
	"cosy":               {"gore", "graphic violence", "bleak", "disturbing", "terrifying", "torture", "sexual violence"},
	"nobody dies":        {"gore", "serial killer", "animal dies", "shocking ending"},
	"feel-good":          {"bleak", "disturbing", "sad ending"},
	"happy ending":       {"sad ending", "bleak"},
	"hopeful ending":     {"sad ending"},
}

// Tags of a film do not contradict each other.
func TestNotesAgreeWithThemselves(t *testing.T) {
	for n := range Notes() {
		for _, tag := range n.Tags {
			for _, other := range apart[tag] {
				if slices.Contains(n.Tags, other) {
					t.Errorf("%s is noted to be %q and %q", n.Film, tag, other)
				}
			}
		}
	}
}

// noteWith returns the first note with a tag and something that is remembered.
func noteWith(t *testing.T, tag string) Note {
	t.Helper()
	for n := range Notes() {
		if slices.Contains(n.Tags, tag) && n.Remembered != "" {
			return n
		}
	}
	t.Fatalf("no film is noted to be %s", tag)
	return Note{}
}

// REQ F2-180: films of the catalogue have the tags of their notes, and films that it does not have are left out.
func TestFilmsHaveTheTagsOfTheirNotes(t *testing.T) {
	noted := noteWith(t, "time loop")
	c := open(t, buildTold(t, []*film.Film{called(uint32(noted.Film), 1993, 500, "The Loop"), called(uint32(noted.Film)+1e8, 1996, 500, "The Storm")}, nil))
	tags, films := c.Tagged()
	if i := slices.Index(tags, "time loop"); i < 0 || !slices.Equal(films[i], []uint32{0}) {
		t.Errorf("tags %v of films %v", tags, films)
	}
	if len(tags) != len(noted.Tags) || !slices.IsSorted(tags) {
		t.Errorf("tags %v, want those of %v, sorted", tags, noted.Tags)
	}
	if tags, films := open(t, buildTold(t, []*film.Film{called(uint32(noted.Film)+1e8, 1996, 500, "The Storm")}, nil)).Tagged(); len(tags)+len(films) > 0 {
		t.Errorf("a film without a note has tags %v", tags)
	}
}

// REQ F2-180: what people remember of a film finds it by a description whose words its record does not have, and by
// nothing else; a film that is far ahead of all others is answered alone, unless it may not be it.
func TestFilmsAreFoundByWhatPeopleRemember(t *testing.T) {
	noted := noteWith(t, "time loop")
	dull := "A weatherman is stuck in a small town."
	films := []*film.Film{called(uint32(noted.Film), 1993, 500, "The Loop"), called(uint32(noted.Film)+1e8, 1996, 2_000_000, "The Storm")}
	words := strings.Fields(noted.Remembered)
	other := dull + " " + strings.Join(words[:len(words)/4], " ") // which is found, too, and far behind
	films[0].Overview, films[1].Overview = &dull, &other
	c := open(t, buildTold(t, films, nil))
	q := film.Query{Text: noted.Remembered, Description: &film.Description{}}
	if found := c.Find(&q, film.Page{Limit: 5}); found.Total != 1 || !slices.Equal(found.Docs, []Doc{0}) || !strings.Contains(found.Match.Note(found.Total), "alone") {
		t.Errorf("found %+v, want the film of the note alone, and a note that says so", found)
	}
	q.Filters.YearMin = new(1995.0)
	if found := c.Find(&q, film.Page{Limit: 5}); slices.Contains(found.Docs, 0) {
		t.Errorf("a film of 1993 is found among those from 1995: %v", found.Docs)
	}
	if d, ok := c.Confident(noted.Remembered, &film.Description{}, docset.Full(2)); !ok || d != 0 {
		t.Errorf("film %d is surely meant: %t", d, ok)
	}
	if found := c.Find(&film.Query{Text: noted.Remembered, Match: film.MatchAny}, film.Page{Limit: 5}); found.Total != 1 || found.Docs[0] != 1 {
		t.Errorf("any of the words finds %v", found.Docs)
	}
	if d, ok := c.Confident("a weatherman in a small town", &film.Description{}, docset.Full(2)); ok {
		t.Errorf("film %d is surely meant among two that are told of alike", d)
	}
	found := c.Find(&film.Query{Text: noted.Remembered, Match: film.MatchAll}, film.Page{Limit: 5})
	if found.Total > 0 {
		t.Errorf("a search for all the words finds %v", found.Docs)
	}
}
