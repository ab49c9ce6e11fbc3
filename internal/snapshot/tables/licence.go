package tables

// Licence says on what terms figures of a source may be used. Source is a name as in
// provenance.
type Licence struct {
	Source string `json:"source"`
	Terms  string `json:"terms"`
}

// Licences returns the terms of the sources that a catalogue may be built from, in short.
// docs/data/sources.md says where they stand; who publishes a file answers for them.
func Licences() []Licence {
	return []Licence{
		{"filmdb", "Personal and non-commercial use, by the database's conditions of use."},
		{"moviedb", "Non-commercial use with attribution, by the terms of its interface."},
		{"academy_awards", "BSD-2-Clause, of the compiled table."},
		{"box_office_charts", "By the terms of the publishing sites."},
		{"streaming_catalogues", "As the table that carries it states."},
		{"id_links", "Research, non-commercial; ids only."},
		{"encyclopedia", "Lists MIT, text CC BY-SA."},
		{"open_corpus", "CC BY-SA."},
		{"wikidata", "CC0."},
		{"wikipedia", "CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/): name Wikipedia and link to the article, whose number is in external_ids."},
	}
}
