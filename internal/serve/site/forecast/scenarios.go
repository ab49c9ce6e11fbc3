package forecast

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/param"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Scenarios in an address. The first is the project, whose fields have their names alone:
// budget=40m. Those of the second, third and fourth have the number before: 2.budget=60m. What a
// scenario does not state it has of the first, and a field that it states as - is empty.

// field is a field of the form. Its name is that of POST /api/v1/predict.
type field struct {
	name, label, hint, example string
	// every is set on what scenarios have in common.
	every bool
	// of returns what a project says of it, as people read it; empty for nothing.
	of func(p *forecast.Project) string
}

func words(s string) string { return strings.TrimSpace(s) }

func listed(items []string) string { return strings.Join(items, ", ") }

func whole(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// fields are those of the form in its order; the first four stand in front.
var fields = []field{
	{"title", "Title", "required", "The Brass Key", true, func(p *forecast.Project) string { return words(p.Title) }},
	{"budget", "Budget in US dollars", fmt.Sprintf("of the year of release, at most of %d", forecast.PriceYear), "40m", false, func(p *forecast.Project) string {
		if p.Budget == nil {
			return ""
		}
		return table.Dollars(*p.Budget)
	}},
	{"genres", "Genres", "separated by commas", "Crime, Thriller", false, func(p *forecast.Project) string { return listed(p.Genres) }},
	{"year", "Year of release", "the next one when left out", "", true, func(p *forecast.Project) string { return whole(p.Year) }},
	{"director", "Director", "several separated by commas", "", false, func(p *forecast.Project) string { return words(p.Director) }},
	{"cast", "Cast", "in billing order, separated by commas", "", false, func(p *forecast.Project) string { return listed(p.Cast) }},
	{"writers", "Writers", "separated by commas", "", false, func(p *forecast.Project) string { return listed(p.Writers) }},
	{"companies", "Production companies", "separated by commas", "", false, func(p *forecast.Project) string { return listed(p.Companies) }},
	{"countries", "Countries it is made in", "the main one first, separated by commas", "United States, France", false, func(p *forecast.Project) string { return listed(p.Countries) }},
	{"languages", "Languages spoken in it", "the main one first, separated by commas", "English", false, func(p *forecast.Project) string { return listed(p.Languages) }},
	{"runtime", "Running time in minutes", "", "110", false, func(p *forecast.Project) string { return whole(p.Runtime) }},
	{"month", "Month of release", "1 to 12", "", false, func(p *forecast.Project) string {
		if p.Month == 0 {
			return ""
		}
		return time.Month(p.Month).String()
	}},
	{"franchise", "Series it belongs to", "a name that earlier films have in their title", "", false, func(p *forecast.Project) string { return words(p.Franchise) }},
	{"source_material", "Title of the work it is based on", "a novel, a play, a game", "", false, func(p *forecast.Project) string { return words(p.Source) }},
	{"synopsis", "Synopsis", "films about the same things are looked for", "", false, func(p *forecast.Project) string { return words(p.Synopsis) }},
}

const (
	inFront    = 4   // fields that stand before the others
	statedNone = "-" // what a scenario says to have nothing where the first has something
)

// parameters are those of the address.
func parameters() []param.Field {
	all := param.Of(reflect.TypeFor[forecast.Project](), "json")
	for n := 2; n <= app.MostScenarios; n++ {
		for _, f := range fields {
			if !f.every {
				all = append(all, page.Named(of(n)+f.name)...)
			}
		}
	}
	return append(all, slices.Concat(page.Named("removed"), page.Named("pinned"))...)
}

// of returns what stands before the names of a scenario's fields.
func of(scenario int) string {
	if scenario == 1 {
		return ""
	}
	return strconv.Itoa(scenario) + "."
}

// states reports whether a query states anything of a scenario beside the first.
func states(q url.Values, scenario int) bool {
	return slices.ContainsFunc(fields, func(f field) bool { return !f.every && strings.TrimSpace(q.Get(of(scenario)+f.name)) != "" })
}

// tidied returns a query without its empty parameters and with its scenarios numbered in turn;
// false when it is so already.
func tidied(q url.Values) (tidy url.Values, changed bool) {
	number, next := map[string]string{}, 2
	for n := 2; n <= app.MostScenarios; n++ {
		if states(q, n) {
			number[of(n)], changed = of(next), changed || n != next
			next++
		}
	}
	tidy = url.Values{}
	for name, values := range q {
		if at := strings.IndexByte(name, '.') + 1; number[name[:at]] != "" {
			name = number[name[:at]] + name[at:]
		}
		if name == "removed" || name == "pinned" {
			if joined := strings.Join(values, ","); len(values) > 1 {
				values, changed = []string{strings.Join(list(joined), ",")}, true
			}
		}
		for _, v := range values {
			if strings.TrimSpace(v) == "" {
				changed = true
				continue
			}
			tidy.Add(name, v)
		}
	}
	return tidy, changed
}

// projects reads the scenarios of a query. A fault names the parameter as the address has it.
// Two that are the same are a fault: they would be paid for twice.
func projects(q url.Values) (all []forecast.Project, err error) {
	for n := 1; n <= app.MostScenarios; n++ {
		if n > 1 && !states(q, n) {
			continue
		}
		p, err := project(func(name string) string {
			value := strings.TrimSpace(q.Get(of(n) + name))
			switch {
			case value == "":
				return strings.TrimSpace(q.Get(name))
			case value == statedNone && n > 1:
				return ""
			}
			return value
		})
		if err == nil {
			err = p.Check()
		}
		if err == nil && !comparable(&p) {
			err = fault.New(fault.MissingParameter, "the title alone finds no films to compare with, so nothing was asked and nothing spent: "+
				"add genres, people, a synopsis, or the series or work it belongs to")
		}
		if err != nil {
			return nil, inScenario(n, err)
		}
		for i := range all {
			if reflect.DeepEqual(all[i], p) {
				return nil, fault.New(fault.InvalidParameter, "scenarios %d and %d are the same, so nothing was asked and nothing spent: "+
					"change a field of one, or empty its fields", i+1, n)
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// question reads the scenarios of a query and its choice of comparables.
func question(q url.Values) (asked app.ScenariosQuestion, err error) {
	if asked.Projects, err = projects(q); err != nil {
		return asked, err
	}
	if asked.Choice.Removed, err = films(q, "removed"); err == nil {
		asked.Choice.Pinned, err = films(q, "pinned")
	}
	return asked, err
}

// films reads a list of films of a query: their ids, or the addresses of their pages.
func films(q url.Values, name string) (ids []film.ID, err error) {
	for _, item := range list(q.Get(name)) {
		if at := strings.LastIndex(item, "/films/"); at >= 0 {
			item, _, _ = strings.Cut(item[at+len("/films/"):], "-")
		}
		id, ok := film.ParseID(item)
		if !ok || len(ids) == forecast.MostChosen {
			return nil, fault.Param(name, fmt.Sprintf("at most %d ids of films, such as tt0041959, or addresses of their pages", forecast.MostChosen))
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// inScenario says of a fault which scenario it is about.
func inScenario(n int, err error) error {
	if n == 1 {
		return err
	}
	f := *fault.From(err)
	f.Message = fmt.Sprintf("in scenario %d, %s", n, f.Message)
	if f.Param != "" {
		f.Param = of(n) + f.Param
	}
	return &f
}

// comparable reports whether a project states anything that films before it can be like.
func comparable(p *forecast.Project) bool {
	return len(p.Genres)+len(p.Cast)+len(p.Writers)+len(p.Companies)+len(p.Director)+len(p.Synopsis)+len(p.Franchise)+len(p.Source) > 0
}

// project reads one scenario, of which value returns the fields, trimmed.
func project(value func(name string) string) (p forecast.Project, err error) {
	p = forecast.Project{
		Title: value("title"), Genres: list(value("genres")), Director: value("director"), Cast: list(value("cast")),
		Companies: list(value("companies")), Synopsis: value("synopsis"), Writers: list(value("writers")),
		Countries: list(value("countries")), Languages: list(value("languages")),
		Franchise: value("franchise"), Source: value("source_material"),
	}
	if text := value("budget"); text != "" {
		budget, err := amount(text)
		if err != nil {
			return p, err
		}
		p.Budget = &budget
	}
	for _, n := range []struct {
		name, allowed string
		to            *int
	}{
		{"year", "a year, such as 2027", &p.Year}, {"runtime", "a number of minutes, such as 110", &p.Runtime},
		{"month", "a month from 1 to 12", &p.Month},
	} {
		text := value(n.name)
		if text == "" {
			continue
		}
		if *n.to, err = strconv.Atoi(text); err != nil || *n.to == 0 {
			return p, fault.Param(n.name, n.allowed)
		}
	}
	return p, nil
}

// amount reads an amount as people write it: 40000000, $40,000,000, 40m, 1.5 million.
func amount(s string) (float64, error) {
	text := strings.ToLower(strings.NewReplacer("$", "", ",", "", " ", "", "_", "").Replace(s))
	factor := 1.0
	for _, unit := range []struct {
		name string
		of   float64
	}{{"billion", 1e9}, {"bn", 1e9}, {"million", 1e6}, {"m", 1e6}, {"thousand", 1e3}, {"k", 1e3}} {
		if rest, ok := strings.CutSuffix(text, unit.name); ok {
			text, factor = rest, unit.of
			break
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fault.Param("budget", "an amount of US dollars, such as 40,000,000 or 40m")
	}
	return n * factor, nil
}

// list returns the items of a list with commas, without empty ones.
func list(s string) (items []string) {
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// name says which scenario it is and in what it differs from the first, such as "Scenario 2
// (budget, cast)".
func name(all []app.Scenario, i int) string {
	var differs []string
	for _, f := range fields {
		if f.of(&all[i].Project) != f.of(&all[0].Project) {
			differs = append(differs, strings.ReplaceAll(f.name, "_", " "))
		}
	}
	if len(differs) == 0 {
		return fmt.Sprint("Scenario ", i+1)
	}
	return fmt.Sprintf("Scenario %d (%s)", i+1, strings.Join(differs, ", "))
}

// stated returns what the scenarios state, a row for each field: of all that any states, or, of
// several, of those in which they differ.
func stated(all []app.Scenario, differing bool) table.Table {
	t := table.Table{Name: "project", Caption: "What was stated of the project", Stacks: true, Columns: []table.Column{{Name: "Stated"}}}
	if differing {
		t.Name, t.Caption = "differences", "In what the scenarios differ"
	}
	for i := range all {
		t.Columns = append(t.Columns, table.Column{Name: heading(all, i)})
	}
	for _, f := range fields {
		row, some, same := []table.Cell{table.Text(f.label)}, false, true
		for i := range all {
			says := f.of(&all[i].Project)
			some, same = some || says != "", same && says == f.of(&all[0].Project)
			if says == "" {
				row = append(row, table.Cell{Text: "not stated"})
			} else {
				row = append(row, table.Text(says))
			}
		}
		if some && !(differing && same) {
			t.Add(row...)
		}
	}
	return t
}

// heading is how a column of a scenario is headed.
func heading(all []app.Scenario, i int) string {
	if len(all) == 1 {
		return "Value"
	}
	return fmt.Sprint("Scenario ", i+1)
}

// sideBySide returns the figures of the scenarios, a column for each. All money is in the
// dollars of one year.
func sideBySide(all []app.Scenario) table.Table {
	money := part.RealDollars
	t := table.Table{Name: "scenarios", Caption: "The scenarios side by side; all money is in " + money, Stacks: true, Columns: []table.Column{{Name: "Figure"}}}
	for i := range all {
		t.Columns = append(t.Columns, table.Column{Name: heading(all, i), Numeric: true})
	}
	for _, r := range []struct {
		name string
		of   func(p *forecast.Prediction) table.Cell
	}{
		{"Estimated worldwide gross of a commercial release, " + money, func(p *forecast.Prediction) table.Cell { return short(p.Gross) }},
		{"Low end of its interval: one of ten films like it takes less, " + money, func(p *forecast.Prediction) table.Cell {
			return ofRange(p.Intervals.Gross, func(r *forecast.MoneyRange) table.Cell { return short(&r.P10) })
		}},
		{"High end of its interval: one of ten takes more, " + money, func(p *forecast.Prediction) table.Cell {
			return ofRange(p.Intervals.Gross, func(r *forecast.MoneyRange) table.Cell { return short(&r.P90) })
		}},
		{"Worldwide gross whatever the release, " + money, func(p *forecast.Prediction) table.Cell {
			return ofRange(p.Unconditional, func(u *forecast.Unconditional) table.Cell { return short(&u.Gross.P50) })
		}},
		{"Chance of a commercial release, %", func(p *forecast.Prediction) table.Cell { return table.Percent(p.Release.Chance, 0) }},
		{"Chance of taking its budget if released commercially, %", func(p *forecast.Prediction) table.Cell { return table.Percent(p.Chances.Once, 0) }},
		{"Chance of taking twice its budget if released commercially, %", func(p *forecast.Prediction) table.Cell { return table.Percent(p.Chances.Twice, 0) }},
		{"Return on the budget, times the budget", func(p *forecast.Prediction) table.Cell { return table.Float(p.ROI, 2) }},
		{"User rating, of 10", func(p *forecast.Prediction) table.Cell { return table.Float(p.Rating, 1) }},
		{"Master score, of 100", func(p *forecast.Prediction) table.Cell { return table.Float(p.MasterScore, 0) }},
		{"Confidence", func(p *forecast.Prediction) table.Cell { return table.Text(string(p.Confidence)) }},
		{"Comparable films", func(p *forecast.Prediction) table.Cell { return table.Int(p.Comparables) }},
	} {
		row := []table.Cell{table.Text(r.name)}
		for i := range all {
			row = append(row, r.of(&all[i].Outcome.Prediction))
		}
		t.Add(row...)
	}
	return t
}

// short returns a cell of dollars that is read at a glance; a file has all digits.
func short(v *int64) table.Cell {
	c := table.Money(v)
	c.Text = table.ShortDollars(v)
	return c
}

// ofRange returns a cell of an estimate, unknown without one.
func ofRange[R any](r *R, cell func(*R) table.Cell) table.Cell {
	if r == nil {
		return table.Unknown()
	}
	return cell(r)
}

// joined returns the tables that every scenario has of one kind as one, with the scenario first.
func joined(all []app.Scenario, of func(app.Scenario) table.Table) table.Table {
	whole := of(all[0])
	if len(all) == 1 {
		return whole
	}
	whole.Columns, whole.Rows = append([]table.Column{{Name: "Scenario", Numeric: true}}, whole.Columns...), nil
	for i := range all {
		for _, row := range of(all[i]).Rows {
			whole.Add(append([]table.Cell{table.Int(i + 1)}, row...)...)
		}
	}
	return whole
}
