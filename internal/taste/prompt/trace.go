package prompt

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// Step is what a rule of the grammar made of some words of a prompt.
type Step struct {
	Words string   `json:"words" doc:"The words; empty for a conclusion from the whole prompt." example:"under two hours"`
	Rule  string   `json:"rule" doc:"The rule or conclusion, by its name; empty for words that say nothing. Of a title that was considered and not heard it is: no title." example:"amount"`
	By    string   `json:"by,omitempty" doc:"The row of the rule's table that decided, if it has one." example:"minutes"`
	Made  []string `json:"made,omitempty" doc:"What became of them: members of understood, and of what the reader keeps in mind for the words to come." example:"runtime {\"to\":120}"`
}

// Trace reads a prompt as Read does, and tells which rule heard what, in the order of the words.
// Titles that were considered and not heard are steps of the rule "no title". It is for
// maintainers: names of rules may change at any time.
func (r *Reader) Trace(prompt string) (*Reading, []Step) {
	t := &trace{state: map[string]string{}}
	reading := r.read(prompt, t)
	return reading, t.steps
}

// WriteTrace writes the steps of a prompt as a table for a terminal.
func WriteTrace(to io.Writer, steps []Step) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "words\trule\tby\tmade")
	for _, s := range steps {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Words, s.Rule, s.By, strings.Join(s.Made, ", "))
	}
	return w.Flush()
}

// trace are the steps of a prompt that is being read.
type trace struct {
	steps []Step
	row   string            // of the table that decided; "" for none
	state map[string]string // what was known after the last step
}

// by notes which row of a table decided. Of a step the first counts: later ones are of words that
// were looked at ahead.
func (r *parser) by(row string) {
	if r.trace != nil && r.trace.row == "" {
		r.trace.row = row
	}
}

// note adds a step of what a rule made of the words from the from-th on, up to the current one. A
// scope that ended nothing is no step, nor is a conclusion from nothing.
func (r *parser) note(rule string, from int) {
	t := r.trace
	if t == nil {
		return
	}
	s := Step{Rule: rule, By: t.row}
	now := r.state()
	for _, what := range slices.Sorted(maps.Keys(now)) {
		if before, was := t.state[what]; !was || now[what] != before {
			s.Made = append(s.Made, strings.TrimSpace(what+" "+now[what]))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(t.state)) {
		if _, is := now[what]; !is {
			s.Made = append(s.Made, "no "+what)
		}
	}
	t.row, t.state = "", now
	taken := from < r.i && from < len(r.tokens)
	if taken {
		s.Words = r.words(from, min(r.i, len(r.tokens)))
	}
	if taken || len(s.Made) > 0 {
		t.steps = append(t.steps, s)
	}
}

// words returns the words from the i-th to before the n-th, as they were written, with what stands
// between them: a translation has words in another order than the prompt.
func (r *parser) words(i, n int) string {
	from, to := len(r.prompt), 0
	for _, t := range r.tokens[i:n] {
		from, to = min(from, t.from), max(to, t.to)
	}
	return strings.Join(strings.Fields(r.prompt[min(from, to):to]), " ")
}

// considered notes what a rule decided on the title of the next n words, unless it was heard: then
// the pass for titles notes it. t is nil when no rule held.
func (r *parser) considered(m mention, n int, t *titleRule) {
	if t != nil && t.heard {
		r.by(t.name)
		return
	}
	s := Step{Words: r.words(r.i, r.i+n), Rule: "no title", By: "nothing speaks for it", Made: []string{r.named(m.film).Title}}
	if t != nil {
		s.By = t.name
	}
	same := func(o Step) bool { return o.Words == s.Words && o.Rule == s.Rule && o.By == s.By }
	if !slices.ContainsFunc(r.trace.steps, same) { // a title is considered again where a list goes on
		r.trace.steps = append(r.trace.steps, s)
	}
}

// state returns what is known so far, by name: the members of the request, and what is kept in mind
// for the words to come. What is not there is not in the map.
func (r *parser) state() map[string]string {
	state := map[string]string{}
	encoded, _ := json.Marshal(&r.Request) // which has no value that cannot be encoded
	members := map[string]json.RawMessage{}
	_ = json.Unmarshal(encoded, &members)
	for name, value := range members {
		state[name] = string(value)
	}
	put := func(name string, is bool, value string) {
		if is {
			state[name] = value
		}
	}
	put("ruling out", r.not.on, "")
	put("of no matter", r.idle, "")
	put("said of a known film", r.spoken, "")
	put("cue", r.cue != noCue, cueNames[r.cue])
	put("years so far", len(r.years) > 0, encodedText(r.years))
	put("years ruled out", len(r.notYears) > 0, encodedText(r.notYears))
	put("bounds of years", r.bounds != Span{}, encodedText(r.bounds))
	put("minutes", r.runtime != Span{}, encodedText(r.runtime))
	put("newer than those", r.newer, "")
	put("older than those", r.older, "")
	put("shorter than those", r.shorter, "")
	put("longer than those", r.longer, "")
	for w, wanted := range r.wishes {
		put(wishNames[w], true, map[bool]string{true: "wanted", false: "not wanted"}[wanted])
	}
	return state
}

// encodedText returns a value as JSON.
func encodedText(v any) string {
	b, _ := json.Marshal(v) // of spans, which can be encoded
	return string(b)
}

// cueNames and wishNames are what a trace calls them.
var (
	cueNames  = map[cue]string{byCue: "by", withCue: "with", writerCue: "written by", musicCue: "music by", likeCue: "like", aboutCue: "about"}
	wishNames = map[wish]string{acclaimed: "acclaimed", famous: "famous", hidden: "little known", classic: "classic", oscarWon: "with an Oscar", bestPicture: "with the Oscar for Best Picture", oscarNamed: "nominated for an Oscar",
		short: "short", long: "long", recent: "recent", old: "old"}
)
