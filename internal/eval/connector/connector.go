// Package connector evaluates what an agent spends at the connector: how many calls and tokens it
// takes until recorded questions about films are answered, some of them with mistakes in the arguments.
//
// No language model is asked. Each question has its plan, the calls that a careful agent makes, and
// what of their answers it needs. A plain policy plays the plan, follows the hint of a refusal, and asks
// for a full answer where the concise one lacks what is needed (policy.go). Start reading at Evaluate.
package connector

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"kinodex/internal/tokens"
)

// book has the questions, written before their answers were seen: question or mistake, what is asked,
// and the steps, between tabs.
//
//go:embed book.tsv
var book string

// screenplay stands for $screenplay in the book.
//
//go:embed screenplay.txt
var screenplay string

// Step is a call of a plan. A text argument that begins with $1. is a member of the answer to the
// first step, by its name.
type Step struct {
	Tool      string
	Arguments map[string]any
	// Needs are the members that an answer must have, at any depth: a name, or a name and what its
	// value has in it, after a =.
	Needs []string
}

// Question is a line of the book.
type Question struct {
	Mistake bool // whether the first step has a mistake in its arguments
	Text    string
	Steps   []Step
}

// Book returns the questions.
func Book() ([]Question, error) {
	var all []Question
	n := 0
	for line := range strings.Lines(book) {
		n++
		q, err := parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("line %d of the book: %w", n, err)
		}
		all = append(all, q)
	}
	return all, nil
}

// parse reads a line of the book.
func parse(line string) (q Question, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) < 3 || fields[0] != "question" && fields[0] != "mistake" {
		return q, fmt.Errorf("%q is no question with steps", line)
	}
	q.Mistake, q.Text = fields[0] == "mistake", fields[1]
	for _, field := range fields[2:] {
		call, needs, _ := strings.Cut(field, " => ")
		tool, arguments, _ := strings.Cut(call, " ")
		s := Step{Tool: tool}
		if err := json.Unmarshal([]byte(arguments), &s.Arguments); err != nil {
			return q, fmt.Errorf("%s: %w", call, err)
		}
		if needs != "" {
			s.Needs = strings.Split(needs, ", ")
		}
		for name, v := range s.Arguments {
			if v == "$screenplay" {
				s.Arguments[name] = screenplay
			}
		}
		q.Steps = append(q.Steps, s)
	}
	return q, nil
}

// Server is a connector that is asked.
type Server struct {
	Name, URL string
	Key       string // of a Studio account
}

// Spent is what questions took.
type Spent struct {
	Questions, Answered int
	Calls               int // with those that were refused
	Refused             int
	Sent, Read          int // tokens of the calls, and of what the client shows the model of the answers
	Longest             int // tokens of the longest answer
}

// Report is what a server takes of an agent that speaks a version of the protocol.
type Report struct {
	Server, Version string
	List, Whole     int // tokens of tools/list: as a model reads it, and of all of it
	Plain, Mistakes Spent
	// Missed are the questions that were not answered, with what lacked.
	Missed []string
}

// Evaluate asks a server all questions of the book in a version of the protocol.
func Evaluate(ctx context.Context, at Server, version string) (*Report, error) {
	questions, err := Book()
	if err != nil {
		return nil, err
	}
	r := &Report{Server: at.Name, Version: version}
	p := &policy{client: client{at, version}}
	list, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	r.List, r.Whole = list.tokens()
	p.takes = list.takes()
	for _, q := range questions {
		spent := &r.Plain
		if q.Mistake {
			spent = &r.Mistakes
		}
		lacked, err := p.ask(ctx, &q, spent)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.Text, err)
		}
		spent.Questions++
		if lacked == "" {
			spent.Answered++
		} else {
			r.Missed = append(r.Missed, q.Text+": "+lacked)
		}
	}
	return r, nil
}

// Write writes reports as a table of Markdown.
func Write(to io.Writer, reports []*Report) error {
	w := tabwriter.NewWriter(to, 0, 0, 1, ' ', tabwriter.Debug)
	fmt.Fprintln(w, "| server\tversion\ttools/list, read\ttools/list, all\tquestions\tanswered\tcalls\trefused\ttokens sent\ttokens read\tlongest answer\t")
	fmt.Fprintln(w, "|---\t---\t---\t---\t---\t---\t---\t---\t---\t---\t---\t")
	for _, r := range reports {
		for _, half := range []struct {
			of string
			Spent
		}{{"", r.Plain}, {" with a mistake", r.Mistakes}} {
			fmt.Fprintf(w, "| %s\t%s\t%d\t%d\t%d%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", r.Server, r.Version, r.List, r.Whole,
				half.Questions, half.of, half.Answered, half.Calls, half.Refused, half.Sent, half.Read, half.Longest)
		}
	}
	return w.Flush()
}

// tokensOf counts the tokens of a value as JSON.
func tokensOf(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return tokens.Count(string(b))
}
