package prompts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ulikunitz/xz"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// Turn is a place in a dialogue at which somebody recommends films.
type Turn struct {
	Dialogue string
	Prompt   string   // what the seeker said so far, a line for each of their turns
	Answers  []uint32 // the films that are recommended and were not named before
}

// mostPrompt is how many characters of what the seeker said are asked with, the last ones: as
// many as the interface takes.
const mostPrompt = 2000

// ReadDialogues reads turns of conversations in INSPIRED's layout, a JSON object a line, possibly
// packed with xz. Of what the collection notes as recommended only the films of the library count
// that the reply names: it takes names of people and common words for films, too (see titled).
// Turns of seekers, turns that recommend no film and those of which every film was named before
// are left out.
func ReadDialogues(path string, x *taste.Taste, films *catalog.Catalog) ([]Turn, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(path, ".xz") {
		if from, err = xz.NewReader(bufio.NewReader(f)); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", path, err)
		}
	}
	given := givenNames(films)
	var turns []Turn
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var row struct {
			Context []string `json:"context"`
			Reply   string   `json:"resp"`
			Names   []string `json:"entity_name"`
			Rec     []int    `json:"rec"`
			User    int      `json:"is_user"`
			ID      string   `json:"dialog_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("a line of %s: %w", path, err)
		}
		t := Turn{Dialogue: row.ID}
		var said []string
		for i, line := range row.Context {
			if i%2 == 0 && i > 0 { // the first is empty: the other one began
				said = append(said, line)
			}
		}
		t.Prompt = tail(strings.Join(said, "\n"), mostPrompt)
		before := wordsOf(strings.Join(row.Context, "\n"))
		for _, name := range recommended(row.Names, len(row.Rec)) {
			d, ok := x.Resolve(name)
			votes, _ := films.Number("filmdb_votes", d)
			if ok && votes >= leastVotes && titled(row.Reply, name, given) && !before.has(name) && !before.hasTitle(d, films) && !slices.Contains(t.Answers, uint32(d)) {
				t.Answers = append(t.Answers, uint32(d))
			}
		}
		if row.User == 0 && len(t.Answers) > 0 && strings.TrimSpace(t.Prompt) != "" {
			turns = append(turns, t)
		}
	}
	return turns, lines.Err()
}

// tail returns the last n bytes of s or fewer, from the beginning of a word on.
func tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	s = s[len(s)-n:]
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		s = s[i+1:]
	}
	return strings.ToValidUTF8(s, "")
}

// leastVotes is how many votes a film must have for a name in a dialogue to be it.
const leastVotes = 2000

// recommended returns the names of a reply that are noted as n recommended films: the last ones,
// each once, since the collection lists people, genres and other words before them.
func recommended(names []string, n int) []string {
	var last []string
	for _, name := range slices.Backward(names) {
		if len(last) < n && !slices.Contains(last, name) {
			last = append(last, name)
		}
	}
	slices.Reverse(last)
	return last
}

// writtenWord is a word of a text.
type writtenWord struct {
	word    string // folded
	capital bool   // it begins with a capital letter
	joined  bool   // nothing but a blank or a dash stands before it
}

// writtenWords are the words of a text, in order.
type writtenWords []writtenWord

// wordsOf returns the words of a text.
func wordsOf(said string) (all writtenWords) {
	said = strings.ReplaceAll(said, "&", " and ")
	end := 0
	for from := range wordStarts(said) {
		to := from
		for to < len(said) {
			r, size := utf8.DecodeRuneInString(said[to:])
			if !inWord(r) {
				break
			}
			to += size
		}
		first, _ := utf8.DecodeRuneInString(said[from:])
		between := said[end:from]
		all = append(all, writtenWord{strings.Join(text.Words(said[from:to]), ""), unicode.IsUpper(first), end > 0 && (between == " " || between == "-")})
		end = to
	}
	return all
}

// wordStarts yields where the words of a text begin.
func wordStarts(said string) iter.Seq[int] {
	return func(yield func(int) bool) {
		inside := false
		for i, r := range said {
			if now := inWord(r); now != inside {
				if inside = now; now && !yield(i) {
					return
				}
			}
		}
	}
}

// inWord reports whether r is part of a word.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '\'' || r == '’'
}

// plainTitle returns the words of a title, folded, without an article in front.
func plainTitle(title string) []string {
	words := text.Words(strings.ReplaceAll(title, "&", " and "))
	if len(words) > 1 && slices.Contains([]string{"the", "a", "an"}, words[0]) {
		words = words[1:]
	}
	return words
}

// find yields the places at which some words stand.
func (all writtenWords) find(words []string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range len(all) - len(words) + 1 {
			same := len(words) > 0
			for j, w := range words {
				same = same && all[i+j].word == w
			}
			if same && !yield(i) {
				return
			}
		}
	}
}

// has reports whether a title stands in a text.
func (all writtenWords) has(title string) bool {
	for range all.find(plainTitle(title)) {
		return true
	}
	return false
}

// hasTitle reports whether the title of a film stands in a text.
func (all writtenWords) hasTitle(d catalog.Doc, films *catalog.Catalog) bool {
	f, err := films.Film(d)
	return err == nil && all.has(f.Title)
}

// introducing are the words in front of a title that say that it is one.
var introducing = strings.Fields("see seen seeing saw watch watched watching called titled movie film recommend about")

// titled reports whether a reply writes a name as the title of a film. A single word is one only
// with a capital letter, unless a word of watching introduces it; beside another such word, or as
// a given name, it is rather the name of somebody ("Keanu Reeves", "a good Arnold movie").
func titled(reply, name string, given map[string]bool) bool {
	all, words := wordsOf(reply), plainTitle(name)
	for i := range all.find(words) {
		if len(words) > 1 {
			return true
		}
		before := i - 1
		for before >= 0 && slices.Contains([]string{"the", "new", "movie", "film"}, all[before].word) {
			before--
		}
		introduced := before >= 0 && slices.Contains(introducing, all[before].word) || i > 0 && slices.Contains(introducing, all[i-1].word)
		named := i+1 < len(all) && all[i+1].joined && all[i+1].capital || i > 1 && all[i].joined && all[i-1].joined && all[i-1].capital && all[i-1].word != "the"
		if (all[i].capital || introduced) && !named && (introduced || !given[words[0]]) {
			return true
		}
	}
	return false
}

// givenName is how many well-known people must have a first name for it to be a given name, and
// givenFilms in how many films, those with most votes, they are looked for.
const (
	givenName  = 3
	givenFilms = 3000
)

// givenNames returns the first names, folded, of several directors and actors of well-known films.
func givenNames(films *catalog.Catalog) map[string]bool {
	people := map[string][]string{}
	for _, d := range films.Find(&film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, film.Page{Limit: givenFilms}).Docs {
		f, err := films.Film(d)
		if err != nil {
			continue
		}
		var names []string
		if f.Director != nil {
			names = strings.Split(*f.Director, ", ")
		}
		for _, r := range f.Cast {
			names = append(names, r.Name)
		}
		for _, name := range names {
			words := text.Words(name)
			if len(words) > 1 && len(people[words[0]]) < givenName && !slices.Contains(people[words[0]], name) {
				people[words[0]] = append(people[words[0]], name)
			}
		}
	}
	given := map[string]bool{}
	for first, names := range people {
		given[first] = len(names) >= givenName
	}
	return given
}

// DialogueMark is how often one of the films that were recommended is among the first.
type DialogueMark struct {
	Of               string
	Turns            int
	Hit10, Hit50     float64 // of the recommender
	Votes10, Votes50 float64 // of the films with most votes, whatever was said
	Likes10, Likes50 float64 // of the films that are heard, given as likes and dislikes and nothing else
	// Films is how many films were recommended. Recall10 and Recall50 are how many of them are among the
	// first: each is asked for by itself (He et al., CIKM 2023, where films that were named before do not
	// count, either).
	Films              int
	Recall10, Recall50 float64
}

// add counts a turn.
func (m *DialogueMark) add(answers, given, liked, most []uint32) {
	m.Turns++
	m.Hit10 += hit(given, answers, 10)
	m.Hit50 += hit(given, answers, 50)
	m.Votes10 += hit(most, answers, 10)
	m.Votes50 += hit(most, answers, 50)
	m.Likes10 += hit(liked, answers, 10)
	m.Likes50 += hit(liked, answers, 50)
	m.Films += len(answers)
	for i := range answers {
		m.Recall10 += hit(given, answers[i:i+1], 10)
		m.Recall50 += hit(given, answers[i:i+1], 50)
	}
}

// average makes shares of what was counted.
func (m *DialogueMark) average() {
	for _, v := range []*float64{&m.Hit10, &m.Hit50, &m.Votes10, &m.Votes50, &m.Likes10, &m.Likes50} {
		*v /= float64(max(1, m.Turns))
	}
	for _, v := range []*float64{&m.Recall10, &m.Recall50} {
		*v /= float64(max(1, m.Films))
	}
}

// byLikes returns the films for somebody of whom only the films are known that a prompt names.
func byLikes(u *prompt.Request, x *taste.Taste, films *catalog.Catalog) (given []uint32) {
	w := taste.Wish{Limit: 50}
	for to, named := range map[*[]catalog.Doc][]prompt.FilmRef{&w.Liked: u.Like, &w.Disliked: u.Dislike} {
		for _, f := range named {
			if d, ok := films.ByID(f.ID); ok {
				*to = append(*to, d)
			}
		}
	}
	if len(w.Liked) == 0 {
		return nil
	}
	for _, s := range x.Suggest(w).Films {
		given = append(given, uint32(s.Doc))
	}
	return given
}

// AskDialogues asks for films at every turn, and marks apart the turns in which the seeker named
// a film and those in which only kinds are named.
func AskDialogues(turns []Turn, x *taste.Taste, films *catalog.Catalog) []DialogueMark {
	marks := []DialogueMark{{Of: "films are mentioned"}, {Of: "only kinds are"}, {Of: "all"}}
	popular := films.Find(&film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, film.Page{Limit: 400}).Docs
	for _, t := range turns {
		picks := x.Recommend(taste.Request{Prompt: t.Prompt, Limit: 50})
		var given, most []uint32
		for _, p := range picks.Films {
			given = append(given, uint32(p.Doc))
		}
		for _, d := range popular {
			most = append(most, uint32(d))
		}
		of := &marks[1]
		if len(picks.Understood.Like)+len(picks.Understood.Dislike) > 0 {
			of = &marks[0]
		}
		liked := byLikes(picks.Understood, x, films)
		of.add(t.Answers, given, liked, most)
		marks[2].add(t.Answers, given, liked, most)
	}
	for i := range marks {
		marks[i].average()
	}
	return marks
}

// hit returns 1 when one of the first k is an answer, else 0.
func hit(given, answers []uint32, k int) float64 {
	for _, d := range given[:min(k, len(given))] {
		if slices.Contains(answers, d) {
			return 1
		}
	}
	return 0
}
