package people

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// crew answers GET /crew with the films in whose crew the person is that the parameter name
// names. Without a name, or for one that is in no crew, it is a form.
func crew(v *page.View) error {
	name := strings.TrimSpace(v.Query().Get("name"))
	if name == "" {
		return askCrew(v, "", "")
	}
	found, err := v.Visit.Credited(name).Answer(v.Context())
	if v.Format == page.HTML && (fault.Is(err, fault.NotFound) || fault.Is(err, fault.InvalidParameter)) {
		return askCrew(v, name, fault.From(err).Message)
	}
	if err != nil {
		return err
	}
	rows := creditedRows(found)
	return v.Answer(page.Answer{
		Title: found.Name + ", crew", Description: "Films that " + found.Name + " worked on, and as what.",
		Content: crewPage(found, rows, careerOf("Films with "+found.Name+" in the crew", found.Films, v.Prefix())),
		Data:    creditedData(found), Tables: []table.Table{rows}, API: part.Address("/api/v2/films", "q", found.Name),
	})
}

// askCrew shows the form, with the name that was not found and why.
func askCrew(v *page.View, name, problem string) error {
	return v.Answer(page.Answer{
		Title: "Crew", Description: "Films by who wrote, shot, cut or scored them.", Content: askCrewPage(name, problem),
		API: "/api/v2/films",
	})
}

// creditedRows returns the films as a table, the newest first.
func creditedRows(c *app.CrewFilms) table.Table {
	t := table.Table{Name: "films with " + c.Name, Caption: "Films with " + c.Name + " in the crew, the newest first", Columns: []table.Column{
		{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "As"},
		{Name: "IMDb rating", Unit: "of 10", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true},
		{Name: "Worldwide gross", Unit: part.ThenDollars, Numeric: true}, {Name: "Id"},
	}}
	for i, f := range c.Films {
		t.Add(table.Link(f.Title, part.FilmPath(f.ID, f.Title)), table.Year(f.Year), table.Text(strings.Join(c.Jobs[i], ", ")),
			table.Float(f.Ratings.Filmdb, 1), table.Float(f.Ratings.MasterScore, 1), table.Money(f.BoxOffice.WorldwideGross), table.Text(f.ID.String()))
	}
	return t
}

// mostJobs is how many jobs of somebody stand below their name.
const mostJobs = 3

// crewDoes returns in parts the jobs that somebody had most often, when, and in how many films.
func crewDoes(c *app.CrewFilms) (all []table.Cell) {
	count := map[string]int{}
	var jobs []string
	for _, some := range c.Jobs {
		for _, job := range some {
			if count[job]++; count[job] == 1 {
				jobs = append(jobs, job)
			}
		}
	}
	slices.SortStableFunc(jobs, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for _, job := range jobs[:min(len(jobs), mostJobs)] {
		all = append(all, table.Text(job))
	}
	if c.Slug != "" {
		all = append(all, table.Link("Actor", "/people/"+c.Slug))
	}
	return append(all, spanOf(c.Films)...)
}

// crewJobs returns what somebody did in each film.
func crewJobs(c *app.CrewFilms) []string {
	all := make([]string, len(c.Films))
	for i, jobs := range c.Jobs {
		all[i] = strings.Join(jobs, ", ")
	}
	return all
}

// creditedData returns the answer as JSON has it.
func creditedData(c *app.CrewFilms) any {
	type credit struct {
		ID    film.ID  `json:"filmdb_id"`
		Title string   `json:"title"`
		Year  *int     `json:"year"`
		Jobs  []string `json:"jobs"`
	}
	films := make([]credit, len(c.Films))
	for i, f := range c.Films {
		films[i] = credit{f.ID, f.Title, f.Year, c.Jobs[i]}
	}
	return struct {
		Name  string   `json:"name"`
		Films []credit `json:"films"`
	}{c.Name, films}
}
