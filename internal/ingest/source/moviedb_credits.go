package source

// moviedbDepartments maps the movie database's departments to those of film.Departments.
var moviedbDepartments = map[string]string{
	"Directing": "directing", "Writing": "writing", "Camera": "camera", "Editing": "editing",
	"Sound": "sound", "Production": "production", "Art": "art", "Costume & Make-Up": "costume",
	"Visual Effects": "visual_effects", "Lighting": "lighting", "Crew": "crew", "Actors": "crew",
	"Creator": "writing",
}

// writerJobs are the jobs whose holders count as the film's writers, by the movie database's
// names.
var writerJobs = map[string]bool{
	"Writer": true, "Screenplay": true, "Story": true, "Novel": true, "Author": true, "Book": true,
	"Original Story": true, "Theatre Play": true, "Short Story": true, "Characters": true,
	"Screenstory": true, "Adaptation": true, "Dialogue": true, "Teleplay": true, "Comic Book": true,
}

// creditsTable reads the tables of cast and crew, which say nothing else of a film. A person
// of the crew who is a director or writer is among those of the claim, too.
func creditsTable(s *sheet) (row, flush func()) {
	id, cast, crew := s.col("movie_id", "tmdb_id", "id"), s.col("cast"), s.col("crew")
	return func() {
		c, ok := s.byNumber(id)
		if !ok {
			return
		}
		s.credits(c, s.literal(s.cell(cast)), s.literal(s.cell(crew)))
		if len(c.Cast) == 0 && len(c.Crew) == 0 {
			s.reject(NothingStated, "cast and crew")
			return
		}
		s.emit()
	}, nil
}

// byNumber begins a claim whose MoviedbID is that of a column. When there is no such number
// it rejects the row and returns false.
func (s *sheet) byNumber(id column) (*Claim, bool) {
	c := s.newClaim()
	b := s.cell(id)
	c.MoviedbID = wholeNumber(b)
	switch {
	case len(b) == 0:
		s.reject(NoID, "")
	case c.MoviedbID == 0:
		s.reject(ShiftedColumns, "no number for an id")
	}
	return c, c.MoviedbID > 0
}

// credits adds cast and crew to the claim, in their order. Order is the stated one, or else
// the place in the list. People without a name and crew without a job are left out. A
// department that is unknown becomes "crew" and is counted. Writers are added once each.
func (s *sink) credits(c *Claim, cast, crew literal) {
	cast.each(func(item literal) {
		p := s.person(item)
		if p.Name == "" {
			return
		}
		part := Part{Person: p, Character: s.prose(item.get("character").text), Order: len(c.Cast)}
		if order := item.get("order"); order.kind == bare {
			part.Order = order.number()
		}
		if part.Profile = pathOf(item.get("profile_path").text); part.Profile == "" {
			part.Profile = pathOf(item.get("profile").text)
		}
		c.Cast = append(c.Cast, part)
	})
	crew.each(func(item literal) {
		p, job := s.person(item), s.prose(item.get("job").text)
		if p.Name == "" || job == "" {
			return
		}
		department, ok := moviedbDepartments[string(item.get("department").text)]
		if !ok {
			s.repaired("unknown_department")
			department = "crew"
		}
		c.Crew = append(c.Crew, Job{Person: p, Department: department, Job: job})
		switch {
		case job == "Director":
			c.Directors = append(c.Directors, p)
		case writerJobs[job]:
			c.Writers = appendPerson(c.Writers, p)
		}
	})
}

// person returns whom an item names: a dict with name and id, or a bare text. Name is empty
// when the item names nobody.
func (s *sink) person(item literal) Person {
	return Person{Name: s.nameOf(item), MoviedbID: item.get("id").number()}
}

// appendPerson appends p unless the list has a person with the same name and ids.
func appendPerson(list []Person, p Person) []Person {
	for _, have := range list {
		if have == p {
			return list
		}
	}
	return append(list, p)
}

// keywordsTable reads the table of keywords by film. A row without keywords is rejected.
func keywordsTable(s *sheet) (row, flush func()) {
	id, keywords := s.col("tmdb_id", "id"), s.col("keywords")
	return func() {
		c, ok := s.byNumber(id)
		if !ok {
			return
		}
		s.keywords(c, s.literal(s.cell(keywords)))
		if len(c.Keywords) == 0 {
			s.reject(NothingStated, "keywords")
			return
		}
		s.emit()
	}, nil
}

// keywords adds the names of a list to the claim's keywords, each once. The claim's order is
// kept.
func (s *sink) keywords(c *Claim, v literal) {
	v.each(func(item literal) {
		if name := s.nameOf(item); name != "" {
			c.Keywords = appendOnce(c.Keywords, name)
		}
	})
}
