package ingest

// originTable counts, by what a person is known by (survey.key), the films of each country
// that they directed or played in; a film's country is the first that is stated of it.
type originTable map[string]map[string]int

// The bounds within which the other films of its people tell where a film comes from.
const (
	leastFilms = 2
	// homeShare is how many of ten of a person's films must come from one country.
	homeShare = 9
	// leastPlayers is how many of the cast must come from one country where the directors tell
	// nothing.
	leastPlayers = 3
)

// add counts a film whose country is stated.
func (t originTable) add(f *sketch) {
	if f.country == "" {
		return
	}
	for _, people := range []map[string]bool{f.directors, f.cast} {
		for person := range people {
			if t[person] == nil {
				t[person] = map[string]int{}
			}
			t[person][f.country]++
		}
	}
}

// home returns the country that nearly all films of the person come from, "" when fewer than
// leastFilms are known or they come from several.
func (t originTable) home(person string) string {
	all, most, home := 0, 0, ""
	for country, n := range t[person] {
		all += n
		if n > most {
			most, home = n, country
		}
	}
	if all < leastFilms || most*10 < all*homeShare {
		return ""
	}
	return home
}

// peoplesHome returns the country from which nearly all other films come of the directors, or
// of leastPlayers of the cast, and the row that names these people; "" when they come from
// several or from too few films, or nearly all films of that country are in another language
// than the film's, which may be "".
func (m *merger) peoplesHome(g group, language string) (string, *statement) {
	for _, by := range []struct {
		field string
		home  func(*statement) string
	}{{"director", m.directorsHome}, {"cast", m.playersHome}} {
		home := func(s *statement) string {
			if s.joined.inferred() {
				return ""
			}
			country := by.home(s)
			if own := tongues[country]; language != "" && own != "" && own != language {
				return ""
			}
			return country
		}
		if s := m.best(g, by.field, func(s *statement) bool { return home(s) != "" }); s != nil {
			return home(s), s
		}
	}
	return "", nil
}

// directorsHome returns the country of all directors of the row whose country is known, ""
// when they differ.
func (m *merger) directorsHome(s *statement) string {
	var keys []string
	for _, p := range s.Directors {
		keys = append(keys, m.facts.survey.key(p))
	}
	home, _ := common(m.facts.survey.homes, keys)
	return home
}

// playersHome returns the country of the row's cast when it is known of leastPlayers and they
// do not differ.
func (m *merger) playersHome(s *statement) string {
	var keys []string
	for _, p := range s.Cast {
		keys = append(keys, m.facts.survey.key(p.Person))
	}
	home, players := common(m.facts.survey.homes, keys)
	if players < leastPlayers {
		return ""
	}
	return home
}

// homes returns the home of everybody who has one: of most people too few films are known.
func (t originTable) homes() map[string]string {
	homes := map[string]string{}
	for person := range t {
		if home := t.home(person); home != "" {
			homes[person] = home
		}
	}
	return homes
}

// common returns the home that all of the people have of whom one is known, and of how many it
// is; "" when they differ or it is known of none.
func common(homes map[string]string, people []string) (home string, known int) {
	for _, person := range people {
		switch country := homes[person]; {
		case country == "":
		case home != "" && home != country:
			return "", 0
		default:
			home = country
			known++
		}
	}
	return home, known
}
