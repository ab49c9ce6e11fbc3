package forecast

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// Bounds of what a project may state.
const (
	MostTitle     = 500 // characters
	LeastBudget   = 1_000
	MostBudget    = 1_000_000_000
	MostCast      = 50
	MostGenres    = 30
	MostCompanies = 20
	MostWriters   = 20
	MostOrigins   = 20     // countries, and as many languages
	LeastRuntime  = 40     // minutes
	MostRuntime   = 600    // minutes
	MostName      = 500    // characters, of a person, company, genre, country or language
	MostSynopsis  = 20_000 // characters
	EarliestYear  = firstCPIYear
	LatestYear    = 2100
)

// Project is a film that is not made yet, as far as it is known. Only Title must
// be stated.
type Project struct {
	Title  string
	Genres []string
	// Budget is in US dollars of Year; nil when it is not stated.
	Budget    *float64
	Director  string // several are separated by commas
	Cast      []string
	Companies []string // that produce it
	Writers   []string
	Synopsis  string
	// Year is when it will be released; 0 for the year after the newest films of
	// the catalogue. Only films of earlier years are looked at.
	Year  int
	Month int // of release, 1 to 12; 0 when it is not stated
	// Countries and Languages are ISO codes or English names, the main one first.
	Countries, Languages []string
	Runtime              int // minutes; 0 when it is not stated
	// Franchise is the series it belongs to, Source the work it is based on: earlier
	// films with their names in the title are its predecessors.
	Franchise, Source string
	// Certificate is read and warned of: catalogues hold none to learn from.
	Certificate string
}

// Check returns what is wrong with a project (REQ ), as a fault that names
// the field as the interface does; nil if nothing is.
// The fault is of the first field found wrong.
func (p *Project) Check() error {
	if strings.TrimSpace(p.Title) == "" {
		return fault.Missing("title", fmt.Sprintf("a title of 1 to %d characters", MostTitle))
	}
	if p.Budget != nil && !(*p.Budget >= LeastBudget && *p.Budget <= MostBudget) {
		return fault.Param("budget", fmt.Sprintf("a number of US dollars from %s to %s", money(LeastBudget), money(MostBudget)))
	}
	for _, n := range []struct {
		name, what         string
		value, least, most int
	}{
		{"year", "a year", p.Year, EarliestYear, LatestYear}, {"month", "a month", p.Month, 1, 12},
		{"runtime", "a number of minutes", p.Runtime, LeastRuntime, MostRuntime},
	} {
		if n.value != 0 && (n.value < n.least || n.value > n.most) {
			return fault.Param(n.name, fmt.Sprintf("%s from %d to %d", n.what, n.least, n.most))
		}
	}
	if err := p.checkTexts(); err != nil {
		return err
	}
	return p.checkLists()
}

// checkTexts returns a fault of the first text that is too long.
func (p *Project) checkTexts() error {
	for _, text := range []struct {
		name, value string
		most        int
	}{
		{"title", p.Title, MostTitle}, {"director", p.Director, MostName}, {"synopsis", p.Synopsis, MostSynopsis},
		{"franchise", p.Franchise, MostTitle}, {"source_material", p.Source, MostTitle}, {"certificate", p.Certificate, MostName},
	} {
		if utf8.RuneCountInString(text.value) > text.most {
			return fault.Param(text.name, fmt.Sprintf("at most %d characters", text.most))
		}
	}
	return nil
}

// checkLists returns a fault of the first list that is too long, or that has too long a name.
func (p *Project) checkLists() error {
	for _, list := range []struct {
		name   string
		values []string
		most   int
	}{
		{"genres", p.Genres, MostGenres}, {"cast", p.Cast, MostCast}, {"companies", p.Companies, MostCompanies},
		{"writers", p.Writers, MostWriters}, {"countries", p.Countries, MostOrigins}, {"languages", p.Languages, MostOrigins},
	} {
		if len(list.values) > list.most {
			return fault.Param(list.name, fmt.Sprintf("a list of at most %d names", list.most))
		}
		for _, v := range list.values {
			if utf8.RuneCountInString(v) > MostName {
				return fault.Param(list.name, fmt.Sprintf("a list of names of at most %d characters", MostName))
			}
		}
	}
	return nil
}

// dollars is the budget in whole dollars, at least 1; 0 when none is stated.
func (p *Project) dollars() int64 {
	if p.Budget == nil {
		return 0
	}
	return max(1, int64(math.Round(*p.Budget)))
}
