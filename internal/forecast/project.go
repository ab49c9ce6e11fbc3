package forecast

import (
	"math"
	"reflect"

	"kinodex/internal/param"
)

// Bounds of what evaluations state of films.
const (
	MostCompanies = 20
	MostWriters   = 20
)

// Project is a film that is not made yet, as far as it is known (REQ ). Only Title
// must be stated. What is zero, nil or empty is not stated. Its tags say what each field means
// and may be; package param explains them.
type Project struct {
	Title  string   `json:"title" noun:"a title" minLength:"1" maxLength:"500" doc:"The project's title; the only field that is required." brief:"Of the project."`
	Genres []string `json:"genres,omitempty" rest:"genre" maxItems:"30" itemMaxLength:"500" doc:"Genres. Those the catalogue does not know are reported in warnings." brief:"Crime, Thriller"`
	// Budget is in US dollars of Year.
	Budget    *float64 `json:"budget,omitempty" allowed:"a number of US dollars from $1,000 to $1,000,000,000" nullable:"true" minimum:"1000" maximum:"1000000000" doc:"US dollars. Without it the return is not estimated and the confidence is low." brief:"US dollars."`
	Director  string   `json:"director,omitempty" maxLength:"500" doc:"Several are separated by commas." brief:"Several with commas."`
	Cast      []string `json:"cast,omitempty" alias:"actor,actors,star,stars" maxItems:"50" itemMaxLength:"500" doc:"Names in billing order; the first eight are looked at." brief:"By billing."`
	Synopsis  string   `json:"synopsis,omitempty" alias:"plot,logline,overview" maxLength:"20000" doc:"What the film is about. Films about the same things are looked for; of a long text the first 600 words." brief:"What it is about."`
	Companies []string `json:"companies,omitempty" alias:"company" maxItems:"20" itemMaxLength:"500" doc:"Who produces it; the first four are looked at." brief:"Producers."`
	Writers   []string `json:"writers,omitempty" maxItems:"20" itemMaxLength:"500" doc:"Who writes it; the first four are looked at." brief:"Names."`
	Countries []string `json:"countries,omitempty" alias:"country" maxItems:"20" itemMaxLength:"500" doc:"Where it is made, the main country first: ISO 3166-1 codes or English names." brief:"Main one first."`
	Languages []string `json:"languages,omitempty" maxItems:"20" itemMaxLength:"500" doc:"What is spoken in it, the main language first: ISO 639-1 codes or English names." brief:"Main one first."`
	Runtime   int      `json:"runtime,omitempty" noun:"a number of minutes" nullable:"true" minimum:"40" maximum:"600" doc:"Minutes."`
	// Year is when it will be released; 0 for the year after the newest films of the catalogue.
	Year  int `json:"year,omitempty" noun:"a year" nullable:"true" minimum:"1913" maximum:"2100" doc:"When it will be released; the year after the newest film of the catalogue when left out. Only films of earlier years are looked at." brief:"Of release."`
	Month int `json:"month,omitempty" noun:"a month" nullable:"true" minimum:"1" maximum:"12" doc:"Month of release." brief:"Of release."`
	// Franchise is the series it belongs to, Source the work it is based on.
	Franchise   string `json:"franchise,omitempty" maxLength:"500" doc:"The series it belongs to: earlier films with its name in their title are its predecessors." brief:"Its series."`
	Source      string `json:"source_material,omitempty" maxLength:"500" doc:"The title of the work it is based on: earlier films with it in their title are its predecessors." brief:"The work it is based on."`
	Certificate string `json:"certificate,omitempty" maxLength:"500" doc:"Its age rating. The catalogue holds none of earlier films, so it changes nothing and warnings say so." brief:"-"`
}

// parameters are the fields of a project.
var parameters = param.Of(reflect.TypeFor[Project](), "json")

// Check returns what is wrong with a project (REQ ), as a fault that names the field
// as the interface does; nil if nothing is. The fault is of the first field found wrong.
func (p *Project) Check() error { return param.Check(parameters, p) }

// dollars is the budget in whole dollars, at least 1; 0 when none is stated.
func (p *Project) dollars() int64 {
	if p.Budget == nil {
		return 0
	}
	return max(1, int64(math.Round(*p.Budget)))
}
