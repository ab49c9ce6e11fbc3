package report

import (
	"fmt"
	"slices"

	"kinodex/bench/contest"
	"kinodex/bench/door"
	"kinodex/bench/measure"
	"kinodex/bench/question"
)

func (r *Report) tables() []*Table {
	var tables []*Table
	if len(r.Engines) > 0 {
		tables = append(tables,
			r.times("Answer with the exact total and the 50 films of the page", func(e *Engine) map[string]measure.Percentiles { return e.Films }),
			r.times("The same with only the ids of the page", func(e *Engine) map[string]measure.Percentiles { return e.IDs }),
			r.costs(), r.agreement())
	}
	if len(r.Growth) > 0 {
		tables = append(tables, r.growth(), r.selective())
	}
	if r.Door != nil {
		tables = append(tables, r.lists(), r.gates())
	}
	if r.Door != nil || r.Ready != nil || r.Sources != nil {
		tables = append(tables, r.rest())
	}
	return tables
}

var classes = append(slices.Clone(question.Classes), contest.All)

// times has a row for each class and engine, and the ratio of medians to the
// first engine's.
func (r *Report) times(title string, of func(*Engine) map[string]measure.Percentiles) *Table {
	t := &Table{Title: title, Columns: []string{"class", "engine", "p50", "p95", "p99", "p50 ÷ " + r.Engines[0].Name, "p99 ÷ " + r.Engines[0].Name}}
	for _, class := range classes {
		first := of(&r.Engines[0])[class]
		for i := range r.Engines {
			p := of(&r.Engines[i])[class]
			label := ""
			if i == 0 {
				label = class
			}
			t.Rows = append(t.Rows, []string{
				label, r.Engines[i].Title, span(p.P50), span(p.P95), span(p.P99),
				ratio(float64(p.P50), float64(first.P50)), ratio(float64(p.P99), float64(first.P99)),
			})
		}
	}
	return t
}

func (r *Report) costs() *Table {
	t := &Table{
		Title:   "What it takes",
		Columns: []string{"engine", "version", "build", "disk", "open", "resident", "anonymous", "mapped or shared", "Go heap"},
		Notes: []string{
			"Resident: after all questions, pages shared between processes divided among them. Mapped pages are page cache and give way under pressure; anonymous memory does not.",
			"Build: films in, engine ready; decoding the input is not counted. Kinodex also writes the detail and v1 views and digests its files.",
		},
	}
	for _, e := range r.Engines {
		m := e.Footprint
		t.Rows = append(t.Rows, []string{
			e.Title, e.Version, span(e.Build), size(e.Disk), span(e.Opened),
			size(m.Resident), size(m.Anonymous), size(m.File + m.Shared), size(m.Heap),
		})
	}
	return t
}

func (r *Report) agreement() *Table {
	t := &Table{
		Title:   "Do they answer the same? Totals compared with " + r.Engines[0].Title,
		Columns: []string{"class", "engine", "same total", "within 10 % or 2", "all totals ÷ ours", "same page", "wanted film in first 10"},
		Notes:   []string{"Filter questions without text have a total counted by a plain scan of the films; an engine that gives another one fails the run."},
	}
	for _, class := range classes {
		for i, e := range r.Engines {
			a := r.Agreement[e.Name][class]
			label := ""
			if i == 0 {
				label = class
			}
			t.Rows = append(t.Rows, []string{
				label, e.Title, percent(a.Same, a.Questions), percent(a.Near, a.Questions),
				ratio(float64(a.Films), float64(a.Other)), percent(a.Pages, a.Questions), percent(a.Found, a.Sought),
			})
		}
	}
	return t
}

func (r *Report) growth() *Table {
	t := &Table{
		Title:   "Synthetic multiples of the films, Kinodex in process: what they take",
		Columns: []string{"films", "number", "build", "disk", "open", "Go heap", "anonymous", "heap ÷ ×1"},
		Notes:   []string{"Synthetic: beyond ×1 the films are takes of the real ones; see the method."},
	}
	for _, m := range r.Growth {
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("×%d", m.Times), fmt.Sprint(m.Number), span(m.Build), size(m.Disk), span(m.Opened),
			size(m.Footprint.Heap), size(m.Footprint.Anonymous),
			ratio(float64(m.Footprint.Heap), float64(r.Growth[0].Footprint.Heap)),
		})
	}
	return t
}

func (r *Report) selective() *Table {
	t := &Table{
		Title:   "Synthetic multiples: questions with at most a page of matches at ×1",
		Columns: []string{"questions", "films", "asked", "p50", "p99", "p50 ids only", "p50 ÷ ×1", "p50 ids ÷ ×1", "matches ÷ ×1"},
		Notes:   []string{"Answers that have grown to a full page copy more films than at ×1; the ids tell the search alone."},
	}
	for _, class := range []string{Selective, Grown, contest.All} {
		for i, m := range r.Growth {
			first, label := &r.Growth[0], ""
			if i == 0 {
				label = class
			}
			films, ids := m.Films[class], m.IDs[class]
			t.Rows = append(t.Rows, []string{
				label, fmt.Sprintf("×%d", m.Times), fmt.Sprint(m.Asked[class]), span(films.P50), span(films.P99), span(ids.P50),
				ratio(float64(films.P50), float64(first.Films[class].P50)),
				ratio(float64(ids.P50), float64(first.IDs[class].P50)),
				ratio(float64(m.Found[class]), float64(first.Found[class])),
			})
		}
	}
	return t
}

func (r *Report) lists() *Table {
	t := &Table{
		Title:   "HTTP: lists of 50 films against net/http writing the same bytes",
		Columns: []string{"lists", "server", "bytes", "answers a second", "processor an answer", "p50", "p99", "allocations", "rate ÷ bare"},
		Notes:   []string{placement(r.Door.Pinned)},
	}
	for _, l := range r.Door.Lists {
		for i, x := range []door.Rate{l.House, l.Bare} {
			label := ""
			if i == 0 {
				label = l.Name
			}
			t.Rows = append(t.Rows, []string{
				label, x.Name, fmt.Sprintf("%.0f kB", float64(l.Bytes)/1e3), fmt.Sprintf("%.0f", x.PerSecond), span(x.Processor),
				span(x.Latency.P50), span(x.Latency.P99), fmt.Sprintf("%.0f", x.Allocations), ratio(x.PerSecond, l.Bare.PerSecond),
			})
		}
	}
	return t
}

func (r *Report) gates() *Table {
	t := &Table{
		Title:   "HTTP: what the gate costs (one film, by id)",
		Columns: []string{"request", "clients", "answers a second", "processor an answer", "p50", "p99"},
		Notes:   []string{"A charge is committed to the ledger before the answer is sent; charges that arrive together share a transaction."},
	}
	for _, g := range r.Door.Gates {
		t.Rows = append(t.Rows, []string{
			g.Name, fmt.Sprint(g.Connections), fmt.Sprintf("%.0f", g.PerSecond), span(g.Processor),
			span(g.Latency.P50), span(g.Latency.P99),
		})
	}
	return t
}

func (r *Report) rest() *Table {
	t := &Table{Title: "Streaming, starting, building", Columns: []string{"measure", "figure"}}
	row := func(name, format string, args ...any) {
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf(format, args...)})
	}
	if r.Door != nil {
		s := r.Door.Streams
		row("stream of the whole catalogue", "%s at %.0f MB/s", size(s.Bytes), s.House.PerSecond/1e6)
		row("copy of the same bytes from a mapped file to the socket", "%.0f MB/s", s.Copied.PerSecond/1e6)
		row("stream ÷ copy", "%s", ratio(s.House.PerSecond, s.Copied.PerSecond))
		row("server's anonymous memory before, and at most while streaming", "%s, %s", size(s.Before), size(s.Peak))
	}
	if r.Ready != nil {
		row("start of the process to /readyz, warm, median and worst", "%s, %s of %d", span(r.Ready.Median), span(r.Ready.Worst), r.Ready.Starts)
		row("server's memory when ready, resident and anonymous", "%s, %s", size(r.Ready.Resident.Resident), size(r.Ready.Resident.Anonymous))
	}
	if r.Sources != nil {
		row("kinodex build from the raw sources, time and peak memory", "%s, %s", span(r.Sources.Took), size(r.Sources.Peak))
	}
	return t
}

func placement(pinned bool) string {
	if pinned {
		return "The server keeps to one core, the client to the other; rounds alternate between the servers."
	}
	return "Server and client share the cores; rounds alternate between the servers."
}
